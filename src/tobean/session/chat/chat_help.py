"""Help for a player whose words no bot understood: two sentences that would be understood, fitting the situation.

Chat among people stays undisturbed: with others at the table, only lines that name a bot count as addressed to it.
"""

from typing import Final

from tobean.i18n.catalogues import N_, text
from tobean.i18n.narrator import narrator_of
from tobean.kernel.cards import KIND_OF
from tobean.kernel.observation.observation import Observation, observe
from tobean.session.answers.utterances import Utterance
from tobean.session.bots.reply_scheduler import ReplyScheduler, has_other_people
from tobean.session.chat.parsed_deal import NOT_HELD, problem_text
from tobean.session.chat.parsed_sentence import parse_sentence
from tobean.session.chat.replies.answers import read_offer_reply
from tobean.session.chat.replies.stance import Stance
from tobean.session.chat.sentence_parser import parse_talk
from tobean.session.log.reducer import PLAYING
from tobean.session.page.page_plugin import trades
from tobean.session.session import Session

NOT_UNDERSTOOD: Final = N_("I did not understand. Try “{first}” or “{second}”.")
NOTHING_DECLINED: Final = N_("Nobody has said no to you in this turn.")
NO_TRADE: Final = N_("Nobody trades in this game, so bots have nothing to say about it.")
SEEK: Final = N_("Who has {kinds}?")
PRICE: Final = N_("What do you want for {kinds}?")
SELL: Final = N_("Anything for {kinds}?")


def chat_help(session: Session, utterance: Utterance, language: str) -> str:
    """Return the help for an utterance that no bot will reply to; empty if it was meant for people."""
    if (
        session.state != PLAYING
        or not isinstance(utterance.content, str)
        or all(seat.is_person for seat in session.seats)
    ):
        return ""
    view = observe(session.table, utterance.seat)
    sentence = parse_sentence(utterance.content, view, session.names)
    named = sentence.to
    to_bot = named >= 0 and not session.seats[named].is_person
    if not to_bot and (named >= 0 or has_other_people(session, utterance.seat)):
        return ""
    if not trades(session.rules, session.players):
        return text(NO_TRADE, language)
    reply_scheduler = ReplyScheduler(session)
    question = reply_scheduler.question_of(utterance)
    if question is None and sentence.foreign:
        return problem_text("foreign", sentence.foreign, session.rules, language)
    interpretation = parse_talk(utterance.content, view, session.names)
    if question is None and interpretation.problem == NOT_HELD:  # reported instead of suggesting another sentence
        return problem_text(NOT_HELD, interpretation.about, session.rules, language)
    if question is None and read_offer_reply(utterance.content, view, session.names).stance is Stance.REFUSES:
        return ""  # of an offer that was declined before
    if question is None:
        first, second = examples(view, language)
        return text(NOT_UNDERSTOOD, language).format(first=first, second=second)
    return "" if reply_scheduler.bots_to_answer(utterance, question) else text(NOTHING_DECLINED, language)


def examples(view: Observation, language: str) -> tuple[str, str]:
    """Return two questions that fit the situation: about a card turned over, and about one in the viewer's fields."""
    narrator = narrator_of(view.rules, language)
    kinds = [KIND_OF[bean.kind] for bean in view.rules.beans]
    turned_kind = KIND_OF[view.turned[0]] if view.turned else kinds[0]
    growing_kinds = [KIND_OF[row[-1]] for row in view.fields[view.seat] if row]
    wanted_kind = next((kind for kind in [*growing_kinds, *kinds] if kind != turned_kind), turned_kind)
    question_about_turned = SELL if view.seat == view.active else PRICE
    return (
        text(question_about_turned, language).format(kinds=narrator.spoken((turned_kind,))),
        text(SEEK, language).format(kinds=narrator.spoken((wanted_kind,))),
    )
