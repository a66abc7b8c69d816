"""The review after a game: best and worst moments of a seat, each to be watched and to be tried again."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Route, expect

from tests.support.browser.games import upload
from tests.support.browser.phone import PHONE
from tests.support.browser.player import Player
from tobean.bots import bot_named
from tobean.bots.game_loop import play_to_end
from tobean.kernel.chance import chance_from
from tobean.record.record import Game


def test_the_review_of_my_game_begins_with_my_moments(visitor: Callable[..., Player]) -> None:
    """The last actions of a game of bots are taken by a person, in the seat that acts last."""
    players = ("Ben", "Cleo", "Dora")
    game = Game("bohnanza", players, 3, talk_limit=6)
    play_to_end(game.table, [bot_named("sprout") for _ in players], chance_from(3), game.play)
    last = game.record.moves[-1].action
    ada = visitor(**PHONE)
    page = ada.page
    upload(page, game.record.text())
    page.goto(f"{page.url.partition('?')[0]}?at={len(game.record.moves) - 1}&view={last.seat}")
    page.locator(".replay summary").tap()
    page.get_by_role("button", name="Play on from here").tap()
    page.wait_for_url("**/tables/*")
    page.locator(f"section.prompt [data-do='{last!r}']").tap()
    page.get_by_role("link", name="Review").tap()
    expect(page.get_by_role("heading", name="Your best moments")).to_be_visible()
    own = page.locator(".tabs [aria-current]")
    seat = page.locator(".tabs a").evaluate_all("(all) => all.findIndex((each) => each.ariaCurrent === 'true')")
    assert seat == last.seat
    expect(own).not_to_have_text(players[last.seat])  # the person has a name of their own
    best, worst = page.locator("#best ~ .moments .moment"), page.locator("#worst ~ .moments .moment")
    expect(best).to_have_count(3)
    expect(worst).to_have_count(3)
    for found, sign in ((best, r"^\+\d"), (worst, "^\N{MINUS SIGN}\\d")):
        for number in range(3):
            expect(found.nth(number).locator(".worth")).to_have_text(re.compile(rf"{sign}.* thalers?$"))
    expect(worst.first).to_contain_text("Better: ")
    everything = page.get_by_text(re.compile(r"^All \d+ moments$"))
    hidden = page.locator("details .moments")
    expect(hidden).to_be_hidden()
    everything.press("Enter")
    expect(hidden).to_be_visible()
    # The label for screen readers names the moment that a button is about.
    described = best.first.get_by_role("button").evaluate(
        "(button) => document.getElementById(button.getAttribute('aria-describedby')).textContent"
    )
    assert described.startswith(("You gave", "You got", "You chose"))
    best.first.get_by_role("link", name="Watch it").tap()
    page.wait_for_url(re.compile(rf"at=\d+&view={last.seat}"))
    expect(page.locator(".replay .figure")).to_have_text(re.compile(r"^[1-9]\d* / \d+$"))
    page.go_back()
    worst.first.get_by_role("button", name="Try again from here").press("Enter")
    page.wait_for_url("**/tables/*")
    ada.wait_for_table()
    assert not ada.over


def test_a_review_without_moments_is_explained(visitor: Callable[..., Player]) -> None:
    for language, sentence in (("en", "no moment worth speaking of"), ("de", "keinen erwähnenswerten Moment")):
        page = visitor(language=language).page
        upload(page, "scenario: nothing yet\ngiven players: Timon, Nina, Keno\ngiven hand Timon: 2 Red, Soy\n")
        page.goto(f"{page.url.partition('?')[0]}/review")
        expect(page.locator(".notice")).to_contain_text(sentence)
        expect(page.locator(".moment")).to_have_count(0)


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
