"""Names of cards in one language: kinds, lists of cards, and where a card lies."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from tobean.games import registry
from tobean.i18n.catalogues import N_, check_language, counted_text, text
from tobean.i18n.languages.grammar import grammar_of, listed
from tobean.kernel.base.seats import seat_name
from tobean.kernel.cards import HIDDEN, KIND_NAMES
from tobean.kernel.notation.card_locations import ASIDE, TURNED
from tobean.kernel.rules import Rules

CARD: Final = "card"
"""Catalogue context of the names of kinds."""
PROVENANCE: Final = "provenance"
"""Catalogue context of the notes on how the print of a card is known."""
LOCATION_TEXTS: Final = N_(
    {
        TURNED: "{card} (turned over)",
        ASIDE: "{card} (set aside)",
    }
)
"""A card and its location, for cards outside the hand."""
IN_HAND: Final = N_("{card} (hand card {place})")


def kind_name(kind: int, language: str, game: str | None = None) -> str:
    """Return the name of a kind in this language; the game's own catalogue comes first."""
    name = text(KIND_NAMES[kind], language, game, CARD)
    return english_name(kind, game) if name == KIND_NAMES[kind] else name


def english_name(kind: int, game: str | None) -> str:
    """Return the English name of a kind: the one in the messages of the game, else the name in the notation."""
    # Invalid messages are reported elsewhere (`game_messages_of`); here they simply have no names.
    messages = None if game is None else getattr(registry.part_module(game, "messages"), "MESSAGES", None)
    while isinstance(names := getattr(messages, "names", None), Mapping):
        if kind in names:
            return str(names[kind])
        messages = getattr(messages, "based_on", None)
    return KIND_NAMES[kind]


def renamed_kinds_of(rules: Rules, language: str) -> dict[int, str]:
    """Return the names that a custom card set gives to kinds."""
    if not rules.card_set:
        return {}
    names = {bean.kind: bean.custom_name(language) for bean in rules.beans}
    return {kind: name for kind, name in names.items() if name}


def player(seat: int, names: Sequence[str]) -> str:
    """Return the player's name; without one, the letter of the seat."""
    return names[seat] if 0 <= seat < len(names) else seat_name(seat)


class KindNames(dict[int, str]):
    """Names of kinds by number, looked up on first use, since games may register kinds at any time."""

    def __init__(self, renamed_kinds: Mapping[int, str], language: str, game: str | None) -> None:
        super().__init__(renamed_kinds)
        self._language = language
        self._game = game

    def __missing__(self, kind: int) -> str:
        name = self[kind] = kind_name(kind, self._language, self._game)
        return name


class CardNamer:
    """Names cards in one language, including the names of a custom card set."""

    def __init__(
        self,
        language: str = "en",
        renamed_kinds: Mapping[int, str] | None = None,
        game: str | None = None,
        printed: Mapping[int, str] | None = None,
    ) -> None:
        check_language(language)
        self.language = language
        self.game = game
        self.grammar = grammar_of(language)
        self.kinds = KindNames(renamed_kinds or {}, language, game)
        self._printed = printed or {}

    def text(self, english: str) -> str:
        return text(english, self.language, self.game)

    def plural_text(self, singular: str, plural: str, count: int) -> str:
        return counted_text(singular, plural, count, self.language, self.game)

    def is_bean(self, kind: int) -> bool:
        """Whether a kind is a bean; without rules, every card counts as one."""
        return True

    def label(self, cards: Sequence[int]) -> str:
        """Return a list of cards such as "2 Blue and Red"; secret cards are only counted."""
        return self.counted(cards, self.grammar.label)

    def spoken(self, cards: Sequence[int]) -> str:
        """Return the cards as the object of a sentence."""
        return self.counted(cards, self.grammar.spoken)

    def counted(self, cards: Sequence[int], one_kind: Callable[[int, str, bool], str]) -> str:
        """Count the cards by kind, in order of first appearance."""
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
        """Return a card with its location."""
        template = LOCATION_TEXTS.get(place, IN_HAND)
        return self.text(template).format(card=self.label((card,)), place=place + 1)

    def printed(self, cards: Sequence[int]) -> str:
        """Return the text printed on the first of these cards."""
        english = self._printed.get(cards[0], "") if cards else ""
        return self.text(english) if english else ""

    def listed(self, items: list[str]) -> str:
        return listed(items, self.grammar)

    def addressee(self, seat: int, names: Sequence[str]) -> str:
        """Return the addressee of an offer: a player, or the whole table for a negative seat."""
        return self.grammar.TABLE_GIVEN if seat < 0 else player(seat, names)


def cards_text(cards: Sequence[int], language: str = "en", renamed_kinds: Mapping[int, str] | None = None) -> str:
    """Return a list of cards such as "2 Blue and Red"; secret cards are only counted.

    `renamed_kinds` has the names of a custom card set.
    """
    return CardNamer(language, renamed_kinds).label(cards)
