"""What a guest may say on the socket."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, Final

import msgspec

from tobean.kernel.cards import cards_text
from tobean.play.bots import hinting
from tobean.play.session.answers import NORMAL, Answers
from tobean.play.session.errors import Refused
from tobean.play.session.fold import ENDED, PLAYING
from tobean.play.talk import haggle
from tobean.play.wire import wire
from tobean.server.defence.limits import CHAT, OPENINGS, REVIEWS
from tobean.server.tables import seating
from tobean.server.tables.room import fresh_seed

if TYPE_CHECKING:
    from tobean.play.session.entries import Entry
    from tobean.play.session.session import Session
    from tobean.server.pages.site import Site
    from tobean.server.tables.guest import Guest

Handler = Callable[["Site", "Guest", dict[str, Any]], Awaitable[None]]


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


class Act(msgspec.Struct):
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


class Nothing(msgspec.Struct):
    """`nothing`: nothing from me in this turn."""

    turn: int


class Shown(msgspec.Struct):
    """`shown`: the trading of this turn is on the screen."""

    turn: int


class Why(msgspec.Struct):
    """`why`."""

    action: str


class Text(msgspec.Struct):
    """`chat` and `talk`."""

    text: str


class Wish(msgspec.Struct):
    """`wish`."""

    kinds: list[int]


class Standing(msgspec.Struct):
    """`standing`."""

    orders: list[str]


class Introduction(msgspec.Struct):
    """`introduction`: a lesson has been read; without one it is put away, or taken up."""

    lesson: str = ""
    away: bool = False


class Arrangement(msgspec.Struct):
    """`answers`: all of them, each as it shall be from now on."""

    tempo: str = NORMAL
    declines: bool = False
    keeps: list[int] = []
    unpayable: bool | None = None
    forced: bool = False
    passes: list[str] = []
    fitting: bool = False


class AtVersion(msgspec.Struct):
    """`undo` and `hint`."""

    version: int


class Earlier(msgspec.Struct):
    """`earlier`."""

    before: int


class AboutSeat(msgspec.Struct):
    """`seat`: sit, leave, reclaim, fill."""

    do: str
    seat: int
    bot: str = ""
    model: bool = False
    """Whoever sits down is a language model."""


def own_seat(guest: Guest) -> int:
    if guest.viewer.seat is None:
        raise Refused("You watch this table; only players can do that.")
    return guest.viewer.seat


async def change_own(guest: Guest, act: Callable[[Session, int, float], list[Entry]]) -> None:
    """Change the table from the guest's own seat.

    The seat is checked again once it is this change's turn: the same person may have left it in another tab.
    """
    seat = own_seat(guest)

    def acting(session: Session, now: float) -> list[Entry]:
        if seat not in session.seats_of(guest.visitor.id):
            raise Refused("This is not your seat.")
        return act(session, seat, now)

    await guest.change(acting)


async def act(site: Site, guest: Guest, message: dict[str, Any]) -> None:
    asked = msgspec.convert(message, Act)

    def acting(session: Session, seat: int, now: float) -> list[Entry]:
        if asked.offer is not None:
            asked.offer.check(session)
        return session.act(seat, asked.action, asked.version, now, fresh_seed())

    await change_own(guest, acting)


async def plant(site: Site, guest: Guest, message: dict[str, Any]) -> None:
    asked = msgspec.convert(message, PlantFitting)
    await change_own(
        guest, lambda session, seat, now: session.plant(seat, asked.version, now, fresh_seed(), asked.action)
    )


async def why(site: Site, guest: Guest, message: dict[str, Any]) -> None:
    asked = msgspec.convert(message, Why)
    async with guest.room.lock:
        guest.answer(wire.why(guest.room.session, guest.viewer, asked.action))


async def chat(site: Site, guest: Guest, message: dict[str, Any]) -> None:
    asked = msgspec.convert(message, Text)
    if not guest.visitor.person:
        raise Refused("Pick a name first, then talk.")
    if site.sanctions.is_muted(guest.visitor.id):
        raise Refused("Whoever runs this server lets you say nothing for now.")
    if not site.limiter.allows(CHAT, guest.address, guest.visitor.id):
        raise Refused("That is a lot of talk at once; wait a moment.")

    def saying(session: Session, now: float) -> list[Entry]:
        seat = guest.viewer.seat
        name = guest.visitor.name if seat is None else session.seats[seat].name
        return session.say(seat, name, asked.text, now, person=guest.visitor.id)

    await guest.change(saying)
    guest.hear_puzzled()
    async with guest.room.lock:
        guest.tell_window(changed=False)


async def wish(site: Site, guest: Guest, message: dict[str, Any]) -> None:
    asked = msgspec.convert(message, Wish)
    await change_own(guest, lambda session, seat, now: session.wish(seat, asked.kinds, now))


async def undo(site: Site, guest: Guest, message: dict[str, Any]) -> None:
    asked = msgspec.convert(message, AtVersion)
    await change_own(guest, lambda session, seat, now: session.undo(seat, asked.version, now))


async def hint(site: Site, guest: Guest, message: dict[str, Any]) -> None:
    asked = msgspec.convert(message, AtVersion)
    if not site.limiter.allows(REVIEWS, guest.address, guest.visitor.id):
        raise Refused("The coach is out of breath; wait a moment.")  # before the work: it copies the table
    async with guest.room.lock:  # while an entry is being written the session is ahead of the log
        question = hinting.question(guest.room.session, own_seat(guest), asked.version, guest.language)
    guest.ask_coach(question, asked.version)


async def talk(site: Site, guest: Guest, message: dict[str, Any]) -> None:
    asked = msgspec.convert(message, Text)
    async with guest.room.lock:
        guest.answer(haggle.talk(guest.room.session, guest.viewer, asked.text))


async def preview(site: Site, guest: Guest, message: dict[str, Any]) -> None:
    asked = msgspec.convert(message, Act)
    async with guest.room.lock:
        guest.answer(haggle.preview(guest.room.session, guest.viewer, asked.action))


async def considering(site: Site, guest: Guest, message: dict[str, Any]) -> None:
    async with guest.room.lock:
        guest.room.manners.consider(own_seat(guest), time.time(), guest.room.present())
        guest.tell_window()


async def shown(site: Site, guest: Guest, message: dict[str, Any]) -> None:
    asked = msgspec.convert(message, Shown)
    async with guest.room.lock:
        guest.room.manners.show(own_seat(guest), asked.turn, time.time())
        guest.tell_window()


async def nothing(site: Site, guest: Guest, message: dict[str, Any]) -> None:
    asked = msgspec.convert(message, Nothing)
    async with guest.room.lock:
        guest.room.manners.pass_word(own_seat(guest), asked.turn, time.time())
        guest.tell_window()
    site.hall.driver.look(guest.room)


async def standing(site: Site, guest: Guest, message: dict[str, Any]) -> None:
    asked = msgspec.convert(message, Standing)
    await change_own(guest, lambda session, seat, now: session.order(seat, asked.orders, now))
    guest.look_again()


async def introduction(site: Site, guest: Guest, message: dict[str, Any]) -> None:
    asked = msgspec.convert(message, Introduction)
    await change_own(guest, lambda session, seat, now: session.learn(seat, now, asked.lesson, asked.away))
    guest.look_again()


async def answers(site: Site, guest: Guest, message: dict[str, Any]) -> None:
    asked = msgspec.convert(message, Arrangement)

    def arranged(session: Session, seat: int, now: float) -> list[Entry]:
        known = session.table.wanted_kinds
        if not all(kind in known for kind in asked.keeps):
            raise Refused("There is no such kind in this game.")
        keeps = cards_text(sorted(set(asked.keeps)))
        declines = session.table.turn if asked.declines else 0
        passes = tuple(dict.fromkeys(asked.passes))
        wanted = Answers(asked.tempo, declines, keeps, asked.unpayable, asked.forced, passes, asked.fitting)
        return session.arrange(seat, wanted, now)

    await change_own(guest, arranged)
    guest.look_again()


async def about_seat(site: Site, guest: Guest, message: dict[str, Any]) -> None:
    asked = msgspec.convert(message, AboutSeat)
    visitor = guest.visitor
    if asked.do == "sit":
        await seating.sit(guest.room, asked.seat, visitor, site.settings.model_seconds if asked.model else 0)
    elif asked.do == "leave":
        await seating.leave(guest.room, asked.seat, visitor)
        if guest.room.session.state == ENDED:
            guest.answer({"type": "go", "to": "/"})
    elif asked.do == "reclaim":
        await seating.reclaim(guest.room, asked.seat, visitor)
    elif asked.do == "fill":
        await seating.fill(guest.room, asked.seat, asked.bot, visitor)
    else:
        raise Refused("A seat can be taken, left, reclaimed or filled.")


async def start(site: Site, guest: Guest, message: dict[str, Any]) -> None:
    await seating.begin(guest.room, guest.visitor, filling=bool(message.get("fill")))


async def rematch(site: Site, guest: Guest, message: dict[str, Any]) -> None:
    if not guest.room.rematch and not site.limiter.allows(OPENINGS, guest.address, guest.visitor.id):
        raise Refused("You have just opened several tables; please wait a moment.")
    fresh = await seating.play_again(guest.room, guest.visitor)
    guest.answer({"type": "go", "to": f"/tables/{fresh}"})


async def ping(site: Site, guest: Guest, message: dict[str, Any]) -> None:
    guest.answer({"type": "pong"})


async def earlier(site: Site, guest: Guest, message: dict[str, Any]) -> None:
    asked = msgspec.convert(message, Earlier)
    async with guest.room.lock:
        guest.answer(wire.earlier(guest.room.session, guest.viewer, asked.before))


async def refresh(site: Site, guest: Guest, message: dict[str, Any]) -> None:
    guest.look_again()


async def look(site: Site, guest: Guest, message: dict[str, Any]) -> None:
    async with guest.room.lock:  # while an entry is being written the session is ahead of the log
        guest.answer(wire.look(guest.room.session, guest.viewer))


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
