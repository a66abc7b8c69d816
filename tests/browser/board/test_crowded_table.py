"""Tables with much on them: the hand and the buttons of the fields stay on the screen."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.support.browser.layout import is_uncovered, keep_notes, resize
from tests.support.browser.phone import OWN_TRADING, boxes, overlapping
from tests.support.browser.player import Player
from tests.support.browser.scenarios import CROWDED
from tests.support.browser.stage import ScriptedTable, scripted_visitor

TEN_REVEALED = """
given players: Marc, Volker
given phase: 5
given hand Marc: Puff, Blue, Fire, Pole, Kidney, Green
given field Volker 1: 5 Green
given field Volker 2: 2 Puff
given boss Al: 2 Pole
given boss Don: 2 Kidney
given turned: Green, Green, Green, Green, Fire, Fire, Fire, Puff, Puff, Puff
given discard: 5 Stink
"""
TWO_FIELDS = "given field Marc 1: 3 Fire\ngiven field Marc 2: 2 Blue\n"
THREE_FIELDS = f"{TWO_FIELDS}given field Marc 3: 2 Stink\n"
"""Fields that leave few or many actions."""


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_ten_revealed_cards_leave_room_for_the_hand(visitor: Callable[..., Player], language: str) -> None:
    ada, scripted_table = scripted_visitor(visitor, "al-cabohne", TEN_REVEALED, language=language)
    for fields in ("", TWO_FIELDS, THREE_FIELDS):
        scripted_table.show_scenario(TEN_REVEALED + fields)
        for size in ((1280, 800), (1280, 720)):
            resize(scripted_table, *size)
            assert is_uncovered(scripted_table, ".hand .card"), (size, fields)
            if fields:
                assert is_uncovered(scripted_table, ".harvest-button:not(.none)"), (size, fields)
    # Hidden buttons are in the list of all actions.
    scripted_table.show_scenario(TEN_REVEALED)
    expect(ada.page.locator("section.prompt .planting")).not_to_have_count(0)
    expect(ada.page.locator("section.prompt .planting:visible")).to_have_count(0)
    ada.page.locator("section.prompt .rest").click()
    expect(ada.page.locator("dialog[open] [data-do*=plant]")).to_have_count(6)


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_two_edicts_and_an_offer_leave_room_for_the_hand(visitor: Callable[..., Player], language: str) -> None:
    ada = visitor(language=language)
    scripted_table = ScriptedTable(ada, "bohnedikt", language=language)
    scripted_table.show_scenario(CROWDED["bohnedikt"])
    assert is_uncovered(scripted_table, ".hand .card, .harvest-button:not(.none), .edict .action")


@pytest.mark.parametrize("language", ["en", "de"])
def test_undo_takes_no_line_of_its_own(visitor: Callable[..., Player], language: str) -> None:
    ada, scripted_table = scripted_visitor(visitor, "al-cabohne", TEN_REVEALED + TWO_FIELDS, language=language)
    ada.page.locator("section.prompt .planting").first.click()
    undo = ada.page.locator("section.prompt .undo")
    expect(undo).to_be_visible()
    for size in ((1280, 800), (390, 844), (360, 640), (844, 390), (640, 360)):
        resize(scripted_table, *size)
        assert is_uncovered(scripted_table, "section.prompt .undo")
        top = boxes(scripted_table, "section.prompt .undo")[0][1]
        question = boxes(scripted_table, "section.prompt .question")[0]
        assert top < question[3], size
        assert is_uncovered(scripted_table, ".hand li:first-child .card, .harvest-button:not(.none)"), size


BOSS_HARVEST = """
given players: Marc, Volker
given phase: 5
given hand Marc: Puff, Blue, Fire, Pole, Kidney
given field Marc 1: 3 Fire
given field Volker 1: 3 Stink
given boss Al: 2 Pole
given boss Don: 5 Kidney
given turned: Green, Fire, Puff
"""
TO_READ = ".seat, .turned, .mafia, section.prompt, .fields.own, .hand, .tabs, .log-line"


def test_an_event_banner_covers_nothing_to_read(visitor: Callable[..., Player]) -> None:
    ada = visitor()
    keep_notes(ada.page)
    scripted_table = ScriptedTable(ada, "al-cabohne")
    for size, to_read in (((1280, 800), TO_READ), ((1024, 768), TO_READ), ((390, 844), ".turned, .mafia, .dock")):
        ada.page.set_viewport_size({"width": size[0], "height": size[1]})
        scripted_table.show_scenario(BOSS_HARVEST)
        scripted_table.act("A feed Don Kidney@5")
        expect(ada.page.locator(".moment")).to_contain_text("Don")
        ada.page.evaluate("() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
        banner = boxes(scripted_table, ".moment")[0]
        assert not any(overlapping(banner, box) for box in boxes(scripted_table, to_read)), size


@pytest.mark.parametrize("size", [(1280, 800), (390, 844), (844, 390)])
def test_a_bubble_covers_no_name_of_what_grows(visitor: Callable[..., Player], size: tuple[int, int]) -> None:
    growing = "given field Nina 1: 2 Soy\ngiven field Nina 2: 3 Blue\n"
    ada, scripted_table = scripted_visitor(visitor, "bohnanza", OWN_TRADING.replace("when", f"{growing}when"))
    resize(scripted_table, *size)
    scripted_table.say(1, "I have two Blue and a Stink, and I would like to have Soy.")
    expect(ada.page.locator(".bubble")).to_be_visible()
    ada.page.evaluate("() => document.getAnimations().forEach((each) => each.pause())")
    bubble = boxes(scripted_table, ".bubble")[0]
    assert not any(overlapping(bubble, crop) for crop in boxes(scripted_table, ".seat .crop"))


FLYING = """(selector) => {
  const box = document.querySelector(selector).getBoundingClientRect();
  const layer = document.body.appendChild(document.createElement("div"));
  layer.className = "flight-layer";
  const card = layer.appendChild(document.createElement("div"));
  card.className = "flying-card";
  for (const each of [layer, card]) each.style.pointerEvents = "auto";
  Object.assign(card.style, {left: `${box.left}px`, top: `${box.top}px`, width: "60px", height: "90px"});
  const hit = document.elementFromPoint(box.left + 10, box.top + 10);
  layer.remove();
  return layer.contains(hit);
}"""
"""Whether a card flies over this element."""
PLACES = (".hand .card", ".turned .card", "section.prompt .line", ".seat:has(.bubble)", ".notice")


@pytest.mark.parametrize("size", [(1280, 800), (390, 844)])
def test_cards_fly_under_what_is_to_be_read(visitor: Callable[..., Player], size: tuple[int, int]) -> None:
    ada = visitor()
    keep_notes(ada.page)
    scripted_table = ScriptedTable(ada, "bohnanza")
    scripted_table.show_scenario(OWN_TRADING)
    resize(scripted_table, *size)
    scripted_table.say(1, "I have two Blue.")
    expect(ada.page.locator(".bubble")).to_be_visible()
    scripted_table.send({"type": "refused", "rule": "K3", "text": "No.", "for": ""})
    expect(ada.page.locator(".notice")).to_be_visible()
    assert [place for place in PLACES if ada.page.evaluate(FLYING, place)] == [".hand .card", ".turned .card"]
