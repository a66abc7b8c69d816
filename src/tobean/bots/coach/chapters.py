"""A review in words: the moments of each seat, and a sentence for each deal and each miss."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from tobean.bots.coach.coach import UNCLEAR, amount, thalers
from tobean.bots.coach.review_data import Chapter, Line, Moment, ReviewText
from tobean.bots.coach.texts import ONE_THALER, REVIEW, THALERS
from tobean.speech import label
from tobean.speech.catalogues import text
from tobean.speech.teller import teller_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tobean.bots.coach.review import Choice, DealWorth, HarvestMiss, Review
    from tobean.kernel.actions import Action
    from tobean.speech.speaker import Speaker
    from tobean.speech.teller import Teller


ALL: Final = -1


def review_text(review: Review, lang: str) -> ReviewText:
    return ReviewText(chapters(review, lang), moments(review, lang))


def moments(review: Review, lang: str) -> list[Moment]:
    """The moments of all seats, in the order of play."""
    teller = teller_of(review.rules, lang)
    found: list[Moment] = []
    for deal in review.deals:
        made = review.offered.get(deal.ply, deal.ply)
        found.append(deal_moment(review, deal, made, teller))
        found.append(deal_moment(review, turned_round(deal), deal.ply, teller))
    for deal in review.open_deals:
        found += [missed_moment(review, each, teller) for each in (deal, turned_round(deal))]
    found += [choice_moment(review, choice, teller) for choice in review.choices]
    return sorted(found, key=lambda moment: moment.ply)


def turned_round(deal: DealWorth) -> DealWorth:
    """The same deal with its sides exchanged."""
    return replace(
        deal,
        seat=deal.partner,
        partner=deal.seat,
        cards=deal.gets,
        gets=deal.cards,
        own=deal.other,
        other=deal.own,
    )


def deal_moment(review: Review, deal: DealWorth, retry: int, teller: Teller) -> Moment:
    blanks = {
        "partner": review.players[deal.partner],
        "cards": teller.spoken(deal.cards),
        "gets": teller.spoken(deal.gets),
    }
    name = "gave" if deal.cards and deal.gets else "gave away" if deal.cards else "was given"
    better = teller.text(REVIEW["no deal"]) if deal.own <= -UNCLEAR else ""
    return moment(review, deal, retry, deal.own, name, blanks, better, teller)


def missed_moment(review: Review, deal: DealWorth, teller: Teller) -> Moment:
    partner = review.players[deal.partner]
    name = "rather trade" if deal.cards and deal.gets else "rather give" if deal.cards else "rather ask"
    better = teller.text(REVIEW[name]).format(
        partner=partner, cards=teller.spoken(deal.cards), gets=teller.spoken(deal.gets)
    )
    return moment(review, deal, deal.ply, -deal.own, "left", {"partner": partner}, better, teller)


def choice_moment(review: Review, choice: Choice, teller: Teller) -> Moment:
    def named(action: Action) -> str:
        return label(action, review.rules, review.players, teller.language, choice.view)

    better = teller.text(REVIEW["rather do"]).format(action=named(choice.other)) if choice.lead < 0 else ""
    return moment(
        review, choice, choice.ply, choice.lead, "chose", {"action": named(choice.action)}, better, teller
    )  # fmt: skip


def moment(
    review: Review,
    about: DealWorth | Choice,
    retry: int,
    worth: float,
    name: str,
    blanks: dict[str, str],
    better: str,
    teller: Teller,
) -> Moment:
    """`name` is that of the sentence in `REVIEW`; there is one about the player and one to the player."""
    return Moment(
        about.seat,
        about.turn,
        about.ply - review.begins,
        retry - review.begins,
        worth,
        signed_thalers(worth, teller.language),
        teller.text(REVIEW[name]).format(who=review.players[about.seat], **blanks),
        teller.text(REVIEW[f"you {name}"]).format(**blanks),
        better,
    )


def chapters(review: Review, lang: str) -> list[Chapter]:
    """Deals, missed deals, missed harvests: each with its heading and its lines."""
    words = {name: text(english, lang) for name, english in REVIEW.items()}
    speaker = teller_of(review.rules, lang)

    def about(what: DealWorth | HarvestMiss, sentence: str) -> Line:
        return sentence, what.ply - review.begins

    deals = [about(deal, deal_line(deal, review.players, speaker, "deal")) for deal in review.deals]
    if review.deals:
        gains = [f"{name} {signed(gain, lang)}" for name, gain in zip(review.players, review.balance(), strict=True)]
        deals.append((words["balance"].format(balance=", ".join(gains)), ALL))
    missed = [about(deal, deal_line(deal, review.players, speaker, "missed deal")) for deal in review.missed_deals]
    harvests = [about(miss, harvest_line(miss, review.players, speaker)) for miss in review.missed_harvests]
    return [
        (words["deals"], deals or [(words["no deals"], ALL)]),
        (words["missed deals"], missed or [(words["none"], ALL)]),
        (words["missed harvests"], harvests or [(words["none"], ALL)]),
    ]


def signed(value: float, lang: str) -> str:
    sign = "\N{MINUS SIGN}" if value <= -0.05 else "+"
    return sign + amount(value, lang)


def signed_thalers(value: float, lang: str) -> str:
    figure = signed(value, lang)
    return text(ONE_THALER if figure[1:] == "1" else THALERS, lang).format(figure=figure)


def deal_line(deal: DealWorth, names: Sequence[str], speaker: Speaker, name: str) -> str:
    return text(REVIEW[name], speaker.language).format(
        turn=deal.turn,
        who=names[deal.seat],
        partner=names[deal.partner],
        cards=speaker.label(deal.cards),
        gets=speaker.label(deal.gets),
        own=signed(deal.own, speaker.language),
        other=signed(deal.other, speaker.language),
    )


def harvest_line(miss: HarvestMiss, names: Sequence[str], speaker: Speaker) -> str:
    name = "wrong harvest" if miss.harvested else "missed harvest"
    return text(REVIEW[name], speaker.language).format(
        ply=miss.ply + 1,
        turn=miss.turn,
        who=names[miss.seat],
        cards=speaker.label(miss.row),
        thalers=speaker.grammar.thalers(miss.thalers),
        gain=thalers(miss.loss, speaker.language),
    )
