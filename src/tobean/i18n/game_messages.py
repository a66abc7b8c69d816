"""What a game brings to be told about: one value `WORDS` in its module `words`.

    WORDS = Words(
        home=__package__,
        based_on=KERNEL,
        events={"juggled": "{seat} juggles {cards} on field {field}."},
        actions={"juggle": "Juggle {card} on field {field}"},
        questions={"juggling": Question("J1", "Juggle a card, or pass.", "{who} may juggle.")},
        rules={"juggled": "J1"},
    )

All texts are English, and English is the key by which other languages find theirs in a catalogue (docs/words.md).
The blanks of a text are the values that the event, action or step declares, by their names; see templates.py.
`based_on` are the words of the game that this one builds on: what is not said here is said there. Whatever has no
text at all is told by its notation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias, TypeVar

from tobean.kernel.notation.parameters import CardsParameter, KindParameter, Parameter, SeatParameter

if TYPE_CHECKING:
    from tobean.i18n.card_names import CardNamer
    from tobean.kernel.actions import Action
    from tobean.kernel.events import Event
    from tobean.kernel.rules import Result
    from tobean.kernel.state.position import Position
    from tobean.kernel.table import Table

Entry = TypeVar("Entry")
ActionPreview: TypeAlias = tuple[str, Mapping[str, object]]
"""What an action will do at a table: which text tells it, and what fills the blanks that the action has not."""
PREVIEW_VALUES: Final[Mapping[str, Parameter]] = {
    value.name: value
    for value in (
        KindParameter("kind"),
        CardsParameter("row"),
        SeatParameter("other"),
        Parameter("count"),
        Parameter("thalers"),
    )
}
"""What may fill them."""


class Explanation(NamedTuple):
    """What explains a card, a thing on the table or a phase to somebody who has not read the rules: rule and text."""

    rule: str
    text: str


class Figure(NamedTuple):
    """A card without a kind that never lies in a hand or a pile, such as a boss or another figure."""

    of: str
    """Its sort: a key of `GameMessages.headings` and of `GameMessages.things`."""
    name: str
    """The same in every language."""
    about: Explanation
    provenance: str


class Moment(NamedTuple):
    """Something that plays out before people's eyes: a headline, and a text with the blanks of the event.

    Without a text the sentence about the event is shown. Whoever did it sees it, too, where there is news for them.
    """

    title: str
    text: str = ""
    shown_to_all: bool = True


class Phase(NamedTuple):
    """A phase of the turn: its number in `Step.phase`, the number people know it by, a word for it, what is done."""

    number: int
    shown: str
    text: str
    about: Explanation | None = None


class Prompt(NamedTuple):
    """What is asked at a decision: the rule, the text for whoever is asked, and the one for the others.

    Beside the values of the step there are the blanks `who`, the player who is asked, and `offer`, the offer to answer.
    """

    rule: str
    yours: str
    theirs: str
    watched: str = ""
    """For somebody who only watches, where the others are told what they can do."""


class Outcome(NamedTuple):
    """How a game has ended: the rule, and a text.

    Its blanks are `who` (the winners), `tied` (those with the most thalers), `thalers` (how many that is), `start` (who
    began), `rival` and `rivals` (the scripted player and its thalers), and `scores` (what decided the tie, by player).
    """

    rule: str
    text: str


class Reason(NamedTuple):
    """Why somebody has won: which outcome this is, and what decided a tie, by seat."""

    outcome: str
    scores: tuple[int, ...] = ()


@dataclass(frozen=True)
class GameMessages:
    """What a game brings to be told about."""

    home: str
    """The package of the game: its catalogues lie in its folder `locale`."""
    based_on: GameMessages | None = None

    events: Mapping[str, str] = field(default_factory=dict)
    """What happened, by the name of the event or of its variant."""
    event_variants: Mapping[str, Callable[[Event], str]] = field(default_factory=dict)
    """Which of several texts tells an event; those not named here have one text."""
    moments: Mapping[str, Moment] = field(default_factory=dict)
    """What is shown over the table when it happens, by the name of the event or of its variant here."""
    moment_variants: Mapping[str, Callable[[Event], str]] = field(default_factory=dict)
    """Which of several moments an event is."""
    actions: Mapping[str, str] = field(default_factory=dict)
    """What a button says, by the verb of the action or by its variant."""
    action_variants: Mapping[str, Callable[[Any], str]] = field(default_factory=dict)
    """Which of several texts names an action, by its verb; those not named here have one text."""
    preview_builders: Mapping[str, Callable[[Any, Position], ActionPreview | None]] = field(default_factory=dict)
    """What an action will do at the table that a player sees, by its verb; None: no more than its name says."""
    action_previews: Mapping[str, str] = field(default_factory=dict)
    """What a button says there, by what the foreteller answers. First looked for is the verb with what is asked, for to
    pass means something else at each decision: `pass: plant from hand, second`."""
    questions: Mapping[str, Prompt] = field(default_factory=dict)
    """What is asked, by what `Step.question` answers."""
    values: Mapping[type[Parameter], Callable[[Any, str, CardNamer], str]] = field(default_factory=dict)
    """How values are told that only this game knows: the value, the form that the text asks for, and who speaks."""

    rules: Mapping[str, str] = field(default_factory=dict)
    """The rule behind each event."""
    rules_at: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """The rules behind events that answered a certain decision, where they are others: by the key of its question."""
    outcomes: Mapping[str, Outcome] = field(default_factory=dict)
    reason: Callable[[Table, Result], Reason] | None = None
    """Why the winners have won."""

    names: Mapping[int, str] = field(default_factory=dict)
    """What kinds are called whose name in the notation is only a code; catalogues translate the code."""
    cards: Mapping[int, Explanation] = field(default_factory=dict)
    """Full text of each card, by its kind: the table and the cards page both show it. A text printed on the card itself
    (`Bean.text`, `Extra.text`) stands before it and is not repeated here. A bean without an entry is explained by its
    beanometer."""
    shown: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    """Kinds pictured on a card, by its kind. They fill the blank `shown` of its text in `cards`."""
    figures: Mapping[str, Figure] = field(default_factory=dict)
    """Cards without a kind, by the name of their picture. Clients find their texts among the things."""
    headings: Mapping[str, str] = field(default_factory=dict)
    """Headings of the cards page, by the sort of the cards (`CardGroup.of`, `Figure.of`); `things` has the introduction
    to each sort."""
    things: Mapping[str, Explanation] = field(default_factory=dict)
    """What else lies on the table, by the names that the page asks for (docs/client.md)."""

    blurb: str = ""
    """One sentence that makes people want to play it."""
    phases: tuple[Phase, ...] = ()
    """The phases of a turn, in order."""
    phases_with: Mapping[int, tuple[Phase, ...]] = field(default_factory=dict)
    """The phases for numbers of players with which the turn is another one."""
    options: Mapping[str, str] = field(default_factory=dict)
    """Options of the rules in a player's words; one that is not here is told by its meaning."""
    rival: str = ""
    """What a scripted player is called within a sentence."""

    def phases_for(self, players: int) -> tuple[Phase, ...]:
        """The phases of a turn with so many players."""
        return self.phases_with.get(players, self.phases)

    def event_key(self, event: Event) -> str:
        """Which text tells this event."""
        variant = self.event_variants.get(event.name)
        return event.name if variant is None else variant(event)

    def action_key(self, action: Action) -> str:
        """Which text names this action."""
        variant = self.action_variants.get(action.VERB)
        return action.VERB if variant is None else variant(action)

    def moment_of(self, event: Event) -> Moment | None:
        """What is shown when this happens, if it is worth it."""
        variant = self.moment_variants.get(event.name)
        return self.moments.get(event.name if variant is None else variant(event))

    def rule_of_event(self, event: str, question: str = "") -> str:
        """The number of the rule by which this happened, as an answer to the decision with this question.

        What is behind a comma tells variants of a question apart; those without rules of their own share the others'.
        """
        rules = self.rules_at.get(question) or self.rules_at.get(question.partition(",")[0], self.rules)
        return rules.get(event) or self.rules.get(event, "")

    def win_reason(self, table: Table, result: Result) -> Reason:
        """Which outcome a game has had."""
        assert self.reason is not None, "the engine's words have one"
        return self.reason(table, result)

    def texts(self) -> Iterator[str]:
        """Every text that is said here and not below, for the catalogues."""
        yield from self.events.values()
        for moment in self.moments.values():
            yield from (moment.title, moment.text)
        yield from self.actions.values()
        yield from self.action_previews.values()
        for question in self.questions.values():
            yield from question[1:]
        for outcome in self.outcomes.values():
            yield outcome.text
        for phases in (self.phases, *self.phases_with.values()):
            for phase in phases:
                yield from (phase.text, phase.about.text if phase.about else "")
        yield from [about.text for about in (*self.cards.values(), *self.things.values())]
        yield from [figure.about.text for figure in self.figures.values()]
        yield from self.headings.values()
        yield from (self.blurb, *self.options.values(), self.rival)


def merge_base(words: GameMessages) -> GameMessages:
    """The words together with those that they are based on. A blurb is of one game only."""
    if words.based_on is None:
        return words
    below = merge_base(words.based_on)
    return GameMessages(
        home=words.home,
        based_on=words.based_on,
        events={**below.events, **words.events},
        event_variants={**below.event_variants, **words.event_variants},
        moments={**below.moments, **words.moments},
        moment_variants={**below.moment_variants, **words.moment_variants},
        actions={**below.actions, **words.actions},
        action_variants={**below.action_variants, **words.action_variants},
        preview_builders={**below.preview_builders, **words.preview_builders},
        action_previews={**below.action_previews, **words.action_previews},
        questions={**below.questions, **words.questions},
        values={**below.values, **words.values},
        rules={**below.rules, **words.rules},
        rules_at={**below.rules_at, **words.rules_at},
        outcomes={**below.outcomes, **words.outcomes},
        reason=words.reason or below.reason,
        names={**below.names, **words.names},
        cards={**below.cards, **words.cards},
        shown={**below.shown, **words.shown},
        figures={**below.figures, **words.figures},
        headings={**below.headings, **words.headings},
        things={**below.things, **words.things},
        blurb=words.blurb,
        phases=words.phases or below.phases,
        phases_with=words.phases_with if words.phases else below.phases_with,
        options={**below.options, **words.options},
        rival=words.rival or below.rival,
    )
