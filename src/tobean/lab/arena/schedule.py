"""Who meets whom: every hero against every reference, on every seat of every deal."""

from __future__ import annotations

from dataclasses import dataclass

from tobean.kernel.errors import BadInput
from tobean.lab.arena.arena_game import Fixture
from tobean.lab.opponents.population import lab_bot


@dataclass(frozen=True)
class Pairing:
    """A hero among others: N - 1 copies of a reference, or a mixed company such as `colluder-1+colluder-1+sprout-1`."""

    hero: str
    against: str

    def lineup(self, seat: int, players: int) -> tuple[str, ...]:
        """The hero on a seat; the others follow clockwise, repeated if there are more seats."""
        others = self.against.split("+")
        return tuple(
            self.hero if step == 0 else others[(step - 1) % len(others)]
            for step in [(place - seat) % players for place in range(players)]
        )

    def lineups(self, players: int) -> tuple[tuple[str, ...], ...]:
        """By the hero's seat. Among copies of itself they are all the same, and one game serves all seats."""
        return tuple(self.lineup(seat, players) for seat in range(players))


def pairings(heroes: tuple[str, ...], references: tuple[str, ...]) -> tuple[Pairing, ...]:
    """All heroes against all references, none against itself; a single bot meets itself."""
    heroes = tuple(dict.fromkeys(heroes))
    references = tuple(dict.fromkeys(references)) or heroes
    pairs = tuple(Pairing(hero, against) for hero in heroes for against in references if hero != against)
    return pairs or tuple(Pairing(hero, hero) for hero in heroes)


def fixtures(pairs: tuple[Pairing, ...], players: int, deals: int) -> list[Fixture]:
    """The games, deal by deal: a run that is cut short has played whole deals."""
    lineups = dict.fromkeys(lineup for pair in pairs for lineup in pair.lineups(players))
    return [Fixture(deal, lineup) for deal in range(deals) for lineup in lineups]


def check_bots(pairs: tuple[Pairing, ...], players: int) -> None:
    """Can all of them be had? Says so before anything is played."""
    for name in dict.fromkeys(name for pair in pairs for name in (pair.hero, *pair.against.split("+"))):
        lab_bot(name)
    for pair in pairs:
        if pair.against.count("+") >= players - 1:
            raise BadInput(
                "{against} are too many for {players} seats, of which {hero} has one",
                against=pair.against,
                players=players,
                hero=pair.hero,
            )
