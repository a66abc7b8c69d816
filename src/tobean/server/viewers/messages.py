"""What a guest may say on the socket."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, Final

import msgspec

from tobean.kernel.cards import cards_text
from tobean.play.answers.preferences import NORMAL, Preferences
from tobean.play.bots import hints
from tobean.play.chat import trade_help
from tobean.play.session.errors import Refused
from tobean.play.session.reducer import ENDED, PLAYING
from tobean.play.wire import messages
from tobean.server.protection.rate_limits import CHAT, OPENINGS, REVIEWS
from tobean.server.tables import seating
from tobean.server.tables.live_table import fresh_seed

if TYPE_CHECKING:
    from tobean.play.session.entries import Entry
    from tobean.play.session.session import Session
    from tobean.server.pages.site import Site
    from tobean.server.viewers.viewer_connection import ViewerConnection

Handler = Callable[["Site", "ViewerConnection", dict[str, Any]], Awaitable[None]]


class SeenOffer(msgspec.Struct):
    """An offer as the page showed it when it was answered."""

    number: int
    seat: int
    cards: list[int]
    wants: list[int]

    def check(self, session: Session) -> None:
        """Raise `Refused` if this is not the offer of that number any more."""
        seen = (self.number, self.seat, sorted(self.cards), sorted(self.wants))
        offers = session.table.offers if session.state == PLAYING else ()
        if any((each.number, each.seat, sorted(each.cards), sorted(each.wants)) == seen for each in offers):
            return
        raise Refused("That offer is gone, so nothing was done. Look at what lies there now.")


class ActMessage(msgspec.Struct):
    """`act` and `preview`."""

    version: int
    action: str
    offer: SeenOffer | None = None
    """The offer that this answers, as it was shown. Clients may leave it out."""


class PlantFitting(msgspec.Struct):
    """`plant`."""

    version: int
    action: str = ""
    """An action that comes first: the end of the trading."""


class WaivePriorityMessage(msgspec.Struct):
    """`nothing`: nothing from me in this turn."""

    turn: int


class Shown(msgspec.Struct):
    """`shown`: the trading of this turn is on the screen."""

    turn: int


class ReasonRequest(msgspec.Struct):
    """`why`."""

    action: str


class TextMessage(msgspec.Struct):
    """`chat` and `talk`."""

    text: str


class WishMessage(msgspec.Struct):
    """`wish`."""

    kinds: list[int]


class StandingOrdersMessage(msgspec.Struct):
    """`standing`."""

    orders: list[str]


class IntroductionMessage(msgspec.Struct):
    """`introduction`: a lesson has been read; without one it is put away, or taken up."""

    lesson: str = ""
    away: bool = False


class PreferencesMessage(msgspec.Struct):
    """`answers`: all of them, each as it shall be from now on."""

    tempo: str = NORMAL
    declines: bool = False
    keeps: list[int] = []
    unpayable: bool | None = None
    forced: bool = False
    passes: list[str] = []
    fitting: bool = False


class VersionMessage(msgspec.Struct):
    """`undo` and `hint`."""

    version: int


class EarlierMessage(msgspec.Struct):
    """`earlier`."""

    before: int


class SeatMessage(msgspec.Struct):
    """`seat`: sit, leave, reclaim, fill."""

    do: str
    seat: int
    bot: str = ""
    model: bool = False
    """Whoever sits down is a language model."""


def own_seat(connection: ViewerConnection) -> int:
    if connection.viewer.seat is None:
        raise Refused("You watch this table; only players can do that.")
    return connection.viewer.seat


async def change_from_own_seat(connection: ViewerConnection, act: Callable[[Session, int, float], list[Entry]]) -> None:
    """Change the table from the guest's own seat.

    The seat is checked again once it is this change's turn: the same person may have left it in another tab.
    """
    seat = own_seat(connection)

    def acting(session: Session, now: float) -> list[Entry]:
        if seat not in session.seats_of(connection.visitor.id):
            raise Refused("This is not your seat.")
        return act(session, seat, now)

    await connection.change(acting)


async def act(site: Site, connection: ViewerConnection, message: dict[str, Any]) -> None:
    asked = msgspec.convert(message, ActMessage)

    def acting(session: Session, seat: int, now: float) -> list[Entry]:
        if asked.offer is not None:
            asked.offer.check(session)
        return session.act(seat, asked.action, asked.version, now, fresh_seed())

    await change_from_own_seat(connection, acting)


async def plant(site: Site, connection: ViewerConnection, message: dict[str, Any]) -> None:
    asked = msgspec.convert(message, PlantFitting)
    await change_from_own_seat(
        connection, lambda session, seat, now: session.plant(seat, asked.version, now, fresh_seed(), asked.action)
    )


async def why(site: Site, connection: ViewerConnection, message: dict[str, Any]) -> None:
    asked = msgspec.convert(message, ReasonRequest)
    async with connection.live_table.lock:
        connection.answer(messages.why(connection.live_table.session, connection.viewer, asked.action))


async def chat(site: Site, connection: ViewerConnection, message: dict[str, Any]) -> None:
    asked = msgspec.convert(message, TextMessage)
    if not connection.visitor.person:
        raise Refused("Pick a name first, then talk.")
    if site.sanctions.is_muted(connection.visitor.id):
        raise Refused("Whoever runs this server lets you say nothing for now.")
    if not site.limiter.allows(CHAT, connection.address, connection.visitor.id):
        raise Refused("That is a lot of talk at once; wait a moment.")

    def saying(session: Session, now: float) -> list[Entry]:
        seat = connection.viewer.seat
        name = connection.visitor.name if seat is None else session.seats[seat].name
        return session.say(seat, name, asked.text, now, person=connection.visitor.id)

    await connection.change(saying)
    connection.send_chat_help()
    async with connection.live_table.lock:
        connection.send_window(changed=False)


async def wish(site: Site, connection: ViewerConnection, message: dict[str, Any]) -> None:
    asked = msgspec.convert(message, WishMessage)
    await change_from_own_seat(connection, lambda session, seat, now: session.wish(seat, asked.kinds, now))


async def undo(site: Site, connection: ViewerConnection, message: dict[str, Any]) -> None:
    asked = msgspec.convert(message, VersionMessage)
    await change_from_own_seat(connection, lambda session, seat, now: session.undo(seat, asked.version, now))


async def hint(site: Site, connection: ViewerConnection, message: dict[str, Any]) -> None:
    asked = msgspec.convert(message, VersionMessage)
    if not site.limiter.allows(REVIEWS, connection.address, connection.visitor.id):
        raise Refused("The coach is out of breath; wait a moment.")  # before the work: it copies the table
    async with connection.live_table.lock:  # while an entry is being written the session is ahead of the log
        question = hints.question(
            connection.live_table.session, own_seat(connection), asked.version, connection.language
        )
    connection.request_hint(question, asked.version)


async def talk(site: Site, connection: ViewerConnection, message: dict[str, Any]) -> None:
    asked = msgspec.convert(message, TextMessage)
    async with connection.live_table.lock:
        connection.answer(trade_help.talk(connection.live_table.session, connection.viewer, asked.text))


async def preview(site: Site, connection: ViewerConnection, message: dict[str, Any]) -> None:
    asked = msgspec.convert(message, ActMessage)
    async with connection.live_table.lock:
        connection.answer(trade_help.preview(connection.live_table.session, connection.viewer, asked.action))


async def considering(site: Site, connection: ViewerConnection, message: dict[str, Any]) -> None:
    async with connection.live_table.lock:
        connection.live_table.bot_scheduler.mark_composing(
            own_seat(connection), time.time(), connection.live_table.present_seats()
        )
        connection.send_window()


async def shown(site: Site, connection: ViewerConnection, message: dict[str, Any]) -> None:
    asked = msgspec.convert(message, Shown)
    async with connection.live_table.lock:
        connection.live_table.bot_scheduler.show(own_seat(connection), asked.turn, time.time())
        connection.send_window()


async def nothing(site: Site, connection: ViewerConnection, message: dict[str, Any]) -> None:
    asked = msgspec.convert(message, WaivePriorityMessage)
    async with connection.live_table.lock:
        connection.live_table.bot_scheduler.waive_priority(own_seat(connection), asked.turn, time.time())
        connection.send_window()
    site.registry.driver.schedule(connection.live_table)


async def standing(site: Site, connection: ViewerConnection, message: dict[str, Any]) -> None:
    asked = msgspec.convert(message, StandingOrdersMessage)
    await change_from_own_seat(connection, lambda session, seat, now: session.order(seat, asked.orders, now))
    connection.request_update()


async def introduction(site: Site, connection: ViewerConnection, message: dict[str, Any]) -> None:
    asked = msgspec.convert(message, IntroductionMessage)
    await change_from_own_seat(
        connection, lambda session, seat, now: session.learn(seat, now, asked.lesson, asked.away)
    )
    connection.request_update()


async def answers(site: Site, connection: ViewerConnection, message: dict[str, Any]) -> None:
    asked = msgspec.convert(message, PreferencesMessage)

    def arranged(session: Session, seat: int, now: float) -> list[Entry]:
        known = session.table.requestable_kinds
        if not all(kind in known for kind in asked.keeps):
            raise Refused("There is no such kind in this game.")
        keeps = cards_text(sorted(set(asked.keeps)))
        declines = session.table.turn if asked.declines else 0
        passes = tuple(dict.fromkeys(asked.passes))
        wanted = Preferences(asked.tempo, declines, keeps, asked.unpayable, asked.forced, passes, asked.fitting)
        return session.set_preferences(seat, wanted, now)

    await change_from_own_seat(connection, arranged)
    connection.request_update()


async def about_seat(site: Site, connection: ViewerConnection, message: dict[str, Any]) -> None:
    asked = msgspec.convert(message, SeatMessage)
    visitor = connection.visitor
    if asked.do == "sit":
        await seating.sit(connection.live_table, asked.seat, visitor, site.settings.model_seconds if asked.model else 0)
    elif asked.do == "leave":
        await seating.leave(connection.live_table, asked.seat, visitor)
        if connection.live_table.session.state == ENDED:
            connection.answer({"type": "go", "to": "/"})
    elif asked.do == "reclaim":
        await seating.reclaim(connection.live_table, asked.seat, visitor)
    elif asked.do == "fill":
        await seating.fill(connection.live_table, asked.seat, asked.bot, visitor)
    else:
        raise Refused("A seat can be taken, left, reclaimed or filled.")


async def start(site: Site, connection: ViewerConnection, message: dict[str, Any]) -> None:
    await seating.begin(connection.live_table, connection.visitor, filling=bool(message.get("fill")))


async def rematch(site: Site, connection: ViewerConnection, message: dict[str, Any]) -> None:
    if not connection.live_table.rematch and not site.limiter.allows(
        OPENINGS, connection.address, connection.visitor.id
    ):
        raise Refused("You have just opened several tables; please wait a moment.")
    fresh = await seating.open_rematch(connection.live_table, connection.visitor)
    connection.answer({"type": "go", "to": f"/tables/{fresh}"})


async def ping(site: Site, connection: ViewerConnection, message: dict[str, Any]) -> None:
    connection.answer({"type": "pong"})


async def earlier(site: Site, connection: ViewerConnection, message: dict[str, Any]) -> None:
    asked = msgspec.convert(message, EarlierMessage)
    async with connection.live_table.lock:
        connection.answer(messages.earlier(connection.live_table.session, connection.viewer, asked.before))


async def refresh(site: Site, connection: ViewerConnection, message: dict[str, Any]) -> None:
    connection.request_update()


async def look(site: Site, connection: ViewerConnection, message: dict[str, Any]) -> None:
    async with connection.live_table.lock:  # while an entry is being written the session is ahead of the log
        connection.answer(messages.text_view(connection.live_table.session, connection.viewer))


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
