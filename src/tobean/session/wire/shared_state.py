"""Public state of a table, encoded once for each version and shared by all viewers.

It is built from the observation of a spectator. A player sees no less than that, so nothing in it is secret (I3). Parts
that have not changed since the previous version are taken from there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, final

from mypy_extensions import mypyc_attr

from tobean.i18n.prompts import open_offer_for, open_prompt
from tobean.kernel.agenda import Step
from tobean.kernel.base.seats import SPECTATOR
from tobean.kernel.observation.observation import HiddenCardsSnapshot, Observation, observe, observe_incrementally
from tobean.kernel.rules import Rules
from tobean.kernel.trade.offers import Offer
from tobean.session.log.event_feed import ENCODER, FeedEvent
from tobean.session.page.result_text import result_with_text
from tobean.session.session import Session
from tobean.session.stand_ins import labelled_once, stand_in_sentences
from tobean.session.viewer import Viewer
from tobean.session.wire.field_payout import row_data

WATCHING: Final = -1
OTHERS: Final = -2
"""Readers of a prompt other than a seat it concerns: a spectator, and any other player."""

FIRST_SEAT: Final = b',"seats":[{"hand":'
NEXT_SEAT: Final = b',{"hand":'


@final
@mypyc_attr(acyclic=True)
class SharedState:
    """A version of the table as a spectator sees it, in pieces of JSON."""

    def __init__(self, session: Session, before: SharedState | None, cards: HiddenCardsSnapshot) -> None:
        table = session.table
        self.cards = cards
        unmoved = before.seen if before is not None and before.cards is cards else None
        self.seen: Observation = (
            observe(table, SPECTATOR)
            if before is None
            else observe_incrementally(table, SPECTATOR, before.seen, unmoved)
        )
        seen = self.seen
        self.names = session.isolated_names
        """Names in bidirectional isolates, without the labels of stand-ins."""
        self.stand_ins = session.stand_in_bits
        self.labelled = session.labelled
        self.clock = session.clock()
        self.head = b'{"type":"update","version":%d,"seq":%d,"view":' % (session.version, session.public_seq)
        """Beginning of every update."""
        self.common = encode_common(session, seen)
        """Beginning of every view."""
        self.hands: list[bytes] = []
        """Each hand as a spectator sees it."""
        self.seat_parts: list[bytes] = []
        """Fields, thalers and cards set aside of each seat."""
        self.seats: list[bytes] = []
        """Hand and the rest of each seat together, as they stand in a view."""
        self.encode_seats(session, before)
        self.offers = [encode_offer(offer, seen.players) for offer in seen.offers]
        """Each offer without its maker's private parts and without the closing brace."""
        self.prompt_key = prompt_key(seen)
        self.prompts: dict[tuple[str, int, bool], bytes] = {}
        self.awaited_prompts: dict[str, str] = {}
        if before is not None and before.names is self.names and before.prompt_key == self.prompt_key:
            self.prompts, self.awaited_prompts = before.prompts, before.awaited_prompts
        self.results: dict[str, bytes] = {}
        self.event_texts: dict[tuple[int, str], bytes] = {}

    def encode_seats(self, session: Session, before: SharedState | None) -> None:
        """Encode the seats; what has not changed since `before` is taken from there."""
        seen = self.seen
        for seat in range(seen.players):
            if before is not None and seen.hands[seat] == before.seen.hands[seat]:
                self.hands.append(before.hands[seat])
            else:
                self.hands.append(ENCODER.encode(seen.hands[seat]))
            if (
                before is not None
                and seen.fields[seat] == before.seen.fields[seat]
                and len(seen.thalers[seat]) == len(before.seen.thalers[seat])
                and seen.aside[seat] == before.seen.aside[seat]
            ):
                self.seat_parts.append(before.seat_parts[seat])
            else:
                self.seat_parts.append(self.seat_data(session, seat))
            hand, seat_data = self.hands[seat], self.seat_parts[seat]
            if before is not None and hand is before.hands[seat] and seat_data is before.seat_parts[seat]:
                self.seats.append(before.seats[seat])
            else:
                self.seats.append((NEXT_SEAT if seat else FIRST_SEAT) + hand + seat_data)

    def seat_data(self, session: Session, seat: int) -> bytes:
        """Encode the fields of a seat, its number of thalers, and its cards set aside."""
        data = {
            "fields": [row_data(session.table, row) for row in self.seen.fields[seat]],
            "thalers": len(self.seen.thalers[seat]),
            "aside": self.seen.aside[seat],
        }
        return b"," + ENCODER.encode(data)[1:]

    def names_in(self, language: str) -> tuple[str, ...]:
        """Return the names, with a label on each bot that plays for a person."""
        return labelled_once(self.names, self.stand_ins, language, self.labelled)

    # --- texts by language ------------------------------------------------------------------------------------

    def prompt(self, viewer: Viewer, no_room: bool = False) -> bytes:
        """Return the current prompt, and the seat it is for; `no_room` means that the viewer has to harvest first.

        The key of a prompt depends on public facts, so all players it does not concern read the same
        (`Step.prompt_key`).
        """
        seen, seat, language = self.seen, viewer.seat, viewer.language
        if seat is None:
            reader = WATCHING
        elif seat in (seen.awaited, seen.active) or (seen.offers and open_offer_for(seen, seat)):
            reader = seat
        else:
            reader = OTHERS
        key = (language, reader, no_room)
        text = self.prompts.get(key)
        if text is None:
            found = open_prompt(seen, WATCHING if seat is None else seat, self.names_in(language), language, no_room)
            text = self.prompts[key] = ENCODER.encode(
                {
                    "seat": found.seat,
                    "you": found.seat == seat,
                    "text": found.text,
                    "theirs": self.awaited_prompt(language),
                    "rule": found.rule,
                }
            )
        return text

    def awaited_prompt(self, language: str) -> str:
        """Return the prompt as the awaited seat reads it; empty when the game is over."""
        text = self.awaited_prompts.get(language)
        if text is None:
            seen = self.seen
            text = "" if seen.over else open_prompt(seen, seen.awaited, self.names_in(language), language).text
            self.awaited_prompts[language] = text
        return text

    def result(self, session: Session, language: str) -> bytes:
        """Return the result, once the game is over."""
        if not self.seen.over:
            return b"null"
        text = self.results.get(language)
        if text is None:
            result = result_with_text(session.table, self.names_in(language), language)
            result["stand_ins"] = stand_in_sentences(session.stand_ins, self.names, language)
            text = self.results[language] = ENCODER.encode(result)
        return text

    def events(self, session: Session, viewer: Viewer, first: int) -> bytes:
        """Return the events from number `first` on, as the viewer may know them; cached if nothing is secret."""
        key = (first, viewer.language)
        text = self.event_texts.get(key)
        if text is None:
            feed = session.feed[first:]
            text = encode_events(viewer, feed, session.rules, self.names)
            for feed_event in feed:
                if not feed_event.same_for_all:
                    return text
            self.event_texts[key] = text
        return text


def encode_common(session: Session, seen: Observation) -> bytes:
    """Encode what all viewers see of the table, without the seats and without the closing brace."""
    table = session.table
    return ENCODER.encode(
        {
            "game": table.rules.name,
            "players": table.players,
            "turn": seen.turn,
            "start": seen.start,
            "active": seen.active,
            "phase": seen.phase,
            "awaited": seen.awaited,
            "over": seen.over,
            "draw": seen.draw_size,
            "discard": {"size": len(seen.discard), "top": seen.discard[-1] if seen.discard else None},
            "run_outs": seen.run_outs,
            "last_run_out": table.last_run_out,
            "turned": seen.turned,
            "forbidden": sorted(table.rules.trade_rules.forbidden_kinds(table)),
            "calls": [{"seat": call.seat, "has": call.has, "wants": call.wants} for call in seen.calls],
            "wishes": session.wishes,
            "keeps": [preferences.kept if preferences.keeps else () for preferences in session.preferences],
            "deals": seen.deals,
        }
    )[:-1]


def prompt_key(seen: Observation) -> tuple[Step | None, str, int, int, tuple[int, ...]]:
    """Return the key of the cached text of a prompt: everything that the text depends on except the names."""
    step = seen.agenda[-1] if seen.agenda else None
    key = "" if step is None else step.prompt_key(seen)
    waiting = tuple([open_offer_for(seen, seat) for seat in range(seen.players)]) if seen.offers else ()
    return step, key, seen.awaited, seen.active, waiting


def encode_events(viewer: Viewer, feed: Sequence[FeedEvent], rules: Rules, names: Sequence[str]) -> bytes:
    """Encode events in the viewer's language, without what the viewer may not know (I3)."""
    observer_seat = None if viewer.open else viewer.observer_seat
    return (
        b"["
        + b",".join([feed_event.encoded_for(observer_seat, rules, names, viewer.language) for feed_event in feed])
        + b"]"
    )


def encode_offer(offer: Offer, players: int) -> bytes:
    """Encode an offer that is already masked for its viewer, without the closing brace."""
    return ENCODER.encode(
        {
            "number": offer.number,
            "seat": offer.seat,
            "to": offer.to,
            "cards": offer.cards,
            "places": offer.places,
            "wants": offer.wants,
            "answers": offer.answers,
            "declined": [seat for seat in range(players) if offer.declined >> seat & 1],
        }
    )[:-1]
