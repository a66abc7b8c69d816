"""A deal as the words of a typed sentence describe it: its sides, the offer or call that follows from them, and
messages for sentences from which none follows."""

from dataclasses import dataclass, field
from typing import Final

from tobean.i18n.catalogues import N_, text
from tobean.i18n.languages.trade_vocabulary import Word
from tobean.i18n.narrator import narrator_of
from tobean.kernel.actions import Action, Call, MakeOffer
from tobean.kernel.cards import KIND_OF, sorted_cards
from tobean.kernel.notation.card_locations import TURNED, in_usual_order
from tobean.kernel.notation.parameters import TABLE
from tobean.kernel.observation.observation import Observation
from tobean.kernel.rules import Rules

NOT_HELD: Final = "not held"
"""Problem of an offer of more cards than the speaker has."""

PROBLEMS: Final[dict[str, str]] = N_(
    {
        "number": "“{about}” is not a number of cards.",
        "word": "I do not know the word “{about}”. Try “{give} for {want}” or “I want {want}”.",
        "foreign": "There is no “{about}” in this game.",
        "no kind": "I found no bean in that. Try “{give} for {want}” or “I want {want}”.",
        "same side": "Both sides sound the same: say what you give and what you want.",
        "sides": "That has too many sides: say what you give and what you want.",
        "which side": "Do you give it or do you want it? Try “{give} for {want}”, “I have {give}” or “I want {give}”.",
        "which cards": "Which cards do you mean? Name them, as in “{give} for {want}”.",
        "who": "Name one player, or nobody to ask the whole table.",
        "not": "“{about}” leaves open what you mean: say what you give and what you want.",
        "not held": "You have {about} to give.",
        "not held, several": "You do not have {about} to give.",
    }
)
"""Messages by problem. `{about}` is the word or the kind in question: for `not held`, "no Stink"; for `not held,
several`, "2 Stink". `{give}` and `{want}` are two kinds of the game, for examples."""


@dataclass(frozen=True)
class Interpretation:
    """Result of parsing a sentence: an action, or the key of a problem and the word it is about."""

    action: Action | None = None
    problem: str = ""
    about: str = ""


class Unreadable(Exception):
    """Raised if a sentence cannot be parsed."""

    def __init__(self, problem: str, about: str = "") -> None:
        super().__init__(problem)
        self.interpretation = Interpretation(None, problem, about)


@dataclass
class Side:
    """Kinds on one side of a deal, and its role: `give`, `want`, or "" while unknown."""

    kinds: list[int] = field(default_factory=list)
    role: str = ""
    in_return: bool = False
    """Whether it follows "for"."""
    is_concluded: bool = False
    """Whether an infinitive has closed it."""
    is_sure: bool = False
    """Whether "my" or "your" marks it. A verb at the end of the clause overrules other verbs, but not these."""


class ParsedDeal:
    """Collects what the words say about a deal."""

    def __init__(self, view: Observation, may_swap_sides: bool, may_refer: bool) -> None:
        self.view = view
        self.may_swap_sides = may_swap_sides
        """Whether "a Red for a Blue" may mean that the speaker wants the Red."""
        self.may_refer = may_refer
        """Whether "for it" may refer to something before this sentence."""
        self.sides = [Side()]
        self.addressee: int | None = None
        self.subject = ""
        """SELF or OTHERS; empty before the first pronoun."""
        self.has_separator = False
        """Whether a word such as "for" separates two sides."""
        self.is_gift = False
        self.is_handed_over = False
        """Whether cards are handed over: "take my Soy", "Soy for Ada"."""
        self.is_swap = False
        """Whether a verb is about both sides: "swap"."""
        self.is_bare_have = False
        """Whether "have" has no subject: "Emil, have a Soy" and "got Soy" may be a gift, an offer or a question."""
        self.refers_back = False
        """Whether "for it" or "in return" refers to cards named before."""
        self.has_please = False
        self.is_explicit = False
        """Whether words distinguish the sides, not their order alone."""

    def set_role(self, role: str) -> None:
        """Set the role of the kinds after this word."""
        side = self.sides[-1]
        if side.kinds and side.role != role:
            self.sides.append(Side(role=role))
        elif not side.is_sure:
            side.role = role

    def close_side(self, role: str, split: int) -> None:
        """Apply a verb after its kinds. They begin at index `split`, after the last "and", if those before it belong
        elsewhere."""
        side = self.sides[-1]
        can_split = 0 < split < len(side.kinds)
        if can_split and side.role and side.role != role:
            self.sides.append(Side(side.kinds[split:], role))
            del side.kinds[split:]
        elif can_split and not side.role and not self.holds(side.kinds[:split]):
            self.sides.append(Side(side.kinds[split:], role))  # "two Blues and the Soy is yours"
            del side.kinds[split:]
            side.role = Word.WANT
        elif side.kinds and not side.role and not can_split:
            side.role = role
        elif side.role != role:
            raise Unreadable("which side")
        self.sides[-1].is_concluded = True

    def action(self) -> Action:
        """Return the offer or the call; raise `Unreadable` if the words leave it open."""
        gives, wants = self.gives_and_wants()
        if not gives and not wants:
            raise Unreadable("no kind")
        if not set(gives).isdisjoint(wants):
            raise Unreadable("same side")
        if self.is_bare_have and not self.is_handed_over and not (gives and wants):
            raise Unreadable("which side")
        if self.refers_back and not self.is_gift and not self.may_refer and not (gives and wants):
            raise Unreadable("which cards")  # "I'll give you a Green for it"
        seat = self.view.seat
        if self.is_gift and gives and wants:
            raise Unreadable("sides")
        is_complete = bool(gives and wants) and (self.has_separator or self.holds(gives))
        if is_complete or self.is_gift or (gives and self.is_handed_over):
            return self.offer(gives, wants)
        return Call(
            seat, sorted_cards([KIND_OF[kind] for kind in gives]), sorted_cards([KIND_OF[kind] for kind in wants])
        )

    def gives_and_wants(self) -> tuple[list[int], list[int]]:
        """Assign the sides: what a word says of one side implies the opposite for the other."""
        sides = [side for side in self.sides if side.kinds]
        self.is_explicit = self.has_separator or all(side.role for side in sides)
        if len(sides) == 2:
            first, second = sides
            if first.role and first.role == second.role:
                raise Unreadable("same side")
            if not first.role and not second.role and not self.has_separator:
                raise Unreadable("which side")
            if not first.role and not second.role:
                is_lacking = not any(self.holds([kind]) for kind in first.kinds)
                if self.subject == Word.OTHERS:
                    is_lacking = not self.holds(first.kinds)  # "would you do two Blues for my Soy"
                is_turned = self.may_swap_sides and is_lacking and self.holds(second.kinds)
                first.role = Word.WANT if is_turned else Word.GIVE
            first.role = first.role or (Word.WANT if second.role == Word.GIVE else Word.GIVE)
            second.role = Word.WANT if first.role == Word.GIVE else Word.GIVE
        elif len(sides) > 2 and not all(side.role for side in sides):
            raise Unreadable("sides")
        elif len(sides) == 1 and self.is_swap and len(set(sides[0].kinds)) > 1:
            raise Unreadable("which side")  # "swap Blue/Red?"
        elif len(sides) == 1 and not sides[0].role:
            if self.is_gift or self.is_handed_over:
                sides[0].role = Word.GIVE
            elif self.has_please:
                sides[0].role = Word.WANT  # "a Soy, please"
            else:
                raise Unreadable("which side")
        gives = [kind for side in sides if side.role == Word.GIVE for kind in side.kinds]
        wants = [kind for side in sides if side.role == Word.WANT for kind in side.kinds]
        return gives, wants

    def holds(self, kinds: list[int]) -> bool:
        own = [card for _, card in own_cards(self.view)]
        return all(kinds.count(kind) <= sum(kind in (card, KIND_OF[card]) for card in own) for kind in kinds)

    def offer(self, gives: list[int], wants: list[int]) -> Action:
        view = self.view
        cards, places = choose_cards(view, gives)
        to = self.addressee
        if to is None or (to == TABLE and view.seat != view.active):
            to = TABLE if view.seat == view.active else view.active
        return MakeOffer(view.seat, to, *in_usual_order(cards, places), sorted_cards([KIND_OF[kind] for kind in wants]))


def own_cards(view: Observation) -> list[tuple[int, int]]:
    """List the viewer's cards that can be offered, with their places (T2)."""
    turned = [(TURNED, card) for card in view.turned] if view.seat == view.active else []
    return turned + list(enumerate(view.hand))


def choose_cards(view: Observation, kinds: list[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Choose the viewer's cards of these kinds, and their places: turned-over cards first, then the hand in order."""
    free = own_cards(view)
    cards: list[int] = []
    places: list[int] = []
    for kind in kinds:
        fitting = [slot for slot in free if kind in (slot[1], KIND_OF[slot[1]])]
        if not fitting:
            raise Unreadable(NOT_HELD, f"{kind} {kinds.count(kind)}")
        free.remove(fitting[0])
        places.append(fitting[0][0])
        cards.append(fitting[0][1])
    return tuple(cards), tuple(places)


# --- messages ----------------------------------------------------------------------------------------------


def problem_text(problem: str, about: str, rules: Rules, language: str) -> str:
    """Return the message for a sentence that could not be parsed. With `not held`, `about` is a kind and a count."""
    narrator = narrator_of(rules, language)
    if problem == "not held":
        kind, count = [int(number) for number in about.split()]
        name = narrator.kinds[kind]
        if count > 1:
            problem, about = "not held, several", narrator.grammar.label(count, name, narrator.is_bean(kind))
        else:
            about = narrator.grammar.none(name)
    give, want = [narrator.grammar.spoken(1, narrator.kinds[KIND_OF[bean.kind]]) for bean in rules.beans[:2]]
    return text(PROBLEMS[problem], language, rules.name).format(about=about, give=give, want=want)
