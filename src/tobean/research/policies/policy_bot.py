"""A bot that plays by a token policy: the policy sees an observation and a mask, and says one token after the other.

A bot gets an observation and no table, so the legal tokens come from a determinized table: they are the same at every
table that the seat cannot tell from the real one (I3). Observations and masks are those of the environments, so a
policy plays as it was trained.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, Protocol, runtime_checkable

from tobean.bots.game_loop import BotError
from tobean.extras import with_install_hint
from tobean.kernel.base.seats import seat_name
from tobean.kernel.errors import BadInput
from tobean.kernel.notation.parameters import TABLE
from tobean.kernel.observation.determinize import determinize
from tobean.research.tokens.token_game import TokenGame
from tobean.research.tokens.vocabulary import token_given

try:
    import numpy as np
except ModuleNotFoundError as missing:
    raise with_install_hint(missing) from missing

if TYPE_CHECKING:
    from tobean.kernel.actions import Action
    from tobean.kernel.chance import Chance
    from tobean.kernel.observation.observation import Observation
    from tobean.kernel.rules import Rules
    from tobean.kernel.table import Table
    from tobean.research.tokens.setting import Setting

TokenPolicy = Callable[[Any, Any], Any]
"""Function of an observation and a mask, both arrays of bytes, that returns a legal token."""
NO_LIMIT: Final = 1 << 30


@runtime_checkable
class LogitsPolicy(Protocol):
    """A network: it rates all tokens, and the bot masks the illegal ones and chooses."""

    def logits(self, observation: Any) -> Any:
        """Return a rating of each token for an observation in bytes."""
        ...


class PolicyBot:
    """A token policy as a bot for the game and the number of players of its setting."""

    def __init__(
        self, policy: TokenPolicy | LogitsPolicy, setting: Setting, name: str = "", temperature: float = 0.0
    ) -> None:
        """With a `temperature`, tokens are sampled from the softmax of the logits; otherwise the best one is said. A
        function chooses itself."""
        if not (math.isfinite(temperature) and temperature >= 0.0):
            raise BadInput("a temperature is a number from 0 on, not {given}", given=temperature)
        self.policy = policy
        self.setting = setting
        self.name = name
        self.temperature = temperature
        limit = setting.options["talk_limit"]
        self.talk_limit = NO_LIMIT if limit is None else int(limit)

    def __repr__(self) -> str:
        return f"<PolicyBot {self.name or 'without a name'}: {self.setting.rules.name}, {self.setting.players} players>"

    def check_game(self, rules: Rules, players: int) -> None:
        """Raise `BadInput` unless the policy was made for this game, its cards and this number of players."""
        own = self.setting.rules
        if (rules.name, rules.all_kinds, players) != (own.name, own.all_kinds, self.setting.players):
            raise BadInput(
                "this policy is for {own} with {count} players, not for {game} with {players}",
                own=own.title,
                count=self.setting.players,
                game=rules.title,
                players=players,
            )

    # --- the interface of a bot ----------------------------------------------------------------------------

    def choose(self, view: Observation, actions: list[Action], chance: Chance) -> Action:
        action = self.say_action(view, chance, may_pass=False)
        if action is None:
            raise BotError(
                "{name} at seat {seat} has no token for any of its actions", name=self.name, seat=seat_name(view.seat)
            )
        return action

    def volunteer(self, view: Observation, actions: list[Action], chance: Chance) -> Action | None:
        """Act out of turn only if the setting asks seats out of turn."""
        return self.say_action(view, chance, may_pass=True) if self.setting.volunteers else None

    # --- tokens --------------------------------------------------------------------------------------------

    def say_action(self, view: Observation, chance: Chance, *, may_pass: bool) -> Action | None:
        """Let the policy say an action. Returns None if it passes or has nothing to say."""
        self.check_game(view.rules, view.players)
        setting, seat = self.setting, view.seat
        grammar = setting.grammar
        game = TokenGame(setting, self.expressible_table(view, chance), begins=False)
        partial_action = grammar.begin(game.table, seat)
        game.seat, game.volunteers, game.partial_action = seat, may_pass, partial_action
        if not partial_action.next_tokens:
            return None
        if setting.skip_forced and not may_pass:
            partial_action.say_forced()
        while partial_action.action is None:
            first = may_pass and not partial_action.said_tokens
            game.next_tokens = [*partial_action.next_tokens, *([grammar.nothing] if first else [])]
            token = self.checked_token(game, seat, chance)
            if token == grammar.nothing:
                return None
            partial_action.say(token)
            partial_action.say_forced()
        return partial_action.action

    def expressible_table(self, view: Observation, chance: Chance) -> Table:
        """Return a determinized table with the setting's talk limit, and no more open offers than there are tokens for.

        Where the setting has fewer offers, those that this seat cannot answer are left out first.
        """
        table = determinize(view, chance)
        limit = table.options["talk_limit"]
        if limit is None or int(limit) > self.talk_limit:
            table.set_talk_limit(self.talk_limit)
        excess = len(table.offers) - self.setting.grammar.vocabulary.most_offers
        if excess > 0:
            others = [offer for offer in table.offers if view.seat not in (offer.seat, offer.to) and offer.to != TABLE]
            left_out = (others + [offer for offer in table.offers if offer not in others])[:excess]
            table.offers = tuple([offer for offer in table.offers if offer not in left_out])
        return table

    def checked_token(self, game: TokenGame, seat: int, chance: Chance) -> int:
        """Ask the policy for a token. Raises `BotError` if the token is illegal or the policy fails."""
        observation = np.frombuffer(game.view_copy(seat), np.uint8)
        mask = np.frombuffer(game.mask_copy(), np.uint8)
        if isinstance(self.policy, LogitsPolicy):
            return self.best_token(self.policy.logits(observation), mask, seat, chance)
        answer = self.policy(observation, mask)
        try:
            token = token_given(answer)
        except BadInput as error:
            raise BotError(
                "{name} at seat {seat}: {reason}", name=self.name, seat=seat_name(seat), reason=error
            ) from error
        if token not in game.next_tokens:
            raise BotError(
                "{name} at seat {seat} said token {token}, {word!r}, which is not legal here",
                name=self.name,
                seat=seat_name(seat),
                token=token,
                word=self.setting.grammar.name(token),
            )
        return token

    def best_token(self, logits: Any, mask: Any, seat: int, chance: Chance) -> int:
        """Choose among the legal tokens by their logits."""
        values = np.asarray(logits, np.float64).reshape(-1)
        if values.size != self.setting.tokens:
            raise BotError(
                "{name} at seat {seat} rates {given} tokens; there are {tokens}",
                name=self.name,
                seat=seat_name(seat),
                given=int(values.size),
                tokens=self.setting.tokens,
            )
        legal = np.flatnonzero(mask)
        rated = values[legal]
        if np.isnan(rated).any() or not np.isfinite(rated.max()):
            raise BotError(
                "{name} at seat {seat} rates no legal token with a finite number", name=self.name, seat=seat_name(seat)
            )
        if self.temperature == 0.0:
            return int(legal[rated.argmax()])
        weights = np.exp((rated - rated.max()) / self.temperature).cumsum()
        place = int(np.searchsorted(weights, chance.uniform() * weights[-1], side="right"))
        return int(legal[min(place, legal.size - 1)])
