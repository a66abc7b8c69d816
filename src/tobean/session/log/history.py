"""History of a game: the table, its moves and events, and since when the current state holds.

It knows neither the players nor a log; the session adds those. A click is stale if what the seat's choice depends
on has changed since the client showed it. Other players' offers and calls do not make a click stale: it is only
checked against the rules.
"""

from tobean.kernel.actions import Accept, Action, Call, Decline, Harvest, MakeOffer, Withdraw
from tobean.kernel.chance import Chance
from tobean.kernel.component import Options
from tobean.kernel.errors import BadInput
from tobean.kernel.events import TOOK_BACK, Event
from tobean.kernel.phases.setup import new_table
from tobean.kernel.phases.trading import Trading
from tobean.kernel.rules import Rules
from tobean.kernel.state.game_config import game_config
from tobean.kernel.table import Table
from tobean.record.notation import parse_cards
from tobean.record.record import Move
from tobean.record.start_position import position_of, table_at
from tobean.session.answers.pass_actions import pass_verbs
from tobean.session.answers.preferences import NOTES
from tobean.session.errors import Refused, Stale
from tobean.session.lessons.lesson import Introduction
from tobean.session.lessons.short_game import shorten
from tobean.session.log.event_feed import CACHED_EVENTS, FeedEvent
from tobean.session.log.undo import UndoWindow
from tobean.session.page.page_plugin import page_of


class GameHistory:
    """One game from the deal to the end."""

    def __init__(self, rules: Rules, players: int, options: Options) -> None:
        self.rules = rules
        self.players = players
        self.options = options
        self.pass_verbs = pass_verbs(rules)
        """Verbs of the actions that leave everything as it is."""
        self.version = 0
        """Number of actions taken and undone; it never decreases."""
        self.awaited_since = 0.0
        """Time since which the awaited seat is awaited."""
        self.start_seat = 0
        self.deal: tuple[int, ...] = ()
        self.deck: tuple[int, ...] | None = None
        """All cards, sorted, if they are not the game's own."""
        self.position: dict[str, str] = {}
        """Position in which the game began, if it was not dealt."""
        self.moves: list[Move] = []
        self.feed: list[FeedEvent] = []
        self.events_before = 0
        """Number of events before the first one in the feed; 0 unless the session starts in the middle of a game."""
        self.passed: dict[str, None] = {}
        """Keys of the prompts answered so far by passing, going on or ending the trading, in order."""
        self.stand_in_bits = 0
        """Bit set of the seats where a bot plays for a person; their names are labelled in events."""
        self.staleness: Staleness | None = None
        self.undo_window = UndoWindow()
        self._table: Table | None = None

    @property
    def table(self) -> Table:
        """The table of a running game. It contains all secrets, so never pass it on."""
        if self._table is None:
            raise Refused("The game has not begun yet.")
        return self._table

    def deal_cards(
        self,
        start: int,
        chance: Chance,
        at: float,
        deck: tuple[int, ...] | None = None,
        pile: tuple[int, ...] | None = None,
    ) -> None:
        """Deal the cards and advance to the first decision. `pile` are all cards in order, the top card first."""
        chance.drawn = []
        table = new_table(self.rules, self.players, chance, self.options, pile, start, True, deck)
        self.deal = drawn_cards(chance)
        self.deck = deck
        self.begin(table, start, at)

    def start_from_position(self, start: int, position: dict[str, str], at: float) -> None:
        """Begin at a position in the middle of a game."""
        self.position = position
        self.begin(
            table_at(position, self.rules, self.players, self.options, start, scripted_chance("nothing")), start, at
        )

    def deal_short(self, start: int, chance: Chance, at: float, introduction: Introduction) -> None:
        """Deal a short game for learners: only the last run through the pile."""
        table = new_table(self.rules, self.players, chance, self.options, None, start)
        if introduction.stage is not None:
            introduction.stage(table)
        shorten(table, introduction.pile)
        self.start_from_position(table.start, position_of(table), at)

    def begin(self, table: Table, start: int, at: float) -> None:
        self.start_seat = start
        self._table = table
        self.awaited_since = at
        self.record_events(table)
        self.staleness = Staleness(table, self.version)
        self.undo_window.close(table, self.moves)

    def apply(self, action: Action, chance: Chance, at: float, by: str) -> tuple[int, ...]:
        """Apply a legal action and record its events; return the cards that chance drew."""
        table = self.table
        self.undo_window.before(table, self.moves, action)
        awaited = table.awaited
        chance.drawn = []
        table.chance = chance
        prompt_key = table.decision.prompt_key(table)
        if action.VERB in self.pass_verbs:
            self.passed.setdefault(prompt_key)
        table.apply_trusted(action)
        cards = drawn_cards(chance)
        self.version += 1
        self.moves.append(Move(action, cards))
        if table.awaited != awaited or (action.seat == awaited and not isinstance(action, TALK)):
            self.awaited_since = at  # offers and calls alone do not restart the clock
        self.record_events(table, prompt_key, by if by in NOTES else "")
        if self.staleness is not None:
            self.staleness.note(table, self.version, action)
        self.undo_window.after(table, self.moves, by)
        return cards

    def take_back(self, seat: int) -> None:
        """Undo the last action; the undo window must be open for this seat."""
        table = self.undo_window.undo_last(self.moves)
        self.moves.pop()
        self._table = table
        self.version += 1
        self.add_event(TOOK_BACK.of(seat=seat))
        self.staleness = Staleness(table, self.version)

    def is_between_bots(self, event: Event) -> bool:
        """Whether an event concerns bots only. Overridden where the players are known."""
        return False

    def add_event(self, event: Event, stand_ins: int = 0) -> None:
        """Append an event that no action caused."""
        number = self.events_before + len(self.feed)
        self.feed.append(FeedEvent(number, self.version, event, stand_ins=stand_ins))

    def record_events(self, table: Table, prompt_key: str = "", note: str = "") -> None:
        """Append the events since the decision with this prompt; `note` is the reason of an automatic answer.

        Encoded texts of old events are dropped and rebuilt on request.
        """
        for event in table.events or ():
            if len(self.feed) >= CACHED_EVENTS:
                self.feed[-CACHED_EVENTS].clear_cache()
            between_bots = self.is_between_bots(event)
            number = self.events_before + len(self.feed)
            self.feed.append(FeedEvent(number, self.version, event, prompt_key, note, between_bots, self.stand_in_bits))
            note = ""  # the note is about the action, not about its consequences
        table.events = []


def fixed_pile(rules: Rules, players: int, options: Options, chance: Chance) -> tuple[int, ...]:
    """Return the cards of a game in a shuffled order, the top card first."""
    counts = game_config(rules, players, options).deck
    cards = [kind for kind, count in enumerate(counts) for _ in range(count)]
    chance.shuffle(cards)
    return tuple(cards)


def scripted_chance(cards: str) -> Chance:
    """Return a chance that draws exactly these cards."""
    chance = Chance(1, 1)
    chance.script = list(reversed(parse_cards(cards)))
    chance.scripted_only = True
    return chance


def drawn_cards(chance: Chance) -> tuple[int, ...]:
    """Return the cards that chance drew. Raises `BadInput` if the log has more."""
    if chance.script:
        raise BadInput("more chance results than the action brings")
    drawn = tuple(chance.drawn or ())
    chance.drawn = None
    return drawn


# --- stale clicks --------------------------------------------------------------------------------------------

TALK = (MakeOffer, Accept, Decline, Withdraw, Call)


def own_fields(table: Table, seat: int) -> tuple[object, ...]:
    """Return the rows of a seat: all that a harvest depends on."""
    return tuple([tuple(row) for row in table.fields[seat]])


def own_state_of(table: Table, seat: int) -> tuple[object, ...]:
    """Return all that a choice of this seat depends on: its cards and its decision."""
    decision = table.agenda[-1] if table.agenda else None
    trading = isinstance(decision, Trading)
    asked = table.active == seat if trading else table.awaited == seat
    return (
        tuple(table.hands[seat]),
        table.aside[seat],
        tuple(table.turned) if seat == table.active else (),
        decision if asked else None,
        table.turn if asked else 0,
        () if table.component is None else page_of(table.rules.name).belongings(table.component, seat),
    )


class Staleness:
    """The version since which each seat's state is unchanged."""

    def __init__(self, table: Table, version: int) -> None:
        players = range(table.players)
        self.turn = table.turn
        self.turn_since = version
        self.fields = [own_fields(table, seat) for seat in players]
        self.fields_since = [version for _ in players]
        self.own_state = [own_state_of(table, seat) for seat in players]
        self.own_state_since = [version for _ in players]
        self.talk_since = [version for _ in players]

    def note(self, table: Table, version: int, action: Action) -> None:
        """Update after an action that led to this version."""
        if table.turn != self.turn:
            self.turn, self.turn_since = table.turn, version
        if isinstance(action, (MakeOffer, Call)):
            self.talk_since[action.seat] = version  # the same offer twice is a double click
        for seat in range(table.players):
            fields = own_fields(table, seat)
            if fields != self.fields[seat]:
                self.fields[seat], self.fields_since[seat] = fields, version
            own_state = own_state_of(table, seat)
            if own_state != self.own_state[seat]:
                self.own_state[seat], self.own_state_since[seat] = own_state, version

    def check(self, action: Action, version: int, now: int) -> None:
        """Raise `Stale` if what this action depends on has changed since `version`, the one that the client saw."""
        seat = action.seat
        since = self.fields_since[seat]
        if not isinstance(action, Harvest):
            since = max(since, self.own_state_since[seat])
        if isinstance(action, TALK):
            since = max(since, self.turn_since)  # offer numbers restart each turn
        if isinstance(action, (MakeOffer, Call)):
            since = max(since, self.talk_since[seat])
        if not since <= version <= now:
            raise Stale("The table has moved on: have another look.")
