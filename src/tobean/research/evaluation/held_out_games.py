"""The games of an evaluation: which lineups a bot plays, and on which deals."""

from collections.abc import Mapping
from typing import Final

from tobean.games import game_named
from tobean.kernel.chance import chance_from
from tobean.kernel.phases.setup import empty_table
from tobean.research.arena.arena_game import ArenaSetting, Fixture, Outcome
from tobean.research.arena.schedule import Pairing
from tobean.research.arena.surplus import surplus_fixtures
from tobean.research.evaluation.evaluation_round import Round
from tobean.research.evaluation.submission import Variant
from tobean.research.opponents.drawn import FAMILIES, drawn_opponents
from tobean.research.opponents.population import COMMUNE, NO_TRADE

RANDOM: Final = "random-1"
MERCHANT: Final = "merchant-2"
"""The frozen bots whose normalised scores are 0 and 1."""
TALK_LIMIT: Final = 8

Outcomes = Mapping[Fixture, Outcome]


def setting_of(variant: Variant, seed: str) -> ArenaSetting:
    game, players = variant
    rules = game_named(game)
    options = empty_table(rules, players, {"talk_limit": TALK_LIMIT}, chance_from(seed)).options
    return ArenaSetting(rules.name, players, seed, options)


def families_of(round_: Round) -> tuple[str, ...]:
    """Return the kinds of opponents: those drawn from the seed, and the held-out bots from files."""
    return (*FAMILIES, *round_.opponents)


def held_out_pairing(bot: str, family: str, round_: Round, deal: int, players: int) -> Pairing:
    against = drawn_opponents(family, round_.seed, deal, players) if family in FAMILIES else family
    return Pairing(bot, against)


def held_out_fixtures(bot: str, round_: Round, players: int) -> list[Fixture]:
    """Return a bot at every seat of every deal, among the opponents of each family."""
    return [
        Fixture(deal, lineup)
        for deal in range(round_.deals)
        for family in families_of(round_)
        for lineup in held_out_pairing(bot, family, round_, deal, players).lineups(players)
    ]


def copy_fixtures(bots: tuple[str, ...], round_: Round, players: int) -> list[Fixture]:
    """Return the tables of copies of each bot, and the two tables between which their surplus is measured."""
    return surplus_fixtures(dict.fromkeys((NO_TRADE, COMMUNE, *bots)), players, round_.deals)


def copies_among_others(bot: str, players: int) -> Pairing | None:
    """Return two copies of a bot among merchants, to see whether it favours its copies; None where no seat is left."""
    return None if players < 3 else Pairing(bot, "+".join([bot, *[MERCHANT] * (players - 2)]))


def rotated_fixtures(pairing: Pairing | None, deals: int, players: int) -> list[Fixture]:
    if pairing is None:
        return []
    return [Fixture(deal, lineup) for deal in range(deals) for lineup in pairing.lineups(players)]


def games_of_round(bots: tuple[str, ...], round_: Round, players: int) -> list[Fixture]:
    """Return all games of these bots and of the two reference bots but those of the best response, deal by deal."""
    games = [
        fixture
        for bot in dict.fromkeys((RANDOM, MERCHANT, *bots))
        for fixture in held_out_fixtures(bot, round_, players)
    ]
    games += copy_fixtures(bots, round_, players)
    for bot in bots:
        games += rotated_fixtures(copies_among_others(bot, players), round_.deals, players)
    return sorted(dict.fromkeys(games), key=lambda fixture: fixture.deal)


def complete_deal(pairing: Pairing, deal: int, players: int, outcomes: Outcomes) -> list[Outcome] | None:
    """Return the games of a deal by the hero's seat; None if one is missing or was aborted."""
    games = [outcomes.get(Fixture(deal, lineup)) for lineup in pairing.lineups(players)]
    found = [game for game in games if game is not None and not game.fault]
    return found if len(found) == len(games) else None
