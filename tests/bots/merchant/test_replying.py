"""Replies of a bot to a question: a legal offer, or a reason built from public facts."""

import pytest

from tests.support.engine.tables import VARIANTS, kinds_in, nina_market, random_walk
from tobean.bots.base import Remark
from tobean.bots.merchant.refusal_reasons import refusal_remark
from tobean.bots.merchant.replies import reply
from tobean.bots.voice.remark_text import remark_text
from tobean.kernel.actions import MakeOffer
from tobean.kernel.cards import KIND_OF
from tobean.kernel.chance import chance_from
from tobean.kernel.observation.determinize import determinize
from tobean.kernel.observation.observation import observe
from tobean.kernel.table import Table
from tobean.kernel.trade.offers import Offer

TIMON, NINA, KENO = 0, 1, 2


def table(**other: str) -> Table:
    """The market with a field of Keno that takes none of the cards at hand."""
    return nina_market("replies", **{"field_C_1": "3 Stink", **other})


def reply_to(gives: str, wants: str, seat: int = NINA, asker: int = TIMON) -> MakeOffer | Remark:
    here = table()
    found = reply(observe(here, seat), asker, kinds_in(gives), kinds_in(wants))
    if isinstance(found, MakeOffer):
        here.check(found)
        assert found.to == asker
    return found


def test_a_price_request_is_answered_with_an_offer() -> None:
    offer = reply_to("", "Red")
    assert isinstance(offer, MakeOffer)
    assert kinds_in("Red")[0] in offer.cards
    assert offer.wants
    offer = reply_to("Soy", "Red")
    assert isinstance(offer, MakeOffer)
    assert (offer.cards, offer.wants) == (kinds_in("Red"), kinds_in("Soy"))
    offer = reply_to("Soy", "")
    assert isinstance(offer, MakeOffer)
    assert kinds_in("Soy")[0] in offer.wants


@pytest.mark.parametrize(
    ("gives", "wants", "occasion", "about"),
    [
        ("Red", "Soy", "grow it myself", "Soy"),
        ("Green", "", "no use", "Green"),
        ("", "Black-eyed", "not from me", "Black-eyed"),
        ("Blue", "Black-eyed", "not from me", "Black-eyed"),
    ],
)
def test_a_refused_request_gets_a_reason(gives: str, wants: str, occasion: str, about: str) -> None:
    assert reply_to(gives, wants) == Remark(occasion, kinds_in(about))


def test_an_unlikely_price_is_named() -> None:
    """The reply names the price only: the question has already stated what the bot would give."""
    here = table(hand_A="Garden", turned="Green, Green")
    assert reply(observe(here, NINA), TIMON, (), kinds_in("Red")) == Remark("my wishes", kinds_in("Blue, Soy, Garden"))


def test_two_inactive_players_cannot_trade() -> None:
    assert reply_to("Red", "Soy", seat=NINA, asker=KENO) == Remark("not now")


def test_an_open_offer_is_not_repeated() -> None:
    here = table()
    offer = reply(observe(here, NINA), TIMON, (), kinds_in("Red"))
    assert isinstance(offer, MakeOffer)
    here.apply(offer)
    assert reply(observe(here, NINA), TIMON, (), kinds_in("Red")) == Remark("offer stands", kinds_in("Red"))


def test_too_small_offers_are_declined_with_a_reason() -> None:
    view = observe(table(), NINA)
    assert refusal_remark(view, Offer(1, TIMON, NINA, (), (), kinds_in("Red"), 0, 0)).occasion == "for nothing"
    one = Offer(1, TIMON, NINA, kinds_in("Blue"), (1,), kinds_in("Chili, Stink"), 0, 0)
    assert refusal_remark(view, one).occasion == "one card"
    two = Offer(1, TIMON, NINA, kinds_in("Blue, Blue"), (1, 2), kinds_in("Chili, Stink, Green"), 0, 0)
    assert refusal_remark(view, two).occasion in ("too little", "helps you")


def test_a_requested_card_is_not_declined_as_useless() -> None:
    here = table()
    offered = Offer(1, TIMON, NINA, kinds_in("Garden"), (0,), kinds_in("Black-eyed"), 0, 0)
    assert refusal_remark(observe(here, NINA), offered).occasion == "no use"
    here.apply(MakeOffer(NINA, TIMON, (here.hands[NINA][1],), (1,), kinds_in("Garden"), 0))
    assert refusal_remark(observe(here, NINA), offered) == Remark("not from me", kinds_in("Black-eyed"))


def test_reasons_have_texts_in_both_languages() -> None:
    about = Remark("grow it myself", kinds_in("Red"))
    assert remark_text(about, "", "en", 0) == "I grow Red myself."
    assert remark_text(about, "", "de", 1) == "Eine Rote Bohne? So etwas baue ich selbst an."


@pytest.mark.parametrize(("game", "players"), VARIANTS)
def test_replies_are_legal_and_reveal_no_secrets(game: str, players: int) -> None:
    """In every game, at a sample of trading tables: equal observations give equal replies (I3)."""
    chance = chance_from("replies")
    for ply, here in enumerate(random_walk(game, players, 4)):
        if ply % 17 or here.over or not here.decision.is_trading:
            continue
        seat = chance.randbelow(players)
        asker = here.active if seat != here.active else (seat + 1) % players
        beans = [KIND_OF[bean.kind] for bean in here.rules.beans]
        gives, wants = ((chance.choice(beans),) if chance.randbelow(2) else () for _ in range(2))
        view = observe(here, seat)
        found = reply(view, asker, gives, wants)
        assert repr(found) == repr(reply(observe(determinize(view, ply), seat), asker, gives, wants))
        if isinstance(found, MakeOffer):
            here.check(found)
        else:
            assert remark_text(found, "", "de")
