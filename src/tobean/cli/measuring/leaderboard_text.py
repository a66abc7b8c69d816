"""The ranking of a round for a terminal."""

from collections.abc import Sequence

from rich.text import Text

from tobean.cli.language import headings, say, wording
from tobean.cli.output import grid, printer
from tobean.research.evaluation.score import Score
from tobean.research.report.ranking import (
    SCORE,
    SOCIAL,
    bot_label,
    overall_rows,
    variant_rows,
    variant_title,
    variants_in,
)


def print_ranking(scores: Sequence[Score]) -> None:
    translator = wording()
    rows = overall_rows(scores)
    variants = variants_in(scores)
    if len(variants) > 1:
        table = grid(say("Overall score (random 0, merchant 1)"), ("", *headings(("Bot", "score", "95% interval"))), 2)
        for rank, score, overall in rows:
            cells = (SCORE.number(overall.value, translator), SCORE.span(overall, translator)) if overall else ("", "")
            table.add_row(rank, Text(bot_label(score, translator)), *cells)
        printer().print(table)
    for variant in variants:
        table = grid(variant_title(variant, translator), ("", *headings(("Bot", "score", "95% interval", "wins"))), 2)
        for rank, score, entry in variant_rows(scores, variant):
            wins = translator.figure(entry.wins.value, ".1%") if entry.wins else ""
            cells = (
                (SCORE.number(entry.score.value, translator), SCORE.span(entry.score, translator))
                if entry.score
                else ("", "")
            )
            table.add_row(rank, Text(bot_label(score, translator)), *cells, wins)
        printer().print(table)
    table = grid(say("Conduct, with half of the 95% interval"), ("", *headings([column.heading for column in SOCIAL])))
    for _, score, _ in rows:
        table.add_row(Text(score.bot), *[column.short_cell(score.mean(column.name), translator) for column in SOCIAL])
    printer().print(table)
