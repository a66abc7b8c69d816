"""Many similar actions are chosen on the board step by step; a list of them stays reachable by keyboard."""

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.support.browser.player import Player
from tests.support.browser.scenarios import MOVING
from tests.support.browser.stage import scripted_visitor

DEMANDING = """
given players: Timon, Nina, Keno, Eiko
given phase: 2
given hand Timon: Red, Soy, Chili, Red, Green/Soy
given hand Nina: Blue, Chili, Stink
given turned: Garden, F8
"""


def test_a_swap_by_edict_is_chosen_card_by_card(visitor: Callable[..., Player]) -> None:
    ada, stage = scripted_visitor(visitor, "bohnedikt", DEMANDING)
    page = ada.page
    page.locator(".edict .action").click()
    dialog = page.locator("dialog[open]")
    expect(dialog.locator("[data-do]")).to_have_count(0)  # a flat list would have more than a hundred entries
    dialog.locator("[data-aims=demand]").click()
    expect(dialog).to_have_count(0)
    question, buttons = page.locator("section.prompt .question"), page.locator("section.prompt [data-aim]")
    expect(question).to_contain_text("Tap one of your cards.")
    ada.card(3).click()  # the second Red, not the first
    expect(question).to_contain_text("Choose a player:")
    expect(buttons).to_have_text(["Nina", "Keno", "Eiko"])
    buttons.nth(0).click()
    expect(question).to_contain_text("Which kind do you want?")
    buttons.filter(has_text="Blue").click()
    assert stage.received[-1]["action"] == "A invoke F8 on B: Red@4 for Blue"


def test_a_card_in_the_hand_opens_the_same_choice(visitor: Callable[..., Player]) -> None:
    ada, _ = scripted_visitor(visitor, "bohnedikt", DEMANDING, viewport={"width": 360, "height": 640})
    page = ada.page
    page.get_by_role("button", name="What can I do?").click()
    firsts = page.locator("dialog[open] .choices button").evaluate_all(
        "(all) => all.map((each) => each.textContent.trim().split(' ')[0])"
    )
    assert max(firsts.count(word) for word in firsts) <= 8, firsts


def test_a_choice_on_the_table_works_by_keyboard_and_as_a_list(visitor: Callable[..., Player]) -> None:
    ada, stage = scripted_visitor(visitor, "rabohnzel", MOVING)
    page, press = ada.page, ada.page.keyboard.press
    page.locator(".spells.own .spell.usable").first.press("Enter")
    # The focus moves to the cards, and the prompt is read out.
    expect(ada.card(0)).to_be_focused()
    expect(page.locator("[role=status]")).to_contain_text("Tap the card that moves.")
    press("ArrowRight")
    press("Enter")
    expect(page.locator("[role=status]")).to_contain_text("Tap the place where White goes.")
    press("Escape")
    expect(page.locator("section.prompt .question")).not_to_contain_text("White goes")
    page.locator(".spells.own .spell.usable").first.press("Enter")
    page.get_by_role("button", name="As a list").press("Enter")
    listed = page.locator("dialog[open] [data-do]")
    expect(listed).to_have_count(20)
    page.locator("dialog[open] input[type=search]").fill("place 5 to place 1")
    expect(listed).to_have_count(1)
    listed.press("Enter")
    expect(page.locator("[data-rove=hand]").first).to_have_attribute("aria-label", re.compile("^Cape"))
    assert stage.received[-1]["action"] == "A cast Move 5 1"


TWO_BOSSES_TO_FEED = """
given players: Marc
given phase: 4
given hand Marc: Puff, Blue, Fire, Pole, Kidney
given boss Al: 2 Stink
"""


def test_every_choice_in_a_dialog_has_a_label(visitor: Callable[..., Player]) -> None:
    """German labels of feeding two bosses have no common beginning."""
    phone = {"width": 360, "height": 640}
    ada, stage = scripted_visitor(visitor, "al-cabohne", TWO_BOSSES_TO_FEED, language="de", viewport=phone)
    page = ada.page
    page.locator("section.prompt .rest").click()
    labels = page.locator("dialog[open] .choices button").all_inner_texts()
    assert labels
    assert all(re.search(r"\w", label) for label in labels), labels
    page.locator("dialog[open] [data-do*='feed Don']").first.click()
    assert stage.received[-1]["action"] == "A feed Don Puff@1"


ACTIVATING = """
given players: Timon, Nina, Keno
given phase: 15
given hand Timon: Cape, Mean, Princess
given field Timon 1: 6 Magic
given spells Timon: Move, Hand, Attack, Field
"""


def test_several_spells_are_activated_one_after_the_other(visitor: Callable[..., Player]) -> None:
    ada, stage = scripted_visitor(visitor, "rabohnzel", ACTIVATING, language="de")
    page = ada.page
    page.locator("[data-use='0']").click()
    sort = page.locator("dialog[open] [data-aims=use]")
    expect(sort).to_have_text("… mit Feld 1 aktivieren")
    sort.click()
    buttons = page.locator("section.prompt [data-aim]")
    expect(buttons).to_have_count(4)
    buttons.filter(has_text="Handkartenzauber").click()
    expect(buttons.filter(has_text="nichts weiter")).to_have_count(1)
    buttons.filter(has_text="Feldzauber").click()
    assert stage.received[-1]["action"] == "A use 1: Hand, Field"


def test_many_offers_are_answered_in_their_own_list(visitor: Callable[..., Player]) -> None:
    ada, stage = scripted_visitor(visitor, "bohnedikt", DEMANDING, viewport={"width": 360, "height": 640})
    wanted = ("Garden", "Green", "Blue", "Stink", "Black-eyed")
    stage.act(*[f"A offer {who}: Red@1 for {kind}" for who in ("B", "C") for kind in wanted])
    page = ada.page
    page.get_by_role("button", name="What can I do?").click()
    expect(page.locator("dialog[open] [data-do*=withdraw]")).to_have_count(0)
    page.locator("dialog[open] [data-aims=withdraw]").click()
    expect(page.locator("dialog[open]")).to_have_count(0)
    expect(page.locator(".offers [data-withdraw]").first).to_be_visible()


def test_a_choice_ends_when_the_table_moves_on(visitor: Callable[..., Player]) -> None:
    ada, stage = scripted_visitor(visitor, "rabohnzel", MOVING)
    ada.page.locator(".spells.own .spell.usable").first.click()
    expect(ada.page.locator(".hand .aimed")).to_have_count(5)
    stage.act("A cast Move 1 2")
    expect(ada.page.locator(".hand .aimed")).to_have_count(0)
    expect(ada.page.locator("section.prompt .question")).not_to_contain_text("Tap the card")
