"""A game that is played token by token: who is asked, what can be said, what each seat sees."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, final

from librt.strings import BytesWriter

from tobean.bots.match import ask_bot
from tobean.bots.turn_policy import TurnPolicy
from tobean.kernel.chance import chance_from
from tobean.kernel.state.seats import NO_SEAT
from tobean.research.tokens.grammar import PartialAction
from tobean.research.tokens.vocabulary import BadToken
from tobean.view.observation import observe

if TYPE_CHECKING:
    from tobean.bots.base import Bot
    from tobean.kernel.chance import Chance
    from tobean.kernel.table import Table
    from tobean.research.tokens.setting import Setting

CHANCE: Final = -2
"""In place of a seat: it is for chance to decide, at a table that stops there."""
NEVER: Final = -1


@final
class TokenGame:
    """A table with its drive, and the action that is being said.

    The first token of an action is asked for; after that a token that leaves no choice is said by itself.
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
        """A game at this table, from its beginning or from where another one is.

        Seats that have bots are not asked; the bots draw from `chance`. One that does not begin asks nobody yet.
        """
        self.setting = setting
        self.table = table
        self.bots: dict[int, Bot] = bots or {}
        self.chance = chance or chance_from(0)
        self.turn_policy = TurnPolicy(table, setting.volunteers or bool(self.bots))
        self.seat = NO_SEAT
        """Who is asked; NO_SEAT: nobody, the game is over."""
        self.volunteers = False
        """May the answer be nothing?"""
        self.partial_action: PartialAction | None = None
        self.open: list[int] = []
        """The tokens that can be said."""
        self.feature_cache: list[bytes] = [b""] * setting.players
        self.feature_plies: list[int] = [NEVER] * setting.players
        """The features of each seat, and at which ply they were computed."""
        if other is not None:
            self.copy_from(other)
        elif begins:
            self.advance()

    def copy_from(self, other: TokenGame) -> None:
        self.bots, self.chance = other.bots, other.chance.copy()
        self.turn_policy = other.turn_policy.copy(self.table)
        self.seat, self.volunteers, self.open = other.seat, other.volunteers, other.open
        self.feature_cache, self.feature_plies = other.feature_cache.copy(), other.feature_plies.copy()
        if other.partial_action is not None:
            self.partial_action = self.setting.grammar.begin(self.table, other.seat, other.partial_action.said_tokens)

    def __reduce__(self) -> tuple[Any, ...]:
        """It travels with its table, with who is asked, and with what was said so far."""
        said = None if self.partial_action is None else self.partial_action.said_tokens
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
            self.open,
            said,
            turn_policy,
        )

    @property
    def over(self) -> bool:
        return self.seat == NO_SEAT

    @property
    def said(self) -> list[int]:
        """The tokens of the action so far."""
        return [] if self.partial_action is None else self.partial_action.said_tokens

    def advance(self) -> None:
        """Find out who is asked next, and what can be said."""
        setting, table = self.setting, self.table
        while True:
            if table.at_chance:
                self.stop_asking(CHANCE)
                return
            asked = self.turn_policy.next_decision()
            if asked is None:
                self.stop_asking(NO_SEAT)
                return
            bot = self.bots.get(asked.seat)
            if bot is not None:
                ask_bot(table, bot, asked, self.chance, table.apply)
                continue
            if asked.volunteers and not setting.volunteers:
                continue
            partial_action = PartialAction(setting.grammar, table, asked.seat)
            if asked.volunteers and not partial_action.next_tokens:
                continue
            if setting.skip_forced and not asked.volunteers and partial_action.say_forced() is not None:
                assert partial_action.action is not None
                table.apply_trusted(partial_action.action)
                continue
            self.seat, self.volunteers, self.partial_action = asked.seat, asked.volunteers, partial_action
            self.open = (
                [*partial_action.next_tokens, setting.grammar.nothing]
                if asked.volunteers
                else partial_action.next_tokens
            )
            return

    def stop_asking(self, seat: int) -> None:
        self.seat, self.volunteers, self.partial_action, self.open = seat, False, None, []

    def say(self, token: int) -> bool:
        """Say a token for the seat that is asked. Is the action complete, so that the game goes on?"""
        partial_action = self.partial_action
        if partial_action is None:
            raise BadToken("nobody is asked for a token now")
        if token == self.setting.grammar.nothing and token in self.open:
            self.advance()
            return True
        partial_action.say(token)
        action = partial_action.say_forced()
        if action is None:
            self.open = partial_action.next_tokens
            return False
        self.table.apply_trusted(action)
        self.advance()
        return True

    def draw(self, outcome: int) -> None:
        """Chance brings this, at a table that stops there."""
        self.table.apply_chance(outcome)
        self.advance()

    def returns(self) -> list[float]:
        """What each seat gets: 0 until the game is over."""
        return self.setting.returns(self.table.result()) if self.table.over else [0.0] * self.setting.players

    def copy(self) -> TokenGame:
        """An independent game at the same point."""
        table = self.table.clone()
        if self.table.events is not None:
            table.events = self.table.events.copy()
        return TokenGame(self.setting, table, self)

    # --- what is to be seen --------------------------------------------------------------------------------

    def view(self, seat: int) -> bytes:
        """What a seat sees: the features of the position, then what is being said."""
        return self.features(seat) + self.partial_action_features(seat)

    def partial_action_features(self, seat: int) -> bytes:
        """How often the seat has said each token of the action so far, and 1 if it may say nothing."""
        setting, partial_action = self.setting, self.partial_action
        if seat != self.seat or partial_action is None or not (partial_action.said_tokens or self.volunteers):
            return setting.nothing_said
        page = BytesWriter()
        page.write(setting.nothing_said)
        for token in partial_action.said_tokens:
            page[token] = page[token] + 1
        if self.volunteers:
            page[setting.tokens] = 1
        return page.getvalue()

    def features(self, seat: int) -> bytes:
        """The features of the position for a seat."""
        if self.feature_plies[seat] != self.table.ply:
            self.feature_cache[seat] = self.setting.layout.dense(observe(self.table, seat))
            self.feature_plies[seat] = self.table.ply
        return self.feature_cache[seat]

    def mask(self) -> bytes:
        """1 for each token that can be said, else 0."""
        page = BytesWriter()
        page.write(self.setting.grammar.no_mask)
        for token in self.open:
            page[token] = 1
        return page.getvalue()


def restore_game(
    setting: Setting,
    table: Table,
    bots: dict[int, Bot],
    chance: Chance,
    seat: int,
    volunteers: bool,
    tokens: list[int],
    said: list[int] | None,
    turn_policy: tuple[int, bool, list[int]],
) -> TokenGame:
    """A game that has travelled, where it was."""
    game = TokenGame(setting, table, None, bots, chance, begins=False)
    game.turn_policy.asked_revision, game.turn_policy.others_were_asked, game.turn_policy.seats_to_ask = turn_policy
    game.seat, game.volunteers, game.open = seat, volunteers, tokens
    if said is not None:
        game.partial_action = setting.grammar.begin(table, seat, said)
    return game
