"""Rankings of a day and of a week: people by score, with the reference bots beside them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from tobean.server.site import Site
from tobean.server.study.attempts import Attempt, Week, attempt_key, score_of, week_key
from tobean.server.study.references import week_references
from tobean.study.daily.bot_games import BotResult
from tobean.study.daily.deals import Deal

LONGEST: Final = 100
"""Most people in a ranking."""
BOT_PREFIX: Final = "bot-"
"""Start of the name of a bot's game in the address of a comparison."""


@dataclass(frozen=True)
class Row:
    """A line of a ranking."""

    place: int
    """Place among the people; 0 for a bot."""
    name: str
    score: float
    thalers: int = 0
    margin: int = 0
    points: int = 0
    days: int = 0
    is_own: bool = False
    other: str = ""
    """Name of this game in the address of a comparison."""

    @property
    def is_bot(self) -> bool:
        return not self.place


def with_places(people: list[Row], bots: list[Row]) -> list[Row]:
    """Return all rows, the best first; people with the same score share a place."""
    scores = [row.score for row in people]
    placed = [replace(row, place=scores.index(row.score) + 1) for row in people]
    return sorted([*placed, *bots], key=lambda row: (-row.score, row.is_bot))


async def day_ranking(site: Site, person: str, deal: Deal, own: Attempt | None, bots: list[BotResult]) -> list[Row]:
    """Return the ranking of a deal. Another game is named only to a person who has finished this deal."""
    may_compare = own is not None and bool(own.finished)
    people: list[Row] = []
    for ranked in await site.facts.ranking(attempt_key(deal), LONGEST):
        attempt = ranked.fact.read(Attempt)
        is_own = ranked.owner == person
        people.append(
            Row(
                1,
                ranked.name,
                score_of(attempt.margin, attempt.thalers),
                attempt.thalers,
                attempt.margin,
                is_own=is_own,
                other=attempt.table if may_compare and not is_own else "",
            )
        )
    rows = [
        Row(
            0,
            result.bot,
            score_of(result.margin, result.thalers),
            result.thalers,
            result.margin,
            other=f"{BOT_PREFIX}{result.bot}" if may_compare else "",
        )
        for result in bots
    ]
    return with_places(people, rows)


async def week_ranking(site: Site, person: str, deal: Deal) -> list[Row]:
    """Return the ranking of the week of a deal: the sums of the points of its days."""
    people: list[Row] = []
    for ranked in await site.facts.ranking(week_key(deal), LONGEST):
        days = ranked.fact.read(Week).days
        total = sum(days.values())
        people.append(Row(1, ranked.name, total, points=total, days=len(days), is_own=ranked.owner == person))
    bots = [
        Row(0, bot, sum(days.values()), points=sum(days.values()), days=len(days))
        for bot, days in (await week_references(site, deal)).items()
    ]
    return with_places(people, bots)
