"""State of the table for one viewer, in pieces of JSON.

Everything secret passes through an observation of the viewer's seat (I3); the rest is shared (shared_state.py). A piece
is encoded again when its content has changed, and otherwise taken from the previous state.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, final

from mypy_extensions import mypyc_attr

from tobean.i18n.catalogues import text
from tobean.i18n.narrator import Narrator, narrator_of
from tobean.kernel.actions import Action, GoOn, Harvest, Pass
from tobean.kernel.events import Event, EventKind
from tobean.kernel.notation.card_locations import TURNED
from tobean.kernel.observation.observation import HiddenCardsSnapshot, Observation, observe, observe_sharing
from tobean.kernel.table import Table
from tobean.session.answers.auto_answers import declines_unpayable, passable_question, passable_questions
from tobean.session.answers.forced_plantings import forced_plantings
from tobean.session.answers.preferences import Preferences
from tobean.session.errors import Refused
from tobean.session.lessons.lesson import Lesson
from tobean.session.log.event_feed import ENCODER
from tobean.session.seats import OPEN
from tobean.session.session import Session
from tobean.session.viewer import Viewer
from tobean.session.wire.action_buttons import ActionButtons
from tobean.session.wire.component_state import component_data
from tobean.session.wire.deal_preview import offer_preview
from tobean.session.wire.shared_state import FIRST_SEAT, NEXT_SEAT, SharedState, encode_offer

MAX_CACHED_PREFERENCES: Final = 512


class ViewerStateCache:
    """Cache of the latest states: the shared one, and one for each kind of viewer."""

    def __init__(self) -> None:
        self.moment = (-1, -1)
        self.public: SharedState | None = None
        self.own: dict[tuple[int | None, str, bool], ViewerState] = {}
        """By seat and language, and whether all cards are shown."""

    def shared_state(self, session: Session) -> SharedState:
        before = self.public
        moment = (session.seq, session.version)
        if before is None or self.moment != moment:
            table = session.table
            cards = None if before is None else before.cards
            if cards is None or not cards.matches(table):
                cards = HiddenCardsSnapshot(table, cards)
            before = self.public = SharedState(session, before, cards)
            self.moment = moment
        return before

    def of(self, session: Session, viewer: Viewer) -> ViewerState:
        """Return the state of the table for this viewer, built once for all viewers of the same kind."""
        public = self.shared_state(session)
        key = (viewer.seat, viewer.language, viewer.open)
        state = self.own.get(key)
        if state is None or state.public is not public:
            state = self.own[key] = ViewerState(session, viewer, public, state)
        return state


def viewer_states_of(session: Session) -> ViewerStateCache:
    """Return the cache, which is stored in the session."""
    if not isinstance(session.cached_states, ViewerStateCache):
        session.cached_states = ViewerStateCache()
    return session.cached_states


@final
@mypyc_attr(acyclic=True)
class ViewerState:
    """A version of the table for one viewer."""

    def __init__(self, session: Session, viewer: Viewer, public: SharedState, before: ViewerState | None) -> None:
        table, seat = session.table, viewer.seat
        self.public = public
        self.view: TableView = TableView(session, viewer, public, None if before is None else before.view)
        seen = self.view.seen
        self.may_talk = seen.may_talk
        self.labels: ActionButtons | None = None
        self.preferences_state: PreferencesState | None = None
        self.rest: bytes = b""
        """Everything except the view, the events and the clock."""
        if seat is None:
            self.rest = b',"actions":[],"asked":' + public.prompt(viewer) + SPECTATOR_REST
            return
        narrator = narrator_of(session.rules, viewer.language)
        legal = table.legal_actions(seat) if session.seats[seat].kind != OPEN else []
        labels = None if before is None else before.labels
        preferences_state = None if before is None else before.preferences_state
        names = public.names_in(viewer.language)
        if labels is None or labels.narrator is not narrator or labels.names is not names:
            labels, preferences_state = ActionButtons(narrator, names), None
        self.labels = labels
        self.preferences_state = preferences_state = PreferencesState(session, seat, legal, narrator, preferences_state)
        hint = session.may_hint(seat)
        orders = session.orders[seat]
        rest = [
            b',"actions":[',
            b",".join(labels.encode_all(legal, seen, session)),
            b'],"asked":',
            public.prompt(viewer, has_no_room(table, seat, legal)),
            b',"fits":',
            fits_text(table, seat, legal),
            b',"may_talk":true,"undo":' if seen.may_talk else b',"may_talk":false,"undo":',
            b"true" if session.may_undo(seat) else b"false",
            b',"hint":true,"orders":' if hint else b',"hint":false,"orders":',
            ENCODER.encode(orders) if orders else b"[]",
            b',"introduction":',
            ENCODER.encode(introduction(session, seat, viewer.language)) if session.learners else b"null",
            b',"answers":',
            preferences_state.text,
        ]
        self.rest = b"".join(rest)


SPECTATOR_REST: Final = (
    b',"fits":[],"may_talk":false,"undo":false,"hint":false,"orders":[],"introduction":null,"answers":null'
)


@final
@mypyc_attr(acyclic=True)
class TableView:
    """The table with its cards, for one viewer."""

    def __init__(self, session: Session, viewer: Viewer, public: SharedState, before: TableView | None = None) -> None:
        table = session.table
        self.cards = public.cards
        known = before if before is not None and before.cards is public.cards else None
        """The previous view, if no card has moved since."""
        self.seen: Observation = viewer_observation(session, viewer, public.seen, None if known is None else known.seen)
        seen = self.seen
        self.hands: list[bytes] = []
        self.unseen_counts = b""
        if known is not None:
            self.hands, self.unseen_counts = known.hands, known.unseen_counts
        else:
            for seat in range(seen.players):
                hand = public.hands[seat]
                if seen.hands[seat] != public.seen.hands[seat]:
                    same = before is not None and seen.hands[seat] == before.seen.hands[seat]
                    hand = before.hands[seat] if before and same else ENCODER.encode(seen.hands[seat])
                self.hands.append(hand)
            same = before is not None and seen.urns == before.seen.urns
            self.unseen_counts = before.unseen_counts if before and same else ENCODER.encode(unseen_counts(seen.urns))
        self.offer_previews = offer_previews(seen, table, before)
        pieces = [public.common, b',"seat":', SEATS[viewer.seat]]
        for seat in range(seen.players):
            if self.hands[seat] is public.hands[seat]:
                pieces.append(public.seats[seat])
            else:
                pieces += (NEXT_SEAT if seat else FIRST_SEAT, self.hands[seat], public.seat_parts[seat])
        pieces.append(b'],"offers":[')
        if seen.offers:
            pieces.append(b",".join(self.offers(public)))
        pieces.append(b'],"component":')
        pieces.append(b"{}" if seen.component is None else ENCODER.encode(component_data(seen.component, table)))
        pieces.append(b',"unseen":')
        pieces.append(self.unseen_counts)
        pieces.append(b',"result":')
        pieces.append(public.result(session, viewer.language))
        pieces.append(b"}")
        self.text: bytes = b"".join(pieces)

    def offers(self, public: SharedState) -> list[bytes]:
        """Encode each offer with its preview for the viewer."""
        found: list[bytes] = []
        for number, offer in enumerate(self.seen.offers):
            same = offer.places == public.seen.offers[number].places
            common = public.offers[number] if same else encode_offer(offer, self.seen.players)
            found.append(common + EFFECT_KEY + self.offer_previews[number] + b"}")
        return found


EFFECT_KEY: Final = b',"effect":'
SEATS: Final[dict[int | None, bytes]] = {None: b"null"} | {seat: str(seat).encode() for seat in range(10)}


def offer_previews(seen: Observation, table: Table, before: TableView | None) -> tuple[bytes, ...]:
    """Encode the preview of each offer for the viewer; cached while the offer and the viewer's cards stay the same."""
    if not seen.offers:
        return ()
    known: dict[object, bytes] = {}
    seat = seen.seat
    if before is not None and before.offer_previews and seat < seen.players:
        old = before.seen
        if (
            seen.hands[seat] == old.hands[seat]
            and seen.fields[seat] == old.fields[seat]
            and seen.aside[seat] == old.aside[seat]
            and seen.turned == old.turned
            and seen.active == old.active
        ):
            for number, offer in enumerate(old.offers):
                if offer.is_for(seat):
                    known[offer.seat, offer.to, offer.cards, offer.wants] = before.offer_previews[number]
    found: list[bytes] = []
    for offer in seen.offers:
        if seat >= seen.players or not offer.is_for(seat):
            found.append(b"null")  # for another seat
            continue
        effect = known.get((offer.seat, offer.to, offer.cards, offer.wants)) if known else None
        found.append(ENCODER.encode(offer_preview(offer, seen, table)) if effect is None else effect)
    return tuple(found)


def viewer_observation(
    session: Session, viewer: Viewer, shared_with: Observation | None = None, known: Observation | None = None
) -> Observation:
    """Return the viewer's observation, with all cards if they are shown; shares parts with existing observations."""
    table = session.table
    if not viewer.open:
        return observe_sharing(table, viewer.observer_seat, shared_with, known)
    seen = observe(table, viewer.observer_seat)
    if not table.over and not session.replaying:
        raise Refused("The cards are shown to all only when the game is over.")
    seen.hands = [hand.copy() for hand in table.hands]
    seen.offers = table.offers
    seen.component = None if table.component is None else table.component.copy()
    return seen


def unseen_counts(urns: list[list[int]]) -> dict[int, int]:
    """Count the cards of each kind that the viewer has not seen: in the draw pile or in the others' hands (I2)."""
    totals = urns[0] if len(urns) == 1 else [sum(counts) for counts in zip(*urns, strict=True)]
    return {kind: count for kind, count in enumerate(totals) if count}


def has_no_room(table: Table, seat: int, legal: list[Action]) -> bool:
    """Whether the asked seat can only pass before a harvest (K5), for example if no field takes its card."""
    if seat != table.awaited:
        return False
    options = table.agenda[-1].list_actions(table, seat)
    if table.turned:  # using hand cards meanwhile makes no room for the cards turned over
        options = [action for action in options if getattr(action, "place", TURNED) < 0]
    if options and not (table.hands[seat] and all(isinstance(action, (GoOn, Pass)) for action in options)):
        return False
    return any(isinstance(action, Harvest) for action in legal)


def fits_text(table: Table, seat: int, legal: list[Action]) -> bytes:
    """Encode the plantings that leave no choice, in notation."""
    if seat != table.awaited or not (table.turned or table.aside[seat]):
        return b"[]"
    return ENCODER.encode([repr(action) for action in forced_plantings(table, seat, legal)])


def introduction(session: Session, seat: int, language: str) -> dict[str, object] | None:
    """Return the progress of this seat in the introduction, and the lesson to read now."""
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
        "lesson": None if lesson is None else lesson_data(lesson, session, seat, language),
        "missed": [text(each.text, language, game) for each in learner.missed()] if session.table.over else [],
    }


def lesson_data(lesson: Lesson, session: Session, seat: int, language: str) -> dict[str, object]:
    """Return a lesson, with the events that it tells as this seat knows them."""
    data: dict[str, object] = {
        "key": lesson.key,
        "text": text(lesson.text, language, session.setup.game),
        "at": lesson.at,
    }
    events = [event.seen_by(seat) for event in latest_events(session, lesson.tells)]
    if not events:
        return data
    narrator = narrator_of(session.rules, language)
    names = session.names_in(language)
    told = [{"cards": event.cards, "text": narrator.large_text(event, names)} for event in events]
    values = events[-1].data
    return {**data, "at": lesson.at.format_map(values), "spares": lesson.spares.format_map(values), "told": told}


def latest_events(session: Session, kinds: tuple[EventKind, ...]) -> list[Event]:
    """List the events of these kinds that the latest action with any of them has caused."""
    names = [kind.name for kind in kinds]
    found = [each for each in session.feed if each.event.name in names] if names else []
    return [each.event for each in found if each.version == found[-1].version]


@final
@mypyc_attr(acyclic=True)
class PreferencesState:
    """Preferences of a seat, and those it could set; only its person sees them."""

    def __init__(
        self, session: Session, seat: int, legal: list[Action], narrator: Narrator, before: PreferencesState | None
    ) -> None:
        self.preferences: Preferences = session.preferences[seat]
        self.declines: bool = self.preferences.declines == session.table.turn
        self.unpayable = declines_unpayable(session, seat)
        self.passed = len(session.passed)  # prompts are only ever added there
        self.now = passable_question(session, seat, legal)
        self.text: bytes
        if (
            before is not None
            and self.preferences is before.preferences
            and self.declines == before.declines
            and self.unpayable == before.unpayable
            and self.passed == before.passed
            and self.now == before.now
        ):
            self.text = before.text  # usually nothing has changed
        else:
            questions = passable_questions(session, seat, self.now)
            self.text = preferences_json(narrator, self.preferences, self.declines, self.unpayable, questions)


@lru_cache(MAX_CACHED_PREFERENCES)
def preferences_json(
    narrator: Narrator, preferences: Preferences, declines: bool, unpayable: bool, passable: tuple[str, ...]
) -> bytes:
    """Encode preferences as JSON; cached, since most seats of a server have the same ones."""
    questions = narrator.messages.questions
    return ENCODER.encode(
        {
            "tempo": preferences.tempo,
            "declines": declines,
            "keeps": preferences.kept,
            "unpayable": unpayable,
            "usual": preferences.unpayable is None,
            "forced": preferences.forced,
            "passes": preferences.passes,
            "fitting": preferences.fitting,
            "passable": [{"name": name, "text": narrator.text(questions[name].yours)} for name in passable],
        }
    )
