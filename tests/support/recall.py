"""Random games in which every decision is compared with all others of the same information state."""

from collections.abc import Callable, Iterator
from typing import Final

from tobean.kernel.chance import Chance, chance_from
from tobean.research.tokens.recall import RecordedGame
from tobean.research.tokens.setting import Setting
from tobean.research.tokens.token_game import CHANCE, TokenGame

GAMES_PER_DEAL: Final = 4
"""Games that start with the same deal, so that information states recur."""


def decisions(setting: Setting, draws: Chance, choices: Chance) -> Iterator[RecordedGame]:
    """Play a random game with explicit chance, and stop at each decision."""
    play = RecordedGame(TokenGame(setting, setting.explicit_table()))
    while not play.game.over:
        if play.game.seat == CHANCE:
            outcomes = play.game.table.chance_outcomes()
            play.draw(outcomes[draws.randbelow(len(outcomes))][0])
        else:
            yield play
            play.say(choices.choice(play.game.next_tokens))


def count_clashes(
    setting: Setting,
    games: int,
    seed: str = "clashes",
    describe: Callable[[RecordedGame, int], str] = RecordedGame.information_state,
) -> tuple[int, int, int]:
    """Play random games. Returns the number of decisions, how many of them have the text of an earlier decision, and
    how many of these have other legal tokens."""
    choices = chance_from(seed)
    legal: dict[int, list[int]] = {}
    count = repeated = clashes = 0
    for game in range(games):
        draws = chance_from(f"{seed} {game // GAMES_PER_DEAL}")
        for play in decisions(setting, draws, choices):
            count += 1
            tokens = play.game.next_tokens
            earlier = legal.setdefault(hash((play.game.seat, describe(play, play.game.seat))), tokens)
            repeated += earlier is not tokens
            clashes += earlier != tokens
    return count, repeated, clashes
