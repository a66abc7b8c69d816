"""Many games at once, with observations and masks in two byte arrays: the part of `parallel` that does not need
NumPy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast, final

from mypy_extensions import i64

from tobean.extras import with_install_hint
from tobean.research.tokens.grammar import has_token
from tobean.research.tokens.token_game import TokenGame
from tobean.research.tokens.vocabulary import BadToken

try:
    from librt.strings import BytesWriter
except ModuleNotFoundError as missing:
    raise with_install_hint(missing, "research") from missing

if TYPE_CHECKING:
    from tobean.research.tokens.setting import Setting


IN_ORDER: Final = 0
"""Instead of a stride: deals are numbered in the order in which they start."""
NO_TABLE: Final = -1


def writer_of_zeros(size: int) -> BytesWriter:
    writer = BytesWriter()
    writer.write(bytes(size))
    return writer


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
        self.mask_writer = writer_of_zeros(count * setting.tokens)
        """The same masks; of a table only the bytes that change are written."""
        self.marked_tokens: list[list[int]] = [[]] * count
        """The tokens that are 1 in the mask of each table."""
        self.seat_writer = writer_of_zeros(count)
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
        self.seat_writer[number] = game.seat
        self.view_parts[2 * number] = game.features(game.seat)
        self.update_partial_action(number)

    def update_partial_action(self, number: int) -> None:
        """Refresh the partial action of a table, after each token."""
        game = self.games[number]
        self.view_parts[2 * number + 1] = game.partial_action_features(game.seat)
        writer = self.mask_writer
        start: i64 = number * self.setting.tokens
        for token in cast("list[i64]", self.marked_tokens[number]):
            writer[start + token] = 0
        for token in cast("list[i64]", game.next_tokens):
            writer[start + token] = 1
        self.marked_tokens[number] = game.next_tokens

    def write_arrays(self) -> None:
        """Copy all observations, masks and seats into the arrays."""
        self.views[:] = b"".join(self.view_parts)
        self.masks[:] = self.mask_writer.getvalue()
        self.seats[:] = self.seat_writer.getvalue()

    def find_illegal(self, tokens: list[int]) -> int:
        """Return the first table at which its token is not legal; NO_TABLE if all are."""
        for number in range(self.count):
            if not has_token(self.games[number].next_tokens, tokens[number]):
                return number
        return NO_TABLE

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
