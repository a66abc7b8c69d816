"""Lessons on the page: where they stand, and what they add to their texts."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.support.browser.phone import PHONE, boxes, overlapping
from tests.support.browser.player import Player
from tests.support.browser.stage import ScriptedTable, scripted_visitor

ATTACK = """
given players: Timon, Nina, Keno
given phase: 15
given hand Timon: White, Mean
given field Timon 1: Sword
given field Nina 1: 2 White
given thalers Nina: Princess, 2 White
"""
DESKTOP = {"viewport": {"width": 1280, "height": 800}}
LARGE_PHONE = {**PHONE, "viewport": {"width": 390, "height": 844}}


def start_lessons(table: ScriptedTable, *read: str) -> None:
    """Starts the introduction at the table, with these lessons read."""
    table.playing.learn(0, 100.0)
    for key in read:
        table.playing.learn(0, 100.0, key)


@pytest.mark.parametrize("context", [DESKTOP, LARGE_PHONE], ids=["desktop", "phone"])
def test_the_lesson_about_an_attack_covers_neither_side(
    visitor: Callable[..., Player], context: dict[str, Any]
) -> None:
    ada, table = scripted_visitor(visitor, "excalibohn", ATTACK, **context)
    start_lessons(table, "hand", "spell", "magic phase", "ability")
    table.act("A use 1 on B")
    lesson = ada.page.locator(".lesson[data-lesson=attack]")
    expect(lesson).to_contain_text("Timon attacks Nina and draws a thaler: ")
    expect(lesson.locator(".event-cards .card")).to_have_count(1)
    expect(ada.page.locator('.lesson-target[data-place="thalers-1"]')).to_have_count(1)
    ada.page.evaluate("() => document.getAnimations().forEach((animation) => animation.finish())")
    (note,) = boxes(table, ".lesson")
    for seat in (*boxes(table, '.seat[data-seat="1"]'), *boxes(table, "section.prompt")):
        assert not overlapping(note, seat)


@pytest.mark.parametrize(
    ("context", "words"), [(DESKTOP, "Rest the pointer on a card"), (LARGE_PHONE, "Keep a finger on a card")]
)
def test_the_first_lesson_says_how_to_ask(visitor: Callable[..., Player], context: dict[str, Any], words: str) -> None:
    ada, table = scripted_visitor(visitor, "excalibohn", ATTACK, **context)
    start_lessons(table)
    table.update()
    lesson = ada.page.locator(".lesson")
    expect(lesson).to_contain_text(words)
    lesson.get_by_role("button", name="I see").click()
    table.playing.learn(0, 100.0, "hand")
    table.update()
    expect(lesson).to_contain_text("This is your spell.")
    expect(lesson).not_to_contain_text(words)


EDICTS = """
given players: Timon, Nina, Keno
given phase: 2
given hand Timon: Blue, F3, Red
given turned: U4, Blue
given edicts: U4
"""


def test_edicts_show_their_names(visitor: Callable[..., Player]) -> None:
    ada, _ = scripted_visitor(visitor, "bohnedikt", EDICTS)
    expect(ada.page.locator(".turned .card.edict .name")).to_have_text("“One deal”")
    expect(ada.page.locator(".hand .card.edict .name")).to_have_text("“Discard instead”")
    expect(ada.page.locator(".hand .card.sacrifice .name")).not_to_contain_text("Sacrifice")
    nina, _ = scripted_visitor(visitor, "bohnedikt", EDICTS, language="de")
    expect(nina.page.locator(".hand .card.edict .name")).to_have_text("„Ablegen statt anbauen“")
    expect(nina.page.locator(".hand .card.sacrifice .name")).to_have_text("Opfer")
