"""Previews of abilities, attacks and spells, for button labels."""

from collections.abc import Mapping
from typing import Any, Final

from tobean.games.magic.abilities import LARGE_FIELD
from tobean.games.magic.actions import Cast, Choose, CounterAttack, Use
from tobean.games.magic.attack import ChooseThaler, CounterAttackDecision
from tobean.games.magic.cards import MAGIC, MEAN, PLUCK, PRINCESS, SWORD, WHITE
from tobean.games.magic.component import Magic
from tobean.games.magic.spells.spell import SPELL_BY_KIND
from tobean.kernel.state.position import Position

ActionPreview = tuple[str, "Mapping[str, object]"]


def strikes_back(seen: Position) -> str:
    """Return the suffix for a Sword that must strike back (E7); empty if it may (R15)."""
    magic = seen.component
    assert isinstance(magic, Magic)
    return "" if magic.edition.counter_is_optional else ", by itself"


def use(action: Use, seen: Position) -> ActionPreview | None:
    """Describe an ability by the kind on the field (R8-R14)."""
    row = seen.fields[action.seat][action.field]
    kind, many = row[-1], len(row) >= LARGE_FIELD
    if kind == PLUCK:
        count = len(seen.hands[action.target])
        return ("use, pluck", {"count": count}) if count > 1 else ("use, pluck, only one", {})
    if kind == SWORD:
        count = len(seen.thalers[action.target])
        which = "use, attack with spell" if action.with_attack else "use, attack"
        return (which, {"count": count}) if count > 1 else (f"{which}, only one", {})
    if kind == MEAN:
        return "use, mean", {}
    if kind == WHITE:
        return "use, white, many" if many else "use, white", {}
    return ("use, magic", {}) if kind == MAGIC else None


CHOSEN: Final = {PRINCESS: "princess", SWORD: "sword", PLUCK: "pluck", MAGIC: "magic"}


def choose(action: Choose, seen: Position) -> ActionPreview | None:
    """Say what the chosen thaler brings (R15)."""
    step = seen.agenda[-1]
    if not isinstance(step, ChooseThaler):
        return None
    what = CHOSEN.get(action.card, "nothing")
    return f"choose, {what}" + (strikes_back(seen) if what == "sword" else ""), {"other": step.target}


def counter(action: CounterAttack, seen: Position) -> ActionPreview | None:
    step = seen.agenda[-1]
    return ("counterattack, on", {"other": step.target}) if isinstance(step, CounterAttackDecision) else None


def cast(action: Cast, seen: Position) -> ActionPreview | None:
    return SPELL_BY_KIND[action.spell].preview(action, seen)


PREVIEW_BUILDERS: Final[dict[str, Any]] = {
    "use": use,
    "choose": choose,
    "counterattack": counter,
    "cast": cast,
}

PREVIEW_TEXTS: Final = {
    "use, pluck": "Pluck from {target} with field {field}: take the last of {count} hand cards",
    "use, pluck, only one": "Pluck from {target} with field {field}: take the only hand card",
    "use, attack": "Attack {target} with field {field}: draw one of {count} thalers; a Princess is yours",
    "use, attack, only one": "Attack {target} with field {field}: draw the only thaler; a Princess is yours",
    "use, attack with spell": (
        "Attack {target} with field {field} and the attack spell: draw two of {count} thalers and choose which counts"
    ),
    "use, attack with spell, only one": (
        "Attack {target} with field {field} and the attack spell: draw the only thaler; a Princess is yours"
    ),
    "use, mean": "Be mean with field {field}: all others turn over a thaler, and all but the highest are lost",
    "use, white": "Draw a card with field {field}",
    "use, white, many": "Draw a card with field {field}, and plant it if you like",
    "use, magic": "Activate {spells} with field {field}",
    "harvest, with spell": "Harvest field {field}: {row:label} for {thalers:thalers} and a spell card",
    "harvest, paid, closing": (
        "Harvest field {field}: {row:label} for {thalers:thalers}; you are back to two fields then"
    ),
    "harvest, with spell, closing": (
        "Harvest field {field}: {row:label} for {thalers:thalers} and a spell card; you are back to two fields then"
    ),
    "keep: place card": "Keep it at the back of your hand",
    "keep: place card, drawn": "Keep it at the back of your hand",
    "keep: place card, attack": "Keep it at the back of your hand",
    "keep: lay spell": "Lay it down face down",
    "choose, princess": "Let the {card} count: the thaler is yours",
    "choose, sword": "Let the {card} count: {other} may strike back",
    "choose, sword, by itself": "Let the {card} count: {other} strikes back",
    "choose, pluck": "Let the {card} count: {other} takes your last hand card",
    "choose, magic": "Let the {card} count: you may activate a spell",
    "choose, nothing": "Let the {card} count: nothing happens",
    "counterattack, on": "Strike back at {other}: draw a thaler; a Princess is yours",
    "go on: magic": "End the magic phase",
    "go on: window": "Go on without",
    "go on: start of trading": "Begin the trading",
    "go on: after the draw": "End your turn",
    "go on: card flow": "End the card flow",
    "go on: card flow, empty hand": "End the card flow",
    "pass: counter-attack": "Do not strike back",
    "pass: activate one": "Activate none",
    "pass: plant enchanted, caster": "Plant nothing",
}
