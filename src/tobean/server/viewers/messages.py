"""Messages that a client may send on the socket of a table, and their handlers (docs/protocol.md)."""

import time
from collections.abc import Awaitable, Callable
from typing import Any, Final

import msgspec

from tobean.kernel.cards import cards_text
from tobean.server.protection.rate_limits import CHAT, OPENINGS, REVIEWS, SEAT_REQUESTS
from tobean.server.site import Site
from tobean.server.tables import seating
from tobean.server.tables.live_table import fresh_seed
from tobean.server.viewers.viewer_connection import ViewerConnection
from tobean.session.answers.preferences import NORMAL, Preferences
from tobean.session.bots import hints
from tobean.session.chat import trade_help
from tobean.session.errors import Refused
from tobean.session.log.entries import Entry
from tobean.session.log.reducer import ABANDONED, PLAYING
from tobean.session.session import Session
from tobean.session.wire import messages

Handler = Callable[["Site", "ViewerConnection", dict[str, Any]], Awaitable[None]]


class SeenOffer(msgspec.Struct):
    """An offer as the client showed it when it was answered."""

    number: int
    seat: int
    cards: list[int]
    wants: list[int]

    def check(self, session: Session) -> None:
        """Raise `Refused` if the offer with this number is gone or another one by now."""
        seen = (self.number, self.seat, sorted(self.cards), sorted(self.wants))
        offers = session.table.offers if session.state == PLAYING else ()
        if any((offer.number, offer.seat, sorted(offer.cards), sorted(offer.wants)) == seen for offer in offers):
            return
        raise Refused("That offer is gone, so nothing was done. Look at the current offers.")


class ActMessage(msgspec.Struct):
    """Message `act` or `preview`."""

    version: int
    action: str
    offer: SeenOffer | None = None
    """The offer that the action answers, as it was shown. Clients may leave it out."""


class PlantFitting(msgspec.Struct):
    """Message `plant`."""

    version: int
    action: str = ""
    """An action to perform first: the end of the trading."""


class WaivePriorityMessage(msgspec.Struct):
    """Message `nothing`: bots need not wait for this player in this turn."""

    turn: int


class TradingShownMessage(msgspec.Struct):
    """Message `shown`: the trading of this turn is on the screen."""

    turn: int


class ReasonRequest(msgspec.Struct):
    """Message `why`."""

    action: str


class TextMessage(msgspec.Struct):
    """Message `chat`."""

    text: str


class TalkMessage(msgspec.Struct):
    """Message `talk`."""

    text: str
    offer: int = 0
    """The number of the offer on display; 0 if there is none."""


class WishMessage(msgspec.Struct):
    """Message `wish`."""

    kinds: list[int]


class StandingOrdersMessage(msgspec.Struct):
    """Message `standing`."""

    orders: list[str]


class IntroductionMessage(msgspec.Struct):
    """Message `introduction`: a lesson has been read; without a lesson, the introduction is put away or resumed."""

    lesson: str = ""
    away: bool = False


class PreferencesMessage(msgspec.Struct):
    """Message `answers`: all preferences, each with its new value."""

    tempo: str = NORMAL
    declines: bool = False
    keeps: list[int] = []
    unpayable: bool | None = None
    forced: bool = False
    passes: list[str] = []
    fitting: bool = False


class VersionMessage(msgspec.Struct):
    """Message `undo` or `hint`."""

    version: int


class EarlierMessage(msgspec.Struct):
    """Message `earlier`."""

    before: int


class SeatMessage(msgspec.Struct):
    """Message `seat`. `do` is one of sit, leave, reclaim, fill, withdraw, admit, decline."""

    do: str
    seat: int
    bot: str = ""
    model: bool = False
    """Whether the player who sits down is a language model."""
    request: int = 0
    """Number of the request that is admitted or declined."""


def own_seat(connection: ViewerConnection) -> int:
    if connection.viewer.seat is None:
        raise Refused("You watch this table; only players can do that.")
    return connection.viewer.seat


async def change_from_own_seat(connection: ViewerConnection, act: Callable[[Session, int, float], list[Entry]]) -> None:
    """Change the table from the viewer's own seat.

    The seat is checked again once this change holds the table's lock: the same person may have left it in another tab.
    """
    seat = own_seat(connection)

    def checked_act(session: Session, now: float) -> list[Entry]:
        if seat not in session.seats_of(connection.visitor.id):
            raise Refused("This is not your seat.")
        return act(session, seat, now)

    await connection.change(checked_act)


async def act(site: Site, connection: ViewerConnection, message: dict[str, Any]) -> None:
    parsed = msgspec.convert(message, ActMessage)

    def checked_act(session: Session, seat: int, now: float) -> list[Entry]:
        if parsed.offer is not None:
            parsed.offer.check(session)
        return session.act(seat, parsed.action, parsed.version, now, fresh_seed())

    await change_from_own_seat(connection, checked_act)


async def plant(site: Site, connection: ViewerConnection, message: dict[str, Any]) -> None:
    parsed = msgspec.convert(message, PlantFitting)
    await change_from_own_seat(
        connection, lambda session, seat, now: session.plant(seat, parsed.version, now, fresh_seed(), parsed.action)
    )


async def why(site: Site, connection: ViewerConnection, message: dict[str, Any]) -> None:
    parsed = msgspec.convert(message, ReasonRequest)
    async with connection.live_table.lock:
        connection.queue_message(messages.why(connection.live_table.session, connection.viewer, parsed.action))


async def chat(site: Site, connection: ViewerConnection, message: dict[str, Any]) -> None:
    parsed = msgspec.convert(message, TextMessage)
    if not connection.visitor.person:
        raise Refused("Pick a name first, then talk.")
    if site.sanctions.is_muted(connection.visitor.id):
        raise Refused("The operator of this server has muted you for now.")
    if not site.limiter.allows(CHAT, connection.address, connection.visitor.id):
        raise Refused("That is a lot of talk at once; wait a moment.")

    def say(session: Session, now: float) -> list[Entry]:
        seat = connection.viewer.seat
        name = connection.visitor.name if seat is None else session.seats[seat].name
        return session.say(seat, name, parsed.text, now, person=connection.visitor.id)

    await connection.change(say)
    connection.send_chat_help()
    async with connection.live_table.lock:
        connection.send_window(changed=False)


async def wish(site: Site, connection: ViewerConnection, message: dict[str, Any]) -> None:
    parsed = msgspec.convert(message, WishMessage)
    await change_from_own_seat(connection, lambda session, seat, now: session.wish(seat, parsed.kinds, now))


async def undo(site: Site, connection: ViewerConnection, message: dict[str, Any]) -> None:
    parsed = msgspec.convert(message, VersionMessage)
    await change_from_own_seat(connection, lambda session, seat, now: session.undo(seat, parsed.version, now))


async def hint(site: Site, connection: ViewerConnection, message: dict[str, Any]) -> None:
    parsed = msgspec.convert(message, VersionMessage)
    if not site.limiter.allows(REVIEWS, connection.address, connection.visitor.id):
        raise Refused("The coach is out of breath; wait a moment.")  # checked before the table is copied
    async with connection.live_table.lock:  # while an entry is being written the session is ahead of the log
        payload = hints.build_request(
            connection.live_table.session, own_seat(connection), parsed.version, connection.language
        )
    connection.request_hint(payload, parsed.version)


async def talk(site: Site, connection: ViewerConnection, message: dict[str, Any]) -> None:
    parsed = msgspec.convert(message, TalkMessage)
    async with connection.live_table.lock:
        session = connection.live_table.session
        connection.queue_message(trade_help.talk(session, connection.viewer, parsed.text, parsed.offer))


async def preview(site: Site, connection: ViewerConnection, message: dict[str, Any]) -> None:
    parsed = msgspec.convert(message, ActMessage)
    async with connection.live_table.lock:
        connection.queue_message(trade_help.preview(connection.live_table.session, connection.viewer, parsed.action))


async def considering(site: Site, connection: ViewerConnection, message: dict[str, Any]) -> None:
    async with connection.live_table.lock:
        connection.live_table.bot_scheduler.mark_composing(
            own_seat(connection), time.time(), connection.live_table.present_seats()
        )
        connection.send_window()


async def shown(site: Site, connection: ViewerConnection, message: dict[str, Any]) -> None:
    parsed = msgspec.convert(message, TradingShownMessage)
    async with connection.live_table.lock:
        connection.live_table.bot_scheduler.restart_priority(own_seat(connection), parsed.turn, time.time())
        connection.send_window()


async def nothing(site: Site, connection: ViewerConnection, message: dict[str, Any]) -> None:
    parsed = msgspec.convert(message, WaivePriorityMessage)
    async with connection.live_table.lock:
        connection.live_table.bot_scheduler.waive_priority(own_seat(connection), parsed.turn, time.time())
        connection.send_window()
    site.registry.driver.schedule(connection.live_table)


async def standing(site: Site, connection: ViewerConnection, message: dict[str, Any]) -> None:
    parsed = msgspec.convert(message, StandingOrdersMessage)
    await change_from_own_seat(connection, lambda session, seat, now: session.order(seat, parsed.orders, now))
    connection.request_update()


async def introduction(site: Site, connection: ViewerConnection, message: dict[str, Any]) -> None:
    parsed = msgspec.convert(message, IntroductionMessage)
    await change_from_own_seat(
        connection, lambda session, seat, now: session.learn(seat, now, parsed.lesson, parsed.away)
    )
    connection.request_update()


async def answers(site: Site, connection: ViewerConnection, message: dict[str, Any]) -> None:
    parsed = msgspec.convert(message, PreferencesMessage)

    def set_preferences(session: Session, seat: int, now: float) -> list[Entry]:
        known = session.table.requestable_kinds
        if not all(kind in known for kind in parsed.keeps):
            raise Refused("There is no such kind in this game.")
        keeps = cards_text(sorted(set(parsed.keeps)))
        declines = session.table.turn if parsed.declines else 0
        passes = tuple(dict.fromkeys(parsed.passes))
        preferences = Preferences(
            parsed.tempo, declines, keeps, parsed.unpayable, parsed.forced, passes, parsed.fitting
        )
        return session.set_preferences(seat, preferences, now)

    await change_from_own_seat(connection, set_preferences)
    connection.request_update()


async def about_seat(site: Site, connection: ViewerConnection, message: dict[str, Any]) -> None:
    parsed = msgspec.convert(message, SeatMessage)
    visitor = connection.visitor
    if parsed.do == "sit":
        begun = connection.live_table.session.state == PLAYING
        may_ask = not begun or site.limiter.allows(SEAT_REQUESTS, connection.address, visitor.id)
        model = site.settings.model_seconds if parsed.model else 0
        await seating.sit(connection.live_table, parsed.seat, visitor, model, may_ask=may_ask)
    elif parsed.do == "leave":
        await seating.leave(connection.live_table, parsed.seat, visitor)
        if connection.live_table.session.state == ABANDONED:
            connection.queue_message({"type": "go", "to": "/"})
    elif parsed.do == "reclaim":
        await seating.reclaim(connection.live_table, parsed.seat, visitor)
    elif parsed.do == "fill":
        await seating.fill(connection.live_table, parsed.seat, parsed.bot, visitor)
    elif parsed.do == "withdraw":
        seating.withdraw(connection.live_table, visitor)
    elif parsed.do == "admit":
        await seating.admit(connection.live_table, parsed.request, visitor)
    elif parsed.do == "decline":
        seating.decline(connection.live_table, parsed.request, visitor)
    else:
        raise Refused("A seat can be taken, left, reclaimed or filled, and a request for it answered.")


async def start(site: Site, connection: ViewerConnection, message: dict[str, Any]) -> None:
    await seating.begin(connection.live_table, connection.visitor, filling=bool(message.get("fill")))


async def rematch(site: Site, connection: ViewerConnection, message: dict[str, Any]) -> None:
    if not connection.live_table.rematch and not site.limiter.allows(
        OPENINGS, connection.address, connection.visitor.id
    ):
        raise Refused("You have just opened several tables; please wait a moment.")
    table = await seating.open_rematch(connection.live_table, connection.visitor)
    connection.queue_message({"type": "go", "to": f"/tables/{table}"})


async def ping(site: Site, connection: ViewerConnection, message: dict[str, Any]) -> None:
    connection.queue_message({"type": "pong"})


async def earlier(site: Site, connection: ViewerConnection, message: dict[str, Any]) -> None:
    parsed = msgspec.convert(message, EarlierMessage)
    async with connection.live_table.lock:
        connection.queue_message(messages.earlier(connection.live_table.session, connection.viewer, parsed.before))


async def refresh(site: Site, connection: ViewerConnection, message: dict[str, Any]) -> None:
    connection.request_update()


async def look(site: Site, connection: ViewerConnection, message: dict[str, Any]) -> None:
    async with connection.live_table.lock:  # while an entry is being written the session is ahead of the log
        connection.queue_message(messages.text_view(connection.live_table.session, connection.viewer))


HANDLERS: Final[dict[str, Handler]] = {
    "act": act,
    "plant": plant,
    "why": why,
    "chat": chat,
    "wish": wish,
    "undo": undo,
    "hint": hint,
    "talk": talk,
    "preview": preview,
    "considering": considering,
    "nothing": nothing,
    "shown": shown,
    "standing": standing,
    "introduction": introduction,
    "answers": answers,
    "seat": about_seat,
    "start": start,
    "rematch": rematch,
    "ping": ping,
    "refresh": refresh,
    "look": look,
    "earlier": earlier,
}
