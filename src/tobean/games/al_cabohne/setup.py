"""Setup of Al Cabohne: hands, then a card for every boss (A3, A16, A1)."""

from typing import Final

from tobean.games.al_cabohne.events import BOSS_TOOK
from tobean.games.al_cabohne.mafia import NO_BOSS, collecting_boss, first_empty, give_to_boss, is_solo, mafia_of
from tobean.kernel.errors import BadDeck
from tobean.kernel.events import DEALT_HAND
from tobean.kernel.phases.turn import START_TURN
from tobean.kernel.state.hands import add_drawn_card
from tobean.kernel.state.piles import draw_card
from tobean.kernel.table import Table

SOLO_HAND: Final = 7


def deal_hands_and_bosses(table: Table) -> None:
    """Deal five cards each, seven solo, seat by seat from the starting player; then feed the bosses (A3, A16).

    All fields are empty and there are no leftovers, so the first turn begins with planting from the hand (A3).
    """
    size = SOLO_HAND if is_solo(table) else table.rules.hand_size
    if table.draw_size <= size * table.players:
        raise BadDeck(
            "a deck of {count} cards is too small: each player is dealt {size} cards", count=table.draw_size, size=size
        )
    for step in range(table.players):
        seat = (table.start + step) % table.players
        for _ in range(size):
            add_drawn_card(table, seat, draw_card(table))
        if table.events is not None:
            hand = tuple(table.hands[seat])
            table.events.append(DEALT_HAND.of(seat=seat, cards=hand, cards_for=1 << seat))
    feed_bosses(table)
    table.agenda.append(START_TURN)


def feed_bosses(table: Table) -> None:
    """Deal until every boss has a card: to the collector of its kind, else to the first empty one (A1, A3, A16)."""
    mafia = mafia_of(table)
    while True:
        empty = first_empty(mafia)
        if empty == NO_BOSS:
            return
        if table.draw_size < 2:
            raise BadDeck(
                "this deck is too small: every boss needs a kind of his own, and one card must be left to draw"
            )
        card = draw_card(table)
        boss = collecting_boss(mafia, card)
        if boss == NO_BOSS:
            boss = empty
        if table.events is not None:
            table.events.append(BOSS_TOOK.of(boss=boss, cards=(card,)))
        give_to_boss(table, boss, [card])
