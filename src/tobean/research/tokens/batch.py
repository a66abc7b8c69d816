"""Many games at once, with observations and masks in two byte arrays: the part of `parallel` that does not need
NumPy."""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from tobean.research.tokens.token_game import TokenGame
from tobean.research.tokens.vocabulary import BadToken

if TYPE_CHECKING:
    from tobean.research.tokens.setting import Setting


@final
class GameBatch:
    """Several tables of one setting. A finished game is replaced by the next deal."""

    def __init__(self, setting: Setting, count: int, seed: int | str) -> None:
        self.setting = setting
        self.count = count
        self.seed = seed
        self.deals = 0
        """Number of games started."""
        self.views = bytearray(count * setting.size)
        """Observations of the asked seats, table after table."""
        self.masks = bytearray(count * setting.tokens)
        self.seats = bytearray(count)
        """The asked seat of each table."""
        self.view_parts: list[bytes] = [b""] * (2 * count)
        """The same observations as two parts for each table: features, then the partial action. Joining them once per
        step is faster than writing each at its place."""
        self.legal_masks: list[bytes] = [b""] * count
        self.games: list[TokenGame] = [self.new_game() for _ in range(count)]
        for number in range(count):
            self.update_observation(number)
        self.write_arrays()

    def new_game(self) -> TokenGame:
        """Start the next deal, skipping those that end before any seat is asked."""
        while True:
            table = self.setting.new_table(f"{self.seed} {self.deals}")
            self.deals += 1
            game = TokenGame(self.setting, table)
            if not game.over:
                return game

    def update_observation(self, number: int) -> None:
        """Refresh the observation of a table, after an action."""
        game = self.games[number]
        self.seats[number] = game.seat
        self.view_parts[2 * number] = game.features(game.seat)
        self.update_partial_action(number)

    def update_partial_action(self, number: int) -> None:
        """Refresh the partial action of a table, after each token."""
        game = self.games[number]
        self.view_parts[2 * number + 1] = game.partial_action_features(game.seat)
        self.legal_masks[number] = game.mask()

    def write_arrays(self) -> None:
        """Copy all observations and masks into the arrays."""
        self.views[:] = b"".join(self.view_parts)
        self.masks[:] = b"".join(self.legal_masks)

    def step(self, tokens: list[int]) -> list[tuple[int, list[float]]]:
        """Say a token at each table. Returns the tables whose game has ended with the returns of their seats; the next
        deal has started there."""
        if len(tokens) != self.count:
            raise BadToken("there are {count} tables and {given} tokens", count=self.count, given=len(tokens))
        ended: list[tuple[int, list[float]]] = []
        for number in range(self.count):
            game = self.games[number]
            if not game.say(tokens[number]):  # the same seat continues, so its features are still valid
                self.update_partial_action(number)
                continue
            if game.over:
                ended.append((number, game.returns()))
                self.games[number] = self.new_game()
            self.update_observation(number)
        self.write_arrays()
        return ended
