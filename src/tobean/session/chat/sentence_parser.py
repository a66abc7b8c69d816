"""Parser for typed offers and calls: "Soy + Chili for a Red?", "Sau gegen Rote?", "suche Blaue, gebe Soja".

A sentence is parsed word by word. The word between two sides (`for`, `gegen`) splits it; pronouns and verbs show which
side is which: "I give" and "my" mark the speaker's side, "you give" and "your" the other one. An ambiguous sentence is
not guessed at: the interpretation names the problem, and the player is asked.
"""

from collections.abc import Sequence
from typing import Final

from tobean.i18n.languages.trade_vocabulary import Word
from tobean.kernel.actions import Action
from tobean.kernel.cards import KIND_OF
from tobean.kernel.notation.parameters import TABLE
from tobean.kernel.observation.observation import Observation
from tobean.session.chat.lexicon import (
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
from tobean.session.chat.parsed_deal import Interpretation, ParsedDeal, Side, Unreadable

MAX_TALK_LENGTH: Final = 200
MAX_OF_A_KIND: Final = 20
MIN_FILLER_LENGTH: Final = 6
SWAPS: Final[dict[str, str]] = {Word.SWAP: Word.GIVE, Word.THEY_SWAP: Word.THEY_GIVE, Word.TO_SWAP: Word.TO_GIVE}
"""Verbs of a deal with two sides, and the verbs of giving that replace them."""
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
        self.names = names
        self.deal = ParsedDeal(view, may_swap_sides, may_refer)
        self.is_lenient = is_lenient
        """Whether unknown words are skipped."""
        self.is_vague = False
        """Whether the verb of the other players is unknown."""
        self.known = Lexicon()
        """The words of the line, set when it is scanned."""
        self.has_may = False
        """Whether the clause has a verb like "can" or "may"."""
        self.clause_start = 0
        """Index of the first side of the current clause."""
        self.last_meaning = ""
        """Meaning of the last word that is not a filler."""
        self.count = 0
        """The number before the next kind; 0 without one."""
        self.announced_count = 0
        """A number before a comma: "two cards, the Red and the Garden"."""
        self.announced_side = self.deal.sides[0]
        """The side that `announced_count` counts."""
        self.verb = ""
        self.kinds_before_and = 0
        """Number of kinds on the current side before the last "and" or comma."""
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
                self.kinds_before_and = len(self.deal.sides[-1].kinds)
                if self.count > 1:
                    self.announced_count, self.count = self.count, 0
                    self.announced_side = self.deal.sides[-1]
                self.last_meaning = "" if self.last_meaning == Word.EVERYBODY else self.last_meaning
                at += 1
            else:
                at += self.parse_phrase(words, at)

    # --- word by word --------------------------------------------------------------------------------------

    def parse_phrase(self, words: list[str], at: int) -> int:
        """Parse the phrase that begins at this word, and return its number of words."""
        if self.known.get(words[at]) == (Word.BOTH, 0) and self.apply_both(words, at):
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
                return self.skip_unknown(words[at], length)
            is_last = at + length == len(words) or words[at + length] == COMMA
            if is_last and self.deal.subject == Word.SELF and self.last_meaning == KIND:
                meaning = (AT_THE_END.get(meaning[0], meaning[0]), meaning[1])
            self.apply_word(*meaning)
            return length
        word = words[at]
        if word.isdigit():
            if not 0 < int(word) <= MAX_OF_A_KIND:
                raise Unreadable("number", word)
            if word == SHORT_FOR and self.last_meaning == KIND:
                raise Unreadable("which side")
            self.apply_word(NUMBER, int(word))
            return 1
        meaning = guess_meaning(join_words([word]), self.known)
        if meaning is None:
            if join_words([word]) in foreign_words():
                raise Unreadable("foreign", word)
            return self.skip_unknown(word, 1)
        self.apply_word(*meaning)
        return 1

    def apply_both(self, words: list[str], at: int) -> bool:
        """Apply "both" where it is not a number: before two kinds, or for the two cards turned over."""
        meanings = [self.known.get(join_words([word]), ("", 0)) for word in words[at + 1 :]]
        following = [meaning for meaning in meanings if meaning[0] not in (Word.FILLER, Word.MINE, Word.YOURS)]
        parts = [meaning[0] for meaning in following if meaning[0] != NUMBER]
        if parts[:3] == [KIND, Word.AND, KIND]:
            return not words[at + 1 + meanings.index(following[0])].endswith("s")  # "both Soys and the Chili"
        is_bare = not following or following[0][0] not in (KIND, Word.YOU)
        turned = [KIND_OF[card] for card in self.view.turned]
        if not is_bare or self.deal.sides[-1].kinds or len(turned) != 2:
            return False
        self.deal.sides[-1].kinds += turned
        self.last_meaning = KIND
        return True

    def skip_unknown(self, word: str, length: int) -> int:
        """Skip words that are not understood; return their number."""
        if not self.is_lenient:
            raise Unreadable("word", word)
        if self.last_meaning in (Word.YOU, Word.OTHERS) and not any(side.kinds for side in self.deal.sides):
            self.is_vague = True
            self.deal.sides[-1].role = ""
        return length

    # One branch for each meaning of a word; all of them change the same few attributes.
    def apply_word(self, meaning: str, value: int) -> None:  # noqa: C901
        follows_kind, self.follows_kind = self.follows_kind, meaning == KIND
        if meaning in SWAPS:
            self.deal.is_swap = True
            meaning = SWAPS[meaning]
        if self.last_meaning == Word.EVERYBODY and meaning in (KIND, Word.MINE):
            raise Unreadable("which cards")  # "all my Blues"
        if meaning == KIND:
            if self.deal.sides[-1].is_concluded:
                self.deal.sides.append(Side())
            self.deal.sides[-1].kinds += [value] * max(1, self.count)
            self.count = 0
        elif meaning == NUMBER:
            if follows_kind:
                self.begin_other_side()
            self.count = value
            return
        elif meaning == NAME:
            self.apply_name(value)
        elif meaning == Word.FOR:
            if self.count and self.count != len(self.deal.sides[-1].kinds):  # "a Soy and a Chili, both for a Red"
                raise Unreadable("which cards")
            self.count = 0
            self.deal.has_separator = True
            self.deal.sides.append(Side(in_return=True))
        elif meaning == Word.SUGGEST:
            if self.deal.sides[-1].kinds:
                self.deal.sides.append(Side())
            return
        elif meaning == Word.PLEASE:
            self.deal.has_please = True
            return
        elif meaning == Word.IT:
            self.deal.refers_back = self.deal.refers_back or self.last_meaning == Word.FOR
            self.apply_it()
            return
        elif meaning == Word.IN_TURN:
            self.deal.refers_back = self.deal.has_separator = True
            if self.deal.sides[-1].kinds:
                self.deal.sides.append(Side())
        elif meaning == Word.GIFT:
            self.deal.is_gift = True
        elif meaning == Word.EVERYBODY:
            self.deal.addressee = TABLE
        elif meaning == Word.YOU_MAY:
            self.begin_clause(Word.YOU)
            self.begin_clause(Word.MAY)
            meaning = Word.MAY
        elif meaning in (Word.SELF, Word.YOU, Word.OTHERS, Word.MAY):
            self.begin_clause(meaning)
        elif meaning == Word.ME:
            if self.last_meaning == Word.GIVE and self.deal.subject != Word.SELF:
                self.deal.set_role(Word.WANT)  # "give me a Red"
        elif meaning == Word.LIKE:
            if self.last_meaning == Word.I_HAVE or (self.last_meaning == Word.SELF and self.verb == Word.I_HAVE):
                self.deal.set_role(Word.WANT)  # "ich hätte gern", "hätt ich lieber"
            return
        elif meaning in (Word.MINE, Word.YOURS):
            if (
                meaning == Word.MINE
                and self.last_meaning == Word.HAVE
                and not self.deal.subject
                and self.deal.addressee is not None
            ):
                self.deal.is_handed_over = True  # "Emil, have my Soy"
            self.deal.set_role(Word.GIVE if meaning == Word.MINE else Word.WANT)
            self.deal.sides[-1].is_sure = True
        elif meaning in (Word.TO_GIVE, Word.TO_PRESENT, Word.TO_GET):
            self.deal.is_gift = self.deal.is_gift or meaning == Word.TO_PRESENT
            self.apply_infinitive(meaning)
        elif meaning == Word.AND:
            self.kinds_before_and = len(self.deal.sides[-1].kinds)
            return
        elif meaning == Word.BOTH:
            self.count = 2
            return
        elif meaning in (Word.OFFERED, Word.FOR_SALE):
            self.deal.close_side(Word.GIVE, self.kinds_before_and)
            self.deal.is_handed_over = self.deal.is_handed_over or meaning == Word.OFFERED
        elif not self.apply_verb(meaning):
            return
        self.last_meaning = meaning

    def apply_verb(self, meaning: str) -> bool:
        """Apply a verb; return False if the word is a filler."""
        self.verb = meaning if meaning in VERBS else self.verb
        others = self.deal.subject == Word.OTHERS
        if meaning == Word.SOUGHT:
            self.deal.sides[-1].role = Word.WANT  # it stands after the wanted kinds
        elif meaning == Word.THEY_HAVE:
            self.deal.set_role(Word.WANT)
        elif meaning == Word.HAVE:
            self.deal.is_bare_have = not self.deal.subject
            self.deal.set_role(
                Word.WANT if others != self.has_may else Word.GIVE
            )  # "do you have", "can I have"; "you can have", "I have"
            self.deal.is_handed_over = self.deal.is_handed_over or (others and self.has_may)
        elif meaning == Word.TAKE:
            self.deal.set_role(Word.WANT if self.deal.subject == Word.SELF else Word.GIVE)
            self.deal.is_handed_over = self.deal.is_handed_over or self.deal.subject != Word.SELF
        elif meaning in (Word.I_GIVE, Word.I_HAVE, Word.I_WANT):
            sides = len(self.deal.sides)
            self.deal.set_role(Word.WANT if meaning == Word.I_WANT else Word.GIVE)
            self.deal.subject = Word.SELF
            if len(self.deal.sides) > sides:
                self.clause_start = sides  # "brauche Rote, hätte Soja zu bieten"
        elif meaning in (Word.GIVE, Word.WANT):
            self.deal.set_role(meaning if not others else Word.WANT if meaning == Word.GIVE else Word.GIVE)
        elif meaning in (Word.THEY_GIVE, Word.THEY_GET):
            self.deal.set_role(Word.WANT if meaning == Word.THEY_GIVE else Word.GIVE)
            self.deal.subject = Word.OTHERS
        else:
            return False
        return True

    def apply_it(self) -> None:
        """Apply "it" after "I'll take": it refers to the kinds named before, if their side is still unknown."""
        named = [side for side in self.deal.sides[:-1] if side.kinds]
        if (
            self.deal.subject == Word.SELF
            and self.verb in (Word.TAKE, Word.I_WANT)
            and named
            and not self.deal.sides[-1].kinds
            and not named[-1].role
        ):
            named[-1].role = Word.WANT
            self.deal.sides[-1].role = ""

    def apply_name(self, seat: int) -> None:
        """Apply the name of a player."""
        if seat == self.view.seat:
            return
        if self.deal.addressee not in (None, TABLE, seat):
            raise Unreadable("who")
        self.deal.addressee = seat
        if self.last_meaning == Word.FOR or (self.last_meaning in OBJECTS and self.deal.subject != Word.OTHERS):
            self.deal.is_handed_over = True  # "Soy for Ada", "I'll give Ada a Soy"

    def begin_clause(self, meaning: str) -> None:
        """Apply a word that begins a clause: its subject, or "can"."""
        deal = self.deal
        is_object = self.last_meaning == Word.GIVE and deal.subject != Word.OTHERS  # "I'll give you"
        if meaning == Word.YOU and (self.last_meaning == Word.FOR or is_object):
            deal.is_handed_over = deal.is_handed_over or self.last_meaning == Word.FOR  # "for you"
            return
        if deal.sides[-1].kinds:
            deal.sides.append(Side())
        if meaning == Word.MAY:
            self.has_may = True
        else:
            if deal.sides[-1].kinds or self.last_meaning == KIND:
                self.has_may = False
            deal.subject = Word.SELF if meaning == Word.SELF else Word.OTHERS
        self.clause_start = len(deal.sides) - 1
        if meaning == Word.OTHERS:
            # "anyone Blue?", "will jemand Blau?"; a later verb may reverse it
            deal.set_role(Word.GIVE if self.last_meaning == Word.WANT else Word.WANT)

    def apply_infinitive(self, meaning: str) -> None:
        """Apply an infinitive at the end of a clause to the first side of that clause that is not in return."""
        others = self.deal.subject == Word.OTHERS
        role = Word.GIVE if others == (meaning == Word.TO_GET) else Word.WANT
        named = [side for side in self.deal.sides[self.clause_start :] if side.kinds and not side.is_concluded]
        side = next((side for side in named if not side.in_return), None)
        if not named:
            self.deal.set_role(role)
        elif side is None:
            named[0].role = named[0].role or (Word.WANT if role == Word.GIVE else Word.GIVE)
        elif not side.is_sure:
            side.role = role
        for each in named:
            each.is_concluded = True
        self.deal.is_handed_over = self.deal.is_handed_over or (others and self.has_may and meaning == Word.TO_GET)

    def begin_other_side(self) -> None:
        """Apply a number right after a kind: "für zwei Blaue eine Rote". Elsewhere it may be a list or a swap."""
        earlier = self.deal.sides[:-1]
        follows_separator = bool(earlier) and self.deal.has_separator and not any(side.kinds for side in earlier)
        if self.last_meaning != KIND or not follows_separator:
            raise Unreadable("which side")
        self.deal.sides.append(Side())

    def check_count(self) -> None:
        """Reject a number of cards without a kind: "any two for a Green"."""
        if self.count > 1:
            raise Unreadable("which cards")

    # --- result ------------------------------------------------------------------------------------------

    def action(self) -> Action:
        self.check_count()
        if self.announced_count and self.announced_count != len(self.announced_side.kinds):
            raise Unreadable("which cards")
        return self.deal.action()


def is_phrase(glued_words: str, meaning: Meaning) -> bool:
    """Whether several words may be parsed as one: "me in" is not "mein"."""
    shortest = MIN_FILLER_LENGTH if meaning[0] == Word.FILLER else MIN_JOINED_LENGTH
    return meaning[0] in (KIND, NAME, Word.WANT, Word.OTHER) or len(glued_words) >= shortest


def parse_talk(
    text: str, view: Observation, names: Sequence[str], may_swap_sides: bool = True, may_refer: bool = False
) -> Interpretation:
    """Parse a sentence of the viewing seat; `names` are the players by seat.

    With `may_swap_sides`, "a Red for a Blue" means that the speaker wants the Red, if the speaker has no Red to give.
    With `may_refer`, "a Red for it" is parsed as a wish for a Red.
    """
    return SentenceParser(view, names, may_swap_sides, may_refer).read(text)
