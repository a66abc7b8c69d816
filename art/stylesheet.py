"""The style sheet of the cards: the hand-written part and one rule for each kind."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from art.edicts import BAD, GOOD
from art.emblems import pin
from art.palette import KIND_TONES
from art.patterns import TILE, tiles
from art.shapes import picture

HAND_WRITTEN_CSS: Final = Path(__file__).with_name("cards.css")


def data_url(svg: str) -> str:
    """Return a picture as a URL for a style sheet."""
    found = svg.strip().replace('"', "'")
    for letter in "%#<>":
        found = found.replace(letter, f"%{ord(letter):02x}")
    return f'url("data:image/svg+xml,{found}")'


def kind_rules() -> str:
    patterns = tiles({key: tones.shade for key, tones in KIND_TONES.items()})
    rules = []
    for key, tones in KIND_TONES.items():
        tile = data_url(picture(TILE, patterns[key]))
        rules.append(
            f':is(.k-{key}, [data-kind="{key}"]) '
            f"{{ --tint: {tones.tint}; --pale: {tones.pale}; --number: {tones.text}; "
            f"--body: {tones.body}; --tile: {tile}; }}\n"
        )
    return "".join(rules)


def edict_rules() -> str:
    """Return rules that colour bad edicts red and good ones green, without an additional class."""
    rules = ""
    for edicts, colours in (
        (BAD, "--tint: #e3b3a4; --pale: #fdf1ec; --number: #8c1c1c"),
        (GOOD, "--tint: #bcd8a8; --pale: #f4faec; --number: #2c5c1e"),
    ):
        names = ", ".join(f'.k-{key}, [data-kind="{key}"]' for key in edicts)
        rules += f".card:is({names}) {{ {colours}; }}\n"
    return rules


def style_sheet() -> str:
    return (
        HAND_WRITTEN_CSS.read_text(encoding="utf-8")
        + f"\n.card {{ --pin: {data_url(picture('0 0 40 40', pin()))}; }}\n\n/* The kinds */\n"
        + kind_rules()
        + edict_rules()
    )
