"""Parser for typed offers and calls: "Soy + Chili for a Red?", "Sau gegen Rote?", "suche Blaue, gebe Soja".

A sentence is parsed word by word. The word between two sides (`for`, `gegen`) splits it; pronouns and verbs tell which
side is which: "I give" and "my" mark the speaker's side, "you give" and "your" the other one. An ambiguous sentence is
not guessed at: the interpretation names the problem, and the player is asked.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from tobean.i18n.languages.trade_vocabulary import Word
from tobean.kernel.actions import Action, Call, MakeOffer
from tobean.kernel.cards import KIND_OF, sorted_cards
from tobean.kernel.notation.card_locations import TURNED, in_usual_order
from tobean.kernel.notation.parameters import TABLE
from tobean.play.chat.lexicon import (
    COMMA,
    KIND,
    MAX_PHRASE_WORDS,
    MIN_JOINED_LENGTH,
    NAME,
    NUMBER,
    SHORT_FOR,
    Lexicon,
    Meaning,
    foreign_words,
    guess_meaning,
    join_words,
    lexicon,
    words_and_commas,
)
from tobean.view.observation import Observation

MAX_TALK_LENGTH: Final = 200
MAX_OF_A_KIND: Final = 20
NOT_HELD: Final = "not held"
"""Problem of an offer of more cards than the speaker has."""
MIN_FILLER_LENGTH: Final = 6
MAX_SKIPPED_WORDS: Final = 3
"""Most unknown words that are skipped in a clause with both sides of a deal."""
PAST_FORM: Final = r"ed$|^[a-z]{0,4}ge[a-z]{2,}(?:t|en)$"
"""Pattern of words about the past: "planted", "hergegeben"."""
SUBJECTS: Final = (Word.SELF, Word.YOU, Word.OTHERS, NAME)
"""Words after which an unknown word may be a verb, which could reverse a deal."""
ADDRESSING: Final = (NAME, Word.SELF, Word.YOU, Word.YOURS, Word.MINE, Word.OTHERS, Word.EVERYBODY, Word.YOU_MAY)
SWAPS: Final[dict[str, str]] = {Word.SWAP: Word.GIVE, Word.THEY_SWAP: Word.THEY_GIVE, Word.TO_SWAP: Word.TO_GIVE}
"""Verbs of a deal with two sides, and the verbs of giving as which they are parsed."""
AT_THE_END: Final[dict[str, str]] = {Word.I_WANT: Word.TO_GET, Word.I_GIVE: Word.TO_GIVE}
"""Verbs parsed as infinitives at the end of a clause: "wenn ich eine Rote bekomme"."""
VERBS: Final = (
    Word.SOUGHT,
    Word.THEY_HAVE,
    Word.HAVE,
    Word.TAKE,
    Word.I_GIVE,
    Word.I_HAVE,
    Word.I_WANT,
    Word.GIVE,
    Word.WANT,
    Word.THEY_GIVE,
    Word.THEY_GET,
)
OBJECTS: Final = (Word.GIVE, Word.I_GIVE, Word.TO_GIVE)
"""Verbs after which a player named is the receiver: "I'll give you", "I'd like to give Ada"."""


@dataclass(frozen=True)
class Interpretation:
    """Result of parsing a sentence: an action, or the key of a problem and the word it is about."""

    action: Action | None = None
    problem: str = ""
    about: str = ""


@dataclass
class Side:
    """Kinds on one side of the word between, and which side it is: `give`, `want`, or unknown."""

    kinds: list[int] = field(default_factory=list)
    role: str = ""
    in_return: bool = False
    """Whether it follows "for"."""
    is_concluded: bool = False
    """Whether an infinitive has closed it."""
    is_sure: bool = False
    """Whether "my" or "your" marks it. A verb at the end of the clause overrules other verbs, but not these."""


class Unreadable(Exception):
    """Raised if a sentence cannot be parsed."""

    def __init__(self, problem: str, about: str = "") -> None:
        super().__init__(problem)
        self.interpretation = Interpretation(None, problem, about)


class SentenceParser:
    """Parses one sentence of a seat."""

    def __init__(
        self,
        view: Observation,
        names: Sequence[str],
        may_swap_sides: bool = True,
        may_refer: bool = False,
        is_lenient: bool = False,
    ) -> None:
        self.view = view
        self.is_lenient = is_lenient
        """Whether unknown words are skipped."""
        self.is_vague = False
        """Whether the verb of the other players is unknown."""
        self.may_swap_sides = may_swap_sides
        """Whether "a Red for a Blue" may mean that the speaker wants the Red."""
        self.may_refer = may_refer
        """Whether "for it" may refer to something before this sentence."""
        self.refers = False
        self.pleads = False
        self.names = names
        self.known = Lexicon()
        """The words of the line, set when it is scanned."""
        self.sides = [Side()]
        self.gift = False
        self.handed_over = False
        """Whether cards are handed over: "take my Soy", "Soy for Ada"."""
        self.between = False
        """Whether there was a word between two sides."""
        self.swaps = False
        """Whether a verb is about both sides: "swap"."""
        self.is_bare_have = False
        """Whether "have" has no subject: "Emil, have a Soy" and "got Soy" may be a gift, an offer or a question."""
        self.subject = ""
        """SELF or OTHERS, once a pronoun tells it."""
        self.may = False
        self.clause = 0
        """Index of the first side of the current clause."""
        self.last = ""
        """Meaning of the last word that is not a filler."""
        self.to: int | None = None
        self.count = 0
        self.announced = 0
        self.announced_for = self.sides[0]
        """Side counted by a number before a comma: "two cards, the Red and the Garden"."""
        self.verb = ""
        self.joint = 0
        """Number of kinds of the current side before the last "and" or comma."""
        self.is_explicit = False
        """Whether words tell the sides apart, not their order alone."""
        self.follows_kind = False
        """Whether the last word named a kind, so that without an "and" a second number begins something else."""

    def read(self, text: str) -> Interpretation:
        try:
            self.scan(text)
            return Interpretation(self.action())
        except Unreadable as error:
            return error.interpretation

    def scan(self, text: str) -> None:
        self.known = lexicon(self.view.rules, self.names, text)
        words = words_and_commas(text[:MAX_TALK_LENGTH])
        at = 0
        while at < len(words):
            if words[at] == COMMA:
                self.follows_kind = False
                self.joint = len(self.sides[-1].kinds)
                if self.count > 1:
                    self.announced, self.count = self.count, 0
                    self.announced_for = self.sides[-1]
                self.last = "" if self.last == Word.EVERYBODY else self.last
                at += 1
            else:
                at += self.step(words, at)

    # --- word by word --------------------------------------------------------------------------------------

    def step(self, words: list[str], at: int) -> int:
        """Parse the phrase that begins at this word; return its number of words."""
        if self.known.get(words[at]) == (Word.BOTH, 0) and self.take_both(words, at):
            return 1
        for length in range(min(MAX_PHRASE_WORDS, len(words) - at), 0, -1):
            phrase = join_words(words[at : at + length])
            meaning = self.known.get(phrase)
            if meaning is None or not (length == 1 or is_phrase(phrase, meaning)):
                continue
            if meaning[0] == Word.NOT:
                raise Unreadable(Word.NOT, words[at])
            if meaning[0] == Word.UNSETTLING:
                raise Unreadable("word", words[at])
            if meaning[0] == Word.OTHER:
                return self.pass_over(words[at], length)
            is_last = at + length == len(words) or words[at + length] == COMMA
            if is_last and self.subject == Word.SELF and self.last == KIND:
                meaning = (AT_THE_END.get(meaning[0], meaning[0]), meaning[1])
            self.take(*meaning)
            return length
        word = words[at]
        if word.isdigit():
            if not 0 < int(word) <= MAX_OF_A_KIND:
                raise Unreadable("number", word)
            if word == SHORT_FOR and self.last == KIND:
                raise Unreadable("which side")
            self.take(NUMBER, int(word))
            return 1
        meaning = guess_meaning(join_words([word]), self.known)
        if meaning is None:
            if join_words([word]) in foreign_words():
                raise Unreadable("foreign", word)
            return self.pass_over(word, 1)
        self.take(*meaning)
        return 1

    def take_both(self, words: list[str], at: int) -> bool:
        """Apply "both" where it is not a number: before two kinds, or for the two cards turned over."""
        meanings = [self.known.get(join_words([word]), ("", 0)) for word in words[at + 1 :]]
        following = [meaning for meaning in meanings if meaning[0] not in (Word.FILLER, Word.MINE, Word.YOURS)]
        parts = [meaning[0] for meaning in following if meaning[0] != NUMBER]
        if parts[:3] == [KIND, Word.AND, KIND]:
            return not words[at + 1 + meanings.index(following[0])].endswith("s")  # "both Soys and the Chili"
        is_bare = not following or following[0][0] not in (KIND, Word.YOU)
        turned = [KIND_OF[card] for card in self.view.turned]
        if not is_bare or self.sides[-1].kinds or len(turned) != 2:
            return False
        self.sides[-1].kinds += turned
        self.last = KIND
        return True

    def pass_over(self, word: str, length: int) -> int:
        """Skip words that are not understood; return their number."""
        if not self.is_lenient:
            raise Unreadable("word", word)
        if self.last in (Word.YOU, Word.OTHERS) and not any(side.kinds for side in self.sides):
            self.is_vague = True
            self.sides[-1].role = ""
        return length

    def take(self, meaning: str, value: int) -> None:
        follows_kind, self.follows_kind = self.follows_kind, meaning == KIND
        if meaning in SWAPS:
            self.swaps = True
            meaning = SWAPS[meaning]
        if self.last == Word.EVERYBODY and meaning in (KIND, Word.MINE):
            raise Unreadable("which cards")  # "all my Blues"
        if meaning == KIND:
            if self.sides[-1].is_concluded:
                self.sides.append(Side())
            self.sides[-1].kinds += [value] * max(1, self.count)
            self.count = 0
        elif meaning == NUMBER:
            if follows_kind:
                self.begin_other_side()
            self.count = value
            return
        elif meaning == NAME:
            self.address(value)
        elif meaning == Word.FOR:
            if self.count and self.count != len(self.sides[-1].kinds):  # "a Soy and a Chili, both for a Red"
                raise Unreadable("which cards")
            self.count = 0
            self.between = True
            self.sides.append(Side(in_return=True))
        elif meaning == Word.SUGGEST:
            if self.sides[-1].kinds:
                self.sides.append(Side())
            return
        elif meaning == Word.PLEASE:
            self.pleads = True
            return
        elif meaning == Word.IT:
            self.refers = self.refers or self.last == Word.FOR
            self.refer_back()
            return
        elif meaning == Word.IN_TURN:
            self.refers = self.between = True
            if self.sides[-1].kinds:
                self.sides.append(Side())
        elif meaning == Word.GIFT:
            self.gift = True
        elif meaning == Word.EVERYBODY:
            self.to = TABLE
        elif meaning == Word.YOU_MAY:
            self.begin(Word.YOU)
            self.begin(Word.MAY)
            meaning = Word.MAY
        elif meaning in (Word.SELF, Word.YOU, Word.OTHERS, Word.MAY):
            self.begin(meaning)
        elif meaning == Word.ME:
            if self.last == Word.GIVE and self.subject != Word.SELF:
                self.mark(Word.WANT)  # "give me a Red"
        elif meaning == Word.LIKE:
            if self.last == Word.I_HAVE or (self.last == Word.SELF and self.verb == Word.I_HAVE):
                self.mark(Word.WANT)  # "ich hätte gern", "hätt ich lieber"
            return
        elif meaning in (Word.MINE, Word.YOURS):
            if meaning == Word.MINE and self.last == Word.HAVE and not self.subject and self.to is not None:
                self.handed_over = True  # "Emil, have my Soy"
            self.mark(Word.GIVE if meaning == Word.MINE else Word.WANT)
            self.sides[-1].is_sure = True
        elif meaning in (Word.TO_GIVE, Word.TO_PRESENT, Word.TO_GET):
            self.gift = self.gift or meaning == Word.TO_PRESENT
            self.conclude(meaning)
        elif meaning == Word.AND:
            self.joint = len(self.sides[-1].kinds)
            return
        elif meaning == Word.BOTH:
            self.count = 2
            return
        elif meaning in (Word.OFFERED, Word.FOR_SALE):
            self.close(Word.GIVE)
            self.handed_over = self.handed_over or meaning == Word.OFFERED
        elif not self.take_verb(meaning):
            return
        self.last = meaning

    def take_verb(self, meaning: str) -> bool:
        """Apply a verb; return False if the word is a filler."""
        self.verb = meaning if meaning in VERBS else self.verb
        others = self.subject == Word.OTHERS
        if meaning == Word.SOUGHT:
            self.sides[-1].role = Word.WANT  # it stands after the wanted kinds
        elif meaning == Word.THEY_HAVE:
            self.mark(Word.WANT)
        elif meaning == Word.HAVE:
            self.is_bare_have = not self.subject
            self.mark(
                Word.WANT if others != self.may else Word.GIVE
            )  # "do you have", "can I have"; "you can have", "I have"
            self.handed_over = self.handed_over or (others and self.may)
        elif meaning == Word.TAKE:
            self.mark(Word.WANT if self.subject == Word.SELF else Word.GIVE)
            self.handed_over = self.handed_over or self.subject != Word.SELF
        elif meaning in (Word.I_GIVE, Word.I_HAVE, Word.I_WANT):
            sides = len(self.sides)
            self.mark(Word.WANT if meaning == Word.I_WANT else Word.GIVE)
            self.subject = Word.SELF
            if len(self.sides) > sides:
                self.clause = sides  # "brauche Rote, hätte Soja zu bieten"
        elif meaning in (Word.GIVE, Word.WANT):
            self.mark(meaning if not others else Word.WANT if meaning == Word.GIVE else Word.GIVE)
        elif meaning in (Word.THEY_GIVE, Word.THEY_GET):
            self.mark(Word.WANT if meaning == Word.THEY_GIVE else Word.GIVE)
            self.subject = Word.OTHERS
        else:
            return False
        return True

    def refer_back(self) -> None:
        """Apply "it" after "I'll take": it refers to the kinds named before, if their side is still unknown."""
        named = [side for side in self.sides[:-1] if side.kinds]
        if (
            self.subject == Word.SELF
            and self.verb in (Word.TAKE, Word.I_WANT)
            and named
            and not self.sides[-1].kinds
            and not named[-1].role
        ):
            named[-1].role = Word.WANT
            self.sides[-1].role = ""

    def close(self, role: str) -> None:
        """Apply a verb after its kinds: they begin at the last "and" if those before it belong elsewhere."""
        side = self.sides[-1]
        if side.role and side.role != role and 0 < self.joint < len(side.kinds):
            self.sides.append(Side(side.kinds[self.joint :], role))
            del side.kinds[self.joint :]
        elif not side.role and 0 < self.joint < len(side.kinds) and not self.holds(side.kinds[: self.joint]):
            self.sides.append(Side(side.kinds[self.joint :], role))  # "two Blues and the Soy is yours"
            del side.kinds[self.joint :]
            side.role = Word.WANT
        elif side.kinds and not side.role and not 0 < self.joint < len(side.kinds):
            side.role = role
        elif side.role != role:
            raise Unreadable("which side")
        self.sides[-1].is_concluded = True

    def address(self, seat: int) -> None:
        """Apply the name of a player."""
        if seat == self.view.seat:
            return
        if self.to not in (None, TABLE, seat):
            raise Unreadable("who")
        self.to = seat
        if self.last == Word.FOR or (self.last in OBJECTS and self.subject != Word.OTHERS):
            self.handed_over = True  # "Soy for Ada", "I'll give Ada a Soy"

    def begin(self, meaning: str) -> None:
        """Apply a word that begins a clause: its subject, or "can"."""
        if meaning == Word.YOU and (self.last == Word.FOR or (self.last == Word.GIVE and self.subject != Word.OTHERS)):
            self.handed_over = (
                self.handed_over or self.last == Word.FOR
            )  # "for you"; in "I'll give you" it is the object
            return
        if self.sides[-1].kinds:
            self.sides.append(Side())
        if meaning == Word.MAY:
            self.may = True
        else:
            if self.sides[-1].kinds or self.last == KIND:
                self.may = False
            self.subject = Word.SELF if meaning == Word.SELF else Word.OTHERS
        self.clause = len(self.sides) - 1
        if meaning == Word.OTHERS:
            # "anyone Blue?", "will jemand Blau?"; a later verb may reverse it
            self.mark(Word.GIVE if self.last == Word.WANT else Word.WANT)

    def conclude(self, meaning: str) -> None:
        """Apply an infinitive at the end of a clause to the first side of that clause that is not in return."""
        others = self.subject == Word.OTHERS
        role = Word.GIVE if others == (meaning == Word.TO_GET) else Word.WANT
        named = [side for side in self.sides[self.clause :] if side.kinds and not side.is_concluded]
        side = next((side for side in named if not side.in_return), None)
        if not named:
            self.mark(role)
        elif side is None:
            named[0].role = named[0].role or (Word.WANT if role == Word.GIVE else Word.GIVE)
        elif not side.is_sure:
            side.role = role
        for each in named:
            each.is_concluded = True
        self.handed_over = self.handed_over or (others and self.may and meaning == Word.TO_GET)

    def begin_other_side(self) -> None:
        """Apply a number right after a kind: "für zwei Blaue eine Rote". Elsewhere it may be a list or a swap."""
        if len(self.sides) < 2 or self.last != KIND or not self.between or any(side.kinds for side in self.sides[:-1]):
            raise Unreadable("which side")
        self.sides.append(Side())

    def check_count(self) -> None:
        """Reject a number of cards without a kind: "any two for a Green"."""
        if self.count > 1:
            raise Unreadable("which cards")

    def mark(self, role: str) -> None:
        """Set the side of the kinds after this word."""
        side = self.sides[-1]
        if side.kinds and side.role != role:
            self.sides.append(Side(role=role))
        elif not side.is_sure:
            side.role = role

    # --- result ------------------------------------------------------------------------------------------

    def action(self) -> Action:
        self.check_count()
        if self.announced and self.announced != len(self.announced_for.kinds):
            raise Unreadable("which cards")
        gives, wants = self.gives_and_wants()
        if not gives and not wants:
            raise Unreadable("no kind")
        if not set(gives).isdisjoint(wants):
            raise Unreadable("same side")
        if self.is_bare_have and not self.handed_over and not (gives and wants):
            raise Unreadable("which side")
        if self.refers and not self.gift and not self.may_refer and not (gives and wants):
            raise Unreadable("which cards")  # "I'll give you a Green for it"
        seat = self.view.seat
        if self.gift and gives and wants:
            raise Unreadable("sides")
        if (gives and wants and (self.between or self.holds(gives))) or self.gift or (gives and self.handed_over):
            return self.offer(gives, wants)
        return Call(
            seat, sorted_cards([KIND_OF[kind] for kind in gives]), sorted_cards([KIND_OF[kind] for kind in wants])
        )

    def gives_and_wants(self) -> tuple[list[int], list[int]]:
        """Assign the sides: what a word says of one side implies the opposite for the other."""
        sides = [side for side in self.sides if side.kinds]
        self.is_explicit = self.between or all(side.role for side in sides)
        if len(sides) == 2:
            first, second = sides
            if first.role and first.role == second.role:
                raise Unreadable("same side")
            if not first.role and not second.role and not self.between:
                raise Unreadable("which side")
            if not first.role and not second.role:
                is_lacking = not any(self.holds([kind]) for kind in first.kinds)
                if self.subject == Word.OTHERS:
                    is_lacking = not self.holds(first.kinds)  # "would you do two Blues for my Soy"
                is_turned = self.may_swap_sides and is_lacking and self.holds(second.kinds)
                first.role = "want" if is_turned else "give"
            first.role = first.role or ("want" if second.role == "give" else "give")
            second.role = "want" if first.role == "give" else "give"
        elif len(sides) > 2 and not all(side.role for side in sides):
            raise Unreadable("sides")
        elif len(sides) == 1 and self.swaps and len(set(sides[0].kinds)) > 1:
            raise Unreadable("which side")  # "swap Blue/Red?"
        elif len(sides) == 1 and not sides[0].role:
            if self.gift or self.handed_over:
                sides[0].role = "give"
            elif self.pleads:
                sides[0].role = "want"  # "a Soy, please"
            else:
                raise Unreadable("which side")
        gives = [kind for side in sides if side.role == "give" for kind in side.kinds]
        wants = [kind for side in sides if side.role == "want" for kind in side.kinds]
        return gives, wants

    def holds(self, kinds: list[int]) -> bool:
        own = [card for _, card in own_cards(self.view)]
        return all(kinds.count(kind) <= sum(kind in (card, KIND_OF[card]) for card in own) for kind in kinds)

    def offer(self, gives: list[int], wants: list[int]) -> Action:
        view = self.view
        cards, places = choose_cards(view, gives)
        to = self.to
        if to is None or (to == TABLE and view.seat != view.active):
            to = TABLE if view.seat == view.active else view.active
        return MakeOffer(view.seat, to, *in_usual_order(cards, places), sorted_cards([KIND_OF[kind] for kind in wants]))


def own_cards(view: Observation) -> list[tuple[int, int]]:
    """List the own cards that can be offered, with their places (T2)."""
    turned = [(TURNED, card) for card in view.turned] if view.seat == view.active else []
    return turned + list(enumerate(view.hand))


def choose_cards(view: Observation, kinds: list[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Choose own cards of these kinds, with their places: those turned over first, then the hand from the front."""
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


def is_phrase(glued_words: str, meaning: Meaning) -> bool:
    """Whether several words may be parsed as one: "me in" is not "mein"."""
    shortest = MIN_FILLER_LENGTH if meaning[0] == Word.FILLER else MIN_JOINED_LENGTH
    return meaning[0] in (KIND, NAME, Word.WANT, Word.OTHER) or len(glued_words) >= shortest


def without_asides(text: str, known: Lexicon) -> str:
    """Remove unknown words that do not change a deal.

    These are clauses without a kind and adjectives, as in "Otto my friend, a lovely Soy for your Red, what a bargain",
    and a few other words of a clause that addresses a player and has both sides: "does a Soy for a Red work for you".
    """
    kept: list[str] = []
    is_addressed = "?" in text or any(
        known.get(join_words([word]), ("", 0))[0] in ADDRESSING for word in words_and_commas(text[:MAX_TALK_LENGTH])
    )
    for clause in re.split(r"[,.;:!?]+", text[:MAX_TALK_LENGTH]):
        words = words_and_commas(clause)
        meanings = [known.get(join_words([word])) or guess_meaning(join_words([word]), known) for word in words]
        does = ["" if meaning is None else meaning[0] for meaning in meanings]
        is_aside = KIND not in does and not unsettles(words, known)
        strange = [at for at, part in enumerate(does) if not part and not words[at].isdigit()]
        has_sides = Word.FOR in does and KIND in does[: does.index(Word.FOR)] and KIND in does[does.index(Word.FOR) :]
        may_pass = is_addressed and has_sides and len(strange) <= MAX_SKIPPED_WORDS
        for at, word in enumerate(words):
            is_adjective = at + 1 < len(words) and does[at + 1] == KIND
            is_verb = re.search(PAST_FORM, word) or (at > 0 and does[at - 1] in SUBJECTS)
            if at not in strange or not (is_aside or is_adjective or (may_pass and not is_verb)):
                kept.append(word)
        kept.append(COMMA)
    return " ".join(kept)


def unsettles(words: list[str], known: Lexicon) -> bool:
    """Whether words change the meaning of a sentence: "forget it"."""
    phrases = [
        join_words(words[at:end]) for at in range(len(words)) for end in range(at + 1, at + 1 + MAX_PHRASE_WORDS)
    ]
    return any(known.get(phrase, ("", 0))[0] in (Word.NOT, Word.UNSETTLING) for phrase in phrases)


def read_deal(text: str, view: Observation, names: Sequence[str]) -> Interpretation:
    """Parse a sentence with unknown words, if the known ones name both sides of a deal."""
    reader = SentenceParser(view, names)
    interpretation = reader.read(without_asides(text, lexicon(view.rules, names, text)))
    action = interpretation.action
    if not isinstance(action, MakeOffer) or not action.cards or not action.wants:
        return Interpretation(None, "word")
    return interpretation if reader.is_explicit else Interpretation(None, "word")


def read_sides(text: str, view: Observation, names: Sequence[str]) -> tuple[list[int], list[int]]:
    """Return the kinds that a sentence gives and wants, skipping unknown words; both empty if they are not certain."""
    reader = SentenceParser(view, names, may_refer=True, is_lenient=True)
    try:
        reader.scan(text)
        reader.check_count()
        return ([], []) if reader.is_vague else reader.gives_and_wants()
    except Unreadable:
        return [], []


def parse_talk(
    text: str, view: Observation, names: Sequence[str], may_swap_sides: bool = True, may_refer: bool = False
) -> Interpretation:
    """Parse a sentence of the viewing seat; `names` are the players by seat.

    With `may_swap_sides`, "a Red for a Blue" means that the speaker wants the Red, if the speaker has no Red to give.
    With `may_refer`, "a Red for it" is parsed as a wish for a Red.
    """
    return SentenceParser(view, names, may_swap_sides, may_refer).read(text)
