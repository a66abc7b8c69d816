"""The test kit: generators of tables and actions, and what must always be true of a table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

import kit_al_cabohne
import kit_bohnedikt
import kit_magic
from tobean.games import GAMES, game_named
from tobean.kernel.actions import (
    Accept,
    Action,
    BuyField,
    Call,
    Decline,
    EndTrading,
    GoOn,
    Harvest,
    MakeOffer,
    Pass,
    Plant,
    Withdraw,
)
from tobean.kernel.chance import Chance, chance_from
from tobean.kernel.places import ASIDE, TURNED, ordered
from tobean.kernel.setup import new_table
from tobean.kernel.table import Table
from tobean.kernel.values import TABLE

VARIANTS: list[tuple[str, int]] = [(name, players) for name, rules in GAMES.items() for players in rules.players]
"""Every registered game with every number of players. A new game joins by being registered."""

TALK_LIMIT = 5


def census(table: Table) -> Counter[int]:
    """All beans of the table, wherever they are."""
    cards: Counter[int] = Counter()
    for seat in range(table.players):
        for pile in (table.hands[seat], table.thalers[seat], table.aside[seat], *table.fields[seat]):
            cards.update(pile)
    for pile in (table.stack, table.discard, table.turned):
        cards.update(pile)
    if table.component is not None:
        cards.update(table.component.cards())
    for card, count in enumerate(table.bag):
        cards[card] += count
    for card in table.rules.hand_extras:
        cards[card] = 0
    return +cards


def deck_of(game: str) -> Counter[int]:
    return Counter({bean.kind: bean.count for bean in GAMES[game].beans})


def fresh(game: str, players: int, seed: int, **options: int | bool | None) -> Table:
    options.setdefault("talk_limit", TALK_LIMIT)
    return new_table(game_named(game), players, chance_from(seed), options, start=seed % players)


def walk(game: str, players: int, seed: int, **options: int | bool | None) -> Iterator[Table]:
    """The same table object after the deal and after each action of a random game, off-turn acts included."""
    table = fresh(game, players, seed, **options)
    chance = chance_from(f"walk {seed}")
    yield table
    while not table.over:
        seats = table.may_act()
        seat = chance.choice(seats) if chance.below(4) == 0 else seats[0]
        table.apply(table.sample_action(seat, chance))
        yield table


def table_in_mid_game(game: str, players: int, seed: int, **options: int | bool | None) -> Table:
    """A table after some number of random actions, not over yet."""
    length = sum(1 for _ in walk(game, players, seed, **options))
    stop = chance_from(f"stop {seed}").below(length - 1)
    for ply, table in enumerate(walk(game, players, seed, **options)):
        if ply == stop:
            return table
    raise AssertionError("unreachable")


EXTRA_ACTIONS: dict[str, list[Callable[[Table, Chance], Action]]] = {
    "al-cabohne": kit_al_cabohne.MAKERS,
    "bohnedikt": kit_bohnedikt.BOHNEDIKT_ACTIONS,
    "rabohnzel": kit_magic.MAGIC_ACTIONS,
    "excalibohn": kit_magic.MAGIC_ACTIONS,
}
"""For each game, makers of its own kinds of actions, legal or not."""


def any_action(table: Table, chance: Chance) -> Action:
    """Some action, legal or not: mostly near misses."""
    seat = chance.below(table.players)
    kind = chance.choice(table.kinds)
    field = chance.below(4)
    number = chance.below(4) + 1
    hand = table.hands[seat]
    stake: list[tuple[int, int]] = []
    for _ in range(chance.below(3)):
        place = chance.choice([TURNED, ASIDE, *range(len(hand) + 1)])
        card = hand[place] if 0 <= place < len(hand) and chance.below(4) else kind
        stake.append((card, place))
    cards, places = ordered(tuple([card for card, _ in stake]), tuple([place for _, place in stake]))
    front = hand[0] if hand and chance.below(3) else kind
    wants = tuple(sorted(chance.choice(table.kinds) for _ in range(chance.below(3))))
    makers: list[Callable[[], Action]] = [
        lambda: Plant(seat, front, 0, field),
        lambda: Plant(seat, kind, TURNED, field),
        lambda: Plant(seat, kind, ASIDE, field),
        lambda: Pass(seat),
        lambda: GoOn(seat),
        lambda: Harvest(seat, field),
        lambda: BuyField(seat),
        lambda: MakeOffer(seat, chance.below(table.players + 1) - 1, cards, places, wants, chance.below(2) * number),
        lambda: MakeOffer(seat, TABLE, cards, places, wants),
        lambda: Accept(seat, number, cards, places),
        lambda: Decline(seat, number),
        lambda: Withdraw(seat, number),
        lambda: Call(seat, wants, ()),
        lambda: EndTrading(seat),
    ]
    extra = EXTRA_ACTIONS.get(table.rules.name, [])
    pick = chance.below(len(makers) + 2 * len(extra))
    return makers[pick]() if pick < len(makers) else extra[(pick - len(makers)) // 2](table, chance)
