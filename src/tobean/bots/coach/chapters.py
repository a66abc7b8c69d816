"""A review in words: what each deal was worth, and what was missed, a sentence for each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tobean.bots.coach.coach import amount, thalers
from tobean.bots.coach.texts import REVIEW
from tobean.speech.catalogues import text
from tobean.speech.teller import teller_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tobean.bots.coach.review import DealWorth, HarvestMiss, Review
    from tobean.speech.speaker import Speaker


Line = tuple[str, int]
"""A sentence, and the position of the record that it is about; ALL: the whole game."""
Chapter = tuple[str, list[Line]]
ALL: Final = -1


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
