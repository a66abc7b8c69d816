"""A game played token by token: the asked seat, the legal tokens, and the observations."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, cast, final

from mypy_extensions import i64

from tobean.bots.game_loop import ask_bot
from tobean.bots.turn_policy import TurnPolicy
from tobean.extras import with_install_hint
from tobean.kernel.base.seats import NO_SEAT
from tobean.kernel.chance import chance_from
from tobean.research.tokens.grammar import PartialAction
from tobean.research.tokens.vocabulary import BadToken

try:
    from librt.strings import BytesWriter
except ModuleNotFoundError as missing:
    raise with_install_hint(missing, "research") from missing

if TYPE_CHECKING:
    from tobean.bots.base import Bot
    from tobean.kernel.chance import Chance
    from tobean.kernel.table import Table
    from tobean.research.tokens.setting import Setting

CHANCE: Final = -2
"""In place of a seat: a chance node, at a table with explicit chance."""
NEVER: Final = -1


@final
class TokenGame:
    """A table with its turn policy and the action that is being said.

    The first token of an action is always asked for; later tokens without an alternative are said automatically.
    """

    def __init__(
        self,
        setting: Setting,
        table: Table,
        other: TokenGame | None = None,
        bots: dict[int, Bot] | None = None,
        chance: Chance | None = None,
        begins: bool = True,
    ) -> None:
        """Create a game at this table, from its beginning or from the state of another game.

        Seats with bots are not asked; the bots draw from `chance`. With `begins` false no seat is asked yet.
        """
        self.setting = setting
        self.table = table
        self.bots: dict[int, Bot] = bots or {}
        self.chance = chance or chance_from(0)
        self.turn_policy = TurnPolicy(table, setting.volunteers or bool(self.bots))
        self.seat = NO_SEAT
        """The asked seat; NO_SEAT if the game is over."""
        self.volunteers = False
        """Whether passing is legal."""
        self.partial_action: PartialAction | None = None
        self.next_tokens: list[int] = []
        """The legal tokens."""
        self.feature_cache: list[bytes] = [b""] * setting.players
        self.feature_plies: list[int] = [NEVER] * setting.players
        """Ply at which the cached features of each seat were computed."""
        if other is not None:
            self.copy_from(other)
        elif begins:
            self.advance()

    def copy_from(self, other: TokenGame) -> None:
        self.bots, self.chance = other.bots, other.chance.copy()
        self.turn_policy = other.turn_policy.copy(self.table)
        self.seat, self.volunteers, self.next_tokens = other.seat, other.volunteers, other.next_tokens
        self.feature_cache, self.feature_plies = other.feature_cache.copy(), other.feature_plies.copy()
        if other.partial_action is not None:
            self.partial_action = self.setting.grammar.begin(self.table, other.seat, other.partial_action.said_tokens)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the table, the asked seat, and the tokens said so far."""
        said_tokens = None if self.partial_action is None else self.partial_action.said_tokens
        turn_policy = (
            self.turn_policy.asked_revision,
            self.turn_policy.others_were_asked,
            self.turn_policy.seats_to_ask,
        )
        return restore_game, (
            self.setting,
            self.table,
            self.bots,
            self.chance,
            self.seat,
            self.volunteers,
            self.next_tokens,
            said_tokens,
            turn_policy,
        )

    @property
    def over(self) -> bool:
        return self.seat == NO_SEAT

    @property
    def said_tokens(self) -> list[int]:
        """The tokens of the current action so far."""
        return [] if self.partial_action is None else self.partial_action.said_tokens

    def advance(self) -> None:
        """Find the next asked seat and its legal tokens."""
        setting, table = self.setting, self.table
        while True:
            if table.at_chance:
                self.stop_asking(CHANCE)
                return
            decision = self.turn_policy.next_decision()
            if decision is None:
                self.stop_asking(NO_SEAT)
                return
            bot = self.bots.get(decision.seat)
            if bot is not None:
                ask_bot(table, bot, decision, self.chance, table.apply)
                continue
            if decision.is_optional and not setting.volunteers:
                continue
            partial_action = PartialAction(setting.grammar, table, decision.seat)
            if decision.is_optional and not partial_action.next_tokens:
                continue
            if setting.skip_forced and not decision.is_optional and partial_action.say_forced() is not None:
                assert partial_action.action is not None
                table.apply_trusted(partial_action.action)
                continue
            self.seat, self.volunteers, self.partial_action = decision.seat, decision.is_optional, partial_action
            self.next_tokens = (
                [*partial_action.next_tokens, setting.grammar.nothing]
                if decision.is_optional
                else partial_action.next_tokens
            )
            return

    def stop_asking(self, seat: int) -> None:
        self.seat, self.volunteers, self.partial_action, self.next_tokens = seat, False, None, []

    def say(self, token: int) -> bool:
        """Say a token for the asked seat. Returns whether the action was completed."""
        partial_action = self.partial_action
        if partial_action is None:
            raise BadToken("nobody is asked for a token now")
        if token == self.setting.grammar.nothing and token in self.next_tokens:
            self.advance()
            return True
        action = partial_action.say_with_forced(token)
        if action is None:
            self.next_tokens = partial_action.next_tokens
            return False
        self.table.apply_trusted(action)
        self.advance()
        return True

    def draw(self, outcome: int) -> None:
        """Apply an outcome of a chance node."""
        self.table.apply_chance(outcome)
        self.advance()

    def returns(self) -> list[float]:
        """Return each seat's return; 0 until the game is over."""
        return self.setting.returns(self.table.result()) if self.table.over else [0.0] * self.setting.players

    def copy(self) -> TokenGame:
        table = self.table.clone()
        if self.table.events is not None:
            table.events = self.table.events.copy()
        return TokenGame(self.setting, table, self)

    # --- observations --------------------------------------------------------------------------------------

    def view(self, seat: int) -> bytes:
        """Return the observation of a seat: the features of the position, then the partial action."""
        return self.features(seat) + self.partial_action_features(seat)

    def view_copy(self, seat: int) -> bytearray:
        """Return the observation of a seat in memory of its own, for arrays that can be modified."""
        return bytearray(self.features(seat) + self.partial_action_features(seat))

    def partial_action_features(self, seat: int) -> bytes:
        """Return the count of each token said for the current action, and 1 if passing is legal."""
        setting, partial_action = self.setting, self.partial_action
        if seat != self.seat or partial_action is None or not (partial_action.said_tokens or self.volunteers):
            return setting.nothing_said
        writer = BytesWriter()
        writer.write(setting.nothing_said)
        for token in cast("list[i64]", partial_action.said_tokens):
            writer[token] = writer[token] + 1
        if self.volunteers:
            writer[setting.tokens] = 1
        return writer.getvalue()

    def features(self, seat: int) -> bytes:
        if self.feature_plies[seat] != self.table.ply:
            self.feature_cache[seat] = self.setting.layout.dense_at(self.table, seat)
            self.feature_plies[seat] = self.table.ply
        return self.feature_cache[seat]

    def mask(self) -> bytes:
        """Return a 1 for each legal token, else a 0."""
        writer = BytesWriter()
        writer.write(self.setting.grammar.no_mask)
        for token in cast("list[i64]", self.next_tokens):
            writer[token] = 1
        return writer.getvalue()

    def mask_copy(self) -> bytearray:
        """Return the mask in memory of its own, for arrays that can be modified."""
        return bytearray(self.mask())


def restore_game(
    setting: Setting,
    table: Table,
    bots: dict[int, Bot],
    chance: Chance,
    seat: int,
    volunteers: bool,
    next_tokens: list[int],
    said_tokens: list[int] | None,
    turn_policy: tuple[int, bool, list[int]],
) -> TokenGame:
    """Rebuild a pickled game."""
    game = TokenGame(setting, table, None, bots, chance, begins=False)
    game.turn_policy.asked_revision, game.turn_policy.others_were_asked, game.turn_policy.seats_to_ask = turn_policy
    game.seat, game.volunteers, game.next_tokens = seat, volunteers, next_tokens
    if said_tokens is not None:
        game.partial_action = setting.grammar.begin(table, seat, said_tokens)
    return game
