"""A learning curve as an SVG file: the win rate by the number of training games, and that of the teacher."""

from dataclasses import dataclass
from math import log

WIDTH, HEIGHT, LEFT, BELOW = 480, 280, 46, 36


@dataclass(frozen=True)
class Point:
    """The number of training games, the win rate, and its interval."""

    games: int
    value: float
    low: float
    high: float


def curve(points: list[Point], teacher_share: float, teacher: str) -> str:
    """Draw the curve with intervals over the logarithm of the number of games, and the teacher as a dashed line."""
    first, last = log(points[0].games), log(points[-1].games)

    def across(games: int) -> float:
        return LEFT + 30 + (WIDTH - LEFT - 60) * (log(games) - first) / max(1e-9, last - first)

    def up(value: float) -> float:
        return (HEIGHT - BELOW) * (1.0 - value)

    parts = []
    for percent in (0, 25, 50, 75, 100):
        y = up(percent / 100)
        parts.append(f'<line x1="{LEFT}" x2="{WIDTH}" y1="{y:.1f}" y2="{y:.1f}" stroke="#ddd"/>')
        parts.append(
            f'<text x="{LEFT - 6}" y="{y + (10 if percent == 100 else 4):.1f}" text-anchor="end">{percent} %</text>'
        )
    y = up(teacher_share)
    parts.append(f'<line x1="{LEFT}" x2="{WIDTH}" y1="{y:.1f}" y2="{y:.1f}" stroke="#b03030" stroke-dasharray="6 4"/>')
    parts.append(f'<text x="{WIDTH - 4}" y="{y - 5:.1f}" text-anchor="end" fill="#b03030">{teacher}</text>')
    line = " ".join(f"{across(point.games):.1f},{up(point.value):.1f}" for point in points)
    parts.append(f'<polyline points="{line}" fill="none" stroke="#2f6f3e" stroke-width="2"/>')
    for point in points:
        x = across(point.games)
        parts.append(
            f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{up(point.low):.1f}" y2="{up(point.high):.1f}" stroke="#2f6f3e"/>'
        )
        parts.append(f'<circle cx="{x:.1f}" cy="{up(point.value):.1f}" r="4" fill="#2f6f3e"/>')
        parts.append(f'<text x="{x:.1f}" y="{HEIGHT - BELOW + 16}" text-anchor="middle">{point.games:,}</text>')
    parts.append(f'<text x="{WIDTH / 2}" y="{HEIGHT - 4}" text-anchor="middle">games of {teacher} learned from</text>')
    body = "\n".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" '
        f'font-family="sans-serif" font-size="12" role="img" aria-label="wins after learning from games">\n'
        f'<rect width="100%" height="100%" fill="#fff"/>\n{body}\n</svg>\n'
    )
