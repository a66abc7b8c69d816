"""The patterns behind the beans: one motif for each kind, drawn on a tile of 24 by 24."""

from typing import Final

from art.drawing.shapes import dot, line, path

TILE: Final = "0 0 24 24"


def strokes(d: str, colour: str, width: float = 2.2) -> str:
    return line(d, width, colour)


def checkered(d: str, colour: str) -> str:
    """Repeat a small motif around the origin twice on the tile, like the black squares of a chessboard."""
    return f'<g transform="translate(6 6)">{path(d, colour)}</g><g transform="translate(18 18)">{path(d, colour)}</g>'


STAR: Final = "M0-5L1.4-1.6L5-1.2L2.2 1.2L3 5L0 3L-3 5L-2.2 1.2L-5-1.2L-1.4-1.6Z"


def tiles(colours: dict[str, str]) -> dict[str, str]:
    c = colours
    return {
        # waves
        "blue": strokes("M0 6Q6 0 12 6T24 6M0 18Q6 12 12 18T24 18", c["blue"]),
        # zigzag of heat
        "chili": strokes("M0 10L6 3L12 10L18 3L24 10M0 22L6 15L12 22L18 15L24 22", c["chili"]),
        # fumes
        "stink": strokes("M6 0Q0 6 6 12T6 24M18 0Q12 6 18 12T18 24", c["stink"]),
        # leaves
        "green": checkered("M-5 4C-6-4 0-6 5-5C6 1 2 6-5 4Z", c["green"]),
        # ripples
        "soy": dot(12, 12, 9, "", c["soy"], 1.8)
        + dot(12, 12, 4, "", c["soy"], 1.8)
        + dot(0, 0, 3, "", c["soy"], 1.8)
        + dot(24, 24, 3, "", c["soy"], 1.8)
        + dot(24, 0, 3, "", c["soy"], 1.8)
        + dot(0, 24, 3, "", c["soy"], 1.8),
        # crossed bones
        "black-eyed": strokes("M3 3L9 9M9 3L3 9M15 15L21 21M21 15L15 21", c["black-eyed"], 2.6),
        # hearts
        "red": checkered("M0 5L-5 0C-7-4-2-7 0-3C2-7 7-4 5 0Z", c["red"]),
        # blossoms
        "garden": "".join(
            dot(x + dx, y + dy, 2.1, c["garden"])
            for x, y in ((6, 6), (18, 18))
            for dx, dy in ((0, -3), (3, 0), (0, 3), (-3, 0))
        ),
        # the lanes of a running track
        "kidney": strokes("M-2 8L26 8M-2 20L26 20", c["kidney"]) + strokes("M4 14H10M16 2H22", c["kidney"]),
        # sparks
        "fire": checkered("M0-6Q.6-.6 6 0Q.6.6 0 6Q-.6.6-6 0Q-.6-.6 0-6Z", c["fire"]),
        # little clouds
        "puff": checkered("M-5 3.4C-8.4 3.4-8-1-5-1.4C-5-5 0-5.4 1-2.4C5-3 6.6 3.4 3 3.4Z", c["puff"]),
        # mountains
        "pole": checkered("M-7 5L-2-4L0-1L2-3L7 5Z", c["pole"]),
        # bars
        "pluck": strokes("M6-2V26M18-2V26", c["pluck"], 3.4),
        # the folds of a cape
        "cape": strokes("M-2 26L26-2M-8 8L8-8M16 32L32 16M-2 14L14-2M10 26L26 10", c["cape"], 1.8),
        # teeth
        "mean": path("M0 0L6 9L12 0L18 9L24 0ZM-12 12L-6 21L0 12L6 21L12 12L18 21L24 12Z", c["mean"]),
        # snow
        "white": strokes(
            "M6 1V11M1.6 3.6L10.4 8.4M1.6 8.4L10.4 3.6M18 13V23M13.6 15.6L22.4 20.4M13.6 20.4L22.4 15.6",
            c["white"],
            1.7,
        ),
        # stars
        "magic": checkered(STAR, c["magic"]),
        # crowns
        "princess": checkered("M-6 4L-6-4L-3-1L0-5L3-1L6-4L6 4Z", c["princess"]),
        # a chessboard
        "sword": path("M0 0H12V12H0ZM12 12H24V24H12Z", c["sword"]),
        # lozenges of a church window
        "edict": strokes("M12 0L24 12L12 24L0 12Z", c["edict"], 1.9)
        + dot(12, 12, 2.2, c["edict"])
        + dot(0, 0, 2.2, c["edict"])
        + dot(24, 24, 2.2, c["edict"])
        + dot(24, 0, 2.2, c["edict"])
        + dot(0, 24, 2.2, c["edict"]),
    }
