"""Style sheets with the colours of cards: one for the kinds that games share, and one for each game's own cards."""

from typing import Final

from art.drawing.palette import BODIES_BY_PACKAGE, KIND_TONES, SHARED
from art.drawing.patterns import TILE, tiles
from art.drawing.shapes import picture
from art.pictures.edicts import BAD, GOOD
from art.pictures.emblems import pin

STRIPES: Final = "repeating-linear-gradient(90deg, #2c2a33 0 .06em, transparent .06em .5em)"


def data_url(svg: str) -> str:
    """Return a picture as a URL for a style sheet."""
    found = svg.strip().replace('"', "'")
    for letter in "%#<>":
        found = found.replace(letter, f"%{ord(letter):02x}")
    return f'url("data:image/svg+xml,{found}")'


def kind_rules(package: str) -> str:
    patterns = tiles({key: tones.shade for key, tones in KIND_TONES.items()})
    rules = []
    for key in BODIES_BY_PACKAGE[package]:
        tones = KIND_TONES[key]
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


SMALL_NAME: Final = "{ padding-bottom: 3%; font-size: calc(var(--card-width) * .095); }"
GROUP_RULES: Final = {
    "al_cabohne": f"""\
.card.boss {{ --tint: #c9c2b2; --pale: #f7f2e6; --number: #2c2a33; }}
.card.boss .pat {{ background: {STRIPES}; font-size: calc(var(--card-width) * .2); }}
""",
    "magic": f"""\
.card.spell {{ --tint: #b9b2f2; --pale: #f7f5ff; --number: #33287a; }}
.card.spell .name {SMALL_NAME}
""",
    "bohnedikt": f"""\
.card.edict {{ --tint: #e8d3a2; --pale: #fdf6e3; --number: #6a4312; }}
.card.sacrifice {{ --tint: #dba7a7; --pale: #fdf0ec; --number: #6d1c2b; }}
.card:is(.edict, .sacrifice) .name {SMALL_NAME}
""",
}
"""Rules for a game's cards that are not beans."""


def style_sheet() -> str:
    """The colours of the kinds that several games share."""
    return (
        "/* Colours of the kinds that several games share. Written by `python -m art.build`. */\n"
        + f".card {{ --pin: {data_url(picture('0 0 40 40', pin()))}; }}\n"
        + kind_rules(SHARED)
    )


def game_style_sheet(package: str) -> str:
    return (
        "/* Colours of this game's cards. Written by `python -m art.build`. */\n"
        + GROUP_RULES[package]
        + kind_rules(package)
        + (edict_rules() if package == "bohnedikt" else "")
    )
