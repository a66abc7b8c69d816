"""A table as named entries: the vocabulary that table texts, snapshots and scenarios share.

`ENTRIES` declares how each part of the state is written and read. `entries` formats a table or an observation as an
ordered dictionary of texts; `read_entries` is the inverse.
"""

import re
from collections.abc import Callable, Iterator
from typing import Any, Final

from tobean.kernel.actions import Call, MakeOffer
from tobean.kernel.agenda import parse_step
from tobean.kernel.base.seats import SEAT_LETTERS, SPECTATOR, seat_name
from tobean.kernel.cards import cards_text, kind_named, name_of, sorted_cards
from tobean.kernel.component import Options
from tobean.kernel.errors import BadNotation, BadTable
from tobean.kernel.notation.card_locations import in_usual_order
from tobean.kernel.notation.input_limits import MAX_STEPS, is_number
from tobean.kernel.observation.observation import Observation
from tobean.kernel.state.hands import is_known_to, marked_seen_by, marked_seen_by_all, pile_of
from tobean.kernel.state.piles import MAKE_PILE
from tobean.kernel.table import Table
from tobean.kernel.trade.offers import HandFact, Offer
from tobean.record.notation import parse_action, parse_cards, parse_seat


class EntryReader:
    """Takes entries out of a copy of a dictionary; those left at the end are errors."""

    def __init__(self, texts: dict[str, str]) -> None:
        self.left = dict(texts)
        self.key = ""
        """The entry read last, to which errors refer."""

    def text(self, key: str) -> str:
        if key not in self.left:
            raise BadTable("the entry {key!r} is missing", key=key)
        self.key = key
        return self.left.pop(key)

    def number(self, key: str) -> int:
        text = self.text(key)
        if not is_number(text):
            raise BadTable("{key}: {text!r} is not a number", key=key, text=text)
        return int(text)

    def cards(self, key: str, table: Table) -> list[int]:
        try:
            cards = parse_cards(self.text(key))
        except BadNotation as error:
            raise BadTable("{key}: {reason}", key=key, reason=error) from error
        extras = table.rules.hand_extras if key.startswith("hand ") else ()
        if any(card not in table.kinds and card not in extras for card in cards):
            raise BadTable("{key}: only beans of {title} are allowed here", key=key, title=table.rules.title)
        return cards

    def series(self, word: str) -> Iterator[tuple[int, str]]:
        """Yield all entries `word 1`, `word 2`, ... with their numbers."""
        keys = sorted(
            (key for key in self.left if re.fullmatch(rf"{word} [0-9]{{1,9}}", key)),
            key=lambda key: int(key.split()[1]),
        )
        for key in keys:
            yield int(key.split()[1]), self.text(key)

    def finish(self) -> None:
        if self.left:
            raise BadTable("unknown entry {key!r}", key=next(iter(self.left)))


# --- single entries ------------------------------------------------------------------------------------------


class Entry:
    """One attribute of a table as text."""

    def __init__(self, key: str, name: str = "") -> None:
        self.key = key
        self.name = name or key

    def format_entries(self, view: Table | Observation) -> dict[str, str]:
        """Return the entries of this attribute, mostly one."""
        return {self.key: self.text(getattr(view, self.name))}

    def read(self, reader: EntryReader, table: Table) -> None:
        """Take the entries from the reader and set the attribute."""
        setattr(table, self.name, self.value(reader, self.key, table))

    def text(self, value: Any) -> str:
        return str(value)

    def value(self, reader: EntryReader, key: str, table: Table) -> Any:
        return reader.number(key)


class SeatEntry(Entry):
    """A seat, written as its letter."""

    def text(self, value: Any) -> str:
        return seat_name(value)

    def value(self, reader: EntryReader, key: str, table: Table) -> Any:
        return parse_seat(reader.text(key), SEAT_LETTERS[: table.players])


class CardsEntry(Entry):
    """Cards in order."""

    def text(self, value: Any) -> str:
        return cards_text(value)

    def value(self, reader: EntryReader, key: str, table: Table) -> Any:
        return reader.cards(key, table)


class PileEntry(CardsEntry):
    """A pile that the table keeps as a tuple."""

    def value(self, reader: EntryReader, key: str, table: Table) -> Any:
        return tuple(reader.cards(key, table))


class OriginsEntry(Entry):
    """The draw pile of each hand card, and the seats that have seen its face: `0 0 1AC 2*`."""

    def text(self, value: Any) -> str:
        return " ".join(origin_text(origin) for origin in value) or "nothing"

    def value(self, reader: EntryReader, key: str, table: Table) -> Any:
        return parse_origins(reader.text(key), key, SEAT_LETTERS[: table.players])


class RowsEntry(Entry):
    """The fields of a seat: `field A 1`, `field A 2`, ..."""

    def value(self, reader: EntryReader, key: str, table: Table) -> Any:
        rows: list[tuple[int, ...]] = []
        while f"{key} {len(rows) + 1}" in reader.left:
            rows.append(tuple(reader.cards(f"{key} {len(rows) + 1}", table)))
        return rows


class EndingEntry(Entry):
    """The reason for the end of the game, or none."""

    def text(self, value: Any) -> str:
        return value or "none"

    def value(self, reader: EntryReader, key: str, table: Table) -> Any:
        text = reader.text(key)
        return "" if text == "none" else text


class NumbersEntry(Entry):
    """A number for each seat."""

    def text(self, value: Any) -> str:
        return " ".join(str(number) for number in value)

    def value(self, reader: EntryReader, key: str, table: Table) -> Any:
        text = reader.text(key)
        words = [] if text == "nothing" else text.split()
        if not all(is_number(word) for word in words):
            raise BadTable("{key}: {text!r} must be numbers", key=key, text=text)
        return [int(word) for word in words]


class AgendaEntry(Entry):
    """The agenda, the next step first."""

    def text(self, value: Any) -> str:
        return "; ".join(repr(step) for step in reversed(value)) or "nothing"

    def value(self, reader: EntryReader, key: str, table: Table) -> Any:
        steps = reader.text(key)
        if steps.count(";") >= MAX_STEPS:
            raise BadTable("{key}: too many steps; the maximum is {most}", key=key, most=MAX_STEPS)
        return [] if steps == "nothing" else [parse_step(step) for step in reversed(steps.split(";"))]


class PerSeatEntries(Entry):
    """Entries that each seat has: `hand A`, `drawn A`, ..., `hand B`, ..."""

    def __init__(self, *parts: Entry) -> None:
        super().__init__("seats")
        self.parts = parts

    def format_entries(self, view: Table | Observation) -> dict[str, str]:
        written: dict[str, str] = {}
        for seat in range(view.players):
            for part in self.parts:
                key, value = f"{part.key} {seat_name(seat)}", getattr(view, part.name)[seat]
                if isinstance(part, RowsEntry):
                    written.update({f"{key} {number}": cards_text(row) for number, row in enumerate(value, start=1)})
                else:
                    written[key] = part.text(value)
        return written

    def read(self, reader: EntryReader, table: Table) -> None:
        for seat in range(table.players):
            for part in self.parts:
                getattr(table, part.name)[seat] = part.value(reader, f"{part.key} {seat_name(seat)}", table)


class DrawEntry(Entry):
    """The draw pile: cards in known order, and a bag; in an observation its size and the unseen cards."""

    def format_entries(self, view: Table | Observation) -> dict[str, str]:
        if isinstance(view, Observation):
            unseen = {f"unseen {pile}": counts_text(counts) for pile, counts in enumerate(view.urns)}
            return {"draw": str(view.draw_size), **unseen}
        return {"draw top": cards_text(list(reversed(view.stack))), "draw bag": counts_text(view.bag)}

    def read(self, reader: EntryReader, table: Table) -> None:
        table.stack = list(reversed(reader.cards("draw top", table)))
        for card in reader.cards("draw bag", table):
            table.bag[card] += 1
            table.bag_size += 1


class SeriesEntry(Entry):
    """A numbered series: `call 1`, `call 2`, ... Offers have their own numbers."""

    def __init__(self, key: str, name: str, text: Callable[[Any], str], parse: Callable[[int, str], Any]) -> None:
        super().__init__(key, name)
        self.item_text = text
        self.parse = parse

    def format_entries(self, view: Table | Observation) -> dict[str, str]:
        items = enumerate(getattr(view, self.name), start=1)
        return {f"{self.key} {getattr(item, 'number', number)}": self.item_text(item) for number, item in items}

    def value(self, reader: EntryReader, key: str, table: Table) -> Any:
        return tuple(self.parse(number, text) for number, text in reader.series(key))


# --- texts of single values ----------------------------------------------------------------------------------


def origin_text(origin: int) -> str:
    """Format the draw pile of a hand card and the seats that have seen its face: `0`, `1AC`, or `0*` for all seats."""
    if origin == marked_seen_by_all(origin):
        return f"{pile_of(origin)}*"
    return f"{pile_of(origin)}{''.join(seat_name(seat) for seat in range(SPECTATOR) if is_known_to(origin, seat))}"


def parse_origins(text: str, key: str, letters: str) -> list[int]:
    origins: list[int] = []
    for word in [] if text == "nothing" else text.split():
        match = re.fullmatch(rf"([0-7])(\*|[{letters}]*)", word)
        if not match:
            raise BadTable("{key}: {word!r} names no draw pile with seats of this table", key=key, word=word)
        origin = int(match[1])
        if match[2] == "*":
            origin = marked_seen_by_all(origin)
        else:
            for letter in match[2]:
                origin = marked_seen_by(origin, parse_seat(letter))
        origins.append(origin)
    return origins


def parse_offer(number: int, text: str) -> Offer:
    match = re.fullmatch(rf"(.*?)(?: \(declined by ([{SEAT_LETTERS}, ]+)\))?", text)
    action = parse_action(match[1]) if match else None
    if not match or not isinstance(action, MakeOffer):
        raise BadTable("{text!r} is not an offer", text=text)
    declined = sum(1 << parse_seat(letter) for letter in (match[2] or "").split(",") if letter.strip())
    cards, places = in_usual_order(action.cards, action.places)
    wants = sorted_cards(action.wants)
    return Offer(number, action.seat, action.to, cards, places, wants, action.answers, declined)


def parse_call(number: int, text: str) -> Call:
    call = parse_action(text)
    if not isinstance(call, Call):
        raise BadTable("{text!r} is not a call", text=text)
    return call


def hand_fact_text(fact: HandFact) -> str:
    """Format as `A 2 Red in 5`: among A's first five cards are at least two Red."""
    return f"{seat_name(fact.seat)} {fact.count} {name_of(fact.card)} in {fact.reach}"


def parse_hand_fact(number: int, text: str) -> HandFact:
    match = re.fullmatch(rf"([{SEAT_LETTERS}]) ([0-9]{{1,9}}) (\S+) in ([0-9]{{1,9}})", text)
    if not match:
        raise BadTable("{text!r} is not a proven card; write `A 2 Red in 5`", text=text)
    return HandFact(parse_seat(match[1]), kind_named(match[3]), int(match[2]), int(match[4]))


def counts_text(counts: list[int]) -> str:
    """Format a bag of cards, sorted by kind."""
    cards: list[int] = []
    for card, count in enumerate(counts):
        cards.extend([card] * count)
    return cards_text(cards)


def option_text(value: int | bool | None) -> str:
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def options_text(options: Options) -> str:
    return ", ".join(f"{name}={option_text(value)}" for name, value in options.items())


# --- the complete state --------------------------------------------------------------------------------------

ENTRIES: Final = (
    SeatEntry("start"),
    SeatEntry("active"),
    Entry("turn"),
    Entry("ply"),
    Entry("run-outs", "run_outs"),
    Entry("pile"),
    PerSeatEntries(
        CardsEntry("hand", "hands"),
        OriginsEntry("drawn", "origins"),
        RowsEntry("field", "fields"),
        PileEntry("thalers"),
        PileEntry("aside"),
    ),
    DrawEntry("draw"),
    CardsEntry("discard"),
    CardsEntry("turned"),
    Entry("deals"),
    NumbersEntry("talk"),
    Entry("offers made", "offer_count"),
    SeriesEntry("offer", "offers", str, parse_offer),
    SeriesEntry("call", "calls", repr, parse_call),
    SeriesEntry("shown", "shown", hand_fact_text, parse_hand_fact),
    AgendaEntry("next", "agenda"),
    EndingEntry("ending"),
)
"""The state of a table, in the order in which it is written; the entries of the component follow."""


def entries(view: Table | Observation) -> dict[str, str]:
    texts = {
        "game": view.rules.name,
        **({"cards": view.rules.card_set} if view.rules.card_set else {}),
        "players": str(view.players),
        "options": options_text(view.options),
    }
    for entry in ENTRIES:
        texts.update(entry.format_entries(view))
    if view.component is not None:
        texts.update(view.component.entries())
    return texts


def read_entries(reader: EntryReader, table: Table) -> None:
    """Set the state of an empty table from the entries."""
    for entry in ENTRIES:
        entry.read(reader, table)
    # An empty draw pile is not the end while the step that makes a new one is still on the agenda.
    table.no_pile = table.draw_size == 0 and MAKE_PILE not in table.agenda
    if table.component is not None:
        table.component.read(reader.left)
