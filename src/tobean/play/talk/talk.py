"""Typed talk becomes an offer or a call: "Soy + Chili for a Red?", "Sau gegen Rote?", "suche Blaue, gebe Soja".

A sentence is read word by word. The word between two sides (`for`, `gegen`) splits it; words such as `my` or `suche`
say which side is which. What cannot be read is said.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from tobean.kernel.actions import Action, Call, MakeOffer
from tobean.kernel.cards import KIND_OF, sorted_cards
from tobean.kernel.places import TURNED, ordered
from tobean.kernel.values import TABLE
from tobean.play.talk.lexicon import (
    KIND,
    LONGEST_PHRASE,
    NAME,
    NUMBER,
    foreign_words,
    glued,
    guessed,
    lexicon,
    words_of,
)
from tobean.speech.talk import EVERYBODY, FILLER, FOR, GIFT, GIVE, HAVE, OR, OTHERS, SOUGHT, THEY_HAVE, WANT, YOU

if TYPE_CHECKING:
    from tobean.view.observation import Observation

LONGEST_TALK: Final = 200
MOST_OF_A_KIND: Final = 20
NOT_HELD: Final = "not held"
"""The problem of an offer of more than there is."""


@dataclass(frozen=True)
class Reading:
    """What a sentence was understood as: an action, or the name of what is wrong and what it is about."""

    action: Action | None = None
    problem: str = ""
    about: str = ""
    count: int = 1
    """How many of the kind `about` were named."""


@dataclass
class Side:
    """The kinds named on one side of the word between, and which side that is: `give`, `want`, or not said."""

    kinds: list[int] = field(default_factory=list)
    said: str = ""


class Unreadable(Exception):
    """A sentence cannot be read."""

    def __init__(self, problem: str, about: str = "", count: int = 1) -> None:
        super().__init__(problem)
        self.reading = Reading(None, problem, about, count)


class Reader:
    """Reads one sentence of a seat."""

    def __init__(self, view: Observation, names: Sequence[str]) -> None:
        self.view = view
        self.known = lexicon(view.rules, tuple(names))
        self.sides = [Side()]
        self.gift = False
        self.between = False
        """Was there a word between two sides?"""
        self.others = False
        """Is it said of others that they have or want something?"""
        self.to: int | None = None
        self.count = 0

    def read(self, text: str) -> Reading:
        words = words_of(text[:LONGEST_TALK])
        try:
            at = 0
            while at < len(words):
                at += self.step(words, at)
            return Reading(self.action())
        except Unreadable as error:
            return error.reading

    # --- word by word --------------------------------------------------------------------------------------

    def step(self, words: list[str], at: int) -> int:
        """Read what begins at this word; returns how many words that were."""
        for length in range(min(LONGEST_PHRASE, len(words) - at), 0, -1):
            meaning = self.known.get(glued(words[at : at + length]))
            if meaning is not None and (length == 1 or meaning[0] in (KIND, NAME, WANT)):
                self.take(*meaning)
                return length
        word = words[at]
        if word.isdigit():
            if not 0 < int(word) <= MOST_OF_A_KIND:
                raise Unreadable("number", word)
            self.take(NUMBER, int(word))
            return 1
        meaning = guessed(glued([word]), self.known)
        if meaning is None:
            raise Unreadable("foreign" if glued([word]) in foreign_words() else "word", word)
        self.take(*meaning)
        return 1

    def take(self, meaning: str, value: int) -> None:
        """A word has been understood."""
        if meaning == KIND:
            self.sides[-1].kinds += [value] * max(1, self.count)
            self.count = 0
        elif meaning == NUMBER:
            self.count = value
        elif meaning == NAME:
            self.to = value if value != self.view.seat else self.to
        elif meaning == FOR:
            self.between = True
            self.sides.append(Side())
        elif meaning == GIFT:
            self.gift = True
        elif meaning == EVERYBODY:
            self.to = TABLE
        elif meaning in (OTHERS, YOU):
            self.others = True
            if meaning == OTHERS:
                self.mark(WANT)  # "anyone Blue?"; a verb after it may turn that round
        elif meaning == SOUGHT:
            self.sides[-1].said = WANT  # it stands behind what is wanted
        elif meaning == THEY_HAVE:
            self.mark(WANT)
        elif meaning == HAVE:
            self.mark(WANT if self.others else GIVE)
        elif meaning in (GIVE, WANT):
            turned_round = self.others and meaning == WANT
            self.mark(GIVE if turned_round else meaning)
        else:
            assert meaning in (FILLER, OR)

    def mark(self, said: str) -> None:
        """A word says which side the kinds after it are on."""
        side = self.sides[-1]
        if side.kinds and side.said != said:
            self.sides.append(Side(said=said))
        else:
            side.said = said

    # --- what it comes to ----------------------------------------------------------------------------------

    def action(self) -> Action:
        gives, wants = self.gives_and_wants()
        if not gives and not wants:
            raise Unreadable("no kind")
        seat = self.view.seat
        to_somebody = self.between and self.to is not None  # "Soy for Ben"
        if (gives and wants and (self.between or self.holds(gives))) or self.gift or (gives and to_somebody):
            return self.offer(gives, wants)
        return Call(
            seat, sorted_cards([KIND_OF[kind] for kind in gives]), sorted_cards([KIND_OF[kind] for kind in wants])
        )

    def gives_and_wants(self) -> tuple[list[int], list[int]]:
        """Sort the sides: what one word says of one side holds the other way round for the other."""
        sides = [side for side in self.sides if side.kinds]
        if len(sides) == 2:
            first, second = sides
            if first.said and first.said == second.said:
                raise Unreadable("same side")
            if not first.said and not second.said:
                first.said = "give"
            first.said = first.said or ("want" if second.said == "give" else "give")
            second.said = "want" if first.said == "give" else "give"
        elif len(sides) > 2 and not all(side.said for side in sides):
            raise Unreadable("sides")
        elif len(sides) == 1 and not sides[0].said:
            if not self.gift and not (self.between and self.to is not None):
                raise Unreadable("which side")
            sides[0].said = "give"
        gives = [kind for side in sides if side.said == "give" for kind in side.kinds]
        wants = [kind for side in sides if side.said == "want" for kind in side.kinds]
        return gives, wants

    def slots(self) -> list[tuple[int, int]]:
        """The own cards that could be staked, and where they lie (T2)."""
        view = self.view
        turned = [(TURNED, card) for card in view.turned] if view.seat == view.active else []
        return turned + list(enumerate(view.hand))

    def holds(self, kinds: list[int]) -> bool:
        own = [card for _, card in self.slots()]
        return all(kinds.count(kind) <= sum(kind in (card, KIND_OF[card]) for card in own) for kind in kinds)

    def offer(self, gives: list[int], wants: list[int]) -> Action:
        """An offer with real cards: those turned over first, then the hand from the front."""
        view = self.view
        slots = self.slots()
        cards: list[int] = []
        places: list[int] = []
        for kind in gives:
            fitting = [slot for slot in slots if kind in (slot[1], KIND_OF[slot[1]])]
            if not fitting:
                raise Unreadable(NOT_HELD, str(kind), gives.count(kind))
            slots.remove(fitting[0])
            places.append(fitting[0][0])
            cards.append(fitting[0][1])
        to = self.to
        if to is None or (to == TABLE and view.seat != view.active):
            to = TABLE if view.seat == view.active else view.active
        staked, where = ordered(tuple(cards), tuple(places))
        return MakeOffer(view.seat, to, staked, where, sorted_cards([KIND_OF[kind] for kind in wants]))


def read_talk(text: str, view: Observation, names: Sequence[str]) -> Reading:
    """What a sentence of the viewing seat means; `names` are the players by seat."""
    return Reader(view, names).read(text)
