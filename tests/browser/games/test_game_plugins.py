"""The page loads only the files of the game at the table; games of other packages are drawn, too."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Request, expect

from tests.support.browser.player import MAX_PRESSES, Player
from tests.support.browser.server import ServerProcess
from tobean.games import GAMES
from tobean.server.games.files import ART, SCRIPT, STYLE, game_url

LESSON = """() => document.querySelector(".lesson")?.dataset.lesson ?? ''"""
SOMETHING_TO_DO = """() =>
  document.querySelector(".lesson, section.prompt.yours:not(.busy), #table .result") !== null"""


def record_game_requests(player: Player) -> Callable[[], list[str]]:
    """Records requests of table pages to the folders of games from now on."""
    seen: list[str] = []

    def note(request: Request) -> None:
        if "/static/games/" in request.url and "/tables/" in request.frame.url:
            seen.append(request.url.removeprefix(player.server.url))

    player.page.on("request", note)
    return lambda: sorted(set(seen))


@pytest.mark.parametrize("game", GAMES)
def test_nothing_of_another_game_is_loaded(visitor: Callable[..., Player], game: str) -> None:
    ada = visitor()
    fetched = record_game_requests(ada)
    ada.play_now(game)
    brought = [game_url(game, name) for name in (SCRIPT, STYLE, ART)]
    assert fetched() == sorted(url for url in brought if url)


def test_a_game_that_consists_of_rules_only(
    visitor: Callable[..., Player], server_with_packages: ServerProcess
) -> None:
    ada = visitor(server=server_with_packages)
    fetched = record_game_requests(ada)
    ada.open_table("bare", {1: "sprout", 2: "sprout"})
    ada.start()
    expect(ada.page.locator("h1")).to_have_text("Bare Beans")
    expect(ada.page.locator(".phases li")).to_have_text(["1 plant", "2 trade", "3 plant traded", "4 draw"])
    expect(ada.page.locator(".composer")).to_be_visible()
    assert fetched() == []
    turn = ada.page.locator(".phases .turn")
    ada.play_until(lambda: int(turn.inner_text().split()[-1]) > 4)  # at least one was the player's own
    ada.page.goto("/rules/bare")
    expect(ada.page.locator("h1")).to_contain_text("Bare Beans")


def test_a_game_with_pictures_script_and_style(
    visitor: Callable[..., Player], server_with_packages: ServerProcess
) -> None:
    ada = visitor(server=server_with_packages)
    fetched = record_game_requests(ada)
    ada.play_now("orchard")
    basket = ada.page.locator(".middle .basket")
    expect(basket).to_contain_text("in the basket")
    expect(basket).to_have_css("outline-color", "rgb(1, 2, 3)")
    assert [url.partition("?")[0] for url in fetched()] == [
        "/static/games/orchard/art.svg",
        "/static/games/orchard/style.css",
        "/static/games/orchard/table.js",
    ]
    ada.page.locator("#tab-rules").click()
    medlar, quince = ada.page.locator(".deck .card").nth(0), ada.page.locator(".deck .card").nth(1)
    assert "/static/games/orchard/art.svg" in str(medlar.locator("use").get_attribute("href"))
    assert str(quince.locator("use").get_attribute("href")).endswith("art/games/orchard.svg#kind-plain")
    tone = quince.evaluate("(card) => getComputedStyle(card).getPropertyValue('--body')")
    assert tone.startswith("#")
    ada.page.goto("/rules/orchard")
    expect(ada.page.locator(".summary")).to_contain_text("Shake the tree.")


def test_the_introduction_runs_at_a_real_table(visitor: Callable[..., Player]) -> None:
    ada = visitor()
    ada.page.goto("/learn")
    ada.page.locator("form[action^='/learn'] button").click()
    ada.wait_for_table()
    lesson = ada.page.locator(".lesson")
    expect(lesson).to_contain_text("This is your hand.")
    lesson.get_by_role("button", name="I see").click()
    expect(lesson).to_contain_text("Your turn!")
    expect(lesson).to_contain_text("2 of ")
    ada.page.reload()
    expect(lesson).to_contain_text("Your turn!")
    lesson.get_by_role("button", name="Not now").click()
    expect(lesson).to_have_count(0)
    ada.page.get_by_role("button", name="Help").click()
    ada.page.get_by_role("button", name="Resume the introduction").click()
    expect(lesson).to_contain_text("Your turn!")


def test_an_introduction_on_a_phone_from_the_first_card_to_the_result(visitor: Callable[..., Player]) -> None:
    ada = visitor(language="de", viewport={"width": 360, "height": 640}, has_touch=True)
    ada.page.goto("/")
    expect(ada.page.locator("button[formaction='/learn/bohnanza']").first).to_be_visible()
    ada.page.goto("/learn/al-cabohne")
    ada.page.locator("select[name=tempo]").select_option("0")
    ada.page.locator("form[action^='/learn'] button").click()
    ada.wait_for_table()
    read: list[str] = []
    for turn in range(MAX_PRESSES):
        ada.page.wait_for_function(SOMETHING_TO_DO)
        if ada.over:
            break
        shown = ada.page.evaluate(LESSON)
        if not shown:
            ada.press_any_action(turn)
        elif ada.try_press(".lesson [data-close]"):
            read.append(shown)
            expect(ada.page.locator(f".lesson[data-lesson='{shown}']")).to_have_count(0)
    closing = ada.page.locator(".lesson")
    expect(closing).to_contain_text("Die Partie ist zu Ende.")
    assert len(read) == len(set(read)) >= 8
    closing.get_by_role("button", name="Fertig").click()
    expect(closing).to_have_count(0)
