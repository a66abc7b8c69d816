"""The words that players type when they trade: one module `trade_vocabulary_XX` per language, beside its grammar."""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Final, Protocol, cast

from tobean.i18n.languages import trade_vocabulary_en

FOR: Final = "for"
IN_TURN: Final = "in turn"
GIVE: Final = "give"
I_GIVE: Final = "i give"
THEY_GIVE: Final = "they give"
TO_GIVE: Final = "to give"
TO_PRESENT: Final = "to present"
SWAP: Final = "swap"
THEY_SWAP: Final = "they swap"
TO_SWAP: Final = "to swap"
WANT: Final = "want"
I_WANT: Final = "i want"
TAKE: Final = "take"
THEY_GET: Final = "they get"
TO_GET: Final = "to get"
MINE: Final = "mine"
YOURS: Final = "yours"
SELF: Final = "self"
ME: Final = "me"
MAY: Final = "may"
YOU_MAY: Final = "you may"
OTHERS: Final = "others"
YOU: Final = "you"
HAVE: Final = "have"
I_HAVE: Final = "i have"
LIKE: Final = "like"
THEY_HAVE: Final = "they have"
SOUGHT: Final = "sought"
OFFERED: Final = "offered"
FOR_SALE: Final = "for sale"
AND: Final = "and"
BOTH: Final = "both"
GIFT: Final = "gift"
EVERYBODY: Final = "everybody"
OR: Final = "or"
NOT: Final = "not"
SUGGEST: Final = "suggest"
PLEASE: Final = "please"
IT: Final = "it"
OTHER: Final = "other"
UNSETTLING: Final = "unsettling"
FILLER: Final = "filler"
PADDING: Final = "padding"
MEANINGS: Final = (
    FOR,
    IN_TURN,
    GIVE,
    I_GIVE,
    THEY_GIVE,
    TO_GIVE,
    TO_PRESENT,
    SWAP,
    THEY_SWAP,
    TO_SWAP,
    HAVE,
    I_HAVE,
    LIKE,
    THEY_HAVE,
    SOUGHT,
    OFFERED,
    FOR_SALE,
    WANT,
    I_WANT,
    TAKE,
    THEY_GET,
    TO_GET,
    MINE,
    YOURS,
    SELF,
    ME,
    MAY,
    YOU_MAY,
    OTHERS,
    YOU,
    GIFT,
    EVERYBODY,
    OR,
    NOT,
    SUGGEST,
    PLEASE,
    IT,
    OTHER,
    UNSETTLING,
    FILLER,
    PADDING,
    AND,
    BOTH,
)
"""The functions of words that are neither kinds nor names nor numbers; if a word has two functions, the later one
holds.

`to give`, `to present`, `to swap` and `to get` are infinitives at the end of a clause ("kann ich eine Rote haben"). `i
give`, `i have` and `i want` are verbs in the first person only. `like` turns having into wanting ("ich hätte gern").
`sought`, `offered` and `for sale` follow their cards ("is wanted", "is yours"). `both` is the number as well as the two
cards turned over. `for` precedes what is given in return, `in turn` stands anywhere in that clause ("dafür"), and `it`
refers to something named before. `you may` is a verb in the second person only. `self` is the speaker as subject, `me`
as object. `other` words look like a misspelt name of a kind ("teuer", "stick") but are not; `unsettling` ones change
the meaning of a sentence, which is therefore not read without them ("instead of", "worth"). A `filler` means nothing;
neither does a `padding`, but not every question with one is meant for all players. `take` offers if said to others, and
asks if the speaker is the subject.
"""

YES: Final = "yes"
NO: Final = "no"
POLITE: Final = "polite"
BUT: Final = "but"
DOUBT: Final = "doubt"
TAKE_BACK: Final = "take back"
THINKING: Final = "thinking"
ANSWERS: Final = (YES, NO, POLITE, BUT, DOUBT, TAKE_BACK, THINKING)
"""The functions of words in an answer to an offer: `polite` ones change nothing, a counter-offer follows `but`, a line
with `doubt` and without a yes needs a clarifying question, `take back` withdraws one's own offer, and `thinking` asks
for time."""

NEGATION: Final = "negation"
KEEPING: Final = "keeping"
ADDING: Final = "adding"
ALSO: Final = "also"
ONLY_IF: Final = "only if"
INSTEAD_OF: Final = "instead of"
RATHER: Final = "rather"
MAKE_IT: Final = "make it"
TAKING_OFF: Final = "taking off"
NEEDING: Final = "needing"
PARTING: Final = "parting"
OBTAINING: Final = "obtaining"
COMPARING: Final = "comparing"
MATCHING: Final = "matching"
FIRM: Final = "firm"
UNDECIDED: Final = "undecided"
REPLIES: Final = (
    NEGATION,
    KEEPING,
    ADDING,
    ALSO,
    ONLY_IF,
    INSTEAD_OF,
    RATHER,
    MAKE_IT,
    TAKING_OFF,
    NEEDING,
    PARTING,
    OBTAINING,
    COMPARING,
    MATCHING,
    FIRM,
    UNDECIDED,
)
"""The functions of words in a reply that names cards of an open offer: `adding` asks for one card more, `also` does so
beside a condition (`only if`) or a yes, `make it` changes a number, `taking off` says that the other player takes a
card more, `needing`, `parting` and `obtaining` are verbs of wanting, giving and getting, `comparing` words are said of
an offer that is too low, `matching` ones of a good one, a `firm` one is an answer regardless of the rest, and with an
`undecided` one the line is no reply."""

WHAT: Final = "what"
COST: Final = "cost"
BIDDING: Final = "bidding"
WHY: Final = "why"
SOMEBODY: Final = "somebody"
THEM: Final = "them"
SPEAKER: Final = "speaker"
OWN: Final = "own"
WANTING: Final = "wanting"
GIVING: Final = "giving"
HAVING: Final = "having"
GETTING: Final = "getting"
RECEIVING: Final = "receiving"
ANY: Final = "any"
ANYTHING: Final = "anything"
IN_RETURN: Final = "in return"
THEIRS: Final = "theirs"
TAKING: Final = "taking"
FREE: Final = "free"
NEGATED: Final = "negated"
NEVER: Final = "never"
CONDITION: Final = "condition"
EXCEPT: Final = "except"
PAST: Final = "past"
LIKING: Final = "liking"
SWAPPING: Final = "swapping"
POINTING: Final = "pointing"
CHATTER: Final = "chatter"
ASKING: Final = (
    WHAT,
    COST,
    BIDDING,
    WHY,
    SOMEBODY,
    THEM,
    SPEAKER,
    OWN,
    WANTING,
    GIVING,
    HAVING,
    GETTING,
    RECEIVING,
    ANY,
    ANYTHING,
    IN_RETURN,
    MAY,
    ME,
    THEIRS,
    TAKING,
    FREE,
    NEGATED,
    NEVER,
    CONDITION,
    EXCEPT,
    PAST,
    LIKING,
    SWAPPING,
    POINTING,
    CHATTER,
)
"""The functions of words in a question: `what` and `cost` ask for a price, with `bidding` for what others would pay;
`them` are the players asked, `speaker` is the asking player, `own` precedes that player's cards, `getting` is said of
the speaker and `receiving` of others, `liking` turns having into wanting ("hättest du gern"), `never` makes a line
without a question mark a statement, `past` speaks of the past, `swapping` of two sides, `pointing` words stand for
cards that are not named, and `chatter` means nothing. A word may have several functions."""


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

    def forms(self, name: str, typed: str) -> set[str]:
        """Return the ways to write the name of a kind beside `typed`, the name in plain letters without gaps."""


@cache
def trade_vocabulary_of(language: str) -> TradeVocabulary:
    """Return the vocabulary of a language; a language without a module uses the English one."""
    name = f"tobean.i18n.languages.trade_vocabulary_{language}"
    return trade_vocabulary_en if find_spec(name) is None else cast("TradeVocabulary", import_module(name))
