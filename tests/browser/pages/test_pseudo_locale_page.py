"""A table in the pseudo locale: no visible or spoken text is outside brackets."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import expect

from tests.support.browser.player import Player
from tests.support.browser.server import ServerProcess
from tests.support.pseudo_locale import CODE, LANGUAGES_THERE, third_language, words_outside_brackets
from tobean.bots.registry import BOTS
from tobean.bots.voice.personalities import PERSONALITIES
from tobean.games import GAMES
from tobean.server.tables.bot_seats import NAMES

SHOWN = """() => {
  const spoken = ["aria-label", "aria-description", "aria-roledescription", "title", "placeholder", "alt"];
  const found = [document.title, document.body.innerText];
  for (const each of document.querySelectorAll("body *")) {
    if (!each.checkVisibility()) continue;
    for (const name of spoken) if (each.hasAttribute(name)) found.push(each.getAttribute(name));
  }
  return found;
}"""
"""Every text that is currently visible or available to screen readers."""
TITLES = {word for rules in GAMES.values() for word in (rules.title, rules.edition, rules.name)}
FACES = {person.display_name for person in PERSONALITIES.values()}
BOT_NAMES = {*BOTS, *(f"merchant/{personality}" for personality in PERSONALITIES)}
NEVER_TRANSLATED = {"Ada", "Esc", *TITLES, *BOT_NAMES, *NAMES, *FACES, *LANGUAGES_THERE}
TURNS = 6


@pytest.fixture(scope="module")
def third_language_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server with the pseudo locale installed."""
    with third_language(tmp_path_factory.mktemp("locale")):
        server = ServerProcess(tmp_path_factory.mktemp("abroad"))
    yield server
    server.end()
    assert "Traceback" not in server.log_text()


def untranslated(ada: Player) -> dict[str, list[str]]:
    """Texts with words outside brackets, and those words."""
    shown: list[str] = ada.page.evaluate(SHOWN)
    assert any("⟦" in text for text in shown)
    found = {text: words_outside_brackets(text, NEVER_TRANSLATED) for text in shown}
    return {text: words for text, words in found.items() if words}


def test_a_table_in_brackets(visitor: Callable[..., Player], third_language_server: ServerProcess) -> None:
    ada = visitor(server=third_language_server)
    ada.context.add_cookies([{"name": "language", "value": CODE, "url": third_language_server.url}])
    ada.page.goto("/")
    assert untranslated(ada) == {}
    ada.open_table("bohnanza", {1: "sprout", 2: "sprout"})
    assert untranslated(ada) == {}
    ada.start()
    for turn in range(TURNS):
        ada.wait()
        assert untranslated(ada) == {}
        ada.press_any_action(turn)
    for name in ("chat", "unseen", "log"):  # rule pages are English where a language has none
        ada.page.locator(f"#tab-{name}").click()
        expect(ada.page.locator(f"#tab-{name}")).to_have_attribute("aria-selected", "true")
        assert untranslated(ada) == {}
    for key in ("?", ","):
        ada.page.keyboard.press(key)
        expect(ada.page.locator("dialog[open]")).to_be_visible()
        assert untranslated(ada) == {}
        ada.page.keyboard.press("Escape")
        expect(ada.page.locator("dialog[open]")).to_have_count(0)
