"""Number formats shared by terminal and HTML reports."""

from tobean.i18n.translator import Translator
from tobean.lab.opponents.population import POPULATION_VERSION
from tobean.lab.statistics.intervals import Interval
from tobean.lab.statistics.summary import PairSummary, Summary


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
