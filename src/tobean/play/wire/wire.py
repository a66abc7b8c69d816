"""The messages of a table for one viewer (docs/protocol.md, "The table on the wire").

Everything secret goes through an observation of the viewer's seat; what is public to everybody is made once for a
version and shared by all viewers.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

import msgspec

from tobean.kernel.actions import Action, Harvest, Pass
from tobean.kernel.errors import Illegal, TobeanError
from tobean.play.session.arranging import declines_unpayable, passable
from tobean.play.session.errors import Refused, Stale
from tobean.play.session.told import ENCODER, FRESH_WORDS
from tobean.play.wire.catalogue import catalogue
from tobean.play.wire.labels import labelled
from tobean.play.wire.legible import legible
from tobean.play.wire.page import page_data
from tobean.play.wire.remarks import heard
from tobean.play.wire.rows import row_data
from tobean.play.wire.special import special
from tobean.play.wire.verdict import verdict
from tobean.play.wire.worth import offer_worth
from tobean.speech.asking import asked
from tobean.speech.catalogues import text
from tobean.speech.refusals import told
from tobean.speech.teller import teller_of
from tobean.view.observation import observe

if TYPE_CHECKING:
    from tobean.kernel.offers import Offer
    from tobean.kernel.rules import Result
    from tobean.kernel.table import Table
    from tobean.play.session.answers import Answers
    from tobean.play.session.session import Session
    from tobean.play.session.told import Told
    from tobean.play.session.viewer import Viewer
    from tobean.speech.teller import Teller
    from tobean.view.observation import Observation

Message = dict[str, object]

MOST_ARRANGED: Final = 512
MOST_EVENTS: Final = 200
"""So many events are told at once; older ones on request."""


def encode(message: Message) -> bytes:
    """A message as JSON."""
    return ENCODER.encode(message)


# --- hello -------------------------------------------------------------------------------------------------


def hello(session: Session, viewer: Viewer) -> Message:
    """What a viewer gets first: the table, the cards, who sits where."""
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
    """The table as everybody knows it before looking at its cards."""
    return {
        **session.setup.public(),
        "seats": [seat.public() for seat in session.seats],
        "state": session.state,
        "seq": session.news,
        "version": session.version,
    }


# --- update ------------------------------------------------------------------------------------------------


def update(session: Session, viewer: Viewer, since: int = -1) -> Message:
    """The table now, and what happened from event number `since` on (-1: the last version only)."""
    seat = viewer.seat
    seen = seen_through(session, viewer)
    legal = [] if seat is None or not session.seats[seat].taken else session.table.legal_actions(seat)
    return {
        "type": "update",
        "version": session.version,
        "seq": session.news,
        "view": view(session, viewer, seen),
        "events": events(session, viewer, since),
        "actions": labelled(session, legal, viewer.language, seen),
        "asked": question(seen, session, viewer, has_no_room(session.table, seat, legal)),
        "may_talk": seen.may_talk,
        "undo": seat is not None and session.may_undo(seat),
        "hint": seat is not None and (seen.awaited == seat or seen.may_talk) and session.may_hint(seat),
        "clock": session.clock(),
        "orders": () if seat is None else session.orders[seat],
        "introduction": None if seat is None else introduction(session, seat, viewer.language),
        "answers": None if seat is None else answers_data(session, seat, viewer.language),
    }


def look(session: Session, viewer: Viewer) -> Message:
    """The table as lines to be read, by whoever sees no pictures: a language model, for example."""
    return {"type": "look", "version": session.version, "seen": legible(seen_through(session, viewer))}


def introduction(session: Session, seat: int, language: str) -> Message | None:
    """How far this seat has come in the introduction, and what is to be read now."""
    learner = session.learners.get(seat)
    if learner is None:
        return None
    lesson = None if learner.away else learner.shown
    game = session.setup.game
    return {
        "away": learner.away,
        "finished": learner.finished,
        "number": learner.number,
        "count": learner.count,
        "lesson": None
        if lesson is None
        else {"key": lesson.key, "text": text(lesson.text, language, game), "at": lesson.at},
        "missed": [text(each.text, language, game) for each in learner.missed()] if session.table.over else [],
    }


def answers_data(session: Session, seat: int, language: str) -> Message:
    """What a seat has arranged, and what it could: its person alone sees that."""
    answers = session.answers[seat]
    declines, unpayable = answers.declines == session.table.turn, declines_unpayable(session, seat)
    return arranged(teller_of(session.rules, language), answers, declines, unpayable, tuple(passable(session, seat)))


@lru_cache(MOST_ARRANGED)
def arranged(teller: Teller, answers: Answers, declines: bool, unpayable: bool, passable: tuple[str, ...]) -> Message:
    """The same in words, not to be changed: most have arranged nothing, or what they had the last time."""
    questions = teller.words.questions
    return {
        "tempo": answers.tempo,
        "declines": declines,
        "keeps": answers.kept,
        "unpayable": unpayable,
        "usual": answers.unpayable is None,
        "forced": answers.forced,
        "passes": answers.passes,
        "passable": [{"name": name, "text": teller.text(questions[name].yours)} for name in passable],
    }


def seen_through(session: Session, viewer: Viewer) -> Observation:
    """The table through the viewer's eyes; all of it where all cards are shown."""
    table = session.table
    seen = observe(table, viewer.eyes)
    if viewer.open:
        if not table.over and not session.replaying:
            raise Refused("The cards are shown to all only when the game is over.")
        seen.hands = [hand.copy() for hand in table.hands]
        seen.offers = table.offers
        seen.component = None if table.component is None else table.component.copy()
    return seen


def events(session: Session, viewer: Viewer, since: int = -1) -> list[msgspec.Raw]:
    """What happened, as this viewer may know it."""
    told = session.told
    if since < 0:
        since = len(told)
        while since > 0 and told[since - 1].version == session.version:
            since -= 1
    return heard_by(session, viewer, told[max(since, len(told) - MOST_EVENTS) :])


def heard_by(session: Session, viewer: Viewer, told: list[Told]) -> list[msgspec.Raw]:
    """Events in the viewer's words, without what is not for their eyes (I3)."""
    eyes = None if viewer.open else viewer.eyes
    names = public_part(session).names
    return [each.seen_by(eyes, session.rules, names, viewer.language) for each in told]


def earlier(session: Session, viewer: Viewer, before: int) -> Message:
    """What happened before event number `before`, as this viewer may know it: the last of it."""
    told = session.told[: max(0, before)][-MOST_EVENTS:]
    found: Message = {"type": "earlier", "events": heard_by(session, viewer, told)}
    for each in told:
        if each.number < len(session.told) - FRESH_WORDS:
            each.forget()
    return found


def has_no_room(table: Table, seat: int | None, legal: list[Action]) -> bool:
    """Can whoever is asked do nothing about it before a harvest (K5), but pass? To plant, for example."""
    if seat is None or seat != table.awaited:
        return False
    if not all(isinstance(action, Pass) for action in table.agenda[-1].options(table, seat)):
        return False
    return any(isinstance(action, Harvest) for action in legal)


def question(seen: Observation, session: Session, viewer: Viewer, no_room: bool) -> Message:
    """What is asked, and of whom; `no_room`: the viewer has to harvest first."""
    names, language = public_part(session).names, viewer.language
    found = asked(seen, -1 if viewer.seat is None else viewer.seat, names, language, no_room)
    if seen.over:
        theirs = ""
    elif viewer.seat == seen.awaited and not no_room:
        theirs = found.text
    else:
        theirs = asked(seen, seen.awaited, names, language).text
    return {
        "seat": found.seat,
        "you": found.seat == viewer.seat,
        "text": found.text,
        "theirs": theirs,
        "rule": found.rule,
    }


class Public:
    """What everybody may see of a version of the table, encoded once."""

    def __init__(self, session: Session) -> None:
        table = session.table
        self.news = session.news
        self.names = session.spoken_names
        self.fields = [msgspec.Raw(ENCODER.encode([row_data(table, row) for row in rows])) for rows in table.fields]
        common = {
            "game": table.rules.name,
            "players": table.players,
            "turn": table.turn,
            "start": table.start,
            "active": table.active,
            "phase": table.phase,
            "awaited": table.awaited,
            "over": table.over,
            "draw": table.draw_size,
            "discard": {"size": len(table.discard), "top": table.discard[-1] if table.discard else None},
            "run_outs": table.run_outs,
            "last_run_out": table.last_run_out,
            "turned": table.turned,
            "calls": [{"seat": call.seat, "has": call.has, "wants": call.wants} for call in table.calls],
            "wishes": session.wishes,
            "keeps": [answers.kept for answers in session.answers],
            "deals": table.deals,
        }
        self.common = ENCODER.encode(common)[:-1] + b","
        """The beginning of every view; the viewer's own part follows."""


def public_part(session: Session) -> Public:
    """It is made once for each version of the table."""
    public = session.public
    if not isinstance(public, Public) or public.news != session.news:
        public = session.public = Public(session)
    return public


def view(session: Session, viewer: Viewer, seen: Observation) -> msgspec.Raw:
    """What this viewer sees on the table; `seen` is the table through their eyes."""
    table = session.table
    public = public_part(session)
    own = {
        "seat": viewer.seat,
        "seats": [
            {
                "hand": seen.hands[seat],
                "fields": public.fields[seat],
                "thalers": len(seen.thalers[seat]),
                "aside": seen.aside[seat],
            }
            for seat in range(table.players)
        ],
        "offers": [{**offer_data(offer, table), "worth": offer_worth(offer, seen, table)} for offer in seen.offers],
        "special": special(seen.component, table),
        "ledger": ledger(seen.urns),
        "result": verdict(table, session.spoken_names, viewer.language) if table.over else None,
    }
    return msgspec.Raw(public.common + ENCODER.encode(own)[1:])


def offer_data(offer: Offer, table: Table) -> Message:
    """An offer that is masked for its viewer already."""
    return {
        "number": offer.number,
        "seat": offer.seat,
        "to": offer.to,
        "cards": offer.cards,
        "places": offer.places,
        "wants": offer.wants,
        "answers": offer.answers,
        "declined": [seat for seat in range(table.players) if offer.declined >> seat & 1],
    }


def ledger(urns: list[list[int]]) -> dict[int, int]:
    """How many cards of each kind the viewer has not seen: in the draw pile or in the others' hands (I2)."""
    totals = urns[0] if len(urns) == 1 else [sum(counts) for counts in zip(*urns, strict=True)]
    return {kind: count for kind, count in enumerate(totals) if count}


def result_data(result: Result) -> Message:
    return {
        "thalers": result.thalers,
        "winners": result.winners,
        "ranks": result.ranks,
        "rival": result.rival,
        "rival_thalers": result.rival_thalers,
    }


# --- answers to one person ---------------------------------------------------------------------------------


def refused(session: Session, viewer: Viewer, error: TobeanError, what: str = "") -> Message:
    """Why something was not done."""
    text = told(error, session.spoken_names, viewer.language, session.setup.game)
    if isinstance(error, Stale):
        return {"type": "stale", "text": text, "for": what}
    return {"type": "refused", "rule": error.rule if isinstance(error, Illegal) else "", "text": text, "for": what}


def why(session: Session, viewer: Viewer, do: str) -> Message:
    """Could this be done now, and if not, which rule forbids it?"""
    answer: Message = {"type": "why", "action": do, "legal": False, "rule": "", "text": ""}
    if viewer.seat is None:
        return answer
    try:
        session.table.check(session.read(viewer.seat, do))
    except TobeanError as error:
        found = refused(session, viewer, error)
        return {**answer, "rule": found["rule"], "text": found["text"]}
    return {**answer, "legal": True}


def chat(number: int, session: Session, language: str) -> Message:
    """A line of chat by its number in the log; bots speak this language."""
    first = session.lines - len(session.chat)
    for line, (seq, said) in enumerate(session.chat, start=first):
        if seq == number:
            return {
                "type": "chat",
                "seq": line,
                "at": said.at,
                "seat": None if said.seat < 0 else said.seat,
                "name": said.name,
                "text": heard(said, session, language),
                "bot": said.bot,
            }
    raise LookupError(f"there is no chat number {number}")
