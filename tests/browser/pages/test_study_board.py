"""The study board: curve, marks, variations and questions of a finished game, and its views."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.support.browser.games import upload
from tests.support.browser.phone import PHONE
from tests.support.browser.player import Player
from tobean.bots import bot_named
from tobean.bots.game_loop import play_to_end
from tobean.kernel.chance import chance_from
from tobean.record.record import Game

PLAYERS = ("Ben", "Cleo")


@pytest.fixture(scope="module")
def record() -> str:
    """A game of bots whose playouts are quick."""
    game = Game("al-cabohne", PLAYERS, 3, talk_limit=6)
    play_to_end(game.table, [bot_named("sprout") for _ in PLAYERS], chance_from(3), game.play)
    return game.record.text()


def position(page: Page) -> int:
    return int(page.locator(".replay .figure").inner_text().partition(" ")[0])


def test_a_game_is_studied_varied_and_played_on(visitor: Callable[..., Player], record: str) -> None:
    ada = visitor()
    page = ada.page
    upload(page, record)
    expect(page.locator(".replay .figure")).to_have_text(re.compile(r"^0 / \d+$"))
    expect(page.locator(".events .event.mistake").first).to_be_visible()
    expect(page.locator(".curve progress")).to_have_count(0)
    expect(page.locator(".curve polyline")).to_have_count(3)
    expect(page.locator(".curve .reading title").nth(1)).to_have_text(re.compile(r"as of turn 2: Ben \d+\.\d, Cleo "))
    # The curve, the table of its values and the keys lead to positions.
    box = page.locator(".curve-drawing").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] * 0.6, box["y"] + box["height"] * 0.3)
    expect(page.locator(".replay .figure")).not_to_have_text(re.compile("^0 /"))
    page.get_by_text("All values").click()
    page.locator(".values tbody th button").nth(2).click()
    expect(page.locator(".values tr[aria-current] th")).to_have_text("3")
    third = position(page)
    page.locator("body").press("j")
    expect(page.locator(".verdict-here.mistake")).to_contain_text("Better: ")
    assert position(page) > third
    # What the better action is about is framed on the table, and the log says the same.
    expect(page.locator(".table-area [data-better]").first).to_be_visible()
    marked = position(page)
    page.locator("body").press("ArrowRight")
    expect(page.locator(".replay .figure")).to_have_text(re.compile(f"^{marked + 1} /"))
    page.get_by_role("tab", name="Log").click()
    expect(page.locator(".log-mark").last).to_contain_text("Better: ")
    page.get_by_role("tab", name="Study").click()
    page.locator("body").press("ArrowLeft")
    # Another action is chosen from the ranked list, twice; the link leads back to it.
    page.locator("body").press("v")
    expect(page.locator(".alternative .worth").first).to_have_text(re.compile(r"^\d+\.\d"))
    expect(page.locator(".alternative.played")).to_have_count(1)
    page.locator(".alternative:not(.played)").first.click()
    expect(page.locator(".variation li")).to_have_count(2)
    expect(page.locator(".alternative .worth").first).to_be_visible()
    page.locator(".alternative").first.click()
    expect(page.locator(".variation li")).to_have_count(3)
    assert page.url.count("line=") == 2
    steps = page.locator(".variation li").all_inner_texts()
    page.reload()
    expect(page.locator(".variation li")).to_have_text(steps)
    page.get_by_role("button", name="One action back").click()
    expect(page.locator(".variation li")).to_have_count(2)
    page.get_by_role("button", name="Play on from here").click()
    page.wait_for_url("**/tables/*")
    ada.wait_for_table()
    assert not ada.over


def test_questions_hide_what_follows_and_show_the_figures_afterwards(
    visitor: Callable[..., Player], record: str
) -> None:
    page = visitor(**PHONE).page
    upload(page, record)
    page.get_by_role("button", name="Study", exact=True).tap()
    page.get_by_role("button", name="What would you have done?").tap()
    quiz = page.locator(".quiz")
    expect(quiz.locator(".alternative").first).to_be_visible()
    expect(quiz.locator(".worth, .badge")).to_have_count(0)
    expect(page.locator(".verdict-here, .events")).to_have_count(0)
    assert "view=0" in page.url
    quiz.locator(".alternative").first.tap()
    expect(quiz.get_by_text("your answer")).to_be_visible()
    expect(quiz.get_by_role("button", name="Next question")).to_be_focused()
    expect(quiz.get_by_text("in the game")).to_have_count(1)
    expect(quiz.locator(".alternative.best").first).to_be_attached()
    assert quiz.locator(".worth").count() == quiz.locator(".alternative").count()
    quiz.get_by_role("button", name="Next question").tap()
    expect(quiz.get_by_text("Question 2 of ")).to_be_visible()
    quiz.get_by_role("button", name="Back to the replay").tap()
    expect(quiz).to_have_count(0)


def test_a_position_without_moments_is_explained(visitor: Callable[..., Player]) -> None:
    for language, sentence in (("en", "no moment worth mentioning"), ("de", "keinen erwähnenswerten Moment")):
        page = visitor(language=language).page
        upload(page, "scenario: nothing yet\ngiven players: Timon, Nina, Keno\ngiven hand Timon: 2 Red, Soy\n")
        page.goto(page.url.partition("?")[0])
        expect(page.locator(".study")).to_contain_text(sentence)
        expect(page.locator(".event")).to_have_count(0)


OFFERS = """scenario: two offers
given players: Timon, Nina, Keno
given phase: 2
given active: Nina
given hand Timon: Red, Soy, Chili
given field Timon 1: 3 Blue
given hand Nina: Blue, Stink
given hand Keno: Stink, Garden
given turned: Red, Chili
when Nina offer all: Blue@1 for Soy
when Nina offer Timon: Stink@2 for Garden
when Timon decline 2
"""
"""Timon holds the Soy and no Garden, Keno no Soy."""


@pytest.mark.parametrize(("language", "lacks"), [("en", "you lack it"), ("de", "fehlt dir")])
def test_a_replay_never_says_that_a_held_card_is_missing(
    visitor: Callable[..., Player], language: str, lacks: str
) -> None:
    page = visitor(language=language).page
    upload(page, OFFERS)
    address = page.url.partition("?")[0]
    offers, worth = page.locator(".offers .offer"), page.locator(".offers .worth")
    for view, expected in (("0", [False, True]), ("2", [True]), ("open", []), ("table", [])):
        page.goto(f"{address}?at=2&view={view}")
        expect(offers).to_have_count(2)
        expect(worth).to_have_count(len(expected))
        assert [lacks in text for text in worth.all_inner_texts()] == expected, view
    # With open cards no single seat is addressed.
    page.goto(f"{address}?at=2&view=open")
    expect(offers).to_have_count(2)
    addressed = page.locator(".offers .from", has_text=re.compile(r"\b(You|you|dich|Du)\b"))
    expect(addressed).to_have_count(0)


def test_a_late_response_does_not_replace_a_newer_view(
    visitor: Callable[..., Player],
) -> None:
    page = visitor().page
    upload(page, OFFERS)
    views, front = page.locator(".view-select select"), page.locator(".dock .who")
    expect(front).to_contain_text("Timon")
    held: list[Route] = []
    page.route("**/hello.json*view=2*", lambda route: held.append(route))
    views.select_option("2")
    views.select_option("1")
    expect(front).to_contain_text("Nina")
    with page.expect_response("**/hello.json*view=2*"):
        held[0].continue_()
    page.evaluate("() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
    expect(front).to_contain_text("Nina")
    expect(page.locator(".hand .cover")).to_have_count(2)
