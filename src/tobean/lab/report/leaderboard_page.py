"""The leaderboard page: one table of ranked scores for each setting."""

from collections.abc import Sequence
from functools import reduce
from html import escape

from tobean.games.registry import GAMES
from tobean.i18n.translator import Translator
from tobean.lab.arena.leaderboard import Score
from tobean.lab.report.arena_page import paragraph, section, table
from tobean.lab.report.number_text import share_span, signed, span, time_text
from tobean.lab.report.plots import forest_plot
from tobean.lab.report.report_style import STYLE


def boards(scores: Sequence[Score]) -> list[list[Score]]:
    """Group comparable scores, the best first; the largest group first."""
    groups: dict[object, list[Score]] = {}
    for score in scores:
        groups.setdefault(score.comparison_key, []).append(score)
    ranked = [sorted(board, key=lambda score: (-score.margin.value, score.bot)) for board in groups.values()]
    return sorted(ranked, key=lambda board: (-len(board), str(board[0].comparison_key)))


def ranks(board: Sequence[Score]) -> list[int]:
    """The rank of each score. Equal margins share a rank."""
    return [1 + sum(other.margin.value > score.margin.value for other in board) for score in board]


def leaderboard_page(scores: Sequence[Score], words: Translator | None = None) -> str:
    words = words or Translator()
    heading = words.say("Leaderboard")
    body = [f"<h1>{escape(heading)}</h1>"]
    body.append(
        paragraph(
            words.say(
                "Each bot plays the same numbered deals against every member of the frozen population, on every seat."
                " Ranked by margin: own thalers less the mean of the others', with a 95% interval over the deals."
            )
        )
    )
    body += [board_section(board, words) for board in boards(scores)]
    if not scores:
        body.append(paragraph(words.say("There is no score yet.")))
    return (
        f'<!doctype html><html lang="{words.language}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{escape(heading)}</title><style>{STYLE}</style></head><body><main>{''.join(body)}</main></body></html>\n"
    )


def board_section(board: Sequence[Score], words: Translator) -> str:
    first = board[0]
    title = GAMES[first.game].title if first.game in GAMES else first.game
    players = words.say_plural("{count} player", "{count} players", first.players)
    facts = [
        first.edition,
        words.labelled(words.say("deals", context="of cards"), first.deals),
        words.say("population {version}", version=first.population),
        f"talk_limit={first.talk_limit}",
        words.say("seed {seed}", seed=first.seed),
    ]
    columns = ("", *words.headings(("Bot", "margin", "95% interval", "wins", "95% interval", "p50", "p99", "version")))
    rows = [
        (
            str(rank),
            escape(score.bot + (f" ({broken(score, words)})" if score.faults else "")),
            signed(score.margin.value, words),
            span(score.margin, words),
            words.figure(score.wins.value, ".1%"),
            share_span(score.wins, words),
            time_text(score.median, words),
            time_text(score.slow, words),
            escape(score.version),
        )
        for rank, score in zip(ranks(board), board, strict=True)
    ]
    plot = forest_plot([(score.bot, score.margin) for score in board], 0.0, lambda value: signed(value, words))
    ranking = table(words.say("Ranked by margin"), columns, rows, 2)
    return section(f"{title}, {players}", reduce(words.joined, facts), plot, ranking, opponents(board, words))


def broken(score: Score, words: Translator) -> str:
    return words.say_plural("broke off {count} game", "broke off {count} games", score.faults)


def opponents(board: Sequence[Score], words: Translator) -> str:
    """Render each bot's margin against each opponent."""
    names = list(dict.fromkeys(name for score in board for name in score.against))
    rows = [
        (
            escape(score.bot),
            *[signed(score.against[name].value, words) if name in score.against else "" for name in names],
        )
        for score in board
    ]
    return table(words.say("Margin against each opponent"), (words.say("Bot"), *names), rows)
