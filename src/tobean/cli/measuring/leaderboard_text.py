"""The ranking of a round for a terminal."""

from collections.abc import Sequence

from rich.text import Text

from tobean.cli.language import headings, say, wording
from tobean.cli.output import grid, printer
from tobean.lab.evaluation.score import Score
from tobean.lab.report.ranking import SCORE, SOCIAL, bot_label, overall_rows, variant_rows, variant_title, variants_in


def print_ranking(board: Sequence[Score]) -> None:
    words = wording()
    rows = overall_rows(board)
    variants = variants_in(board)
    if len(variants) > 1:
        table = grid(say("Overall score (random 0, merchant 1)"), ("", *headings(("Bot", "score", "95% interval"))), 2)
        for rank, score, overall in rows:
            cells = (SCORE.number(overall.value, words), SCORE.span(overall, words)) if overall else ("", "")
            table.add_row(rank, Text(bot_label(score, words)), *cells)
        printer().print(table)
    for variant in variants:
        table = grid(variant_title(variant, words), ("", *headings(("Bot", "score", "95% interval", "wins"))), 2)
        for rank, score, entry in variant_rows(board, variant):
            wins = words.figure(entry.wins.value, ".1%") if entry.wins else ""
            cells = (
                (SCORE.number(entry.score.value, words), SCORE.span(entry.score, words)) if entry.score else ("", "")
            )
            table.add_row(rank, Text(bot_label(score, words)), *cells, wins)
        printer().print(table)
    table = grid(say("Conduct, with half of the 95% interval"), ("", *headings([figure.heading for figure in SOCIAL])))
    for _, score, _ in rows:
        table.add_row(Text(score.bot), *[figure.short_cell(score.mean(figure.name), words) for figure in SOCIAL])
    printer().print(table)
