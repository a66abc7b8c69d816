"""Phone sizes, positions and measurements for tests of the phone layout."""

from typing import Any

from tests.support.browser.stage import ScriptedTable

PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}

SIZES = ((360, 640), (390, 844), (844, 390), (1280, 800))

TRADING = """
given players: Timon, Nina, Keno
given phase: 2
given active: Nina
given hand Timon: Red, Soy, Chili, Soy
given field Timon 1: 3 Soy
given hand Nina: Blue, Chili, Stink
given hand Keno: Blue, Chili, Stink
given turned: Red, Chili
"""

OWN_TRADING = """
given players: Timon, Nina, Keno
given phase: 2
given hand Timon: Red, Soy, Chili, Soy
given field Timon 1: 3 Soy
given field Timon 2: 2 Blue
given hand Nina: Blue, Chili, Stink
given hand Keno: Blue, Chili, Stink
given turned: Red, Chili
when Nina offer Timon: Blue@1 for Red
"""

BOXES = """(selector) => {
  const seen = [...document.querySelectorAll(selector)].filter((each) => each.checkVisibility());
  const found = seen.map((each) => each.getBoundingClientRect());
  return found.map(({left, top, right, bottom}) => [left, top, right, bottom]);
}"""


def boxes(scripted_table: ScriptedTable, selector: str) -> list[list[float]]:
    found: list[list[float]] = scripted_table.page.evaluate(BOXES, selector)
    assert found, selector
    return found


def overlapping(one: list[float], other: list[float]) -> bool:
    return one[0] < other[2] - 1 and other[0] < one[2] - 1 and one[1] < other[3] - 1 and other[1] < one[3] - 1


UPRIGHT_AND_SIDEWAYS = ((360, 640), (390, 844), (844, 390), (640, 360))

MUCH_TO_FEED = """
given players: Marc
given phase: 4
given hand Marc: Puff, Blue, Fire, Pole, Kidney
given field Marc 1: 2 Pole
given field Marc 2: 4 Blue
given field Marc 3: 2 Puff
given boss Al: 5 Stink
given turned: Fire, Green
"""
"""No revealed card fits a field, and two bosses take any card."""
