"""Pictures of a card, a hand or a table."""

from collections.abc import Sequence
from typing import Final

from tobean.games import GAMES, game_named
from tobean.kernel.cards import kind_named
from tobean.kernel.errors import BadInput
from tobean.kernel.observation.observation import Observation, observe
from tobean.kernel.rules import Rules
from tobean.kernel.table import Table
from tobean.pictures.card_faces import RATIO, CardFaces, height_of
from tobean.pictures.drawing.elements import FONT, element, number, title
from tobean.pictures.drawing.layout import alt_text, draw
from tobean.pictures.drawing.scene import Scene

UNIT: Final = 100
"""The width of a card in the coordinates of a picture of cards."""
GAP: Final = 8


def picture(content: str, title_text: str, width: float, height: float, size: float) -> str:
    """Wrap content in an SVG document, `size` pixels wide."""
    return element(
        "svg",
        title(title_text) + content,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(width)} {number(height)}",
        width=size,
        height=size * height / width,
        role="img",
        font_family=FONT,
    )


def card(kind: int | str, game: str | Rules | None = None, *, size: float = 120, language: str = "en") -> str:
    """Draw a card by its number or its English name, `size` pixels wide.

    The printed numbers are those of `game`; without one, of the first game that has the card.
    """
    if isinstance(kind, str):
        kind = kind_named(kind)
    faces = CardFaces(rules_for([kind], game), language)
    markup = faces.card(kind, 0, 0, UNIT)
    return picture(faces.definitions() + markup, faces.name(kind), UNIT, UNIT * RATIO, size)


def hand(
    cards: Observation | Sequence[int],
    game: str | Rules | None = None,
    *,
    size: float = 90,
    language: str = "en",
) -> str:
    """Draw a hand, front card first: the observing seat's or any cards. `size` is the width of a card in pixels."""
    if isinstance(cards, Observation):
        if not 0 <= cards.seat < cards.players:
            raise BadInput("a spectator has no hand")
        kinds, rules = list(cards.hand), cards.rules
    else:
        kinds, rules = list(cards), rules_for(cards, game)
    faces = CardFaces(rules, language)
    width = max(len(kinds), 1) * (UNIT + GAP) - GAP
    markup = faces.row(kinds, 0, 0, UNIT, UNIT + GAP)
    title_text = ", ".join([faces.name(kind) for kind in kinds])
    return picture(faces.definitions() + markup, title_text, width, height_of(UNIT), size * width / UNIT)


def table(
    position: Table | Observation,
    seat: int | None = None,
    *,
    size: float = 960,
    names: Sequence[str] = (),
    language: str = "en",
    narrow: bool = False,
) -> str:
    """Draw a table, `size` pixels wide, with everything on it that the position holds.

    With a seat, or from an observation, it is what that seat sees (I1): the hands of others are face down. A table
    without a seat is drawn with open cards. `names` are the players by seat. A `narrow` picture is taller, so that its
    cards can be read on a phone.
    """
    if isinstance(position, Observation):
        if seat is not None and seat != position.seat:
            raise BadInput("an observation is what one seat sees: draw the table for another one")
    elif seat is not None:
        position = observe(position, seat)
    scene = Scene(position, names, language, is_narrow=narrow)
    block = draw(scene)
    return picture(scene.faces.definitions() + block.markup, alt_text(scene), block.width, block.height, size)


def rules_for(cards: Sequence[int], game: str | Rules | None) -> Rules:
    """Return the rules of the game whose cards these are."""
    if isinstance(game, Rules):
        return game
    if game is not None:
        return game_named(game)
    for rules in GAMES.values():
        known = {bean.kind for bean in rules.beans} | {extra.kind for extra in rules.extras}
        if known.issuperset([kind for kind in cards if kind >= 0]):
            return rules
    return next(iter(GAMES.values()))
