"""Rules pages as HTML. The number of each rule is an anchor, so that an error message can link to it."""

import re
from functools import cache
from typing import Final

from markupsafe import Markup

from tobean.games import GAMES
from tobean.i18n.rulebook import page_heading, pages, rules

RULE_ITEM: Final = re.compile(r"<li>\s*(?:<p>)?<strong>([A-Z]+\d+)</strong>")
PAGE_LINK: Final = re.compile(r'href="[./\w-]*/([a-z_]+)/rulebook/[a-z]+\.md(#[^"]*)?"')
OTHER_LINK: Final = re.compile(r'<a href="(?!/|#|https?:)[^"]*">(.*?)</a>', re.DOTALL)


def page_of_rule(number: str) -> str:
    """Return the name of the page that contains a rule, "" if there is no such rule."""
    rule = rules().get(number)
    return rule.page if rule else ""


def rule_address(number: str) -> str:
    """Return the address of a rule, or of the list of rules pages if there is no such rule."""
    page = page_of_rule(number)
    return f"/rules/{page}#{number}" if page else "/rules"


@cache
def rules_html(name: str, language: str) -> Markup:
    """Return the body of a rules page, without its title."""
    from markdown_it import MarkdownIt

    text = re.sub(r"\A# .*\n", "", pages(language)[name])
    html = MarkdownIt("commonmark", {"html": False}).enable("table").render(text)
    html = RULE_ITEM.sub(
        lambda match: f'<li id="{match[1]}"><strong><a href="#{match[1]}">{match[1]}</a></strong>', html
    )
    html = PAGE_LINK.sub(lambda match: f'href="/rules/{match[1].replace("_", "-")}{match[2] or ""}"', html)
    html = OTHER_LINK.sub(r"\1", html)
    # Safe to mark as HTML: the text is part of the package, and raw HTML in it is disabled.
    return Markup(html)


@cache
def pages_of(game: str) -> list[str]:
    """Return the rules pages that apply to a game, its own first: an error message may cite a rule of any of them."""
    if game not in GAMES:
        return [game]
    prefixes = GAMES[game].prefixes
    applying = {rule.page for rule in rules().values() if rule.prefix in prefixes}
    own = [game] if game in pages() else []
    return [*own, *(name for name in pages() if name in applying and name != game)]


def page_title(name: str, language: str) -> str:
    return GAMES[name].title if name in GAMES else page_heading(name, language)
