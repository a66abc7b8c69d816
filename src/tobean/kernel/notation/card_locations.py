"""The place of a card that is traded or planted: a hand position, turned over in the middle, or set aside."""

from typing import Final

from tobean.kernel.cards import kind_named, name_of
from tobean.kernel.errors import BadNotation
from tobean.kernel.notation.input_limits import MAX_CARDS, is_number

TURNED: Final = -1
"""Instead of a hand position: a card turned over this turn."""
ASIDE: Final = -2
"""Instead of a hand position: a card set aside after a deal."""
UNKNOWN_POSITION: Final = -3
"""Instead of a hand position: in the hand, but the viewer may not know where (I1)."""
FRONT: Final = 0
"""The front of the hand."""


def placed_card_text(card: int, place: int) -> str:
    """Format a card and its place: `Red@2` in the hand (1 is the front), `turned Red`, `aside Red`."""
    if place == TURNED:
        return f"turned {name_of(card)}"
    if place == ASIDE:
        return f"aside {name_of(card)}"
    return f"{name_of(card)}@?" if place == UNKNOWN_POSITION else f"{name_of(card)}@{place + 1}"


def placed_cards_text(cards: tuple[int, ...], places: tuple[int, ...]) -> str:
    if not cards:
        return "nothing"
    return ", ".join(placed_card_text(card, place) for card, place in zip(cards, places, strict=True))


def in_usual_order(cards: tuple[int, ...], places: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Sort cards and their places into the usual order: turned-over cards first, then the hand from front to back."""
    in_order = True
    for index in range(1, len(places)):
        before, place = places[index - 1], places[index]
        if before > place or (before == place and cards[index - 1] > cards[index]):
            in_order = False
    if in_order:
        return cards, places
    if len(cards) == 2:
        return (cards[1], cards[0]), (places[1], places[0])
    pairs = sorted(zip(places, cards, strict=True))
    return tuple([card for _, card in pairs]), tuple([place for place, _ in pairs])


def masked_places(cards: tuple[int, ...], places: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Remove the hand positions and sort by kind, since the order would reveal the positions (I1)."""
    return in_usual_order(cards, tuple(UNKNOWN_POSITION if place >= 0 else place for place in places))


# --- parsing -----------------------------------------------------------------------------------------------


def parse_position(text: str) -> int:
    """Parse a hand position, which is written from 1."""
    return parse_counted(text, "hand position")


def parse_counted(text: str, what: str) -> int:
    """Parse a number that is written from 1 and counted from 0."""
    text = text.strip()
    if not is_number(text) or int(text) == 0:
        raise BadNotation("{what} {text!r}: a number from 1 up is needed", text=text, what=what)
    return int(text) - 1


def parse_placed_card(text: str) -> tuple[int, int]:
    """Parse `turned Soy`, `aside Soy` or `Chili@4` into a kind and a place."""
    words = text.split()
    if len(words) == 2 and words[0] in ("turned", "aside"):
        return kind_named(words[1]), TURNED if words[0] == "turned" else ASIDE
    if len(words) == 1 and words[0].count("@") == 1:
        name, position = words[0].split("@")
        return kind_named(name), parse_position(position)
    raise BadNotation(
        "{text!r} is not a staked card; write `Red@2` for a hand card or `turned Red` for one turned over",
        text=text.strip(),
    )


def parse_placed_cards(text: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Parse `turned Soy, Chili@4` into kinds and places, in the order in which they are named."""
    if text.strip() in ("nothing", "-", ""):
        return (), ()
    parts = text.split(",")
    if len(parts) > MAX_CARDS:
        raise BadNotation("too many cards in one list; the maximum is {most}", most=MAX_CARDS)
    pairs = [parse_placed_card(part) for part in parts]
    return tuple([card for card, _ in pairs]), tuple([place for _, place in pairs])
