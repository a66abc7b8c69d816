"""The texts of a game: one value `MESSAGES` in its module `messages`.

    MESSAGES = GameMessages(
        home=__package__,
        based_on=KERNEL,
        events={"juggled": "{seat} juggles {cards} on field {field}."},
        actions={"juggle": "Juggle {card} on field {field}"},
        questions={"juggling": Prompt("J1", "Juggle a card, or pass.", "{who} may juggle.")},
        rules={"juggled": "J1"},
    )

All texts are English, and the English text is the key of its translations in the catalogues (docs/languages.md). The
placeholders of a text are the parameters that the event, action or step declares, by name; see templates.py. `based_on`
are the messages of the game that this one builds on and supply what is missing here. Anything without a text is shown
in its notation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar

from tobean.i18n.card_names import CardNamer
from tobean.kernel.actions import Action
from tobean.kernel.events import Event
from tobean.kernel.notation.parameters import CardsParameter, KindParameter, Parameter, SeatParameter
from tobean.kernel.rules import Result
from tobean.kernel.state.position import Position
from tobean.kernel.table import Table

Entry = TypeVar("Entry")
ActionPreview: TypeAlias = tuple[str, Mapping[str, object]]
"""The key of a preview text, and values for the placeholders that the action itself does not have."""
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
"""Placeholders that a preview text may have beside those of the action."""


class Explanation(NamedTuple):
    """Explains a card, a thing on the table or a phase to players new to the game: rule number and text."""

    rule: str
    text: str


class Figure(NamedTuple):
    """A card without a kind that is never in a hand or a pile, such as a boss."""

    of: str
    """Its sort: a key of `GameMessages.headings` and `GameMessages.things`."""
    name: str
    """The same in every language."""
    about: Explanation
    provenance: str


class Moment(NamedTuple):
    """A notice shown over the table: a title, and a text with the placeholders of the event.

    Without a text the sentence about the event is shown. With `shown_to_all`, the acting player also sees it.
    """

    title: str
    text: str = ""
    shown_to_all: bool = True


class Phase(NamedTuple):
    """A phase of the turn: its number in `Step.phase`, its label, a word for it, and an explanation.

    The label is empty where many turns skip the first phases: a turn that begins with "3" looks like a mistake.
    """

    number: int
    shown: str
    text: str
    about: Explanation | None = None


class Prompt(NamedTuple):
    """The prompt at a decision: rule number, text for the awaited player, and text for the others.

    Beside the parameters of the step there are the placeholders `who`, the awaited player, and `offer`, the offer to
    answer.
    """

    rule: str
    yours: str
    theirs: str
    watched: str = ""
    """Text for spectators, where `theirs` addresses the other players."""


class Outcome(NamedTuple):
    """The end of a game: rule number and text.

    Placeholders: `who` (the winners), `tied` (the players with the most thalers), `thalers` (that number), `start` (the
    starting player), `rival` and `rivals` (the scripted player and its thalers), and `scores` (what decided the tie, by
    player).
    """

    rule: str
    text: str
    singular: str = ""
    """The text for one thaler, where it differs."""
    counted: str = "thalers"
    """The placeholder that decides between both texts: `thalers` or `rivals`."""


class Reason(NamedTuple):
    """The reason for a win: the key of the outcome, and what decided a tie, by seat."""

    outcome: str
    scores: tuple[int, ...] = ()


@dataclass(frozen=True)
class GameMessages:
    """The texts of a game."""

    home: str
    """The package of the game; its catalogues are in its folder `locale`."""
    based_on: GameMessages | None = None

    events: Mapping[str, str] = field(default_factory=dict)
    """Sentences about events, by the name of the event or of its variant."""
    event_variants: Mapping[str, Callable[[Event], str]] = field(default_factory=dict)
    """Chooses among several texts for an event; events not listed have one text."""
    moments: Mapping[str, Moment] = field(default_factory=dict)
    """Notices shown over the table, by the name of the event or of its variant."""
    moment_variants: Mapping[str, Callable[[Event], str]] = field(default_factory=dict)
    """Chooses among several notices for an event."""
    actions: Mapping[str, str] = field(default_factory=dict)
    """Button labels, by the verb of the action or its variant."""
    action_variants: Mapping[str, Callable[[Any], str]] = field(default_factory=dict)
    """Chooses among several labels for an action, by verb; verbs not listed have one label."""
    preview_builders: Mapping[str, Callable[[Any, Position], ActionPreview | None]] = field(default_factory=dict)
    """Build the preview of an action at the table a player sees, by verb; None if it would add nothing to the label."""
    action_previews: Mapping[str, str] = field(default_factory=dict)
    """Preview texts, by the key that a preview builder returns. A key of verb and prompt comes first, because passing
    means something different at each decision: `pass: plant from hand, second`."""
    questions: Mapping[str, Prompt] = field(default_factory=dict)
    """Prompts, by the key that `Step.prompt_key` returns."""
    values: Mapping[type[Parameter], Callable[[Any, str, CardNamer], str]] = field(default_factory=dict)
    """Formatters for parameters that only this game has; called with the value, the requested form and the card namer.
    """

    rules: Mapping[str, str] = field(default_factory=dict)
    """The rule number behind each event."""
    rules_at: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """Rule numbers of events that answer a certain decision, where they differ; by the key of its prompt."""
    outcomes: Mapping[str, Outcome] = field(default_factory=dict)
    reason: Callable[[Table, Result], Reason] | None = None
    """Determines why the winners have won."""

    names: Mapping[int, str] = field(default_factory=dict)
    """Names of kinds whose name in the notation is only a code; catalogues translate the code."""
    cards: Mapping[int, Explanation] = field(default_factory=dict)
    """Full text of each card, by kind; the table and the cards page both show it. A text printed on the card itself
    (`Bean.text`, `Extra.text`) precedes it and is not repeated here. A bean without an entry is explained by its
    beanometer."""
    shown: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    """Kinds pictured on a card, by its kind. They fill the placeholder `shown` of its text in `cards`."""
    figures: Mapping[str, Figure] = field(default_factory=dict)
    """Cards without a kind, by the name of their picture. Clients find their texts among the things."""
    headings: Mapping[str, str] = field(default_factory=dict)
    """Headings of the cards page, by the sort of the cards (`CardGroup.of`, `Figure.of`); `things` has the introduction
    to each sort."""
    things: Mapping[str, Explanation] = field(default_factory=dict)
    """Other things on the table, by the names that the page uses (docs/client.md)."""

    blurb: str = ""
    """One sentence that advertises the game."""
    phases: tuple[Phase, ...] = ()
    """The phases of a turn, in order."""
    phases_with: Mapping[int, tuple[Phase, ...]] = field(default_factory=dict)
    """The phases for player counts with a different turn."""
    options: Mapping[str, str] = field(default_factory=dict)
    """Options of the rules in plain words; options not listed are described by their meaning."""
    rival: str = ""
    """The name of a scripted player within a sentence."""

    def phases_for(self, players: int) -> tuple[Phase, ...]:
        return self.phases_with.get(players, self.phases)

    def event_key(self, event: Event) -> str:
        variant = self.event_variants.get(event.name)
        return event.name if variant is None else variant(event)

    def action_key(self, action: Action) -> str:
        variant = self.action_variants.get(action.VERB)
        return action.VERB if variant is None else variant(action)

    def moment_of(self, event: Event) -> Moment | None:
        """Return the notice for this event, if it has one."""
        variant = self.moment_variants.get(event.name)
        return self.moments.get(event.name if variant is None else variant(event))

    def rule_of_event(self, event: str, prompt_key: str = "") -> str:
        """Return the number of the rule behind an event that answered the decision with this prompt key.

        The part after a comma distinguishes variants of a prompt; variants without rules of their own share the
        others'.
        """
        rules = self.rules_at.get(prompt_key) or self.rules_at.get(prompt_key.partition(",")[0], self.rules)
        return rules.get(event) or self.rules.get(event, "")

    def win_reason(self, table: Table, result: Result) -> Reason:
        """Return the outcome of a finished game."""
        assert self.reason is not None, "the engine's messages define it"
        return self.reason(table, result)

    def texts(self) -> Iterator[str]:
        """Yield every text defined here, not those of `based_on`, for the catalogues."""
        yield from self.events.values()
        for moment in self.moments.values():
            yield from (moment.title, moment.text)
        yield from self.actions.values()
        yield from self.action_previews.values()
        for prompt in self.questions.values():
            yield from prompt[1:]
        yield from [outcome.text for outcome in self.outcomes.values() if not outcome.singular]
        for phases in (self.phases, *self.phases_with.values()):
            for phase in phases:
                yield from (phase.text, phase.about.text if phase.about else "")
        yield from [about.text for about in (*self.cards.values(), *self.things.values())]
        yield from [figure.about.text for figure in self.figures.values()]
        yield from self.headings.values()
        yield from (self.blurb, *self.options.values(), self.rival)

    def plural_texts(self) -> Iterator[tuple[str, str]]:
        """Yield the singular and the plural of every text with a plural, as `texts` does the others."""
        yield from [(outcome.singular, outcome.text) for outcome in self.outcomes.values() if outcome.singular]


def merge_base(messages: GameMessages) -> GameMessages:
    """Merge messages with those they are based on. The blurb is never inherited."""
    if messages.based_on is None:
        return messages
    base = merge_base(messages.based_on)
    return GameMessages(
        home=messages.home,
        based_on=messages.based_on,
        events={**base.events, **messages.events},
        event_variants={**base.event_variants, **messages.event_variants},
        moments={**base.moments, **messages.moments},
        moment_variants={**base.moment_variants, **messages.moment_variants},
        actions={**base.actions, **messages.actions},
        action_variants={**base.action_variants, **messages.action_variants},
        preview_builders={**base.preview_builders, **messages.preview_builders},
        action_previews={**base.action_previews, **messages.action_previews},
        questions={**base.questions, **messages.questions},
        values={**base.values, **messages.values},
        rules={**base.rules, **messages.rules},
        rules_at={**base.rules_at, **messages.rules_at},
        outcomes={**base.outcomes, **messages.outcomes},
        reason=messages.reason or base.reason,
        names={**base.names, **messages.names},
        cards={**base.cards, **messages.cards},
        shown={**base.shown, **messages.shown},
        figures={**base.figures, **messages.figures},
        headings={**base.headings, **messages.headings},
        things={**base.things, **messages.things},
        blurb=messages.blurb,
        phases=messages.phases or base.phases,
        phases_with=messages.phases_with if messages.phases else base.phases_with,
        options={**base.options, **messages.options},
        rival=messages.rival or base.rival,
    )
