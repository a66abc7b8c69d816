"""The setting of an environment: a game, its players and options, and the encoding of actions, observations and
results."""

from typing import Any, Final, final

from tobean.games import game_named
from tobean.kernel.chance import chance_from
from tobean.kernel.errors import BadInput
from tobean.kernel.rules import Result, Rules
from tobean.kernel.setup import new_table
from tobean.kernel.table import Table
from tobean.research.tokens.features import Layout
from tobean.research.tokens.grammar import Grammar

TALK_LIMIT: Final = 3
"""Default limit of offers and calls per player and turn, because games of learners have to end."""
DEFAULT_PLAYERS: Final = 4
MARGIN: Final = "margin"
WIN: Final = "win"
REWARDS: Final = (MARGIN, WIN)
"""MARGIN: thalers ahead of the mean of the others, in tens. WIN: 1 for a win, shared among winners, else 0."""


@final
class Setting:
    """A game as a learning problem, shared by all tables of an environment."""

    def __init__(
        self,
        game: str | Rules = "",
        players: int = 0,
        talk_limit: int | None = TALK_LIMIT,
        volunteers: bool = False,
        most_given: int = 3,
        most_wanted: int = 3,
        most_called: int = 1,
        skip_forced: bool = False,
        reward: str = MARGIN,
        options: dict[str, int | bool | None] | None = None,
    ) -> None:
        self.arguments: tuple[Any, ...] = (
            game, players, talk_limit, volunteers, most_given, most_wanted, most_called, skip_forced, reward, options,
        )  # fmt: skip
        self.rules = game_named(game) if isinstance(game, str) else game
        counts = self.rules.players
        self.players = players or (DEFAULT_PLAYERS if DEFAULT_PLAYERS in counts else counts[-1])
        self.options: dict[str, int | bool | None] = {**(options or {}), "talk_limit": talk_limit}
        self.volunteers = volunteers
        """Whether seats are also asked when another seat is awaited."""
        self.skip_forced = skip_forced
        """Whether a seat with only one legal action is skipped."""
        if reward not in REWARDS:
            raise BadInput("{reward!r} is not a reward; there are: {known}", reward=reward, known=", ".join(REWARDS))
        self.reward = reward
        self.grammar = Grammar(self.rules, self.players, talk_limit, most_given, most_wanted, most_called)
        self.layout = Layout(self.rules, self.players, talk_limit)
        self.tokens = self.grammar.size
        self.size = self.layout.size + self.tokens + 1
        """Size of an observation: the features, the count of each token said for the current action, and whether
        passing is legal."""
        self.nothing_said = bytes(self.tokens + 1)
        """The part after the features if no token has been said and passing is not legal."""

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the arguments, from which the setting is rebuilt."""
        return Setting, self.arguments

    def __repr__(self) -> str:
        return f"<Setting {self.rules.name}, {self.players} players: {self.tokens} tokens, {self.size} numbers>"

    def new_table(self, seed: int | str) -> Table:
        """A new deal. The seed also decides which seat begins."""
        chance = chance_from(seed)
        start = chance.randbelow(self.players)
        return new_table(self.rules, self.players, chance, self.options, start=start)

    def explicit_table(self) -> Table:
        """A table that stops at chance nodes from the first card on and records its events; seat 0 begins."""
        return new_table(self.rules, self.players, chance_from(0), self.options, collect_events=True, explicit=True)

    def returns(self, result: Result) -> list[float]:
        """The return of each seat. A scripted rival without a seat counts as one of the others."""
        if self.reward == WIN:
            return [1.0 / len(result.winners) if seat in result.winners else 0.0 for seat in range(self.players)]
        thalers = [float(count) for count in result.thalers]
        if result.rival:
            thalers.append(float(result.rival_thalers))
        total = sum(thalers)
        others = max(1, len(thalers) - 1)
        return [(own - (total - own) / others) / 10.0 for own in thalers[: self.players]]
