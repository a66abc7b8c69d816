"""Tells about one game in one language: what happened, what can be done, what is asked, and who has won."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final, cast

from tobean.games.finder import brought
from tobean.kernel.cards import Bean
from tobean.kernel.values import CardsValue, OfferValue, PlaceValue, SeatValue, Value
from tobean.speech.catalogues import N_, text, when_forgotten
from tobean.speech.kernel_words import KERNEL
from tobean.speech.speaker import PROVENANCE, Speaker, names_called
from tobean.speech.templates import Template
from tobean.speech.words import FORETOLD_VALUES, About, Figure, Foretold, Moment, Words, complete

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tobean.kernel.actions import Action
    from tobean.kernel.cards import Extra
    from tobean.kernel.events import Event
    from tobean.kernel.position import Position
    from tobean.kernel.rules import Rules
    from tobean.kernel.steps import Position as Asking
    from tobean.kernel.steps import Step

QUESTION_VALUES: Final[dict[str, Value]] = {"who": SeatValue("who"), "offer": OfferValue("offer")}
"""What is known at every question, beside what the step holds."""

SHOWN_VALUES: Final[dict[str, Value]] = {"shown": CardsValue("shown")}
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


def words_of(rules: Rules) -> Words:
    """All words of a game; those of the engine for a game that brings none."""
    words = brought(rules.name, "words", "WORDS", Words)
    return KERNEL if words is None else complete(words)


class Teller(Speaker):
    """Speaks about the games that are played by these rules."""

    def __init__(self, rules: Rules, language: str) -> None:
        cards: tuple[Bean | Extra, ...] = (*rules.beans, *rules.extras)
        printed = {card.kind: card.text for card in cards if card.text}
        super().__init__(language, names_called(rules, language), rules.name, printed)
        self.rules = rules
        self.words = words_of(rules)
        self._beans = frozenset(bean.kind for bean in rules.beans)
        self._events: dict[str, Template | None] = {}
        self._actions: dict[str, Template | None] = {}
        self._foretold: dict[str, Template] = {}
        self._foretellers: dict[str, Callable[[Any, Position], Foretold | None]] = dict(self.words.foretellers)
        self._answering: dict[str, frozenset[str]] = {}
        self._moments: dict[str, Template] = {}
        self._questions: dict[tuple[str, str], Template | None] = {}

    def is_bean(self, kind: int) -> bool:
        return kind in self._beans

    def template(self, english: str | None, values: Mapping[str, Value]) -> Template | None:
        return None if english is None else Template(self.text(english), values, self, self.words.values)

    def about(self, card: Bean | Extra) -> About:
        """Full text of a card: from the words of its game, else what its beanometer pays; empty without either."""
        found = self.words.cards.get(card.kind)
        if found is not None:
            shown = self.words.shown.get(card.kind, ())
            template = Template(self.text(found.text), SHOWN_VALUES, self, self.words.values)
            return About(found.rule, template.filled(lambda name: shown, ()))
        pays = self.beanometer(card) if isinstance(card, Bean) else ""
        return About(BEANOMETER if pays else "", pays)

    def explained(self, about: About) -> About:
        """An explanation of a thing, a phase or a figure in this language."""
        return About(about.rule, self.text(about.text))

    def holds(self, rule: str) -> bool:
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
        key = self.words.event_key(event)
        if key not in self._events:
            values = {value.name: value for value in event.kind.values}
            self._events[key] = self.template(self.words.events.get(key), values)
        template = self._events[key]
        return notation(event) if template is None else template.filled(event.held.__getitem__, names)

    def moment(self, event: Event, names: Sequence[str]) -> tuple[Moment, str] | None:
        """What is shown when this happens, and its text, in which the event fills the blanks."""
        found = self.words.moment_of(event)
        if found is None:
            return None
        if not found.text:
            return found, self.sentence(event, names)
        if found.text not in self._moments:
            values = {value.name: value for value in event.kind.values}
            self._moments[found.text] = Template(self.text(found.text), values, self, self.words.values)
        return found, self._moments[found.text].filled(event.held.__getitem__, names)

    def question_at(self, seen: Position) -> str:
        """The key of what is asked at the table that somebody sees; nothing where the game is over."""
        # What is seen is a table or an observation, and both know who is awaited.
        return seen.agenda[-1].question(cast("Asking", seen)) if seen.agenda else ""

    def foretold(self, action: Action, seen: Position, asked: str) -> Foretold | None:
        """What an action will do at the table that its player sees, if there is more to say than its name.

        `asked` is what is asked there (`question_at`).
        """
        verb = action.VERB
        if verb in self.answering(asked):
            return f"{verb}: {asked}", {}
        foreteller = self._foretellers.get(verb)
        found = None if foreteller is None else foreteller(action, seen)
        return found if found is not None and found[0] in self.words.foretold else None

    def answering(self, asked: str) -> frozenset[str]:
        """The verbs that mean something of their own as an answer to this question."""
        verbs = self._answering.get(asked)
        if verbs is None:
            told = [key.partition(": ") for key in self.words.foretold]
            verbs = self._answering[asked] = frozenset([verb for verb, _, question in told if question == asked])
        return verbs

    def name_outcome(self, action: Action, foretold: Foretold, names: Sequence[str]) -> str:
        """What a button says that does this, with what will happen."""
        key, more = foretold
        if key not in self._foretold:
            values = {**FORETOLD_VALUES, **{value.name: value for value in action.VALUES}}
            self._foretold[key] = Template(self.text(self.words.foretold[key]), values, self, self.words.values)
        said = self._foretold[key].filled(lambda name: more[name] if name in more else getattr(action, name), names)
        return said[:1].upper() + said[1:]

    def name_action(self, action: Action, names: Sequence[str]) -> str:
        """What a button says that does this."""
        key = self.words.action_key(action)
        if key not in self._actions:
            values = {value.name: value for value in action.VALUES}
            self._actions[key] = self.template(self.words.actions.get(key), values)
        template = self._actions[key]
        if template is None:
            return repr(action)
        said = template.filled(lambda name: getattr(action, name), names)
        return said[:1].upper() + said[1:]

    def question(self, step: Step, key: str, reader: str, who: int, offer: int, names: Sequence[str]) -> str:
        """What is asked at this step of `who`, as a reader is told: `YOURS`, `THEIRS` or `WATCHED`."""
        if (key, reader) not in self._questions:
            asked = self.words.questions.get(key)
            english = None if asked is None else getattr(asked, reader) or asked.theirs
            values = {value.name: value for value in step.VALUES} | QUESTION_VALUES
            self._questions[key, reader] = self.template(english, values)
        template = self._questions[key, reader]
        if template is None:
            return repr(step)
        return template.filled(
            lambda name: who if name == "who" else offer if name == "offer" else getattr(step, name), names
        )


def notation(event: Event) -> str:
    """An event for which there is no text: its name, and what it holds."""
    held = [
        f"{value.name} {value.text(event[value.name])}"
        for value in event.kind.values
        if not isinstance(value, PlaceValue) and value.name in event.held
    ]
    return f"{event.name}: {', '.join(held)}" if held else event.name


# --- one for each game and language --------------------------------------------------------------------------

MOST_TELLERS: Final = 256
"""So many are kept: everybody may bring card sets of their own."""
_TELLERS: Final[dict[tuple[int, str], Teller]] = {}
"""By the identity of the rules, which the teller keeps alive: to compare rules takes longer than a sentence."""

when_forgotten(_TELLERS.clear)


def teller_of(rules: Rules, language: str) -> Teller:
    """Who tells about a game in this language."""
    teller = _TELLERS.get((id(rules), language))
    if teller is None:
        if len(_TELLERS) >= MOST_TELLERS:
            _TELLERS.clear()
        teller = _TELLERS[id(rules), language] = Teller(rules, language)
    return teller


def rival_name(rules: Rules, rival: str, language: str) -> str:
    """What the scripted player `rival` of a result is called within a sentence."""
    teller = teller_of(rules, language)
    return teller.text(teller.words.rival or rival) if rival else ""


def sentence(event: Event, rules: Rules, names: Sequence[str], language: str = "en") -> str:
    """One sentence about an event of a game by these rules; `names` are the players by seat.

    It tells all that the event holds: pass `event.seen_by(seat)` for what one player may read (I3).
    """
    return teller_of(rules, language).sentence(event, names)


def label(
    action: Action, rules: Rules, names: Sequence[str], language: str = "en", seen: Position | None = None
) -> str:
    """What a button says that does this: "Plant Blue on field 1"; `names` are the players by seat.

    With what its player sees (`observe`), it says what will happen: "Harvest field 1: 4 Blue for 1 thaler".
    """
    teller = teller_of(rules, language)
    foretold = None if seen is None else teller.foretold(action, seen, teller.question_at(seen))
    return teller.name_action(action, names) if foretold is None else teller.name_outcome(action, foretold, names)
