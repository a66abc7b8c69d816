"""Tables with much on them: the hand and the buttons of the fields stay on the screen."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.support.browser.layout import is_uncovered, resize
from tests.support.browser.phone import boxes
from tests.support.browser.player import Player
from tests.support.browser.stage import scripted_visitor

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
