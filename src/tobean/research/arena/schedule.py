"""The schedule: every hero against every reference, at every seat of every deal."""

from dataclasses import dataclass

from tobean.kernel.errors import BadInput
from tobean.research.arena.arena_game import Fixture
from tobean.research.opponents.population import lab_bot


@dataclass(frozen=True)
class Pairing:
    """A hero and its opponents: N - 1 copies of a reference, or a mix such as `colluder-1+colluder-1+sprout-1`."""

    hero: str
    against: str

    def lineup(self, seat: int, players: int) -> tuple[str, ...]:
        """Place the hero at a seat; the opponents follow clockwise, repeated to fill all seats."""
        others = self.against.split("+")
        return tuple(
            self.hero if step == 0 else others[(step - 1) % len(others)]
            for step in [(place - seat) % players for place in range(players)]
        )

    def lineups(self, players: int) -> tuple[tuple[str, ...], ...]:
        """Return the lineups by the hero's seat. Against copies of itself all are equal: one game serves all seats."""
        return tuple(self.lineup(seat, players) for seat in range(players))


def pairings(heroes: tuple[str, ...], references: tuple[str, ...]) -> tuple[Pairing, ...]:
    """Pair all heroes with all references, but none with itself, unless there is only a single bot."""
    heroes = tuple(dict.fromkeys(heroes))
    references = tuple(dict.fromkeys(references)) or heroes
    pairs = tuple(Pairing(hero, against) for hero in heroes for against in references if hero != against)
    return pairs or tuple(Pairing(hero, hero) for hero in heroes)


def fixtures(pairs: tuple[Pairing, ...], players: int, deals: int) -> list[Fixture]:
    """List the games deal by deal, so that a run that is cut short has complete deals."""
    lineups = dict.fromkeys(lineup for pair in pairs for lineup in pair.lineups(players))
    return [Fixture(deal, lineup) for deal in range(deals) for lineup in lineups]


def check_bots(pairs: tuple[Pairing, ...], players: int) -> None:
    """Raise an error before the first game if a bot cannot be created or a pairing has too many bots."""
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
