"""Messages of a table to one viewer (docs/protocol.md, "The table on the wire")."""

from collections.abc import Mapping
from typing import Final

import msgspec

from tobean.i18n import error_messages
from tobean.kernel.errors import Illegal, TobeanError
from tobean.kernel.rules import Result
from tobean.session.errors import Stale
from tobean.session.log.event_feed import CACHED_EVENTS, ENCODER
from tobean.session.page.catalogue import catalogue
from tobean.session.page.page_plugin import page_data
from tobean.session.page.text_view import text_lines
from tobean.session.session import Session
from tobean.session.stand_ins import label
from tobean.session.viewer import Viewer
from tobean.session.wire.remarks import chat_text
from tobean.session.wire.shared_state import encode_events
from tobean.session.wire.viewer_state import TableView, viewer_observation, viewer_states_of

Message = dict[str, object]

MAX_EVENTS: Final = 200
"""Maximum number of events in a message; older ones are sent on request."""


def encode(message: Message) -> bytes:
    return ENCODER.encode(message)


# --- hello -------------------------------------------------------------------------------------------------


def hello(session: Session, viewer: Viewer) -> Message:
    """Return the first message to a viewer: the table, the cards, the seats."""
    seat = viewer.seat
    return {
        "type": "hello",
        "you": {"seat": seat, "name": None if seat is None else session.seats[seat].name},
        "table": table_data(session),
        "catalogue": catalogue(session.rules, len(session.seats), viewer.language),
        "page": page_data(session.rules, len(session.seats), viewer.language),
        "language": viewer.language,
    }


def table_data(session: Session) -> Message:
    """Return the public data of the table, except its cards."""
    return {
        **session.setup.public(),
        "seats": [seat.public() for seat in session.seats],
        "state": session.state,
        "seq": session.public_seq,
        "version": session.version,
    }


# --- update ------------------------------------------------------------------------------------------------


def update(
    session: Session,
    viewer: Viewer,
    since: int = -1,
    now: float | None = None,
    window: Mapping[str, object] | None = None,
) -> bytes:
    """Return the current table, and the events from number `since` on (-1: those of the last version only), as JSON.

    Devices may have the wrong time, so with `now` they are told the seconds left where there is a clock. `window` tells
    how long bots wait for the viewer (`BotScheduler.window`).
    """
    state = viewer_states_of(session).of(session, viewer)
    clock = state.public.clock
    if clock is not None and now is not None:
        clock = {**clock, "left": round(clock["until"] - now, 1)}
    clock_data = NO_CLOCK if clock is None else b',"clock":' + ENCODER.encode(clock)
    waits = NO_WINDOW if window is None else b',"window":' + ENCODER.encode(window) + b"}"
    pieces = [state.public.head, state.view.text, b',"events":', events(session, viewer, since), state.rest, clock_data]
    return b"".join([*pieces, waits])


NO_CLOCK: Final = b',"clock":null'
NO_WINDOW: Final = b',"window":null}'


def text_view(session: Session, viewer: Viewer) -> Message:
    """Return the table as lines of text, for example for a language model."""
    return {"type": "look", "version": session.version, "seen": text_lines(viewer_observation(session, viewer))}


def events(session: Session, viewer: Viewer, since: int = -1) -> bytes:
    """Return the events as this viewer may know them."""
    feed = session.feed
    if since < 0:
        since = len(feed)
        while since > 0 and feed[since - 1].version == session.version:
            since -= 1
    first = max(since, len(feed) - MAX_EVENTS)
    return viewer_states_of(session).shared_state(session).events(session, viewer, first)


def earlier(session: Session, viewer: Viewer, before: int) -> Message:
    """Return the latest events before number `before`, as this viewer may know them."""
    feed = session.feed[: max(0, before)][-MAX_EVENTS:]
    text = encode_events(viewer, feed, session.rules, session.isolated_names)
    message: Message = {"type": "earlier", "events": msgspec.Raw(text)}
    for feed_event in feed:
        if feed_event.number < len(session.feed) - CACHED_EVENTS:
            feed_event.clear_cache()
    return message


def view(session: Session, viewer: Viewer) -> bytes:
    """Return the cards on the table, as this viewer may know them."""
    return TableView(session, viewer, viewer_states_of(session).shared_state(session)).text


def prompt(session: Session, viewer: Viewer) -> bytes:
    """Return the current prompt, and the seat it is for."""
    return viewer_states_of(session).shared_state(session).prompt(viewer)


def result_data(result: Result) -> Message:
    return {
        "thalers": result.thalers,
        "winners": result.winners,
        "ranks": result.ranks,
        "rival": result.rival,
        "rival_thalers": result.rival_thalers,
    }


# --- answers to one viewer ---------------------------------------------------------------------------------


def refused(session: Session, viewer: Viewer, error: TobeanError, what: str = "") -> Message:
    """Return why something was not done."""
    text = error_messages.error_sentence(error, session.names_in(viewer.language), viewer.language, session.setup.game)
    if isinstance(error, Stale):
        return {"type": "stale", "text": text, "for": what}
    return {"type": "refused", "rule": error.rule if isinstance(error, Illegal) else "", "text": text, "for": what}


def why(session: Session, viewer: Viewer, do: str) -> Message:
    """Return whether an action is legal now and, if not, the rule that forbids it."""
    answer: Message = {"type": "why", "action": do, "legal": False, "rule": "", "text": ""}
    if viewer.seat is None:
        return answer
    try:
        session.table.check(session.read(viewer.seat, do))
    except TobeanError as error:
        refusal = refused(session, viewer, error)
        return {**answer, "rule": refusal["rule"], "text": refusal["text"]}
    return {**answer, "legal": True}


def chat(number: int, session: Session, language: str) -> Message:
    """Return a chat line by its number in the log; remarks of bots are translated."""
    first = session.chat_count - len(session.chat)
    for index, (seq, line) in enumerate(session.chat, start=first):
        if seq == number:
            return {
                "type": "chat",
                "seq": index,
                "at": line.at,
                "seat": None if line.seat < 0 else line.seat,
                "name": label(line.name, language) if line.stand_in else line.name,
                "text": chat_text(line, session, language),
                "bot": line.bot,
            }
    raise LookupError(f"there is no chat number {number}")
