"""Hooks of a new game: deals, options, pictures, reasons, a score with parts. Lanterns uses all of them."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import tobean
from lanterns.lighting import Lanterns, Light, lanterns_of
from tests.support.cli import Run
from tests.support.engine.tables import new_test_table
from tests.support.game_packages import install_lanterns
from tests.support.lanterns_registered import lanterns_registered
from tests.support.paths import DATA, PACKAGES, ROOT
from tests.support.server.app import finished_game, next_socket_message, open_bot_table, server_client, table_socket
from tests.support.sessions import NAMES, play_randomly, setup_of, started_session
from tobean.bots import bot_named
from tobean.bots.coach.coach import Hint, reason_for
from tobean.bots.game_loop import play_to_end
from tobean.bots.heuristics.farming import first_allowed
from tobean.bots.merchant.merchant import Merchant
from tobean.games.bohnanza.rules import RULES as BOHNANZA
from tobean.games.registry import GAMES
from tobean.i18n import LANGUAGES
from tobean.kernel.actions import Accept, Harvest, MakeOffer, Pass, Plant
from tobean.kernel.cards import KIND_OF, kind_named
from tobean.kernel.chance import chance_from
from tobean.kernel.errors import BadTable, Illegal
from tobean.kernel.notation.card_locations import FRONT, TURNED
from tobean.kernel.notation.parameters import TABLE
from tobean.kernel.observation.observation import observe
from tobean.kernel.phases.scoring import rank_players
from tobean.kernel.rules import Result
from tobean.kernel.table import Table
from tobean.pictures import table as table_svg
from tobean.pictures.drawing.art import Art
from tobean.record.position_defaults import partial_table
from tobean.record.scenarios.runner import run_scenario
from tobean.record.scenarios.scenario import parse_scenarios
from tobean.research.tokens.features import Layout
from tobean.research.tokens.grammar import Grammar
from tobean.session.page.game_summary import game_summary
from tobean.session.page.result_text import result_with_text
from tobean.session.viewer import Viewer
from tobean.session.wire import messages

GOLDEN = DATA / "golden" / "bohnanza-3.record"
RED, SOY, BLUE = kind_named("Red"), kind_named("Soy"), kind_named("Blue")


@pytest.fixture(autouse=True)
def game() -> Iterator[str]:
    with lanterns_registered() as name:
        yield name


def position(**more: str) -> Table:
    """Timon trades and has Red and Soy turned over; every hand is Red, Soy, Blue."""
    given = {
        "game": "lanterns",
        "players": "Timon, Nina, Keno",
        "turned": "Red, Soy",
        **{f"hand {name}": "Red, Soy, Blue" for name in NAMES[:3]},
        **more,
    }
    return partial_table(given, chance_from(1))[0]


def test_the_recipe_quotes_existing_code() -> None:
    recipe = (ROOT / "docs" / "new-game.md").read_text(encoding="utf-8")
    quoted = re.findall(r"```python\n# (lanterns/[\w/]+\.py)\n(.*?)```", recipe, re.S)
    assert len(quoted) > 1
    for name, code in quoted:
        assert code in (PACKAGES / name).read_text(encoding="utf-8"), code


def test_refusals_in_the_phases_of_the_kernel_cite_the_rules_of_the_game(request: pytest.FixtureRequest) -> None:
    GAMES.add(replace(BOHNANZA, name="numbered", planting_rule="X1", trading_rule="X2", due_cards_rule="X3"))
    request.addfinalizer(lambda: GAMES.remove("numbered"))
    given = {"game": "numbered", "players": "3", "hand A": "Red, Soy"}
    laid_out: list[dict[str, str]] = [{}, {"turned": "Red, Soy"}, {"turned": "Red", "phase": "3"}]
    for phase, more in enumerate(laid_out, start=1):
        table = partial_table({**given, **more}, chance_from(1))[0]
        with pytest.raises(Illegal, match=rf"\(X{phase}\)"):
            table.check(Pass(0))


def clear_field(table: Table, seat: int, field: int, row: tuple[int, ...]) -> None:
    table.fields[seat].append(())


@pytest.mark.parametrize(
    ("stated", "opens"), [({}, False), ({"opens_field": True}, True), ({"opens_field": True, "max_fields": 2}, False)]
)
def test_fields_that_no_action_buys_are_declared_once(
    stated: dict[str, Any], opens: bool, request: pytest.FixtureRequest
) -> None:
    """In this game a harvest brings a field. What it does not state is Bohnanza's, where an option does."""
    name = "clearing"
    rules = replace(BOHNANZA, name=name, options=(), anytime_rules=(), after_harvest=clear_field, **stated)
    GAMES.add(rules, "tobean.games.bohnanza")
    request.addfinalizer(lambda: GAMES.remove(name))
    steps = ("given field A 1: 3 Chili", "when A harvest 1", "then fields A: nothing / nothing / nothing")
    (scenario,) = parse_scenarios("\n".join(["scenario: A harvest", f"given game: {name}", *steps]))
    refusal = (
        "line 4: A harvest 1\n    leaves a table that cannot be: the table cannot be saved and read back: each player "
        "has 2 fields at this table (B1); a game in which players gain more says so in `opens_field` and `max_fields` "
        "of its rules"
    )
    assert run_scenario(scenario).failures == (() if opens else (refusal,))


# --- deals that the game allows ------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(6))
def test_sampled_answers_respect_the_deals_that_a_game_allows(seed: int) -> None:
    table = new_test_table("lanterns", 3 + seed % 3, seed)
    chance = chance_from(seed)
    accepted = 0
    while not table.over:
        for seat in table.may_act():
            action = table.sample_action(seat, chance)
            table.check(action)
            accepted += isinstance(action, Accept)
        table.apply(table.sample_action(table.awaited, chance))
    assert accepted


def test_a_seat_whose_only_deal_is_not_allowed_is_sampled_another_action() -> None:
    table = position(**{"hand Nina": "Red"})
    table.apply(MakeOffer(0, 1, (SOY,), (TURNED,), (RED,)))
    sampled = [table.sample_action(1, chance_from(seed)) for seed in range(60)]
    assert not [action for action in sampled if isinstance(action, Accept)]
    assert len({type(action) for action in sampled}) > 1


# --- kinds that are not traded ---------------------------------------------------------------------------------------


def test_a_forbidden_kind_is_neither_offered_nor_asked_for() -> None:
    table = position()
    table.apply(Light(0, RED))
    for action in (MakeOffer(0, TABLE, (RED,), (0,), ()), MakeOffer(1, 0, (), (), (RED,))):
        with pytest.raises(Illegal) as caught:
            table.check(action)
        assert (caught.value.rule, caught.value.args[0]) == ("L3", "Red cannot be traded now.")
        assert tobean.error_text(caught.value, (), "de") == "Rote Bohne kann jetzt nicht gehandelt werden. (L3)"
        assert first_allowed(observe(table, action.seat), [action]) is None
    table.check(MakeOffer(0, TABLE, (SOY,), (TURNED,), (BLUE,)))


def test_no_sampled_offer_names_a_forbidden_kind() -> None:
    table = position()
    table.apply(Light(0, RED))
    chance = chance_from(1)
    for small in (True, False):
        offers = [table.sample_offer(seat, chance, small) for seat in range(3) for _ in range(60)]
        assert not [offer for offer in offers if RED in (*[KIND_OF[card] for card in offer.cards], *offer.wants)]
        assert [offer for offer in offers if SOY in offer.wants]


def test_open_offers_lapse_when_their_kind_is_forbidden() -> None:
    table = position()
    table.events = []
    table.apply(MakeOffer(1, 0, (RED,), (0,), (SOY,)))
    table.apply(MakeOffer(2, 0, (BLUE,), (2,), (RED,)))
    table.apply(MakeOffer(2, 0, (BLUE,), (2,), (SOY,)))
    table.apply(Light(0, RED))
    assert [offer.number for offer in table.offers] == [3]
    assert [event["offer"] for event in table.events if event.name == "lapsed"] == [1, 2]


def test_a_table_text_has_no_offer_of_a_forbidden_kind() -> None:
    table = position()
    table.apply(MakeOffer(1, 0, (RED,), (0,), (SOY,)))
    offer = next(line for line in tobean.table_text(table).splitlines() if line.startswith("offer 1:"))
    for lit, burning in (("0 0 0", "nothing"), ("1 0 0", "Red"), ("1 0 0", "Blue")):
        text = tobean.table_text(position(lit=lit, lanterns=str(4 - int(lit[0])), burning=burning))
        text = text.replace("offers made: 0", f"offers made: 1\n{offer}")
        if burning == "Red":
            with pytest.raises(BadTable, match="offer 1: Red cannot be traded now"):
                tobean.parse_table(text)
        else:
            assert tobean.parse_table(text).offers


def test_an_offer_can_be_spelled_although_the_first_kind_is_forbidden() -> None:
    table = position(**{"turned": "Blue, Soy", "hand Nina": "Blue, Blue"})
    table.apply(Light(0, BLUE))
    grammar = Grammar("lanterns", 3)
    tokens = grammar.encode(table, MakeOffer(1, 0, (), (), (SOY,)))
    for length, token in enumerate(tokens):
        assert grammar.mask(table, 1, tokens[:length])[token]
    asking = grammar.encode(table, MakeOffer(2, 0, (SOY,), (1,), (BLUE,)))
    assert not grammar.mask(table, 2, asking[:-2])[asking[-2]]


def test_the_page_receives_forbidden_kinds() -> None:
    session, log = started_session(setup_of("lanterns", 3))
    viewer = Viewer(0, "en")
    for action in play_randomly(session, log, 2):
        seen = json.loads(messages.view(session, viewer))
        assert seen["forbidden"] == [KIND_OF[card] for card in lanterns_of(session.table).burning[-1:]]
        if isinstance(action, Light):
            return
    raise AssertionError("no lantern was lit")


# --- options -----------------------------------------------------------------------------------------------------


def test_the_component_is_made_with_the_options_of_its_table() -> None:
    assert lanterns_of(new_test_table("lanterns", 3, 1)).left == 4
    assert lanterns_of(new_test_table("lanterns", 3, 1, lanterns=2)).left == 2
    assert lanterns_of(position(options="lanterns=9")).left == 9
    assert Layout("lanterns", 3).size == Layout(BOHNANZA, 3).size


def test_pictures_of_a_component_know_the_options() -> None:
    table = new_test_table("lanterns", 3, 1, lanterns=7)
    lanterns_of(table).left = 5
    assert isinstance(observe(table, 0).component, Lanterns)
    for position in (table, observe(table, 0)):
        assert ">5/7<" in table_svg(position)


# --- pictures ----------------------------------------------------------------------------------------------------


def test_pictures_other_than_cards_reach_the_table(tmp_path: Path) -> None:
    assert 'id="tobean-sign-lantern"' in table_svg(new_test_table("lanterns", 3, 1))
    with server_client(tmp_path) as client, table_socket(client, open_bot_table(client, "lanterns")) as socket:
        address = socket.receive_json()["page"]["pictures"]["sign-lantern"]
        art = client.get(address)
    assert address.startswith("/static/games/lanterns/art.svg?")
    assert address.endswith("#sign-lantern")
    assert 'id="sign-lantern"' in art.text


def test_a_picture_of_the_same_name_does_not_replace_that_of_a_card() -> None:
    symbols = [f'<symbol id="{name}" viewBox="0 0 9 9"></symbol>' for name in ("sign-medlar", "kind-medlar")]
    assert Art(symbols, []).symbol_by_key["medlar"] == "kind-medlar"


# --- the coach ---------------------------------------------------------------------------------------------------


def test_the_coach_asks_the_game_why_to_pass() -> None:
    table = partial_table(
        {
            "game": "lanterns",
            "players": "Timon, Nina, Keno",
            "hand Timon": "Green, Red, Soy, Blue",
            "field Timon 1": "3 Green",
            "field Timon 2": "3 Stink",
            "field Timon 3": "3 Chili",
        },
        chance_from(1),
    )[0]
    table.apply(Plant(0, kind_named("Green"), FRONT, 0))
    view = observe(table, 0)
    assert Pass(0) in table.legal_actions(0)
    given = Hint(Pass(0), reason_for(view, Pass(0), chance_from(1)), "lanterns")
    assert given.sentence() == "Wait until it is dark."


# --- the merchant --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["merchant", "mendel"])
def test_merchants_do_what_the_score_rewards_in_a_game_without_a_judge(name: str) -> None:
    table = new_test_table("lanterns", 3, 3)
    play_to_end(table, [bot_named(name), bot_named("sprout"), bot_named("sprout")], chance_from(1), table.apply)
    assert lanterns_of(table).lit[0] == 4


def empty_fields_count(table: Table) -> Result:
    """Each empty field counts five."""
    parts = tuple([(len(table.thalers[seat]), 5 * table.fields[seat].count(())) for seat in range(table.players)])
    return rank_players(table, [(sum(part), seat) for seat, part in enumerate(parts)], parts)


def test_merchants_plant_and_harvest_by_the_score_too(request: pytest.FixtureRequest) -> None:
    GAMES.add(replace(BOHNANZA, name="tidy", score=empty_fields_count))
    request.addfinalizer(lambda: GAMES.remove("tidy"))
    given = {
        "players": "Timon, Nina, Keno",
        "hand Timon": "Red, Soy, Blue",
        "field Timon 1": "Red",
        "field Timon 2": "2 Blue",
        "field Timon 3": "2 Green",
    }
    chosen = []
    for name in ("bohnanza", "tidy"):
        table = partial_table({"game": name, **given}, chance_from(1))[0]
        chosen.append(Merchant().choose(observe(table, 0), table.legal_actions(0), chance_from(1)))
    assert not isinstance(chosen[0], Harvest)
    assert isinstance(chosen[1], Harvest)


# --- a result with parts -------------------------------------------------------------------------------------------


def finished() -> tobean.Game:
    """A finished random game in which lanterns were lit."""
    game = tobean.Game("lanterns", 3, seed=4, talk_limit=3)
    chance = chance_from(4)
    while not game.table.over:
        game.play(game.table.sample_action(game.table.awaited, chance))
    assert max(lanterns_of(game.table).lit) > 0
    return game


def test_a_result_shows_its_parts() -> None:
    result = Result((16, 9), (0,), (1, 2), parts=((15, 1), (11, -2)))
    assert str(result) == "A 16 (15 + 1), B 9 (11 - 2); winner A"
    assert str(Result((16, 9), (0,), (1, 2))) == "A 16, B 9; winner A"
    table = finished().table
    piles = [len(pile) for pile in table.thalers]
    assert table.result().parts == tuple(zip(piles, lanterns_of(table).lit, strict=True))
    assert table.result().thalers == tuple(map(sum, table.result().parts))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_of_a_finished_table_shows_the_parts(tmp_path: Path, language: str) -> None:
    game = finished()
    result = game.table.result()
    worded_result = result_with_text(game.table, NAMES[:3], language)
    assert worded_result["sums"] == [result.thaler_parts_text(seat) for seat in range(3)]
    assert len(result.winners) == 1
    assert result.thalers_text(result.winners[0]) in str(worded_result["text"])
    assert game_summary(game.record, language)["chart"][-1]["thalers"] == list(result.thalers)  # type: ignore[index]
    assert (
        result_with_text(tobean.parse_record(GOLDEN.read_text(encoding="utf-8")).final(), NAMES, language)["sums"] == []
    )
    with server_client(tmp_path) as client:
        table = finished_game(client, "lanterns")
        page = client.get(f"/tables/{table}/result", headers={"accept-language": language}).text
        with table_socket(client, table, f"?language={language}") as socket:
            shown = next_socket_message(socket, "update")["view"]["result"]
    assert len(shown["sums"]) == len(shown["thalers"]) == 2 or len(shown["sums"]) == 3
    for total, parts in zip(shown["thalers"], shown["sums"], strict=True):
        assert sum(map(int, parts.split(" + "))) == total
        assert f"({parts})" in page


def test_a_replay_in_the_terminal_shows_the_parts(tmp_path: Path, run: Run) -> None:
    game = finished()
    result = game.table.result()
    path = tmp_path / "lanterns.record"
    path.write_text(game.record.text(), encoding="utf-8")
    amounts = ", ".join(f"{name} {result.thalers_text(seat)}" for seat, name in enumerate(game.record.players))
    for language, thalers in (("en", "Thalers"), ("de", "Taler")):
        code, out, _ = run("replay", path, "--lang", language)
        assert code == 0
        assert f"{thalers}: {amounts}." in out
    code, out, _ = run("replay", path, "--json")
    assert json.loads(out)["result"]["parts"] == [list(parts) for parts in result.parts]


def test_a_record_holds_the_result_with_its_parts() -> None:
    game = finished()
    text = game.record.text()
    assert f"result: {game.table.result()}\n" in text
    assert tobean.parse_record(text).final().over
    with pytest.raises(tobean.BadRecord, match="the result is not what was played"):
        tobean.parse_record(text.replace("winner", "winner A,")).final()


# --- tests for all games ---------------------------------------------------------------------------------------------


@pytest.mark.long
def test_a_game_with_hooks_passes_the_conformance_tests(tmp_path: Path) -> None:
    path = [str(install_lanterns(tmp_path)), str(Path(tobean.__file__).parents[1]), str(ROOT)]
    options = ["-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-k", "lanterns and not (-4 or -5 or 4-lanterns)"]
    files = [
        "tests/games/test_conformance.py",
        "tests/kernel/observation/test_noninterference.py",
        "tests/research/tokens/test_grammar.py",
        "tests/session/test_introductions.py",
    ]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *options, *files],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(path)},
        text=True,
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert " passed" in done.stdout
