"""Tables of the day and of the week: people by score, with the reference bots beside them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from tobean.play.daily.bot_games import BotResult
from tobean.play.daily.deals import Deal
from tobean.server.pages.daily.attempts import ATTEMPTS, THALERS, WEEKS, Attempt, attempt_key, week_key
from tobean.server.pages.daily.references import week_references
from tobean.server.site import Site

LONGEST: Final = 100
"""Most people in a table."""


@dataclass(frozen=True)
class Row:
    """A line of a table."""

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
    placed = [Row(**{**vars(row), "place": scores.index(row.score) + 1}) for row in people]
    return sorted([*placed, *bots], key=lambda row: (-row.score, row.is_bot))


async def day_table(site: Site, person: str, deal: Deal, own: Attempt | None, bots: list[BotResult]) -> list[Row]:
    """Return the table of a day. Another game is named only to a person who has finished this deal."""
    may_compare = own is not None and bool(own.finished)
    people: list[Row] = []
    for ranked in await site.facts.ranking(attempt_key(deal), LONGEST):
        attempt = ATTEMPTS.decode(ranked.fact.value)
        is_own = ranked.owner == person
        people.append(
            Row(
                1,
                ranked.name,
                attempt.margin + attempt.thalers / THALERS,
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
            result.margin + result.thalers / THALERS,
            result.thalers,
            result.margin,
            other=f"bot-{result.bot}" if may_compare else "",
        )
        for result in bots
    ]
    return with_places(people, rows)


async def week_table(site: Site, person: str, deal: Deal) -> list[Row]:
    """Return the table of the week of a deal: the sums of the points of its days."""
    people: list[Row] = []
    for ranked in await site.facts.ranking(week_key(deal), LONGEST):
        days = WEEKS.decode(ranked.fact.value).days
        total = sum(days.values())
        people.append(Row(1, ranked.name, total, points=total, days=len(days), is_own=ranked.owner == person))
    bots = [
        Row(0, bot, sum(days.values()), points=sum(days.values()), days=len(days))
        for bot, days in (await week_references(site, deal)).items()
    ]
    return with_places(people, bots)
