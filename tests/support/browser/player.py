"""A player in a browser: opens tables, reads prompts, and presses the available buttons."""

import asyncio
import re
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from playwright.sync_api import Browser, FilePayload, Locator, Page, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from tests.support.browser.server import ServerProcess
from tobean.server.client.table_client import TableClient

Form = dict[str, str | float | bool | bytes | FilePayload]

MAX_PRESSES = 3000
TIMEOUT = 120_000
"""Timeout in milliseconds, with allowance for a busy machine."""
SOON = 3_000
"""Milliseconds after which a missing button counts as gone."""
LEADING = ("plant", "accept", "feed", "keep", "choose", "activate", "sacrifice", "drop", "discard")

LOOK = """() => {
  const all = (selector) => [...document.querySelectorAll(selector)].filter((each) => each.checkVisibility());
  return {
    over: document.querySelector("#table .result") !== null,
    awaited: document.querySelector("section.prompt.yours:not(.busy)") !== null,
    declining: all("section.prompt [data-answer=decline]").length > 0,
    more: all("section.prompt .actions button:not([data-do]):not(.undo):not(.coach)").length > 0,
    actions: all("section.prompt:not(.busy) [data-do], dialog[open] [data-do]").map((each) => each.dataset.do),
  };
}"""
"""Snapshot of the state that the page shows."""
UNPAINTED = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("html { opacity: 0 }");
  document.adoptedStyleSheets.push(sheet);
}"""
"""Keeps Chromium from drawing pixels, which takes a third of its processor time. Everything else happens as usual."""
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
"""Clicks an uncovered button within one script call, because other players' actions may move it."""
READY = """() => {
  document.querySelector("[data-nothing]")?.click();
  return document.querySelector("section.prompt.yours:not(.busy), #table .result") !== null;
}"""
"""Whether the player is asked for an action or the game is over. In a bot's trading phase, passes first."""


class Player:
    """One person with a separate browser context: cookies are not shared with others."""

    def __init__(
        self, server: ServerProcess, browser: Browser, language: str = "en", painted: bool = False, **context: Any
    ) -> None:
        """`painted` is for tests that look at pixels or colours."""
        self.server = server
        options: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce", **context}
        options = {"service_workers": "block", **options}  # requests of a service worker could not be recorded
        self.context = browser.new_context(base_url=server.url, locale=language, **options)
        self.context.set_default_timeout(TIMEOUT)
        if not painted:
            self.context.add_init_script(f"({UNPAINTED})()")
        self.page: Page = self.context.new_page()
        self.page_errors: list[str] = []
        self.page.on("pageerror", lambda error: self.page_errors.append(str(error)))
        self.page.on("console", lambda said: self.page_errors.append(said.text) if said.type == "error" else None)

    # --- joining a table -----------------------------------------------------------------------------------

    def play_now(self, game: str, name: str = "Ada") -> None:
        """Starts a game from the front page: types the name and presses the game."""
        self.page.goto("/")
        self.page.locator("input[name=name]").fill(name)
        self.page.locator(f"button[name=game][value={game}]").click()
        self.wait_for_table()

    def open_table(
        self,
        game: str,
        seats: Mapping[int, str],
        name: str = "Ada",
        more: Callable[[Page], None] | None = None,
        cards: str = "",
    ) -> str:
        """Opens a table with bots that answer immediately; returns its address. `seats` has bots or `open`.

        The form is sent as a request; with `more`, it is filled in on its page. `cards` is a card set.
        """
        wishes = {seat: seats.get(seat, "none") for seat in range(1, 5)}
        if more is None:
            form: Form = {"game": game, "name": name, "tempo": "0"}
            form |= {f"seat{seat}": wish for seat, wish in wishes.items()}
            if cards:
                form["cards"] = {"name": "cards.toml", "mimeType": "application/toml", "buffer": cards.encode()}
            self.page.goto(self.send_form("/open", form))
        else:
            self.page.goto(f"/open?game={game}")
            self.page.locator("input[name=name]").fill(name)
            for seat, wish in wishes.items():
                self.page.locator(f"select[name=seat{seat}]").select_option(wish)
            self.page.locator("select[name=tempo]").select_option("0")
            more(self.page)
            self.page.get_by_role("button", name="Open the table").click()
            self.page.wait_for_url("**/tables/*")
        return self.page.url

    def table_at_once(self, game: str, name: str = "Ada") -> str:
        """Starts a table with bots by a request, without a page; returns its address."""
        return self.send_form("/play", {"game": game, "name": name, "level": "sprout"})

    def send_form(self, path: str, form: Form) -> str:
        """Sends a form without a page; returns the address to which the answer redirects."""
        answer = self.context.request.post(path, multipart=form, headers={"Origin": self.server.url}, max_redirects=0)
        assert answer.status == 303, answer.text()
        return answer.headers["location"]

    def sit_down(self, link: str, name: str) -> None:
        """Opens the link and takes the first free seat."""
        self.page.goto(link)
        self.page.locator("form[action$='/sit'] input[name=name]").first.fill(name)
        self.page.locator("button[form=sit]").first.click()

    def start(self) -> None:
        self.page.locator("form[action$='/start'] button").click()
        self.wait_for_table()

    def wait_for_table(self) -> None:
        """Waits until the table is drawn and connected."""
        expect(self.page.locator(".board")).to_be_visible()
        expect(self.page.locator("section.prompt, .result")).not_to_have_count(0)

    # --- playing -------------------------------------------------------------------------------------------

    def cards(self, group: str = "hand") -> list[str]:
        """Kinds of the player's cards, from their labels: in the `hand`, `turned` over, or set `aside`."""
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
        """Waits until the player is asked for an action, or the game is over."""
        self.page.wait_for_function(READY)

    def press_any_action(self, turn: int) -> bool:
        """Takes one possible action without trading. Returns False if it is not the player's turn."""
        seen = self.read_state()
        if not seen["awaited"]:
            return False
        if seen["declining"]:
            return self.try_press("section.prompt [data-answer=decline]")
        found: list[str] = seen["actions"]
        if not found:
            if seen["more"]:
                self.try_press("section.prompt .actions button:not([data-do]):not(.undo):not(.coach)")
            found = self.read_state()["actions"]
        if not found and self.try_press("dialog[open] [data-aims]"):  # too many of one sort to list at first
            self.try_press("section.prompt [data-list]")
            found = self.read_state()["actions"]
        if not found:
            return False
        leading = [do for do in found if do.split()[1] in LEADING]
        chosen = leading[turn % len(leading)] if leading else found[turn % len(found)]
        return self.try_press(f'[data-do="{chosen}"]')

    def try_press(self, button: str) -> bool:
        """Presses a button; returns False if it is covered, or gone because another player was quicker."""
        free = self.page.evaluate(PRESS, button)
        if free is not False:
            return bool(free)
        try:
            self.page.locator(button).first.click(timeout=SOON)
        except PlaywrightTimeout:
            return False
        return True

    def press(self, turn: int) -> None:
        """Waits for the player's turn and takes an action."""
        for _ in range(MAX_PRESSES):
            self.wait()
            if self.over or self.press_any_action(turn):
                return
        raise AssertionError(f"nothing can be pressed: {self.page.locator('section.prompt').inner_text()}")

    def play_to_the_end(self, press: Callable[[int], None] | None = None) -> int:
        """Plays until the game is over; returns the number of presses."""
        for presses in range(MAX_PRESSES):
            self.wait()
            if self.over:
                return presses
            (press or self.press)(presses)
        raise AssertionError("the game does not end")

    def play_over_socket(self) -> None:
        """Plays to the end as a program with the cookies of this browser would, for tests of the pages after a game."""
        table = self.page.url.rpartition("/")[2]
        cookie = "; ".join(f"{each['name']}={each['value']}" for each in self.context.cookies())

        async def play() -> None:
            async with TableClient(self.server.url, table, cookie) as seat:
                async for update in seat.updates():
                    if update["asked"]["you"] and update["actions"]:
                        await seat.act(update["actions"][0]["do"])

        with ThreadPoolExecutor(1) as another_thread:  # the event loop of this one belongs to Playwright
            another_thread.submit(asyncio.run, play()).result()
        self.wait()
        assert self.over

    def play_until(self, wanted: Callable[[], bool]) -> None:
        """Plays until a condition holds."""
        for turn in range(MAX_PRESSES):
            self.wait()
            if wanted():
                return
            assert not self.over, "the wanted state was never reached"
            self.press_any_action(turn)
        raise AssertionError("the wanted state was never reached")

    def close(self) -> None:
        expected = re.compile(r"WebSocket|ERR_CONNECTION|ERR_INTERNET|status of 4\d\d")
        page_errors = [fault for fault in self.page_errors if not expected.search(fault)]
        self.context.close()
        assert not page_errors, page_errors


def play_together(players: Sequence[Player], wanted: Callable[[], Player | None]) -> Player:
    """Plays with all players until `wanted` returns one of them."""
    for turn in range(2000):
        found = wanted()
        if found is not None:
            return found
        assert not players[0].over, "the wanted state was never reached"
        pressed = [player.press_any_action(turn) for player in players]
        if not any(pressed):
            players[0].page.wait_for_timeout(30)  # a bot's turn
    raise AssertionError("the wanted state was never reached")
