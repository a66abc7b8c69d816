"""Messages that a client may send on the socket of a table (docs/protocol.md); each handles itself."""

import time
from collections.abc import Callable
from typing import Final

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

MAX_SUBJECT: Final = 400
"""Maximum length of an action that a refusal repeats."""


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


class ClientMessage(msgspec.Struct, tag_field="type"):
    """Base of the messages: the tag of a class is its `type` on the wire."""

    @property
    def subject(self) -> str:
        """What a refusal of this message names: its action, else its type."""
        action: str = getattr(self, "action", "") or str(self.__struct_config__.tag)
        return action if len(action) < MAX_SUBJECT else ""


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


class Act(ClientMessage, tag="act"):
    """An action, chosen at a version of the table."""

    version: int
    action: str
    offer: SeenOffer | None = None
    """The offer that the action answers, as it was shown. Clients may leave it out."""

    async def handle(self, site: Site, connection: ViewerConnection) -> None:
        def checked_act(session: Session, seat: int, now: float) -> list[Entry]:
            if self.offer is not None:
                self.offer.check(session)
            return session.act(seat, self.action, self.version, now, fresh_seed())

        await change_from_own_seat(connection, checked_act)


class Plant(ClientMessage, tag="plant"):
    """Plants all cards that fit."""

    version: int
    action: str = ""
    """An action to perform first: the end of the trading."""

    async def handle(self, site: Site, connection: ViewerConnection) -> None:
        await change_from_own_seat(
            connection, lambda session, seat, now: session.plant(seat, self.version, now, fresh_seed(), self.action)
        )


class Why(ClientMessage, tag="why"):
    """Asks which rule forbids an action."""

    action: str

    async def handle(self, site: Site, connection: ViewerConnection) -> None:
        async with connection.live_table.lock:
            connection.queue_message(messages.why(connection.live_table.session, connection.viewer, self.action))


class Chat(ClientMessage, tag="chat"):
    """A line of chat."""

    text: str

    async def handle(self, site: Site, connection: ViewerConnection) -> None:
        if not connection.visitor.person:
            raise Refused("Pick a name first, then talk.")
        if site.sanctions.is_muted(connection.visitor.id):
            raise Refused("The operator of this server has muted you for now.")
        if not site.limiter.allows(CHAT, connection.address, connection.visitor.id):
            raise Refused("That is a lot of talk at once; wait a moment.")

        def say(session: Session, now: float) -> list[Entry]:
            seat = connection.viewer.seat
            name = connection.visitor.name if seat is None else session.seats[seat].name
            return session.say(seat, name, self.text, now, person=connection.visitor.id)

        await connection.change(say)
        connection.send_chat_help()
        async with connection.live_table.lock:
            connection.send_window(changed=False)


class Wish(ClientMessage, tag="wish"):
    """Shows the others which kinds are welcome."""

    kinds: list[int]

    async def handle(self, site: Site, connection: ViewerConnection) -> None:
        await change_from_own_seat(connection, lambda session, seat, now: session.wish(seat, self.kinds, now))


class Undo(ClientMessage, tag="undo"):
    """Takes back the own last action."""

    version: int

    async def handle(self, site: Site, connection: ViewerConnection) -> None:
        await change_from_own_seat(connection, lambda session, seat, now: session.undo(seat, self.version, now))


class Hint(ClientMessage, tag="hint"):
    """Asks the coach."""

    version: int

    async def handle(self, site: Site, connection: ViewerConnection) -> None:
        if not site.limiter.allows(REVIEWS, connection.address, connection.visitor.id):
            raise Refused("The coach is out of breath; wait a moment.")  # checked before the table is copied
        async with connection.live_table.lock:  # while an entry is being written the session is ahead of the log
            payload = hints.build_request(
                connection.live_table.session, own_seat(connection), self.version, connection.language
            )
        connection.request_hint(payload, self.version)


class Talk(ClientMessage, tag="talk"):
    """A line that is being written; asks what it would offer."""

    text: str
    offer: int = 0
    """The number of the offer on display; 0 if there is none."""

    async def handle(self, site: Site, connection: ViewerConnection) -> None:
        async with connection.live_table.lock:
            session = connection.live_table.session
            connection.queue_message(trade_help.talk(session, connection.viewer, self.text, self.offer))


class Preview(ClientMessage, tag="preview"):
    """Asks for hand and fields after a deal."""

    version: int
    action: str

    async def handle(self, site: Site, connection: ViewerConnection) -> None:
        async with connection.live_table.lock:
            connection.queue_message(trade_help.preview(connection.live_table.session, connection.viewer, self.action))


class Considering(ClientMessage, tag="considering"):
    """The player composes an offer: bots wait."""

    async def handle(self, site: Site, connection: ViewerConnection) -> None:
        async with connection.live_table.lock:
            connection.live_table.bot_scheduler.mark_composing(
                own_seat(connection), time.time(), connection.live_table.present_seats()
            )
            connection.send_window()


class TradingShown(ClientMessage, tag="shown"):
    """The trading of this turn is on the screen."""

    turn: int

    async def handle(self, site: Site, connection: ViewerConnection) -> None:
        async with connection.live_table.lock:
            connection.live_table.bot_scheduler.restart_priority(own_seat(connection), self.turn, time.time())
            connection.send_window()


class WaivePriority(ClientMessage, tag="nothing"):
    """Bots need not wait for this player in this turn."""

    turn: int

    async def handle(self, site: Site, connection: ViewerConnection) -> None:
        async with connection.live_table.lock:
            connection.live_table.bot_scheduler.waive_priority(own_seat(connection), self.turn, time.time())
            connection.send_window()
        site.registry.driver.schedule(connection.live_table)


class StandingOrders(ClientMessage, tag="standing"):
    """Offers to accept and decline until the player's next turn."""

    orders: list[str]

    async def handle(self, site: Site, connection: ViewerConnection) -> None:
        await change_from_own_seat(connection, lambda session, seat, now: session.order(seat, self.orders, now))
        connection.request_update()


class Introduction(ClientMessage, tag="introduction"):
    """A lesson has been read; without a lesson, the introduction is put away or resumed."""

    lesson: str = ""
    away: bool = False

    async def handle(self, site: Site, connection: ViewerConnection) -> None:
        await change_from_own_seat(
            connection, lambda session, seat, now: session.learn(seat, now, self.lesson, self.away)
        )
        connection.request_update()


class ChangePreferences(ClientMessage, tag="answers"):
    """All preferences, each with its new value."""

    tempo: str = NORMAL
    declines: bool = False
    keeps: list[int] = []
    unpayable: bool | None = None
    forced: bool = False
    passes: list[str] = []
    fitting: bool = False

    async def handle(self, site: Site, connection: ViewerConnection) -> None:
        def set_preferences(session: Session, seat: int, now: float) -> list[Entry]:
            known = session.table.requestable_kinds
            if not all(kind in known for kind in self.keeps):
                raise Refused("There is no such kind in this game.")
            keeps = cards_text(sorted(set(self.keeps)))
            declines = session.table.turn if self.declines else 0
            passes = tuple(dict.fromkeys(self.passes))
            preferences = Preferences(self.tempo, declines, keeps, self.unpayable, self.forced, passes, self.fitting)
            return session.set_preferences(seat, preferences, now)

        await change_from_own_seat(connection, set_preferences)
        connection.request_update()


class ChangeSeat(ClientMessage, tag="seat"):
    """Takes, leaves or fills a seat, or answers a request for one."""

    do: str
    """One of sit, leave, reclaim, fill, withdraw, admit, decline."""
    seat: int
    bot: str = ""
    model: bool = False
    """Whether the player who sits down is a language model."""
    request: int = 0
    """Number of the request that is admitted or declined."""

    async def handle(self, site: Site, connection: ViewerConnection) -> None:
        live_table, visitor = connection.live_table, connection.visitor
        if self.do == "sit":
            begun = live_table.session.state == PLAYING
            may_ask = not begun or site.limiter.allows(SEAT_REQUESTS, connection.address, visitor.id)
            model = site.settings.model_seconds if self.model else 0
            await seating.sit(live_table, self.seat, visitor, model, may_ask=may_ask)
        elif self.do == "leave":
            await seating.leave(live_table, self.seat, visitor)
            if live_table.session.state == ABANDONED:
                connection.queue_message({"type": "go", "to": "/"})
        elif self.do == "reclaim":
            await seating.reclaim(live_table, self.seat, visitor)
        elif self.do == "fill":
            await seating.fill(live_table, self.seat, self.bot, visitor)
        elif self.do == "withdraw":
            seating.withdraw(live_table, visitor)
        elif self.do == "admit":
            await seating.admit(live_table, self.request, visitor)
        elif self.do == "decline":
            seating.decline(live_table, self.request, visitor)
        else:
            raise Refused("A seat can be taken, left, reclaimed or filled, and a request for it answered.")


class Start(ClientMessage, tag="start"):
    """Deals the cards."""

    fill: bool = False
    """Whether bots take the free seats."""

    async def handle(self, site: Site, connection: ViewerConnection) -> None:
        await seating.begin(connection.live_table, connection.visitor, filling=self.fill)


class Rematch(ClientMessage, tag="rematch"):
    """Opens another game for the same people."""

    async def handle(self, site: Site, connection: ViewerConnection) -> None:
        live_table, visitor = connection.live_table, connection.visitor
        if not live_table.rematch and not site.limiter.allows(OPENINGS, connection.address, visitor.id):
            raise Refused("You have just opened several tables; please wait a moment.")
        table = await seating.open_rematch(live_table, visitor)
        connection.queue_message({"type": "go", "to": f"/tables/{table}"})


class Ping(ClientMessage, tag="ping"):
    """Asks for a sign of life."""

    async def handle(self, site: Site, connection: ViewerConnection) -> None:
        connection.queue_message({"type": "pong"})


class Refresh(ClientMessage, tag="refresh"):
    """Asks for an update."""

    async def handle(self, site: Site, connection: ViewerConnection) -> None:
        connection.request_update()


class Look(ClientMessage, tag="look"):
    """Asks for the table as text."""

    async def handle(self, site: Site, connection: ViewerConnection) -> None:
        async with connection.live_table.lock:  # while an entry is being written the session is ahead of the log
            connection.queue_message(messages.text_view(connection.live_table.session, connection.viewer))


class Earlier(ClientMessage, tag="earlier"):
    """Asks for the events before one that the viewer has."""

    before: int

    async def handle(self, site: Site, connection: ViewerConnection) -> None:
        async with connection.live_table.lock:
            connection.queue_message(messages.earlier(connection.live_table.session, connection.viewer, self.before))


AnyMessage = (
    Act
    | Plant
    | Why
    | Chat
    | Wish
    | Undo
    | Hint
    | Talk
    | Preview
    | Considering
    | TradingShown
    | WaivePriority
    | StandingOrders
    | Introduction
    | ChangePreferences
    | ChangeSeat
    | Start
    | Rematch
    | Ping
    | Refresh
    | Look
    | Earlier
)
