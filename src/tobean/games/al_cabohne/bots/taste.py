"""Al Cabohne: the constants of the evaluation, found by bench/tune_mafia.py."""

from __future__ import annotations

from typing import Final, final


@final
class Taste:
    """What a seat likes: weights in thalers, horizons in cards."""

    def __init__(self) -> None:
        self.horizon = 9.62
        """How many cards ahead a field hopes."""
        self.boss_horizon = 102.0
        self.revealed = 1.28
        """The part of the cards to come that a boss gets of his kind."""
        self.mafia = 0.519
        """What a thaler to expect of the mafia costs, and what one costs that it has."""
        self.mafia_thaler = 0.602
        self.empty_al = 1.55
        self.empty_don = 1.51
        self.empty_joe = 0.472
        self.after_harvest = 0.354
        """How much of that is feared behind a harvest still to come."""
        self.starving = 0.158
        """How much of that is left when the hand is empty (A10)."""
        self.taxed = 0.245
        """The part of a field's hope that remains when a boss collects its kind."""
        self.room_before = 0.224
        self.room_after = 0.235
        self.more_room = 0.237
        """What an empty field is worth before and after the reveal, and how much of that the second one is."""
        self.held = 0.277
        """What a card in hand costs, whatever it is."""
        self.held_alone = 0.146
        """What it costs more when its kind grows nowhere."""
        self.held_match = 0.199
        """How much of its worth on the field a matching card in hand has already."""
        self.held_group = 0.139
        """How much of its worth on a field a kind in hand has that grows nowhere."""
        self.front = 0.304
        """How much of the trouble with the front card is felt a turn before it has to be planted."""
        self.regain = 0.437
        """How much of a card on top of the discard pile is hoped for, per card of its kind to be revealed."""
        self.other = 0.3
        """How much it counts what the opponent can add to a field from the cards left."""
        self.other_fresh = 0.1
        """The same for a kind that the opponent does not grow."""
        self.third_field = 3.0
        """What a third field brings while 50 cards are drawn."""
        self.other_taxed = 0.2
        """What a boss is worth who collects what the opponent grows."""


def taste_for_two() -> Taste:
    """With two players the game is longer, and the mafia hurts both alike."""
    taste = Taste()
    taste.horizon = 10.8
    taste.boss_horizon = 86.3
    taste.revealed = 1.47
    taste.mafia = 0.491
    taste.mafia_thaler = 0.508
    taste.empty_al = 1.73
    taste.empty_don = 0.88
    taste.after_harvest = 0.229
    taste.starving = 0.221
    taste.taxed = 0.338
    taste.room_before = 0.119
    taste.room_after = 0.419
    taste.more_room = 0.303
    taste.held = 0.127
    taste.held_alone = 0.202
    taste.held_match = 0.291
    taste.held_group = 0.0707
    taste.front = 0.291
    taste.regain = 0.356
    taste.other = 0.585
    taste.other_fresh = 0.148
    taste.third_field = 4.12
    taste.other_taxed = 0.283
    return taste


SOLO: Final = Taste()
TWO: Final = taste_for_two()
