"""Prompts, choices and offers on a phone: buttons in reach, and nothing important covered."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.support.browser.layout import FITS, is_uncovered, resize
from tests.support.browser.phone import (
    MUCH_TO_FEED,
    OWN_TRADING,
    PHONE,
    TRADING,
    UPRIGHT_AND_SIDEWAYS,
    boxes,
    overlapping,
)
from tests.support.browser.player import Player
from tests.support.browser.scenarios import CROWDED, MOVING, MUCH_MAGIC
from tests.support.browser.stage import ScriptedTable, scripted_visitor
from tobean.i18n import LANGUAGES

ONE_PARTNER = """
given players: Timon, Nina, Keno
given phase: 2
given hand Timon: Red, Soy, Chili, Green/Soy
given turned: Red, U3
"""


def test_a_prompt_is_shown_above_an_open_sheet(visitor: Callable[..., Player]) -> None:
    ada, scripted_table = scripted_visitor(visitor, "bohnanza", TRADING, **PHONE)
    ada.page.locator("nav.sheets button", has_text="Log").tap()
    expect(ada.page.locator(".talkpanel")).to_be_visible()
    scripted_table.act("B offer A: Blue@1 for Soy")
    expect(ada.page.locator("section.prompt [data-answer=accept]")).to_be_visible()
    assert is_uncovered(scripted_table, "section.prompt [data-answer]")
    expect(ada.page.locator(".talkpanel #line")).to_be_visible()


def test_the_buttons_to_end_trading_and_to_finish_an_offer_do_not_overlap(visitor: Callable[..., Player]) -> None:
    for language in LANGUAGES:
        ada, scripted_table = scripted_visitor(visitor, "bohnanza", OWN_TRADING, language=language, **PHONE)
        ada.card(2).tap()
        expect(ada.page.locator(".action.finish")).to_be_visible()
        resize(scripted_table, 360, 640)
        found = boxes(scripted_table, "section.prompt .actions .action")
        assert not any(overlapping(one, other) for at, one in enumerate(found) for other in found[at + 1 :])
        whole = "(found) => found.every((each) => each.scrollWidth <= each.clientWidth + 1)"
        assert ada.page.locator("section.prompt .actions .action").evaluate_all(whole)
        assert all(box[2] <= 360 for box in found), found


def test_edicts_are_explained_on_tap(visitor: Callable[..., Player]) -> None:
    ada, _ = scripted_visitor(visitor, "bohnedikt", ONE_PARTNER, **PHONE)
    text = ada.page.locator(".edict p")
    text.tap()
    explained = ada.page.locator(".explained")
    expect(explained).to_contain_text("one")
    expect(explained).to_be_visible()
    # No deal partner has been chosen yet, so none is named.
    expect(ada.page.locator("[data-explain='thing:partner']")).to_have_count(0)


def test_the_list_of_spells_explains_them(visitor: Callable[..., Player]) -> None:
    ada, _ = scripted_visitor(visitor, "rabohnzel", MUCH_MAGIC, **PHONE)
    ada.page.get_by_role("button", name="What can I do?").tap()
    activating = ada.page.locator("dialog[open] [data-do^='A play Magic@2']").first
    expect(activating.locator("small").first).to_contain_text(re.compile(r"\w+ \w+ \w+"))


def test_a_card_is_moved_in_the_hand_by_two_taps(visitor: Callable[..., Player]) -> None:
    ada, scripted_table = scripted_visitor(visitor, "rabohnzel", MOVING, **PHONE)
    ada.page.locator(".spells.own .spell.usable").first.tap()
    question = ada.page.locator("section.prompt .question")
    expect(question).to_contain_text("Tap the card that moves.")
    expect(ada.page.locator(".hand .aimed")).to_have_count(5)
    ada.card(2).tap()
    expect(question).to_contain_text("Tap the place where Princess goes.")
    expect(ada.page.locator(".hand .aimed")).to_have_count(4)
    ada.card(0).tap()
    expect(ada.page.locator("[data-rove=hand]").first).to_have_attribute("aria-label", re.compile("^Princess"))
    assert scripted_table.received[-1]["action"] == "A cast Move 3 1"


def test_a_refused_hint_can_be_asked_for_again(visitor: Callable[..., Player]) -> None:
    ada, scripted_table = scripted_visitor(visitor, "al-cabohne", CROWDED["al-cabohne"], bots=[1], **PHONE)
    coach = ada.page.locator(".coach")
    for refusal in (
        {"type": "refused", "rule": "", "text": "Wait.", "for": "hint"},
        {"type": "error", "text": "Wait."},
    ):
        coach.click()
        expect(coach).to_contain_text("Thinking")
        scripted_table.send(refusal)
        expect(coach).to_contain_text("Hint")


WITH_UNDO = """
given players: Marc, Volker
given phase: 1
given hand Marc: Kidney, Pole, Blue, Fire, Green
given field Marc 1: 3 Kidney
given boss Al: 2 Puff
given boss Don: Stink
"""

MANY_HARVESTS = """
given players: Timon, Nina, Keno, Eiko
given phase: 1
given hand Timon: Sword, White, Princess
given field Timon 1: 2 Magic
given field Timon 2: 2 Mean
given field Timon 3: 2 Pluck
"""

TWO_ASIDE = """
given players: Timon, Nina, Keno, Eiko
given phase: 3
given hand Timon: Pluck, Pluck, Sword
given aside Timon: Sword, Mean
given spells Timon: Hand, Beans
"""

EDICT_TO_PLANT = """
given players: Timon, Nina, Keno, Eiko
given phase: 3
given hand Timon: Black-eyed, Soy, Chili, Stink, Stink, Stink, Green/Soy
given field Timon 1: Blue
given field Timon 2: 2 Chili
given turned: F3, Garden
given edicts: F3
"""

EDICT_TO_USE = """
given players: Timon, Nina, Keno, Eiko
given phase: 1
given hand Timon: Blue, Soy, Chili, Green/Soy
given field Timon 1: Blue
given field Timon 2: Soy
given discard: Blue
given draw: F2, Red
when Timon plant Blue 1
when Timon pass
"""

EDICTS_OFFERED = """
given players: Timon, Nina, Keno, Eiko
given phase: 2
given hand Timon: Black-eyed, Soy, Chili, Stink, Stink, Stink, Green/Soy
given hand Nina: U1, F7, Blue
given field Timon 1: Blue
given field Timon 2: 2 Chili
given turned: F3, Garden
given edicts: F3
when Nina offer Timon: U1@1, F7@2 for Black-eyed
"""
"""States with long German labels or many buttons."""

LONG_CHOICES = (
    ("al-cabohne", MUCH_TO_FEED),
    ("al-cabohne", WITH_UNDO),
    ("excalibohn", MANY_HARVESTS),
    ("excalibohn", TWO_ASIDE),
    ("bohnedikt", EDICT_TO_PLANT),
    ("bohnedikt", EDICT_TO_USE),
    ("bohnedikt", EDICTS_OFFERED),
)

BUTTONS = "section.prompt :is(.actions, .pending) button"


@pytest.mark.parametrize(("game", "scenario"), LONG_CHOICES)
def test_long_choices_do_not_cover_fields_and_hand(visitor: Callable[..., Player], game: str, scenario: str) -> None:
    ada, scripted_table = scripted_visitor(visitor, game, scenario, language="de", **PHONE)
    if scenario == WITH_UNDO:
        ada.page.locator("section.prompt .action.planting").first.tap()
        expect(ada.page.locator("section.prompt .undo")).to_be_visible()
    for width, height in UPRIGHT_AND_SIDEWAYS:
        resize(scripted_table, width, height)
        ada.page.wait_for_function(FITS)
        assert is_uncovered(scripted_table, ".dock .hand li:first-child .card"), (game, width)


def test_the_hint_button_does_not_move_during_an_action(visitor: Callable[..., Player]) -> None:
    ada = visitor(language="de", **PHONE)
    ada.play_now("excalibohn")
    hint = ada.page.locator("section.prompt.yours .actions:has(.action:not(.coach)) .coach")
    ada.play_until(lambda: hint.count() > 0)
    moved = """(hint) => {
      const prompt = hint.closest("section");
      const before = hint.getBoundingClientRect().top;
      prompt.classList.add("busy");
      const after = hint.getBoundingClientRect().top;
      prompt.classList.remove("busy");
      const buttons = prompt.querySelector(".action:not(.coach)").getBoundingClientRect();
      return [after - before, before + hint.offsetHeight - buttons.top];
    }"""
    for width, height in UPRIGHT_AND_SIDEWAYS:
        ada.page.set_viewport_size({"width": width, "height": height})
        jump, overlap = hint.evaluate(moved)
        assert jump == 0, width
        assert overlap <= 4, width  # the transparent rim of the sign


def test_an_edict_in_the_prompt_is_quoted_once(visitor: Callable[..., Player]) -> None:
    ada, scripted_table = scripted_visitor(visitor, "bohnedikt", EDICT_TO_USE, language="de", **PHONE)
    expect(ada.page.locator(".question")).to_contain_text("oberste Karte des Ablagestapels")
    expect(ada.page.locator(".edict.quoted")).to_be_hidden()
    resize(scripted_table, 1280, 800)
    expect(ada.page.locator(".edict.quoted")).to_be_visible()


def test_spell_names_break_between_words_only(visitor: Callable[..., Player]) -> None:
    ada, scripted_table = scripted_visitor(visitor, "excalibohn", TWO_ASIDE, language="de", **PHONE)
    is_whole = """() => [...document.querySelectorAll(".spells.own .name")].every((name) => {
      const text = document.createRange();
      text.selectNodeContents(name);
      const lines = new Set([...text.getClientRects()].map(({top}) => Math.round(top))).size;
      const wraps = getComputedStyle(name).overflowWrap !== "normal";
      const words = name.textContent.replace("\\u00ad", " ").split(/\\s+/).length;
      return !wraps && name.scrollWidth <= name.clientWidth && lines <= words;
    })"""
    for width, height in UPRIGHT_AND_SIDEWAYS:
        resize(scripted_table, width, height)
        ada.page.wait_for_function(is_whole)  # names are fitted some frames after a resize


def test_the_composer_sheet_has_no_button_to_itself(
    visitor: Callable[..., Player],
) -> None:
    ada, _ = scripted_visitor(visitor, "bohnanza", OWN_TRADING, language="de", **PHONE)
    ada.page.locator("section.prompt [data-answer=counter]").tap()
    expect(ada.page.locator(".composer")).to_be_visible()
    expect(ada.page.locator("section.prompt .finish")).to_be_hidden()


def test_a_button_lists_the_actions_hidden_on_a_phone(visitor: Callable[..., Player]) -> None:
    ada, scripted_table = scripted_visitor(visitor, "al-cabohne", MUCH_TO_FEED, **PHONE)
    page = ada.page
    page.locator("section.prompt .rest").tap()
    page.locator("dialog[open]").get_by_role("button", name="Harvest field 2").tap()
    expect(page.locator("[data-field='1']")).to_have_attribute("aria-label", re.compile("empty"))
    # A desktop screen has room for all of it.
    resize(scripted_table, 1280, 800)
    scripted_table.show_scenario(MUCH_TO_FEED)
    expect(page.locator("section.prompt .attached").first).to_be_visible()


def test_the_turn_text_takes_two_lines_at_most(visitor: Callable[..., Player]) -> None:
    ada, scripted_table = scripted_visitor(visitor, "al-cabohne", CROWDED["al-cabohne"], language="de", **PHONE)
    expect(ada.page.locator(".phases .now")).to_contain_text("Aufgedecktes anbauen")
    lines = """() => {
      const text = document.createRange();
      text.selectNodeContents(document.querySelector(".whose"));
      return new Set([...text.getClientRects()].map(({top}) => Math.round(top))).size;
    }"""
    for width, height in UPRIGHT_AND_SIDEWAYS:
        resize(scripted_table, width, height)
        assert ada.page.evaluate(lines) <= 2, width
    ada, scripted_table = scripted_visitor(
        visitor, "excalibohn", TWO_ASIDE.replace("aside Timon", "aside Nina"), language="de", **PHONE
    )
    expect(ada.page.locator(".phases .now")).to_contain_text("Gehandeltes anbauen")
    for width, height in UPRIGHT_AND_SIDEWAYS:
        resize(scripted_table, width, height)
        assert ada.page.evaluate(lines) <= 2, width


def test_answer_buttons_of_a_new_offer_appear_where_no_button_was(visitor: Callable[..., Player]) -> None:
    ada = visitor(language="de", **PHONE)
    scripted_table = ScriptedTable(ada, "bohnanza", language="de")
    for active in ("own", "other"):
        scripted_table.show_scenario(
            OWN_TRADING.replace("when Nina offer Timon: Blue@1 for Red\n", "") if active == "own" else TRADING
        )
        if active == "other":
            scripted_table.start_priority_window(600)
            expect(ada.page.locator("section.prompt .nothing")).to_be_visible()
        resize(scripted_table, 360, 640)
        before = boxes(scripted_table, BUTTONS)
        scripted_table.act("B offer A: Blue@1 for Red")
        expect(ada.page.locator("section.prompt [data-answer=accept]")).to_be_visible()
        drawn = boxes(scripted_table, "section.prompt :is([data-answer=accept], [data-answer=counter])")
        assert not any(overlapping(one, other) for one in before for other in drawn), active


def test_an_offer_and_an_offered_card_fit_the_smallest_phone(visitor: Callable[..., Player]) -> None:
    ada, scripted_table = scripted_visitor(visitor, "bohnanza", OWN_TRADING, language="de", **PHONE)
    ada.card(2).tap()
    expect(ada.page.locator(".action.finish")).to_be_visible()
    for width, height in UPRIGHT_AND_SIDEWAYS:
        resize(scripted_table, width, height)
        ada.page.wait_for_function(FITS)


SACRIFICE = """
given players: Timon, Nina, Keno, Eiko
given phase: 3
given hand Timon: Red, Blue, Chili, Blue/Chili, Garden
given field Timon 1: 3 Soy
given field Timon 2: 2 Chili
given aside Timon: Soy, Soy
"""


def test_the_sacrifice_button_is_uncovered_and_opens_the_choice(visitor: Callable[..., Player]) -> None:
    ada, scripted_table = scripted_visitor(visitor, "bohnedikt", SACRIFICE, language="de", **PHONE)
    for width, height in UPRIGHT_AND_SIDEWAYS:
        resize(scripted_table, width, height)
        assert is_uncovered(scripted_table, ".sacrifice:not(.card) .action"), width
        ada.page.wait_for_function(FITS)
        expect(ada.page.locator("section.prompt .action[data-do*=sacrifice]:visible")).to_have_count(0)
    ada.page.locator(".sacrifice:not(.card) .action").tap()
    expect(ada.page.locator("dialog[open]")).to_contain_text("Welche Karten")
