"""The setting of an environment: a game, its players and options, and the encoding of actions, observations and
results."""

from operator import index
from typing import Any, Final, final

from tobean.extras import with_install_hint
from tobean.games import game_named
from tobean.kernel.chance import chance_from
from tobean.kernel.component import Options
from tobean.kernel.errors import BadInput, quoted
from tobean.kernel.notation.input_limits import MAX_CARDS_NAMED, MAX_TALK
from tobean.kernel.phases.setup import check_players, checked_options, new_table
from tobean.kernel.rules import Result, Rules
from tobean.kernel.table import Table
from tobean.research.tokens.rewards import MARGIN, check_reward, returns_of

try:
    from tobean.research.tokens.features import VERSION, Layout
    from tobean.research.tokens.grammar import Grammar
except ModuleNotFoundError as missing:
    raise with_install_hint(missing, "research") from missing

TALK_LIMIT: Final = 3
"""Default limit of offers and calls per player and turn, because games of learners have to end."""
DEFAULT_PLAYERS: Final = 4


def whole_number_in(value: Any, least: int, most: int, rules: Rules, name: str) -> int:
    """Convert an argument to an integer, NumPy's included; raises `BadInput` if it is outside its limits."""
    try:
        number = least - 1 if isinstance(value, bool) else index(value)
    except TypeError:
        number = least - 1
    if not least <= number <= most:
        raise BadInput(
            "{game}: {name} is a whole number from {least} to {most}, not {given}",
            game=rules.title,
            name=name,
            least=least,
            most=most,
            given=quoted(value),
        )
    return number


def check_flag(value: Any, rules: Rules, name: str) -> None:
    if not isinstance(value, bool):
        raise BadInput(
            "{game}: {name} is either true or false, not {given}", game=rules.title, name=name, given=quoted(value)
        )


def check_render_mode(render_mode: Any, rules: Rules) -> None:
    if render_mode not in (None, "ansi"):
        raise BadInput(
            "{game}: render_mode is 'ansi' or none, not {given}", game=rules.title, given=quoted(render_mode)
        )


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
        options: Options | None = None,
        feature_version: int = VERSION,
    ) -> None:
        """Check all arguments: a wrong one raises `BadInput` with its limits and the game."""
        rules = game_named(game) if isinstance(game, str) else game
        if not isinstance(rules, Rules):
            raise BadInput("a game is a name or rules, not {given}", given=quoted(game))
        self.rules = rules
        counts = rules.players
        check_players(rules, players or counts[0])
        players = whole_number_in(players or 0, 0, counts[-1], rules, "players")
        self.players = players or (DEFAULT_PLAYERS if DEFAULT_PLAYERS in counts else counts[-1])
        if talk_limit is not None:
            talk_limit = whole_number_in(talk_limit, 0, MAX_TALK, rules, "talk_limit")
        most_given = whole_number_in(most_given, 0, MAX_CARDS_NAMED, rules, "most_given")
        most_wanted = whole_number_in(most_wanted, 1, MAX_CARDS_NAMED, rules, "most_wanted")
        most_called = whole_number_in(most_called, 0, MAX_CARDS_NAMED, rules, "most_called")
        check_flag(volunteers, rules, "volunteers")
        check_flag(skip_forced, rules, "skip_forced")
        if options is not None and not isinstance(options, dict):
            raise BadInput("{game}: options are a dictionary, not {given}", game=rules.title, given=quoted(options))
        self.options: Options = {**(options or {}), "talk_limit": talk_limit}
        checked_options(rules, self.options)
        self.arguments: tuple[Any, ...] = (
            game, players, talk_limit, volunteers, most_given, most_wanted, most_called, skip_forced, reward, options,
            feature_version,
        )  # fmt: skip
        self.volunteers = volunteers
        """Whether seats are also asked when another seat is awaited."""
        self.skip_forced = skip_forced
        """Whether a seat with only one legal action is skipped."""
        check_reward(reward)
        self.reward = reward
        self.grammar = Grammar(self.rules, self.players, talk_limit, most_given, most_wanted, most_called)
        self.layout = Layout(self.rules, self.players, talk_limit, feature_version)
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
        """Return a new deal. The seed also decides which seat begins."""
        chance = chance_from(seed)
        start = chance.randbelow(self.players)
        return new_table(self.rules, self.players, chance, self.options, start=start)

    def explicit_table(self) -> Table:
        """Return a table that stops at chance nodes from the first card on and records its events; seat 0 begins."""
        return new_table(self.rules, self.players, chance_from(0), self.options, collect_events=True, explicit=True)

    def returns(self, result: Result) -> list[float]:
        """Return each seat's return under the reward of this setting."""
        return returns_of(self.reward, result)
