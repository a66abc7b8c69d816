"""Observations encoded as a fixed number of bytes.

Each feature is one byte, so that tables share an array: counts, flags, and one-hot vectors for unordered values. Seats
are relative to the observing seat. `Layout` defines the slices; docs/research/features.md lists them. Features are
written through a `BytesWriter`, because compiled code can set single bytes of it.
"""

from typing import Final, final

from librt.strings import BytesWriter
from mypy_extensions import i64, u8

from tobean.games import game_named
from tobean.kernel.agenda import Step
from tobean.kernel.cards import HIDDEN, KIND_NAMES, KIND_OF, pay_tables
from tobean.kernel.errors import BadInput
from tobean.kernel.notation.input_limits import MAX_OPEN_OFFERS, MAX_TALK
from tobean.kernel.notation.parameters import TABLE, KindParameter, SeatParameter
from tobean.kernel.rules import Rules
from tobean.kernel.setup import check_players, checked_options
from tobean.view.observation import Observation

VERSION: Final = 1
"""Version of the encoding; it changes whenever the slices do."""
POSITIONS: Final = 16
"""Number of hand positions encoded one by one. All cards of the hand are counted."""
OFFERS: Final = 16
"""Maximum number of open offers encoded, the oldest first, numbered as in the grammar."""
STEP_VALUES: Final = 4
"""Number of values of the current decision that are encoded."""
SEAT_NUMBERS: Final = 7
TABLE_NUMBERS: Final = 7
BYTE_MAX: Final[i64] = 255
NO_INDEX: Final = -1


class UnknownVersion(BadInput):
    """An unknown version of the encoding."""


@final
class Slice:
    """A named part of the features."""

    def __init__(self, name: str, start: int, size: int, most: int, about: str) -> None:
        self.name = name
        self.start = start
        self.size = size
        self.most = most
        """Typical maximum, for scaling; larger values are possible."""
        self.about = about

    @property
    def stop(self) -> int:
        return self.start + self.size

    def __repr__(self) -> str:
        return f"<Slice {self.name}: {self.start} to {self.stop - 1}>"


@final
class Layout:
    """The feature layout of a game with a number of players, and its encoder."""

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
        """The kinds of cards in counting order, beans first."""
        self.beans = len(
            dict.fromkeys([bean.kind for bean in rules.beans] + [KIND_OF[bean.kind] for bean in rules.beans])
        )
        """Number of kinds that are beans or can be asked for like beans."""
        self.index: list[int] = [NO_INDEX] * len(KIND_NAMES)
        for number, kind in enumerate(self.kinds):
            self.index[kind] = number
        self.pays = pay_tables(rules.beans)
        self.fields = rules.field_capacity
        self.piles = rules.last_run_out[rules.players.index(players)] + 1
        self.offers = (
            players * min(MAX_OPEN_OFFERS, MAX_TALK if talk_limit is None else talk_limit) if players > 1 else 0
        )
        self.offers = min(OFFERS, self.offers)
        self.steps: dict[str, int] = {}
        for step in rules.turn_steps(players):
            if step.is_decision:
                self.steps.setdefault(step.NAME, len(self.steps))
        for kind_of_step in rules.nested_steps:
            self.steps.setdefault(kind_of_step.NAME, len(self.steps))
        component = None if rules.component is None else rules.component(players, checked_options(rules, {}))
        self.own_names: list[str] = [] if component is None else component.feature_names(players)
        self.slices: list[Slice] = []
        self.size = 0
        self.lay_out()
        self.empty = bytes(self.size)

    def lay_out(self) -> None:
        beans = self.beans
        self.seats: i64 = self.size
        for step in range(self.players):
            whose = "own" if step == 0 else f"seat +{step}"
            for field in range(self.fields):
                self.add(
                    f"{whose} field {field + 1}",
                    beans + 2,
                    8,
                    "cards of each kind; 1 if the field exists; its payout",
                )
            self.add(f"{whose} aside", beans, 4, "cards set aside, of each kind")
            self.add(f"{whose} hand", beans, 4, "hand cards known to the observer, of each kind")
            self.add(f"{whose} shown", beans, 4, "hand cards proven by offers, of each kind")
            self.add(f"{whose} calls", 2 * beans, 1, "kinds named in calls this turn: held, then wanted")
            self.add(
                f"{whose} numbers",
                SEAT_NUMBERS,
                10,
                "hand cards, thalers, fields, offers and calls this turn; active, awaited, started",
            )
        self.seat_size: i64 = (self.size - self.seats) // self.players
        self.hand: i64 = self.add(
            "hand", POSITIONS * len(self.kinds), 1, f"the kind at each of the first {POSITIONS} positions, one-hot"
        )
        self.turned: i64 = self.add("turned", beans, 2, "cards turned over, of each kind")
        self.discard: i64 = self.add("discard", beans, 10, "cards of the discard pile, of each kind")
        self.top: i64 = self.add("top of discard", beans, 1, "one-hot")
        self.urns: i64 = self.add(
            "urns",
            self.piles * beans,
            10,
            "unseen cards of each kind: from the current draw pile, the previous one, ...",
        )
        self.table: i64 = self.add(
            "table",
            TABLE_NUMBERS,
            50,
            "draw pile, run-outs, piles made, turn, deals this turn, open offers; 1 if the observer may talk",
        )
        self.decision: i64 = self.add(
            "decision", len(self.steps), 1, "the current decision, one-hot: " + ", ".join(self.steps)
        )
        self.values: i64 = self.add(
            "decision values", STEP_VALUES, 10, "1 + the seat, kind or number in each value of that decision"
        )
        self.offer: i64 = self.size
        self.offer_size = 1 + 2 * self.players + 1 + 2 * beans + self.players
        for number in range(self.offers):
            self.add(
                f"offer {number + 1}",
                self.offer_size,
                1,
                "1 if it exists; its maker; all or its recipient; given and wanted cards of each kind; refusals",
            )
        self.own: i64 = self.add("game", len(self.own_names), 1, "; ".join(self.own_names) or "nothing")

    def add(self, name: str, size: int, most: int, about: str) -> int:
        start = self.size
        self.slices.append(Slice(name, start, size, most, about))
        self.size += size
        return start

    def __repr__(self) -> str:
        return f"<Layout of {self.rules.title} for {self.players}: {self.size} features, version {self.version}>"

    def __getitem__(self, name: str) -> Slice:
        for part in self.slices:
            if part.name == name:
                return part
        raise KeyError(name)

    def scale(self) -> bytes:
        """A divisor for each feature, for scaling."""
        return b"".join([bytes([part.most]) * part.size for part in self.slices])

    # --- encoding ------------------------------------------------------------------------------------------

    def dense(self, view: Observation) -> bytes:
        out = BytesWriter()
        out.write(self.empty)
        self.fill(view, out)
        return out.getvalue()

    def sparse(self, view: Observation) -> dict[int, int]:
        """The non-zero features by index."""
        out = self.dense(view)
        return {place: out[place] for place in range(self.size) if out[place]}

    def write(self, view: Observation, out: bytearray, at: int) -> None:
        """Write all features into an array of bytes at an offset."""
        out[at : at + self.size] = self.dense(view)

    def fill(self, view: Observation, out: BytesWriter) -> None:
        """Write the non-zero features."""
        if view.players != self.players or view.rules.name != self.rules.name:
            raise BadInput(
                "these features are of {game} with {players} players", game=self.rules.title, players=self.players
            )
        if view.seat >= self.players:
            raise BadInput("features are those of a seat; a bystander has none")
        place: i64 = self.seats
        for step in range(self.players):
            self.fill_seat(view, step, out, place)
            place += self.seat_size
        if view.shown:
            self.fill_shown(view, out)
        if view.calls:
            self.fill_called(view, out)
        self.fill_hand(view.hands[view.seat], out)
        self.add_cards(view.turned, out, self.turned)
        if view.discard:
            self.add_cards(view.discard, out, self.discard)
            self.flag(out, self.top + self.index[view.discard[-1]])
        self.fill_urns(view, out)
        self.fill_table(view, out)
        if view.agenda:
            self.fill_decision(view, view.agenda[-1], out)
        if view.offers:
            self.fill_offers(view, out)
        if self.own_names and view.component is not None:
            place = self.own
            for number in view.component.features(view.seat):
                self.put(out, place, number)
                place += 1

    def put(self, out: BytesWriter, at: i64, number: i64) -> None:
        """Write a number, clipped to a byte."""
        out[at] = u8(number if number < BYTE_MAX else BYTE_MAX)

    def flag(self, out: BytesWriter, at: i64) -> None:
        out[at] = 1

    def more(self, out: BytesWriter, at: i64, count: i64) -> None:
        self.put(out, at, i64(out[at]) + count)

    def add_cards(self, cards: list[int], out: BytesWriter, at: i64) -> None:
        """Count cards by kind; hidden cards are skipped."""
        index, beans = self.index, self.beans
        for card in cards:
            if card != HIDDEN:
                kind = index[card]
                if kind != NO_INDEX and kind < beans:
                    self.more(out, at + kind, 1)

    def add_row(self, cards: tuple[int, ...], out: BytesWriter, at: i64) -> None:
        """Count a row of beans by kind. Equal beans are mostly adjacent and counted together."""
        last = len(cards) - 1
        run: i64 = 0
        for place in range(len(cards)):
            run += 1
            if place == last or cards[place + 1] != cards[place]:
                self.more(out, at + self.index[cards[place]], run)
                run = 0

    def fill_seat(self, view: Observation, step: int, out: BytesWriter, at: i64) -> None:
        """Write the visible state of a seat."""
        beans: i64 = self.beans
        seat = (view.seat + step) % self.players
        place = at
        rows = view.fields[seat]
        for row in rows:
            size = len(row)
            if size:
                steps = self.pays[row[size - 1]]
                self.add_row(row, out, place)
                self.put(out, place + beans + 1, steps[size] if size < len(steps) else steps[len(steps) - 1])
            self.flag(out, place + beans)
            place += beans + 2
        place = at + self.fields * (beans + 2)
        if view.aside[seat]:
            self.add_row(view.aside[seat], out, place)
        place += beans
        hand = view.hands[seat]
        self.add_cards(hand, out, place)
        place += 4 * beans
        self.put(out, place, len(hand))
        self.put(out, place + 1, len(view.thalers[seat]))
        self.put(out, place + 2, len(rows))
        self.put(out, place + 3, view.talk[seat])
        if seat == view.active:
            self.flag(out, place + 4)
        if seat == view.awaited:
            self.flag(out, place + 5)
        if seat == view.start:
            self.flag(out, place + 6)

    def fill_shown(self, view: Observation, out: BytesWriter) -> None:
        offset: i64 = self.seats + self.fields * (self.beans + 2) + 2 * self.beans
        own = view.seat
        for fact in view.shown:
            slot = offset + (fact.seat - own) % self.players * self.seat_size + self.index[fact.card]
            if fact.count > i64(out[slot]):
                self.put(out, slot, fact.count)

    def fill_called(self, view: Observation, out: BytesWriter) -> None:
        beans: i64 = self.beans
        offset: i64 = self.seats + self.fields * (beans + 2) + 3 * beans
        own = view.seat
        for call in view.calls:
            place: i64 = offset + (call.seat - own) % self.players * self.seat_size
            for card in call.has:
                self.flag(out, place + self.index[card])
            for card in call.wants:
                self.flag(out, place + beans + self.index[card])

    def fill_hand(self, hand: list[int], out: BytesWriter) -> None:
        place: i64 = self.hand
        for position in range(min(len(hand), POSITIONS)):
            self.flag(out, place + self.index[hand[position]])
            place += len(self.kinds)

    def fill_urns(self, view: Observation, out: BytesWriter) -> None:
        """Write the urns, that of the current pile first; urns beyond the last slot are added to the oldest."""
        last = len(view.urns) - 1
        for pile in range(last, -1, -1):
            place: i64 = self.urns + min(last - pile, self.piles - 1) * self.beans
            counts = view.urns[pile]
            for card in range(len(counts)):
                if counts[card]:
                    self.more(out, place + self.index[card], counts[card])

    def fill_table(self, view: Observation, out: BytesWriter) -> None:
        at = self.table
        self.put(out, at, view.draw_size)
        self.put(out, at + 1, view.run_outs)
        self.put(out, at + 2, view.pile)
        self.put(out, at + 3, view.turn)
        self.put(out, at + 4, view.deals)
        self.put(out, at + 5, len(view.offers))
        if view.may_talk:
            self.flag(out, at + 6)

    def fill_decision(self, view: Observation, step: Step, out: BytesWriter) -> None:
        number = self.steps.get(step.NAME, NO_INDEX)
        if number != NO_INDEX:
            self.flag(out, self.decision + number)
        if not step.PARAMETERS:
            return
        values = step.values()
        for place in range(min(len(values), STEP_VALUES)):
            value, declared = values[place], step.PARAMETERS[place]
            if isinstance(value, tuple):
                value = len(value)
            elif value < 0:
                continue
            elif isinstance(declared, SeatParameter):
                value = (value - view.seat) % self.players
            elif isinstance(declared, KindParameter):
                value = self.index[value]
            self.put(out, self.values + place, int(value) + 1)

    def fill_offers(self, view: Observation, out: BytesWriter) -> None:
        players: i64 = self.players
        beans: i64 = self.beans
        own: i64 = view.seat
        at = self.offer
        for number in range(min(len(view.offers), self.offers)):
            offer = view.offers[number]
            self.flag(out, at)
            self.flag(out, at + 1 + (offer.seat - own) % players)
            place = at + 1 + players
            self.flag(out, place + (0 if offer.to == TABLE else 1 + (offer.to - own) % players))
            place += players + 1
            self.add_row(offer.cards, out, place)
            self.add_row(offer.wants, out, place + beans)
            place += 2 * beans
            if offer.declined:
                for seat in range(players):
                    if offer.declined >> seat & 1:
                        self.flag(out, place + (seat - own) % players)
            at += self.offer_size
