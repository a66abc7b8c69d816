"""Al Cabohne: the constants of the evaluation, found by bench/tune_mafia.py."""

from __future__ import annotations

from typing import Final, final


@final
class Taste:
    """What a seat likes: weights in thalers, horizons in cards."""

    def __init__(self) -> None:
        self.horizon = 10.9
        """How many cards ahead a field hopes."""
        self.boss_horizon = 82.3
        self.revealed = 0.895
        """The part of the cards to come that a boss gets of his kind."""
        self.mafia = 0.598
        """What a thaler to expect of the mafia costs, and what one costs that it has."""
        self.mafia_thaler = 0.598
        self.empty_al = 1.36
        self.empty_don = 1.09
        self.empty_joe = 0.667
        self.after_harvest = 0.369
        """How much of that is feared behind a harvest still to come."""
        self.starving = 0.144
        """How much of that is left when the hand is empty (A10)."""
        self.taxed = 0.366
        """The part of a field's hope that remains when a boss collects its kind."""
        self.room_before = 0.217
        self.room_after = 0.347
        self.more_room = 0.245
        """What an empty field is worth before and after the reveal, and how much of that the second one is."""
        self.held = 0.17
        """What a card in hand costs, whatever it is."""
        self.held_alone = 0.169
        """What it costs more when its kind grows nowhere."""
        self.held_match = 0.357
        """How much of its worth on the field a matching card in hand has already."""
        self.held_group = 0.0856
        """How much of its worth on a field a kind in hand has that grows nowhere."""
        self.front = 0.3
        """How much of the trouble with the front card is felt a turn before it has to be planted."""
        self.regain = 0.341
        """How much of a card on top of the discard pile is hoped for, per card of its kind to be revealed."""
        self.other = 0.3
        """How much it counts what the opponent can add to a field from the cards left."""
        self.other_fresh = 0.1
        """The same for a kind that the opponent does not grow."""
        self.third_field = 3.0
        """What a third field brings while 50 cards are drawn."""
        self.other_taxed = 0.2
        """What a boss is worth who collects what the opponent grows."""


SOLO: Final = Taste()
TWO: Final = Taste()
