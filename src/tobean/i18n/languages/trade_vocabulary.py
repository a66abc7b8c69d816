"""The words that players type when they trade: one module `trade_vocabulary_XX` per language, beside its grammar."""

from collections.abc import Mapping
from enum import StrEnum
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Final, Protocol, cast

from tobean.i18n.languages import trade_vocabulary_en


class Word(StrEnum):
    """Functions of words other than kinds, names and numbers. If a word has two functions, the later one holds.

    - `for` precedes what is given in return; `in turn` stands anywhere in that clause ("dafür").
    - `to give`, `to present`, `to swap`, `to get`: infinitives at the end of a clause ("kann ich eine Rote haben").
    - `i give`, `i have`, `i want`: verbs in the first person only; `you may`: in the second person only.
    - `like` turns having into wanting ("ich hätte gern").
    - `sought`, `offered`, `for sale` follow their cards ("is wanted", "is yours").
    - `take` offers if said to others, and asks if the speaker is the subject.
    - `self` is the speaker as subject, `me` as object.
    - `it` refers to something named before.
    - `both` is the number, or the two cards turned over.
    - `other` words look like a misspelt name of a kind but are not ("teuer", "stick").
    - `unsettling` words change the meaning of a sentence, so they are never skipped ("instead of", "worth").
    - `filler` words mean nothing, nor do `padding` words, but a question with one may not be meant for all players.
    """

    FOR = "for"
    IN_TURN = "in turn"
    GIVE = "give"
    I_GIVE = "i give"
    THEY_GIVE = "they give"
    TO_GIVE = "to give"
    TO_PRESENT = "to present"
    SWAP = "swap"
    THEY_SWAP = "they swap"
    TO_SWAP = "to swap"
    HAVE = "have"
    I_HAVE = "i have"
    LIKE = "like"
    THEY_HAVE = "they have"
    SOUGHT = "sought"
    OFFERED = "offered"
    FOR_SALE = "for sale"
    WANT = "want"
    I_WANT = "i want"
    TAKE = "take"
    THEY_GET = "they get"
    TO_GET = "to get"
    MINE = "mine"
    YOURS = "yours"
    SELF = "self"
    ME = "me"
    MAY = "may"
    YOU_MAY = "you may"
    OTHERS = "others"
    YOU = "you"
    GIFT = "gift"
    EVERYBODY = "everybody"
    OR = "or"
    NOT = "not"
    SUGGEST = "suggest"
    PLEASE = "please"
    IT = "it"
    OTHER = "other"
    UNSETTLING = "unsettling"
    FILLER = "filler"
    PADDING = "padding"
    AND = "and"
    BOTH = "both"


class Answer(StrEnum):
    """Functions of words in an answer to an offer. If a language has a word twice, the earlier function holds.

    - `yes` agrees at the beginning or the end of a clause, `agreeing` anywhere, `good` if nothing unknown stands beside
      it, `why not` also as a question.
    - `no` refuses anywhere. A `negation` reverses what it stands beside: `refusing` verbs ("resist"), `bad` words, and
      all that agree. `hard` reverses only `refusing`, and so does `why` ("why would I ...").
    - `more` asks for more than was offered, `doubt` for something else or under a condition.
    - `because` gives a reason for a yes ("just this once"); `but` and `so` precede what counts in the end.
    - `own use` refuses beside a verb of needing, `plenty` beside the cards offered.
    - `asking` words begin a question, `thinking` asks for time.
    - `take back` withdraws one's own offer.
    - `polite` words change nothing.
    """

    YES = "yes"
    WHY_NOT = "why not"
    AGREEING = "agreeing"
    NO = "no"
    REFUSING = "refusing"
    NEGATION = "negation"
    BAD = "bad"
    HARD = "hard"
    WHY = "why"
    THINKING = "thinking"
    MORE = "more"
    GOOD = "good"
    DOUBT = "doubt"
    BECAUSE = "because"
    OWN_USE = "own use"
    PLENTY = "plenty"
    BUT = "but"
    SO = "so"
    TAKE_BACK = "take back"
    ASKING = "asking"
    POLITE = "polite"


ANSWER_SIGNS: Final[dict[str, str]] = {
    **dict.fromkeys("👍👌🤝✅💯🆗🙌", Answer.AGREEING),
    **dict.fromkeys("👎🙅❌🚫⛔🖕", Answer.NO),
}
"""Pictures that answer an offer in all languages."""


class Reply(StrEnum):
    """Functions of words in a reply that names cards of an open offer.

    - `adding` asks for one card more; `also` does so beside a condition (`only if`) or a yes.
    - `make it` changes a number, `one more` adds one to it.
    - `taking off` says that the other player takes one card more.
    - `needing` is said of cards one wants, `parting` of cards one does not, `handing over` of the exchange itself.
    - `obtaining` verbs ask for something.
    - A line with an `undecided` word is not a counter-offer.
    - A yes that is a `particle` agrees only at the beginning of a clause, after `opening` words or none; other
      particles are skipped where a clause is not understood with them.
    - `saying` no is refusing; `reason`, `would` and `fool` beside a second negation agree.
    - After `before` stands what is to be prevented: with a `change of mind`, the sentence agrees.
    - `redirecting` to another player refuses, so does one whose `fields` are full or who would have to `harvest`.
    - `later` words postpone, or speak of the next deal after a yes.
    - A refusal under `although` ("zwar") is none; `welcoming` words agree beside the cards offered.
    - A clause with a word of a `remark` agrees only by `agreeing` words.
    - `settling` words at the end of a line accept, whatever unknown words precede; a yes does so after a `concluding`
      word ("so") or words about the deal, as its `terms` ("price"). Beside unknown words, `hedging` ones ("with",
      "pay") may be a condition.
    """

    KEEPING = "keeping"
    ADDING = "adding"
    ALSO = "also"
    ONLY_IF = "only if"
    INSTEAD_OF = "instead of"
    RATHER = "rather"
    MAKE_IT = "make it"
    ONE_MORE = "one more"
    TAKING_OFF = "taking off"
    NEEDING = "needing"
    PARTING = "parting"
    HANDING_OVER = "handing over"
    OBTAINING = "obtaining"
    UNDECIDED = "undecided"
    PARTICLE = "particle"
    OPENING = "opening"
    SAYING = "saying"
    REASON = "reason"
    WOULD = "would"
    FOOL = "fool"
    BEFORE = "before"
    CHANGE_OF_MIND = "change of mind"
    REDIRECTING = "redirecting"
    FIELDS = "fields"
    HARVESTING = "harvesting"
    LATER = "later"
    ALTHOUGH = "although"
    WELCOMING = "welcoming"
    SETTLING = "settling"
    CONCLUDING = "concluding"
    HEDGING = "hedging"
    TERMS = "terms"
    REMARK = "remark"


class Ask(StrEnum):
    """Functions of words in a question. A word may have several.

    - `what` and `cost` ask for a price; with `bidding`, for what others would pay.
    - `them` are the players asked, `speaker` is the asking player, `own` precedes that player's cards.
    - `getting` is said of the speaker, `receiving` of others.
    - `liking` turns having into wanting ("hättest du gern").
    - `never` makes a line without a question mark a statement.
    - `past` speaks of the past, `swapping` of two sides.
    - `pointing` words stand for cards that are not named.
    - `chatter` means nothing.
    """

    WHAT = "what"
    COST = "cost"
    BIDDING = "bidding"
    WHY = "why"
    SOMEBODY = "somebody"
    THEM = "them"
    SPEAKER = "speaker"
    OWN = "own"
    WANTING = "wanting"
    GIVING = "giving"
    HAVING = "having"
    GETTING = "getting"
    RECEIVING = "receiving"
    ANY = "any"
    ANYTHING = "anything"
    IN_RETURN = "in return"
    MAY = "may"
    ME = "me"
    THEIRS = "theirs"
    TAKING = "taking"
    FREE = "free"
    NEGATED = "negated"
    NEVER = "never"
    CONDITION = "condition"
    EXCEPT = "except"
    PAST = "past"
    LIKING = "liking"
    SWAPPING = "swapping"
    POINTING = "pointing"
    CHATTER = "chatter"


class TradeVocabulary(Protocol):
    """Interface of a vocabulary module. Words are in lower case and in the plain letters that `LETTERS` maps to;
    several words that stand for one meaning are written without a gap (`howmuch`)."""

    @property
    def MEANINGS(self) -> Mapping[str, str]:  # noqa: N802 (a constant of the module, as those below)
        """The words for each meaning, separated by spaces."""

    @property
    def ASKING(self) -> Mapping[str, str]:  # noqa: N802 (a constant of the modules)
        """The words for each function in a question, separated by spaces."""

    @property
    def ANSWERS(self) -> Mapping[str, str]:  # noqa: N802 (a constant of the modules)
        """The words and phrases for each part of an answer, separated by spaces."""

    @property
    def REPLIES(self) -> Mapping[str, str]:  # noqa: N802 (a constant of the modules)
        """The words and phrases for each part of a reply that names cards of an open offer, separated by spaces."""

    @property
    def NUMBERS(self) -> Mapping[int, str]:  # noqa: N802 (a constant of the modules)
        """The words for each number."""

    @property
    def LETTERS(self) -> Mapping[str, str]:  # noqa: N802 (a constant of the modules)
        """Replacements for letters that are neither plain nor a plain letter with an accent."""

    @property
    def SPELLINGS(self) -> Mapping[str, str]:  # noqa: N802 (a constant of the module)
        """The usual form of colloquial spellings, one or several words."""

    @property
    def CLITICS(self) -> str:  # noqa: N802
        """Short words that are written together with the next or the last one, with the sign between them, separated
        by spaces: `j' -moi`."""

    def forms(self, name: str, typed: str) -> set[str]:
        """Return the ways to write the name of a kind beside `typed`, the name in plain letters without gaps."""


@cache
def trade_vocabulary_of(language: str) -> TradeVocabulary:
    """Return the vocabulary of a language; a language without a module uses the English one."""
    name = f"tobean.i18n.languages.trade_vocabulary_{language}"
    return trade_vocabulary_en if find_spec(name) is None else cast("TradeVocabulary", import_module(name))
