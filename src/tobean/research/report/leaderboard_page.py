"""The leaderboard page: for each round the overall ranking, then one table for each variant."""

from collections.abc import Sequence
from functools import reduce
from html import escape

from tobean.i18n.translator import Translator
from tobean.research.evaluation.score import Score
from tobean.research.evaluation.submission import Variant
from tobean.research.report.arena_page import paragraph, section, table
from tobean.research.report.number_text import time_text
from tobean.research.report.plots import forest_plot
from tobean.research.report.ranking import (
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
from tobean.research.report.report_style import STYLE


def leaderboard_page(scores: Sequence[Score], translator: Translator | None = None) -> str:
    translator = translator or Translator()
    heading = translator.say("Leaderboard")
    body = [f"<h1>{escape(heading)}</h1>", *[paragraph(text) for text in explanations(translator)]]
    for round_scores in rounds_of(scores):
        body.append(overall_section(round_scores, translator))
        body += [variant_section(round_scores, variant, translator) for variant in variants_in(round_scores)]
    if not scores:
        body.append(paragraph(translator.say("There is no score yet.")))
    return (
        f'<!doctype html><html lang="{translator.language}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{escape(heading)}</title><style>{STYLE}</style></head><body><main>{''.join(body)}</main></body></html>\n"
    )


def explanations(translator: Translator) -> list[str]:
    return [
        translator.say(
            "Each bot was submitted before the seed existed from which deals and opponents were drawn. It plays every"
            " seat of every deal. The score is its margin (own thalers less the mean of the others') on a scale where"
            " a random bot has 0 and the merchant 1; every kind of opponents counts the same."
        ),
        translator.say(
            "Welfare: thalers of the whole table, relative to the merchant in the same place. Surplus: share of the"
            " possible gains from trade at a table of copies. Fairness: 1 if all copies earn the same, 0 if one earns"
            " everything. Best response: thalers that a learned opponent gains at a table of copies, at least."
            " Collusion: favours to a copy less those to others. True claims: announced cards that the bot had."
            " Honoured calls: announcements it stood by."
        ),
        translator.say(
            "Brackets hold 95% intervals. They come from leaving out each deal in turn, and are never narrower than the"
            " number of deals allows. A dash means that there was nothing to measure."
        ),
        translator.say(
            "Built-in bots and networks in files are ranked. A bot with code of its own runs in the same process as the"
            " table and could read all hands, so it is measured but has no rank."
        ),
    ]


def overall_section(scores: Sequence[Score], translator: Translator) -> str:
    found = scores[0].round
    facts = [
        translator.labelled(translator.say("deals", context="of cards"), found.deals),
        translator.say("seed {seed}", seed=found.seed),
        translator.say("named after submission: {text}", text=found.named),
        *dict.fromkeys(f"tobean {score.submission.tobean}" for score in scores),
        translator.say("population {version}", version=scores[0].submission.population),
    ]
    rows = overall_rows(scores)
    columns = ("", translator.say("Bot"), *translator.headings([column.heading for column in (SCORE, *SOCIAL)]))
    cells = [
        (
            rank,
            escape(bot_label(score, translator)),
            SCORE.cell(overall, translator),
            *[column.cell(score.mean(column.name), translator) for column in SOCIAL],
        )
        for rank, score, overall in rows
    ]
    intervals = [(score.bot, overall) for _, score, overall in rows if overall is not None]
    plot = forest_plot(intervals, 1.0, lambda value: SCORE.number(value, translator)) if intervals else ""
    names = translator.say_plural("Mean over {count} variant", "Mean over {count} variants", len(variants_in(scores)))
    missing = [variant_title(variant, translator) for variant in variants_without_score(scores)]
    submitted = [(escape(score.bot), f"<code>{score.submission.digest}</code>") for _, score, _ in rows]
    return section(
        translator.say("Ranking"),
        reduce(translator.joined, facts),
        plot,
        table(names, columns, cells, 2),
        paragraph(translator.labelled(translator.say("Not measured"), reduce(translator.joined, missing)))
        if missing
        else "",
        table(translator.say("Submissions"), translator.headings(("Bot", "SHA-256")), submitted, 2),
    )


def variant_section(scores: Sequence[Score], variant: Variant, translator: Translator) -> str:
    rows = variant_rows(scores, variant)
    first = rows[0][2]
    shown = (SCORE, MARGIN, WINS, *SOCIAL)
    columns = ("", translator.say("Bot"), *translator.headings([column.heading for column in shown]), "p50", "p99")
    cells = [
        (
            rank,
            escape(bot_label(score, translator)),
            *[column.cell(getattr(entry, column.name), translator) for column in shown],
            time_text(entry.median, translator),
            time_text(entry.slow, translator),
        )
        for rank, score, entry in rows
    ]
    families = list(dict.fromkeys(family for _, _, entry in rows for family in entry.families))
    against = [
        (escape(score.bot), *[SCORE.cell(entry.families.get(family), translator) for family in families])
        for _, score, entry in rows
    ]
    return section(
        variant_title(variant, translator),
        first.edition,
        table(translator.say("Ranked by score"), columns, cells, 2),
        table(translator.say("Score by kind of opponents"), (translator.say("Bot"), *families), against),
    )
