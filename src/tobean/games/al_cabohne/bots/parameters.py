"""Parameters of the judge of Al Cabohne, tuned by bench/tuning/tune_al_cabohne.py."""

from typing import Final, final


@final
class AlCabohneParameters:
    """Weights in thalers, horizons in cards."""

    def __init__(self) -> None:
        self.horizon = 9.62
        """Number of cards ahead that a field can expect to use."""
        self.boss_horizon = 102.0
        self.revealed = 1.28
        """Share of the cards to come of his kind that a boss gets."""
        self.mafia = 0.519
        """Cost of an expected thaler of the mafia; `mafia_thaler` is that of one it has."""
        self.mafia_thaler = 0.602
        self.empty_al = 1.55
        self.empty_don = 1.51
        self.empty_joe = 0.472
        self.after_harvest = 0.354
        """Share of an empty boss's value (`empty_al` and so on) that counts after a harvest still to come."""
        self.starving = 0.158
        """Share of an empty boss's value that remains when the hand holds nothing for him (A10)."""
        self.taxed = 0.245
        """Share of a field's expected growth that remains while a boss collects its kind."""
        self.room_before = 0.224
        self.room_after = 0.235
        self.more_room = 0.237
        """Value of an empty field before and after the reveal, and the share of it that each further one has."""
        self.hand_card_cost = 0.277
        self.lone_card_cost = 0.146
        """Additional cost of a hand card whose kind grows nowhere."""
        self.matching_card_share = 0.199
        """Share of its value on the field that a matching hand card has."""
        self.group_card_share = 0.139
        """Share of its value on a field that a hand card has whose kind grows nowhere."""
        self.front_card_share = 0.304
        """Share of the loss by the front card that counts a turn before it has to be planted."""
        self.discard_regain_share = 0.437
        """Value of a card on top of the discard pile, per card of its kind expected to be revealed."""
        self.opponent_gain_weight = 0.3
        """Weight of what the opponent can add to a field from the cards left over."""
        self.opponent_new_kind_weight = 0.1
        """As `opponent_gain_weight`, for a kind that the opponent does not grow."""
        self.third_field = 3.0
        """Earnings of a third field while 50 cards are drawn."""
        self.opponent_tax_value = 0.2
        """Value of a boss that collects a kind of the opponent."""


def two_player_parameters() -> AlCabohneParameters:
    """Return the parameters for two players: the game is longer, and the mafia hurts both alike."""
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
