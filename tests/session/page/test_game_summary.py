"""After the game: the result explained, the story, the replay, and playing on from a position."""

import json

import pytest

import tobean
from tests.support.engine.tables import VARIANTS
from tests.support.sessions import NAMES, Driver
from tobean.games.magic.cards import ATTACK, FIELD, HAND, TRADE
from tobean.games.magic.component import magic_of
from tobean.games.magic.spell_card import SpellCard
from tobean.i18n import LANGUAGES, game_messages_of
from tobean.i18n.narrator import narrator_of
from tobean.kernel.chance import chance_from
from tobean.record.position_entries import entries as table_entries
from tobean.record.record import Game, Record, parse_record
from tobean.session import Refused, Session, Viewer, bot_seat, person_seat
from tobean.session.page.game_summary import game_summary
from tobean.session.page.result_text import result_with_text
from tobean.session.replay import Replay, play_on
from tobean.session.wire.messages import encode, update

every_variant = pytest.mark.parametrize(("game", "players"), VARIANTS)


def recorded(game: str, players: int, seed: int = 2, most: int = 10_000) -> Record:
    played = Game(game, NAMES[:players], seed, talk_limit=4)
    chance = chance_from(f"recorded {seed}")
    while not played.table.over and most:
        most -= 1
        played.play(played.table.sample_action(played.table.awaited, chance))
    return parse_record(played.record.text())


@every_variant
def test_the_story_of_a_game(game: str, players: int) -> None:
    record = recorded(game, players)
    final = record.final()
    for language in LANGUAGES:
        summary = json.loads(json.dumps(game_summary(record, language)))
        assert summary["result"]["thalers"] == [len(pile) for pile in final.thalers]
        assert summary["chart"][-1]["thalers"] == summary["result"]["thalers"]
        assert [point["turn"] for point in summary["chart"]] == list(range(1, final.turn + 1))
        given = sum(sum(tally["given"].values()) for tally in summary["tallies"])
        assert given == sum(sum(tally["got"].values()) for tally in summary["tallies"])
        assert given == sum(len(deal["gives"]) + len(deal["gets"]) for deal in summary["deals"])
        assert sum(tally["deals"] for tally in summary["tallies"]) == 2 * len(summary["deals"])
        assert summary["result"]["text"].endswith(".")
        assert summary["result"]["rule"]
        for deal in summary["deals"]:
            assert NAMES[deal["other"]] in deal["text"]


def test_an_unfinished_game_has_a_story_without_result() -> None:
    summary = game_summary(recorded("bohnanza", 3, most=40), "en")
    assert summary["result"] is None
    assert summary["plies"] == 40


def over(game: str, players: int, thalers: list[int]) -> tobean.Table:
    table = tobean.new_game(game, players, seed=1, start=0)
    table.agenda.clear()
    table.thalers = [(table.kinds[0],) * count for count in thalers]
    return table


@pytest.mark.parametrize("game", ["bohnanza", "bohnedikt"])
def test_a_tie_is_explained(game: str) -> None:
    table = over(game, 3, [9, 4, 5])
    assert result_with_text(table, NAMES, "en")["text"] == "Timon wins with the most thalers: 9."
    table = over(game, 3, [5, 5, 4])
    found = result_with_text(table, NAMES, "en")
    assert (found["winners"], found["rule"]) == ((1,), "B9")
    assert found["text"] == (
        "Timon and Nina have 5 thalers each. In a tie the player furthest from the starting player, clockwise, wins. "
        "Timon started, so Nina wins."
    )
    german = str(result_with_text(table, NAMES, "de")["text"])
    assert german.startswith("Timon und Nina haben je 5 Taler. Bei Gleichstand gewinnt, wer")
    assert german.endswith("Timon hat begonnen, also gewinnt Nina.")


@pytest.mark.parametrize(
    ("count", "sentences"),
    [
        (0, {"en": "wins with 0 thalers:", "de": "gewinnt mit 0 Talern:", "fr": "gagne avec 0 thaler"}),
        (1, {"en": "wins with 1 thaler:", "de": "gewinnt mit 1 Taler:", "fr": "gagne avec 1 thaler"}),
        (2, {"en": "wins with 2 thalers:", "de": "gewinnt mit 2 Talern:", "fr": "gagne avec 2 thalers"}),
    ],
)
def test_the_unit_of_a_result_agrees_with_its_number(count: int, sentences: dict[str, str]) -> None:
    for language, part in sentences.items():
        narrator = narrator_of(tobean.GAMES["al-cabohne"], language)
        outcome = narrator.messages.outcomes["rival"]
        assert outcome.counted == "rivals"
        assert (
            part in narrator.plural_text(outcome.singular, outcome.text, count).format(rival="Max", rivals=count) + " "
        )


@pytest.mark.parametrize(("game", "rule"), [("rabohnzel", "R4"), ("excalibohn", "E4")])
def test_a_tie_among_wizards_is_explained(game: str, rule: str) -> None:
    table = over(game, 3, [5, 5, 5])
    magic = magic_of(table)
    magic.spells = [(SpellCard(HAND, False, 1, False),), (SpellCard(TRADE, False, 2, False),), ()]
    found = result_with_text(table, NAMES, "en")
    assert (
        game_messages_of(table.rules).win_reason(table, table.result()).outcome,
        found["winners"],
        found["rule"],
    ) == (
        "spells",
        (0,),
        rule,
    )
    assert "the values of their spell cards decide: Timon 9, Nina 3, Keno 0. Timon wins." in str(found["text"])
    magic.spells = [(SpellCard(ATTACK, False, 1, False),), (SpellCard(FIELD, False, 2, False),), ()]
    assert str(result_with_text(table, NAMES, "en")["text"]).endswith(
        "Timon 1, Nina 1, Keno 0. Timon and Nina share the win."
    )
    assert str(result_with_text(table, NAMES, "de")["text"]).endswith("Timon und Nina gewinnen gemeinsam.")


def test_the_mafia_may_win() -> None:
    table = over("al-cabohne", 2, [5, 5])
    assert "share the win" in str(result_with_text(table, NAMES, "en")["text"])
    table = over("al-cabohne", 2, [0, 0])
    found = result_with_text(table, NAMES, "en")
    assert (found["rule"], found["winners"]) == ("A15", ())
    assert str(found["text"]).endswith("To be level with the mafia is not enough, so the mafia wins.")
    table = over("al-cabohne", 1, [0])
    found = result_with_text(table, NAMES, "de")
    assert (found["rule"], found["winners"]) == ("A19", ())
    assert str(found["text"]).startswith("Die Mafia hat 0 Taler (doppelt gezählt), Timon ebenso viele.")
    table = over("al-cabohne", 1, [3])
    assert "counted double" in str(result_with_text(table, NAMES, "en")["text"])


@pytest.mark.long
@every_variant
def test_a_replay_shows_every_position(game: str, players: int) -> None:
    record = recorded(game, players)
    replay = Replay(record)
    frames = [json.loads(encode(frame)) for frame in replay.frames(Viewer(None, "en", open=True))]
    assert len(frames) == replay.plies + 1
    assert frames[-1]["view"]["result"]["thalers"] == [len(pile) for pile in record.final().thalers]
    for frame, (table, action, events) in zip(frames, record.replay(), strict=True):
        assert [seat["hand"] for seat in frame["view"]["seats"]] == table.hands
        assert len(frame["events"]) == len(events)
        assert frame["seat"] == (None if action is None else action.seat)
    own = [json.loads(encode(frame)) for frame in replay.frames(Viewer(0, "de"), 3, 9)]
    assert [frame["ply"] for frame in own] == list(range(3, 10))
    if players > 1:
        assert own[0]["view"]["seats"][1]["hand"].count(-1) > 2
    marks = replay.marks()
    assert {mark["mark"] for mark in marks} >= {"turn", "harvest", "end"}
    hello = json.loads(encode(replay.hello(Viewer(None, "en", open=True))))
    assert (hello["plies"], len(hello["table"]["seats"])) == (replay.plies, players)


def test_a_replay_shows_a_seat_only_its_observations() -> None:
    record = recorded("bohnedikt", 3)
    for ply, session in enumerate(Replay(record).sessions()):
        if ply % 40 == 0:
            seen = json.loads(update(session, Viewer(1)))["view"]
            frame = next(iter(Replay(record).frames(Viewer(1), ply, ply)))
            assert json.loads(encode(frame))["view"] == seen


def test_no_cards_are_shown_before_the_end() -> None:
    record = recorded("bohnanza", 3)
    session, _ = play_on(record, 10, [person_seat(name, name) for name in NAMES[:3]], 1.0)
    with pytest.raises(Refused):
        update(session, Viewer(None, open=True))


@pytest.mark.long
@pytest.mark.parametrize(("game", "players"), [(name, rules.players[0]) for name, rules in tobean.GAMES.items()])
def test_playing_on_from_a_position(game: str, players: int) -> None:
    record = recorded(game, players, 3)
    ply = len(record.moves) // 2
    seats = [bot_seat(name, "sprout") for name in ("Max", "Mia", "Tom", "Zoe", "Kim")[:players]]
    session, log = play_on(record, ply, seats, 50.0, tempo=0)
    there = next(table for number, (table, _, _) in enumerate(record.replay()) if number == ply)
    assert table_entries(session.table) == table_entries(there)
    driver = Driver(session, log)
    driver.until_people()
    assert session.state == "over"
    assert Session.resume(driver.log).record().text() == session.record().text()
    parse_record(session.record().text()).final()
    with pytest.raises(Refused, match="over"):
        play_on(record, len(record.moves), seats, 50.0)
    with pytest.raises(tobean.BadRecord):
        play_on(record, len(record.moves) + 1, seats, 50.0)
    if players > 1:
        with pytest.raises(tobean.BadInput):
            play_on(record, 1, seats[:-1], 50.0)


def test_a_record_with_other_cards_is_played_on() -> None:
    deck = [tobean.kind_named(name) for name in ("Red", "Blue", "Soy", "Garden", "Chili")] * 12
    played = Game("bohnanza", NAMES[:3], 1, deck=deck, talk_limit=2)
    chance = chance_from("deck")
    for _ in range(20):
        played.play(played.table.sample_action(played.table.awaited, chance))
    session, log = play_on(played.record, 12, [bot_seat(name, "miser") for name in NAMES[:3]], 1.0, tempo=0)
    Driver(session, log).until_people()
    assert session.state == "over"
    assert parse_record(session.record().text()).deck == played.record.deck


def test_a_damaged_record_is_named_by_its_line() -> None:
    text = recorded("bohnanza", 3, most=30).text().replace("\n5 ", "\n5 A harvest 3\n5 ", 1)
    with pytest.raises(tobean.BadRecord, match="line"):
        Replay(parse_record(text))
