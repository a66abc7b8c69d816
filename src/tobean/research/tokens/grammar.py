"""Every action of every game as a short sequence of tokens, with a mask for each next token.

Theory of operation: listed actions are spelled in full, and the next tokens are the continuations of all spellings that
start with the tokens said so far. Actions that cannot be listed (offers, calls, chosen discards) have an action builder
that knows its own next tokens (action_builder.py). A multiset has exactly one spelling: cards go in the usual order. No
prefix is a dead end.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, cast, final

from mypy_extensions import i64

from tobean.games import game_named
from tobean.kernel.actions import Accept, Action, Call, Harvest, MakeOffer, Plant
from tobean.kernel.errors import StaleAction
from tobean.kernel.notation.card_locations import FRONT, in_usual_order
from tobean.kernel.notation.input_limits import MAX_CARDS_NAMED
from tobean.kernel.phases.trading import has_max_offers
from tobean.kernel.rules import Rules
from tobean.kernel.table import Table
from tobean.research.tokens import action_builder, vocabulary

VERSION: Final = 1
"""Version of the encoding; it changes whenever the tokens do."""


@final
class Grammar:
    """The actions of a game with a number of players, as tokens.

    `talk_limit` is that of the tables. `most_given`, `most_wanted` and `most_called` bound offers and calls, which may
    otherwise be as long as T8 allows.
    """

    def __init__(
        self,
        game: str | Rules,
        players: int,
        talk_limit: int | None = None,
        most_given: int = MAX_CARDS_NAMED,
        most_wanted: int = MAX_CARDS_NAMED,
        most_called: int = MAX_CARDS_NAMED,
    ) -> None:
        self.rules = game_named(game) if isinstance(game, str) else game
        self.players = players
        self.vocabulary = vocabulary.Vocabulary(self.rules, players, talk_limit, most_given, most_wanted, most_called)
        self.size = len(self.vocabulary)
        self.end = self.vocabulary.end
        self.nothing = self.vocabulary.nothing
        """Token for passing, legal if the seat need not act. It is part of no action."""
        self.no_mask = bytes(self.size)
        spellings = self.vocabulary.spellings
        self.front_plant, self.other_plant = [spelling.token for spelling in spellings[Plant]]
        self.harvest, self.chosen_harvest = [spelling.token for spelling in spellings[Harvest]]
        self.offer, self.counter = [spelling.token for spelling in spellings[MakeOffer]]
        _, self.call_has, self.call_wants, self.call_both = [spelling.token for spelling in spellings[Call]]
        self.accept = spellings[Accept][0].token

    def __repr__(self) -> str:
        return (
            f"<Grammar of {self.rules.title} for {self.players}: {self.size} tokens, at most {self.longest} an action>"
        )

    @property
    def longest(self) -> int:
        """Maximum number of tokens of an action: the sum over the parts of each form."""
        return max(
            1 + sum(self.max_tokens(spelling.kind, part) for part in spelling.parts)
            for spellings in self.vocabulary.spellings.values()
            for spelling in spellings
        )

    def max_tokens(self, kind: type[Action], part: vocabulary.SpellingPart) -> int:
        """Return the maximum number of tokens of a part: a placed card takes two, a list one more for its end."""
        most = self.vocabulary.card_count
        if kind is MakeOffer:
            most = self.vocabulary.most_given if part.place else self.vocabulary.most_wanted
        elif kind is Call:
            most = self.vocabulary.most_called
        elif kind is Accept:
            most = MAX_CARDS_NAMED
        return (2 if part.place else 1) * (most if part.is_list else 1) + (1 if part.is_list else 0)

    def name(self, token: int) -> str:
        return self.vocabulary.name(token)

    def names(self, tokens: Sequence[int]) -> list[str]:
        return [self.name(token) for token in tokens]

    # --- encoding and decoding -----------------------------------------------------------------------------

    def encode(self, table: Table, action: Action) -> list[int]:
        """Encode an action at this table. Raises `BadToken` if it has no spelling."""
        # The two most frequent actions are spelled without looking up their attributes by name.
        if isinstance(action, Plant):
            return self.encode_plant(table, action)
        if isinstance(action, Harvest) and not action.discards:
            return [self.harvest, self.token(self.vocabulary.fields, table, action.seat, action.field)]
        spelling = self.spelling(action)
        tokens = [spelling.token]
        seat = action.seat
        for part in spelling.parts:
            value = getattr(action, part.name)
            if part.places is not None:
                place = getattr(action, part.place)
                if part.is_list:
                    if part.any_order:
                        value, place = in_usual_order(value, place)
                    for index in range(len(value)):
                        tokens.append(self.token(part.places, table, seat, place[index]))
                        tokens.append(self.token(part.token_type, table, seat, value[index]))
                    tokens.append(self.end)
                else:
                    tokens.append(self.token(part.places, table, seat, place))
                    tokens.append(self.token(part.token_type, table, seat, value))
            elif part.is_list:
                for item in sorted(value) if part.any_order else value:
                    tokens.append(self.token(part.token_type, table, seat, item))
                tokens.append(self.end)
            else:
                tokens.append(self.token(part.token_type, table, seat, value))
        return tokens

    def encode_plant(self, table: Table, action: Plant) -> list[int]:
        words = self.vocabulary
        card = self.token(words.cards, table, action.seat, action.card)
        field = self.token(words.fields, table, action.seat, action.field)
        if action.place == FRONT:
            return [self.front_plant, card, field]
        return [self.other_plant, self.token(words.places, table, action.seat, action.place), card, field]

    def token(self, token_type: vocabulary.TokenType, table: Table, seat: int, value: int) -> int:
        """Return the token of a value; seats are relative to the speaker, offers are numbered by age."""
        if token_type.value_type == vocabulary.SEAT and value >= 0:
            value = (value - seat) % self.players
        elif token_type.value_type == vocabulary.OFFER:
            number = value
            value = vocabulary.NO_TOKEN
            for slot in range(len(table.offers)):
                if table.offers[slot].number == number:
                    value = slot
        token = token_type.token(value)
        if token == vocabulary.NO_TOKEN:
            raise vocabulary.BadToken("there is no token for the {what} of this action", what=token_type.name)
        return token

    def spelling(self, action: Action) -> vocabulary.Spelling:
        """Return the form in which an action is spelled."""
        spelling = self.vocabulary.by_token[self.first_token(action)]
        assert spelling is not None
        return spelling

    def first_token(self, action: Action) -> int:
        if isinstance(action, Plant):
            return self.front_plant if action.place == FRONT else self.other_plant
        if isinstance(action, Harvest) and not action.discards:
            return self.harvest
        if isinstance(action, Accept):
            return self.accept
        spellings = self.vocabulary.spellings.get(type(action))
        if spellings is None:
            raise vocabulary.BadToken("{action} is not an action of {game}", action=repr(action), game=self.rules.title)
        if len(spellings) == 1:
            return spellings[0].token
        for spelling in spellings:
            if spelling.form.expresses(action, action.PARAMETERS):
                return spelling.token
        return spellings[-1].token

    def decode(self, table: Table, seat: int, tokens: Sequence[int]) -> Action:
        """Decode an action of this seat. Raises `BadToken` if it is not legal."""
        partial_action = self.begin(table, seat, tokens)
        if partial_action.action is None:
            raise vocabulary.BadToken("the action is not complete: {count} tokens have been said", count=len(tokens))
        return partial_action.action

    def mask(self, table: Table, seat: int, prefix: Sequence[int] = ()) -> bytearray:
        """Return a 1 for each token that is legal next, else a 0. After a complete action all are 0."""
        mask = bytearray(self.size)
        for token in self.begin(table, seat, prefix).next_tokens:
            mask[token] = 1
        return mask

    # --- actions that cannot be listed ---------------------------------------------------------------------

    def talk_tokens(self, table: Table, seat: int) -> list[int]:
        """Return the first tokens of offers and calls this seat may make."""
        tokens = [self.call_has, self.call_wants, self.call_both] if self.vocabulary.most_called else []
        if not has_max_offers(table, seat):
            if (
                action_builder.has_no_offer_rules(table)
                or action_builder.OfferBuilder(self.vocabulary, table, seat, False).tokens()
            ):
                tokens.append(self.offer)
            if table.offers and action_builder.OfferBuilder(self.vocabulary, table, seat, True).tokens():
                tokens.append(self.counter)
        return tokens

    def builder(self, table: Table, seat: int, token: int) -> action_builder.ActionBuilder | None:
        """Return the builder for the action that starts with this token; None for listed actions."""
        if token in (self.offer, self.counter):
            return action_builder.OfferBuilder(self.vocabulary, table, seat, token == self.counter)
        if token in (self.call_has, self.call_wants, self.call_both):
            return action_builder.CallBuilder(
                self.vocabulary, table, seat, token != self.call_wants, token != self.call_has
            )
        if token == self.chosen_harvest and table.rules.discards is None:
            return action_builder.DiscardBuilder(self.vocabulary, table, seat)
        return None

    def begin(self, table: Table, seat: int, prefix: Sequence[int] = ()) -> PartialAction:
        """Start an action of this seat, optionally with a prefix."""
        partial_action = PartialAction(self, table, seat)
        for token in prefix:
            partial_action.say(token)
        return partial_action


@final
class PartialAction:
    """An action of one seat that is being said token by token."""

    def __init__(self, grammar: Grammar, table: Table, seat: int) -> None:
        if table.players != grammar.players or (
            table.rules is not grammar.rules and table.rules.name != grammar.rules.name
        ):
            raise vocabulary.BadToken(
                "this grammar is for {game} with {players} players", game=grammar.rules.title, players=grammar.players
            )
        self.grammar = grammar
        self.table = table
        self.ply = table.ply
        self.seat = seat
        self.said_tokens: list[int] = []
        self.action: Action | None = None
        """The action, once it is complete."""
        self.listed: list[Action] = table.legal_actions(seat)
        self.forms: list[int] = []
        """First token of each listed action, until the first token is said."""
        self.encodings: list[list[int]] = []
        """Encodings of the listed actions that match the tokens so far."""
        self.builder: action_builder.ActionBuilder | None = None
        self.next_tokens: list[int] = self.first_tokens()

    @property
    def open(self) -> list[int]:  # the name of `next_tokens` up to version 0.1
        return self.next_tokens

    def first_tokens(self) -> list[int]:
        grammar, table, seat = self.grammar, self.table, self.seat
        tokens: list[int] = []
        if table.rules.discards is not None and not table.over:
            self.listed = self.listed + action_builder.chosen_discards(table, seat)
        for action in self.listed:
            token = grammar.first_token(action)
            self.forms.append(token)
            if not has_token(tokens, token):
                tokens.append(token)
        if table.may_talk(seat):
            tokens.extend(grammar.talk_tokens(table, seat))
        if action_builder.can_order_discards(table, seat):
            tokens.append(grammar.chosen_harvest)
        tokens.sort()
        return tokens

    def say(self, token: int) -> Action | None:
        """Say the next token. Returns the action once it is complete.

        Raises `BadToken` for an illegal token, and `StaleAction` if another action was played since this one was
        started.
        """
        self.check(token)
        self.said_tokens.append(token)
        if self.builder is not None:
            self.action = self.builder.say(token)
            self.next_tokens = [] if self.action is not None else self.builder.tokens()
            return self.action
        depth = len(self.said_tokens)
        if depth == 1:
            if self.find_builder(token):
                return None
            self.choose_form(token)
            self.spell_listed()
        else:
            self.narrow(token, depth - 1)
        self.find_next_tokens(depth)
        return self.action

    def say_with_forced(self, token: int) -> Action | None:
        """Say the next token and the forced tokens after it. Returns the action once it is complete.

        If the first token leaves only one action, the tokens after it are not added to `said_tokens`, which saves
        spelling the action.
        """
        if self.said_tokens:
            self.say(token)
            return self.say_forced()
        self.check(token)
        self.said_tokens.append(token)
        if not self.find_builder(token):
            self.choose_form(token)
            if len(self.listed) == 1:
                self.action = self.listed[0]
                self.next_tokens = []
                return self.action
            self.spell_listed()
            self.find_next_tokens(1)
        return self.say_forced()

    def check(self, token: int) -> None:
        if self.table.ply != self.ply:
            raise StaleAction(
                "this action was meant for ply {ply}, but the table is at ply {now}", ply=self.ply, now=self.table.ply
            )
        if not 0 <= token < self.grammar.size or not has_token(self.next_tokens, token):
            raise vocabulary.BadToken("{token!r} cannot be said here", token=self.grammar.name(token))

    def find_builder(self, token: int) -> bool:
        """Pass the first token to the builder of such actions; returns whether there is one."""
        self.builder = self.grammar.builder(self.table, self.seat, token)
        if self.builder is None:
            return False
        self.next_tokens = self.builder.tokens()
        return True

    def choose_form(self, token: int) -> None:
        """Keep the listed actions that begin with this token."""
        self.listed = [self.listed[index] for index in range(len(self.listed)) if self.forms[index] == token]

    def spell_listed(self) -> None:
        self.encodings = [self.grammar.encode(self.table, action) for action in self.listed]

    def narrow(self, token: int, depth: int) -> None:
        """Keep the listed actions that continue with this token."""
        listed, encodings = self.listed, self.encodings
        self.listed, self.encodings = [], []
        for index in range(len(encodings)):
            if encodings[index][depth] == token:
                self.listed.append(listed[index])
                self.encodings.append(encodings[index])

    def find_next_tokens(self, depth: int) -> None:
        """Find the next tokens; if there are none, the action is complete."""
        next_tokens: list[int] = []
        for tokens in self.encodings:
            if len(tokens) == depth:
                self.action = self.listed[0]
            elif not has_token(next_tokens, tokens[depth]):
                next_tokens.append(tokens[depth])
        next_tokens.sort()
        self.next_tokens = next_tokens

    def say_forced(self) -> Action | None:
        """Say tokens while there is only one choice. Returns the action once it is complete."""
        while self.action is None and len(self.next_tokens) == 1:
            self.say(self.next_tokens[0])
        return self.action


def has_token(tokens: list[int], token: i64) -> bool:
    """Whether a token is in the list. Compiled, `in` would make an object of the token."""
    for other in cast("list[i64]", tokens):  # noqa: SIM110
        if other == token:
            return True
    return False
