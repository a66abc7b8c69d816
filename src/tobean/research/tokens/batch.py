"""Many games at once, with observations and masks in two byte arrays: the part of `parallel` that does not need
NumPy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from tobean.research.tokens.token_game import TokenGame
from tobean.research.tokens.vocabulary import BadToken

if TYPE_CHECKING:
    from tobean.research.tokens.setting import Setting


IN_ORDER: Final = 0
"""Instead of a stride: deals are numbered in the order in which they start."""


@final
class GameBatch:
    """Several tables of one setting. A finished game is replaced by the next deal.

    With a `stride`, table n plays the deals `first_deal + n`, `first_deal + n + stride`, ..., whatever happens at the
    other tables. `buffers` is the memory for observations, masks and seats, if it is shared with another process.
    """

    def __init__(
        self,
        setting: Setting,
        count: int,
        seed: int | str,
        first_deal: int = 0,
        stride: int = IN_ORDER,
        buffers: tuple[memoryview, memoryview, memoryview] | None = None,
    ) -> None:
        self.setting = setting
        self.count = count
        self.seed = seed
        self.stride = stride
        self.next_deals = [first_deal + number for number in range(count)]
        """Number of the next deal of each table, with a stride."""
        self.deals = first_deal
        """Number of the next deal, without a stride."""
        self.views: bytearray | memoryview = bytearray(count * setting.size) if buffers is None else buffers[0]
        """Observations of the asked seats, table after table."""
        self.masks: bytearray | memoryview = bytearray(count * setting.tokens) if buffers is None else buffers[1]
        self.seats: bytearray | memoryview = bytearray(count) if buffers is None else buffers[2]
        """The asked seat of each table."""
        self.thalers: list[list[int]] = [[0] * setting.players for _ in range(count)]
        """Final thalers of the seats in the last finished game of each table."""
        self.view_parts: list[bytes] = [b""] * (2 * count)
        """The same observations as two parts for each table: features, then the partial action. Joining them once per
        step is faster than writing each at its place."""
        self.legal_masks: list[bytes] = [b""] * count
        self.games: list[TokenGame] = [self.new_game(number) for number in range(count)]
        for number in range(count):
            self.update_observation(number)
        self.write_arrays()

    def new_game(self, number: int) -> TokenGame:
        """Start the next deal of a table, skipping those that end before any seat is asked."""
        while True:
            if self.stride == IN_ORDER:
                deal = self.deals
                self.deals += 1
            else:
                deal = self.next_deals[number]
                self.next_deals[number] = deal + self.stride
            game = TokenGame(self.setting, self.setting.new_table(f"{self.seed} {deal}"))
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
        """Say a token at each table. Returns the tables whose game has ended with the returns of their seats; `thalers`
        has their final thalers, and the next deal has started there."""
        if len(tokens) != self.count:
            raise BadToken("there are {count} tables and {given} tokens", count=self.count, given=len(tokens))
        ended: list[tuple[int, list[float]]] = []
        for number in range(self.count):
            game = self.games[number]
            if not game.say(tokens[number]):  # the same seat continues, so its features are still valid
                self.update_partial_action(number)
                continue
            if game.over:
                result = game.table.result()
                ended.append((number, self.setting.returns(result)))
                self.thalers[number] = list(result.thalers)
                self.games[number] = self.new_game(number)
            self.update_observation(number)
        self.write_arrays()
        return ended
