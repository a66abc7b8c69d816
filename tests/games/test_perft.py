"""Counts of reachable positions on small fixed decks, against a naive implementation of the rules (our perft)."""

from copy import deepcopy
from dataclasses import dataclass, field

import pytest

import tobean
from tobean.kernel.actions import EndTrading, GoOn, Harvest, Pass, Plant


def deck_named(text: str) -> list[int]:
    letters = {"b": "Blue", "c": "Chili", "s": "Stink", "g": "Green", "y": "Soy", "r": "Red", "a": "Garden"}
    return [tobean.kind_named(letters[letter]) for letter in text]


def count_paths(table: tobean.Table, depth: int) -> int:
    """Number of sequences of `depth` actions of the awaited seats, deals excluded."""
    if depth == 0 or table.over:
        return 1
    total = 0
    for action in table.legal_actions(table.awaited):
        after = table.clone()
        after.apply(action)
        total += count_paths(after, depth - 1)
    return total


@dataclass
class Naive:
    """Three-player Bohnanza without deals, implemented a second time, slowly and simply, to count against."""

    hands: list[list[int]]
    draw: list[int]
    fields: list[list[list[int]]] = field(default_factory=lambda: [[[], [], []] for _ in range(3)])
    turned: list[int] = field(default_factory=list)
    active: int = 0
    phase: str = "first"
    over: bool = False

    def moves(self) -> list[tuple[str, int]]:
        mine = self.fields[self.active]
        found: list[tuple[str, int]] = []
        cards = sorted(set(self.turned)) if self.phase == "due" else self.hands[self.active][:1]
        if self.phase in ("first", "second", "due"):
            for card in cards:
                found += [(f"plant {card}", n) for n in range(3) if not mine[n] or mine[n][0] == card]
        if self.phase in ("second", "trade", "window"):
            found.append(("on", 0))
        crowded = any(len(row) > 1 for row in mine)
        found += [("harvest", n) for n in range(3) if mine[n] and (len(mine[n]) > 1 or not crowded)]
        return found

    def play(self, move: tuple[str, int]) -> None:
        word, n = move
        mine = self.fields[self.active]
        if word == "harvest":
            mine[n] = []
            return
        if word.startswith("plant"):
            card = int(word.split()[1])
            mine[n].append(card)
            if self.phase == "due":
                self.turned.remove(card)
                if not self.turned:
                    self.finish_turn()
                return
            self.hands[self.active].pop(0)
        if self.phase == "first" and self.hands[self.active]:
            self.phase = "second"
        elif self.phase in ("first", "second"):
            self.turned = [self.draw.pop(0), self.draw.pop(0)]
            self.phase = "trade"
        elif self.phase == "trade":
            self.phase = "due"

    def finish_turn(self) -> None:
        self.hands[self.active] += [self.draw.pop(0) for _ in range(3)]
        self.active = (self.active + 1) % 3
        self.phase = "first"


def count_naively(game: Naive, depth: int) -> int:
    if depth == 0:
        return 1
    total = 0
    for move in game.moves():
        after = deepcopy(game)
        after.play(move)
        total += count_naively(after, depth - 1)
    return total


DECKS = {
    "all different": "bcsgyr" + "bcsgyrabc" + "bbccssggyyrraabbccss",
    "all the same": "bbbbbbbbbbbbbbb" + "bbbbbbbbbbbbbbbbbbbb",
    "two kinds": "bcbcbbcccbcbcbc" + "bbbcccbcbcbcbbcbbccb",
}


@pytest.mark.long
@pytest.mark.parametrize("name", DECKS)
def test_perft_counts_equal_those_of_a_naive_implementation(name: str) -> None:
    deck = deck_named(DECKS[name])
    table = tobean.new_game("bohnanza", 3, deck=deck)
    naive = Naive([deck[0:5], deck[5:10], deck[10:15]], deck[15:])
    counts = [count_paths(table, depth) for depth in range(1, 9)]
    assert counts == [count_naively(naive, depth) for depth in range(1, 9)]
    assert counts[0] == 3
    assert counts[-1] > 100


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "expected"),
    [("all different", [36, 912, 34083]), ("all the same", [42, 1356, 58968]), ("two kinds", [36, 912, 34848])],
)
def test_pinned_counts(name: str, expected: list[int]) -> None:
    table = tobean.new_game("bohnanza", 3, deck=deck_named(DECKS[name]))
    assert [count_paths(table, depth) for depth in (3, 6, 9)] == expected


def test_kinds_of_actions_in_perft() -> None:
    """The counts above cover these actions; the trading tests count deals."""
    table = tobean.new_game("bohnanza", 3, deck=deck_named(DECKS["two kinds"]))
    seen: set[type[tobean.Action]] = set()
    for _ in range(12):
        listed = table.legal_actions(table.awaited)
        seen |= {type(action) for action in listed}
        table.apply(listed[0])
    assert seen <= {Plant, Pass, Harvest, EndTrading, GoOn}
    assert {Plant, Harvest, EndTrading} <= seen
