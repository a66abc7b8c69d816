"""Number formats and table rows shared by terminal and HTML reports."""

from tobean.i18n.translator import Translator
from tobean.research.arena.surplus import SurplusSummary
from tobean.research.opponents.population import POPULATION_VERSION
from tobean.research.statistics.intervals import Interval
from tobean.research.statistics.summary import BotSummary, FlowSummary, PairSummary, Summary


def games_text(summary: Summary, interrupted: bool, translator: Translator) -> str:
    if interrupted:
        return translator.say_plural("{count} game (interrupted)", "{count} games (interrupted)", summary.games)
    return translator.say_plural("{count} game", "{count} games", summary.games)


def players_text(summary: Summary, translator: Translator) -> str:
    return translator.say_plural("{count} player", "{count} players", summary.setting.players)


def population_text(translator: Translator) -> str:
    return translator.say("population {version}", version=POPULATION_VERSION)


def pair_text(pair: PairSummary, translator: Translator) -> str:
    return translator.say("{bot} against {others}", bot=pair.pair.hero, others=pair.pair.against)


def surplus_columns(translator: Translator) -> tuple[str, ...]:
    figures = translator.headings(("thalers", "95% interval", "surplus"))
    return (translator.say("Table of"), translator.say("deals", context="of cards"), *figures)


def favour_columns(translator: Translator) -> tuple[str, ...]:
    return translator.headings(
        ("Giver", "Receiver", "deals", "gifts", "cards given", "got", "net", "favours", "given up")
    )


def signed(value: float, translator: Translator) -> str:
    """Format with a sign, without a minus before zero."""
    return translator.figure(round(value, 2) + 0.0, "+.2f")  # `+ 0.0` turns -0.0 into 0.0


def range_text(low: str, high: str) -> str:
    return f"{low} \N{EN DASH} {high}"


def span(interval: Interval, translator: Translator) -> str:
    return range_text(signed(interval.low, translator), signed(interval.high, translator))


def share_span(interval: Interval, translator: Translator) -> str:
    return range_text(translator.figure(interval.low, ".1%"), translator.figure(interval.high, ".1%"))


def total_span(interval: Interval, translator: Translator) -> str:
    return range_text(translator.figure(interval.low, ".1f"), translator.figure(interval.high, ".1f"))


def surplus_text(surplus: Interval | None, translator: Translator) -> str:
    if surplus is None:
        return translator.say("none to find")
    return f"{translator.figure(surplus.value, '.1%')} ({share_span(surplus, translator)})"


def p_text(p: float, translator: Translator) -> str:
    return f"< {translator.figure(0.0001, '.4f')}" if p < 0.0001 else translator.figure(p, ".4f")


def time_text(seconds: float, translator: Translator) -> str:
    if not seconds:
        return "\N{EN DASH}"  # no decisions, or times were omitted
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= size:
            return f"{translator.figure(seconds / size, '.3g')} {unit}"
    return f"{translator.figure(seconds / 1e-6, '.3g')} µs"


# --- table rows --------------------------------------------------------------------------------------------


def pair_cells(pair: PairSummary, translator: Translator) -> list[str]:
    """Return the bots, the deals, margin, p and wins, and the thalers of the bot and of the others."""
    return [
        pair.pair.hero, pair.pair.against, f"{pair.deals}", signed(pair.margin.value, translator),
        span(pair.margin, translator), p_text(pair.p, translator), translator.figure(pair.wins.value, ".1%"),
        share_span(pair.wins, translator),
        translator.figure(pair.thalers, ".2f"), translator.figure(pair.others, ".2f"),
    ]  # fmt: skip


def talk_cells(bot: BotSummary, translator: Translator) -> list[str]:
    """Return the talk of a bot for each game and seat, and its times for a decision."""
    return [
        translator.figure(bot.offers, ".1f"), translator.figure(bot.accepted, ".0%"),
        translator.figure(bot.calls, ".1f"), translator.figure(bot.deals, ".1f"), translator.figure(bot.gifts, ".1f"),
        translator.figure(bot.decisions, ","),
        time_text(bot.median, translator), time_text(bot.slow, translator), time_text(bot.busy, translator),
    ]  # fmt: skip


def surplus_cells(row: SurplusSummary, translator: Translator) -> list[str]:
    """Return a row of `surplus_columns`."""
    total = translator.figure(row.total.value, ".1f")
    return [row.name, f"{row.deals}", total, total_span(row.total, translator), surplus_text(row.surplus, translator)]


def flow_cells(flow: FlowSummary, translator: Translator) -> list[str]:
    """Return a row of `favour_columns`."""
    counts = (flow.deals, flow.gifts, flow.given, flow.got)
    net, lost = signed(flow.given - flow.got, translator), translator.figure(flow.sacrificed, ".2f")
    figures = [translator.figure(count, ".2f") for count in counts]
    return [flow.giver, flow.receiver, *figures, net, translator.figure(flow.favours, ".2f"), lost]
