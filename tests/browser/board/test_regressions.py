"""Regressions reported by players, one position each."""

import json
import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from tests.support.browser.player import Player
from tests.support.browser.scenarios import MUCH_MAGIC
from tests.support.browser.stage import ScriptedTable, scripted_visitor
from tobean.kernel.chance import chance_from
from tobean.kernel.notation.input_limits import MAX_CARDS_NAMED
from tobean.session.wire import messages

BIDS = """
given players: Timon, Nina, Keno
given phase: 2
given hand Timon: Soy, Red, Garden
given field Timon 1: 2 Garden
given hand Nina: Chili, Stink
given hand Keno: Blue, Stink
given turned: Red, Stink
given rest: draw
when Nina offer Timon: Chili@1 for Red
"""
"""Timon has two Red: one turned over, one in his hand."""


PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}


def test_settings_on_a_phone_have_no_keyboard_options(visitor: Callable[..., Player]) -> None:
    for context, count in ((PHONE, 0), ({}, 1)):
        ada = visitor(**context)
        ScriptedTable(ada, "bohnanza").show_scenario(BIDS)
        ada.page.get_by_role("button", name="Settings").click()
        expect(ada.page.get_by_role("checkbox", name="Sounds")).to_be_visible()
        expect(ada.page.get_by_role("checkbox", name="Single keys as shortcuts")).to_have_count(count)


def test_a_rematch_of_another_player_is_announced(visitor: Callable[..., Player]) -> None:
    ada, scripted_table = scripted_visitor(visitor, "bohnanza", BIDS)
    session, chance = scripted_table.playing, chance_from("to the end")
    while not session.table.over:
        action = session.table.sample_action(session.table.awaited, chance)
        session.act(action.seat, repr(action), session.version, 100.0, "seed")
    scripted_table.greet()
    result = ada.page.locator(".result")
    expect(result.get_by_role("button", name="Rematch")).to_be_visible()
    expect(result.get_by_role("status")).to_have_count(0)
    scripted_table.rematch = "/tables/next"
    scripted_table.greet()
    expect(result.get_by_role("status")).to_have_text("The rematch is open; take your seat.")
    expect(result.get_by_role("link", name="To the rematch")).to_be_visible()


def test_the_turn_takes_two_lines_beside_a_long_phase(visitor: Callable[..., Player]) -> None:
    ada, scripted_table = scripted_visitor(visitor, "bohnanza", BIDS, language="de", **PHONE)
    scripted_table.act("A end trading")
    for width in (390, 360):
        ada.page.set_viewport_size({"width": width, "height": 740})
        expect(ada.page.locator(".phases li.now")).to_contain_text("Gehandeltes anbauen")
        turn = ada.page.locator(".whose")
        lines = turn.evaluate("each => each.clientHeight / parseFloat(getComputedStyle(each).lineHeight)")
        assert round(lines) <= 2, turn.inner_text()


def test_deals_in_the_composer(visitor: Callable[..., Player]) -> None:
    ada, scripted_table = scripted_visitor(visitor, "bohnanza", BIDS)
    page = ada.page
    # A counter-offer gives the card that is turned over.
    page.locator("[data-answer=counter]").first.click()
    given = page.locator(".composer .give .lift")
    expect(given).to_have_count(1)
    expect(given).to_contain_text(re.compile("Red.*turned", re.DOTALL))
    page.get_by_role("button", name="Clear the deal").click()
    # The copy that leaves is highlighted wherever it lies, until the offer ends.
    copy = page.locator("section.prompt .copy")
    expect(copy).to_contain_text("turned over")
    copy.click()
    page.locator(".copies .pill", has_text="2").click()
    expect(page.locator(".hand .leaving")).to_have_count(1)
    # A declined offer leaves the prompt, and the next one appears.
    scripted_table.act("C offer A: Blue@1 for Soy")
    page.locator("section.prompt [data-answer=decline]").click()
    expect(page.locator("section.prompt [data-answer=accept]")).to_have_attribute("data-offer", "2")
    scripted_table.act("A decline 2", "A offer B: turned Stink for Chili")
    expect(page.locator(".leaving")).to_have_count(1)  # a declined offer may still be accepted (T4)
    scripted_table.act("B withdraw 1")
    expect(page.locator(".leaving")).to_have_count(0)
    # In one's own turn an offer goes to all, even after dealing with a single player.
    scripted_table.show_scenario(LAST)
    page.locator(".seat", has_text="Keno").hover()
    page.get_by_role("button", name="Trade with Keno").click()
    scripted_table.act("C end trading", "A plant Soy 2", "A pass")
    expect(page.locator(".composer .pill.on")).to_have_text("all")
    # The same holds after answering an offer.
    scripted_table.show_scenario(BIDS)
    page.locator("[data-answer=counter]").first.click()
    page.get_by_role("button", name="Send counter-offer").click()
    expect(page.locator(".composer .pill.on")).to_have_text("all")


def test_a_refused_offer_stays_in_the_composer(visitor: Callable[..., Player]) -> None:
    ada = visitor()
    scripted_table = ScriptedTable(ada, "bohnanza")
    page = ada.page
    given, wanted = page.locator(".composer .give .lift"), page.locator(".composer .get .lift")
    offer, notice = page.locator("[data-make=offer]"), page.locator(".notice")
    # Refused by a rule; with one card less the offer is legal.
    scripted_table.show_scenario(BIDS)
    ada.card(0).click()
    page.locator(".composer .palette .kind").first.click(click_count=MAX_CARDS_NAMED + 1)
    offer.click()
    expect(notice).to_contain_text(f"names at most {MAX_CARDS_NAMED} cards")
    expect(given).to_have_count(1)
    expect(wanted).to_contain_text(str(MAX_CARDS_NAMED + 1))
    wanted.click()
    offer.click()
    expect(page.locator(".offers .own")).to_have_count(1)
    expect(given).to_have_count(0)
    expect(wanted).to_have_count(0)
    # Too late: the answered offer was withdrawn before the page was informed. The same cards make a new offer.
    scripted_table.show_scenario(BIDS)
    page.locator("[data-answer=counter]").first.click()
    expect(given).to_have_count(1)
    scripted_table.playing.act(1, "B withdraw 1", scripted_table.playing.version, 100.0, "seed")
    offer.click()
    expect(notice).to_contain_text("not open")
    expect(given).to_have_count(1)
    scripted_table.update()
    expect(offer).to_have_text("Offer")
    expect(given).to_have_count(1)
    offer.click()
    expect(page.locator(".offers .own")).to_have_count(1)
    expect(given).to_have_count(0)
    # Stale: the same person has made an offer in another tab. That offer does not clear this composer.
    scripted_table.show_scenario(BIDS)
    ada.card(0).click()
    page.locator(".composer .palette .kind").first.click()
    scripted_table.playing.act(0, "A offer B: turned Stink for Chili", scripted_table.playing.version, 100.0, "seed")
    offer.click()
    expect(notice).to_contain_text("moved on")
    scripted_table.update()
    expect(page.locator(".offers .own")).to_have_count(1)
    expect(given).to_have_count(1)
    expect(wanted).to_have_count(1)
    # On a phone the sheet with the composer stays open until the offer is made.
    page.set_viewport_size({"width": 360, "height": 640})
    scripted_table.show_scenario(BIDS)
    page.locator("nav.sheets button", has_text="Trade").click()
    page.locator(".composer .palette .kind").first.click(click_count=MAX_CARDS_NAMED + 1)
    offer.click()
    expect(notice).to_contain_text(f"names at most {MAX_CARDS_NAMED} cards")
    expect(offer).to_be_visible()
    wanted.click()
    offer.click()
    expect(offer).to_be_hidden()


LAST = """
given players: Timon, Nina, Keno
given phase: 2
given active: Keno
given hand Timon: Soy, Red, Garden
given field Timon 1: 2 Garden
given turned: nothing
"""
"""Keno has nothing left to trade; the next turn is Timon's."""


HOLDING_A_SACRIFICE = """
given players: Timon, Nina, Keno
given phase: 1
given hand Timon: Red, Green/Soy, Blue
given hand Nina: Red, Soy
"""


def test_notices_and_chat_bubbles(visitor: Callable[..., Player]) -> None:
    ada, scripted_table = scripted_visitor(visitor, "bohnedikt", HOLDING_A_SACRIFICE)
    page = ada.page
    # A card whose picture is named differently from the notation is still the same card.
    ada.card(1).click()
    expect(page.locator(".notice")).to_contain_text("You can plant only the front card of your hand now.")
    # An action that turns out to be possible when asked "why not" is taken instead of explained.
    scripted_table.send({**json.loads(messages.update(scripted_table.playing, scripted_table.viewer)), "actions": []})
    page.locator("[data-field='0']").click()
    expect(page.locator("[data-rove=hand]")).to_have_count(2)
    # A newly opened page shows no old messages as bubbles: they are in the chat.
    scripted_table.say(1, "Good morning!")
    expect(page.locator(".bubble")).to_have_text("Good morning!")
    page.reload()
    ada.wait_for_table()
    expect(page.locator("#tab-chat")).to_have_text("Chat")
    expect(page.locator(".bubble")).to_have_count(0)
    # The pass-device screen addresses the next person, not the previous one.
    scripted_table.show_scenario(HOLDING_A_SACRIFICE + "given active: Nina", local_seats=(0, 1))
    expect(page.locator(".pass-device p")).to_have_text("Plant the front card of your hand.")


def test_equivalent_actions_are_listed_once(visitor: Callable[..., Player]) -> None:
    """Neither each copy of a card nor each order of two spells is listed; the exact copy is chosen in the hand."""
    ada, _ = scripted_visitor(visitor, "rabohnzel", MUCH_MAGIC)
    ada.page.get_by_role("button", name="What can I do?").click()
    listed = ada.page.locator("dialog[open] [data-do]")
    expect(listed.and_(ada.page.locator("[data-do^='A use 1']"))).to_have_count(3)
    expect(listed.and_(ada.page.locator("[data-do^='A play Magic@2']"))).to_have_count(2)
    expect(listed.and_(ada.page.locator("[data-do^='A play Magic@4']"))).to_have_count(0)
    ada.page.keyboard.press("Escape")
    ada.card(3).click()
    expect(ada.page.locator("section.prompt [data-do^='A play Magic@4']")).to_have_count(2)
