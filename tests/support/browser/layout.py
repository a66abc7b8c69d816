"""Screen sizes, and measurements of elements on the page."""

from playwright.sync_api import FloatRect, Locator, Page
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from tests.support.browser.stage import ScriptedTable

SEEN = """(selector) => [...document.querySelectorAll(selector)].every((each) => {
  const box = each.getBoundingClientRect();
  const points = [box.top + 2, (box.top + box.bottom) / 2, box.bottom - 2];
  return points.every((y) => each.contains(document.elementFromPoint(box.left + box.width / 2, y)));
})"""
"""Whether all matching elements are on screen in full height and uncovered."""


COVERING = """(selector) => [...document.querySelectorAll(selector)].flatMap((each) => {
  const box = each.getBoundingClientRect();
  const points = [box.top + 2, (box.top + box.bottom) / 2, box.bottom - 2];
  const found = points.map((y) => document.elementFromPoint(box.left + box.width / 2, y));
  return found.filter((other) => !each.contains(other)).map((other) => other?.outerHTML.slice(0, 100) ?? "off screen");
})"""


KEPT = """(() => {
  const later = window.setTimeout;
  window.setTimeout = (call, delay, ...values) => later(call, delay > 2000 ? 1e9 : delay, ...values);
})()"""


def keep_notes(page: Page) -> None:
    """Keep bubbles, notices and banners until they are measured, however long that takes on a busy machine."""
    page.add_init_script(KEPT)


def is_uncovered(scripted_table: ScriptedTable, selector: str) -> bool:
    """Wait until all matching elements are uncovered: bubbles, banners and explanations come and go by themselves."""
    assert scripted_table.page.locator(selector).count() > 0, selector
    try:
        scripted_table.page.wait_for_function(SEEN, arg=selector)
    except PlaywrightTimeout:
        covering = scripted_table.page.evaluate(COVERING, selector)
        raise AssertionError(f"{selector} is covered by {covering}") from None
    return True


def resize(scripted_table: ScriptedTable, width: int, height: int) -> None:
    resize_page(scripted_table.page, width, height)


def resize_page(page: Page, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})
    # Chromium reports the new width before it updates the layout.
    page.wait_for_function(
        "(width) => innerWidth === width && document.documentElement.clientWidth === width", arg=width
    )
    page.evaluate("() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")


FITS = """() => {
  const dock = document.querySelector(".dock");
  return dock.scrollHeight <= dock.clientHeight + 1;
}"""


PHONE = {"viewport": {"width": 375, "height": 740}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}


def middle_of(thing: Locator) -> tuple[float, float]:
    box: FloatRect | None = thing.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
