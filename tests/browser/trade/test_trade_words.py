"""Where sentences are typed, and trading controls that can be read and reached on every screen."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.support.browser.layout import is_uncovered, resize
from tests.support.browser.phone import OWN_TRADING, PHONE
from tests.support.browser.player import Player
from tests.support.browser.stage import ScriptedTable, scripted_visitor
from tobean.i18n import LANGUAGES

FIVE_TRADING = OWN_TRADING.replace("Timon, Nina, Keno", "Timon, Nina, Keno, Eiko, Paula")
SMALL = ((390, 844), (844, 390), (640, 360), (320, 568))


def test_sentences_are_typed_in_the_composer_while_there_is_trading(visitor: Callable[..., Player]) -> None:
    ada, scripted_table = scripted_visitor(visitor, "bohnanza", OWN_TRADING)
    page = ada.page
    line = page.locator("#line")
    expect(page.locator(".composer #line")).to_be_visible()
    expect(line).to_have_count(1)
    line.fill("Soy for Blue")
    line.press("Enter")
    expect(page.locator(".reading")).to_be_visible()
    assert is_uncovered(scripted_table, ".composer .buttons button, .reading button")
    page.keyboard.press("Escape")
    # What is being typed moves along when the trading ends.
    line.press_sequentially("Well done")
    scripted_table.act("A end trading")
    expect(page.locator(".talkpanel #line")).to_have_value("Well done")
    expect(line).to_be_focused()
    expect(line).to_have_count(1)
    line.press("Enter")
    expect(line).to_have_value("")
    expect(page.locator(".said")).to_contain_text("Well done")


def test_a_phone_has_the_input_in_the_trade_sheet_and_in_the_log(visitor: Callable[..., Player]) -> None:
    ada, scripted_table = scripted_visitor(visitor, "bohnanza", OWN_TRADING, **PHONE)
    page = ada.page
    for width, height in SMALL:
        resize(scripted_table, width, height)
        page.locator("nav.sheets [data-opens=trade]").tap()
        assert is_uncovered(scripted_table, ".composer #line")
        page.locator("nav.sheets button", has_text="Log").tap()
        assert is_uncovered(scripted_table, ".talkpanel #line")
        expect(page.locator("#line")).to_have_count(1)
        page.locator(".talkpanel .close-button").tap()


@pytest.mark.parametrize("language", LANGUAGES)
def test_recipients_and_buttons_of_an_offer_are_not_cut_off(visitor: Callable[..., Player], language: str) -> None:
    ada = visitor(language=language, **PHONE)
    scripted_table = ScriptedTable(ada, "bohnanza", language=language)
    scripted_table.show_scenario(FIVE_TRADING.replace("when Nina offer Timon: Blue@1 for Red\n", ""))
    ada.page.locator("nav.sheets [data-opens=trade]").tap()
    for width, height in SMALL:
        resize(scripted_table, width, height)
        expect(ada.page.locator(".with .pill")).to_have_count(5)
        assert is_uncovered(scripted_table, ".with .pill, .composer .buttons button, #line"), (width, height)
        if height > width:
            assert is_uncovered(scripted_table, ".stock .kind:first-child"), (width, height)
        whole = "(found) => found.every((each) => each.scrollWidth <= each.clientWidth + 1)"
        assert ada.page.locator(".with .pill, .composer .buttons button").evaluate_all(whole), (width, height)


def test_preferences_and_preview_have_words(visitor: Callable[..., Player]) -> None:
    ada, scripted_table = scripted_visitor(visitor, "bohnanza", OWN_TRADING)
    for width, height in ((1280, 800), *SMALL):
        resize(scripted_table, width, height)
        expect(ada.page.get_by_text("My preferences")).to_be_visible()
    resize(scripted_table, 1280, 800)
    expect(ada.page.locator(".composer").get_by_text("Preview", exact=True)).to_be_visible()
