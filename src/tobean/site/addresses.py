"""Addresses of the static site for the paths of the server.

Pages that are the same for all visitors are files, one for each language. All others are shown by one page, `page/`,
with the server's path behind the `#`. `static/local_site.js` does the same for addresses that scripts use.
"""

import re
from html import escape, unescape
from typing import Final

from tobean.server.pages.rendering import LINK

STATIC_PAGE: Final = re.compile(r"/(|rules|rules/[^/]+|cards/[^/]+|learn|learn/[^/]+|privacy)")
"""Paths of pages that are files."""
FILE: Final = re.compile(r"/(assets|static|catalogue|local|python)/.*|/shelf\.css")
MANIFEST: Final = "/manifest.webmanifest"
EXAMPLE: Final = re.compile(r"(/cards/[^/]+)/example")
"""Path of the cards of a game as a file."""
ATTRIBUTE: Final = re.compile(rf"{LINK.pattern}([^\"]*)")
SCRIPT_ATTRIBUTES: Final = ("data-socket", "data-waiting", "data-replay")
"""Attributes with paths that scripts request. They are not rewritten."""


def static_address(path: str, language: str) -> str:
    """Return the address of a page or file of the server, relative to the root of the site."""
    bare, mark, anchor = path.partition("#")
    bare, _, query = bare.partition("?")
    if FILE.fullmatch(bare):
        return path.removeprefix("/")
    if bare == MANIFEST:
        return f"manifest.{language}.webmanifest"
    if example := EXAMPLE.fullmatch(bare):
        return f"{language}{example[1]}/example.toml"
    if STATIC_PAGE.fullmatch(bare):
        return f"{language}{bare.rstrip('/')}/{mark}{anchor}"
    return f"{language}/page/#{bare}{'?' if query else ''}{query}"


def rewrite_links(text: str, language: str, root: str) -> str:
    """Rewrite the links of a page. `root` is the address of the site, absolute or relative to the page."""

    def rewritten(match: re.Match[str]) -> str:
        if match[1].startswith(SCRIPT_ATTRIBUTES):
            return match[0]
        return f"{match[1]}{escape(root + static_address('/' + unescape(match[2]), language))}"

    return ATTRIBUTE.sub(rewritten, text)
