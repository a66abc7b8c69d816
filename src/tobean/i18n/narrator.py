"""The narrator: texts about one game in one language, for events, actions, prompts and cards."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, cast

from tobean.games.registry import load_part
from tobean.i18n import game_messages
from tobean.i18n.card_names import PROVENANCE, CardNamer, renamed_kinds_of
from tobean.i18n.catalogues import N_, on_cache_clear, text
from tobean.i18n.engine_messages import KERNEL
from tobean.i18n.templates import Template
from tobean.kernel.actions import Action
from tobean.kernel.agenda import PromptContext, Step
from tobean.kernel.cards import Bean, Extra
from tobean.kernel.events import Event
from tobean.kernel.notation.parameters import CardsParameter, OfferParameter, Parameter, PlaceParameter, SeatParameter
from tobean.kernel.rules import Rules
from tobean.kernel.state.position import Position

PROMPT_PARAMETERS: Final[dict[str, Parameter]] = {"who": SeatParameter("who"), "offer": OfferParameter("offer")}
"""Placeholders of every prompt, beside the parameters of the step."""

SHOWN_VALUES: Final[dict[str, Parameter]] = {"shown": CardsParameter("shown")}
"""Placeholders of the text of a card."""

YOURS: Final = "yours"
THEIRS: Final = "theirs"
WATCHED: Final = "watched"
"""Readers of a prompt: the awaited player, another player, or a spectator."""

BEANOMETER: Final = "K6"
"""The rule behind the payouts of beans."""
PAYS: Final = N_("A harvest pays {steps}.")
FIRST_STEP: Final = N_("{thalers} for {cards} cards")
STEP: Final = N_("{thalers} for {cards}")


def game_messages_of(rules: Rules) -> game_messages.GameMessages:
    """Return all messages of a game; the engine's for a game without its own."""
    messages = load_part(rules.name, "messages", "MESSAGES", game_messages.GameMessages)
    return KERNEL if messages is None else game_messages.merge_base(messages)


class Narrator(CardNamer):
    """Words the events, actions and prompts of games with these rules."""

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
        self._preview_builders: dict[str, Callable[[Any, Position], game_messages.ActionPreview | None]] = dict(
            self.messages.preview_builders
        )
        self._verbs_with_own_text: dict[str, frozenset[str]] = {}
        self._moments: dict[str, Template] = {}
        self._prompts: dict[tuple[str, str], Template | None] = {}

    def is_bean(self, kind: int) -> bool:
        return kind in self._beans

    def template(self, english: str | None, values: Mapping[str, Parameter]) -> Template | None:
        return None if english is None else Template(self.text(english), values, self, self.messages.values)

    def about(self, card: Bean | Extra) -> game_messages.Explanation:
        """Return the full text of a card: from the messages of its game, else its payouts; empty if it has neither."""
        explanation = self.messages.cards.get(card.kind)
        if explanation is not None:
            shown = self.messages.shown.get(card.kind, ())
            template = Template(self.text(explanation.text), SHOWN_VALUES, self, self.messages.values)
            return game_messages.Explanation(explanation.rule, template.fill(lambda name: shown, ()))
        pays = self.beanometer(card) if isinstance(card, Bean) else ""
        return game_messages.Explanation(BEANOMETER if pays else "", pays)

    def translate_explanation(self, about: game_messages.Explanation) -> game_messages.Explanation:
        return game_messages.Explanation(about.rule, self.text(about.text))

    def applies(self, rule: str) -> bool:
        """Whether a rule applies in this game; base messages may explain things that this game does not have."""
        return rule.rstrip("0123456789") in self.rules.prefixes

    def beanometer(self, bean: Bean) -> str:
        """Return the steps of a beanometer as a sentence; empty for a bean without one."""
        printed = [(thalers, cards) for thalers, cards in enumerate(bean.steps, start=1) if cards]
        steps = [self.text(STEP).format(thalers=thalers, cards=cards) for thalers, cards in printed]
        if printed:
            thalers, cards = printed[0]
            steps[0] = self.text(FIRST_STEP).format(thalers=self.grammar.thalers(thalers), cards=cards)
        return self.text(PAYS).format(steps=self.listed(steps)) if steps else ""

    def provenance(self, card: Bean | Extra | game_messages.Figure) -> str:
        """Translate the note on how the print of a card is known; the notes of a custom card set stay as they are."""
        return text(card.provenance, self.language, self.game, PROVENANCE)

    def sentence(self, event: Event, names: Sequence[str]) -> str:
        key = self.messages.event_key(event)
        if key not in self._events:
            values = {value.name: value for value in event.kind.parameters}
            self._events[key] = self.template(self.messages.events.get(key), values)
        template = self._events[key]
        return notation(event) if template is None else template.fill(event.data.__getitem__, names)

    def moment(self, event: Event, names: Sequence[str]) -> tuple[game_messages.Moment, str] | None:
        """Return the notice for an event with its filled-in text, or None."""
        moment = self.messages.moment_of(event)
        if moment is None:
            return None
        if not moment.text:
            return moment, self.sentence(event, names)
        if moment.text not in self._moments:
            values = {value.name: value for value in event.kind.parameters}
            self._moments[moment.text] = Template(self.text(moment.text), values, self, self.messages.values)
        return moment, self._moments[moment.text].fill(event.data.__getitem__, names)

    def large_text(self, event: Event, names: Sequence[str]) -> str:
        """Return the text of an event in large type: that of its notice if it has one."""
        moment = self.moment(event, names)
        return self.sentence(event, names) if moment is None else moment[1]

    def prompt_key_at(self, seen: Position) -> str:
        """Return the key of the open prompt at the table that a viewer sees; empty when the game is over."""
        # A Position here is a table or an observation, and both know the awaited seat.
        return seen.agenda[-1].prompt_key(cast("PromptContext", seen)) if seen.agenda else ""

    def preview(self, action: Action, seen: Position, prompt_key: str) -> game_messages.ActionPreview | None:
        """Return the preview of an action at the table its player sees, or None if it adds nothing to the label.

        `prompt_key` is the key of the open prompt (`prompt_key_at`).
        """
        verb = action.VERB
        if verb in self.verbs_with_own_text(prompt_key):
            return f"{verb}: {prompt_key}", {}
        preview_builder = self._preview_builders.get(verb)
        preview = None if preview_builder is None else preview_builder(action, seen)
        return preview if preview is not None and preview[0] in self.messages.action_previews else None

    def verbs_with_own_text(self, prompt_key: str) -> frozenset[str]:
        verbs = self._verbs_with_own_text.get(prompt_key)
        if verbs is None:
            keys = [key.partition(": ") for key in self.messages.action_previews]
            verbs = self._verbs_with_own_text[prompt_key] = frozenset(
                [verb for verb, _, prompt in keys if prompt == prompt_key]
            )
        return verbs

    def preview_text(self, action: Action, preview: game_messages.ActionPreview, names: Sequence[str]) -> str:
        """Return the button label of an action with its preview."""
        key, more = preview
        if key not in self._previews:
            values = {**game_messages.PREVIEW_VALUES, **{value.name: value for value in action.PARAMETERS}}
            self._previews[key] = Template(
                self.text(self.messages.action_previews[key]), values, self, self.messages.values
            )
        text = self._previews[key].fill(lambda name: more[name] if name in more else getattr(action, name), names)
        return text[:1].upper() + text[1:]

    def action_text(self, action: Action, names: Sequence[str]) -> str:
        """Return the button label of an action."""
        key = self.messages.action_key(action)
        if key not in self._actions:
            values = {value.name: value for value in action.PARAMETERS}
            self._actions[key] = self.template(self.messages.actions.get(key), values)
        template = self._actions[key]
        if template is None:
            return repr(action)
        text = template.fill(lambda name: getattr(action, name), names)
        return text[:1].upper() + text[1:]

    def prompt(self, step: Step, key: str, reader: str, seat: int, offer: int, names: Sequence[str]) -> str:
        """Return the prompt of this step to this seat, as worded for a reader: `YOURS`, `THEIRS` or `WATCHED`."""
        if (key, reader) not in self._prompts:
            prompt = self.messages.questions.get(key)
            english = None if prompt is None else getattr(prompt, reader) or prompt.theirs
            values = {value.name: value for value in step.PARAMETERS} | PROMPT_PARAMETERS
            self._prompts[key, reader] = self.template(english, values)
        template = self._prompts[key, reader]
        if template is None:
            return repr(step)
        return template.fill(
            lambda name: seat if name == "who" else offer if name == "offer" else getattr(step, name), names
        )


def notation(event: Event) -> str:
    """Return a substitute text for an event that has no message: its name and data."""
    data = [
        f"{value.name} {value.text(event[value.name])}"
        for value in event.kind.parameters
        if not isinstance(value, PlaceParameter) and value.name in event.data
    ]
    return f"{event.name}: {', '.join(data)}" if data else event.name


# --- cache: one narrator per rules and language --------------------------------------------------------------

MAX_NARRATORS: Final = 256
"""Cache size, limited because any player may upload a card set."""
_NARRATORS: Final[dict[tuple[int, str], Narrator]] = {}
"""Keyed by the identity of the rules, which the narrator keeps alive: comparing rules takes longer than a sentence."""

on_cache_clear(_NARRATORS.clear)


def narrator_of(rules: Rules, language: str) -> Narrator:
    narrator = _NARRATORS.get((id(rules), language))
    if narrator is None:
        if len(_NARRATORS) >= MAX_NARRATORS:
            _NARRATORS.clear()
        narrator = _NARRATORS[id(rules), language] = Narrator(rules, language)
    return narrator


def rival_name(rules: Rules, rival: str, language: str) -> str:
    """Return the name of the scripted player `rival` of a result within a sentence."""
    narrator = narrator_of(rules, language)
    return narrator.text(narrator.messages.rival or rival) if rival else ""


def sentence(event: Event, rules: Rules, names: Sequence[str], language: str = "en") -> str:
    """Return one sentence about an event of a game with these rules; `names` are the players by seat.

    It reveals everything in the event: pass `event.seen_by(seat)` for what one player may read (I3).
    """
    return narrator_of(rules, language).sentence(event, names)


def label(
    action: Action, rules: Rules, names: Sequence[str], language: str = "en", seen: Position | None = None
) -> str:
    """Return the button label of an action: "Plant Blue on field 1"; `names` are the players by seat.

    Given the observation of its player (`observe`), it says what will happen: "Harvest field 1: 4 Blue for 1 thaler".
    """
    narrator = narrator_of(rules, language)
    preview = None if seen is None else narrator.preview(action, seen, narrator.prompt_key_at(seen))
    return narrator.action_text(action, names) if preview is None else narrator.preview_text(action, preview, names)
