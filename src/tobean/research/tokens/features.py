"""Observations encoded as a fixed number of bytes.

Each feature is one byte, so that tables share an array: counts, flags, and one-hot vectors for unordered values. Seats
are relative to the observing seat. Features are written through a `BytesWriter`, because compiled code can set single
bytes of it.

Two sources have the same features: an observation, and a table together with the seat that observes it. The second one
saves the copies that make an observation independent of its table, which take as long as the encoding. Only
`fill_seen` and `fill_visible` differ; a test checks in every game that both give the same bytes.
"""

from typing import Final, cast, final

from mypy_extensions import i64, u8

from tobean.extras import with_install_hint
from tobean.kernel.agenda import Step
from tobean.kernel.cards import HIDDEN
from tobean.kernel.errors import BadInput
from tobean.kernel.notation.parameters import TABLE, KindParameter, SeatParameter
from tobean.kernel.observation.observation import Observation
from tobean.kernel.rules import Rules
from tobean.kernel.state.hands import NO_PILE
from tobean.kernel.state.position import Position
from tobean.kernel.table import Table
from tobean.kernel.trade.trade_history import NO_HISTORY
from tobean.research.tokens import slices

try:
    from librt.strings import BytesWriter
except ModuleNotFoundError as missing:
    raise with_install_hint(missing, "research") from missing

VERSION: Final = slices.VERSION
POSITIONS: Final = slices.POSITIONS
OFFERS: Final = slices.OFFERS
Slice = slices.Slice
UnknownVersion = slices.UnknownVersion
BYTE_MAX: Final[i64] = 255
NO_CARD: Final[i64] = -1
HIDDEN_CARD: Final[object] = HIDDEN


@final
class Layout(slices.FeatureSlices):
    """The feature layout of a game with a number of players, and its encoder."""

    def __init__(
        self, game: str | Rules, players: int, talk_limit: int | None = None, version: int = slices.VERSION
    ) -> None:
        super().__init__(game, players, talk_limit, version)
        self.spare_writer: BytesWriter | None = None
        """A writer to be used again, because allocating its memory takes a tenth of the time of an encoding."""

    def dense(self, view: Observation) -> bytes:
        self.check(view)
        if view.seat >= self.players:
            raise BadInput("features are those of a seat; a bystander has none")
        out = self.zeros()
        self.fill_seen(view, out)
        self.fill_public(view, view.seat, out)
        self.fill_table(view, view.draw_size, view.may_talk, view.awaited, view.seat, out)
        if self.component_features and view.component is not None:
            self.fill_component(view.component.features(view.seat), out)
        return self.finished(out)

    def dense_at(self, table: Table, seat: int) -> bytes:
        """Return the features of `observe(table, seat)`, without making that observation."""
        self.check(table)
        table.check_seat(seat)
        out = self.zeros()
        self.fill_visible(table, seat, out)
        self.fill_public(table, seat, out)
        self.fill_table(table, table.draw_size, table.may_talk(seat), table.awaited, seat, out)
        if self.component_features and table.component is not None:
            self.fill_component(table.component.visible_features(seat), out)
        return self.finished(out)

    def sparse(self, view: Observation) -> dict[int, int]:
        """Return the non-zero features by index."""
        out = self.dense(view)
        return {place: out[place] for place in range(self.size) if out[place]}

    def write(self, view: Observation, out: bytearray, at: int) -> None:
        """Write all features into an array of bytes at an offset."""
        out[at : at + self.size] = self.dense(view)

    def check(self, position: Position) -> None:
        if position.players != self.players or (
            position.rules is not self.rules and position.rules.name != self.rules.name
        ):
            raise BadInput(
                "these features are of {game} with {players} players", game=self.rules.title, players=self.players
            )

    # --- bytes ---------------------------------------------------------------------------------------------

    def zeros(self) -> BytesWriter:
        """Return a writer with a 0 for each feature. No other encoding uses it until it is `finished`."""
        out = self.spare_writer
        self.spare_writer = None
        if out is None:
            out = BytesWriter()
        out.truncate(0)
        out.write(self.empty)
        return out

    def finished(self, out: BytesWriter) -> bytes:
        features = out.getvalue()
        self.spare_writer = out
        return features

    def set_number(self, out: BytesWriter, at: i64, number: i64) -> None:
        """Write a number, clipped to a byte."""
        # Compiled, a conditional expression of both values would make an object of them.
        if number >= BYTE_MAX:
            out[at] = 255
        elif number:
            out[at] = u8(number)

    def add_number(self, out: BytesWriter, at: i64, count: i64) -> None:
        """Add to a number, clipped to a byte."""
        total: i64 = i64(out[at]) + count
        if total < BYTE_MAX:
            out[at] = u8(total)
        else:
            out[at] = 255

    def add_cards(self, cards: list[int], out: BytesWriter, at: i64) -> None:
        """Count cards by kind. Equal cards are often adjacent and counted together."""
        numbers = self.kind_numbers
        beans: i64 = self.beans
        last: i64 = NO_CARD
        run: i64 = 0
        for card in cast("list[i64]", cards):  # read as machine integers
            if card == last:
                run += 1
            else:
                if last >= 0 and numbers[last] < beans:
                    self.add_number(out, at + numbers[last], run)
                last = card
                run = 1
        if last >= 0 and numbers[last] < beans:
            self.add_number(out, at + numbers[last], run)

    def add_visible_cards(self, cards: list[int], out: BytesWriter, at: i64) -> None:
        """Count the cards of another hand whose faces are known."""
        for card in cast("list[object]", cards):
            if card is not HIDDEN_CARD:  # mostly they are hidden, and comparing objects is faster than reading numbers
                visible: i64 = cast("int", card)
                if visible >= 0 and self.kind_numbers[visible] < self.beans:
                    self.add_number(out, at + self.kind_numbers[visible], 1)

    def add_row(self, cards: tuple[int, ...], out: BytesWriter, at: i64) -> i64:
        """Count a row of beans by kind, and return the last card. Equal beans are mostly adjacent and counted
        together."""
        numbers = self.kind_numbers
        last: i64 = NO_CARD
        run: i64 = 0
        for card in cast("tuple[i64, ...]", cards):
            if card == last:
                run += 1
            else:
                if run:
                    self.add_number(out, at + numbers[last], run)
                last = card
                run = 1
        if run:
            self.add_number(out, at + numbers[last], run)
        return last

    # --- hands and draw piles ------------------------------------------------------------------------------

    def fill_seen(self, view: Observation, out: BytesWriter) -> None:
        """Write hands, thalers and urns of an observation."""
        place: i64 = self.seats
        seat: i64 = view.seat
        while place < self.hand:  # the part behind those of the seats
            hand = view.hands[seat]
            if seat == view.seat:
                self.add_cards(hand, out, place + self.seat_hand)
            else:
                self.add_visible_cards(hand, out, place + self.seat_hand)
            self.set_number(out, place + self.numbers, len(hand))
            self.set_number(out, place + self.numbers + 1, len(view.thalers[seat]))
            place += self.seat_size
            seat = self.next_seat(seat)
        numbers = self.kind_numbers
        last = len(view.urns) - 1
        for pile in range(last, -1, -1):
            place = self.urn(last - pile)
            for card, count in enumerate(cast("list[i64]", view.urns[pile])):
                if count:
                    self.add_number(out, place + numbers[card], count)

    def fill_visible(self, table: Table, seat: i64, out: BytesWriter) -> None:
        """Write hands, thalers and urns of a table as this seat sees them (I1, I2), like `observe`."""
        place: i64 = self.seats
        component = table.component
        owner: i64 = seat
        while place < self.hand:
            hand = table.hands[owner]
            if owner == seat:
                self.add_cards(hand, out, place + self.seat_hand)
            else:
                self.fill_hidden_hand(table, hand, owner, seat, out, place + self.seat_hand)
            thalers = table.thalers[owner]
            if component is not None:
                thalers = component.visible_thalers(owner, thalers)
            self.set_number(out, place + self.numbers, len(hand))
            self.set_number(out, place + self.numbers + 1, len(thalers))
            place += self.seat_size
            owner = self.next_seat(owner)
        numbers = self.kind_numbers
        place = self.urn(0)
        for kind, count in enumerate(cast("list[i64]", table.bag)):
            if count:
                self.add_number(out, place + numbers[kind], count)
        for card in cast("list[i64]", table.stack):
            self.add_number(out, place + numbers[card], 1)
        if component is not None:
            for hidden_card, pile in component.hidden_from(table, seat):
                self.add_number(out, self.urn(table.pile - pile) + numbers[hidden_card], 1)

    def fill_hidden_hand(self, table: Table, hand: list[int], owner: i64, seat: i64, out: BytesWriter, at: i64) -> None:
        """Write the hand of another seat: cards whose faces this seat has seen, the others into the urns."""
        numbers = self.kind_numbers
        back = table.rules.back
        beans: i64 = self.beans
        position = 0
        for origin in cast("list[i64]", table.origins[owner]):
            card: i64 = hand[position]
            position += 1
            if origin >> 3 >> seat & 1 == 0:  # not known to this seat
                if origin & 7 != NO_PILE:
                    self.add_number(out, self.urn(table.pile - (origin & 7)) + numbers[card], 1)
                if back is None:
                    continue
                card = back(card)
                if card < 0:
                    continue
            if numbers[card] < beans:
                self.add_number(out, at + numbers[card], 1)

    def urn(self, age: i64) -> i64:
        """Return the place of an urn, the current pile's first; urns beyond the last place are added to the oldest."""
        return self.urns + (age if age < self.piles else self.piles - 1) * self.beans

    # --- what everyone sees, and the own hand --------------------------------------------------------------

    def fill_public(self, position: Position, seat: i64, out: BytesWriter) -> None:
        players: i64 = self.players
        place: i64 = self.seats
        owner: i64 = seat
        while place < self.hand:
            self.fill_seat(position, owner, out, place)
            place += self.seat_size
            owner = self.next_seat(owner)
        if position.shown:
            self.fill_shown(position, seat, out)
        if position.calls:
            self.fill_called(position, seat, out)
        self.fill_hand(position.hands[seat], out)
        self.add_cards(position.turned, out, self.turned)
        if position.discard:
            self.add_cards(position.discard, out, self.discard)
            out[self.top + self.kind_numbers[position.discard[-1]]] = 1
        if position.agenda:
            self.fill_decision(seat, position.agenda[-1], out)
        if position.offers:
            self.fill_offers(position, seat, out)
        if self.has_history and position.trade_history is not NO_HISTORY[players]:
            self.fill_history(position, seat, out)

    def fill_seat(self, position: Position, seat: i64, out: BytesWriter, at: i64) -> None:
        """Write the state of a seat without its hand and its thalers."""
        beans: i64 = self.beans
        place = at
        rows = position.fields[seat]
        for row in rows:
            size: i64 = len(row)
            if size:
                card = self.add_row(row, out, place)
                counted: i64 = size if size < self.payout_size else self.payout_size - 1
                payout: i64 = self.payouts[card * self.payout_size + counted]
                out[place + beans + 1] = u8(payout)
            out[place + beans] = 1
            place += beans + 2
        aside = position.aside[seat]
        if aside:
            self.add_row(aside, out, at + self.aside)
        place = at + self.numbers
        self.set_number(out, place + 2, len(rows))
        self.set_number(out, place + 3, position.talk[seat])
        if seat == position.active:
            out[place + 4] = 1
        if seat == position.start:
            out[place + 6] = 1

    def relative_seat(self, seat: i64, own: i64) -> i64:
        """Return a seat counted from the observing one."""
        return seat - own if seat >= own else seat - own + self.players

    def next_seat(self, seat: i64) -> i64:
        following = seat + 1
        return following - self.players if following == self.players else following

    def fill_shown(self, position: Position, own: i64, out: BytesWriter) -> None:
        numbers = self.kind_numbers
        offset: i64 = self.seats + self.shown
        for fact in position.shown:
            slot = offset + self.relative_seat(fact.seat, own) * self.seat_size + numbers[fact.card]
            if fact.count > i64(out[slot]):
                self.set_number(out, slot, fact.count)

    def fill_called(self, position: Position, own: i64, out: BytesWriter) -> None:
        numbers = self.kind_numbers
        beans: i64 = self.beans
        offset: i64 = self.seats + self.calls
        for call in position.calls:
            place: i64 = offset + self.relative_seat(call.seat, own) * self.seat_size
            for card in cast("tuple[i64, ...]", call.has):
                out[place + numbers[card]] = 1
            for card in cast("tuple[i64, ...]", call.wants):
                out[place + beans + numbers[card]] = 1

    def fill_hand(self, hand: list[int], out: BytesWriter) -> None:
        numbers = self.kind_numbers
        kinds: i64 = len(self.kinds)
        place: i64 = self.hand
        end: i64 = place + POSITIONS * kinds
        for card in cast("list[i64]", hand):
            if place == end:
                break
            out[place + numbers[card]] = 1
            place += kinds

    def fill_table(
        self, position: Position, draw_size: i64, may_talk: bool, awaited: i64, seat: i64, out: BytesWriter
    ) -> None:
        at = self.table
        self.set_number(out, at, draw_size)
        self.set_number(out, at + 1, position.run_outs)
        self.set_number(out, at + 2, position.pile)
        self.set_number(out, at + 3, position.turn)
        self.set_number(out, at + 4, position.deals)
        self.set_number(out, at + 5, len(position.offers))
        if may_talk:
            out[at + 6] = 1
        if awaited >= 0:
            out[self.seats + self.relative_seat(awaited, seat) * self.seat_size + self.numbers + 5] = 1

    def fill_decision(self, seat: i64, step: Step, out: BytesWriter) -> None:
        kind = type(step)
        number = self.step_numbers.get(kind, slices.NOT_LOOKED_UP)
        if number == slices.NOT_LOOKED_UP:
            number = 2 * self.steps.get(step.NAME, slices.NO_INDEX) + (1 if step.PARAMETERS else 0)
            self.step_numbers[kind] = number
        if number >= 0:
            out[self.decision + (number >> 1)] = 1
        if number & 1:
            self.fill_values(seat, step, out)

    def fill_values(self, seat: i64, step: Step, out: BytesWriter) -> None:
        """Write the values of a decision."""
        values = step.values()
        for place in range(min(len(values), slices.STEP_VALUES)):
            value, declared = values[place], step.PARAMETERS[place]
            if isinstance(value, tuple):
                value = len(value)
            elif value < 0:
                continue
            elif isinstance(declared, SeatParameter):
                value = (value - seat) % self.players
            elif isinstance(declared, KindParameter):
                value = self.index[value]
            self.set_number(out, self.values + place, int(value) + 1)

    def fill_offers(self, position: Position, own: i64, out: BytesWriter) -> None:
        players: i64 = self.players
        beans: i64 = self.beans
        at = self.offer
        end: i64 = at + self.offers * self.offer_size
        for offer in position.offers:
            if at == end:
                break
            out[at] = 1
            out[at + 1 + self.relative_seat(offer.seat, own)] = 1
            place = at + 1 + players
            if offer.to == TABLE:
                out[place] = 1
            else:
                out[place + 1 + self.relative_seat(offer.to, own)] = 1
            place += players + 1
            self.add_row(offer.cards, out, place)
            self.add_row(offer.wants, out, place + beans)
            place += 2 * beans
            if offer.declined:
                for seat in range(players):
                    if offer.declined >> seat & 1:
                        out[place + self.relative_seat(seat, own)] = 1
            at += self.offer_size

    def fill_history(self, position: Position, own: i64, out: BytesWriter) -> None:
        history = position.trade_history
        players: i64 = self.players
        size = players + 2
        first: i64 = self.relative_seat(0, own)
        giver: i64 = first
        receiver: i64 = first
        for favours in cast("tuple[i64, ...]", history.favours):  # of seat 0 to seat 0, to seat 1, ...
            if favours:
                self.set_number(out, self.history + giver * size + receiver, favours)
            receiver = self.next_seat(receiver)
            if receiver == first:
                giver = self.next_seat(giver)
        self.write_seat_numbers(history.honoured_calls, first, out, self.history + players)
        self.write_seat_numbers(history.refused_calls, first, out, self.history + players + 1)

    def write_seat_numbers(self, numbers: tuple[int, ...], first: i64, out: BytesWriter, at: i64) -> None:
        """Write a number of each seat into its trade history; `first` is seat 0, counted from the observing one."""
        seat: i64 = first
        for number in cast("tuple[i64, ...]", numbers):
            if number:
                self.set_number(out, at + seat * (self.players + 2), number)
            seat = self.next_seat(seat)

    def fill_component(self, numbers: list[int], out: BytesWriter) -> None:
        """Write what only this game has."""
        place: i64 = self.component_start
        for number in cast("list[i64]", numbers):
            self.set_number(out, place, number)
            place += 1
