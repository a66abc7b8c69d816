"""`tobean rules`: rules by number, by game, or by words they contain."""

import re
from collections.abc import Sequence
from itertools import groupby
from typing import Final

import click
from rich.text import Text

from tobean.cli.language import labelled, language_option, say
from tobean.cli.output import EXIT_OK, grid, json_option, print_json, printer
from tobean.games import GAMES
from tobean.i18n.rulebook import NUMBER, RuleText, page_heading, pages
from tobean.i18n.rulebook import rules as all_rules
from tobean.kernel.errors import BadInput
from tobean.kernel.rules import Rules

MARKS: Final = re.compile(
    r"\*\*(?P<bold>[^*]+)\*\*|\*(?P<italic>[^*]+)\*|`(?P<cyan>[^`]+)`|\[(?P<none>[^\]]+)\]\([^)]*\)"
)
"""Markdown in rules: strong and light emphasis, code, links; groups are named after their styles."""
MIN_WIDTH: Final = 20
MAX_WIDTH: Final = 100


@click.command(short_help="Look up a rule, a game's rules, or words in them.")
@click.argument("query", nargs=-1)
@click.option(
    "--all", "everything", is_flag=True, help="With a game: include the rules of other pages that apply in it."
)
@language_option("Language of the rules.")
@json_option
def rules(query: tuple[str, ...], everything: bool, lang: str, as_json: bool) -> int:
    """Look up rules.

    Without QUERY, list the games and their numbers of rules. QUERY may be rule numbers, the name of a game (or
    `kernel`, for the rules that all games share), or words: then every rule that contains all of them is shown. The
    numbers are the same in all languages.

    \b
    Examples:
      tobean rules
      tobean rules K7
      tobean rules bohnanza --all
      tobean rules draw pile
      tobean rules Bohnenschutz --lang de

    Exit codes: 0 fine, 2 there is no such rule.
    """
    if not query:
        print_json(games_data()) if as_json else print_games(lang)
        return EXIT_OK
    found, words = look_up(query, everything, lang)
    if as_json:
        print_json([vars(rule) for rule in found])
    else:
        print_rules(found, words, lang)
    return EXIT_OK


# --- lookup ----------------------------------------------------------------------------------------------


def look_up(query: Sequence[str], everything: bool, lang: str) -> tuple[list[RuleText], list[str]]:
    """Return the rules that a query asks for, and the words to highlight in them."""
    known = all_rules(lang)
    words = [word.strip(",;").upper() for word in query]
    name = " ".join(query).strip().lower()
    game = next((game for game in GAMES.values() if name in (game.name.lower(), game.title.lower())), None)
    if game is not None:
        return rules_of(game, everything, lang), []
    if all(NUMBER.fullmatch(word) for word in words):
        for word in words:
            if word not in known:
                raise BadInput("there is no rule {word}; `tobean rules` lists where there are rules", word=word)
        return [known[word] for word in dict.fromkeys(words)], []
    if name in pages():
        return [rule for rule in known.values() if rule.page == name], []
    words = name.split()
    found = [rule for rule in known.values() if words and all(word in plain(rule).lower() for word in words)]
    if not found:
        raise BadInput("nothing in the rules matches {name!r}", name=name)
    return found, words


def rules_of(game: Rules, everything: bool, lang: str = "en") -> list[RuleText]:
    """Return the rules on a game's own page or, with `everything`, all that apply in it."""
    applicable = [rule for rule in all_rules(lang).values() if rule.page == game.name or rule.prefix in game.prefixes]
    own = [rule for rule in applicable if rule.page == game.name]
    return applicable if everything else own or [rule for rule in applicable if rule.prefix == game.prefixes[-1]]


def plain(rule: RuleText) -> str:
    return styled(rule.text).plain


# --- printing ----------------------------------------------------------------------------------------------


def styled(markdown: str) -> Text:
    """Convert Markdown emphasis into styles."""
    text = Text()
    last = 0
    for match in MARKS.finditer(markdown):
        text.append(markdown[last : match.start()])
        style = match.lastgroup or "none"
        text.append(match[style], style=style)
        last = match.end()
    text.append(markdown[last:])
    return text


def print_rules(found: list[RuleText], words: list[str], lang: str) -> None:
    """Print rules under the headings of their pages and sections."""
    out = printer()
    indent = max(len(rule.number) for rule in found) + 4
    for place, group in groupby(found, key=lambda rule: (rule.page, rule.section)):
        out.print(Text(labelled(page_title(place[0], lang), place[1]), style="bold"))
        for rule in group:
            text = styled(rule.text)
            text.highlight_words(words, style="bold yellow", case_sensitive=False)
            label = (f"  {rule.number}".ljust(indent), "cyan")
            body = text.wrap(out, max(MIN_WIDTH, min(out.width, MAX_WIDTH) - indent))
            for line in body:
                line.rstrip()
            out.print(Text("\n" + " " * indent).join([Text.assemble(label, body[0]), *body[1:]]), soft_wrap=True)


def page_title(page: str, lang: str = "en") -> str:
    """Return the title of a page: that of its game, or else its own heading."""
    return GAMES[page].title if page in GAMES else page_heading(page, lang)


def games_data() -> list[dict[str, object]]:
    return [
        {
            "game": game.name,
            "title": game.title,
            "edition": game.edition,
            "players": list(game.players),
            "rules": len(rules_of(game, everything=False)),
            "rules_with_shared": len(rules_of(game, everything=True)),
            "letters": list(game.prefixes),
        }
        for game in GAMES.values()
    ]


def print_games(lang: str) -> None:
    table = grid(
        say("Games"),
        (say("Game"), say("Title"), say("Edition"), say("Players"), say("Own rules"), say("All rules")),
        3,
        wrapped=say("Edition"),
    )
    for game in GAMES.values():
        own, applicable = rules_of(game, everything=False), rules_of(game, everything=True)
        players = ", ".join(str(count) for count in game.players)
        row = (game.name, game.title, game.edition, players, str(len(own)), str(len(applicable)))
        table.add_row(*[Text(cell) for cell in row])
    out = printer()
    out.print(table)
    for page in pages():
        if page not in GAMES:
            count = sum(1 for rule in all_rules().values() if rule.page == page)
            title = page_title(page, lang)
            where = f"tobean rules {page}"
            out.print(say("{title}: {count} rules, shown by `{command}`.", title=title, count=count, command=where))
