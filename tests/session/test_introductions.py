"""Introductions, played from the first card to the result by a simulated beginner."""

import json
from collections import Counter

import pytest

from tests.support.sessions import Driver, setup_of, started_session
from tobean.games import GAMES
from tobean.games.bohnedikt.cards import SACRIFICE_PAIRS
from tobean.games.bohnedikt.component import BohnediktComponent, bohnedikt_component
from tobean.kernel.cards import name_of
from tobean.record.any_format import as_record
from tobean.server.pages.new_table import PARTNER, TEMPO, learning_players
from tobean.session import Session
from tobean.session.bots.bot_requests import CHOOSE, build_request, run_request
from tobean.session.errors import Refused
from tobean.session.lessons.learner import CLOSING, introduction_to
from tobean.session.log.entries import entry_text, parse_log
from tobean.session.replay import play_on
from tobean.session.seats import person_seat
from tobean.session.wire import messages
from tobean.session.wire.viewer_state import introduction

ME = 0
MAX_GAMES = 8
MAX_OWN_TURNS = 8


class Newcomer:
    """Plays at a learning table and reads the lessons."""

    def __init__(self, game: str, seed: int, chosen: int = 0) -> None:
        players = learning_players(GAMES[game], chosen)
        setup = setup_of(game, players, tuple(range(1, players)), PARTNER, learning=True, tempo=TEMPO, start=ME)
        self.session, log = started_session(setup, seed)
        self.table = Driver(self.session, log, seed)
        self.read: list[str] = []
        self.own_turns: set[int] = set()

    @property
    def introduction_data(self) -> messages.Message:
        found = introduction(self.session, ME, "en")
        assert found is not None
        return found

    @property
    def lesson(self) -> str:
        lesson = self.introduction_data["lesson"]
        return str(lesson["key"]) if isinstance(lesson, dict) else ""

    def close(self) -> None:
        self.table.log += self.session.learn(ME, self.table.now, self.lesson)

    def act(self) -> None:
        """Takes the action of the beginner bot in this seat."""
        request = build_request(self.session.table, ME, "sprout", CHOOSE, self.table.chance.new_seed())
        self.table.person_acts(ME, str(run_request(json.loads(json.dumps(request)))["do"]))

    def step(self, reads: bool = True) -> None:
        """Reads a lesson, takes an action, or lets others play. An unclosed lesson ends with the next action."""
        shown = self.lesson
        if shown and self.read[-1:] != [shown]:
            self.read.append(shown)
        table = self.session.table
        if table.active == ME:
            self.own_turns.add(table.turn)
        if shown and (reads or table.awaited != ME):
            self.close()
        elif table.awaited == ME:
            self.act()
        elif not self.table.step():
            self.act()  # an offer waits for the answer of a person who is alone with bots

    def play(self, reads: bool = True) -> None:
        """Plays from the first card to the result."""
        while not self.session.table.over:
            self.step(reads)
        self.read.append(self.lesson)


@pytest.mark.long
@pytest.mark.parametrize(("game", "chosen"), [*((game, 0) for game in GAMES), ("al-cabohne", 1)])
def test_an_introduction_ends_and_shows_every_lesson(game: str, chosen: int) -> None:
    introduction = introduction_to(GAMES[game], learning_players(GAMES[game], chosen))
    unread = {lesson.key for lesson in introduction.lessons}
    for seed in range(2, 2 + MAX_GAMES):
        newcomer = Newcomer(game, seed, chosen)
        newcomer.play(reads=seed != 3)
        assert newcomer.read[-1] == CLOSING
        assert max(Counter(newcomer.read).values()) == 1, "a lesson came back"
        assert (
            newcomer.introduction_data["number"] == newcomer.introduction_data["count"] == len(introduction.lessons) + 1
        )
        assert 2 <= len(newcomer.own_turns) <= MAX_OWN_TURNS
        newcomer.close()
        assert newcomer.introduction_data["lesson"] is None
        assert newcomer.introduction_data["finished"] is True
        unread -= set(newcomer.read)
        if not unread:
            return
    raise AssertionError(f"lessons never shown: {unread}")


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_the_last_round_is_announced(game: str) -> None:
    newcomer = Newcomer(game, 2)
    while newcomer.lesson != "last round":
        assert not newcomer.session.table.over
        newcomer.step()
    assert newcomer.session.table.draw_size <= 5 * newcomer.session.players


def test_an_introduction_resumes_from_its_log() -> None:
    newcomer = Newcomer("rabohnzel", 3)
    for _ in range(60):
        newcomer.step()
        log = parse_log([entry_text(entry) for entry in newcomer.table.log])
        resumed = Session.resume(log)
        assert introduction(resumed, ME, "de") == introduction(newcomer.session, ME, "de")
        assert resumed.last_line == newcomer.session.last_line
    assert newcomer.introduction_data["number"] > 4  # type: ignore[operator]


def test_lessons_that_did_not_come_up_are_shown_at_the_end() -> None:
    newcomer = Newcomer("excalibohn", 1)
    newcomer.play()
    lessons = introduction_to(newcomer.session.rules, newcomer.session.players).lessons
    shown = [lesson.text for lesson in lessons if lesson.key in newcomer.read]
    missed = newcomer.introduction_data["missed"]
    assert isinstance(missed, list)
    assert not set(missed) & set(shown)
    assert len(missed) < len(lessons) // 2


def test_bots_wait_while_the_learner_reads_in_their_turns() -> None:
    newcomer = Newcomer("bohnanza", 2)
    while newcomer.session.table.active == ME or not newcomer.lesson:
        newcomer.step()
    assert newcomer.session.reading
    assert not newcomer.table.step()
    newcomer.close()
    while newcomer.lesson:
        newcomer.close()
    assert newcomer.session.table.awaited == ME or newcomer.table.step()


def test_automatically_declined_offers_are_not_shown_as_lessons() -> None:
    newcomer = Newcomer("bohnanza", 2)
    session, table = newcomer.session, newcomer.session.table
    while newcomer.lesson != "turned over":
        newcomer.step()
    mine = {*table.hands[ME], *table.turned}
    missing = next(bean.kind for bean in session.rules.beans if bean.kind not in mine)
    offer = f"B offer A: {name_of(table.hands[1][0])}@1 for {name_of(missing)}"
    session.act(1, offer, session.version, newcomer.table.now, 1, "bot")
    assert table.offers[-1].declined >> ME & 1
    assert newcomer.lesson == "turned over"
    assert "offer" not in session.learners[ME].done


def test_an_introduction_can_be_paused_and_resumed() -> None:
    newcomer = Newcomer("bohnanza", 2)
    session = newcomer.session
    before = newcomer.lesson
    session.learn(ME, 1.0, away=True)
    assert newcomer.introduction_data["away"] is True
    assert newcomer.introduction_data["lesson"] is None
    session.learn(ME, 2.0)
    assert newcomer.lesson == before
    assert session.learn(ME, 3.0, "plant") == []  # no lesson is open: pressed twice, or done meanwhile
    assert newcomer.lesson == before


def test_an_introduction_at_any_table_does_not_affect_others() -> None:
    setup = setup_of("bohnanza", 3)
    session, _ = started_session(setup)
    assert introduction(session, ME, "en") is None
    with pytest.raises(Refused):
        session.learn(ME, 1.0, "hand")
    public_seq = session.public_seq
    session.learn(ME, 1.0)
    assert session.public_seq == public_seq
    assert introduction(session, ME, "en") is not None
    assert introduction(session, 1, "en") is None
    assert not session.reading, "bots wait only at learning tables"


def test_a_game_for_learning_is_the_last_run_through_a_small_pile() -> None:
    session = Newcomer("bohnanza", 2).session
    table = session.table
    assert table.run_outs == table.last_run_out - 1
    assert table.draw_size == introduction_to(session.rules, 3).pile
    cards = sum(len(hand) for hand in table.hands) + table.draw_size + len(table.discard)
    assert cards == sum(bean.count for bean in session.rules.beans)
    again = list(session.record().replay())  # the record begins with the position
    assert str(again[-1][0]) == str(table)


def test_several_people_at_one_table_each_learn_at_their_own_pace() -> None:
    setup = setup_of("bohnanza", 3, (2,), learning=True, start=0)
    session, _ = started_session(setup)
    session.learn(0, 1.0, "hand")
    one, other = (introduction(session, seat, "en") for seat in (0, 1))
    assert one is not None
    assert other is not None
    assert one["lesson"] != other["lesson"]


@pytest.mark.parametrize("seed", range(2, 6))
def test_an_edict_and_a_sacrifice_come_up_in_the_first_turn(seed: int) -> None:
    newcomer = Newcomer("bohnedikt", seed)
    table = newcomer.session.table
    cards = sum(len(hand) - 1 for hand in table.hands) + table.draw_size + len(table.discard)
    assert cards == sum(bean.count for bean in table.rules.beans)
    assert component_of(newcomer).size == sum(extra.count for extra in table.rules.extras) - table.players
    assert set(SACRIFICE_PAIRS[component_of(newcomer).sacrifice_cards[ME]]) <= set(table.hands[ME])
    while not {"edict", "sacrifice"} <= set(newcomer.read):
        newcomer.step()
    assert newcomer.session.table.turn == 1
    assert component_of(newcomer).edicts


def component_of(newcomer: Newcomer) -> BohnediktComponent:
    return bohnedikt_component(newcomer.session.table)


COUNTERED = """scenario: a lesson
given game: excalibohn
given players: Timon, Nina, Keno
given phase: 15
given field Timon 1: Sword
given thalers Timon: Princess
given thalers Nina: Sword
"""


def test_the_lesson_about_an_attack_tells_it_and_spares_both_players() -> None:
    record = as_record(COUNTERED)
    session, _ = play_on(record, 0, [person_seat(name, f"key of {name}") for name in record.players], 100.0)
    session.learn(ME, 100.0)
    for key in ("hand", "spell", "magic phase"):
        session.learn(ME, 100.0, key)
    session.act(ME, "A use 1 on B", session.version, 100.0, "seed")
    found = introduction(session, ME, "en")
    assert found is not None
    lesson = found["lesson"]
    assert isinstance(lesson, dict)
    assert [told["text"] for told in lesson["told"]] == [
        "Timon attacks Nina and draws a thaler: Sword. It stays, and the Sword strikes back.",
        "Nina attacks Timon and draws a thaler: Princess!",
        "Nina wins the thaler from Timon.",
    ]
    assert lesson["at"] == '[data-place="thalers-0"]'
    assert lesson["spares"] == '.seat[data-seat="1"], .seat[data-seat="0"]'
