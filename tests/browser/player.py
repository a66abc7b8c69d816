"""Somebody before a browser: opens tables, reads what is asked, and presses what can be pressed."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from playwright.sync_api import TimeoutError as PlaywrightTimeout
from playwright.sync_api import expect

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from playwright.sync_api import Browser, Locator, Page

    from browser.house import House

MOST_PRESSES = 3000
LEADING = ("plant", "accept", "feed", "keep", "choose", "activate", "sacrifice", "drop", "discard")


class Player:
    """One person with a browser of their own: cookies are not shared with others."""

    def __init__(self, house: House, browser: Browser, language: str = "en", **context: Any) -> None:
        self.house = house
        options: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce", **context}
        self.context = browser.new_context(base_url=house.url, locale=language, **options)
        self.context.set_default_timeout(15_000)
        self.page: Page = self.context.new_page()
        self.faults: list[str] = []
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("console", lambda said: self.faults.append(said.text) if said.type == "error" else None)

    # --- coming to a table ---------------------------------------------------------------------------------

    def play_now(self, game: str, name: str = "Ada") -> None:
        """From the front page to the first card, in two presses: the name is typed, the game is pressed."""
        self.page.goto("/")
        self.page.locator("input[name=name]").fill(name)
        self.page.locator(f"button[name=game][value={game}]").click()
        self.at_table()

    def open_table(
        self, game: str, seats: Mapping[int, str], name: str = "Ada", more: Callable[[Page], None] | None = None
    ) -> str:
        """Open a table whose bots answer at once; returns its address. `seats` says who sits where: a bot, `open`."""
        self.page.goto(f"/open?game={game}")
        self.page.locator("input[name=name]").fill(name)
        for seat in range(1, 5):
            choice = self.page.locator(f"select[name=seat{seat}]")
            if choice.count():
                has_none = choice.locator("option[value=none]").count() > 0
                choice.select_option(seats.get(seat, "none" if has_none else "sprout"))
        self.page.locator("select[name=tempo]").select_option("0")
        if more is not None:
            more(self.page)
        self.page.get_by_role("button", name=re.compile("Open the table|Tisch eröffnen")).click()
        self.page.wait_for_url("**/tables/*")
        return self.page.url

    def start(self) -> None:
        self.page.locator("form[action$='/start'] button").click()
        self.at_table()

    def at_table(self) -> None:
        """The table is drawn and connected."""
        expect(self.page.locator(".felt")).to_be_visible()
        expect(self.page.locator("section.asked, .result")).not_to_have_count(0)

    # --- playing -------------------------------------------------------------------------------------------

    def cards(self, group: str = "hand") -> list[str]:
        """The kinds of the own cards as they are read out: of the `hand`, `turned` over, set `aside`."""
        labels = self.page.locator(f"[data-rove={group}]").evaluate_all(
            "(found) => found.map((each) => each.getAttribute('aria-label'))"
        )
        return [label.split(",")[0] for label in labels]

    def card(self, position: int, group: str = "hand") -> Locator:
        return self.page.locator(f"[data-rove={group}]").nth(position)

    @property
    def over(self) -> bool:
        return self.page.locator("#table .result").count() > 0

    def deeds(self) -> Locator:
        """The buttons that do something, in the question or in the list of all."""
        return self.page.locator("section.asked:not(.busy) [data-do]:visible, dialog[open] [data-do]:visible")

    def shown(self) -> list[str]:
        """What these buttons do, read at one moment."""
        found: list[str] = self.deeds().evaluate_all("(found) => found.map((each) => each.dataset.do)")
        return found

    def awaited(self) -> bool:
        return self.page.locator("section.asked.yours:not(.busy)").count() > 0

    def press_something(self, turn: int) -> bool:
        """Do one of the things that can be done now, without haggling. False if it is not our turn."""
        if not self.awaited():
            return False
        decline = self.page.locator("section.asked [data-answer=decline]:visible")
        if decline.count():
            return self.pressed(decline.first)
        found = self.shown()
        if not found:
            more = self.page.locator("section.asked .deeds button:not([data-do]):not(.undo):visible")
            if not more.count() or not self.pressed(more.first):
                return False
            found = self.shown()
        if not found:
            return False
        leading = [do for do in found if do.split()[1] in LEADING]
        chosen = leading[turn % len(leading)] if leading else found[turn % len(found)]
        return self.pressed(self.page.locator(f'[data-do="{chosen}"]:visible').first)

    def pressed(self, button: Locator) -> bool:
        """Press it; false if it is gone by then, because somebody else was quicker."""
        try:
            button.click(timeout=1500)
        except PlaywrightTimeout:
            return False
        return True

    def play_to_the_end(self, pressing: Callable[[int], bool] | None = None) -> int:
        """Play until the game is over; returns how often something was pressed."""
        presses = 0
        press = pressing or self.press_something
        for _ in range(MOST_PRESSES * 10):
            if self.over:
                return presses
            if press(presses):
                presses += 1
                assert presses < MOST_PRESSES, "the game does not end"
            else:
                self.page.wait_for_timeout(30)
        raise AssertionError(f"stuck: {self.page.locator('section.asked').inner_text()}")

    def play_until(self, wanted: Callable[[], bool]) -> None:
        """Play until something is so."""
        for turn in range(MOST_PRESSES):
            if wanted():
                return
            if not self.press_something(turn):
                self.page.wait_for_timeout(30)
        raise AssertionError("it never came to that")

    def close(self) -> None:
        expected = re.compile(r"WebSocket|ERR_CONNECTION|ERR_INTERNET|status of 4\d\d")
        faults = [fault for fault in self.faults if not expected.search(fault)]
        self.context.close()
        assert not faults, faults
