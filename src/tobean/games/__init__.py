"""The games of the Bohnanza family, one package each, and `new_game`, which starts one."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from tobean.games.card_set import parse_card_set, rules_with_card_set, with_cards
from tobean.games.registry import GAMES, default_game
from tobean.kernel.chance import Chance, chance_from
from tobean.kernel.errors import GameNotInstalled, UnknownGame
from tobean.kernel.phases.setup import new_table
from tobean.kernel.rules import RULES_LOOKUPS, Rules
from tobean.kernel.table import Table

__all__ = ["GAMES", "game_named", "game_with_cards", "new_game"]


def game_named(name: str) -> Rules:
    """Return a game by name, ignoring case and the difference between spaces and hyphens."""
    rules = GAMES.find(name) or GAMES.find("-".join(name.lower().replace("-", " ").split()))
    if rules is None:
        raise UnknownGame("unknown game {name!r}; known: {known}", name=name, known=", ".join(GAMES))
    return rules


def game_with_cards(name: str, card_set: str) -> Rules:
    """Return the game that a record or table text names, with the card set it contains; empty for the usual cards."""
    try:
        rules = game_named(name)
    except UnknownGame as error:  # its package is installed elsewhere
        raise GameNotInstalled(name) from error
    return with_cards(rules, parse_card_set(card_set)) if card_set else rules


def _lookup(name: str, card_set: str) -> Rules | None:
    rules = GAMES.find(name)
    return rules if rules is None or not card_set else game_with_cards(name, card_set)


RULES_LOOKUPS.append(_lookup)


def new_game(
    game: str = "",
    players: int = 4,
    seed: int | str | Chance = 0,
    deck: Sequence[int] | None = None,
    start: int = 0,
    collect_events: bool = False,
    cards: str | Path | Mapping[str, object] | None = None,
    explicit_chance: bool = False,
    **options: int | bool | None,
) -> Table:
    """Return a new table with the hands dealt and the first decision open.

    `seed` makes the game reproducible; `deck` is the draw pile in a given order, top card first; `start` is the seat of
    the starting player; `collect_events` collects events in `table.events` from the deal on; `cards` is a custom card
    set, a TOML file or its contents (docs/cards.md). With `explicit_chance` the table stops where chance decides, from
    the first dealt card on (`Table.stop_at_chance`). Without `game` the first game in display order is played.
    """
    rules = rules_with_card_set(game_named(game or default_game()), cards)
    return new_table(
        rules, players, chance_from(seed), dict(options), deck, start, collect_events, None, explicit_chance
    )
