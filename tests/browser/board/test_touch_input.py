"""Touch input: cards are dragged by real touch events, and a strip of cards still scrolls."""

from collections.abc import Callable

from playwright.sync_api import expect

from tests.support.browser.layout import PHONE, middle_of
from tests.support.browser.player import Player

STEPS = 8


def drag(player: Player, start: tuple[float, float], goal: tuple[float, float]) -> None:
    """Sends real touch events through the browser: down, moves in steps, up."""
    finger = player.context.new_cdp_session(player.page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        finger.send(
            "Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y, "id": 1} for x, y in points]}
        )

    touch("touchStart", start)
    for step in range(1, STEPS + 1):
        part = step / STEPS
        touch("touchMove", (start[0] + (goal[0] - start[0]) * part, start[1] + (goal[1] - start[1]) * part))
    touch("touchEnd")
    finger.detach()


def test_the_front_card_is_dragged_onto_a_field(visitor: Callable[..., Player]) -> None:
    ada = visitor(**PHONE)
    ada.open_table("bohnanza", {1: "miser", 2: "miser"})
    ada.start()
    ada.play_until(lambda: any(" plant " in do for do in ada.read_state()["actions"]) and not ada.cards("aside"))
    field = int(next(do for do in ada.read_state()["actions"] if " plant " in do).split()[-1]) - 1
    goal = ada.page.locator(f"[data-drop=field-{field}]")
    kind, held = ada.cards()[0], len(ada.cards())
    drag(ada, middle_of(ada.card(0)), middle_of(goal))
    expect(ada.page.locator("[data-rove=hand]")).to_have_count(held - 1)
    expect(goal).to_contain_text(kind)


def test_a_card_dropped_on_an_illegal_target_returns_with_a_reason(visitor: Callable[..., Player]) -> None:
    ada = visitor(**PHONE)
    ada.open_table("bohnanza", {1: "miser", 2: "miser"})
    ada.start()
    ada.play_until(lambda: any(" plant " in do for do in ada.read_state()["actions"]) and len(ada.cards()) > 2)
    before = ada.cards()
    drag(ada, middle_of(ada.card(1)), middle_of(ada.page.locator("[data-drop=field-0]")))
    expect(ada.page.locator("section.prompt .notice")).to_contain_text("only the front card of your hand")
    assert ada.cards() == before


def test_a_full_hand_scrolls_sideways(visitor: Callable[..., Player]) -> None:
    ada = visitor(**PHONE)
    ada.open_table("bohnedikt", {1: "miser", 2: "miser"})
    ada.start()
    hand = ada.page.locator(".hand")
    ada.play_until(lambda: bool(hand.evaluate("(hand) => hand.scrollWidth > hand.clientWidth + 40")))
    before = ada.cards()
    x, y = middle_of(ada.card(2))
    drag(ada, (x, y), (x - 150, y))
    ada.page.wait_for_function("() => document.querySelector('.hand').scrollLeft > 20")
    assert ada.page.locator(".ghost").count() == 0
    assert ada.cards() == before
