"""Texts of a review: the moments of each seat, and a sentence for each deal and each miss."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from tobean.bots.coach.coach import MIN_CLEAR_GAIN, amount, thalers, with_unit
from tobean.bots.coach.messages import REVIEW
from tobean.bots.coach.review import Choice, DealReview, MissedHarvest, Review
from tobean.bots.coach.review_data import CHOICE, DEAL, MISSED, ReviewMoment, ReviewText
from tobean.i18n import label
from tobean.i18n.card_names import CardNamer
from tobean.i18n.catalogues import text
from tobean.i18n.narrator import Narrator, narrator_of
from tobean.kernel.actions import Action

WHOLE_GAME: Final = -1
Line = tuple[str, int]
"""A sentence, and the position of the record it is about; WHOLE_GAME for the whole game."""
Section = tuple[str, list[Line]]


def review_text(review: Review, language: str) -> ReviewText:
    return ReviewText(moments(review, language))


def moments(review: Review, language: str) -> list[ReviewMoment]:
    """Return the moments of all seats, in the order of play."""
    narrator = narrator_of(review.rules, language)
    result: list[ReviewMoment] = []
    for deal in review.deals:
        offer_ply = review.offered.get(deal.ply, deal.ply)
        result.append(deal_moment(review, deal, offer_ply, narrator))
        result.append(deal_moment(review, swapped_sides(deal), deal.ply, narrator))
    for deal in review.open_deals:
        result += [missed_moment(review, side, narrator) for side in (deal, swapped_sides(deal))]
    result += [choice_moment(review, choice, narrator) for choice in review.choices]
    return sorted(result, key=lambda moment: moment.ply)


def swapped_sides(deal: DealReview) -> DealReview:
    """Return the deal as its partner made it."""
    return replace(
        deal,
        seat=deal.partner,
        partner=deal.seat,
        cards=deal.gets,
        gets=deal.cards,
        own=deal.other,
        other=deal.own,
    )


def deal_moment(review: Review, deal: DealReview, retry: int, narrator: Narrator) -> ReviewMoment:
    arguments = {
        "partner": review.players[deal.partner],
        "cards": narrator.spoken(deal.cards),
        "gets": narrator.spoken(deal.gets),
    }
    name = "gave" if deal.cards and deal.gets else "gave away" if deal.cards else "was given"
    better = narrator.text(REVIEW["no deal"]) if deal.own <= -MIN_CLEAR_GAIN else ""
    found = moment(review, deal, retry, deal.own, name, arguments, better, narrator)
    return replace(found, kind=DEAL, partner=deal.partner)


def missed_moment(review: Review, deal: DealReview, narrator: Narrator) -> ReviewMoment:
    partner = review.players[deal.partner]
    name = "rather trade" if deal.cards and deal.gets else "rather give" if deal.cards else "rather ask"
    better = narrator.text(REVIEW[name]).format(
        partner=partner, cards=narrator.spoken(deal.cards), gets=narrator.spoken(deal.gets)
    )
    found = moment(review, deal, deal.ply, -deal.own, "left", {"partner": partner}, better, narrator)
    offer = review.better_offers.get(deal.ply)
    own = offer if offer is not None and offer.seat == deal.seat else None
    return replace(found, kind=MISSED, partner=deal.partner, **better_action(own))


def choice_moment(review: Review, choice: Choice, narrator: Narrator) -> ReviewMoment:
    def action_label(action: Action) -> str:
        return label(action, review.rules, review.players, narrator.language, choice.view)

    better = narrator.text(REVIEW["rather do"]).format(action=action_label(choice.other)) if choice.lead < 0 else ""
    chosen = {"action": action_label(choice.action)}
    found = moment(review, choice, choice.ply, choice.lead, "chose", chosen, better, narrator)
    return replace(found, kind=CHOICE, **better_action(choice.other if choice.lead < 0 else None))


def better_action(action: Action | None) -> dict[str, Any]:
    """Return the fields of a moment that say what the better action is."""
    return {} if action is None else {"do": repr(action), "parts": action.parts()}


def moment(
    review: Review,
    about: DealReview | Choice,
    retry: int,
    gain: float,
    name: str,
    arguments: dict[str, str],
    better: str,
    narrator: Narrator,
) -> ReviewMoment:
    """Build a moment from the sentences `name` (about the player) and `you {name}` (to the player) of `REVIEW`."""
    return ReviewMoment(
        about.seat,
        about.turn,
        about.ply - review.first_ply,
        retry - review.first_ply,
        gain,
        signed_thalers(gain, narrator.language),
        narrator.text(REVIEW[name]).format(who=review.players[about.seat], **arguments),
        narrator.text(REVIEW[f"you {name}"]).format(**arguments),
        better,
    )


def review_sections(review: Review, language: str) -> list[Section]:
    """Return deals, missed deals and missed harvests, each with its heading and its lines."""
    texts = {name: text(english, language) for name, english in REVIEW.items()}
    card_namer = narrator_of(review.rules, language)

    def line(item: DealReview | MissedHarvest, sentence: str) -> Line:
        return sentence, item.ply - review.first_ply

    deals = [line(deal, deal_line(deal, review.players, card_namer, "deal")) for deal in review.deals]
    if review.deals:
        gains = [
            f"{name} {signed(gain, language)}" for name, gain in zip(review.players, review.balance(), strict=True)
        ]
        deals.append((texts["balance"].format(balance=", ".join(gains)), WHOLE_GAME))
    missed = [line(deal, deal_line(deal, review.players, card_namer, "missed deal")) for deal in review.missed_deals]
    harvests = [line(miss, harvest_line(miss, review.players, card_namer)) for miss in review.missed_harvests]
    return [
        (texts["deals"], deals or [(texts["no deals"], WHOLE_GAME)]),
        (texts["missed deals"], missed or [(texts["none"], WHOLE_GAME)]),
        (texts["missed harvests"], harvests or [(texts["none"], WHOLE_GAME)]),
    ]


def signed(value: float, language: str) -> str:
    sign = "\N{MINUS SIGN}" if value <= -MIN_CLEAR_GAIN else "+"
    return sign + amount(value, language)


def signed_thalers(value: float, language: str) -> str:
    return with_unit(signed(value, language), value, language)


def deal_line(deal: DealReview, names: Sequence[str], card_namer: CardNamer, name: str) -> str:
    return text(REVIEW[name], card_namer.language).format(
        turn=deal.turn,
        who=names[deal.seat],
        partner=names[deal.partner],
        cards=card_namer.label(deal.cards),
        gets=card_namer.label(deal.gets),
        own=signed(deal.own, card_namer.language),
        other=signed(deal.other, card_namer.language),
    )


def harvest_line(miss: MissedHarvest, names: Sequence[str], card_namer: CardNamer) -> str:
    name = "wrong harvest" if miss.harvested else "missed harvest"
    return text(REVIEW[name], card_namer.language).format(
        ply=miss.ply + 1,
        turn=miss.turn,
        who=names[miss.seat],
        cards=card_namer.label(miss.row),
        thalers=card_namer.grammar.thalers(miss.thalers),
        gain=thalers(miss.loss, card_namer.language),
    )
