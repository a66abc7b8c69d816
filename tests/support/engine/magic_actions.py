"""Near misses for the games with magic."""

from collections.abc import Callable

from tobean.games.magic.actions import Activate, Cast, Choose, CounterAttack, Keep, PlayMagic, Use
from tobean.games.magic.spells import BEANS, FIELD, MOVE, SPELLS, SWAP, TRADE
from tobean.kernel.actions import Action, DiscardTurned
from tobean.kernel.chance import Chance
from tobean.kernel.notation.card_locations import ASIDE, TURNED
from tobean.kernel.table import Table


def some_use(table: Table, chance: Chance) -> Action:
    seat = table.active if chance.randbelow(4) else chance.randbelow(table.players)
    target = chance.randbelow(table.players + 1) - 1
    spells = tuple(chance.choice(SPELLS) for _ in range(chance.randbelow(3))) if target < 0 else ()
    return Use(seat, chance.randbelow(4), target, chance.randbelow(3) == 0, spells)


def some_cast(table: Table, chance: Chance) -> Action:
    """A spell with just the fields that its notation has."""
    seat = table.active if chance.randbelow(4) else chance.randbelow(table.players)
    spell = chance.choice(SPELLS)
    if spell == SWAP:
        return Cast(seat, spell, chance.randbelow(table.players), chance.randbelow(3))
    if spell == MOVE:
        return Cast(seat, spell, number=chance.randbelow(6), to=chance.randbelow(6))
    if spell in (FIELD, BEANS):
        field = chance.randbelow(3) if spell == BEANS else 0
        place = TURNED if chance.randbelow(2) else ASIDE
        return Cast(seat, spell, card=chance.choice(table.kinds), place=place, field=field)
    return Cast(seat, spell, without=spell == TRADE and chance.randbelow(2) == 0)


def some_answer(table: Table, chance: Chance) -> Action:
    seat = chance.randbelow(table.players)
    makers = [
        Keep(seat),
        CounterAttack(seat),
        Activate(seat, chance.choice(SPELLS)),
        Choose(seat, chance.choice(table.kinds)),
        PlayMagic(seat, chance.randbelow(6), chance.choice(SPELLS)),
        DiscardTurned(seat, chance.choice(table.kinds)),
    ]
    return makers[chance.randbelow(len(makers))]


MAGIC_ACTIONS: list[Callable[[Table, Chance], Action]] = [some_use, some_cast, some_answer]
