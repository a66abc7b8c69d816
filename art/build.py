"""Writes the sprite, the style sheet and the icons: `python -m art.build`.

With `--png` it also renders the icons of the web manifest, which needs chromium.
"""

import sys
from pathlib import Path
from typing import Final

from art.beans import fallback as fallback_bean
from art.beans.figures import FIGURES
from art.drawing.figure import TOKEN_BOX
from art.drawing.palette import KIND_TONES
from art.drawing.patterns import TILE, tiles
from art.drawing.shapes import FIGURE_BOX, picture, symbol
from art.pictures import avatars, bosses, edicts, emblems, logo, sacrifices, spells
from art.stylesheet import GROUP_RULES, game_style_sheet, style_sheet

TARGET: Final = Path(__file__).parents[1] / "src/tobean/server/static/art"
GAMES: Final = Path(__file__).parents[1] / "src/tobean/games"


def non_bean_tokens() -> list[str]:
    """Return the tokens of cards other than beans: references to the picture, which the sprite has once."""
    keys = {
        "spell": list(spells.SPELLS),
        "edict": [*edicts.BAD, *edicts.GOOD],
        "sacrifice": [f"{first}-{second}" for first, second in sacrifices.PAIRS],
    }
    x, y, width, height = FIGURE_BOX.split()
    return [
        symbol(
            f"token-{key}",
            FIGURE_BOX,
            f'<use href="#{group}-{key}" x="{x}" y="{y}" width="{width}" height="{height}"/>',
        )
        for group, group_keys in keys.items()
        for key in group_keys
    ]


def symbols() -> list[str]:
    patterns = tiles({key: tones.shade for key, tones in KIND_TONES.items()})
    return [
        *(symbol(f"kind-{key}", FIGURE_BOX, figure.whole()) for key, figure in FIGURES.items()),
        *(symbol(f"token-{key}", TOKEN_BOX, figure.token()) for key, figure in FIGURES.items()),
        symbol("kind-plain", FIGURE_BOX, fallback_bean.figure().whole()),
        symbol("token-plain", TOKEN_BOX, fallback_bean.figure().token()),
        *(symbol(f"pattern-{key}", TILE, content) for key, content in patterns.items()),
        *(symbol(f"boss-{key}", FIGURE_BOX, figure.whole()) for key, figure in bosses.FIGURES.items()),
        *spells.symbols(),
        *edicts.symbols(),
        *sacrifices.symbols(),
        *non_bean_tokens(),
        *emblems.symbols(),
        *avatars.symbols(),
        *logo.symbols(),
    ]


def sprite() -> str:
    return '<svg xmlns="http://www.w3.org/2000/svg">\n' + "\n".join(symbols()) + "\n</svg>\n"


def files() -> dict[str, str]:
    """Return the contents of all written files by name."""
    return {
        "sprite.svg": sprite(),
        "kinds.css": style_sheet(),
        "tones.css": fallback_bean.tone_rules(),
        "logo.svg": picture(logo.LOGO_BOX, logo.logo()),
        "icon.svg": picture(logo.ICON_BOX, logo.icon()),
        "favicon.svg": picture(logo.FAVICON_BOX, logo.favicon()),
    }


def game_files() -> dict[str, str]:
    """Style sheets of single games, by their path below `GAMES`."""
    return {f"{package}/page/cards.css": game_style_sheet(package) for package in GROUP_RULES}


def main() -> None:
    TARGET.mkdir(parents=True, exist_ok=True)
    for folder, name, content in (
        *((TARGET, name, content) for name, content in files().items()),
        *((GAMES, name, content) for name, content in game_files().items()),
    ):
        (folder / name).write_text(content, encoding="utf-8", newline="\n")
        print(f"{name}: {len(content.encode()) / 1024:.0f} KiB")
    if "--png" in sys.argv[1:]:
        from art.screenshots import render_icons

        render_icons(TARGET)


if __name__ == "__main__":
    main()
