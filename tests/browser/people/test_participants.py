"""People joining and leaving a table, stand-in bots, spectators, ended games, and profile pictures."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.support.browser.games import seat_two_people
from tests.support.browser.phone import PHONE
from tests.support.browser.player import Player


def leave(player: Player, button: str = "Leave") -> None:
    player.page.get_by_role("button", name="Leave the table").click()
    player.page.get_by_role("button", name=button, exact=True).click()


def test_leaving_and_returning_is_announced_and_the_bot_labelled(visitor: Callable[..., Player]) -> None:
    ada, ben, _ = seat_two_people(visitor)
    ada.page.get_by_role("tab", name="Log").click()
    leave(ben)
    log, spoken = ada.page.locator(".log"), ada.page.locator("[role=status][aria-live=polite]")
    expect(log).to_contain_text("Ben has left the table. A bot plays on.")
    expect(spoken).to_contain_text("Ben has left the table. A bot plays on.")
    expect(ben.page.locator(".log")).to_contain_text("Ben has left the table. A bot plays on.")
    seat = ada.page.get_by_role("region", name="Ben (bot)")
    expect(seat.locator(".who")).to_have_text("Ben")
    expect(seat.locator(".stand-in")).to_contain_text("A bot plays for Ben.")
    ben.page.locator(".returning button").click()
    expect(log).to_contain_text("Ben is back and plays again.")
    expect(spoken).to_contain_text("Ben is back and plays again.")
    expect(ada.page.locator(".stand-in")).to_have_count(0)
    expect(ada.page.get_by_role("region", name="Ben", exact=True)).to_be_visible()
    # A page opened later shows it, too.
    ada.page.reload()
    ada.wait_for_table()
    ada.page.get_by_role("tab", name="Log").click()
    expect(ada.page.locator(".log .people")).to_have_count(2)


def test_the_label_of_a_stand_in_is_visible_on_a_phone(visitor: Callable[..., Player]) -> None:
    ada, ben, _ = seat_two_people(visitor, **PHONE)
    leave(ben)
    expect(ada.page.locator(".seat .stand-in")).to_be_visible()


def test_spectators_are_listed_and_marked_in_the_chat(visitor: Callable[..., Player]) -> None:
    ada, _, link = seat_two_people(visitor)
    eve, stranger = visitor(), visitor()
    expect(ada.page.locator(".spectators")).to_have_count(0)
    eve.page.goto(link)
    eve.wait_for_table()
    eve.page.locator("#talker").fill("Eve")
    eve.page.get_by_role("button", name="Join the chat").click()
    expect(ada.page.locator(".spectators")).to_have_text("1 spectator: Eve")
    stranger.page.goto(link)
    expect(ada.page.locator(".spectators")).to_have_text("2 spectators: Eve and 1 other")
    eve.page.locator("#line").fill("Good luck!")
    eve.page.locator("#line").press("Enter")
    ada.page.get_by_role("tab", name="Chat").click()
    expect(ada.page.locator(".said", has_text="Good luck!").locator(".badge")).to_have_text("spectator")
    expect(ada.page.locator("[role=status][aria-live=polite]")).to_contain_text("Eve (spectator): Good luck!")
    ada.page.locator("#line").fill("Thank you!")
    ada.page.locator("#line").press("Enter")
    expect(eve.page.locator(".said", has_text="Thank you!")).to_be_visible()
    expect(eve.page.locator(".said", has_text="Thank you!").locator(".badge")).to_have_count(0)


@pytest.mark.parametrize(
    ("language", "leave_table", "warning", "end", "ended", "undo"),
    [
        ("en", "Leave the table", "so the game ends", "End the game", "so the game has ended", "Undo: go on playing"),
        (
            "de",
            "Den Tisch verlassen",
            "damit endet das Spiel",
            "Partie beenden",
            "damit ist das Spiel beendet",
            "Rückgängig: weiterspielen",
        ),
    ],
)
def test_leaving_alone_ends_the_game_and_is_undone(
    visitor: Callable[..., Player], language: str, leave_table: str, warning: str, end: str, ended: str, undo: str
) -> None:
    ada = visitor(language=language)
    ada.play_now("bohnanza")
    address = ada.page.url
    hand = ada.cards()
    ada.page.get_by_role("button", name=leave_table).click()
    expect(ada.page.locator("dialog")).to_contain_text(warning)
    ada.page.get_by_role("button", name=end).click()
    expect(ada.page.locator(".notice.ended")).to_contain_text(ended)
    expect(ada.page.locator(".running")).to_have_count(0)
    ada.page.get_by_role("button", name=undo).click()
    ada.wait_for_table()
    assert ada.page.url == address
    assert sorted(ada.cards()) == sorted(hand)


def test_an_ended_game_is_announced_and_can_be_resumed(visitor: Callable[..., Player]) -> None:
    ada = visitor()
    ada.play_now("bohnanza")
    address = ada.page.url
    leave(ada, "End the game")
    expect(ada.page.locator(".notice.ended")).to_be_visible()
    ada.page.goto(address)
    expect(ada.page.locator(".question")).to_have_text("The game has ended.")
    expect(ada.page.locator(".returning")).to_contain_text("You have left the table.")
    expect(ada.page.get_by_role("button", name="Sit here")).to_have_count(0)
    ada.page.locator(".returning button").click()
    expect(ada.page.locator("[data-rove=hand]").first).to_be_visible()
    expect(ada.page.locator(".question")).not_to_have_text("The game has ended.")
    ada.page.goto("/mine")
    expect(ada.page.get_by_role("button", name="Go on playing")).to_have_count(0)


def test_a_picture_is_chosen_once_for_all_tables(visitor: Callable[..., Player]) -> None:
    ada, eve = visitor(), visitor()
    ada.page.goto("/")
    ada.page.get_by_label("Picture 6").check()
    ada.page.locator("input[name=name]").fill("Ada")
    ada.page.locator("button[name=game][value=bohnanza]").click()
    ada.wait_for_table()
    face = ada.page.locator(".mine .face use")
    expect(face).to_have_attribute("href", re.compile("#face-6$"))
    ada.page.get_by_role("button", name="Settings").click()
    ada.page.get_by_role("link", name="Name and picture").click()
    expect(ada.page.get_by_label("Picture 6")).to_be_checked()
    ada.page.get_by_label("Picture 3").check()
    ada.page.get_by_role("button", name="Keep it").click()
    expect(ada.page.get_by_label("Picture 3")).to_be_checked()
    link = ada.open_table("bohnanza", {1: "sprout", 2: "sprout"})
    ada.start()
    expect(face).to_have_attribute("href", re.compile("#face-3$"))
    eve.page.goto(link)
    eve.wait_for_table()
    expect(eve.page.get_by_role("region", name="Ada").locator(".face use").first).to_have_attribute(
        "href", re.compile("#face-3$")
    )
