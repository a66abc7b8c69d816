"""Spell cards in front of the players, and their notation in table texts."""

from __future__ import annotations

from typing import final

from mypy_extensions import mypyc_attr

from tobean.games.magic.cards import ATTACK
from tobean.games.magic.spells.registry import UNKNOWN, bits_of, spell_name, spell_named, spells_of
from tobean.kernel.base.seats import ALL_SEATS, SEAT_LETTERS
from tobean.kernel.base.value_object import ValueObject
from tobean.kernel.errors import BadTable


@final
@mypyc_attr(acyclic=True)
class SpellCard(ValueObject):
    """A spell card in front of a player: face up (active) or not, the seats that have seen it, and whether it is
    borrowed (R27)."""

    ATTRIBUTES = ("spell", "up", "seen", "borrowed", "excluded")

    def __init__(self, spell: int, up: bool, seen: int, borrowed: bool, excluded: int = 0) -> None:
        self.spell = spell
        self.up = up
        self.seen = seen
        """The seats, as bits, that know which spell this is."""
        self.borrowed = borrowed
        self.excluded = excluded
        """The spells, as bits (`bits_of`), that all players know this one not to be (R2, R27, I2)."""

    def turned_up(self) -> SpellCard:
        return SpellCard(self.spell, True, ALL_SEATS, self.borrowed)

    def turned_down(self) -> SpellCard:
        return SpellCard(self.spell, False, self.seen, self.borrowed, self.excluded)

    def excluding(self, spells: int) -> SpellCard:
        """Return the card after all players have learned that it is none of these spells."""
        if self.seen == ALL_SEATS:
            return self
        return SpellCard(self.spell, self.up, self.seen, self.borrowed, self.excluded | spells)

    def may_be(self, spell: int) -> bool:
        return not (self.excluded >> (spell - ATTACK)) & 1

    def as_seen_by(self, seat: int) -> SpellCard:
        if self.seen >> seat & 1:
            return self
        return SpellCard(UNKNOWN, self.up, self.seen, self.borrowed, self.excluded)


def spell_cards_text(cards: tuple[SpellCard, ...], owner: int) -> str:
    """Format as `Attack, Move up, Hand known`.

    `seen=` lists the seats that have seen a face-down card, unless only its owner has.
    """
    return ", ".join(card_text(card, owner) for card in cards) or "nothing"


def card_text(card: SpellCard, owner: int) -> str:
    words = [spell_name(card.spell)]
    if card.up:
        words.append("up")
    elif card.seen == ALL_SEATS:
        words.append("known")
    elif card.seen != 1 << owner:
        letters = "".join(SEAT_LETTERS[seat] for seat in range(len(SEAT_LETTERS)) if card.seen >> seat & 1)
        words.append(f"seen={letters}")
    if card.borrowed:
        words.append("borrowed")
    if card.excluded:
        words.append(f"not={'+'.join([spell_name(spell) for spell in spells_of(card.excluded)])}")
    return " ".join(words)


def parse_seats(word: str, owner: int, players: int) -> int:
    """Parse `seen=AB` into the seats as bits."""
    letter, letters = SEAT_LETTERS[owner], word.removeprefix("seen=")
    if not letters or any(seat not in SEAT_LETTERS[:players] for seat in letters):
        last = SEAT_LETTERS[players - 1]
        raise BadTable(
            "spells {letter}: {word!r}: the seats of this table are A to {last}", letter=letter, word=word, last=last
        )
    if letter not in letters:
        raise BadTable("spells {letter}: {word!r}: the owner of a spell has seen it (R2)", letter=letter, word=word)
    return sum(1 << SEAT_LETTERS.index(seat) for seat in set(letters))


def parse_spell_cards(text: str, owner: int, spells: tuple[int, ...], players: int) -> tuple[SpellCard, ...]:
    cards: list[SpellCard] = []
    for part in text.split(",") if text != "nothing" else []:
        words = part.split()
        if not words:
            raise BadTable("{text!r}: write `Attack, Move up, Hand known`", text=text)
        spell = spell_named(words[0], spells)
        up = "up" in words[1:]
        excluded = 0
        seen = ALL_SEATS if up or "known" in words[1:] else 1 << owner
        for word in words[1:]:
            if word.startswith("seen="):
                if seen == ALL_SEATS:
                    raise BadTable(
                        "spells {letter}: {word!r}: all know a spell that is or was face up (I2)",
                        letter=SEAT_LETTERS[owner],
                        word=word,
                    )
                seen = parse_seats(word, owner, players)
            elif word.startswith("not="):
                excluded = bits_of(tuple([spell_named(name, spells) for name in word[4:].split("+")]))
                if spell in spells_of(excluded):
                    raise BadTable(
                        "spells {letter}: {word!r} rules out the spell itself (I2)",
                        letter=SEAT_LETTERS[owner],
                        word=word,
                    )
            elif word not in ("up", "known", "borrowed"):
                raise BadTable(
                    "{word!r} cannot follow a spell; write up, known, borrowed, seen=AB or not=Attack", word=word
                )
        cards.append(SpellCard(spell, up, seen, "borrowed" in words[1:], excluded))
    return tuple(cards)
