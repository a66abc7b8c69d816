"""Pacing of trades: priority of people in a bot's trading phase, offers that wait, stale answers, and the tempo."""

import datetime
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.support.browser.player import Player
from tests.support.browser.stage import ScriptedTable, scripted_visitor

TRADING = """
given players: Timon, Nina, Keno
given phase: 2
given active: {active}
given hand Timon: Red, Soy, Black-eyed
given hand Nina: Blue, Stink, Garden
given hand Keno: Blue, Black-eyed, Black-eyed
given turned: Red, Chili
"""
OFFERED = TRADING.format(active="Nina") + "when Nina offer Timon: Blue@1 for Soy\n"


def messages_of_type(scripted_table: ScriptedTable, kind: str) -> list[dict[str, Any]]:
    return [message for message in scripted_table.received if message["type"] == kind]


@pytest.mark.parametrize(
    ("language", "nothing", "aloud"),
    [
        ("en", "Nothing from me", "Nina trades, and you speak first."),
        ("de", "Nichts von mir", "du hast das erste Wort"),
    ],
)
def test_the_priority_window_is_shown_announced_and_passed_by_a_key(
    visitor: Callable[..., Player], language: str, nothing: str, aloud: str
) -> None:
    ada, scripted_table = scripted_visitor(
        visitor, "bohnanza", TRADING.format(active="Nina"), bots=(1, 2), language=language
    )
    page = ada.page
    button = page.get_by_role("button", name=nothing)
    expect(button).to_have_count(0)
    scripted_table.start_priority_window(60.0)
    expect(button).to_be_visible()
    expect(page.locator(".priority-bar")).to_have_count(1)
    scripted_table.start_priority_window(59.0)
    expect(page.locator("[role=status] p", has_text=aloud)).to_have_count(1)
    page.keyboard.press("e")
    expect(button).to_have_count(0)
    assert [message["turn"] for message in messages_of_type(scripted_table, "nothing")] == [
        scripted_table.playing.table.turn
    ]
    scripted_table.start_priority_window(60.0)
    button.click()
    expect(button).to_have_count(0)
    assert len(messages_of_type(scripted_table, "nothing")) == 2


def test_typing_and_composing_delay_the_bots(visitor: Callable[..., Player]) -> None:
    ada = visitor()
    scripted_table = ScriptedTable(ada, "bohnanza")
    page = ada.page
    ways: tuple[Callable[[], object], ...] = (
        lambda: page.locator("#line").press_sequentially("Who"),
        lambda: ada.card(1).click(),
    )
    for compose in ways:
        scripted_table.show_scenario(TRADING.format(active="Nina"), bots=(1, 2))
        scripted_table.start_priority_window(60.0)
        expect(page.locator(".question")).to_contain_text("You speak first.")
        scripted_table.received.clear()
        compose()
        expect(page.locator(".question")).to_contain_text("The bots wait for you.")
        expect(page.locator(".priority-bar.held")).to_have_count(1)
        assert messages_of_type(scripted_table, "considering")
        # After a pass, an unfinished offer in the composer delays no other player.
        page.locator("[data-nothing]").click()
        scripted_table.start_priority_window(60.0)
        expect(page.locator(".question")).to_contain_text("You speak first.")


def test_a_waiting_offer_shows_a_countdown_ring(visitor: Callable[..., Player]) -> None:
    ada = visitor()
    clock = ada.page.clock
    clock.install(time=datetime.datetime(2026, 1, 1, tzinfo=datetime.UTC))
    scripted_table = ScriptedTable(ada, "bohnanza")
    scripted_table.show_scenario(OFFERED)
    ring = ada.page.locator("section.prompt .ring")
    expect(ring).to_have_count(0)  # no time limit
    clock.pause_at(datetime.datetime(2026, 1, 2, tzinfo=datetime.UTC))
    scripted_table.window = {
        "turn": scripted_table.playing.table.turn,
        "left": 0.0,
        "offers": [{"offer": 1, "left": 60.0}],
    }
    scripted_table.update()
    expect(ring).to_have_accessible_name("This offer waits for you: 60 s")
    clock.run_for(1000)
    expect(ring).to_have_accessible_name("This offer waits for you: 59 s")


def test_a_new_offer_does_not_move_under_the_pointer(visitor: Callable[..., Player]) -> None:
    ada = visitor()
    page = ada.page
    page.clock.install(time=datetime.datetime(2026, 1, 1, tzinfo=datetime.UTC))
    scripted_table = ScriptedTable(ada, "bohnanza")
    scripted_table.show_scenario(OFFERED)
    accept = page.locator("section.prompt [data-answer=accept]")
    expect(accept).to_have_attribute("data-offer", "1")
    page.clock.pause_at(datetime.datetime(2026, 1, 2, tzinfo=datetime.UTC))
    box = accept.bounding_box()
    assert box is not None
    ways: tuple[Callable[[], object], ...] = (
        lambda: page.keyboard.press("a"),
        lambda: page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2),
    )
    for press in ways:
        number = scripted_table.playing.table.offers[0].number
        page.keyboard.press("Shift")
        scripted_table.act(f"B withdraw {number}", "B offer A: Blue@1, Stink@2 for Red, Soy")
        expect(page.locator(f"[data-regard='{number + 1}']")).to_have_count(1)
        expect(accept).to_have_attribute("data-offer", str(number))
        expect(accept).to_have_attribute("aria-disabled", "true")
        press()
        page.mouse.move(5, 5)  # an offer is not replaced while the pointer is on its answer
        page.clock.run_for(700)
        expect(accept).to_have_attribute("data-offer", str(number + 1))
        assert messages_of_type(scripted_table, "act") == []
    page.keyboard.press("a")
    expect(page.locator("[data-rove=aside]")).to_have_count(2)
    [message] = messages_of_type(scripted_table, "act")
    assert message["offer"]["number"] == 3
    assert sorted(message["offer"]) == ["cards", "number", "seat", "wants"]


def test_a_typed_offer_returns_the_focus_to_the_talk_line(visitor: Callable[..., Player]) -> None:
    ada, scripted_table = scripted_visitor(visitor, "bohnanza", TRADING.format(active="Timon"))
    page = ada.page
    line = page.locator("#line")
    line.fill("Soy for a Garden?")
    line.press("Enter")
    confirm = page.locator(".reading [data-confirm]")
    expect(confirm).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".offers .offer.own")).to_have_count(1)
    expect(line).to_be_focused()
    page.keyboard.press("Enter")
    assert scripted_table.playing.table.decision.is_trading


def test_the_tempo_setting_applies_to_later_tables(visitor: Callable[..., Player]) -> None:
    ada = visitor()
    page = ada.page
    ada.open_table("bohnanza", {1: "miser", 2: "miser"})
    ada.start()
    ada.wait()
    page.keyboard.press(",")
    settings = page.get_by_role("dialog", name="Settings")
    settings.get_by_text("calm", exact=True).click()
    expect(settings.get_by_role("radio", name="calm")).to_be_checked()
    ada.open_table("rabohnzel", {1: "miser", 2: "miser"})
    ada.start()
    ada.wait()
    page.evaluate("localStorage.clear()")  # from here on only the server has it
    page.reload()
    ada.wait()
    page.keyboard.press(",")
    expect(settings.get_by_role("radio", name="calm")).to_be_checked()


PLANTING = """
given players: Timon, Nina, Keno
given phase: 1
given hand Timon: Red, Soy, Black-eyed
given hand Nina: Blue, Stink, Garden
given hand Keno: Blue, Black-eyed, Black-eyed
"""


def test_the_page_reports_when_a_trading_phase_is_shown(visitor: Callable[..., Player]) -> None:
    ada, scripted_table = scripted_visitor(
        visitor,
        "bohnanza",
        PLANTING.replace("given phase: 1", "given phase: 1\ngiven active: Nina"),
        bots=(1, 2),
        reduced_motion="no-preference",
    )
    bar = ada.page.locator(".priority-bar")
    # The animation of planted and turned-over cards ends first.
    scripted_table.act("B plant Blue 1", "B plant Stink 2")
    scripted_table.start_priority_window(60.0)
    expect(bar).to_have_count(1)
    scripted_table.start_priority_window(59.0)
    expect(ada.page.locator(".question")).to_contain_text("You speak first.")
    assert [message["turn"] for message in messages_of_type(scripted_table, "shown")] == [
        scripted_table.playing.table.turn
    ]


def test_keys_work_after_talking(visitor: Callable[..., Player]) -> None:
    ada, scripted_table = scripted_visitor(visitor, "bohnanza", PLANTING)
    page = ada.page
    page.locator("#line").click()
    page.locator(".middle").click(position={"x": 5, "y": 5})
    page.keyboard.press("1")
    expect(page.locator(".fields.own .field").first.locator(".slot")).to_have_count(1)
    page.keyboard.press("2")
    expect(page.locator(".actions [data-do='A end trading']")).to_be_visible()
    expect(page.locator("#line")).to_have_value("")
    # Escape leaves the chat input without moving the focus to a button.
    page.locator("#line").click()
    scripted_table.act("B offer A: Blue@1 for Black-eyed")
    expect(page.locator("[data-answer=decline]")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#line")).not_to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("d")
    expect(page.locator("[data-answer=decline]")).to_have_count(0)
    assert repr(scripted_table.playing.moves[-1].action) == "A decline 1"


def test_calmer_bots_are_offered_once_after_a_late_sentence(visitor: Callable[..., Player]) -> None:
    def ends_while_typing(typed: str = "Soy for") -> None:
        scripted_table.show_scenario(TRADING.format(active="Nina"), bots=(1, 2))
        expect(tip).to_have_count(0)
        page.locator("#line").fill(typed)
        scripted_table.act("B end trading")
        expect(page.locator(".phases [aria-current=step] b")).to_have_text("3")

    ada = visitor()
    page = ada.page
    tip = page.locator("[data-calmer]")
    scripted_table = ScriptedTable(ada, "bohnanza")
    ends_while_typing("")
    expect(tip).to_have_count(0)  # nothing was unfinished
    page.locator("#line").fill("Who has Soy?")
    page.keyboard.press("Enter")
    expect(tip).to_be_visible()
    expect(page.locator(".notice.advice")).to_contain_text("Nina has ended the trading.")
    tip.click()
    assert [message["tempo"] for message in messages_of_type(scripted_table, "answers")] == ["calm"]
    expect(tip).to_have_count(0)
    page.evaluate("localStorage.clear()")
    ends_while_typing()
    expect(tip).to_be_visible()
    page.locator("#line").press("Escape")
    expect(tip).to_have_count(0)
    ends_while_typing()
    expect(tip).to_have_count(0)  # once
