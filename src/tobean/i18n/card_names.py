"""Names cards in one language: their kinds, lists of them, where they lie."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from tobean.games import registry
from tobean.i18n.catalogues import N_, check_language, text
from tobean.i18n.languages.grammar import grammar_of, listed
from tobean.kernel.cards import HIDDEN, KIND_NAMES
from tobean.kernel.notation.card_locations import ASIDE, TURNED
from tobean.kernel.state.seats import seat_name

if TYPE_CHECKING:
    from tobean.kernel.rules import Rules

CARD: Final = "card"
"""The context in which catalogues have the names of kinds ..."""
PROVENANCE: Final = "provenance"
"""... and how we know what is printed on them."""
LOCATION_TEXTS: Final = N_(
    {
        TURNED: "{card} (turned over)",
        ASIDE: "{card} (set aside)",
    }
)
"""A card and where it lies, if that is not in the hand."""
IN_HAND: Final = N_("{card} (hand card {place})")


def kind_name(kind: int, language: str, game: str | None = None) -> str:
    """What a kind is called in this language; the words of this game come first."""
    name = text(KIND_NAMES[kind], language, game, CARD)
    return english_name(kind, game) if name == KIND_NAMES[kind] else name


def english_name(kind: int, game: str | None) -> str:
    """What people call a kind: as the notation does, unless the words of the game have a name for it."""
    # Whoever speaks has been warned of words that are none (`words_of`); here they only have no names.
    words = None if game is None else registry.part_value(registry.part_module(game, "messages"), "MESSAGES")
    while isinstance(names := getattr(words, "names", None), Mapping):
        if kind in names:
            return str(names[kind])
        words = getattr(words, "based_on", None)
    return KIND_NAMES[kind]


def renamed_kinds_of(rules: Rules, language: str) -> dict[int, str]:
    """Other names for kinds, of a card set of one's own."""
    column = {"en": 0, "de": 1}.get(language)
    if not rules.card_set or column is None:
        return {}
    return {bean.kind: bean.names_by_language[column] for bean in rules.beans if bean.names_by_language[column]}


def player(seat: int, names: Sequence[str]) -> str:
    """The player's name; without one, the letter of the seat."""
    return names[seat] if 0 <= seat < len(names) else seat_name(seat)


class KindNames(dict[int, str]):
    """The names of kinds by their number, looked up when first needed: games bring kinds at any time."""

    def __init__(self, called: Mapping[int, str], language: str, game: str | None) -> None:
        super().__init__(called)
        self._language = language
        self._game = game

    def __missing__(self, kind: int) -> str:
        name = self[kind] = kind_name(kind, self._language, self._game)
        return name


class CardNamer:
    """Speaks one language, with the names that a card set of one's own gives to cards."""

    def __init__(
        self,
        language: str = "en",
        called: Mapping[int, str] | None = None,
        game: str | None = None,
        printed: Mapping[int, str] | None = None,
    ) -> None:
        check_language(language)
        self.language = language
        self.game = game
        self.grammar = grammar_of(language)
        self.kinds = KindNames(called or {}, language, game)
        self._printed = printed or {}

    def text(self, english: str) -> str:
        """A text in this language, with its blanks still open."""
        return text(english, self.language, self.game)

    def is_bean(self, kind: int) -> bool:
        """Does it grow? Whoever knows no rules takes all cards for beans."""
        return True

    def label(self, cards: Sequence[int]) -> str:
        """A list of cards: "2 Blue and Red"; secret cards are only counted."""
        return self.counted(cards, self.grammar.label)

    def spoken(self, cards: Sequence[int]) -> str:
        """The cards as the object of a sentence."""
        return self.counted(cards, self.grammar.spoken)

    def counted(self, cards: Sequence[int], one_kind: Callable[[int, str, bool], str]) -> str:
        """The cards counted by kind, in order of first appearance."""
        if not cards:
            return self.grammar.NOTHING
        if len(cards) == 1:
            return self.grammar.unknown(1) if cards[0] == HIDDEN else one_kind(1, self.kinds[cards[0]], True)
        counts: dict[int, int] = {}
        for card in cards:
            counts[card] = counts.get(card, 0) + 1
        return self.listed(
            [
                self.grammar.unknown(count) if card == HIDDEN else one_kind(count, self.kinds[card], self.is_bean(card))
                for card, count in counts.items()
            ]
        )

    def placed(self, card: int, place: int) -> str:
        """A card and where it lies."""
        where = LOCATION_TEXTS.get(place, IN_HAND)
        return self.text(where).format(card=self.label((card,)), place=place + 1)

    def printed(self, cards: Sequence[int]) -> str:
        """What the first of these cards says."""
        english = self._printed.get(cards[0], "") if cards else ""
        return self.text(english) if english else ""

    def listed(self, items: list[str]) -> str:
        return listed(items, self.grammar)

    def addressee(self, seat: int, names: Sequence[str]) -> str:
        """Who is offered something; the whole table, if it is not a seat."""
        return self.grammar.TABLE_GIVEN if seat < 0 else player(seat, names)


def cards_text(cards: Sequence[int], language: str = "en", called: Mapping[int, str] | None = None) -> str:
    """A list of cards: "2 Blue and Red"; secret cards are only counted. `called` has other names for cards."""
    return CardNamer(language, called).label(cards)
