"""A spell of one game only: made up here and added to a copy of Rabohnzel (docs/new-game.md, "A spell")."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

import tobean
from tests.support.engine.tables import apply_checked
from tests.support.paths import ROOT
from tobean.bots import bot_named
from tobean.bots.game_knowledge import KNOWLEDGE_CACHE
from tobean.bots.game_loop import play_to_end
from tobean.games.magic.actions import Activate, Cast
from tobean.games.magic.component import Magic, magic_of, new_magic
from tobean.games.magic.messages import with_spells
from tobean.games.magic.spells.anytime_spell import AnytimeSpell
from tobean.games.magic.spells.registry import CAST_SYNTAX, SPELL_NUMBER, SPELL_VALUES, SpellParameter
from tobean.games.magic.spells.spell import SPELL_BY_KIND, Spell, kinds_of
from tobean.games.rabohnzel import messages
from tobean.games.rabohnzel.rules import EDITION, SPELLS
from tobean.games.rabohnzel.rules import RULES as RABOHNZEL
from tobean.games.registry import GAMES
from tobean.i18n.narrator import narrator_of
from tobean.kernel.actions import Action
from tobean.kernel.chance import chance_from
from tobean.kernel.component import Component, Options
from tobean.kernel.errors import BadNotation, Illegal
from tobean.kernel.events import DISCARDED
from tobean.kernel.message_args import SeatArg
from tobean.kernel.state.hands import remove_from_hand
from tobean.kernel.table import Table
from tobean.record.position_defaults import partial_table
from tobean.record.scenarios.invariants import bean_counts
from tobean.record.scenarios.runner import run_scenario
from tobean.record.scenarios.scenario import parse_scenarios
from tobean.research.tokens.grammar import Grammar
from tobean.session.page.card_list import card_sections
from tobean.session.page.catalogue import catalogue

GAME = "blighted-rabohnzel"
NAME = "Blight"
NAMES = ("Timon", "Nina", "Keno")
REST_OF_TURN = (
    "turn over 2", "start of trading", "trading", "plant due by magic", "before the draw", "draw phase",
    "after the draw", "end of magic", "next player",
)  # fmt: skip


class BlightSpell(AnytimeSpell):
    """Makes another player discard the front card of the hand."""

    def __init__(self) -> None:
        super().__init__(
            NAME,
            11,
            "R16",
            "At any time in your turn: another player discards the front card of the hand.",
            labels={"cast blight": "Use the {spell} on {target}"},
            previews={"cast, blight": "Use the {spell}: {target} discards the front card"},
        )
        self.add_syntax("cast Blight {target:other}")

    def check(self, table: Table, magic: Magic, action: Cast) -> None:
        target = action.target
        if not 0 <= target < table.players or target == action.seat or not table.hands[target]:
            raise Illegal("R16", "{seat} has no hand card to take.", seat=SeatArg(max(target, 0)))

    def add_casts(self, table: Table, magic: Magic, seat: int, actions: list[Action]) -> None:
        for target in range(table.players):
            if target != seat and table.hands[target]:
                actions.append(Cast(seat, self.kind, target))

    def cast(self, table: Table, magic: Magic, action: Cast) -> None:
        card = remove_from_hand(table, action.target, 0)
        table.discard.append(card)
        if table.events is not None:
            table.events.append(DISCARDED.of(seat=action.target, cards=(card,)))


class SwapTopsSpell(AnytimeSpell):
    """Swaps the top cards of two fields whatever their kinds, which a field of one kind does not allow (K3)."""

    def __init__(self) -> None:
        super().__init__("Swap-tops", 12, "R16", "Swap the top cards of your first two fields.")
        self.add_syntax("cast Swap-tops")

    def cast(self, table: Table, magic: Magic, action: Cast) -> None:
        (*lower, one), (*others, other) = table.fields[action.seat]
        table.fields[action.seat] = [(*lower, other), (*others, one)]


class LoseSpell(AnytimeSpell):
    """Takes the front card of the hand out of the game."""

    def __init__(self) -> None:
        super().__init__("Lose", 13, "R16", "The front card of your hand vanishes.")
        self.add_syntax("cast Lose")

    def cast(self, table: Table, magic: Magic, action: Cast) -> None:
        remove_from_hand(table, action.seat, 0)


def make_magic(spell: int, players: int, options: Options) -> Component:
    return new_magic(replace(EDITION, spells=(*EDITION.spells, spell)), players)


@contextmanager
def game_with(spell: Spell, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Register the spell together with its game for a while: other tests list all spells and games."""
    spells = (*SPELLS, spell)
    rules = replace(
        RABOHNZEL,
        name=GAME,
        title="Blighted Rabohnzel",
        display_order=0,
        component=partial(make_magic, spell.kind),
        extras=tuple(each.card() for each in spells),
    )
    monkeypatch.setattr(messages, "MESSAGES", with_spells(messages.MESSAGES, [spell]))
    GAMES.add(rules, "tobean.games.rabohnzel")
    try:
        yield
    finally:
        GAMES.remove(GAME)
        KNOWLEDGE_CACHE.pop(GAME, None)
        del SPELL_BY_KIND[spell.kind], SPELL_VALUES[spell.kind]
        CAST_SYNTAX[:] = [form for form in CAST_SYNTAX if form.fixed.get("spell") != spell.kind]
        SPELL_NUMBER.maximum = len(SPELL_VALUES)


@pytest.fixture
def blight(monkeypatch: pytest.MonkeyPatch) -> Iterator[Spell]:
    spell = BlightSpell()
    with game_with(spell, monkeypatch):
        yield spell


def given_with(spell: Spell) -> dict[str, str]:
    """Timon has the spell, active in the magic phase."""
    return {
        "game": GAME,
        "players": "Timon, Nina, Keno",
        "phase": "15",
        "hand Timon": "White, Sword",
        "hand Nina": "Cape, Sword",
        "hand Keno": "White, White",
        "field Timon 1": "2 Cape",
        "field Timon 2": "2 Sword",
        "spells Timon": f"{spell.name} up",
    }


def position(spell: Spell, **more: str) -> Table:
    return partial_table({**given_with(spell), **more}, chance_from(1))[0]


def test_the_recipe_quotes_the_spell() -> None:
    recipe = (ROOT / "docs" / "new-game.md").read_text(encoding="utf-8")
    (code,) = re.findall(r"```python\n# tests/games/test_own_spell.py\n(.*?)```", recipe, re.S)
    assert code in Path(__file__).read_text(encoding="utf-8")


def test_random_players_use_the_spell(blight: Spell) -> None:
    uses = 0
    for seed in range(6):
        table = tobean.new_game(GAME, 3 + seed % 3, seed=seed, talk_limit=3)
        chance = chance_from(seed)
        while not table.over:
            action = table.sample_action(table.may_act()[0], chance)
            if isinstance(action, Cast) and action.spell == blight.kind:
                uses += 1
                apply_checked(table, action, bean_counts(table))
            else:
                table.apply(action)
        everywhere = [card.spell for cards in magic_of(table).spells for card in cards] + list(magic_of(table).pile)
        assert sorted(everywhere) == sorted(kinds_of((*SPELLS, blight)))
    assert uses


@pytest.mark.parametrize(
    ("make", "use", "reason"),
    [
        (
            SwapTopsSpell,
            "Timon cast Swap-tops",
            "the table cannot be saved and read back: a field holds beans of one kind (K3), but for an enchanted first "
            "card (R23)",
        ),
        (LoseSpell, "Timon cast Lose", "the number of White cards on the table was 14 and is 13"),
    ],
)
def test_a_scenario_finds_a_spell_that_breaks_an_invariant(
    make: Callable[[], Spell], use: str, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    spell = make()
    with game_with(spell, monkeypatch):
        lines = [f"given {key}: {value}" for key, value in given_with(spell).items()]
        (scenario,) = parse_scenarios("\n".join(["scenario: A use", *lines, f"when {use}", "then phase: 15"]))
        failures = run_scenario(scenario).failures
        assert failures == (f"line {len(lines) + 2}: {use}\n    leaves a table that cannot be: {reason}",)
        table = partial_table(given_with(spell), chance_from(1))[0]
        with pytest.raises(AssertionError, match=re.escape(reason)):
            apply_checked(table, tobean.parse_action(use, NAMES), bean_counts(table))


def test_effect_of_the_spell(blight: Spell) -> None:
    table = position(blight)
    before = tobean.observe(table, 0)
    action = tobean.parse_action("A cast Blight B")
    assert action == Cast(0, blight.kind, 1)
    assert repr(action) == "A cast Blight B"
    assert action in table.legal_actions(0)
    narrator = narrator_of(table.rules, "en")
    assert narrator.action_text(action, NAMES) == "Use the Blight spell on Nina"
    assert narrator.messages.cards[blight.kind].text == blight.text
    table.apply(action)
    assert len(table.hands[1]) == len(before.hands[1]) - 1
    assert not magic_of(table).is_up(0, blight.kind)
    with pytest.raises(Illegal, match="not active"):
        table.apply(action)


@pytest.mark.long
@pytest.mark.parametrize("name", ["random", "miser", "sprout", "merchant", "mendel", "sage"])
def test_bots_play_with_the_spell(blight: Spell, name: str) -> None:
    """They choose where it is active and where it could be activated, and play on."""
    bot = bot_named(name)
    given = {**given_with(blight), "spells Timon": NAME, "next": "; ".join(["lay spell A 1", "magic", *REST_OF_TURN])}
    activating = partial_table(given, chance_from(1))[0]
    for table in (position(blight), activating):
        actions = table.legal_actions(0)
        assert any(isinstance(action, (Activate, Cast)) and action.spell == blight.kind for action in actions)
        assert bot.choose(tobean.observe(table, 0), actions, chance_from(2)) in actions
    table = tobean.new_game(GAME, 3, seed=4, talk_limit=2)
    is_fast = name != "sage"
    play_to_end(
        table,
        [bot_named(name) for _ in range(3)],
        chance_from(5),
        until=None if is_fast else lambda seen: seen.turn >= 2,
    )
    assert table.over == is_fast


@pytest.mark.parametrize("game", ["rabohnzel", "excalibohn"])
def test_other_games_do_not_have_the_spell(blight: Spell, game: str) -> None:
    rules, own = GAMES[game], GAMES[GAME]
    assert blight.kind not in [extra.kind for extra in rules.extras]
    assert blight.kind not in SpellParameter("spell").choices(rules)
    assert blight.kind in SpellParameter("spell").choices(own)
    assert not any(NAME in token for token in Grammar(rules, 3).vocabulary.names)
    assert any(NAME in token for token in Grammar(own, 3).vocabulary.names)
    assert NAME.encode() not in bytes(catalogue(rules, 3, "en"))
    assert NAME.encode() in bytes(catalogue(own, 3, "en"))
    assert not any(NAME in card.name for section in card_sections(rules, "en") for card in section.cards)
    assert any(NAME in card.name for section in card_sections(own, "en") for card in section.cards)
    table = tobean.new_game(game, 3, seed=1)
    magic = magic_of(table)
    assert blight.kind not in magic.edition.spells
    assert not any(NAME in name for name in magic.feature_names(3))
    with pytest.raises(BadNotation, match="unknown spell 'Blight'; known: Attack, [^B]*Pile, Beans, [^B]*$"):
        position(blight, game=game)
    with pytest.raises(Illegal, match="not active"):
        table.apply(Cast(table.active, blight.kind, 1))
