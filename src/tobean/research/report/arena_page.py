"""The arena report as a self-contained HTML page."""

from collections.abc import Callable, Iterable, Sequence
from html import escape
from typing import Final

from tobean.games import game_named
from tobean.i18n.translator import Translator
from tobean.kernel.base.seats import seat_name
from tobean.record.position_entries import options_text
from tobean.research.report.number_text import (
    favour_columns,
    flow_cells,
    games_text,
    pair_cells,
    pair_text,
    players_text,
    population_text,
    signed,
    surplus_cells,
    surplus_columns,
    talk_cells,
)
from tobean.research.report.plots import forest_plot, histogram
from tobean.research.report.report_style import STYLE
from tobean.research.statistics.intervals import Z95, Interval
from tobean.research.statistics.summary import Summary

MAX_HISTOGRAMS: Final = 12


def tenths(translator: Translator) -> Callable[[float], str]:
    return lambda value: translator.figure(round(value, 1) + 0.0, "+.1f")  # `+ 0.0` turns -0.0 into 0.0


def percent(translator: Translator) -> Callable[[float], str]:
    return lambda value: translator.figure(value, ".0%")


def table(caption: str, columns: Sequence[str], rows: Iterable[Sequence[str]], words: int = 1) -> str:
    """Render a table with a caption. The first `words` columns are text, the others numbers. Cells are already HTML."""
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in columns)
    body = ""
    for row in rows:
        first = f'<th scope="row">{row[0]}</th>'
        body += f"<tr>{first}{''.join(f'<td>{cell}</td>' for cell in row[1:])}</tr>"
    return (
        f'<div class="scroll" role="region" tabindex="0" aria-label="{escape(caption)}"><table class="words{words}">'
        f"<caption>{escape(caption)}</caption><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"
    )


def tinted(text: str, strength: float) -> str:
    """Render a cell with a background: green above 0, red below, stronger with the distance from 0."""
    tint = min(1.0, abs(strength)) * 0.4
    return f'<span class="tint {"up" if strength > 0 else "down"}" style="--tint:{tint:.2f}">{text}</span>'


def section(title: str, text: str, *parts: str) -> str:
    """Render a section that begins with a text, if there is one. The other parts are already HTML."""
    about = paragraph(text) if text else ""
    return f"<section><h2>{escape(title)}</h2>{about}{''.join(parts)}</section>"


def paragraph(text: str) -> str:
    return f"<p>{escape(text)}</p>"


def report(summary: Summary, interrupted: bool, translator: Translator | None = None) -> str:
    """Render the page in the language of `translator`, by default English."""
    translator = translator or Translator()
    rules, setting = game_named(summary.setting.game), summary.setting
    heading = translator.say("Arena: {what}", what=f"{rules.title}, {players_text(summary, translator)}")
    facts = [
        games_text(summary, interrupted, translator),
        translator.say("seed {seed}", seed=setting.seed),
        options_text(setting.options),
        population_text(translator),
        rules.edition,
    ]
    parts = [
        strength(summary, translator),
        matrix(summary, translator) if len(summary.pairs) > 1 else "",
        ratings(summary, translator),
        seats(summary, translator),
        talk(summary, translator),
        surpluses(summary, translator),
        favours(summary, translator),
        spread_of_deals(summary, translator),
        faults(summary, translator),
    ]
    return (
        f'<!doctype html><html lang="{translator.language}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(heading)}</title><style>{STYLE}</style></head><body><main>"
        f"<h1>{escape(heading)}</h1><p>{escape(', '.join(facts))}.</p>{''.join(parts)}</main></body></html>\n"
    )


def strength(summary: Summary, translator: Translator) -> str:
    par = 1 / summary.setting.players
    rows = [
        [*map(escape, pair_cells(pair, translator)), translator.figure(pair.total.value, ".1f")]
        for pair in summary.pairs
    ]
    figures = translator.headings(
        ("margin", "95% interval", "p", "wins", "95% interval", "thalers", "others", "whole table")
    )
    columns = (translator.say("Bot"), translator.say("against"), translator.say("deals", context="of cards"), *figures)
    return section(
        translator.say("One against the rest"),
        translator.say(
            "The margin is the bot's own thalers less the mean of the others', over all seats of each deal, with a "
            "95% interval over the deals. p is the probability of such a lead by chance. Green lies significantly "
            "above par, red below."
        ),
        f"<h3>{escape(translator.say('Margin in thalers'))}</h3>",
        forest_plot([(pair_text(pair, translator), pair.margin) for pair in summary.pairs], 0.0, tenths(translator)),
        f"<h3>{escape(translator.say('Share of wins (par {par})', par=translator.figure(par, '.1%')))}</h3>",
        forest_plot([(pair_text(pair, translator), pair.wins) for pair in summary.pairs], par, percent(translator)),
        table(translator.say("Margin and wins"), columns, rows, words=2),
    )


def matrix(summary: Summary, translator: Translator) -> str:
    against = list(dict.fromkeys(pair.pair.against for pair in summary.pairs))
    cells = {(pair.pair.hero, pair.pair.against): pair for pair in summary.pairs}
    widest = max(abs(pair.margin.value) for pair in summary.pairs) or 1.0
    rows: list[list[str]] = []
    for hero in dict.fromkeys(pair.pair.hero for pair in summary.pairs):
        row = [escape(hero)]
        for other in against:
            pair = cells.get((hero, other))
            text = (
                ""
                if pair is None
                else f"{signed(pair.margin.value, translator)}<br>{translator.figure(pair.wins.value, '.0%')}"
            )
            row.append(tinted(text, pair.margin.value / widest) if pair is not None else "")
        rows.append(row)
    return section(
        translator.say("Matrix"),
        "",
        table(translator.say("Margin and wins of the row against the column"), (translator.say("Bot"), *against), rows),
    )


def ratings(summary: Summary, translator: Translator) -> str:
    ranked = sorted(summary.bots, key=lambda bot: -bot.rating.mu)
    spans: list[tuple[str, Interval]] = []
    for bot in ranked:
        mu, reach = bot.rating.mu, Z95 * bot.rating.sigma
        spans.append((bot.name, Interval(mu, mu - reach, mu + reach)))
    return section(
        translator.say("Ratings"),
        translator.say("By openskill (Plackett-Luce); all begin with 25. They depend on the pairings: see the matrix."),
        forest_plot(spans, 25.0, lambda value: translator.figure(value, ".0f")),
        table(
            translator.say("Ratings"),
            translator.headings(("Bot", "rating", "standard deviation")),
            [
                (escape(bot.name), translator.figure(bot.rating.mu, ".1f"), translator.figure(bot.rating.sigma, ".1f"))
                for bot in ranked
            ],
        ),
    )


def seats(summary: Summary, translator: Translator) -> str:
    names = [seat_name(seat.seat) for seat in summary.seats]
    rows = [
        [translator.say("thalers"), *[translator.figure(seat.thalers, ".2f") for seat in summary.seats]],
        [translator.say("wins"), *[translator.figure(seat.wins.value, ".1%") for seat in summary.seats]],
    ]
    for pair in summary.pairs:
        rows.append(
            [
                escape(translator.say("margin of {pair}", pair=pair_text(pair, translator))),
                *[signed(margin, translator) for margin in pair.by_seat],
            ]
        )
    shares = [(translator.say("Seat {letter}", letter=seat_name(seat.seat)), seat.wins) for seat in summary.seats]
    return section(
        translator.say("Seats"),
        translator.say(
            "Average of all bots in each seat: seat A starts. Without rotation this would look like strength."
        ),
        forest_plot(shares, 1 / summary.setting.players, percent(translator)),
        table(translator.say("Thalers, wins and margins by seat"), ("", *names), rows),
    )


def talk(summary: Summary, translator: Translator) -> str:
    columns = translator.headings(
        ("Bot", "offers", "accepted", "calls", "deals", "gifts", "decisions", "p50", "p99", "busy", "aborted")
    )
    rows = [(escape(bot.name), *talk_cells(bot, translator), f"{bot.faults}") for bot in summary.bots]
    return section(
        translator.say("Trading and time"),
        translator.say(
            "Offers, calls, deals and gifts for each game and seat. p50 and p99: within this time half and 99% of "
            "the decisions were made; busy: 99%, counting only the time of the processor."
        ),
        table(translator.say("Trading and time by bot"), columns, rows),
    )


def surpluses(summary: Summary, translator: Translator) -> str:
    if not summary.surplus:
        return ""
    intervals = [
        (table_summary.name, table_summary.surplus)
        for table_summary in summary.surplus
        if table_summary.surplus is not None
    ]
    rows = [list(map(escape, surplus_cells(table_summary, translator))) for table_summary in summary.surplus]
    return section(
        translator.say("Surplus"),
        translator.say(
            "What tables of copies earn on the same deals: 0% is what a table earns that never trades, 100% "
            "what a table of bots earns that maximise its total."
        ),
        forest_plot(intervals, 1.0, percent(translator)) if intervals else "",
        table(
            translator.say("Thalers of the whole table, and its part of the surplus"), surplus_columns(translator), rows
        ),
    )


def favours(summary: Summary, translator: Translator) -> str:
    most = max([flow.favours for flow in summary.flows], default=0.0) or 1.0
    rows: list[list[str]] = []
    for flow in summary.flows:
        *figures, favours_text, lost = map(escape, flow_cells(flow, translator))
        rows.append([*figures, tinted(favours_text, -flow.favours / most), lost])
    return section(
        translator.say("Who favours whom"),
        translator.say(
            "Between two seats, for each game. Favours are cards that fit the receiver's fields, for which nothing "
            "came back that fits the giver's. Cards given up fitted the giver's own fields. A bot colludes if it does "
            "its copies many more favours than it does other bots that trade as well."
        ),
        table(translator.say("Gifts and favours"), favour_columns(translator), rows, words=2),
    )


def spread_of_deals(summary: Summary, translator: Translator) -> str:
    text = tenths(translator)
    plots = [
        f"<figure><figcaption>{escape(pair_text(pair, translator))}</figcaption>"
        f"{histogram(pair.by_deal, text)}</figure>"
        for pair in summary.pairs
        if pair.by_deal
    ]
    if not plots or len(plots) > MAX_HISTOGRAMS:
        return ""
    meaning = translator.say("How many deals brought which margin: red below 0, green above.")
    return section(translator.say("From deal to deal"), meaning, f'<div class="figures">{"".join(plots)}</div>')


def faults(summary: Summary, translator: Translator) -> str:
    if not summary.faults:
        return ""
    rows = [
        (escape(game.culprit), f"{game.fixture.deal}", escape(", ".join(game.fixture.lineup)), escape(game.fault))
        for game in summary.faults[:50]
    ]
    count = translator.say(
        "{count} of {games} games were aborted; they are in no other figure.",
        count=len(summary.faults),
        games=summary.games,
    )
    columns = (
        translator.say("Bot"),
        translator.say("deal", context="of cards"),
        *translator.headings(("seats", "fault")),
    )
    return section(translator.say("Aborted"), count, table(translator.say("What went wrong"), columns, rows, words=4))
