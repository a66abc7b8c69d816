"""A learned best response: how much a player gains by deviating from a table of copies of a bot.

An evolutionary search over responders (merchants with tricks and parameters of their own) plays against copies of the
bot on deals of its own. The best of the last generation is then measured on the deals of the evaluation. The gain is
its thalers minus those of the copy that it replaces, on the same deal at the same seat. It is a lower bound: a better
search would find a response that gains at least as much, up to chance.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from tobean.research.arena.arena_game import Fixture, Outcome
from tobean.research.arena.schedule import Pairing
from tobean.research.opponents.responders import first_name, mutant_name
from tobean.research.statistics.intervals import mean

GENERATIONS: Final = 3
CANDIDATES: Final = 8
"""Responders in a generation."""
PARENTS: Final = 2
"""Best responders of a generation, which are kept and mutated."""
LEARNING_DEALS: Final = 4
"""Deals of a generation; each candidate plays one seat of each."""
LEARNING_GAMES: Final = GENERATIONS * CANDIDATES * LEARNING_DEALS

Play = Callable[[Sequence[Fixture]], Mapping[Fixture, Outcome]]


def learn_response(bot: str, seed: str, players: int, play: Play) -> str:
    """Search for the responder that does best among copies of a bot; `play` plays games with a seed of their own."""
    candidates = [first_name(seed, number) for number in range(CANDIDATES)]
    for generation in range(GENERATIONS):
        deals = range(generation * LEARNING_DEALS, (generation + 1) * LEARNING_DEALS)
        fixtures = {name: learning_fixtures(name, bot, deals, players) for name in candidates}
        outcomes = play([fixture for games in fixtures.values() for fixture in games])
        values = {name: mean_thalers(name, games, outcomes) for name, games in fixtures.items()}
        # The sort is stable, so among equals the earlier candidate wins on every machine.
        parents = sorted(candidates, key=lambda name: -values[name])[:PARENTS]
        if generation < GENERATIONS - 1:
            # Numbers go on from generation to generation, so that a parent that was kept has new mutants.
            numbers = range(generation * CANDIDATES, generation * CANDIDATES + CANDIDATES - PARENTS)
            mutants = [mutant_name(parents[number % PARENTS], number) for number in numbers]
            candidates = [*parents, *mutants]
    return parents[0]


def learning_fixtures(responder: str, bot: str, deals: range, players: int) -> list[Fixture]:
    pairing = Pairing(responder, bot)
    return [Fixture(deal, pairing.lineup(deal % players, players)) for deal in deals]


def mean_thalers(responder: str, fixtures: Sequence[Fixture], outcomes: Mapping[Fixture, Outcome]) -> float:
    """Return the mean thalers of a responder over the games that the bot did not abort."""
    played = [outcomes[fixture] for fixture in fixtures if not outcomes[fixture].fault]
    return mean([outcome.thalers[outcome.fixture.lineup.index(responder)] for outcome in played])


def deviation_gain(games: Sequence[Outcome], copies: Outcome) -> float:
    """Return the mean over the seats of what a responder earns more than the copy that it replaces."""
    return mean([game.thalers[seat] - copies.thalers[seat] for seat, game in enumerate(games)])
