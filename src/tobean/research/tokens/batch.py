"""Many games at once, whose views and masks lie in two arrays of bytes: the part of `parallel` that needs no NumPy."""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from tobean.research.tokens.token_game import TokenGame
from tobean.research.tokens.vocabulary import BadToken

if TYPE_CHECKING:
    from tobean.research.tokens.setting import Setting


@final
class GameBatch:
    """So many tables of one setting. A game that is over makes room for the next deal."""

    def __init__(self, setting: Setting, count: int, seed: int | str) -> None:
        self.setting = setting
        self.count = count
        self.seed = seed
        self.deals = 0
        """How many games have been begun."""
        self.views = bytearray(count * setting.size)
        """What the seat that is asked sees, table after table."""
        self.masks = bytearray(count * setting.tokens)
        self.seats = bytearray(count)
        """Who is asked at each table."""
        self.seen: list[bytes] = [b""] * (2 * count)
        """The same views, table by table: features, then what is being said. To put them together once a step is
        quicker than to write each at its place."""
        self.legal_masks: list[bytes] = [b""] * count
        self.games: list[TokenGame] = [self.new_game() for _ in range(count)]
        for number in range(count):
            self.update_observation(number)
        self.write_arrays()

    def new_game(self) -> TokenGame:
        """The next deal; one that is over before anybody is asked is left out."""
        while True:
            table = self.setting.new_table(f"{self.seed} {self.deals}")
            self.deals += 1
            game = TokenGame(self.setting, table)
            if not game.over:
                return game

    def update_observation(self, number: int) -> None:
        """What is asked at a table: anew after an action."""
        game = self.games[number]
        self.seats[number] = game.seat
        self.seen[2 * number] = game.features(game.seat)
        self.update_partial_action(number)

    def update_partial_action(self, number: int) -> None:
        """What is being said at a table: anew after each token."""
        game = self.games[number]
        self.seen[2 * number + 1] = game.partial_action_features(game.seat)
        self.legal_masks[number] = game.mask()

    def write_arrays(self) -> None:
        """Write all of it into the arrays."""
        self.views[:] = b"".join(self.seen)
        self.masks[:] = b"".join(self.legal_masks)

    def step(self, tokens: list[int]) -> list[tuple[int, list[float]]]:
        """Say a token at each table. Returns the tables whose game has ended, with what each seat got; there the next
        deal lies."""
        if len(tokens) != self.count:
            raise BadToken("there are {count} tables and {given} tokens", count=self.count, given=len(tokens))
        ended: list[tuple[int, list[float]]] = []
        for number in range(self.count):
            game = self.games[number]
            if not game.say(tokens[number]):  # the same seat goes on: its features are there already
                self.update_partial_action(number)
                continue
            if game.over:
                ended.append((number, game.returns()))
                self.games[number] = self.new_game()
            self.update_observation(number)
        self.write_arrays()
        return ended
