"""The coach: hints with reasons, and reviews of whole games."""

import json
from collections.abc import Mapping
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.support.engine.tables import VARIANTS, table_in_mid_game
from tobean import new_game
from tobean.bots import bot_named
from tobean.bots.base import ALL_PEOPLE
from tobean.bots.coach.coach import MIN_CLEAR_GAIN, Hint, amount, harvest_reason, hint, thalers
from tobean.bots.coach.reason import Reason
from tobean.bots.coach.review import MAX_MISSED, MIN_LEAD, MIN_LOSS, review
from tobean.bots.coach.review_data import MAX_HIGHLIGHTS, MIN_GAIN, ReviewMoment, highlights
from tobean.bots.coach.review_text import WHOLE_GAME, moments, review_sections, signed_thalers
from tobean.bots.game_knowledge import judge_for
from tobean.bots.game_loop import play_until
from tobean.bots.mendel.value_net import NETS
from tobean.bots.merchant.parameters import DEFAULT_PARAMETERS
from tobean.cli.main import cli
from tobean.games.bohnedikt.sacrifice_phases import DropSacrifice
from tobean.i18n import LANGUAGES
from tobean.i18n.card_names import renamed_kinds_of
from tobean.kernel.actions import Accept, EndTrading, MakeOffer, Pass
from tobean.kernel.cards import kind_named
from tobean.kernel.chance import chance_from
from tobean.kernel.observation.determinize import determinize
from tobean.kernel.observation.observation import observe
from tobean.kernel.table import Table
from tobean.record.notation import parse_action
from tobean.record.position_defaults import partial_table
from tobean.record.record import Game, Record, parse_record
from tobean.research.opponents.population import lab_bot


@pytest.mark.parametrize(("game", "players"), VARIANTS)
def test_a_hint_is_legal_has_a_reason_and_uses_no_secrets(game: str, players: int) -> None:
    for seed in range(1):
        table = table_in_mid_game(game, players, seed + players)
        for seat in range(players):
            view, actions = observe(table, seat), table.legal_actions(seat)
            given = hint(view, actions, chance_from(seed))
            other = determinize(view, "other")
            again = hint(observe(other, seat), other.legal_actions(seat), chance_from(seed))
            assert (given is None) == (again is None)
            if given is None or again is None:
                assert table.awaited != seat
                continue
            assert repr(given.action) == repr(again.action)
            assert given.reason == again.reason
            table.clone().apply(given.action)
            for language in LANGUAGES:
                text = given.sentence(["Timon", "Nina", "Keno", "Eiko", "Ole"], language)
                assert text.endswith(".")
                assert "{" not in text


def test_the_reason_of_an_offer_states_its_gain() -> None:
    game = Game("bohnanza", 4, "coach", talk_limit=6)
    bots = [bot_named("merchant") for _ in range(4)]
    collected: list[Reason] = []
    for _ in range(60):
        seat = game.table.awaited
        given = hint(observe(game.table, seat), game.table.legal_actions(seat), chance_from(1))
        assert given is not None
        if isinstance(given.action, MakeOffer):
            collected.append(given.reason)
        game.play(bots[seat].choose(observe(game.table, seat), game.table.legal_actions(seat), chance_from(1)))
    assert collected
    assert all(reason.own > 0.0 and reason.name in ("offer", "give", "ask", "experience") for reason in collected)


@pytest.mark.parametrize(("game", "players"), [("bohnanza", 3), ("bohnedikt", 3), ("al-cabohne", 1)])
def test_a_hint_is_the_choice_of_mendel_or_of_the_merchant_without_a_net(
    game: str, players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    collected = {True: 0, False: 0}
    for learned in (True, False):
        if not learned:
            monkeypatch.setitem(NETS, f"{game} {players}", None)
        adviser = lab_bot("keen" if learned else "merchant")
        table = table_in_mid_game(game, players, 4)
        while collected[learned] < 12 and not table.over:
            seat = table.awaited
            view, actions = observe(table, seat), table.legal_actions(seat)
            given = hint(view, actions, chance_from(1))
            assert given is not None
            adviser.opponents = ALL_PEOPLE  # type: ignore[attr-defined]
            assert given.action == adviser.choose(view, actions, chance_from(1))
            collected[learned] += len(actions) > 1
            table.apply(given.action)
    assert min(collected.values()) == 12


@pytest.mark.long
def test_a_hint_says_if_only_experience_supports_a_deal() -> None:
    game = Game("bohnanza", 4, "experience", talk_limit=6)
    bots = [lab_bot("keen") for _ in range(4)]
    while not game.table.over:
        seat = game.table.awaited
        view, actions = observe(game.table, seat), game.table.legal_actions(seat)
        given = hint(view, actions, chance_from(1))
        assert given is not None
        if given.reason.name == "experience":
            assert isinstance(given.action, (Accept, MakeOffer))
            assert given.reason.own >= MIN_CLEAR_GAIN
            assert "Taler" in given.sentence((), "de")
            return
        game.play(bots[seat].choose(view, actions, chance_from(1)))
    raise AssertionError("the merchant liked every deal")


def test_figures_are_rounded_for_reading() -> None:
    assert [amount(value, "en") for value in (2.0, -1.96, 0.54, 0.0)] == ["2", "2", "0.5", "0"]
    assert [thalers(value, "en") for value in (2.0, 1.02, 0.5)] == ["2 thalers", "1 thaler", "0.5 thalers"]
    assert [thalers(value, "de") for value in (2.0, 1.02, 0.5)] == ["2 Taler", "einen Taler", "0,5 Taler"]
    assert [thalers(value, "fr") for value in (2.0, 1.4, 0.5, 0)] == [
        "2 thalers",
        "1,4 thaler",
        "0,5 thaler",
        "0 thaler",
    ]
    assert [signed_thalers(value, "fr") for value in (-1.98, 1.4)] == ["\N{MINUS SIGN}2 thalers", "+1,4 thaler"]
    assert [signed_thalers(value, "en") for value in (1.0, 1.4)] == ["+1 thaler", "+1.4 thalers"]


@pytest.mark.parametrize(
    ("fields", "name", "english"),
    [
        (("2 Red", "6 Blue", "3 Stink"), "harvest other grows", "Blue is worth more if it goes on growing"),
        (("3 Red", "Blue", "Stink"), "harvest protected", "a single bean may not be harvested"),
        (("3 Red", "2 Blue", "2 Stink"), "harvest for card", "Garden needs the field"),
        (("3 Red", "", "2 Stink"), "harvest", "the field is needed"),
    ],
)
def test_a_harvest_that_looks_wrong_is_explained(fields: tuple[str, ...], name: str, english: str) -> None:
    """The Red field is harvested although a Garden has to be planted."""
    said = {"players": "Timon, Nina, Keno", "turned": "Garden, Red", "hand A": "Chili"}
    said |= {f"field A {number + 1}": row for number, row in enumerate(fields) if row}
    view = observe(partial_table(said, chance_from("harvest"))[0], 0)
    judge = judge_for(view, DEFAULT_PARAMETERS)
    reason = harvest_reason(view, judge, 0, judge.pay(0, judge.rows(0)[0]), (kind_named("Red"),))
    assert reason.name == name
    assert english in Hint(EndTrading(0), reason, "bohnanza").sentence()
    assert "{" not in Hint(EndTrading(0), reason, "bohnanza").sentence((), "de")


def test_feeding_the_mafia_and_harvesting_have_their_own_reasons() -> None:
    table = new_game("al-cabohne", players=1, seed="reasons")
    collected: dict[str, list[Reason]] = {}
    while not table.over:
        given = hint(observe(table, 0), table.legal_actions(0), chance_from(1))
        assert given is not None
        collected.setdefault(type(given.action).__name__, []).append(given.reason)
        table.apply(given.action)
    assert {reason.name for reason in collected["Feed"]} <= {"feed", "as good as any"}
    assert {reason.name for reason in collected["Harvest"]} <= {"harvest now", "as good as any"}
    assert {reason.name for reason in collected["Plant"]} == {"plant matching now", "plant new now", "as good as any"}
    assert all(
        (reason.own > 0.0) == (reason.name != "as good as any") for reasons in collected.values() for reason in reasons
    )


@pytest.mark.long
def test_a_forced_action_is_not_called_a_gain() -> None:
    table = table_in_mid_game("bohnedikt", 3, 1)
    collected: list[Reason] = []
    for _ in range(400):
        if table.over:
            break
        given = hint(observe(table, table.awaited), table.legal_actions(table.awaited), chance_from(1))
        assert given is not None
        if isinstance(given.action, DropSacrifice):
            collected.append(given.reason)
        table.apply(given.action)
    assert collected
    assert {reason.name for reason in collected} == {"has to be"}


OWN_NAMES = {"game": "bohnanza", "beans": {"Blue": {"name": "Sky", "name_de": "Himmelbohne"}}}


def test_hints_use_the_names_of_a_custom_card_set() -> None:
    game = played_game("bohnanza", 3, ["merchant", "sprout", "sprout"], 9, cards=OWN_NAMES)
    found = review(parse_record(game.record.text()))
    for language, own, usual in (("en", "Sky", "Blue"), ("de", "Himmelbohne", "Blaue")):
        text = " ".join(sentence for _, lines in review_sections(found, language) for sentence, _ in lines)
        assert own in text
        assert usual not in text
    blue = Hint(Pass(0), Reason("pass", cards=(kind_named("Blue"),)), "bohnanza")
    assert "Sky" in blue.sentence((), "en", renamed_kinds_of(game.table.rules, "en"))
    assert "Blue" in blue.sentence((), "en")


def played_game(
    game: str, players: int, bots: list[str], turns: int, cards: Mapping[str, object] | None = None
) -> Game:
    found = Game(game, players, "review", cards=cards, talk_limit=5)
    play_until(found.table, [bot_named(name) for name in bots], chance_from("review"), found.play, turns)
    return found


def test_a_review_of_merchants_and_a_miser(tmp_path: Path) -> None:
    game = played_game("bohnanza", 3, ["merchant", "merchant", "miser"], 12)
    found = review(game.record)
    assert found.deals
    assert all(2 not in (deal.seat, deal.partner) for deal in found.deals)
    balance = found.balance()
    assert balance[0] > 0.0
    assert balance[2] == 0.0
    assert 1 <= len(found.missed_deals) <= MAX_MISSED
    assert all(min(deal.own, deal.other) >= MIN_LEAD for deal in found.missed_deals)
    assert any(2 in (deal.seat, deal.partner) for deal in found.missed_deals)
    assert len({deal.turn for deal in found.missed_deals}) == len(found.missed_deals)
    assert all(miss.loss >= MIN_LOSS for miss in found.missed_harvests)


@pytest.mark.parametrize("game", ["rabohnzel", "bohnedikt", "al-cabohne"])
def test_a_review_of_the_other_games(game: str) -> None:
    players = 2 if game == "al-cabohne" else 3
    found = review(played_game(game, players, ["sprout"] * players, 8).record)
    assert len(found.missed_deals) <= MAX_MISSED
    assert len(found.missed_harvests) <= MAX_MISSED


def test_a_review_judges_with_mendel_or_with_the_merchant_without_a_net(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A deal that mostly helps the other side is a gain for the merchant, and none for a bot that plays to win."""
    record = played_game("bohnanza", 3, ["merchant", "merchant", "merchant"], 12).record
    learned = review(record)
    monkeypatch.setitem(NETS, "bohnanza 3", None)
    plain = review(record)
    assert [deal.ply for deal in learned.deals] == [deal.ply for deal in plain.deals]
    assert all(deal.own > 0.0 and deal.other > 0.0 for deal in plain.deals)
    assert learned.balance() != plain.balance()
    assert sum(learned.balance()) < sum(plain.balance())


def test_the_review_command_prints_text_and_json(tmp_path: Path) -> None:
    path = tmp_path / "game.record"
    path.write_text(played_game("bohnanza", 3, ["merchant", "sprout", "sprout"], 9).record.text())
    runner = CliRunner()
    english = runner.invoke(cli, ["review", str(path)])
    german = runner.invoke(cli, ["review", str(path), "--lang", "de"])
    data = runner.invoke(cli, ["review", str(path), "--json"])
    assert english.output.startswith("Deals\n")
    assert german.output.startswith("Handel\n")
    assert "Player A" in english.output
    collected = json.loads(data.output)
    assert len(collected["deals"]) == len(review(parse_record(path.read_text())).deals)
    assert {"turn", "seat", "partner", "cards", "gets", "own", "other", "ply"} == set(collected["deals"][0])


# --- moments -----------------------------------------------------------------------------------------------

GAMES = ["bohnanza", "rabohnzel", "excalibohn", "bohnedikt", "al-cabohne"]


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_every_seat_has_moments_to_retry(game: str) -> None:
    players = 2 if game == "al-cabohne" else 3
    record = played_game(game, players, ["sprout"] * players, 8).record
    found = review(record)
    collected = moments(found, "en")
    assert {moment.seat for moment in collected} == set(range(players))
    assert [moment.ply for moment in collected] == sorted(moment.ply for moment in collected)
    for moment in collected:
        assert 0 <= moment.retry <= moment.ply < len(record.moves)
        table = table_at(record, moment.retry)
        assert table.legal_actions(moment.seat) or table.may_talk(moment.seat), moment
        assert bool(moment.better) == (moment.gain <= -MIN_GAIN), moment
        assert not moment.do or moment.better, moment
        if moment.do:
            table.set_talk_limit(-1)
            better = parse_action(moment.do, "ABC")
            assert better.seat == moment.seat
            table.check(better)
            assert moment.parts == better.parts()
    assert any(moment.do for moment in collected)
    for language in LANGUAGES:
        for moment in moments(found, language):
            for sentence in (moment.text, moment.own_text):
                assert sentence.endswith(".")
                assert "{" not in sentence + moment.better + moment.amount
    german = " ".join(f"{moment.text} {moment.better}" for moment in moments(found, "de"))
    assert not [word for word in ("gave", "Better", "chose", "ended") if word in german]


def table_at(record: Record, ply: int) -> Table:
    for number, (table, _, _) in enumerate(record.replay()):
        if number == ply:
            return table.clone()
    raise AssertionError(ply)


def test_a_deal_is_a_moment_for_both_sides_with_alternatives() -> None:
    record = played_game("bohnanza", 3, ["merchant", "merchant", "sprout"], 12).record
    found = review(record)
    collected = moments(found, "en")
    assert found.deals
    for deal in found.deals:
        ply = deal.ply - found.first_ply
        sides = {moment.seat: moment for moment in collected if moment.ply == ply}
        assert set(sides) == {deal.seat, deal.partner}
        assert (sides[deal.seat].gain, sides[deal.partner].gain) == (deal.own, deal.other)
        offered, accepted = record.moves[sides[deal.seat].retry].action, record.moves[sides[deal.partner].retry].action
        assert isinstance(offered, MakeOffer)
        assert offered.seat == deal.seat
        assert isinstance(accepted, Accept)
        assert accepted.seat == deal.partner
        own_text = sides[deal.seat].own_text
        assert ("and got" in own_text) == bool(deal.cards and deal.gets)
        assert own_text.startswith("You gave" if deal.cards else "You got")


def moment_with_gain(gain: float) -> ReviewMoment:
    return ReviewMoment(0, 1, 0, 0, gain, "", "", "", "")


@pytest.mark.parametrize(
    ("gains", "best", "worst"),
    [
        ([], [], []),
        ([0.0, 0.01, -0.01], [], []),
        ([0.5], [0.5], []),
        ([-0.4, 0.5, -0.9], [0.5], [-0.9, -0.4]),
        ([0.1, 0.4, 0.3, 0.2, -0.1, -0.4, -0.3, -0.2], [0.4, 0.3, 0.2], [-0.4, -0.3, -0.2]),
    ],
)
def test_highlights_are_the_best_and_the_worst_moments(
    gains: list[float], best: list[float], worst: list[float]
) -> None:
    found = highlights([moment_with_gain(gain) for gain in gains])
    assert tuple([moment.gain for moment in side] for side in found) == (best, worst)
    assert max(len(side) for side in found) <= MAX_HIGHLIGHTS


def test_a_lasting_mistake_is_reported_once_per_turn() -> None:
    """A field that should be harvested counts as a miss at every action until it is harvested."""
    found = review(played_game("al-cabohne", 1, ["sprout"], 3).record)
    assert found.choices
    keys = [(choice.seat, choice.turn, choice.lead > 0) for choice in found.choices]
    assert len(keys) == len(set(keys))


def test_a_broken_record(tmp_path: Path) -> None:
    path = tmp_path / "game.record"
    path.write_text("tobean record 1\ngame: bohnanza\n")
    result = CliRunner().invoke(cli, ["review", str(path)])
    assert result.exit_code != 0
    assert "game.record" in str(result.exception)


def test_missed_harvests_are_found_in_al_cabohne() -> None:
    """The review reports no mistakes of `mendel`, because it would choose the same actions."""
    careless = review(played_game("al-cabohne", 1, ["sprout"], 3).record)
    assert careless.missed_harvests
    assert all(miss.loss >= MIN_LOSS for miss in careless.missed_harvests)
    assert review(played_game("al-cabohne", 1, ["mendel"], 3).record).missed_harvests == []


def test_every_line_of_a_review_has_a_position() -> None:
    game = played_game("bohnanza", 3, ["merchant", "sprout", "sprout"], 9)
    record = parse_record(game.record.text())
    deals, missed, harvests = (lines for _, lines in review_sections(review(record), "en"))
    done = [move.action for move in record.moves]
    assert deals[:-1]
    assert all(isinstance(done[ply], Accept) for _, ply in deals[:-1])
    assert deals[-1][1] == WHOLE_GAME
    assert all(isinstance(done[ply], EndTrading) for _, ply in missed if ply != WHOLE_GAME)
    assert all(ply == WHOLE_GAME or done[ply] for _, ply in harvests)
