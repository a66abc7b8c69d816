"""Tells about one game in one language: what happened, what can be done, what is asked, and who has won."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final, cast

from tobean.games.registry import load_part
from tobean.i18n.card_names import PROVENANCE, CardNamer, renamed_kinds_of
from tobean.i18n.catalogues import N_, on_cache_clear, text
from tobean.i18n.engine_messages import KERNEL
from tobean.i18n.game_messages import (
    PREVIEW_VALUES,
    ActionPreview,
    Explanation,
    Figure,
    GameMessages,
    Moment,
    merge_base,
)
from tobean.i18n.templates import Template
from tobean.kernel.cards import Bean
from tobean.kernel.notation.parameters import CardsParameter, OfferParameter, Parameter, PlaceParameter, SeatParameter

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tobean.kernel.actions import Action
    from tobean.kernel.agenda import PromptContext as Asking
    from tobean.kernel.agenda import Step
    from tobean.kernel.cards import Extra
    from tobean.kernel.events import Event
    from tobean.kernel.rules import Rules
    from tobean.kernel.state.position import Position

QUESTION_VALUES: Final[dict[str, Parameter]] = {"who": SeatParameter("who"), "offer": OfferParameter("offer")}
"""What is known at every question, beside what the step holds."""

SHOWN_VALUES: Final[dict[str, Parameter]] = {"shown": CardsParameter("shown")}
"""Blanks of the text of a card."""

YOURS: Final = "yours"
THEIRS: Final = "theirs"
WATCHED: Final = "watched"
"""Who reads a question: whoever is asked, somebody else at the table, or somebody who only watches."""

BEANOMETER: Final = "K6"
"""The rule behind what beans pay."""
PAYS: Final = N_("A harvest pays {steps}.")
FIRST_STEP: Final = N_("{thalers} for {cards} cards")
STEP: Final = N_("{thalers} for {cards}")


def game_messages_of(rules: Rules) -> GameMessages:
    """All words of a game; those of the engine for a game that brings none."""
    messages = load_part(rules.name, "messages", "MESSAGES", GameMessages)
    return KERNEL if messages is None else merge_base(messages)


class Narrator(CardNamer):
    """Speaks about the games that are played by these rules."""

    def __init__(self, rules: Rules, language: str) -> None:
        cards: tuple[Bean | Extra, ...] = (*rules.beans, *rules.extras)
        printed = {card.kind: card.text for card in cards if card.text}
        super().__init__(language, renamed_kinds_of(rules, language), rules.name, printed)
        self.rules = rules
        self.messages = game_messages_of(rules)
        self._beans = frozenset(bean.kind for bean in rules.beans)
        self._events: dict[str, Template | None] = {}
        self._actions: dict[str, Template | None] = {}
        self._previews: dict[str, Template] = {}
        self._preview_builders: dict[str, Callable[[Any, Position], ActionPreview | None]] = dict(
            self.messages.preview_builders
        )
        self._verbs_with_own_text: dict[str, frozenset[str]] = {}
        self._moments: dict[str, Template] = {}
        self._questions: dict[tuple[str, str], Template | None] = {}

    def is_bean(self, kind: int) -> bool:
        return kind in self._beans

    def template(self, english: str | None, values: Mapping[str, Parameter]) -> Template | None:
        return None if english is None else Template(self.text(english), values, self, self.messages.values)

    def about(self, card: Bean | Extra) -> Explanation:
        """Full text of a card: from the words of its game, else what its beanometer pays; empty without either."""
        found = self.messages.cards.get(card.kind)
        if found is not None:
            shown = self.messages.shown.get(card.kind, ())
            template = Template(self.text(found.text), SHOWN_VALUES, self, self.messages.values)
            return Explanation(found.rule, template.fill(lambda name: shown, ()))
        pays = self.beanometer(card) if isinstance(card, Bean) else ""
        return Explanation(BEANOMETER if pays else "", pays)

    def translate_explanation(self, about: Explanation) -> Explanation:
        """An explanation of a thing, a phase or a figure in this language."""
        return Explanation(about.rule, self.text(about.text))

    def applies(self, rule: str) -> bool:
        """Whether a rule applies in this game; the words of the game below may explain what this one does not have."""
        return rule.rstrip("0123456789") in self.rules.prefixes

    def beanometer(self, bean: Bean) -> str:
        """The steps of a beanometer as a sentence; nothing for a bean without one."""
        printed = [(thalers, cards) for thalers, cards in enumerate(bean.steps, start=1) if cards]
        steps = [self.text(STEP).format(thalers=thalers, cards=cards) for thalers, cards in printed]
        if printed:
            thalers, cards = printed[0]
            steps[0] = self.text(FIRST_STEP).format(thalers=self.grammar.thalers(thalers), cards=cards)
        return self.text(PAYS).format(steps=self.listed(steps)) if steps else ""

    def provenance(self, card: Bean | Extra | Figure) -> str:
        """How we know what is printed on a card; what a card set of one's own says stays as it is."""
        return text(card.provenance, self.language, self.game, PROVENANCE)

    def sentence(self, event: Event, names: Sequence[str]) -> str:
        """One sentence about the event."""
        key = self.messages.event_key(event)
        if key not in self._events:
            values = {value.name: value for value in event.kind.parameters}
            self._events[key] = self.template(self.messages.events.get(key), values)
        template = self._events[key]
        return notation(event) if template is None else template.fill(event.data.__getitem__, names)

    def moment(self, event: Event, names: Sequence[str]) -> tuple[Moment, str] | None:
        """What is shown when this happens, and its text, in which the event fills the blanks."""
        found = self.messages.moment_of(event)
        if found is None:
            return None
        if not found.text:
            return found, self.sentence(event, names)
        if found.text not in self._moments:
            values = {value.name: value for value in event.kind.parameters}
            self._moments[found.text] = Template(self.text(found.text), values, self, self.messages.values)
        return found, self._moments[found.text].fill(event.data.__getitem__, names)

    def prompt_key_at(self, seen: Position) -> str:
        """The key of what is asked at the table that somebody sees; nothing where the game is over."""
        # What is seen is a table or an observation, and both know who is awaited.
        return seen.agenda[-1].prompt_key(cast("Asking", seen)) if seen.agenda else ""

    def foretold(self, action: Action, seen: Position, asked: str) -> ActionPreview | None:
        """What an action will do at the table that its player sees, if there is more to say than its name.

        `asked` is what is asked there (`prompt_key_at`).
        """
        verb = action.VERB
        if verb in self.verbs_with_own_text(asked):
            return f"{verb}: {asked}", {}
        preview_builder = self._preview_builders.get(verb)
        found = None if preview_builder is None else preview_builder(action, seen)
        return found if found is not None and found[0] in self.messages.action_previews else None

    def verbs_with_own_text(self, asked: str) -> frozenset[str]:
        """The verbs that mean something of their own as an answer to this question."""
        verbs = self._verbs_with_own_text.get(asked)
        if verbs is None:
            told = [key.partition(": ") for key in self.messages.action_previews]
            verbs = self._verbs_with_own_text[asked] = frozenset(
                [verb for verb, _, question in told if question == asked]
            )
        return verbs

    def preview_text(self, action: Action, foretold: ActionPreview, names: Sequence[str]) -> str:
        """What a button says that does this, with what will happen."""
        key, more = foretold
        if key not in self._previews:
            values = {**PREVIEW_VALUES, **{value.name: value for value in action.PARAMETERS}}
            self._previews[key] = Template(
                self.text(self.messages.action_previews[key]), values, self, self.messages.values
            )
        said = self._previews[key].fill(lambda name: more[name] if name in more else getattr(action, name), names)
        return said[:1].upper() + said[1:]

    def action_text(self, action: Action, names: Sequence[str]) -> str:
        """What a button says that does this."""
        key = self.messages.action_key(action)
        if key not in self._actions:
            values = {value.name: value for value in action.PARAMETERS}
            self._actions[key] = self.template(self.messages.actions.get(key), values)
        template = self._actions[key]
        if template is None:
            return repr(action)
        said = template.fill(lambda name: getattr(action, name), names)
        return said[:1].upper() + said[1:]

    def question(self, step: Step, key: str, reader: str, who: int, offer: int, names: Sequence[str]) -> str:
        """What is asked at this step of `who`, as a reader is told: `YOURS`, `THEIRS` or `WATCHED`."""
        if (key, reader) not in self._questions:
            asked = self.messages.questions.get(key)
            english = None if asked is None else getattr(asked, reader) or asked.theirs
            values = {value.name: value for value in step.PARAMETERS} | QUESTION_VALUES
            self._questions[key, reader] = self.template(english, values)
        template = self._questions[key, reader]
        if template is None:
            return repr(step)
        return template.fill(
            lambda name: who if name == "who" else offer if name == "offer" else getattr(step, name), names
        )


def notation(event: Event) -> str:
    """An event for which there is no text: its name, and what it holds."""
    held = [
        f"{value.name} {value.text(event[value.name])}"
        for value in event.kind.parameters
        if not isinstance(value, PlaceParameter) and value.name in event.data
    ]
    return f"{event.name}: {', '.join(held)}" if held else event.name


# --- one for each game and language --------------------------------------------------------------------------

MOST_NARRATORS: Final = 256
"""So many are kept: everybody may bring card sets of their own."""
_NARRATORS: Final[dict[tuple[int, str], Narrator]] = {}
"""By the identity of the rules, which the teller keeps alive: to compare rules takes longer than a sentence."""

on_cache_clear(_NARRATORS.clear)


def narrator_of(rules: Rules, language: str) -> Narrator:
    """Who tells about a game in this language."""
    narrator = _NARRATORS.get((id(rules), language))
    if narrator is None:
        if len(_NARRATORS) >= MOST_NARRATORS:
            _NARRATORS.clear()
        narrator = _NARRATORS[id(rules), language] = Narrator(rules, language)
    return narrator


def rival_name(rules: Rules, rival: str, language: str) -> str:
    """What the scripted player `rival` of a result is called within a sentence."""
    narrator = narrator_of(rules, language)
    return narrator.text(narrator.messages.rival or rival) if rival else ""


def sentence(event: Event, rules: Rules, names: Sequence[str], language: str = "en") -> str:
    """One sentence about an event of a game by these rules; `names` are the players by seat.

    It tells all that the event holds: pass `event.seen_by(seat)` for what one player may read (I3).
    """
    return narrator_of(rules, language).sentence(event, names)


def label(
    action: Action, rules: Rules, names: Sequence[str], language: str = "en", seen: Position | None = None
) -> str:
    """What a button says that does this: "Plant Blue on field 1"; `names` are the players by seat.

    With what its player sees (`observe`), it says what will happen: "Harvest field 1: 4 Blue for 1 thaler".
    """
    narrator = narrator_of(rules, language)
    foretold = None if seen is None else narrator.foretold(action, seen, narrator.prompt_key_at(seen))
    return narrator.action_text(action, names) if foretold is None else narrator.preview_text(action, foretold, names)
