"""Lanterns on the page: a kind that cannot be offered, a picture other than a card, a result with several parts."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import expect

import tobean
from tests.support.browser.layout import FITS, resize
from tests.support.browser.player import Player
from tests.support.browser.server import ServerProcess
from tests.support.browser.stage import ScriptedTable, scripted_visitor
from tests.support.lanterns_registered import lanterns_registered
from tobean.kernel.chance import chance_from
from tobean.session.replay import play_on
from tobean.session.seats import person_seat

TRADING = """
given players: Timon, Nina, Keno
given phase: 2
given hand Timon: Red, Soy, Blue
given turned: Red, Soy
"""


@pytest.fixture
def lanterns_server(server_with_packages: ServerProcess) -> Iterator[ServerProcess]:
    """A server on which Lanterns is installed; the game is registered in this process, too."""
    with lanterns_registered():
        yield server_with_packages


@pytest.mark.parametrize(
    ("language", "refusal"),
    [("en", "Red cannot be traded now."), ("de", "Rote Bohne kann jetzt nicht gehandelt werden.")],
)
def test_the_composer_closes_a_forbidden_kind(
    visitor: Callable[..., Player], lanterns_server: ServerProcess, language: str, refusal: str
) -> None:
    ada, scripted_table = scripted_visitor(visitor, "lanterns", TRADING, server=lanterns_server, language=language)
    names = {"en": ("Red", "Soy"), "de": ("Rote", "Soja")}[language]
    red, soy = (ada.page.locator(f".palette .kind[aria-label^={name}]") for name in names)
    asked = ada.page.locator(".composer .get .lift")
    red.click()
    soy.click()
    ada.card(0).click()
    expect(asked).to_have_count(2)
    expect(ada.page.locator(".composer .give .lift")).to_have_count(1)
    expect(red).to_have_attribute("aria-disabled", "false")
    scripted_table.act("A light Red")
    expect(red).to_have_attribute("aria-disabled", "true")
    expect(soy).to_have_attribute("aria-disabled", "false")
    expect(asked).to_have_count(1)
    expect(ada.page.locator(".composer .give .lift")).to_have_count(0)
    red.click(force=True)  # it is disabled, and says why
    expect(ada.page.locator(".notice")).to_contain_text(refusal)
    expect(asked).to_have_count(1)


def test_a_script_draws_a_picture_other_than_a_card(
    visitor: Callable[..., Player], lanterns_server: ServerProcess
) -> None:
    ada, scripted_table = scripted_visitor(visitor, "lanterns", TRADING, server=lanterns_server)
    href = str(ada.page.locator(".middle .lanterns use").get_attribute("href"))
    assert "/static/games/lanterns/art.svg" in href
    assert href.endswith("#sign-lantern")
    for width, height in ((360, 640), (640, 360)):
        resize(scripted_table, width, height)
        ada.page.wait_for_function(FITS)


def test_the_result_shows_its_parts(visitor: Callable[..., Player], lanterns_server: ServerProcess) -> None:
    ada = visitor(server=lanterns_server)
    scripted_table = ScriptedTable(ada, "lanterns")
    game = tobean.Game("lanterns", ("Timon", "Nina", "Keno"), seed=4, talk_limit=3)
    chance = chance_from(4)
    while not game.table.over:
        game.play(game.table.sample_action(game.table.awaited, chance))
    people = [person_seat(name, name) for name in game.record.players]
    *_, last = game.record.moves
    scripted_table.session, _ = play_on(game.record, len(game.record.moves) - 1, people, 100.0)
    ada.page.goto(scripted_table.link)
    ada.wait_for_table()
    scripted_table.act(repr(last.action))
    result = game.table.result()
    winner = result.winners[0]
    expect(ada.page.locator(".ranking .winner .sum")).to_have_text(f"{result.thaler_parts_text(winner)} =")
    expect(ada.page.locator(".ranking .winner .thaler-count b")).to_have_text(str(result.thalers[winner]))
    expect(ada.page.locator(".ranking .sum")).to_have_count(3)
