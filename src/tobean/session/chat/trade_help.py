"""Help with trading for one viewer: the interpretation of typed talk, and the preview of a deal.

"Red or Blue for my Soy" stands for two sentences. A question or a call may name several kinds, since any of them would
do. An offer is binding, so the player is asked which sentence is meant.
"""

from collections.abc import Sequence
from typing import Final

from tobean.i18n import label
from tobean.i18n.languages.trade_vocabulary import Word
from tobean.kernel.actions import Accept, Action, Call, Decline, MakeOffer, Withdraw
from tobean.kernel.errors import Illegal, TobeanError
from tobean.kernel.notation.parameters import TABLE
from tobean.kernel.observation.observation import Observation, observe
from tobean.session.chat import questions
from tobean.session.chat.lenient_parser import read_deal
from tobean.session.chat.lexicon import KIND, MAX_PHRASE_WORDS, Lexicon, guess_meaning, join_words, lexicon, words_of
from tobean.session.chat.parsed_deal import NOT_HELD, Interpretation, problem_text
from tobean.session.chat.parsed_sentence import parse_sentence
from tobean.session.chat.replies import answers
from tobean.session.chat.replies.counter_offers import changes_offer, deal_after_refusal, read_demand, read_reply
from tobean.session.chat.replies.stance import Stance
from tobean.session.chat.sentence_parser import MAX_TALK_LENGTH, parse_talk
from tobean.session.errors import Refused
from tobean.session.session import MAX_TYPED, Session
from tobean.session.text import one_line
from tobean.session.viewer import Viewer
from tobean.session.wire.deal_preview import due_after, planted
from tobean.session.wire.field_payout import row_data
from tobean.session.wire.messages import Message, refused

DEAL_PROBLEMS: Final = ("foreign", "which cards", "who")
"""Problems of a line that is about a deal, whether or not it names a kind of this game."""


# The readings of a line in the order in which they are tried: a function for each would hide the order.
def talk(session: Session, viewer: Viewer, text: str, shown: int = 0) -> Message:  # noqa: C901
    """Interpret a typed sentence; the client shows the result for confirmation and then sends `do`.

    `shown` is the number of the offer that the client displays, or 0: an answer that names no offer is about that one.

    A question is not confirmed: it is sent as chat and gets a reply. If several actions may be meant, they are the
    `choices`. `asks` marks a line about a deal that cannot be understood: the client shows `why` instead of sending it
    as chat.
    """
    if viewer.seat is None:
        raise Refused("Only players can make offers.")
    text = one_line(text[:MAX_TYPED])
    view = observe(session.table, viewer.seat)
    message: Message = {"type": "talk", "text": text, "do": None, "label": "", "legal": False, "rule": "", "why": ""}
    message.update(choices=[], question=False, asks=False)
    reply = answers.read_offer_reply(text, view, session.names, shown)
    replies = (
        answers.read_answer(reply, text, view, session.names)
        or read_reply(text, view, session.names)
        or answers.answer_before_more(reply, text, view, session.names)
    )
    if replies:
        return {**message, **choices_data(session, viewer, replies)}
    text = deal_after_refusal(answers.strip_answer(text, view, session.names), view, session.names)
    if questions.read_question(text, view, session.names) is not None:
        return {**message, "question": True}
    whole = parse_talk(text, view, session.names)
    if whole.problem == "word":
        deal = read_deal(text, view, session.names)
        whole = whole if deal.action is None else deal
    if questions.asks_and_goes_on(text, view, session.names):
        whole = Interpretation(None, "sides")  # a question, and another deal after it
    if whole.action is not None and changes_offer(text, view, session.names, is_one_sided(whole.action)):
        whole = Interpretation(None, "sides")
    if isinstance(whole.action, Call):
        taken = [] if whole.action.has else answers.offers_matching_wish(reply, whole.action.wants, view)
        if taken:
            return {**message, **choices_data(session, viewer, [*taken, whole])}
        said_as_chat = questions.question_from_statement(str(message["text"]), view, session.names)
        if said_as_chat is not None and said_as_chat.to != TABLE:  # a call has no addressee, but chat has
            return {**message, "question": True}
    if whole.action is None and whole.problem != NOT_HELD:
        parsed = parse_sentence(text, view, session.names)
        if questions.proposes_unnamed(parsed):
            whole = Interpretation(None, "which cards")
        is_deal = (whole.problem in DEAL_PROBLEMS or bool(parsed.kinds)) and not questions.is_remark(parsed)
        replies = read_demand(reply, text, view, session.names) or answers.vague_demand(reply)
        if replies:
            return {**message, **choices_data(session, viewer, replies)}
        replies = answers.declines(reply)[-1:] if reply.is_unclear else []
        if replies:
            return {**message, **choices_data(session, viewer, replies, is_unclear=True)}
        return {
            **message,
            **interpretation_data(session, viewer, whole),
            "asks": is_deal and reply.stance is not Stance.WAVERS and not reply.is_small_talk,
        }
    if isinstance(whole.action, MakeOffer) and not whole.action.wants:
        paid = answers.offers_paid_by(reply, whole.action, view)
        if paid:
            return {**message, **choices_data(session, viewer, [*paid, whole])}
    if not isinstance(whole.action, MakeOffer) and whole.problem != NOT_HELD:
        return {**message, **interpretation_data(session, viewer, whole)}
    mirrored = answers.mirrored_offers(reply, whole.action, view) if isinstance(whole.action, MakeOffer) else []
    if mirrored:
        return {**message, **choices_data(session, viewer, mirrored)}
    options = sentences(text, view, session.names)
    interpretations = (
        [parse_talk(option, view, session.names, may_swap_sides=False) for option in options]
        if len(options) > 1
        else [whole]
    )
    return {**message, **choices_data(session, viewer, interpretations)}


def is_one_sided(action: Action | None) -> bool:
    """Whether an action names cards on one side of a deal alone."""
    if isinstance(action, Call):
        return not (action.has and action.wants)
    return isinstance(action, MakeOffer) and not (action.cards and action.wants)


def choices_data(
    session: Session, viewer: Viewer, interpretations: list[Interpretation], is_unclear: bool = False
) -> Message:
    """Return the only legal interpretation, or the legal ones to choose from; an acceptance comes last.

    With `is_unclear`, even a single one is a choice: it is not what the line says.
    """
    interpretations = sorted(interpretations, key=lambda interpretation: isinstance(interpretation.action, Accept))
    found = [interpretation_data(session, viewer, interpretation) for interpretation in interpretations]
    allowed = [option for option in found if option.get("legal")]
    best = allowed[0] if allowed else found[0]
    return {**best, "choices": allowed if is_unclear or len(allowed) > 1 else [], "asks": not best.get("do")}


def interpretation_data(session: Session, viewer: Viewer, interpretation: Interpretation) -> Message:
    """Return the action of an interpretation and whether it is legal, or the problem of the sentence."""
    action = interpretation.action
    if action is None:
        return {"why": problem_text(interpretation.problem, interpretation.about, session.rules, viewer.language)}
    message: Message = {
        "do": repr(action),
        "label": label(action, session.rules, session.names_in(viewer.language), viewer.language),
        **deal_parts(action),
    }
    try:
        session.table.check(action)
    except Illegal as error:
        found = refused(session, viewer, error)
        return {**message, "rule": found["rule"], "why": found["text"]}
    return {**message, "legal": True}


def deal_parts(action: Action) -> Message:
    """Return the parts of an offer or a call, to fill in a form."""
    if isinstance(action, MakeOffer):
        return {
            "verb": "offer",
            "to": action.to,
            "cards": action.cards,
            "places": action.places,
            "wants": action.wants,
            "answers": action.answers,
        }
    if isinstance(action, Call):
        return {"verb": "call", "has": action.has, "wants": action.wants}
    if isinstance(action, (Accept, Decline, Withdraw)):
        return {"verb": action.VERB, "offer": action.number}
    return {"verb": action.VERB}


def preview(session: Session, viewer: Viewer, do: str) -> Message:
    """Preview the viewer's hand, fields and cards set aside after a deal, as far as the viewer can know.

    An offer is previewed as if it had been accepted. Cards set aside are shown on the fields where they fit, and those
    that would need a harvest first are named.
    """
    if viewer.seat is None:
        raise Refused("Only players can make deals.")
    action = session.read(viewer.seat, do)
    message: Message = {"type": "preview", "action": do, "legal": True, "rule": "", "text": ""}
    try:
        session.table.check(action)
    except TobeanError as error:
        found = refused(session, viewer, error)
        message.update(legal=False, rule=found["rule"], text=found["text"])
    view = observe(session.table, viewer.seat)
    gives, gets = sides_of(action, view)
    return {**message, **cards_after_deal(session, view, gives, gets)}


def sides_of(action: Action, view: Observation) -> tuple[list[tuple[int, int]], list[int]]:
    """Return the cards given, with their places, and the kinds received."""
    if isinstance(action, MakeOffer):
        return list(zip(action.cards, action.places, strict=True)), list(action.wants)
    if isinstance(action, Accept):
        for offer in view.offers:
            if offer.number == action.number:
                return list(zip(action.cards, action.places, strict=True)), list(offer.cards)
        raise Refused("Offer {number} is not open any more.", number=action.number)
    raise Refused("Only offers and acceptances can be previewed.")


def cards_after_deal(session: Session, view: Observation, gives: list[tuple[int, int]], gets: list[int]) -> Message:
    """Return hand and fields once all cards set aside and turned over are planted where they fit (B5)."""
    gone = [place for _, place in gives if place >= 0]
    due = due_after(view, gives, gets)
    rows, _, no_room = planted(session.table, view.seat, due)
    return {
        "hand": [card for place, card in enumerate(view.hand) if place not in gone],
        "fields": [row_data(session.table, row) for row in rows],
        "due": due,
        "no_room": no_room,
    }


# --- sentences with a choice ---------------------------------------------------------------------------------

MAX_CHOICES: Final = 4
"""Maximum number of sentences to choose from; further ones are left out."""


def sentences(text: str, view: Observation, names: Sequence[str]) -> list[str]:
    """List all readings of a sentence with an "or" between kinds; without one, the sentence alone."""
    lexicon_words = lexicon(view.rules, names, text)
    expanded = [
        " ".join(words) for words in expand_alternatives(words_of(text[:MAX_TALK_LENGTH]), lexicon_words, MAX_CHOICES)
    ]
    return list(dict.fromkeys(expanded)) if len(expanded) > 1 else [text]


def expand_alternatives(words: list[str], lexicon_words: Lexicon, most: int) -> list[list[str]]:
    """Resolve the last "or" between two kinds both ways, then those before it, up to `most` sentences."""
    for at in range(len(words) - 1, 0, -1):
        if lexicon_words.get(join_words([words[at]]), ("", 0))[0] != Word.OR:
            continue
        begin, end = kind_before(words, at, lexicon_words), kind_after(words, at, lexicon_words)
        if begin < at < end:
            expanded = expand_alternatives(words[:at] + words[end:], lexicon_words, most)
            if len(expanded) < most:
                expanded += expand_alternatives(words[:begin] + words[at + 1 :], lexicon_words, most - len(expanded))
            return expanded
    return [words]


def is_kind(words: list[str], lexicon_words: Lexicon) -> bool:
    """Whether these words together name a kind."""
    phrase = join_words(words)
    meaning = lexicon_words.get(phrase) or (guess_meaning(phrase, lexicon_words) if len(words) == 1 else None)
    return meaning is not None and meaning[0] == KIND


def kind_before(words: list[str], at: int, lexicon_words: Lexicon) -> int:
    """Return where the kind begins that ends right before this word; `at` if there is none."""
    return next(
        (begin for begin in range(max(0, at - MAX_PHRASE_WORDS), at) if is_kind(words[begin:at], lexicon_words)), at
    )


def kind_after(words: list[str], at: int, lexicon_words: Lexicon) -> int:
    """Return where the first kind after this word ends, its number and article included; `at` if there is none."""
    for begin in range(at + 1, min(at + MAX_PHRASE_WORDS, len(words))):
        for end in range(min(begin + MAX_PHRASE_WORDS, len(words)), begin, -1):
            if is_kind(words[begin:end], lexicon_words):
                return end
    return at
