"""Many games at once, whose views and masks lie in two arrays of bytes: the part of `parallel` that needs no NumPy."""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from tobean.research.alphabet import BadToken
from tobean.research.tokengame import TokenGame

if TYPE_CHECKING:
    from tobean.research.setting import Setting


@final
class Crowd:
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
        self.sayable: list[bytes] = [b""] * count
        self.games: list[TokenGame] = [self.new_game() for _ in range(count)]
        for number in range(count):
            self.look(number)
        self.show()

    def new_game(self) -> TokenGame:
        """The next deal; one that is over before anybody is asked is left out."""
        while True:
            table = self.setting.new_table(f"{self.seed} {self.deals}")
            self.deals += 1
            game = TokenGame(self.setting, table)
            if not game.over:
                return game

    def look(self, number: int) -> None:
        """What is asked at a table: anew after an action."""
        game = self.games[number]
        self.seats[number] = game.seat
        self.seen[2 * number] = game.features(game.seat)
        self.listen(number)

    def listen(self, number: int) -> None:
        """What is being said at a table: anew after each token."""
        game = self.games[number]
        self.seen[2 * number + 1] = game.speech(game.seat)
        self.sayable[number] = game.mask()

    def show(self) -> None:
        """Write all of it into the arrays."""
        self.views[:] = b"".join(self.seen)
        self.masks[:] = b"".join(self.sayable)

    def step(self, tokens: list[int]) -> list[tuple[int, list[float]]]:
        """Say a token at each table. Returns the tables whose game has ended, with what each seat got; there the next
        deal lies."""
        if len(tokens) != self.count:
            raise BadToken("there are {count} tables and {given} tokens", count=self.count, given=len(tokens))
        ended: list[tuple[int, list[float]]] = []
        for number in range(self.count):
            game = self.games[number]
            if not game.say(tokens[number]):  # the same seat goes on: its features are there already
                self.listen(number)
                continue
            if game.over:
                ended.append((number, game.returns()))
                self.games[number] = self.new_game()
            self.look(number)
        self.show()
        return ended
