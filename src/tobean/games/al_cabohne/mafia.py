"""The Bean Mafia: a scripted player whose fields are its bosses (A1, A2)."""

import re
from collections.abc import Mapping
from typing import Final, final

from tobean.games.al_cabohne.cards import BOSSES
from tobean.games.al_cabohne.events import BOSS_HARVESTED, BROUGHT_BACK
from tobean.kernel.cards import cards_text, name_of
from tobean.kernel.component import Component, Options
from tobean.kernel.errors import BadInput, BadTable
from tobean.kernel.notation.card_parser import parse_cards
from tobean.kernel.state.component_layout import LaidOutCards
from tobean.kernel.state.harvest import row_payout
from tobean.kernel.state.position import Row
from tobean.kernel.table import Table

THRESHOLDS: Final = (3, 2, 1)
"""The thalers at which each boss harvests (A1)."""
NO_BOSS: Final = -1
NO_KIND: Final = -1
PRICE: Final = 4
MAX_FIELDS: Final = 3
"""The price of a third field, once a game, and the resulting maximum (A13)."""
CARDS_REVEALED: Final = 3
"""Number of cards of the draw pile that are revealed in a turn (A7)."""


@final
class Mafia(Component):
    """The mafia's cards: a row before each boss, one pile of thalers, and the thalers laid aside for fields (A13)."""

    ATTRIBUTES = ("kinds", "rows", "thalers", "laid_aside")

    def __init__(
        self,
        kinds: tuple[int, ...],
        rows: list[Row],
        thalers: tuple[int, ...] = (),
        laid_aside: tuple[int, ...] = (),
    ) -> None:
        self.kinds = kinds
        self.rows = rows
        self.thalers = thalers
        self.laid_aside = laid_aside

    def copy(self) -> Component:
        return Mafia(self.kinds, self.rows.copy(), self.thalers, self.laid_aside)

    def entries(self) -> dict[str, str]:
        entries = {f"boss {BOSSES[boss]}": cards_text(self.rows[boss]) for boss in range(len(self.rows))}
        entries["mafia thalers"] = cards_text(self.thalers)
        entries["laid aside"] = cards_text(self.laid_aside)
        return entries

    def read(self, entries: dict[str, str]) -> None:
        self.rows = [tuple(self.read_cards(entries, f"boss {BOSSES[boss]}")) for boss in range(len(self.rows))]
        self.thalers = tuple(self.read_cards(entries, "mafia thalers"))
        self.laid_aside = tuple(self.read_cards(entries, "laid aside"))

    def read_cards(self, entries: dict[str, str], key: str) -> list[int]:
        if key not in entries:
            raise BadInput("the entry {key!r} is missing", key=key)
        try:
            cards = parse_cards(entries.pop(key))
        except BadInput as error:
            raise BadInput("{key}: {reason}", key=key, reason=error) from error
        for card in cards:
            if card not in self.kinds:
                raise BadInput("{key}: only beans of the game are allowed here", key=key)
        return cards

    def implied_piles(self, given_entries: Mapping[str, str], run_outs: str) -> dict[str, str]:
        """Lay aside the thalers for third fields, unless a run-out has brought them back (A13)."""
        bought = sum(re.fullmatch(rf"field [A-Z] {MAX_FIELDS}", key) is not None for key in given_entries)
        return {} if run_outs != "0" or len(self.rows) > 2 else {"laid aside": f"{PRICE * bought} any"}

    def card_layout(self, options: Options) -> list[LaidOutCards]:
        bosses = [
            LaidOutCards(tuple(row), label=BOSSES[boss], picture=f"boss-{BOSSES[boss].lower()}")
            for boss, row in enumerate(self.rows)
        ]
        return [*bosses, LaidOutCards((), label=str(len(self.thalers)), picture="thaler")]

    def piles(self) -> tuple[str, ...]:
        return tuple(self.entries())

    def unordered_piles(self) -> tuple[str, ...]:
        return ("mafia thalers", "laid aside")

    def cards(self) -> list[int]:
        cards = list(self.thalers + self.laid_aside)
        for row in self.rows:
            cards.extend(row)
        return cards

    def features(self, seat: int) -> list[int]:
        counts: list[int] = []
        for row in self.rows:
            cards = len(row)
            planted = row[cards - 1] if cards else NO_KIND  # a row has one kind (K3)
            for kind in self.kinds:
                counts.append(cards if kind == planted else 0)
        counts.append(len(self.thalers))
        counts.append(len(self.laid_aside))
        return counts

    def visible_features(self, seat: int) -> list[int]:
        return self.features(seat)  # the mafia has no secrets

    def feature_names(self, players: int) -> list[str]:
        bosses = BOSSES[: len(self.rows)]
        return [*[f"{boss}: {name_of(kind)}" for boss in bosses for kind in self.kinds], "mafia thalers", "laid aside"]

    def check(self, table: Table) -> None:
        """Check the rows (K3, A2), the revealed cards (A4, A7, A9), the third fields (A13) and the thresholds (A1)."""
        for rows in (*table.fields, self.rows):
            tops = [row[-1] for row in rows if row]
            if len(set(tops)) < len(tops):
                raise BadTable("nobody grows one kind on two fields (A2)")
            for row in rows:
                if len(set(row)) > 1:
                    raise BadTable("a field holds beans of one kind (K3)")
        if table.turned and table.phase and table.phase not in ((4,) if table.players == 1 else (1, 5, 6)):
            raise BadTable("turned: cards lie revealed only until they are planted, or left over for phase 1 (A4, A9)")
        if len(set(table.turned)) > CARDS_REVEALED:
            raise BadTable(
                "turned: at most {most} kinds lie revealed: cards that join are of a kind that lies there (A7)",
                most=CARDS_REVEALED,
            )
        self.check_bought(table)
        for boss in range(len(self.rows)):
            if at_threshold(table, boss, self.rows[boss]):
                raise BadTable(
                    "{boss} harvests as soon as the row is worth {thalers} thalers (A1)",
                    boss=BOSSES[boss],
                    thalers=THRESHOLDS[boss],
                )

    def check_bought(self, table: Table) -> None:
        """Check the third fields and the thalers laid aside for them (A13)."""
        bought = 0 if table.players == 1 else sum(len(rows) == MAX_FIELDS for rows in table.fields)
        others = [rows for seat, rows in enumerate(table.fields) if seat != table.active]
        if table.turn == 1 and bought and any(len(rows) == MAX_FIELDS for rows in others):
            raise BadTable("turn: in turn 1 only the active player can have bought a third field (A13)")
        if len(self.laid_aside) % PRICE or len(self.laid_aside) > PRICE * bought:
            raise BadTable("laid aside: {price} thalers for each third field that was bought (A13)", price=PRICE)
        if not table.run_outs and len(self.laid_aside) < PRICE * bought:
            raise BadTable(
                "laid aside: the {price} thalers for each third field lie there until the next draw pile is made (A13)",
                price=PRICE,
            )


def mafia_of(table: Table) -> Mafia:
    component = table.component
    assert isinstance(component, Mafia)
    return component


def is_solo(table: Table) -> bool:
    return table.players == 1


# --- queries -----------------------------------------------------------------------------------------------


def collecting_boss(mafia: Mafia, card: int) -> int:
    """Return the boss that collects this kind, or NO_BOSS."""
    for boss in range(len(mafia.rows)):
        row = mafia.rows[boss]
        if row and row[len(row) - 1] == card:
            return boss
    return NO_BOSS


def accepts(mafia: Mafia, boss: int, card: int) -> bool:
    """Whether the boss takes this card: his own kind or, if he is empty, one that no other boss collects (A2, A9)."""
    collector = collecting_boss(mafia, card)
    return collector == boss or (collector == NO_BOSS and not mafia.rows[boss])


def first_empty(mafia: Mafia) -> int:
    """Return the first boss without a card, or NO_BOSS."""
    for boss in range(len(mafia.rows)):
        if not mafia.rows[boss]:
            return boss
    return NO_BOSS


def must_feed(table: Table, seat: int) -> bool:
    """Whether a boss is empty while the hand has a kind that no boss collects (A10)."""
    mafia = mafia_of(table)
    if first_empty(mafia) == NO_BOSS:
        return False
    return any(collecting_boss(mafia, card) == NO_BOSS for card in table.hands[seat])


def taxed_field(table: Table, seat: int, boss: int) -> int:
    """Return the field of this seat with the kind that the boss collects, or -1 (A5)."""
    row = mafia_of(table).rows[boss]
    if row:
        fields = table.fields[seat]
        for field in range(len(fields)):
            if fields[field] and fields[field][0] == row[0]:
                return field
    return -1


# --- the mafia's actions -----------------------------------------------------------------------------------


def at_threshold(table: Table, boss: int, row: Row) -> bool:
    """Whether the row is worth the boss's threshold (A1)."""
    return bool(row) and row_payout(table, row) >= THRESHOLDS[boss]


def give_to_boss(table: Table, boss: int, cards: list[int]) -> None:
    """Give cards of one kind to a boss, all together; he harvests at once if they reach his threshold (A1)."""
    mafia = mafia_of(table)
    mafia.rows[boss] = mafia.rows[boss] + tuple(cards)
    if at_threshold(table, boss, mafia.rows[boss]):
        harvest_boss(table, boss)


def harvest_boss(table: Table, boss: int) -> None:
    """Harvest the boss's row: it earns the mafia what it would earn a player; the other cards are discarded (A1)."""
    mafia = mafia_of(table)
    row = mafia.rows[boss]
    thalers = row_payout(table, row)
    discarded = len(row) - thalers
    mafia.thalers = mafia.thalers + row[discarded:]
    table.discard.extend(row[:discarded])
    mafia.rows[boss] = ()
    if table.events is not None:
        table.events.append(BOSS_HARVESTED.of(boss=boss, thalers=thalers, cards=row))


def return_laid_aside(table: Table) -> None:
    """Put the thalers laid aside into the next draw pile (A13, K11)."""
    mafia = mafia_of(table)
    if mafia.laid_aside:
        table.discard.extend(mafia.laid_aside)
        if table.events is not None:
            table.events.append(BROUGHT_BACK.of(cards=mafia.laid_aside))
        mafia.laid_aside = ()
