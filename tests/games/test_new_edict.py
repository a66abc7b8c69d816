"""Made-up edicts in a copy of Bohnedikt: an edict is added by its object alone."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

import tobean
from tests.support.engine.tables import deck_of, near_miss_action, random_walk
from tobean.bots.game_knowledge import KNOWLEDGE_CACHE
from tobean.games import GAMES
from tobean.games.bohnedikt.component import bohnedikt_component
from tobean.games.bohnedikt.edicts.edict import EDICTS_BY_KIND, IN_TRADING, WITHOUT_EFFECT, Edict
from tobean.games.bohnedikt.edicts.registry import with_edicts
from tobean.games.bohnedikt.edicts.use import Invoke, mark_used
from tobean.games.bohnedikt.rules import RULES
from tobean.i18n.narrator import label
from tobean.kernel.actions import Action
from tobean.kernel.cards import Bean, distinct_kinds
from tobean.kernel.chance import chance_from
from tobean.kernel.errors import Illegal
from tobean.kernel.events import DISCARDED
from tobean.kernel.message_args import KindArg
from tobean.kernel.notation.card_locations import TURNED
from tobean.kernel.state.hands import lapse_broken_offers
from tobean.kernel.table import Table
from tobean.record.position_defaults import partial_table
from tobean.record.scenarios.invariants import bean_counts
from tobean.research.opponents.population import lab_bot

GAME = "more-edicts"
COPIES = 12


class FrequentEdict(Edict):
    """Edict with enough copies to be turned over in every game."""

    def bean(self) -> Bean:
        return replace(super().bean(), count=COPIES)


class NoGifts(FrequentEdict):
    """In every deal both sides give something."""

    def forbids_sizes(self, table: Table, gives: int, gets: int) -> bool:
        return gives == 0 or gets == 0

    def error(self, table: Table) -> Illegal:
        return Illegal("D5", "An edict allows no gifts.")


class Compost(FrequentEdict):
    """One turned-over card may be discarded during the trading."""

    def list_uses(self, table: Table) -> list[Action]:
        return [Invoke(table.active, self.kind, card, TURNED) for card in distinct_kinds(table.turned)]

    def check_use(self, table: Table, action: Action) -> None:
        assert isinstance(action, Invoke)
        if action.place != TURNED or action.card not in table.turned:
            raise Illegal("D5", "There is no turned-over {card} to discard.", card=KindArg(action.card))

    def use(self, table: Table, action: Action) -> None:
        assert isinstance(action, Invoke)
        mark_used(table, self.kind)
        before = table.offers
        table.turned.remove(action.card)
        table.discard.append(action.card)
        if table.events is not None:
            table.events.append(DISCARDED.of(seat=action.seat, cards=(action.card,)))
        lapse_broken_offers(table, before)


NO_GIFTS = NoGifts("X1", "Edict “No gifts”", "No gifts", "Nobody gives anything for nothing.")
COMPOST = Compost("X2", "Edict “Compost”", "Once in this phase you may discard a turned-over card", "", IN_TRADING)


@pytest.fixture(autouse=True)
def game() -> Iterator[None]:
    GAMES.add(
        with_edicts(replace(RULES, name=GAME, title="More edicts", display_order=0), (NO_GIFTS, COMPOST)),
        "tobean.games.bohnedikt",
    )
    yield
    GAMES.remove(GAME)
    KNOWLEDGE_CACHE.pop(GAME, None)
    for edict in (NO_GIFTS, COMPOST):
        EDICTS_BY_KIND[edict.kind] = WITHOUT_EFFECT


def table_of(**given: str) -> Table:
    said = {"game": GAME, "players": "3", "hand A": "Red, Soy", "hand B": "Blue", **given}
    return partial_table(said, chance_from("table"))[0]


def test_a_made_up_edict_forbids_deals() -> None:
    table = table_of(turned="X1, Blue")
    for text in ("A offer B: Red@1 for nothing", "B offer A: nothing for Soy", "B offer A: Blue@1 for nothing"):
        with pytest.raises(Illegal, match=r"no gifts\. \(D5\)"):
            table.check(tobean.parse_action(text))
    table.check(tobean.parse_action("A offer B: Red@1 for Blue"))


def test_a_made_up_edict_is_used() -> None:
    table = table_of(turned="X2, Blue")
    use = tobean.parse_action("A invoke X2: turned Blue")
    assert use in table.legal_actions(0)
    with pytest.raises(Illegal, match=r"no turned-over Green to discard"):
        table.check(tobean.parse_action("A invoke X2: turned Green"))
    table.apply(use)
    assert table.turned == [COMPOST.kind]
    with pytest.raises(Illegal, match="used already"):
        table.check(tobean.parse_action("A invoke X2: turned X2"))


def test_no_other_game_has_the_card() -> None:
    assert COMPOST.kind not in GAMES["bohnedikt"].all_kinds
    plain, more = (tobean.new_game(name, 3, seed=1) for name in ("bohnedikt", GAME))
    assert bohnedikt_component(plain).feature_names(3) == bohnedikt_component(more).feature_names(3)


def test_random_games_with_made_up_edicts() -> None:
    chance = chance_from("near misses")
    invoked = 0
    for table in random_walk(GAME, 4, 2):
        assert bean_counts(table) == deck_of(GAME)
        for seat in table.may_act():
            for action in table.legal_actions(seat):
                table.check(action)
                invoked += isinstance(action, Invoke) and action.edict == COMPOST.kind
        attempt = near_miss_action(table, chance)
        if isinstance(attempt, Invoke) and not table.over:
            try:
                table.check(attempt)
            except Illegal:
                assert attempt not in table.legal_actions(attempt.seat)
            else:
                assert attempt in table.legal_actions(attempt.seat)
    assert invoked


def test_bots_play_with_made_up_edicts_and_the_record_replays() -> None:
    """Judges and rules of thumb have a value for every edict, and so have labels of buttons."""
    bots = [lab_bot(name) for name in ("sprout-1", "merchant", "random-1")]
    match = tobean.play_match(GAME, bots, seed=3, talk_limit=2)
    record = tobean.parse_record(match.record.text())
    assert record.final().result() == match.result
    assert "invoke X2" in match.record.text()
    use = tobean.parse_action("A invoke X2: turned Blue")
    assert label(use, GAMES[GAME], ("Ada", "Ben", "Cem")) == "Use X2: Blue (turned over)"
