"""Parser for typed questions to the table: "What do you want for the Chili?", "Wer hat Rote?", "Why not?".

A question is parsed by the roles of its words and not by their order, so that people can write as they speak
(docs/talk.md lists the forms). A sentence with cards on both sides ("Soy for a Red?") is an offer and not a question.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from tobean.i18n.languages.trade_vocabulary import Ask, Word
from tobean.kernel.actions import Call, MakeOffer
from tobean.kernel.cards import KIND_OF
from tobean.kernel.notation.parameters import TABLE
from tobean.kernel.observation.observation import Observation
from tobean.session.chat.lexicon import (
    COMMA,
    KIND,
    join_words,
    lexicon,
    words_and_commas,
)
from tobean.session.chat.parsed_sentence import (
    VERBS,
    ParsedSentence,
    meaning_of,
    parse_sentence,
)
from tobean.session.chat.sentence_parser import MAX_TALK_LENGTH, parse_talk

DEAL: Final = "deal"
"""Form of a question about kinds to give or to get; the reply is an offer, or why there is none."""
WISHES: Final = "wishes"
"""Form of "What would you like to have?"."""
GOODS: Final = "goods"
"""Form of "What would you give?"."""
REASON: Final = "reason"
"""Form of "Why not?"."""


CHAT_UNKNOWN_WORDS: Final = 3
"""Number of unknown words from which a line that names a kind, with no word about a deal, is chat."""
MIN_WORDS: Final = 2
"""Minimum number of words of a line about unnamed cards that gets a clarifying question: "trade?" is a greeting."""


@dataclass(frozen=True)
class Question:
    """A parsed question: its form, addressee and kinds."""

    form: str
    to: int = TABLE
    gives: tuple[int, ...] = ()
    wants: tuple[int, ...] = ()
    plain: bool = True
    """Whether every word was understood. Among people, a sentence with unknown words may be addressed to them alone."""


def read_question(text: str, view: Observation, names: Sequence[str]) -> Question | None:
    """Parse a sentence of the viewing seat as a question; None if it is not one."""
    parts = sentences_with_kinds(text, view, names)
    if len(parts) > 1:
        return combined_question(text, parts, view, names)
    sentence = parse_sentence(text, view, names)
    if parts:
        about_kinds = parse_sentence(parts[0], view, names)
        if about_kinds.has_role(Ask.SOMEBODY):  # "Thanks, Otto! Who has a Garden?"
            sentence.to = about_kinds.to
        if about_kinds.has_role(Ask.NEGATED) and not about_kinds.has_role(
            Ask.THEM, Ask.SOMEBODY
        ):  # "What else? I need no Red."
            return None
    if sentence.has_role(Ask.WHY) and (not sentence.kinds or sentence.has_role(Ask.THEM)):
        return Question(REASON, sentence.to, plain=sentence.plain)
    if (
        sentence.is_loose
        or sentence.has_role(Ask.FREE, Ask.CONDITION, Ask.EXCEPT, Ask.PAST)
        or speaks_of_two_deals(sentence, text, view, names)
    ):
        return None
    if is_statement(sentence, text) or (sentence.has_role(Ask.NEVER) and "?" not in text):
        return None
    if sentence.has_role(Ask.NEGATED) and not sentence.has_role(Ask.THEM, Ask.SOMEBODY):
        return None
    if (
        sentence.kinds
        and sentence.has_role(Ask.NEGATED)
        and sentence.has_role(Ask.THEM)
        and not sentence.has_role(Ask.HAVING)
        and "?" not in text
    ):
        return None  # "you don't need the Soy"
    if sentence.kinds and not is_certain(sentence):
        return None
    if sentence.before and sentence.after:
        return swap_sides_to_fit(two_sided_question(sentence), view)
    if not sentence.kinds:
        form = None if sentence.foreign else open_form(sentence)
        return None if form is None else Question(form, sentence.to, plain=sentence.plain)
    if names_both_sides(sentence) or (sentence.is_parted and sentence.has_role(Ask.GETTING)):
        return None
    side = side_asked(sentence)
    if side is None:
        return None
    gives, wants = (sentence.kinds, ()) if side == Ask.OWN else ((), sentence.kinds)
    return Question(DEAL, sentence.to, gives, wants, sentence.plain)


def sentences_with_kinds(text: str, view: Observation, names: Sequence[str]) -> list[str]:
    """List the sentences of a line that name kinds."""
    return [part for part in re.split(r"[.?!;]+", text[:MAX_TALK_LENGTH]) if parse_sentence(part, view, names).kinds]


def asks_and_goes_on(text: str, view: Observation, names: Sequence[str]) -> bool:
    """Whether a line goes on about kinds after a question about kinds."""
    before, sign, after = text[:MAX_TALK_LENGTH].partition("?")
    return (
        bool(sign)
        and bool(parse_sentence(before, view, names).kinds)
        and bool(parse_sentence(after, view, names).kinds)
    )


def combined_question(text: str, parts: list[str], view: Observation, names: Sequence[str]) -> Question | None:
    """Combine several sentences into one question; None unless each names one side.

    "Do you need Soy? I am looking for Red."
    """
    whole = parse_sentence(text, view, names)
    if whole.has_role(Ask.FREE, Ask.CONDITION, Ask.EXCEPT, Ask.PAST, Ask.NEGATED, Ask.WHY) or names_choice(
        text, view, names
    ):
        return None
    to = addressed_in_parts(whole, [parse_sentence(part, view, names) for part in parts])
    if to is None:
        return None
    gives: list[int] = []
    wants: list[int] = []
    for part in parts:
        question = question_from_statement(part, view, names, may_refer=True)
        if question is None or bool(question.gives) == bool(question.wants):
            return None
        gives += question.gives
        wants += question.wants
    if not set(gives).isdisjoint(wants):
        return None
    return Question(DEAL, to, tuple(sorted(gives)), tuple(sorted(wants)), whole.plain)


def names_choice(text: str, view: Observation, names: Sequence[str]) -> bool:
    """Whether an "or" stands between kinds."""
    known = lexicon(view.rules, names, text)
    words = [meaning_of(join_words([word]), known, {}) for word in words_and_commas(text[:MAX_TALK_LENGTH])]
    roles = ["" if meaning is None else meaning[0] for meaning in words]
    return any(role == Word.OR and KIND in roles[:at] and KIND in roles[at:] for at, role in enumerate(roles))


def addressed_in_parts(whole: ParsedSentence, parts: list[ParsedSentence]) -> int | None:
    """Return the addressee of several sentences; None if they have different ones."""
    named = {part.to for part in parts if part.to != TABLE}
    is_for_all = any(part.has_role(Ask.SOMEBODY) for part in parts)
    if named:
        return named.pop() if len(named) == 1 and not is_for_all else None
    return TABLE if is_for_all else whole.to


def speaks_of_two_deals(sentence: ParsedSentence, text: str, view: Observation, names: Sequence[str]) -> bool:
    """Whether kinds stand in several clauses with verbs of their own, or beside "swap" without a "for".

    The given side then depends on the order of the words and not on the words alone.
    """
    if len(set(sentence.kinds)) < 2:
        return False
    if sentence.has_role(Ask.SWAPPING) and not sentence.has_role(Ask.IN_RETURN):
        return True
    clauses = [parse_sentence(part, view, names) for part in text[:MAX_TALK_LENGTH].split(COMMA)]
    return sum(bool(clause.kinds) and clause.has_role(*VERBS) for clause in clauses) > 1


def is_certain(sentence: ParsedSentence) -> bool:
    """Whether unknown words leave no doubt about a question: it is about one kind, to others, with one verb."""
    if sentence.has_role(Ask.COST) and len(set(sentence.kinds)) > 1:
        return False  # "two Soys are worth a Garden"
    if not sentence.unknown or sentence.has_role(Ask.COST):
        return True
    is_simple = len(set(sentence.kinds)) == 1 and sentence.has_role(Ask.THEM, Ask.SOMEBODY, Ask.WHAT, Ask.ANYTHING)
    return is_simple and len(sentence.roles.intersection(VERBS)) == 1


def is_statement(sentence: ParsedSentence, text: str) -> bool:
    """Whether a line about kinds has nothing that asks: "Emil has snatched the Red from me", "Emil, have a Red"."""
    asks = "?" in text or sentence.has_role(Ask.THEM, Ask.SOMEBODY, Ask.WHAT, Ask.ANY, Ask.ANYTHING, Ask.COST, Ask.MAY)
    is_vague = not sentence.plain or sentence.roles.intersection(VERBS) == {Ask.HAVING}
    return bool(sentence.kinds) and is_vague and not asks


def is_remark(sentence: ParsedSentence) -> bool:
    """Whether a line about kinds proposes nothing: "thanks for the Red", "Ida grows rich with all those Stinks"."""
    if sentence.has_role(Ask.PAST):
        return not sentence.has_role(Ask.WANTING, Ask.GIVING, Ask.WHAT, Ask.SOMEBODY, Ask.IN_RETURN)
    if (
        sentence.has_role(Ask.NEVER)
        and sentence.has_role(Ask.HAVING)
        and not sentence.has_role(Ask.WANTING, Ask.GIVING, Ask.RECEIVING, Ask.IN_RETURN)
    ):
        return True  # "nobody ever has Red"
    is_about_self = sentence.has_role(Ask.SPEAKER) and sentence.roles <= {
        Ask.CHATTER,
        Ask.NEGATED,
        Ask.EXCEPT,
        Ask.LIKING,
        Ask.SPEAKER,
        Ask.OWN,
    }
    if sentence.unknown > CHAT_UNKNOWN_WORDS and is_about_self:
        return True
    is_about_no_deal = sentence.roles <= {Ask.CHATTER, Ask.NEGATED, Ask.EXCEPT, Ask.LIKING} and not sentence.is_counted
    return sentence.unknown >= CHAT_UNKNOWN_WORDS and is_about_no_deal


def proposes_unnamed(sentence: ParsedSentence) -> bool:
    """Whether a line proposes a deal without naming a card: "how about a swap", "I'd take that one"."""
    if (
        sentence.kinds
        or sentence.has_role(Ask.NEGATED, Ask.NEVER, Ask.PAST, Ask.WHY)
        or sentence.unknown
        or sentence.words < MIN_WORDS
    ):
        return False
    return sentence.has_role(Ask.SWAPPING) or (sentence.has_role(Ask.POINTING) and sentence.has_role(*VERBS))


def names_both_sides(sentence: ParsedSentence) -> bool:
    """Whether a sentence states a deal in two clauses, such as "give me a Red and you get my Soy"."""
    if len(set(sentence.kinds)) < 2 or sentence.has_role(Ask.IN_RETURN):
        return False
    if sentence.has_role(Ask.OWN):
        return sentence.has_role(Ask.THEIRS, Ask.GIVING, Ask.WANTING)
    return sentence.has_role(Ask.GIVING) and sentence.has_role(Ask.WANTING, Ask.GETTING, Ask.RECEIVING)


def swap_sides_to_fit(question: Question | None, view: Observation) -> Question | None:
    """Turn "would you swap a Soy for a Red?" around if the asker has the Soy and no Red."""
    if question is None:
        return None
    own = [KIND_OF[card] for card in (*view.hand, *(view.turned if view.seat == view.active else ()))]
    if not any(kind in own for kind in question.gives) and all(kind in own for kind in question.wants):
        return replace(question, gives=question.wants, wants=question.gives)
    return question


def question_from_statement(
    text: str, view: Observation, names: Sequence[str], may_refer: bool = False
) -> Question | None:
    """Parse a statement as the question it implies: "I want Red" would be a call, and asks for a Red."""
    question = read_question(text, view, names)
    if question is not None:
        return question
    action = parse_talk(text, view, names, may_refer=may_refer).action
    to = parse_sentence(text, view, names).to
    if isinstance(action, Call):
        return Question(DEAL, to, action.has, action.wants)
    if isinstance(action, MakeOffer):
        return Question(DEAL, to, tuple([KIND_OF[card] for card in action.cards]), action.wants)
    return None


def two_sided_question(sentence: ParsedSentence) -> Question | None:
    """Parse a question about both sides: "Would you give me a Blue for my Soy?" Without such a verb it is an offer."""
    before, after = tuple(sorted(sentence.before)), tuple(sorted(sentence.after))
    if sentence.has_role(Ask.SPEAKER) or not sentence.has_role(Ask.THEM, Ask.SOMEBODY):
        return None
    if sentence.has_role(Ask.GIVING) or (sentence.has_role(Ask.WANTING) and Ask.THEIRS in sentence.owners_before):
        return Question(DEAL, sentence.to, after, before, sentence.plain)
    if sentence.has_role(Ask.WANTING):
        return Question(DEAL, sentence.to, before, after, sentence.plain)
    return None


def open_form(sentence: ParsedSentence) -> str | None:
    """Return the form of a question without a kind: "what do you want", "what do you have"."""
    is_of_deals = sentence.has_role(Ask.WHAT, Ask.ANYTHING) and sentence.has_role(Ask.WANTING, Ask.GIVING)
    if not sentence.has_role(Ask.WHAT, Ask.ANYTHING, Ask.SOMEBODY) or sentence.unknown > (
        CHAT_UNKNOWN_WORDS - 1 if is_of_deals else 0
    ):
        return None
    if sentence.has_role(Ask.HAVING) and sentence.has_role(Ask.SOMEBODY) and not sentence.has_role(Ask.WANTING):
        return GOODS  # "has anybody something to swap, before I go on?"
    if sentence.has_role(Ask.SPEAKER) and sentence.has_role(Ask.GIVING):
        return WISHES  # "what can I give you?"
    if sentence.has_role(Ask.ME) and sentence.to == TABLE and not sentence.has_role(Ask.THEM, Ask.SOMEBODY):
        return None  # "give me something good"
    if sentence.has_role(Ask.WANTING):
        return GOODS if sentence.has_role(Ask.GIVING) else WISHES  # "what would you like to get rid of?"
    if sentence.has_role(Ask.GIVING, Ask.HAVING) or (
        sentence.has_role(Ask.ANYTHING) and not sentence.has_role(Ask.SPEAKER, Ask.OWN)
    ):
        return GOODS
    return None


def side_asked(sentence: ParsedSentence) -> str | None:
    """Return `own` if the asker has the kinds, `them` if another player has them; None if it is not a question."""
    addressed = sentence.has_role(Ask.THEM, Ask.SOMEBODY)
    if (
        sentence.has_role(Ask.THEM)
        and sentence.has_role(Ask.MAY)
        and sentence.has_role(Ask.HAVING)
        and not sentence.has_role(Ask.ME)
    ):
        return None  # "you can have my Soy"
    if sentence.has_role(Ask.TAKING) and not (addressed or sentence.has_role(Ask.WHAT, Ask.ANYTHING, Ask.ANY)):
        return None  # "take my Soy"
    if sentence.has_role(Ask.OWN):
        return (
            Ask.OWN if addressed or sentence.has_role(Ask.WHAT, Ask.ANYTHING, Ask.ANY, Ask.COST, Ask.GETTING) else None
        )
    if is_promise(sentence):
        return None  # "you get a Soy"
    if sentence.has_role(Ask.COST):
        return Ask.OWN if sentence.has_role(Ask.BIDDING) else Ask.THEM
    if sentence.has_role(Ask.IN_RETURN) and not sentence.after and sentence.has_role(Ask.WHAT) and is_selling(sentence):
        return Ask.OWN
    if sentence.has_role(Ask.WHAT, Ask.ANYTHING) and sentence.has_role(Ask.IN_RETURN):
        return requested_side(sentence)
    bids = sentence.has_role(Ask.ANY) or (sentence.has_role(Ask.GIVING) and not sentence.has_role(Ask.SPEAKER))
    if bids and sentence.has_role(Ask.IN_RETURN) and not sentence.before:
        return Ask.OWN  # "any bean for a Green?", "make me an offer for the Stink"
    if sentence.has_role(Ask.SPEAKER):  # "can I have a Red?"; other statements about oneself are calls
        return Ask.THEM if sentence.has_role(Ask.MAY) and sentence.has_role(Ask.HAVING, Ask.GETTING) else None
    if sentence.has_role(Ask.GIVING):
        return Ask.THEM if addressed or sentence.has_role(Ask.ME, Ask.HAVING, Ask.ANY) else None
    if sentence.has_role(Ask.WANTING) and addressed:
        return (
            Ask.THEM if sentence.after and not sentence.before else Ask.OWN
        )  # even if "what" has a typo: "waht do you want for a Red"
    if sentence.has_role(Ask.WANTING):
        return None
    return Ask.THEM if sentence.has_role(Ask.HAVING, Ask.ANY, Ask.SOMEBODY, Ask.GETTING) else None


def is_selling(sentence: ParsedSentence) -> bool:
    """Whether the asker offers a card for an unnamed price: "I have a Garden, what do you give me for it?"."""
    return bool(sentence.before) and sentence.has_role(Ask.SPEAKER) and not sentence.has_role(Ask.WANTING, Ask.MAY)


def is_promise(sentence: ParsedSentence) -> bool:
    """Whether the sentence promises something to others and asks nothing."""
    if sentence.has_role(Ask.WHAT, Ask.ANYTHING, Ask.SPEAKER, Ask.ME):
        return False
    return sentence.has_role(Ask.RECEIVING) or (
        sentence.has_role(Ask.GETTING) and sentence.has_role(Ask.THEM) and not sentence.has_role(Ask.MAY)
    )


def requested_side(sentence: ParsedSentence) -> str:
    """Decide between "What do you want for the Chili?" and "What do I get for the Chili?"."""
    if sentence.has_role(Ask.GETTING) and (sentence.has_role(Ask.SPEAKER, Ask.ME) or not sentence.has_role(Ask.THEM)):
        return Ask.OWN
    if sentence.has_role(Ask.GIVING):
        return Ask.THEM if sentence.has_role(Ask.SPEAKER) else Ask.OWN
    if sentence.has_role(Ask.WHAT):
        return Ask.THEM
    return (
        Ask.THEM if sentence.has_role(Ask.SPEAKER) and not sentence.has_role(Ask.WANTING) else Ask.OWN
    )  # "I would do anything for a Red"
