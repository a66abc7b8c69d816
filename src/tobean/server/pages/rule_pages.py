"""The rules pages as HTML: every rule has its number as an anchor, so that a refusal can link to it."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from markdown_it import MarkdownIt
from markupsafe import Markup

from tobean.games import GAMES
from tobean.i18n.rulebook import page_heading, pages, rules

RULE_ITEM: Final = re.compile(r"<li>\s*(?:<p>)?<strong>([A-Z]+\d+)</strong>")
PAGE_LINK: Final = re.compile(r'href="[./\w-]*/([a-z_]+)/rulebook/[a-z]+\.md(#[^"]*)?"')
OTHER_LINK: Final = re.compile(r'<a href="(?!/|#|https?:)[^"]*">(.*?)</a>', re.DOTALL)


def page_of_rule(number: str) -> str:
    """The page a rule stands on, or ""."""
    rule = rules().get(number)
    return rule.page if rule else ""


def rule_address(number: str) -> str:
    """Where to read a rule."""
    page = page_of_rule(number)
    return f"/rules/{page}#{number}" if page else "/rules"


@cache
def rules_html(name: str, language: str) -> Markup:
    """The body of a rules page, without its title."""
    text = re.sub(r"\A# .*\n", "", pages(language)[name])
    html = MarkdownIt("commonmark", {"html": False}).enable("table").render(text)
    html = RULE_ITEM.sub(
        lambda found: f'<li id="{found[1]}"><strong><a href="#{found[1]}">{found[1]}</a></strong>', html
    )
    html = PAGE_LINK.sub(lambda found: f'href="/rules/{found[1].replace("_", "-")}{found[2] or ""}"', html)
    html = OTHER_LINK.sub(r"\1", html)
    # The text comes with the package and raw HTML in it is off.
    return Markup(html)


@cache
def pages_of(game: str) -> list[str]:
    """The rules pages that hold in a game, its own first: a refusal may cite a rule of any of them."""
    if game not in GAMES:
        return [game]
    letters = GAMES[game].prefixes
    holding = {rule.page for rule in rules().values() if rule.prefix in letters}
    own = [game] if game in pages() else []
    return [*own, *(name for name in pages() if name in holding and name != game)]


def page_title(name: str, language: str) -> str:
    return GAMES[name].title if name in GAMES else page_heading(name, language)
