"""Recovery from a reload, a dropped socket, and a server killed in mid-game."""

from collections.abc import Callable

from playwright.sync_api import WebSocketRoute, expect

from tests.support.browser.player import Player
from tests.support.browser.server import ServerProcess


def cards_of(player: Player) -> list[str]:
    """The player's hand, fields in words, and piles."""
    fields = player.page.locator("[data-rove=fields]").evaluate_all(
        "(found) => found.map((each) => each.getAttribute('aria-label'))"
    )
    return [*player.cards(), *fields, player.page.locator(".piles").inner_text()]


def play_until_planting(ada: Player) -> None:
    """Plays until a card has to be planted: the table does not change by itself then."""
    for turn in range(3):
        ada.press(turn)
    ada.play_until(lambda: any(" plant " in do for do in ada.read_state()["actions"]))


def test_a_reloaded_page_shows_the_same_table(visitor: Callable[..., Player]) -> None:
    ada = visitor()
    ada.open_table("bohnanza", {1: "sprout", 2: "sprout"})
    ada.start()
    play_until_planting(ada)
    before = cards_of(ada)
    asked = ada.page.locator("section.prompt .question").inner_text()
    ada.page.reload()
    ada.wait_for_table()
    expect(ada.page.locator("section.prompt .question")).to_have_text(asked)
    assert cards_of(ada) == before


def test_a_dropped_socket_reconnects(visitor: Callable[..., Player]) -> None:
    ada = visitor()
    sockets: list[WebSocketRoute] = []

    def pass_on(socket: WebSocketRoute) -> None:
        sockets.append(socket)
        socket.connect_to_server()

    ada.page.route_web_socket("**/socket*", pass_on)
    ada.open_table("bohnanza", {1: "sprout", 2: "sprout"})
    ada.start()
    play_until_planting(ada)
    before = cards_of(ada)
    sockets[-1].close(code=1001)
    expect(ada.page.locator(".banner")).to_contain_text("connection is lost")
    expect(ada.page.locator(".banner")).to_have_count(0)
    assert len(sockets) > 1
    assert cards_of(ada) == before
    play_until_planting(ada)


def test_a_killed_server_resumes_every_table(visitor: Callable[..., Player], own_server: ServerProcess) -> None:
    ada = visitor(server=own_server)
    ada.open_table("rabohnzel", {1: "sprout", 2: "sprout"})
    ada.start()
    play_until_planting(ada)
    before = cards_of(ada)
    own_server.kill()
    expect(ada.page.locator(".banner")).to_contain_text("connection is lost")
    own_server.start()
    expect(ada.page.locator(".banner")).to_have_count(0)
    assert cards_of(ada) == before
    play_until_planting(ada)
