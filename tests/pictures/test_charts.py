"""A player's line has the same colour on the result page and at the table."""

import re
from importlib.resources import files

from tobean.games import GAMES
from tobean.kernel.base.seats import SEAT_LETTERS
from tobean.pictures.charts import chart

THEME = (files("tobean") / "server" / "static" / "theme.css").read_text(encoding="utf-8")


def test_every_player_has_a_distinguishable_line() -> None:
    looks = re.findall(r"^\.hue-(\S+) \{ --tone: (\S+); --dash: ([^;]+); \}", THEME, re.MULTILINE)
    assert [hue for hue, _, _ in looks] == [*map(str, range(len(SEAT_LETTERS))), "rival"]
    assert len({tone for _, tone, _ in looks}) == len(looks)
    assert max(max(rules.players) for rules in GAMES.values()) <= len(SEAT_LETTERS)


def test_the_lines_of_a_chart_are_those_of_the_seats_and_of_the_rival() -> None:
    points = [{"thalers": (turn, 2, 3), "rival": turn} for turn in range(4)]
    assert [line.hue for line in chart(points, ("Ada", "Ben", "Cleo"), "the mafia").lines] == ["0", "1", "2", "rival"]
    alone = [{"thalers": (turn,), "rival": None} for turn in range(4)]
    assert [line.hue for line in chart(alone, ("Ada",), "").lines] == ["0"]
