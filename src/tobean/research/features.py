"""What a seat sees as a fixed number of small numbers, computed from its observation alone.

One byte a number, so that a table can be written into a shared array without a copy: counts, flags, and one-hot
vectors where numbers would have no order. Everything counts from the observing seat. `Layout` says where what stands;
docs/research/features.md lists it. The parts are put together in this order: most of them are known beforehand or
occur again and again, and compiled code joins bytes far quicker than it writes them one by one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from mypy_extensions import i64

from tobean.games import game_named
from tobean.kernel.bounds import MOST_OFFERS, MOST_TALK
from tobean.kernel.cards import HIDDEN, KIND_OF, NAMES, pay_tables
from tobean.kernel.errors import BadInput
from tobean.kernel.setup import check_players
from tobean.kernel.values import TABLE, KindValue, SeatValue
from tobean.view.observation import Observation

if TYPE_CHECKING:
    from tobean.kernel.rules import Rules
    from tobean.kernel.steps import Step

VERSION: Final = 1
"""Of the encoding: another number, other slices."""
POSITIONS: Final = 16
"""So many hand positions are shown one by one; all cards of the hand are counted."""
OFFERS: Final = 16
"""So many open offers are shown at most, the oldest first, as the grammar numbers them."""
STEP_VALUES: Final = 4
"""So many values of the open decision are shown."""
SEAT_NUMBERS: Final = 7
TABLE_NUMBERS: Final = 7
MOST: Final = 255
NO_INDEX: Final = -1


MOST_KNOWN: Final = 10_000
"""So many parts are kept for the next time."""


def one_hot(number: int, size: int) -> bytes:
    """A 1 at this place, else 0."""
    return bytes(number) + b"\1" + bytes(size - number - 1)


def cut(number: i64) -> i64:
    """A number that may be too large for a byte."""
    return number if number < MOST else MOST


class UnknownVersion(BadInput):
    """An encoding of a version that is not known here."""


@final
class Slice:
    """A named part of the features."""

    def __init__(self, name: str, start: int, size: int, most: int, about: str) -> None:
        self.name = name
        self.start = start
        self.size = size
        self.most = most
        """A sensible number by which to divide; what is larger is possible."""
        self.about = about

    @property
    def stop(self) -> int:
        return self.start + self.size

    def __repr__(self) -> str:
        return f"<Slice {self.name}: {self.start} to {self.stop - 1}>"


@final
class Layout:
    """Where the features of a game with so many players stand, and how they are written."""

    def __init__(self, game: str | Rules, players: int, talk_limit: int | None = None, version: int = VERSION) -> None:
        if version != VERSION:
            raise UnknownVersion(
                "features of version {version} are not known here: this is {here}", version=version, here=VERSION
            )
        rules = game_named(game) if isinstance(game, str) else game
        check_players(rules, players)
        self.rules = rules
        self.players = players
        self.version = version
        self.kinds = rules.all_kinds
        """The kinds of cards, in the order in which they are counted: beans first."""
        self.beans = len(
            dict.fromkeys([bean.kind for bean in rules.beans] + [KIND_OF[bean.kind] for bean in rules.beans])
        )
        """How many of them are beans, or what beans are asked for as."""
        self.index: list[int] = [NO_INDEX] * len(NAMES)
        for number, kind in enumerate(self.kinds):
            self.index[kind] = number
        self.pays = pay_tables(rules.beans)
        self.fields = rules.room_for_fields
        self.piles = rules.last_run_out[rules.players.index(players)] + 1
        self.offers = players * min(MOST_OFFERS, MOST_TALK if talk_limit is None else talk_limit) if players > 1 else 0
        self.offers = min(OFFERS, self.offers)
        self.steps: dict[str, int] = {}
        for step in rules.turn_of(players):
            if step.waits:
                self.steps.setdefault(step.NAME, len(self.steps))
        for kind_of_step in rules.interludes:
            self.steps.setdefault(kind_of_step.NAME, len(self.steps))
        component = None if rules.component is None else rules.component(players)
        self.own_names: list[str] = [] if component is None else component.number_names(players)
        self.slices: list[Slice] = []
        self.size = 0
        self.lay_out()
        self.prepare()

    def lay_out(self) -> None:
        beans = self.beans
        self.seats = self.size
        for step in range(self.players):
            whose = "own" if step == 0 else f"seat +{step}"
            for field in range(self.fields):
                self.add(
                    f"{whose} field {field + 1}",
                    beans + 2,
                    8,
                    "cards of each kind; 1 if the field is there; what it pays",
                )
            self.add(f"{whose} aside", beans, 4, "cards set aside, of each kind")
            self.add(f"{whose} hand", beans, 4, "cards in the hand that the observer knows, of each kind")
            self.add(f"{whose} shown", beans, 4, "cards that offers have proven to be in the hand, of each kind")
            self.add(f"{whose} calls", 2 * beans, 1, "kinds called out this turn: had, then wanted")
            self.add(
                f"{whose} numbers",
                SEAT_NUMBERS,
                10,
                "hand cards, thalers, fields, offers and calls this turn; active, awaited, started",
            )
        self.seat_size = (self.size - self.seats) // self.players
        self.hand = self.add(
            "hand", POSITIONS * len(self.kinds), 1, f"the kind at each of the first {POSITIONS} positions, one-hot"
        )
        self.turned = self.add("turned", beans, 2, "cards turned over, of each kind")
        self.discard = self.add("discard", beans, 10, "cards of the discard pile, of each kind")
        self.top = self.add("top of discard", beans, 1, "one-hot")
        self.urns = self.add(
            "urns",
            self.piles * beans,
            10,
            "cards not seen, of each kind: from the present draw pile, the one before, ...",
        )
        self.table = self.add(
            "table",
            TABLE_NUMBERS,
            50,
            "draw pile, run-outs, piles made, turn, deals this turn, open offers; 1 if the observer may talk",
        )
        self.decision = self.add(
            "decision", len(self.steps), 1, "what is decided now, one-hot: " + ", ".join(self.steps)
        )
        self.values = self.add(
            "decision values", STEP_VALUES, 10, "1 + the seat, kind or number in each value of that decision"
        )
        self.offer = self.size
        self.offer_size = 1 + 2 * self.players + 1 + 2 * beans + self.players
        for number in range(self.offers):
            self.add(
                f"offer {number + 1}",
                self.offer_size,
                1,
                "1 if it is there; from whom; to all or to whom; given and wanted cards of each kind; who has declined",
            )
        self.own = self.add("game", len(self.own_names), 1, "; ".join(self.own_names) or "nothing")

    def prepare(self) -> None:
        """Make the parts that occur again and again."""
        beans, kinds, players = self.beans, len(self.kinds), self.players
        self.bean_kinds = self.kinds[:beans]
        self.zeros = [0] * beans
        self.none = bytes(beans)
        self.not_called = bytes(2 * beans)
        self.missing_fields = [bytes(count * (beans + 2)) for count in range(self.fields + 1)]
        self.missing_urns = [bytes(count * beans) for count in range(self.piles + 1)]
        self.one_hot = [one_hot(number, kinds) for number in range(kinds)]
        self.one_bean = [one_hot(number, beans) for number in range(beans)]
        self.missing_cards = [bytes(count * kinds) for count in range(POSITIONS + 1)]
        self.decisions = {name: one_hot(number, len(self.steps)) for name, number in self.steps.items()}
        self.no_decision = bytes(len(self.steps))
        self.no_values = bytes(STEP_VALUES)
        self.offer_heads = [
            [b"\1" + one_hot(giver, players) + one_hot(to, players + 1) for to in range(players + 1)]
            for giver in range(players)
        ]
        """By the giver and, to all being 0, by 1 + the addressee, both counted from the observer."""
        self.sets_of_seats = [bytes([bits >> seat & 1 for seat in range(players)]) for bits in range(1 << players)]
        self.missing_offers = [bytes(count * self.offer_size) for count in range(self.offers + 1)]
        self.nothing_own = bytes(len(self.own_names))
        self.known_counts: dict[tuple[int, ...], bytes] = {}
        self.known_rows: dict[tuple[int, ...], bytes] = {}
        self.known_flags: dict[int, bytes] = {}

    def add(self, name: str, size: int, most: int, about: str) -> int:
        start = self.size
        self.slices.append(Slice(name, start, size, most, about))
        self.size += size
        return start

    def __repr__(self) -> str:
        return f"<Layout of {self.rules.title} for {self.players}: {self.size} features, version {self.version}>"

    def __getitem__(self, name: str) -> Slice:
        for found in self.slices:
            if found.name == name:
                return found
        raise KeyError(name)

    def scale(self) -> bytes:
        """For each feature a sensible number by which to divide it."""
        return b"".join([bytes([found.most]) * found.size for found in self.slices])

    # --- writing -----------------------------------------------------------------------------------------------

    def dense(self, view: Observation) -> bytearray:
        """All features of what a seat sees."""
        return bytearray(self.joined(view))

    def sparse(self, view: Observation) -> dict[int, int]:
        """The features that are not 0, by their place."""
        return {place: number for place, number in enumerate(self.joined(view)) if number}

    def write(self, view: Observation, out: bytearray, at: int) -> None:
        """Write all features into an array of bytes, from this place on."""
        out[at : at + self.size] = self.joined(view)

    def joined(self, view: Observation) -> bytes:
        """All features, not to be changed."""
        if view.players != self.players or view.rules.name != self.rules.name:
            raise BadInput(
                "these features are of {game} with {players} players", game=self.rules.title, players=self.players
            )
        if view.seat >= self.players:
            raise BadInput("features are those of a seat; a bystander has none")
        parts: list[bytes] = []
        for step in range(self.players):
            self.add_seat(view, (view.seat + step) % self.players, parts)
        self.add_hand(view.hands[view.seat], parts)
        parts.append(self.count(view.turned))
        parts.append(self.count(view.discard))
        parts.append(self.one_bean[self.index[view.discard[-1]]] if view.discard else self.none)
        self.add_urns(view.urns, parts)
        parts.append(self.table_numbers(view))
        self.add_decision(view, parts)
        self.add_offers(view, parts)
        if self.own_names:
            component = view.component
            own = self.nothing_own if component is None else bytes([cut(n) for n in component.numbers(view.seat)])
            parts.append(own)
        return b"".join(parts)

    def add_seat(self, view: Observation, seat: int, parts: list[bytes]) -> None:
        """What lies before a seat, and what is known of it."""
        rows = view.fields[seat]
        for row in rows:
            parts.append(self.row(row))
        parts.append(self.missing_fields[self.fields - len(rows)])
        parts.append(self.counted(view.aside[seat]))
        parts.append(self.count(view.hands[seat]))
        parts.append(self.shown(view, seat) if view.shown else self.none)
        parts.append(self.called(view, seat) if view.calls else self.not_called)
        # Seven bytes fit into a machine number, which is written in one go.
        numbers: i64 = cut(len(view.hands[seat]))
        numbers |= cut(len(view.thalers[seat])) << 8
        numbers |= len(rows) << 16
        numbers |= cut(view.talk[seat]) << 24
        if seat == view.active:
            numbers |= 1 << 32
        if seat == view.awaited:
            numbers |= 1 << 40
        if seat == view.start:
            numbers |= 1 << 48
        parts.append(int(numbers).to_bytes(SEAT_NUMBERS, "little"))

    def count(self, cards: list[int]) -> bytes:
        """Some cards counted by their kind. Those that nobody sees do not count, nor those that are no beans."""
        index, beans = self.index, self.beans
        counts: list[int] = []
        for card in cards:
            if card == HIDDEN:
                continue
            kind: i64 = index[card]
            if 0 <= kind < beans:
                if not counts:
                    counts = self.zeros.copy()
                counts[kind] = cut(counts[kind] + 1)
        return bytes(counts) if counts else self.none

    def counted(self, cards: tuple[int, ...]) -> bytes:
        """The same for few cards that lie there for long, or often."""
        if not cards:
            return self.none
        found = self.known_counts.get(cards)
        if found is None:
            if len(self.known_counts) >= MOST_KNOWN:
                self.known_counts.clear()
            found = self.known_counts[cards] = self.count(list(cards))
        return found

    def row(self, row: tuple[int, ...]) -> bytes:
        """A field: its cards, that it is there, and what it pays."""
        found = self.known_rows.get(row)
        if found is None:
            if len(self.known_rows) >= MOST_KNOWN:
                self.known_rows.clear()
            steps = self.pays[row[-1]] if row else self.zeros
            found = self.known_rows[row] = self.counted(row) + bytes([1, steps[min(len(row), len(steps) - 1)]])
        return found

    def shown(self, view: Observation, seat: int) -> bytes:
        """What offers have proven of a hand."""
        counts: list[int] = []
        for fact in view.shown:
            if fact.seat == seat:
                if not counts:
                    counts = self.zeros.copy()
                kind = self.index[fact.card]
                if fact.count > counts[kind]:
                    counts[kind] = fact.count
        return bytes(counts) if counts else self.none

    def called(self, view: Observation, seat: int) -> bytes:
        """What a seat has called out: what it has, and what it wants."""
        flags = 0
        for call in view.calls:
            if call.seat == seat:
                for card in call.has:
                    flags |= 1 << self.index[card]
                for card in call.wants:
                    flags |= 1 << self.beans + self.index[card]
        if not flags:
            return self.not_called
        found = self.known_flags.get(flags)
        if found is None:
            if len(self.known_flags) >= MOST_KNOWN:
                self.known_flags.clear()
            found = self.known_flags[flags] = bytes([flags >> place & 1 for place in range(2 * self.beans)])
        return found

    def add_hand(self, hand: list[int], parts: list[bytes]) -> None:
        """The own cards, position by position."""
        shown = min(POSITIONS, len(hand))
        for position in range(shown):
            parts.append(self.one_hot[self.index[hand[position]]])
        parts.append(self.missing_cards[POSITIONS - shown])

    def add_urns(self, urns: list[list[int]], parts: list[bytes]) -> None:
        """The present pile first; what is older than there is room for goes with the oldest."""
        older = len(urns) - self.piles
        if older > 0:
            urns = [[sum(of_a_kind) for of_a_kind in zip(*urns[: older + 1], strict=True)], *urns[older + 1 :]]
        for pile in range(len(urns) - 1, -1, -1):
            urn = urns[pile]
            parts.append(bytes([urn[card] if card < len(urn) else 0 for card in self.bean_kinds]))
        parts.append(self.missing_urns[self.piles - len(urns)])

    def table_numbers(self, view: Observation) -> bytes:
        numbers: i64 = cut(view.draw_size)
        numbers |= cut(view.run_outs) << 8
        numbers |= cut(view.pile) << 16
        numbers |= cut(view.turn) << 24
        numbers |= cut(view.deals) << 32
        numbers |= cut(len(view.offers)) << 40
        if view.may_talk:
            numbers |= 1 << 48
        return int(numbers).to_bytes(TABLE_NUMBERS, "little")

    def add_decision(self, view: Observation, parts: list[bytes]) -> None:
        if not view.agenda:
            parts.append(self.no_decision)
            parts.append(self.no_values)
            return
        step = view.agenda[-1]
        parts.append(self.decisions.get(step.NAME, self.no_decision))
        parts.append(self.step_values(view, step) if step.VALUES else self.no_values)

    def step_values(self, view: Observation, step: Step) -> bytes:
        """1 + what each value of the open decision is."""
        numbers: list[int] = [0] * STEP_VALUES
        given = step.values()
        for place in range(min(len(given), STEP_VALUES)):
            value, declared = given[place], step.VALUES[place]
            if isinstance(value, tuple):
                value = len(value)
            elif value < 0:
                continue
            elif isinstance(declared, SeatValue):
                value = (value - view.seat) % self.players
            elif isinstance(declared, KindValue):
                value = self.index[value]
            numbers[place] = cut(int(value) + 1)
        return bytes(numbers)

    def add_offers(self, view: Observation, parts: list[bytes]) -> None:
        """The oldest offers first, as far as there is room."""
        players, own = self.players, view.seat
        shown = min(self.offers, len(view.offers))
        for number in range(shown):
            offer = view.offers[number]
            to = 0 if offer.to == TABLE else 1 + (offer.to - own) % players
            parts.append(self.offer_heads[(offer.seat - own) % players][to])
            parts.append(self.counted(offer.cards))
            parts.append(self.counted(offer.wants))
            turned = (offer.declined >> own | offer.declined << players - own) & (1 << players) - 1
            parts.append(self.sets_of_seats[turned])
        parts.append(self.missing_offers[self.offers - shown])
