"""Colour distances between the kinds of a game, for people with and without colour vision deficiencies.

Run `python -m art.colour_vision`. Distances are in OKLab, times 100; the simulation is that of Machado, Oliveira and
Fernandes (2009) at full strength.
"""

from itertools import combinations
from math import dist
from typing import Final

from art.drawing.palette import BODIES, channels

Matrix = tuple[tuple[float, float, float], tuple[float, float, float], tuple[float, float, float]]

VISIONS: Final[dict[str, Matrix]] = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}

GAME_KINDS: Final = {
    "bohnanza": ("blue", "chili", "stink", "green", "soy", "black-eyed", "red", "garden"),
    "al-cabohne": ("blue", "kidney", "fire", "puff", "stink", "green", "pole"),
    "rabohnzel": ("pluck", "cape", "mean", "white", "magic", "princess", "sword"),
    "excalibohn": ("pluck", "cape", "mean", "white", "magic", "princess", "sword"),
    "bohnedikt": ("blue", "chili", "stink", "green", "soy", "black-eyed", "red", "garden", "edict"),
}
"""The kinds that appear in the same game."""


def linear(colour: str) -> list[float]:
    return [
        value / 255 / 12.92 if value / 255 <= 0.04045 else ((value / 255 + 0.055) / 1.055) ** 2.4
        for value in channels(colour)
    ]


def perceived_colour(colour: str, vision: str) -> tuple[float, float, float]:
    """Return a colour as perceived with this vision, in OKLab."""
    light = linear(colour)
    red, green, blue = (
        min(1.0, max(0.0, sum(weight * value for weight, value in zip(row, light, strict=True))))
        for row in VISIONS[vision]
    )
    long = (0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue) ** (1 / 3)
    middle = (0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue) ** (1 / 3)
    short = (0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue) ** (1 / 3)
    return (
        100 * (0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short),
        100 * (1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short),
        100 * (0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short),
    )


def closest_kinds(game: str, vision: str) -> tuple[float, str, str]:
    """Return the two kinds of a game that are hardest to tell apart by colour alone, and their distance."""
    return min(
        (dist(perceived_colour(BODIES[first], vision), perceived_colour(BODIES[second], vision)), first, second)
        for first, second in combinations(GAME_KINDS[game], 2)
    )


def main() -> None:
    for game in GAME_KINDS:
        for vision in VISIONS:
            distance, first, second = closest_kinds(game, vision)
            print(f"{game:12} {vision:14} {distance:5.1f}  {first} and {second}")


if __name__ == "__main__":
    main()
