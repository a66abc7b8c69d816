"""Every page and every state of the table at four sizes in every language: nothing overflows, is cut off or covered."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.games import upload
from tests.support.browser.player import Player
from tests.support.browser.scenarios import ALONE, CROWDED, LAST_MOVE
from tests.support.browser.stage import ScriptedTable
from tobean.bots import bot_named
from tobean.bots.game_loop import play_until
from tobean.i18n import LANGUAGES
from tobean.kernel.chance import chance_from
from tobean.record.record import Game
from tobean.session.viewer import Viewer

SIZES = ((320, 568), (360, 640), (390, 844), (844, 390), (1280, 800))
MAX_LAYOUT_CHECKS = 5

PROBLEMS = """async (width) => {
  // The table is laid out again after a resize.
  const frame = () => new Promise((drawn) => requestAnimationFrame(drawn));
  do await frame(); while (innerWidth !== width || !matchMedia(`(width: ${width}px)`).matches);
  await frame();
  const found = [];
  const report = (fault, element) => {
    const name = (element.getAttribute("aria-label") ?? element.textContent).trim().replace(/\\s+/g, " ");
    found.push(`${fault}: <${element.localName} class="${element.getAttribute("class") ?? ""}"> ${name.slice(0, 60)}`);
  };
  const root = document.scrollingElement;
  if (root.scrollWidth > innerWidth) found.push(`the page is ${root.scrollWidth} wide`);

  // Strips that scroll sideways on purpose, and elements that may cover the table.
  const STRIPS = ".hand, .due, .stock, .spells, .scroll, .rulebook table, .tally, textarea";
  const OVER =
    "dialog, .log-filter, .trade-column, .talkpanel, .notice, .moment, .explained, .lesson, .raised, .bubble";
  const modal = document.querySelector("dialog[open]");

  // The rectangle to which the ancestors of an element clip it.
  const clips = new Map();
  const clipOf = (element) => {
    if (!element) return {left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity};
    if (clips.has(element)) return clips.get(element);
    const {display, overflowX, overflowY, position} = getComputedStyle(element);
    let opening = clipOf(position === "fixed" ? null : element.parentElement);
    if (display !== "contents" && (overflowX !== "visible" || overflowY !== "visible")) {
      const box = element.getBoundingClientRect();
      opening = {
        left: Math.max(opening.left, box.left), top: Math.max(opening.top, box.top),
        right: Math.min(opening.right, box.right), bottom: Math.min(opening.bottom, box.bottom),
      };
    }
    clips.set(element, opening);
    return opening;
  };

  for (const element of (modal ?? document).querySelectorAll("button, a[href], input, select, textarea, summary")) {
    if (!element.checkVisibility({visibilityProperty: true, opacityProperty: true})) continue;
    const box = element.getBoundingClientRect();
    if (box.width <= 1 || box.height <= 1 || element.closest(".visually-hidden, [inert]")) continue;
    const strip = element.closest(STRIPS);
    const opening = clipOf(element.parentElement);
    if (!strip) {
      if (box.left < -1 || box.right > innerWidth + 1) report("beyond the edge", element);
      else if (opening.left > box.left + 1 || opening.right < box.right - 1) report("cut off sideways", element);
    }
    if (element.matches("button:not(.cover), .button, .action, summary")) {
      const {scrollWidth, clientWidth, scrollHeight, clientHeight} = element;
      if (!strip && clientWidth && scrollWidth > clientWidth + 1) report("text too wide", element);
      if (element.matches("button") && scrollHeight > clientHeight + 2) report("text too high", element);
    }
    // What lies free can be hit where a finger comes down: in the middle and near both ends.
    if (strip || element.matches(".cover, .skip, input[type=file]")) continue;
    const top = Math.max(0, opening.top), bottom = Math.min(innerHeight, opening.bottom);
    if (box.top < top - 1 || box.bottom > bottom + 1) continue;
    for (const x of [box.left + 4, (box.left + box.right) / 2, box.right - 4]) {
      const hit = document.elementFromPoint(x, (box.top + box.bottom) / 2);
      if (!hit || element.contains(hit) || hit.contains(element) || element.closest("label")?.contains(hit)) continue;
      const above = hit.closest(OVER);
      if (above && !above.contains(element)) continue;
      report(`covered by <${hit.localName} class="${hit.getAttribute("class") ?? ""}">`, element);
      break;
    }
  }
  return found;
}"""
"""Controls that are off screen, cut off, covered, or too small for their text."""
SETTLED = "() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))"
DOCK = "() => { const dock = document.querySelector('.dock'); return dock.scrollHeight - dock.clientHeight; }"


class Screens:
    """Collects layout problems of several pages."""

    def __init__(self, player: Player) -> None:
        self.player, self.page = player, player.page
        self.device = player.context.new_cdp_session(player.page)
        self.language = ""
        self.size = SIZES[-1]
        self.found: list[str] = []

    def speak(self, language: str) -> None:
        """Sets the language from the next page load on."""
        self.language = language
        self.player.context.add_cookies([{"name": "language", "value": language, "url": self.player.server.url}])

    def sizes(self) -> Iterator[tuple[int, int]]:
        """Resizes the page to each size in turn."""
        for width, height in SIZES:
            # Playwright's own method takes several times as long.
            metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
            self.device.send("Emulation.setDeviceMetricsOverride", metrics)
            self.size = (width, height)
            yield self.size

    def check(self, state: str) -> None:
        """Checks the page at its current size."""
        width, height = self.size
        problems: list[str] = []
        for _ in range(MAX_LAYOUT_CHECKS):  # elements that move after a resize may need some frames
            problems = self.page.evaluate(PROBLEMS, width)
            if not problems:
                return
        self.found += [f"{state}, {self.language}, {width}x{height}: {problem}" for problem in problems]

    def check_all(self, state: str) -> None:
        for _ in self.sizes():
            self.check(state)

    def visit(self, address: str, opened: bool = False) -> None:
        """Visits a page; `opened` unfolds everything on it."""
        self.page.goto(address)
        if opened:
            self.page.evaluate("() => document.querySelectorAll('details').forEach((each) => (each.open = true))")
        self.check_all(address)


# --- the table ---------------------------------------------------------------------------------------------------

PLAYERS = "given players: Timon, Nina, Keno, Eiko, Paula"
MAGIC_ENDING = """
given players: Timon, Nina, Keno, Eiko
given run-outs: 3
given turned: nothing
given hand Timon: Sword
given draw: White, Mean, Sword
given discard: 2 Cape
given rest: out
"""
STATES = {
    "bohnanza": {
        "planting": f"""
{PLAYERS}
given phase: 1
given hand Timon: Black-eyed, Soy, Chili, Soy, Garden, Stink
given field Timon 1: 3 Soy
given field Timon 2: 2 Chili
""",
        "trading": f"""
{PLAYERS}
given phase: 2
given hand Timon: Red, Soy, Chili, Soy, Black-eyed
given field Timon 1: 3 Soy
given field Timon 2: 2 Blue
given hand Nina: Blue, Chili, Stink, Black-eyed
given hand Keno: Blue, Chili, Stink
given turned: Red, Black-eyed
when Timon offer all: turned Red for Chili
when Keno offer Timon: Blue@1, Chili@2 for Black-eyed
when Nina offer Timon: Blue@1, Black-eyed@4 for Red, Black-eyed
""",
        "asked": f"""
{PLAYERS}
given phase: 2
given active: Nina
given hand Timon: Red, Soy, Chili, Soy, Black-eyed
given field Timon 1: 3 Soy
given field Timon 2: 2 Chili
given hand Nina: Blue, Chili, Stink
given turned: Red, Black-eyed
when Nina offer Timon: Blue@1, turned Black-eyed for Soy, Chili
""",
        "due": f"""
{PLAYERS}
given phase: 2
given hand Timon: Red, Soy, Chili
given hand Nina: Blue, Chili, Stink
given field Timon 1: 3 Soy
given field Timon 2: 2 Chili
given turned: Red, Black-eyed
when Nina offer Timon: Blue@1, Chili@2 for nothing
when Timon accept 1
when Timon end trading
""",
        "ending": f"""
{PLAYERS}
given turned: nothing
given hand Timon: Stink
given draw: Red, Green
given rest: out
""",
    },
    "rabohnzel": {
        "magic": """
given players: Timon, Nina, Keno, Eiko
given phase: 15
given hand Timon: Cape, Magic, Mean, Magic, Princess
given field Timon 1: 4 Magic
given field Timon 2: 3 Sword
given spells Timon: Move up, Hand, Attack
given spells Nina: Field up, Random
given field Nina 1: 2 Mean
given thalers Nina: Sword
""",
        "trading": CROWDED["rabohnzel"],
        "ending": MAGIC_ENDING,
    },
    "excalibohn": {
        "magic": """
given players: Timon, Nina, Keno, Eiko
given phase: 15
given hand Timon: Sword, White, Princess, Mean, Cape
given field Timon 1: 3 Sword
given field Timon 2: 2 Magic
given spells Timon: Move up, Hand
given field Nina 1: 2 Mean
given thalers Nina: Pluck
""",
        "trading": """
given players: Timon, Nina, Keno, Eiko
given phase: 2
given hand Timon: Sword, White, Princess, Mean, Cape
given field Timon 1: 3 Sword
given hand Nina: Cape, Sword, Mean
given turned: Sword, Cape
when Nina offer Timon: Cape@1 for Sword
""",
        "ending": MAGIC_ENDING,
    },
    "bohnedikt": {
        "trading": CROWDED["bohnedikt"],
        "tribute": """
given players: Timon, Nina, Keno, Eiko
given hand Timon: Blue/Soy
given field Timon 1: 2 Red
given field Timon 2: 2 Soy
given thalers Timon: Chili
given turned: nothing
given run-outs: 1
given draw: Green
given rest: out
when Timon end trading
when Timon go on
""",
        "ending": """
given players: Timon, Nina, Keno, Eiko
given hand Timon: Blue/Soy
given turned: nothing
given run-outs: 2
given draw: Green
given discard: 5 Red
given rest: out
when Timon end trading
""",
    },
    "al-cabohne": {
        "reveal": CROWDED["al-cabohne"],
        "alone": ALONE,
        "ending": LAST_MOVE,
    },
}
"""For each game the largest state of each phase, from the first seat; the next action of `ending` ends the game."""
ENDED_BY = {
    "bohnanza": "A end trading",
    "rabohnzel": "A end trading",
    "excalibohn": "A end trading",
    "bohnedikt": "A go on",
    "al-cabohne": "A go on",
}


def press(stage: ScriptedTable, selector: str) -> None:
    stage.page.locator(selector).first.evaluate("(button) => button.click()")


def check_panels(stage: ScriptedTable, screens: Screens, state: str) -> None:
    """Checks everything that covers the table: sheets, composer, chat, dialogs. Most of it is shared by all games."""
    page = stage.page
    for sheet in page.locator("[data-opens]").evaluate_all("(all) => all.map((each) => each.dataset.opens)"):
        press(stage, f"[data-opens={sheet}]")
        screens.check(f"{state}, {sheet}")
        press(stage, f"[data-opens={sheet}]")
    tabs = ("log", "chat", "rules", "unseen") if stage.game == "bohnanza" else ("rules",)
    for tab in tabs:
        press(stage, f"#tab-{tab}")
        screens.check(f"{state}, {tab}")
    # Escape closes one thing at a time, the chat input last; in the chat input, keys are letters.
    while page.evaluate("document.activeElement.matches('input')"):
        page.keyboard.press("Escape")
    if stage.game != "bohnanza":
        return
    stage.say(1, "I would give two Blue and a Stink for one of your Soy, and that is my last word on it!")
    expect(page.locator(".bubble")).to_have_count(1)
    screens.check(f"{state}, said")
    for key, dialog in (("?", "help"), (",", "settings"), ("n", "answers")):
        page.keyboard.press(key)
        expect(page.locator("dialog[open]")).to_be_visible()
        screens.check(f"{state}, {dialog}")
        page.keyboard.press("Escape")
        expect(page.locator("dialog[open]")).to_have_count(0)


def check_selection(stage: ScriptedTable, screens: Screens, state: str) -> None:
    """Checks the table with a card selected, and with the list of all actions open."""
    if stage.page.locator("section.prompt .actions .rest").count():
        press(stage, "section.prompt .actions .rest")
        expect(stage.page.locator("dialog[open]")).to_be_visible()
        screens.check(f"{state}, all")
        stage.page.keyboard.press("Escape")
        expect(stage.page.locator("dialog[open]")).to_have_count(0)
    press(stage, "[data-rove=turned], [data-rove=aside], [data-rove=hand]")
    screens.check(f"{state}, picked")
    stage.page.keyboard.press("Escape")


def check_tables(stage: ScriptedTable, screens: Screens) -> None:
    players = ""
    for state, scenario in STATES[stage.game].items():
        # Without a reload the page keeps the seats of the scenario before.
        before, players = players, scenario.split("\n")[1]
        stage.show_scenario(scenario, reload=players != before)
        expect(stage.page.locator("[data-answer][aria-disabled]")).to_have_count(0)  # a withdrawn offer
        for _ in screens.sizes():
            screens.check(state)
            if state != "ending":
                check_selection(stage, screens, state)
            if state in ("trading", "reveal"):
                check_panels(stage, screens, state)
    stage.act(ENDED_BY[stage.game])
    expect(stage.page.locator(".result")).to_be_visible()
    screens.check_all("result on the table")


@pytest.mark.parametrize("game", STATES)
def test_every_state_of_a_table_fits_the_screen(visitor: Callable[..., Player], game: str) -> None:
    ada = visitor(painted=True)
    stage = ScriptedTable(ada, game)
    screens = Screens(ada)
    for language in LANGUAGES:
        screens.speak(language)
        stage.viewer = Viewer(0, language)
        check_tables(stage, screens)
    assert not screens.found, "\n".join(screens.found)


THREE_FIELDS = """
given players: Timon, Nina, Keno
given phase: 2
given active: Nina
given hand Timon: Red, Soy, Black-eyed
given hand Nina: Blue, Stink, Garden
given turned: Red, Black-eyed
when Nina offer Timon: Blue@1, turned Black-eyed for Black-eyed, Soy
"""


def test_the_players_side_needs_no_scrolling_on_a_small_phone_in_landscape(
    visitor: Callable[..., Player],
) -> None:
    ada = visitor(painted=True)
    stage = ScriptedTable(ada, "bohnanza")
    ada.page.set_viewport_size({"width": 640, "height": 360})
    for fields, scenario in ((2, STATES["bohnanza"]["trading"]), (3, THREE_FIELDS)):
        stage.show_scenario(scenario)
        expect(ada.page.locator(".fields.own .plot")).to_have_count(fields)
        ada.page.evaluate(SETTLED)
        assert ada.page.evaluate(DOCK) <= 1, fields


# --- the other pages ---------------------------------------------------------------------------------------------

PAGES = (
    "/",
    "/lobby",
    "/mine",
    "/mine/games",
    "/replays",
    "/puzzles",
    "/puzzles/bohnanza/1",
    "/puzzles/storm",
    "/lessons",
    "/lessons/third-field",
    "/daily",
    "/puzzles/bohnedikt/1?answer=1",
    "/rules",
    "/learn",
    "/me",
    "/privacy",
    "/offline",
)


def short_game(game: str) -> str:
    """The record of a game of a few turns."""
    players = ["Timon", "Nina"] if game == "al-cabohne" else ["Timon", "Nina", "Keno"]
    kept = Game(game, players, "screens", talk_limit=5)
    bots = [bot_named(name) for name in ("merchant", "sprout", "sprout")[: len(players)]]
    play_until(kept.table, bots, chance_from("screens"), kept.play, 6)
    return kept.record.text()


def uploaded_games(page: Page) -> Iterator[tuple[str, str]]:
    """Uploads a short game of each kind; yields the game and the address of its replay."""
    for game in STATES:
        replay = upload(page, short_game(game))
        yield game, replay


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_fits_the_screen(visitor: Callable[..., Player], language: str) -> None:
    ada = visitor(language=language, painted=True)
    page = ada.page
    screens = Screens(ada)
    waiting = ada.open_table("bohnanza", {1: "open", 2: "sprout"})
    screens.speak(language)
    screens.visit(waiting)
    replays = dict(uploaded_games(page))
    for address in PAGES:
        screens.visit(address)
    for game, replay in replays.items():
        for address in (f"/open?game={game}", f"/rules/{game}", f"/cards/{game}"):
            screens.visit(address, opened=True)
        page.goto(replay)
        expect(page.locator(".replay")).to_be_visible()
        screens.check_all(f"replay of {game}")
        page.locator(".replay details").evaluate_all("(all) => all.forEach((details) => (details.open = true))")
        screens.check_all(f"replay of {game}, unfolded")
        page.locator("#tab-study").evaluate("(tab) => tab.click()")
        expect(page.locator(".events, .study .hint").first).to_be_attached()
        screens.check_all(f"study of {game}")
    assert not screens.found, "\n".join(screens.found)


def test_the_result_page_fits_the_screen(visitor: Callable[..., Player]) -> None:
    ada = visitor(painted=True)
    page = ada.page
    screens = Screens(ada)
    scenario = f"scenario: the end\ngiven game: bohnanza\n{STATES['bohnanza']['ending'].strip()}\n"
    upload(page, scenario)
    page.locator(".replay form button").click()
    page.wait_for_url("**/tables/*")
    page.locator("section.prompt .onward").click()
    expect(page.locator(".result")).to_be_visible()
    table = page.url
    for language in LANGUAGES:
        screens.speak(language)
        screens.visit(f"{table}/result", opened=True)
    assert not screens.found, "\n".join(screens.found)
