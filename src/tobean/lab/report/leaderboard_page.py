"""The leaderboard page: for each round the overall ranking, then one table for each variant."""

from collections.abc import Sequence
from functools import reduce
from html import escape

from tobean.i18n.translator import Translator
from tobean.lab.evaluation.score import Score
from tobean.lab.evaluation.submission import Variant
from tobean.lab.report.arena_page import paragraph, section, table
from tobean.lab.report.number_text import time_text
from tobean.lab.report.plots import forest_plot
from tobean.lab.report.ranking import (
    MARGIN,
    SCORE,
    SOCIAL,
    WINS,
    bot_label,
    overall_rows,
    rounds_of,
    variant_rows,
    variant_title,
    variants_in,
    variants_without_score,
)
from tobean.lab.report.report_style import STYLE


def leaderboard_page(scores: Sequence[Score], words: Translator | None = None) -> str:
    words = words or Translator()
    heading = words.say("Leaderboard")
    body = [f"<h1>{escape(heading)}</h1>", *[paragraph(text) for text in explanations(words)]]
    for board in rounds_of(scores):
        body.append(overall_section(board, words))
        body += [variant_section(board, variant, words) for variant in variants_in(board)]
    if not scores:
        body.append(paragraph(words.say("There is no score yet.")))
    return (
        f'<!doctype html><html lang="{words.language}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{escape(heading)}</title><style>{STYLE}</style></head><body><main>{''.join(body)}</main></body></html>\n"
    )


def explanations(words: Translator) -> list[str]:
    return [
        words.say(
            "Each bot was submitted before the seed existed from which deals and opponents were drawn. It plays every"
            " seat of every deal. The score is its margin (own thalers less the mean of the others') on a scale where"
            " a random bot has 0 and the merchant 1; every kind of opponents counts the same."
        ),
        words.say(
            "Welfare: thalers of the whole table, relative to the merchant in the same place. Surplus: share of the"
            " possible gains from trade at a table of copies. Fairness: 1 if all copies earn the same, 0 if one earns"
            " everything. Best response: thalers that a learned opponent gains at a table of copies, at least."
            " Collusion: favours to a copy less those to others. True claims: announced cards that the bot had."
            " Honoured calls: announcements it stood by."
        ),
        words.say(
            "Brackets hold 95% intervals. They come from leaving out each deal in turn, and are never narrower than the"
            " number of deals allows. A dash means that there was nothing to measure."
        ),
    ]


def overall_section(board: Sequence[Score], words: Translator) -> str:
    found = board[0].round
    facts = [
        words.labelled(words.say("deals", context="of cards"), found.deals),
        words.say("seed {seed}", seed=found.seed),
        words.say("named after submission: {text}", text=found.named),
        *dict.fromkeys(f"tobean {score.submission.tobean}" for score in board),
        words.say("population {version}", version=board[0].submission.population),
    ]
    rows = overall_rows(board)
    columns = ("", words.say("Bot"), *words.headings([figure.heading for figure in (SCORE, *SOCIAL)]))
    cells = [
        (
            rank,
            escape(bot_label(score, words)),
            SCORE.cell(overall, words),
            *[figure.cell(score.mean(figure.name), words) for figure in SOCIAL],
        )
        for rank, score, overall in rows
    ]
    intervals = [(score.bot, overall) for _, score, overall in rows if overall is not None]
    plot = forest_plot(intervals, 1.0, lambda value: SCORE.number(value, words)) if intervals else ""
    names = words.say_plural("Mean over {count} variant", "Mean over {count} variants", len(variants_in(board)))
    missing = [variant_title(variant, words) for variant in variants_without_score(board)]
    submitted = [(escape(score.bot), f"<code>{score.submission.digest}</code>") for _, score, _ in rows]
    return section(
        words.say("Ranking"),
        reduce(words.joined, facts),
        plot,
        table(names, columns, cells, 2),
        paragraph(words.labelled(words.say("Not measured"), reduce(words.joined, missing))) if missing else "",
        table(words.say("Submissions"), words.headings(("Bot", "SHA-256")), submitted, 2),
    )


def variant_section(board: Sequence[Score], variant: Variant, words: Translator) -> str:
    rows = variant_rows(board, variant)
    first = rows[0][2]
    figures = (SCORE, MARGIN, WINS, *SOCIAL)
    columns = ("", words.say("Bot"), *words.headings([figure.heading for figure in figures]), "p50", "p99")
    cells = [
        (
            rank,
            escape(bot_label(score, words)),
            *[figure.cell(getattr(entry, figure.name), words) for figure in figures],
            time_text(entry.median, words),
            time_text(entry.slow, words),
        )
        for rank, score, entry in rows
    ]
    families = list(dict.fromkeys(family for _, _, entry in rows for family in entry.families))
    against = [
        (escape(score.bot), *[SCORE.cell(entry.families.get(family), words) for family in families])
        for _, score, entry in rows
    ]
    return section(
        variant_title(variant, words),
        first.edition,
        table(words.say("Ranked by score"), columns, cells, 2),
        table(words.say("Score by kind of opponents"), (words.say("Bot"), *families), against),
    )
