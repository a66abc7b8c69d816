"""Every action of every game as a short sequence of tokens, with a mask for each next one.

Theory of operation. What can be listed is spelled in full, and the next tokens are those with which the spellings go
on that begin as was said. What cannot be listed (offers, calls, chosen discards) is a draft that knows its own next
tokens (drafts.py). A multiset has one spelling: cards go in the usual order. No prefix is a dead end.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from tobean.games import game_named
from tobean.kernel.actions import Accept, Action, Call, Harvest, MakeOffer, Plant
from tobean.kernel.errors import StaleAction
from tobean.kernel.notation.card_locations import FRONT, in_usual_order
from tobean.kernel.notation.input_limits import MAX_CARDS_NAMED
from tobean.kernel.phases.trading import has_max_offers
from tobean.kernel.table import Table
from tobean.research.tokens.action_builder import (
    ActionBuilder,
    CallBuilder,
    DiscardBuilder,
    OfferBuilder,
    can_order_discards,
    chosen_discards,
    has_no_offer_rules,
)
from tobean.research.tokens.vocabulary import (
    NO_TOKEN,
    OFFER,
    SEAT,
    BadToken,
    Spelling,
    SpellingPart,
    TokenType,
    Vocabulary,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tobean.kernel.rules import Rules

VERSION: Final = 1
"""Of the encoding: another number, other tokens."""


@final
class Grammar:
    """The actions of a game with so many players, as tokens.

    `talk_limit` is that of the tables; `most_given`, `most_wanted` and `most_called` bound offers and calls, which may
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
        self.vocabulary = Vocabulary(self.rules, players, talk_limit, most_given, most_wanted, most_called)
        self.size = len(self.vocabulary)
        self.end = self.vocabulary.end
        self.nothing = self.vocabulary.nothing
        """What somebody says who is asked, need not do anything, and does not. It is part of no action."""
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
        """No action has more tokens: a sum over the blanks of each form."""
        return max(
            1 + sum(self.room(spelling.kind, part) for part in spelling.parts)
            for spellings in self.vocabulary.spellings.values()
            for spelling in spellings
        )

    def room(self, kind: type[Action], part: SpellingPart) -> int:
        """How many tokens a blank takes at most: a placed card takes two, a list ends with one more."""
        most = self.vocabulary.card_count
        if kind is MakeOffer:
            most = self.vocabulary.most_given if part.place else self.vocabulary.most_wanted
        elif kind is Call:
            most = self.vocabulary.most_called
        elif kind is Accept:
            most = MAX_CARDS_NAMED
        return (2 if part.place else 1) * (most if part.is_list else 1) + (1 if part.is_list else 0)

    def name(self, token: int) -> str:
        """What a token says."""
        return self.vocabulary.name(token)

    def names(self, tokens: Sequence[int]) -> list[str]:
        return [self.name(token) for token in tokens]

    # --- one action ----------------------------------------------------------------------------------------

    def encode(self, table: Table, action: Action) -> list[int]:
        """How this action is spelled at this table. Raises `BadToken` for what has no spelling."""
        spelling = self.spelling(action)
        tokens = [spelling.token]
        seat = action.seat
        for part in spelling.parts:
            given = getattr(action, part.name)
            if part.places is not None:
                where = getattr(action, part.place)
                if part.is_list:
                    if part.any_order:
                        given, where = in_usual_order(given, where)
                    for index in range(len(given)):
                        tokens.append(self.token(part.places, table, seat, where[index]))
                        tokens.append(self.token(part.sort, table, seat, given[index]))
                    tokens.append(self.end)
                else:
                    tokens.append(self.token(part.places, table, seat, where))
                    tokens.append(self.token(part.sort, table, seat, given))
            elif part.is_list:
                for item in sorted(given) if part.any_order else given:
                    tokens.append(self.token(part.sort, table, seat, item))
                tokens.append(self.end)
            else:
                tokens.append(self.token(part.sort, table, seat, given))
        return tokens

    def token(self, sort: TokenType, table: Table, seat: int, value: int) -> int:
        """The token of a value of this sort; seats count from the speaker, offers by their age."""
        if sort.stands_for == SEAT and value >= 0:
            value = (value - seat) % self.players
        elif sort.stands_for == OFFER:
            number = value
            value = NO_TOKEN
            for slot in range(len(table.offers)):
                if table.offers[slot].number == number:
                    value = slot
        token = sort.token(value)
        if token == NO_TOKEN:
            raise BadToken("there is no token for the {what} of this action", what=sort.name)
        return token

    def spelling(self, action: Action) -> Spelling:
        """The form in which an action is spelled."""
        spelling = self.vocabulary.by_token[self.first_token(action)]
        assert spelling is not None
        return spelling

    def first_token(self, action: Action) -> int:
        """The token with which an action begins."""
        if isinstance(action, Plant):
            return self.front_plant if action.place == FRONT else self.other_plant
        if isinstance(action, Harvest) and not action.discards:
            return self.harvest
        if isinstance(action, Accept):
            return self.accept
        spellings = self.vocabulary.spellings.get(type(action))
        if spellings is None:
            raise BadToken("{action} is not an action of {game}", action=repr(action), game=self.rules.title)
        if len(spellings) == 1:
            return spellings[0].token
        for spelling in spellings:
            if spelling.form.expresses(action):
                return spelling.token
        return spellings[-1].token

    def decode(self, table: Table, seat: int, tokens: Sequence[int]) -> Action:
        """The action of this seat that is spelled so. Raises `BadToken` for anything that is not legal here."""
        partial_action = self.begin(table, seat, tokens)
        if partial_action.action is None:
            raise BadToken("the action is not complete: {count} tokens have been said", count=len(tokens))
        return partial_action.action

    def mask(self, table: Table, seat: int, prefix: Sequence[int] = ()) -> bytearray:
        """For each token 1 if it can be said next, else 0. After a complete action nothing can be said."""
        found = bytearray(self.size)
        for token in self.begin(table, seat, prefix).next_tokens:
            found[token] = 1
        return found

    # --- what cannot be listed -----------------------------------------------------------------------------

    def talk_tokens(self, table: Table, seat: int) -> list[int]:
        """The tokens with which a seat that may talk can begin to."""
        found = [self.call_has, self.call_wants, self.call_both]
        if not has_max_offers(table, seat):
            if has_no_offer_rules(table) or OfferBuilder(self.vocabulary, table, seat, False).tokens():
                found.append(self.offer)
            if table.offers and OfferBuilder(self.vocabulary, table, seat, True).tokens():
                found.append(self.counter)
        return found

    def builder(self, table: Table, seat: int, token: int) -> ActionBuilder | None:
        """What is begun with this token, if it is one of the actions that cannot be listed."""
        if token in (self.offer, self.counter):
            return OfferBuilder(self.vocabulary, table, seat, token == self.counter)
        if token in (self.call_has, self.call_wants, self.call_both):
            return CallBuilder(self.vocabulary, table, seat, token != self.call_wants, token != self.call_has)
        if token == self.chosen_harvest and table.rules.discards is None:
            return DiscardBuilder(self.vocabulary, table, seat)
        return None

    def begin(self, table: Table, seat: int, prefix: Sequence[int] = ()) -> PartialAction:
        """What this seat says, token by token."""
        partial_action = PartialAction(self, table, seat)
        for token in prefix:
            partial_action.say(token)
        return partial_action


@final
class PartialAction:
    """An action of one seat, half said."""

    def __init__(self, grammar: Grammar, table: Table, seat: int) -> None:
        if table.players != grammar.players or table.rules.name != grammar.rules.name:
            raise BadToken(
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
        self.spelled: list[list[int]] = []
        """The spellings of those listed actions that begin as was said."""
        self.builder: ActionBuilder | None = None
        self.next_tokens: list[int] = self.first_tokens()
        """The tokens that can be said next."""

    def first_tokens(self) -> list[int]:
        grammar, table, seat = self.grammar, self.table, self.seat
        found: list[int] = []
        if table.rules.discards is not None and not table.over:
            self.listed = self.listed + chosen_discards(table, seat)
        for action in self.listed:
            token = grammar.first_token(action)
            if token not in found:
                found.append(token)
        if table.may_talk(seat):
            found.extend(grammar.talk_tokens(table, seat))
        if can_order_discards(table, seat):
            found.append(grammar.chosen_harvest)
        found.sort()
        return found

    def say(self, token: int) -> Action | None:
        """Say the next token. The action if it is complete now.

        Raises `BadToken` for what cannot be said here, and `StaleAction` if somebody has acted since it was begun.
        """
        if self.table.ply != self.ply:
            raise StaleAction(
                "this action was meant for ply {ply}, but the table is at ply {now}", ply=self.ply, now=self.table.ply
            )
        if token not in self.next_tokens:
            raise BadToken("{token!r} cannot be said here", token=self.grammar.name(token))
        self.said_tokens.append(token)
        if self.builder is not None:
            self.action = self.builder.say(token)
            self.next_tokens = [] if self.action is not None else self.builder.tokens()
            return self.action
        depth = len(self.said_tokens)
        if depth == 1:
            self.builder = self.grammar.builder(self.table, self.seat, token)
            if self.builder is not None:
                self.next_tokens = self.builder.tokens()
                return None
            self.choose_form(token)
        else:
            self.narrow(token, depth - 1)
        self.find_open(depth)
        return self.action

    def choose_form(self, token: int) -> None:
        """Keep the listed actions that begin with this token, and spell them."""
        grammar = self.grammar
        self.listed = [action for action in self.listed if grammar.first_token(action) == token]
        self.spelled = [grammar.encode(self.table, action) for action in self.listed]

    def narrow(self, token: int, depth: int) -> None:
        """Keep the listed actions that go on with this token."""
        listed, spelled = self.listed, self.spelled
        self.listed, self.spelled = [], []
        for index in range(len(spelled)):
            if spelled[index][depth] == token:
                self.listed.append(listed[index])
                self.spelled.append(spelled[index])

    def find_open(self, depth: int) -> None:
        """How what has been said can go on; if it cannot, it is complete."""
        found: list[int] = []
        for tokens in self.spelled:
            if len(tokens) == depth:
                self.action = self.listed[0]
            elif tokens[depth] not in found:
                found.append(tokens[depth])
        found.sort()
        self.next_tokens = found

    def say_forced(self) -> Action | None:
        """Say tokens for as long as there is no choice. The action if it is complete now."""
        while self.action is None and len(self.next_tokens) == 1:
            self.say(self.next_tokens[0])
        return self.action
