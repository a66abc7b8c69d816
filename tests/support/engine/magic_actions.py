"""Random near-miss actions of the games with magic."""

from collections.abc import Callable

from tobean.games.magic.actions import Activate, Cast, Choose, CounterAttack, Keep, PlayMagic, Use
from tobean.games.magic.spells.registry import CAST_SYNTAX, spells_in
from tobean.kernel.actions import Action, DiscardTurned
from tobean.kernel.chance import Chance
from tobean.kernel.notation.card_locations import ASIDE, TURNED
from tobean.kernel.table import Table


def some_use(table: Table, chance: Chance) -> Action:
    seat = table.active if chance.randbelow(4) else chance.randbelow(table.players)
    target = chance.randbelow(table.players + 1) - 1
    spells = tuple(chance.choice(spells_in(table.rules)) for _ in range(chance.randbelow(3))) if target < 0 else ()
    return Use(seat, chance.randbelow(4), target, chance.randbelow(3) == 0, spells)


def some_cast(table: Table, chance: Chance) -> Action:
    """A spell with exactly the fields of its notation."""
    seat = table.active if chance.randbelow(4) else chance.randbelow(table.players)
    spell = chance.choice(spells_in(table.rules))
    own = [form for form in CAST_SYNTAX if form.fixed.get("spell") == spell]
    forms = own if any(form.placeholders for form in own) else [*own, CAST_SYNTAX[-1]]
    form = chance.choice(forms)
    return Cast(
        seat,
        spell,
        target=chance.randbelow(table.players) if "target" in form.named else -1,
        number=chance.randbelow(6) if "number" in form.named else 0,
        to=chance.randbelow(6) if "to" in form.named else 0,
        card=chance.choice(table.kinds) if "card" in form.named else -1,
        place=chance.choice((TURNED, ASIDE)) if "place" in form.named else 0,
        field=chance.randbelow(3) if "field" in form.named else 0,
        without="without" in form.fixed,
    )


def some_answer(table: Table, chance: Chance) -> Action:
    seat = chance.randbelow(table.players)
    makers = [
        Keep(seat),
        CounterAttack(seat),
        Activate(seat, chance.choice(spells_in(table.rules))),
        Choose(seat, chance.choice(table.kinds)),
        PlayMagic(seat, chance.randbelow(6), chance.choice(spells_in(table.rules))),
        DiscardTurned(seat, chance.choice(table.kinds)),
    ]
    return makers[chance.randbelow(len(makers))]


MAGIC_ACTIONS: list[Callable[[Table, Chance], Action]] = [some_use, some_cast, some_answer]
