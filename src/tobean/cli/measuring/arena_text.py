"""Report of the arena for a terminal."""

from rich.text import Text

from tobean.cli.language import figure, headings, labelled, say, wording
from tobean.cli.measuring.common import print_faults
from tobean.cli.output import grid, printer
from tobean.games import game_named
from tobean.kernel.base.seats import seat_name
from tobean.record.position_entries import options_text
from tobean.research.opponents.population import COMMUNE, NO_TRADE
from tobean.research.report import number_text
from tobean.research.statistics.summary import Summary


def print_summary(summary: Summary, interrupted: bool) -> None:
    out, setting = printer(), summary.setting
    rules = game_named(setting.game)
    played, players = (
        number_text.games_text(summary, interrupted, wording()),
        number_text.players_text(summary, wording()),
    )
    out.print(labelled(f"{rules.title} ({rules.edition}), {players}", played))
    seed, population = say("seed {seed}", seed=setting.seed), number_text.population_text(wording())
    out.print(f"{seed}, {options_text(setting.options)}, {population}\n")
    print_pairs(summary)
    if len(summary.pairs) > 1:
        print_matrix(summary)
    print_seats(summary)
    print_bots(summary)
    print_surplus(summary)
    print_flows(summary)
    print_faults(summary.faults, summary.games)


def print_pairs(summary: Summary) -> None:
    par = figure(1 / summary.setting.players, ".1%")
    against = say("against")
    figures = headings(("margin", "95% interval", "p", "wins", "95% interval", "thalers", "others"))
    table = grid(
        say("One against the rest (par: margin 0, wins {par})", par=par),
        (say("Bot"), against, say("deals", context="of cards"), *figures),
        words=2,
        wrapped=against,
    )
    for pair in summary.pairs:
        table.add_row(*map(Text, number_text.pair_cells(pair, wording())))
    printer().print(table)


def print_matrix(summary: Summary) -> None:
    against = list(dict.fromkeys(pair.pair.against for pair in summary.pairs))
    margins = {(pair.pair.hero, pair.pair.against): pair for pair in summary.pairs}
    table = grid(say("Matrix: margin and wins of the row against the column"), ("", *against))
    for hero in dict.fromkeys(pair.pair.hero for pair in summary.pairs):
        cells = [margins.get((hero, other)) for other in against]
        texts = [
            ""
            if cell is None
            else f"{number_text.signed(cell.margin.value, wording())} {figure(cell.wins.value, '.0%')}"
            for cell in cells
        ]
        table.add_row(Text(hero), *texts)
    printer().print(table)


def print_seats(summary: Summary) -> None:
    title = say("Seats over all bots; then the margin of each bot by its seat")
    table = grid(title, ("", *[seat_name(seat.seat) for seat in summary.seats]))
    table.add_row(say("thalers"), *[figure(seat.thalers, ".2f") for seat in summary.seats])
    table.add_row(say("wins"), *[figure(seat.wins.value, ".1%") for seat in summary.seats])
    for pair in summary.pairs:
        name = Text(number_text.pair_text(pair, wording()))
        table.add_row(name, *[number_text.signed(margin, wording()) for margin in pair.by_seat])
    printer().print(table)


def print_bots(summary: Summary) -> None:
    figures = headings(("offers", "accepted", "calls", "deals", "gifts", "decisions", "p50", "p99", "busy"))
    table = grid(
        say("Bots: rating, talk per game and seat, time per decision (busy: p99 CPU time)"),
        (say("Bot"), say("rating"), "\N{PLUS-MINUS SIGN}", *figures),
    )
    for bot in sorted(summary.bots, key=lambda bot: -bot.rating.mu):
        rating, deviation = figure(bot.rating.mu, ".1f"), figure(bot.rating.sigma, ".1f")
        table.add_row(Text(bot.name), rating, deviation, *number_text.talk_cells(bot, wording()))
    printer().print(table)


def print_surplus(summary: Summary) -> None:
    if not summary.surplus:
        return
    title = say("Surplus in self-play ({none}: 0%, {most}: 100%)", none=NO_TRADE, most=COMMUNE)
    table = grid(title, number_text.surplus_columns(wording()))
    for row in summary.surplus:
        table.add_row(*map(Text, number_text.surplus_cells(row, wording())))
    printer().print(table)


def print_flows(summary: Summary) -> None:
    title = say("Between two seats, per game: cards given, and given free")
    table = grid(title, number_text.favour_columns(wording()), words=2)
    for flow in summary.flows:
        table.add_row(*map(Text, number_text.flow_cells(flow, wording())))
    printer().print(table)
