"""The contact sheets in docs/pictures: all cards, and a simulation of colour vision deficiencies.

Run `python -m art.contact_sheets`; it needs chromium.
"""

from pathlib import Path
from typing import Final

import tobean
from art.build import GAMES as GAMES_FOLDER
from art.build import TARGET
from art.colour_vision import VISIONS
from art.screenshots import screenshot
from art.symbol_names import symbol_of_card
from tobean.games import GAMES
from tobean.games.al_cabohne.cards import BOSSES
from tobean.games.al_cabohne.mafia import THRESHOLDS
from tobean.games.bohnedikt.cards import SACRIFICE_PAIRS, is_edict
from tobean.games.magic.spells.registry import SPELL_VALUES
from tobean.kernel.cards import KIND_NAMES

PICTURES: Final = Path(__file__).parents[1] / "docs/pictures"

STYLE: Final = """
body { margin: 0; padding: 18px; background: #d5e3c6; color: #2b2118;
  font: 15px/1.3 system-ui, "DejaVu Sans", sans-serif; }
h2 { margin: 14px 0 8px; font-size: 19px; }
.row { display: flex; flex-wrap: wrap; gap: 10px; align-items: flex-end; --card-width: 100px; }
.phone { --card-width: 56px; }
.middle { --card-width: 76px; }
.others svg { width: 110px; height: 84px; }
.night { background: #18241b; padding: 10px; border-radius: 12px; color: #f4eedc; }
.line svg { width: 24px; height: 24px; }
.filters { position: absolute; width: 0; height: 0; }
.vision { display: flex; gap: 5px; padding: 5px 0; --card-width: 66px; }
"""


def use(name: str, classes: str, size: str = "") -> str:
    return f'<svg class="{classes}"{size}><use href="sprite.svg#{name}"/></svg>'


def card(kind: int, number: str, steps: tuple[int, ...] = (), extra: str = "") -> str:
    picture = symbol_of_card(kind)
    group, key = picture.split("-", 1)
    classes = "" if group == "kind" else group
    meter = "".join(f"<span>{step}</span>" if step else '<span class="none">·</span>' for step in steps)
    return (
        f'<span class="card {classes} {extra}" data-kind="{key}"><span class="pat"></span>{use(picture, "art")}'
        f'<span class="n">{number}</span><span class="name">{KIND_NAMES[kind].removesuffix(" spell")}</span>'
        + (f'<span class="meter">{meter}</span>' if meter else "")
        + "</span>"
    )


def beans(game: str, extra: str = "") -> str:
    return "".join(
        card(bean.kind, str(bean.count), bean.steps, extra) for bean in GAMES[game].beans if not is_edict(bean.kind)
    )


def bosses() -> str:
    return "".join(
        f'<span class="card boss"><span class="pat"></span>{use(f"boss-{name.lower()}", "art")}'
        f'<span class="n">{thalers}</span><span class="name">{name}</span></span>'
        for name, thalers in zip(BOSSES, THRESHOLDS, strict=True)
    )


def back(name: str) -> str:
    return f'<span class="card back">{use(f"back-{name}", "art")}</span>'


def page() -> str:
    edicts = [bean.kind for bean in GAMES["bohnedikt"].beans if is_edict(bean.kind)]
    sections = {
        "Bohnanza": beans("bohnanza"),
        "On a phone, 56 pixels wide": f'<div class="row phone">{beans("bohnanza", "small")}'
        f"{beans('rabohnzel', 'small')}</div>",
        "Al Cabohne": beans("al-cabohne") + bosses(),
        "Rabohnzel and Excalibohn": beans("rabohnzel"),
        "Spells": "".join(card(kind, str(value)) for kind, value in sorted(SPELL_VALUES.items())),
        "Edicts": "".join(card(kind, KIND_NAMES[kind]) for kind in edicts),
        "Sacrifice cards (some)": "".join(card(kind, "") for kind in list(SACRIFICE_PAIRS)[1:9]),
        "Backs": "".join(back(name) for name in ("bean", "spell", "edict", "sacrifice")),
    }
    content = "".join(f'<h2>{title}</h2><div class="row">{row}</div>' for title, row in sections.items())
    others = (
        *(f"face-{name}" for name in (1, 2, 3, 4, 5, 6, 7, 8, "person", "open")),
        *(
            "thaler",
            "pfennig",
            "groschen",
            "pile-draw",
            "pile-discard",
            "field",
            "field-garden",
            "field-acre",
            "pin",
            "logo",
            "icon",
        ),
    )
    content += (
        '<h2>Faces, coins, signs</h2><div class="row others">' + "".join(use(name, "") for name in others) + "</div>"
    )
    kinds = dict.fromkeys(bean.kind for rules in GAMES.values() for bean in rules.beans if not is_edict(bean.kind))
    tokens = "".join(use(symbol_of_card(kind).replace("kind-", "token-"), "") for kind in kinds)
    content += f'<h2>Tokens</h2><div class="row line">{tokens}</div><div class="row line night">{tokens}</div>'
    return document(content)


def document(content: str) -> str:
    sheets = "".join(f'<link rel="stylesheet" href="{name}.css">' for name in ("cards", "page"))
    return f'<!doctype html><meta charset="utf-8">{sheets}<body>{content}'


def vision_page() -> str:
    """Return a page with the beans of three games in four simulated colour visions."""
    filters, rows = "", ""
    for name, matrix in VISIONS.items():
        values = " ".join(" ".join(f"{value:g}" for value in row) + " 0 0" for row in matrix) + " 0 0 0 1 0"
        filters += f'<filter id="{name}"><feColorMatrix values="{values}"/></filter>'
        cards = "".join(beans(game, "small") for game in ("bohnanza", "al-cabohne", "rabohnzel"))
        rows += f'<h2>{name}</h2><div class="vision {name}">{cards}</div>'
    return document(f'<svg class="filters">{filters}</svg>{rows}')


def main() -> None:
    PICTURES.mkdir(parents=True, exist_ok=True)
    files = {
        "cards.html": page().encode(),
        "vision.html": vision_page().encode(),
        "page.css": (STYLE + "".join(f".{name} {{ filter: url(vision.html#{name}); }}\n" for name in VISIONS)).encode(),
        "cards.css": b"".join(
            path.read_bytes()
            for path in (TARGET / "cards.css", TARGET / "kinds.css", *sorted(GAMES_FOLDER.glob("*/page/cards.css")))
        ),
        "sprite.svg": (TARGET / "sprite.svg").read_bytes(),
    }
    screenshot(files, "cards.html", 1240, 2230, PICTURES / "cards.png")
    screenshot(files, "vision.html", 1610, 680, PICTURES / "colour-vision.png")
    (PICTURES / "svg-table.svg").write_text(table_picture(), encoding="utf-8", newline="\n")


def table_picture() -> str:
    """Draw the picture of docs/library.md: a table during trading, as seat A sees it."""
    table = tobean.new_game("bohnanza", players=4, seed=7)
    for text in ("A plant Blue 1", "A pass", "A offer all: turned Red for Soy", "B call: want Garden"):
        table.apply(tobean.parse_action(text))
    return tobean.pictures.table(table, seat=0, names=["Ada", "Ben", "Cid", "Dot"])


if __name__ == "__main__":
    main()
