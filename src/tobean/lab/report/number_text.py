"""Number formats and table rows shared by terminal and HTML reports."""

from tobean.i18n.translator import Translator
from tobean.lab.arena.surplus import SurplusSummary
from tobean.lab.opponents.population import POPULATION_VERSION
from tobean.lab.statistics.intervals import Interval
from tobean.lab.statistics.summary import BotSummary, FlowSummary, PairSummary, Summary


def games_text(summary: Summary, interrupted: bool, words: Translator) -> str:
    if interrupted:
        return words.say_plural("{count} game (interrupted)", "{count} games (interrupted)", summary.games)
    return words.say_plural("{count} game", "{count} games", summary.games)


def players_text(summary: Summary, words: Translator) -> str:
    return words.say_plural("{count} player", "{count} players", summary.setting.players)


def population_text(words: Translator) -> str:
    return words.say("population {version}", version=POPULATION_VERSION)


def pair_text(pair: PairSummary, words: Translator) -> str:
    return words.say("{bot} against {others}", bot=pair.pair.hero, others=pair.pair.against)


def surplus_columns(words: Translator) -> tuple[str, ...]:
    figures = words.headings(("thalers", "95% interval", "surplus"))
    return (words.say("Table of"), words.say("deals", context="of cards"), *figures)


def favour_columns(words: Translator) -> tuple[str, ...]:
    return words.headings(("Giver", "Receiver", "deals", "gifts", "cards given", "got", "net", "favours", "given up"))


def signed(value: float, words: Translator) -> str:
    """Format with a sign, without a minus before zero."""
    return words.figure(round(value, 2) + 0.0, "+.2f")


def range_text(low: str, high: str) -> str:
    return f"{low} \N{EN DASH} {high}"


def span(interval: Interval, words: Translator) -> str:
    return range_text(signed(interval.low, words), signed(interval.high, words))


def share_span(interval: Interval, words: Translator) -> str:
    return range_text(words.figure(interval.low, ".1%"), words.figure(interval.high, ".1%"))


def total_span(interval: Interval, words: Translator) -> str:
    return range_text(words.figure(interval.low, ".1f"), words.figure(interval.high, ".1f"))


def surplus_text(surplus: Interval | None, words: Translator) -> str:
    if surplus is None:
        return words.say("none to find")
    return f"{words.figure(surplus.value, '.1%')} ({share_span(surplus, words)})"


def p_text(p: float, words: Translator) -> str:
    return f"< {words.figure(0.0001, '.4f')}" if p < 0.0001 else words.figure(p, ".4f")


def time_text(seconds: float, words: Translator) -> str:
    if not seconds:
        return "\N{EN DASH}"  # no decisions, or times were omitted
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= size:
            return f"{words.figure(seconds / size, '.3g')} {unit}"
    return f"{words.figure(seconds / 1e-6, '.3g')} µs"


# --- table rows --------------------------------------------------------------------------------------------


def pair_cells(pair: PairSummary, words: Translator) -> list[str]:
    """Return the bots, the deals, margin, p and wins, and the thalers of the bot and of the others."""
    return [
        pair.pair.hero, pair.pair.against, f"{pair.deals}", signed(pair.margin.value, words), span(pair.margin, words),
        p_text(pair.p, words), words.figure(pair.wins.value, ".1%"), share_span(pair.wins, words),
        words.figure(pair.thalers, ".2f"), words.figure(pair.others, ".2f"),
    ]  # fmt: skip


def talk_cells(bot: BotSummary, words: Translator) -> list[str]:
    """Return the talk of a bot for each game and seat, and its times for a decision."""
    return [
        words.figure(bot.offers, ".1f"), words.figure(bot.accepted, ".0%"), words.figure(bot.calls, ".1f"),
        words.figure(bot.deals, ".1f"), words.figure(bot.gifts, ".1f"), words.figure(bot.decisions, ","),
        time_text(bot.median, words), time_text(bot.slow, words), time_text(bot.busy, words),
    ]  # fmt: skip


def surplus_cells(row: SurplusSummary, words: Translator) -> list[str]:
    """Return a row of `surplus_columns`."""
    total = words.figure(row.total.value, ".1f")
    return [row.name, f"{row.deals}", total, total_span(row.total, words), surplus_text(row.surplus, words)]


def flow_cells(flow: FlowSummary, words: Translator) -> list[str]:
    """Return a row of `favour_columns`."""
    counts = (flow.deals, flow.gifts, flow.given, flow.got)
    net, lost = signed(flow.given - flow.got, words), words.figure(flow.sacrificed, ".2f")
    figures = [words.figure(count, ".2f") for count in counts]
    return [flow.giver, flow.receiver, *figures, net, words.figure(flow.favours, ".2f"), lost]
