"""The chart of a person's progress."""

from tobean.pictures.progress_chart import BOTTOM, HEIGHT, LEFT, RIGHT, TOP, WIDTH, progress_chart


def points_of(values: list[tuple[int, float]]) -> list[tuple[float, float]]:
    pairs = [point.split(",") for point in progress_chart(values).points.split()]
    return [(float(across), float(up)) for across, up in pairs]


def test_the_line_fills_the_chart() -> None:
    points = points_of([(1, 0.0), (3, 40.0), (11, -40.0)])
    assert min(across for across, _ in points) == float(LEFT)
    assert max(across for across, _ in points) == float(WIDTH - RIGHT)
    assert [min(up for _, up in points), max(up for _, up in points)] == [float(TOP), float(HEIGHT - BOTTOM)]


def test_small_margins_are_not_blown_up() -> None:
    chart = progress_chart([(1, 0.0), (2, 0.1)])
    assert [value for value, _ in chart.rows] == [-5, 0, 5]
    assert chart.zero == chart.rows[1][1]


def test_columns_are_games() -> None:
    assert [number for number, _ in progress_chart([(1, 0.0), (2, 1.0), (3, 0.0)]).columns] == [1, 2, 3]
    assert len(progress_chart([(1, 0.0), (500, 1.0)]).columns) < 12
