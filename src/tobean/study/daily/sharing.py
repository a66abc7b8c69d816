"""The line that a player shares: number, game, result and a few symbols; it says nothing of the cards."""

from __future__ import annotations

from typing import Final, Protocol

from tobean.i18n.translator import Translator
from tobean.study.daily.bot_games import BotResult
from tobean.study.daily.deals import DailyGame, Deal

WON: Final = "🏆"
PLACES: Final = {1: "🥇", 2: "🥈", 3: "🥉"}
BETTER, EQUAL, WORSE = "🟩", "🟨", "🟥"


class DealResult(Protocol):
    """Result of the player."""

    @property
    def thalers(self) -> int: ...
    @property
    def margin(self) -> int: ...
    @property
    def rank(self) -> int: ...
    @property
    def won(self) -> bool: ...


def title_of(game: DailyGame, translator: Translator) -> str:
    """Return the title of a daily game: `Title`, or `Title, solo`."""
    title = game.rules.title
    return translator.say("{game}, solo", game=title) if game.name != game.game else title


def signed(margin: int) -> str:
    """Return a lead as `+4`, `−3` or `±0`."""
    return f"{margin:+d}".replace("-", "−") if margin else "±0"


def symbols(deal: Deal, result: DealResult, bots: list[BotResult]) -> str:
    """Return the place, and for each reference bot whether the player was better, equal or worse."""
    place = WON if result.won else "" if deal.game.is_solo else PLACES.get(result.rank, "")
    squares = [
        BETTER if result.margin > bot.margin else EQUAL if result.margin == bot.margin else WORSE for bot in bots
    ]
    return " ".join(part for part in (place, "".join(squares)) if part)


def share_line(deal: Deal, result: DealResult, bots: list[BotResult], translator: Translator) -> str:
    """Return the line without its link."""
    title = title_of(deal.game, translator)
    heading = translator.say("Deal of the day no. {number}: {game}", number=deal.number, game=title)
    thalers = translator.say_plural("{count} thaler", "{count} thalers", result.thalers)
    return f"tobean · {heading} · {signed(result.margin)} ({thalers}) {symbols(deal, result, bots)}".rstrip()
