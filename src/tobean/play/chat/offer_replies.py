"""Typed answers to an open offer: "deal", "Ja, gerne!", "No thanks, Emil", and "I take it back" for one's own offer.

A line is an answer if every word means yes, no or nothing. A line with such a word and unknown ones gets a clarifying
question, since "yes, if you add a Green" accepts nothing.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from tobean.i18n.languages.trade_vocabulary import Answer, Reply, Word, trade_vocabulary_of
from tobean.kernel.actions import Accept, Decline, MakeOffer, Withdraw
from tobean.kernel.cards import KIND_OF, sorted_cards
from tobean.kernel.notation.card_locations import in_usual_order
from tobean.kernel.notation.parameters import TABLE
from tobean.kernel.trade.offers import Offer
from tobean.play.chat.lexicon import (
    KIND,
    MAX_PHRASE_WORDS,
    NAME,
    Lexicon,
    join_words,
    languages_of,
    lexicon,
    one_letter_off,
    trade_vocabularies,
    words_of,
)
from tobean.play.chat.parsed_deal import Interpretation, Unreadable, choose_cards
from tobean.play.chat.questions import read_question
from tobean.play.chat.sentence_parser import MAX_TALK_LENGTH, parse_talk
from tobean.view.observation import Observation

MARKS: Final = ",.;:!?"
SHORT_LINE: Final = 6
"""Maximum number of words of a line that is taken for an answer to an open offer."""
MIN_GUESS_LENGTH: Final = 6
"""Minimum number of letters of an answer word in which a typo is tolerated."""
SENTENCE_ENDS: Final = ("!", ".", ";")
MAX_CHOICES: Final = 4
"""Maximum number of choices put to a player."""


@lru_cache(maxsize=16)
def answer_words(languages: tuple[str, ...]) -> dict[str, str]:
    """Map each word or phrase of an answer to its meaning. If languages differ, `polite` yields, then the later one."""
    found: dict[str, str] = {}
    for meaning in reversed(Answer):
        for talk in map(trade_vocabulary_of, reversed(languages)):
            found.update({join_words([word]): meaning for word in talk.ANSWERS.get(meaning, "").split()})
    return found


def read_answer(text: str, view: Observation, names: Sequence[str]) -> list[Interpretation]:
    """Return the readings of a line as an answer to the offers open to the viewing seat; empty if it is not one."""
    meanings, named, is_whole = answer_meanings(text[:MAX_TALK_LENGTH], view, names)
    answers = {meaning for meaning in meanings if meaning not in (Answer.POLITE, Answer.BUT, Answer.THINKING)}
    if Answer.NO in answers and Answer.YES not in answers:
        answers.discard(Answer.DOUBT)
    offers = open_offers(view)
    own = [offer for offer in view.offers if offer.seat == view.seat]
    if Answer.TAKE_BACK in answers and is_whole and own and not (offers and answers & {Answer.YES, Answer.NO}):
        return [Interpretation(Withdraw(view.seat, offer.number)) for offer in own[-MAX_CHOICES:]]
    answers.discard(Answer.TAKE_BACK)
    if named is not None:
        offers = [offer for offer in offers if offer.seat == named]
    if not answers or not offers:
        return []
    if is_whole and len(answers) == 1 and answers != {Answer.DOUBT}:
        answer = answers.pop()
        fresh = [offer for offer in offers if not offer.declined >> view.seat & 1]
        return [
            answer_action(offer, answer, view)
            for offer in (fresh or (offers if answer == Answer.YES else []))[-MAX_CHOICES:]
        ]
    clear = clear_answer(text, view, names)
    if clear and len(offers) == 1:
        return [answer_action(offers[0], clear, view)]
    return [answer_action(offer, answer, view) for offer in offers[-1:] for answer in (Answer.YES, Answer.NO)]


def clear_answer(text: str, view: Observation, names: Sequence[str]) -> str:
    """Return the answer of a line with unknown words; empty if it is not clear.

    A firm word alone in the first clause counts, or yes or no in the last one: "Deal, here you go", "I'd lose my field,
    no". No other clause may contain an answer or a doubt.
    """
    clauses = [
        clause for clause in re.split(rf"[{MARKS}]+|\b(?:{'|'.join(but_words())})\b", text.lower()) if clause.strip()
    ]
    if "?" in text or len(clauses) < 2:
        return ""
    found = [answer_meanings(clause, view, names) for clause in clauses]
    answers = [
        {meaning for meaning in meanings if meaning in (Answer.YES, Answer.NO, Answer.DOUBT, Answer.TAKE_BACK)}
        for meanings, _, _ in found
    ]
    if any(Answer.THINKING in meanings for meanings, _, _ in found):
        return ""
    for at in (0, -1):
        clause_answers, is_whole = answers[at], found[at][2]
        is_clear = at == -1 or any(join_words([word]) in firm_words() for word in words_of(clauses[0]))
        rest = set().union(*(answers[1:] if at == 0 else answers[:-1]))
        if is_whole and is_clear and clause_answers in ({Answer.YES}, {Answer.NO}) and rest <= clause_answers:
            return next(iter(clause_answers))
    return ""


@lru_cache(maxsize=1)
def but_words() -> list[str]:
    return [word for talk in trade_vocabularies() for word in talk.ANSWERS.get(Answer.BUT, "").split()]


@lru_cache(maxsize=1)
def firm_words() -> frozenset[str]:
    return frozenset(word for talk in trade_vocabularies() for word in talk.REPLIES.get(Reply.FIRM, "").split())


def read_short_line(text: str, view: Observation, names: Sequence[str]) -> list[Interpretation]:
    """Return yes and no to the newest open offer, for a short line about no card that is not understood.

    Used for a person alone with bots, where no other person would read the line. A question does not count.
    """
    words = words_of(text)
    fresh = [offer for offer in open_offers(view) if not offer.declined >> view.seat & 1]
    if not fresh or "?" in text or not 0 < len(words) <= SHORT_LINE:
        return []
    meanings, _, _ = answer_meanings(text, view, names)
    return (
        []
        if Answer.THINKING in meanings
        else [answer_action(fresh[-1], answer, view) for answer in (Answer.YES, Answer.NO)]
    )


def open_offers(view: Observation) -> list[Offer]:
    """List the offers that the viewing seat may accept, the newest last."""
    return [offer for offer in view.offers if offer.is_for(view.seat)]


def answer_meanings(text: str, view: Observation, names: Sequence[str]) -> tuple[list[str], int | None, bool]:
    """Return the meanings of the words, the seat named, and whether all were understood.

    A line with a kind is not an answer and has no meanings.
    """
    known, answers, words = lexicon(view.rules, names, text), answer_words(languages_of(text)), words_of(text)
    meanings: list[str] = []
    named: int | None = None
    is_whole = True
    at = 0
    while at < len(words):
        length = 1
        for length in range(min(MAX_PHRASE_WORDS, len(words) - at), 0, -1):
            phrase = join_words(words[at : at + length])
            meaning = known.get(phrase, ("", 0))
            if meaning[0] == KIND:
                return [], None, False
            if phrase in answers:
                meanings.append(answers[phrase])
                break
            if meaning[0] == NAME:
                named = meaning[1]
                break
        else:
            slip = answer_with_typo(join_words(words[at : at + 1]), known, answers)
            is_whole = is_whole and bool(slip)
            meanings += [slip] if slip else []
        at += length
    return meanings, named, is_whole


def answer_with_typo(word: str, known: Lexicon, answers: dict[str, str]) -> str:
    """Return the meaning of a long answer word with a typo; empty if it is not certain."""
    if len(word) < MIN_GUESS_LENGTH or word in known:
        return ""
    close = {meaning for form, meaning in answers.items() if one_letter_off(word, form)}
    return close.pop() if len(close) == 1 else ""


def offers_matching_wish(wants: tuple[int, ...], view: Observation) -> list[Interpretation]:
    """Interpret a wish beside open offers of the same kinds, as yes or as the same deal with another number.

    "I'll take the two Soys", "I want two Soys".
    """
    found: list[Interpretation] = []
    for offer in open_offers(view):
        gets = sorted_cards([KIND_OF[card] for card in offer.cards])
        if gets == wants:
            found.append(answer_action(offer, Answer.YES, view))
        elif set(gets) == set(wants):
            found.append(counter_offer(offer, wants, view))
    return found


def offers_paid_by(gift: MakeOffer, view: Observation) -> list[Interpretation]:
    """Return yes to the open offers that want exactly these cards: beside one, "take my Stink" need not be a gift."""
    kinds = sorted_cards([KIND_OF[card] for card in gift.cards])
    return [
        answer_action(offer, Answer.YES, view)
        for offer in open_offers(view)
        if gift.to in (TABLE, offer.seat) and sorted_cards(offer.wants) == kinds
    ]


def mirrored_offers(made: MakeOffer, view: Observation) -> list[Interpretation]:
    """Return yes to the open offers that are this very deal from the other side."""
    gives, wants = sorted_cards([KIND_OF[card] for card in made.cards]), sorted_cards(made.wants)
    return [
        answer_action(offer, Answer.YES, view)
        for offer in open_offers(view)
        if made.to in (TABLE, offer.seat)
        and sorted_cards(offer.wants) == gives
        and sorted_cards([KIND_OF[card] for card in offer.cards]) == wants
    ]


def counter_offer(offer: Offer, wants: tuple[int, ...], view: Observation) -> Interpretation:
    """Build a counter-offer that wants these kinds instead of those offered."""
    try:
        cards, places = choose_cards(view, list(offer.wants))
    except Unreadable as error:
        return error.interpretation
    return Interpretation(MakeOffer(view.seat, offer.seat, *in_usual_order(cards, places), wants, offer.number))


def answer_action(offer: Offer, answer: str, view: Observation) -> Interpretation:
    """Accept or decline an offer, with the first own cards that meet it."""
    if answer == Answer.NO:
        return Interpretation(Decline(view.seat, offer.number))
    try:
        cards, places = choose_cards(view, list(offer.wants))
    except Unreadable as error:
        return error.interpretation
    return Interpretation(Accept(view.seat, offer.number, *in_usual_order(cards, places)))


def strip_answer(text: str, view: Observation, names: Sequence[str]) -> str:
    """Strip a yes or no before a line about cards, and address the line to the maker of the only open offer.

    "No, but a Blue for your Red" is an offer to the player whose offer is turned down.
    """
    makers = {offer.seat for offer in open_offers(view)}
    head, sign, rest = first_clause(text[:MAX_TALK_LENGTH])
    if len(makers) != 1 or not sign or not is_answer(head, view, names, Answer.YES, Answer.NO):
        return text
    return f"{names[makers.pop()]}: {rest}"


def names_other_player(text: str, view: Observation, names: Sequence[str], makers: set[int]) -> bool:
    """Whether a text names a player other than the makers of the open offers."""
    known = lexicon(view.rules, names, text)
    named = [known.get(join_words([word]), ("", 0)) for word in words_of(text)]
    return any(meaning == NAME and seat not in (view.seat, *makers) for meaning, seat in named)


def addresses_table(text: str, view: Observation, names: Sequence[str]) -> bool:
    """Whether a text addresses the whole table: "does anyone have a Green?"."""
    known = lexicon(view.rules, names, text)
    return any(known.get(join_words([word]), ("", 0))[0] in (Word.OTHERS, Word.EVERYBODY) for word in words_of(text))


def is_answer(text: str, view: Observation, names: Sequence[str], *answers: str) -> bool:
    """Whether all words of a text are understood as an answer and one of them is among `answers`."""
    meanings, _, is_whole = answer_meanings(text, view, names)
    return is_whole and not set(answers).isdisjoint(meanings)


def answer_before_more(text: str, view: Observation, names: Sequence[str]) -> list[Interpretation]:
    """Return the readings of a line that answers an open offer and then goes on about cards; empty if it does not.

    "Yes! And Ida, do you have Garden?" must lose neither half, so the player chooses. "No, but a Blue for your Red" is
    addressed to the same player and has one reading.
    """
    head, sign, rest = first_clause(text[:MAX_TALK_LENGTH])
    offers = open_offers(view)[-1:]
    if not offers or not rest or not is_answer(head, view, names, Answer.YES, Answer.NO):
        return []
    more = parse_talk(rest, view, names)
    is_swap = isinstance(more.action, MakeOffer) and bool(more.action.cards) and bool(more.action.wants)
    is_apart = is_answer(head, view, names, Answer.YES) and (sign in SENTENCE_ENDS or (sign == "," and not is_swap))
    if is_answer(head, view, names, Answer.NO) and sign in SENTENCE_ENDS and more.action is None:
        is_apart = read_question(rest, view, names) is None  # "No. I keep my Soy."
    if is_answer(head, view, names, Answer.YES) and addresses_table(rest, view, names):
        is_apart = True
    if not is_apart and not names_other_player(rest, view, names, {offer.seat for offer in open_offers(view)}):
        return []
    return [
        answer_action(offers[0], Answer.YES, view),
        *([more] if more.action else []),
        answer_action(offers[0], Answer.NO, view),
    ]


def first_clause(text: str) -> tuple[str, str, str]:
    """Split a text at the first "but" or punctuation mark, into the part before, that word or mark, and the rest."""
    words, answers = text.split(), answer_words(languages_of(text))
    for at, word in enumerate(words):
        if answers.get(join_words(words_of(word))) == Answer.BUT:
            return " ".join(words[:at]), word, " ".join(words[at + 1 :])
        if word[-1] in MARKS:
            after = words[at + 1 :]
            if after and answers.get(join_words(words_of(after[0]))) == Answer.BUT:
                after = after[1:]
            return " ".join(words[: at + 1]), word[-1], " ".join(after)
    return text, "", ""
