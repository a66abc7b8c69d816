"""Somebody before a browser: opens tables, reads what is asked, and presses what can be pressed."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from playwright.sync_api import TimeoutError as PlaywrightTimeout
from playwright.sync_api import expect

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from playwright.sync_api import Browser, Locator, Page

    from tests.support.browser.server import ServerProcess

MOST_PRESSES = 3000
PATIENCE = 30_000
"""Milliseconds that something may take on a busy machine."""
SOON = 3_000
"""Milliseconds after which a button that is not there counts as gone."""
LEADING = ("plant", "accept", "feed", "keep", "choose", "activate", "sacrifice", "drop", "discard")

LOOK = """() => {
  const all = (selector) => [...document.querySelectorAll(selector)].filter((each) => each.checkVisibility());
  return {
    over: document.querySelector("#table .result") !== null,
    awaited: document.querySelector("section.prompt.yours:not(.busy)") !== null,
    declining: all("section.prompt [data-answer=decline]").length > 0,
    more: all("section.prompt .actions button:not([data-do]):not(.undo):not(.coach)").length > 0,
    deeds: all("section.prompt:not(.busy) [data-do], dialog[open] [data-do]").map((each) => each.dataset.do),
  };
}"""
"""What a player sees at one moment."""
PRESS = """(selector) => {
  const button = [...document.querySelectorAll(selector)].find((each) => each.checkVisibility());
  if (!button) return null;
  button.scrollIntoView({block: "nearest", inline: "nearest"});
  const box = button.getBoundingClientRect();
  const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  const free = hit !== null && button.contains(hit);
  if (free) button.click();
  return free;
}"""
"""Press a button that lies free where a finger would come down, at once: what others do meanwhile may move it."""
READY = """() => {
  document.querySelector("[data-nothing]")?.click();
  return document.querySelector("section.prompt.yours:not(.busy), #table .result") !== null;
}"""
"""Whether something is asked of us. In the trading of bots we have nothing to say."""


class Player:
    """One person with a browser of their own: cookies are not shared with others."""

    def __init__(self, server: ServerProcess, browser: Browser, language: str = "en", **context: Any) -> None:
        self.server = server
        options: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce", **context}
        options = {"service_workers": "block", **options}  # what it fetches could not be followed
        self.context = browser.new_context(base_url=server.url, locale=language, **options)
        self.context.set_default_timeout(PATIENCE)
        self.page: Page = self.context.new_page()
        self.page_errors: list[str] = []
        self.page.on("pageerror", lambda error: self.page_errors.append(str(error)))
        self.page.on("console", lambda said: self.page_errors.append(said.text) if said.type == "error" else None)

    # --- coming to a table ---------------------------------------------------------------------------------

    def play_now(self, game: str, name: str = "Ada") -> None:
        """From the front page to the first card, in two presses: the name is typed, the game is pressed."""
        self.page.goto("/")
        self.page.locator("input[name=name]").fill(name)
        self.page.locator(f"button[name=game][value={game}]").click()
        self.wait_for_table()

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

    def table_at_once(self, game: str, name: str = "Ada") -> str:
        """Start a table with bots without a page; returns its address."""
        form: dict[str, str | float | bool] = {"game": game, "name": name, "level": "sprout"}
        answer = self.context.request.post("/play", form=form, headers={"Origin": self.server.url}, max_redirects=0)
        assert answer.status == 303, answer.text()
        return answer.headers["location"]

    def sit_down(self, link: str, name: str) -> None:
        """Come by the link and take the first free seat."""
        self.page.goto(link)
        self.page.locator("form[action$='/sit'] input[name=name]").first.fill(name)
        self.page.locator("button[form=sit]").first.click()

    def start(self) -> None:
        self.page.locator("form[action$='/start'] button").click()
        self.wait_for_table()

    def wait_for_table(self) -> None:
        """The table is drawn and connected."""
        expect(self.page.locator(".board")).to_be_visible()
        expect(self.page.locator("section.prompt, .result")).not_to_have_count(0)

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

    def read_state(self) -> dict[str, Any]:
        found: dict[str, Any] = self.page.evaluate(LOOK)
        return found

    def awaited(self) -> bool:
        return bool(self.read_state()["awaited"])

    def wait(self) -> None:
        """Until something is asked of us, or the game is over."""
        self.page.wait_for_function(READY)

    def press_any_action(self, turn: int) -> bool:
        """Do one of the things that can be done now, without haggling. False if it is not our turn."""
        seen = self.read_state()
        if not seen["awaited"]:
            return False
        if seen["declining"]:
            return self.try_press("section.prompt [data-answer=decline]")
        found: list[str] = seen["deeds"]
        if not found:
            if seen["more"]:
                self.try_press("section.prompt .actions button:not([data-do]):not(.undo):not(.coach)")
            found = self.read_state()["deeds"]
        if not found:
            return False
        leading = [do for do in found if do.split()[1] in LEADING]
        chosen = leading[turn % len(leading)] if leading else found[turn % len(found)]
        return self.try_press(f'[data-do="{chosen}"]')

    def try_press(self, button: str) -> bool:
        """Press it; false if it is gone by then, because somebody else was quicker, or covered."""
        free = self.page.evaluate(PRESS, button)
        if free is not False:
            return bool(free)
        try:
            self.page.locator(button).first.click(timeout=SOON)
        except PlaywrightTimeout:
            return False
        return True

    def press(self, turn: int) -> None:
        """Wait until it is our turn, and do something."""
        for _ in range(MOST_PRESSES):
            self.wait()
            if self.over or self.press_any_action(turn):
                return
        raise AssertionError(f"nothing can be pressed: {self.page.locator('section.prompt').inner_text()}")

    def play_to_the_end(self, press: Callable[[int], None] | None = None) -> int:
        """Play until the game is over; returns how often something was pressed."""
        for presses in range(MOST_PRESSES):
            self.wait()
            if self.over:
                return presses
            (press or self.press)(presses)
        raise AssertionError("the game does not end")

    def play_until(self, wanted: Callable[[], bool]) -> None:
        """Play until something is so."""
        for turn in range(MOST_PRESSES):
            self.wait()
            if wanted():
                return
            assert not self.over, "it never came to that"
            self.press_any_action(turn)
        raise AssertionError("it never came to that")

    def close(self) -> None:
        expected = re.compile(r"WebSocket|ERR_CONNECTION|ERR_INTERNET|status of 4\d\d")
        page_errors = [fault for fault in self.page_errors if not expected.search(fault)]
        self.context.close()
        assert not page_errors, page_errors


def play_together(players: Sequence[Player], wanted: Callable[[], Player | None]) -> Player:
    """Both play until it is so for one of them, who is returned."""
    for turn in range(2000):
        found = wanted()
        if found is not None:
            return found
        assert not players[0].over, "it never came to that"
        try_press = [player.press_any_action(turn) for player in players]
        if not any(try_press):
            players[0].page.wait_for_timeout(30)  # a bot's turn
    raise AssertionError("it never came to that")
