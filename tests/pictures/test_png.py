"""PNG pictures: their size, and their text without any installed font."""

import re
import zlib

import pytest

import tobean
from tobean.pictures import card, table
from tobean.pictures.png import HEIGHT, WIDTH, png, preview


@pytest.mark.parametrize("players", [3, 5])
def test_a_preview_contains_the_whole_picture(players: int) -> None:
    drawn = preview(table(tobean.new_game("bohnanza", players, seed=1)))
    x, y, width, height = (
        float(value)
        for value in re.findall(r'<svg [^>]*?x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"', drawn)[0]
    )
    assert min(x, y) > 0
    assert x + width < WIDTH
    assert y + height < HEIGHT


def test_text_is_drawn_with_the_shipped_fonts() -> None:
    """An image without letters is smaller: letters need the fonts, which the system need not have."""
    letters = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="40" font-family="system-ui, sans-serif">{}</svg>'
    )
    empty = png(letters.format(""))
    for text in ("Ackerbohne", "Žluťoučký", "Боб", "φασόλι", "3 → 5"):
        for weight in (400, 700):
            drawn = png(letters.format(f'<text x="5" y="30" font-size="24" font-weight="{weight}">{text}</text>'))
            assert len(drawn) > len(empty) + 300, text


def test_a_card_is_drawn_in_its_colours() -> None:
    data = png(card("Blue"))
    start = data.index(b"IDAT")
    length = int.from_bytes(data[start - 4 : start], "big")
    assert len(set(zlib.decompressobj().decompress(data[start + 4 : start + 4 + length]))) > 50
