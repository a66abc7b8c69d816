"""Al Cabohne: the constants of the evaluation, found by bench/tune_al_cabohne.py."""

from __future__ import annotations

from typing import Final, final


@final
class AlCabohneParameters:
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
        self.hand_card_cost = 0.277
        """What a card in hand costs, whatever it is."""
        self.lone_card_cost = 0.146
        """What it costs more when its kind grows nowhere."""
        self.matching_card_share = 0.199
        """How much of its worth on the field a matching card in hand has already."""
        self.group_card_share = 0.139
        """How much of its worth on a field a kind in hand has that grows nowhere."""
        self.front_card_share = 0.304
        """How much of the trouble with the front card is felt a turn before it has to be planted."""
        self.discard_regain_share = 0.437
        """How much of a card on top of the discard pile is hoped for, per card of its kind to be revealed."""
        self.opponent_gain_weight = 0.3
        """How much it counts what the opponent can add to a field from the cards left."""
        self.opponent_new_kind_weight = 0.1
        """The same for a kind that the opponent does not grow."""
        self.third_field = 3.0
        """What a third field brings while 50 cards are drawn."""
        self.opponent_tax_value = 0.2
        """What a boss is worth who collects what the opponent grows."""


def two_player_parameters() -> AlCabohneParameters:
    """With two players the game is longer, and the mafia hurts both alike."""
    parameters = AlCabohneParameters()
    parameters.horizon = 10.8
    parameters.boss_horizon = 86.3
    parameters.revealed = 1.47
    parameters.mafia = 0.491
    parameters.mafia_thaler = 0.508
    parameters.empty_al = 1.73
    parameters.empty_don = 0.88
    parameters.after_harvest = 0.229
    parameters.starving = 0.221
    parameters.taxed = 0.338
    parameters.room_before = 0.119
    parameters.room_after = 0.419
    parameters.more_room = 0.303
    parameters.hand_card_cost = 0.127
    parameters.lone_card_cost = 0.202
    parameters.matching_card_share = 0.291
    parameters.group_card_share = 0.0707
    parameters.front_card_share = 0.291
    parameters.discard_regain_share = 0.356
    parameters.opponent_gain_weight = 0.585
    parameters.opponent_new_kind_weight = 0.148
    parameters.third_field = 4.12
    parameters.opponent_tax_value = 0.283
    return parameters


SOLO_PARAMETERS: Final = AlCabohneParameters()
TWO_PLAYER_PARAMETERS: Final = two_player_parameters()
