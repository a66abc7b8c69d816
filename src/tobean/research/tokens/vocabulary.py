"""The tokens in which actions are spelled: one finite vocabulary for a game with a number of players.

It is derived from the declarations of the actions (`SYNTAX`, `PARAMETERS`): a token for each form, then tokens for the
values of its parameters. So installed games get a vocabulary without further code.
"""

from importlib import import_module
from operator import index as whole_number
from typing import Any, Final, final

from mypy_extensions import i64

from tobean.games.registry import GAMES
from tobean.kernel import actions as kernel_actions
from tobean.kernel.errors import BadInput, quoted
from tobean.kernel.notation.card_locations import ASIDE, TURNED
from tobean.kernel.notation.input_limits import MAX_CARDS_NAMED, MAX_OPEN_OFFERS, MAX_TALK
from tobean.kernel.notation.parameters import TABLE, CountedParameter, OfferParameter, Parameter, SeatParameter
from tobean.kernel.notation.syntax import ActionSyntax, Placeholder, parameter_named
from tobean.kernel.phases.setup import check_players
from tobean.kernel.rules import Rules

KERNEL_ACTIONS: Final[tuple[type[kernel_actions.Action], ...]] = (
    kernel_actions.Plant,
    kernel_actions.Pass,
    kernel_actions.GoOn,
    kernel_actions.DiscardTurned,
    kernel_actions.Harvest,
    kernel_actions.BuyField,
    kernel_actions.MakeOffer,
    kernel_actions.Accept,
    kernel_actions.Decline,
    kernel_actions.Withdraw,
    kernel_actions.Call,
    kernel_actions.EndTrading,
)
"""The actions of the kernel. Their order is part of the encoding."""

PLAIN: Final = 0
SEAT: Final = 1
OFFER: Final = 2
"""Interpretation of a token's value: as is, as a seat relative to the speaker, or as an open offer by age."""

NO_TOKEN: Final = -1


class BadToken(BadInput):
    """An illegal token, or an action that has no spelling."""


def token_given(token: Any) -> int:
    """Convert a token from a caller: any integer, including NumPy's. Values that would have to be rounded are
    rejected."""
    try:
        return whole_number(token)
    except TypeError as error:
        raise BadToken("a token is a whole number, not {given}", given=quoted(token)) from error


@final
class TokenType:
    """The tokens for one type of value."""

    def __init__(self, name: str, value_type: int, first: int, values: list[int], words: list[str]) -> None:
        self.name = name
        self.value_type = value_type
        self.first = first
        """Number of its first token."""
        self.values = values
        """The value of each token."""
        self.words = words
        self.lowest = min(values, default=0)
        self.tokens: list[int] = [NO_TOKEN] * (max(values, default=0) - self.lowest + 1)
        """Tokens by value, starting at the lowest value."""
        for index, value in enumerate(values):
            self.tokens[value - self.lowest] = first + index

    def token(self, value: i64) -> int:
        """Return the token of a value; NO_TOKEN if there is none."""
        place = value - self.lowest
        return self.tokens[place] if 0 <= place < len(self.tokens) else NO_TOKEN

    def value(self, token: int) -> int:
        return self.values[token - self.first]


@final
class SpellingPart:
    """One parameter of a form: the attributes of the action it covers, and the token types that spell them."""

    def __init__(
        self, placeholder: Placeholder, value: Parameter, token_type: TokenType, places: TokenType | None
    ) -> None:
        self.name = placeholder.name
        self.place = placeholder.place
        self.is_list = is_list(value)
        self.any_order = value.any_order
        self.token_type = token_type
        self.places = places


@final
class Spelling:
    """The spelling of actions of one form: the token of the form, then its parts."""

    def __init__(
        self, token: int, kind: type[kernel_actions.Action], form: ActionSyntax, parts: list[SpellingPart]
    ) -> None:
        self.token = token
        self.kind = kind
        self.form = form
        self.parts = parts


def is_list(value: Parameter) -> bool:
    return value.is_list or value.default == ()


def actions_of(rules: Rules) -> list[type[kernel_actions.Action]]:
    """Return the kernel's actions and those exported by the game's package."""
    actions = list(KERNEL_ACTIONS)
    home = GAMES.package_of(rules.name) if rules.name in GAMES else ""
    exported = vars(import_module(home)) if home else {}
    own = [
        thing
        for thing in exported.values()
        if isinstance(thing, type) and issubclass(thing, kernel_actions.Action) and thing not in KERNEL_ACTIONS
    ]
    return actions + sorted(own, key=lambda kind: kind.__name__)


def forms_of(kind: type[kernel_actions.Action], rules: Rules) -> list[ActionSyntax]:
    """Return the forms of such actions in this game, up to the first one that can express everything."""
    forms: list[ActionSyntax] = []
    for form in kind.SYNTAX:
        if not form.is_for(rules):
            continue
        forms.append(form)
        if all(value.name in form.named for value in kind.PARAMETERS):
            break
    return forms


@final
class Vocabulary:
    """All tokens of a game, by number and by name."""

    def __init__(
        self,
        rules: Rules,
        players: int,
        talk_limit: int | None,
        most_given: int,
        most_wanted: int,
        most_called: int,
    ) -> None:
        check_players(rules, players)
        self.rules = rules
        self.players = players
        self.card_count = rules.card_count
        """Upper bound of a hand's size: the number of cards in the game."""
        self.most_given = max(0, min(most_given, self.card_count))
        self.most_wanted = max(1, min(most_wanted, MAX_CARDS_NAMED))
        self.most_called = max(0, min(most_called, MAX_CARDS_NAMED))
        """Maximum lengths of the lists in offers and calls; without calls if it is 0."""
        self.most_offers = players * (1 + min(MAX_OPEN_OFFERS, MAX_TALK if talk_limit is None else talk_limit))
        """Maximum number of open offers: those of T7 and T8, and one for each seat that a rule may demand."""
        self.names: list[str] = []
        self.token_types: dict[str, TokenType] = {}
        self.spellings: dict[type[kernel_actions.Action], list[Spelling]] = {}
        self.by_token: list[Spelling | None] = []
        """The spelling that begins with each token."""
        for kind in actions_of(rules):
            for form in forms_of(kind, rules):
                self.spellings.setdefault(kind, []).append(Spelling(len(self.names), kind, form, []))
                self.names.append(form.text)
        self.end = len(self.names)
        self.nothing = self.end + 1
        self.names += ["end", "nothing"]
        positions = list(range(self.card_count))
        words = [f"hand {position + 1}" for position in positions]
        self.places = self.add("place", PLAIN, [TURNED, ASIDE, *positions], ["turned", "aside", *words])
        self.token_types["hand position"] = TokenType("hand position", PLAIN, self.places.first + 2, positions, words)
        for spellings in self.spellings.values():
            for spelling in spellings:
                values = spelling.kind.PARAMETERS
                for placeholder in spelling.form.placeholders:
                    value = parameter_named(placeholder.name, values)
                    token_type = self.token_type_of(value, placed=bool(placeholder.place))
                    spelling.parts.append(
                        SpellingPart(placeholder, value, token_type, self.places if placeholder.place else None)
                    )
        token_types = self.token_types
        self.seats, self.offers, self.fields, self.cards = (
            token_types["seat"],
            token_types["offer"],
            token_types["field"],
            token_types["card"],
        )
        self.wants, self.has, self.discards = token_types["wants"], token_types["has"], token_types["discards"]
        self.by_token = [None] * len(self.names)
        for spellings in self.spellings.values():
            for spelling in spellings:
                self.by_token[spelling.token] = spelling

    def __len__(self) -> int:
        return len(self.names)

    def name(self, token: int) -> str:
        return self.names[token] if 0 <= token < len(self.names) else f"token {token}"

    def seat_token(self, seat: int, other: int) -> int:
        """Return the token with which a seat names another seat or the whole table."""
        return self.seats.token(other if other == TABLE else (other - seat) % self.players)

    def seat_of(self, seat: int, token: int) -> int:
        """Return the seat that another seat names by this token."""
        step = self.seats.value(token)
        return TABLE if step == TABLE else (seat + step) % self.players

    def token_type_of(self, value: Parameter, placed: bool) -> TokenType:
        """Return the token type for such values, created on first use."""
        name = "card" if placed else value.what if isinstance(value, CountedParameter) else value.name
        if isinstance(value, SeatParameter):
            name = "seat"
        elif isinstance(value, OfferParameter):
            name = "offer"
        if name in self.token_types:
            return self.token_types[name]
        if name == "seat":
            words = ["all", *[f"seat +{step}" for step in range(self.players)]]
            return self.add(name, SEAT, [TABLE, *range(self.players)], words)
        if name == "offer":
            numbers = list(range(self.most_offers))
            return self.add(name, OFFER, numbers, [f"offer {number + 1}" for number in numbers])
        values = value.choices(self.rules)
        return self.add(name, PLAIN, values, [f"{name} {self.word(value, item)}" for item in values])

    def word(self, value: Parameter, item: Any) -> str:
        return value.text((item,) if is_list(value) else item)

    def add(self, name: str, value_type: int, values: list[int], words: list[str]) -> TokenType:
        token_type = TokenType(name, value_type, len(self.names), values, words)
        self.token_types[name] = token_type
        self.names.extend(words)
        return token_type
