"""Setting up a table: checks the arguments, prepares the cards, and lets the game deal."""

from collections.abc import Mapping, Sequence
from typing import Final

from tobean.kernel.agenda import Step
from tobean.kernel.base.seats import seat_name
from tobean.kernel.chance import Chance
from tobean.kernel.component import Options
from tobean.kernel.errors import BadDeck, BadPlayers, BadSeat, UnknownOption, quoted
from tobean.kernel.message_args import KindArg
from tobean.kernel.notation.input_limits import MAX_CARDS, MAX_TALK
from tobean.kernel.rules import Option, Rules
from tobean.kernel.state.game_config import game_config
from tobean.kernel.state.piles import fill_bag
from tobean.kernel.table import Table


class DealOut(Step):
    """The initial deal: the only step on the agenda of an empty table that stops at chance."""

    NAME = "deal out"


DEALING_OUT: Final = DealOut()
COMMON_OPTIONS: Final = (
    Option("talk_limit", None, "the most offers and calls each player may make in a turn (none: 100)", "T8"),
)


def game_options(rules: Rules) -> tuple[Option, ...]:
    return rules.options + COMMON_OPTIONS


def checked_options(rules: Rules, given: Mapping[str, object]) -> Options:
    """Return all options of the game with their values, defaults included."""
    known = game_options(rules)
    chosen: Options = {option.name: option.default for option in known}
    for name, value in given.items():
        if name not in chosen:
            names = ", ".join(option.name for option in known)
            raise UnknownOption(
                "{title} has no option {name!r}; its options are: {names}", title=rules.title, name=name, names=names
            )
        if isinstance(chosen[name], bool):
            if not isinstance(value, bool):
                raise UnknownOption(
                    "the option {name} is either true or false, not {given}", name=name, given=quoted(value)
                )
            chosen[name] = value
        elif value is None:
            chosen[name] = None
        elif isinstance(value, int) and not isinstance(value, bool) and value >= 0:
            if value > MAX_TALK:
                raise UnknownOption(
                    "the option {name} is at most {most}, not {given}", name=name, most=MAX_TALK, given=quoted(value)
                )
            chosen[name] = value
        else:
            raise UnknownOption(
                "the option {name} is a number from 0 on, or none, not {given}", name=name, given=quoted(value)
            )
    return chosen


def check_players(rules: Rules, players: int) -> None:
    if isinstance(players, bool) or players not in rules.players:
        counts = ", ".join(str(count) for count in rules.players)
        raise BadPlayers(
            "{title} is for {counts} players, not {given}", title=rules.title, counts=counts, given=quoted(players)
        )


def empty_table(rules: Rules, players: int, options: Mapping[str, object], chance: Chance) -> Table:
    check_players(rules, players)
    config = game_config(rules, players, checked_options(rules, options))
    table = Table(config, chance, [0] * len(config.deck), [], None, None)
    fields = rules.fields[rules.players.index(players)]
    table.fields = [[()] * fields for _ in range(players)]
    if rules.component is not None:
        table.component = rules.component(players, config.options)
    return table


def new_table(
    rules: Rules,
    players: int,
    chance: Chance,
    options: Mapping[str, object],
    deck: Sequence[int] | None = None,
    start: int = 0,
    collect_events: bool = False,
    cards: Sequence[int] | None = None,
    explicit: bool = False,
) -> Table:
    """Create a game at its first decision.

    `deck`, if given, is in order, the top card first; `cards` replaces the game's own cards and is shuffled. With
    `explicit` the table stops where chance decides, for the first time at the first card dealt.
    """
    table = empty_table(rules, players, options, chance)
    if isinstance(start, bool) or not 0 <= start < players:
        raise BadSeat(
            "the starting player must be a seat from 0 to {last} (A to {letter})",
            last=players - 1,
            letter=seat_name(players - 1),
        )
    table.start = table.active = start
    if collect_events:
        table.events = []
    if cards is not None:
        check_deck(rules, players, cards)
        fill_bag(table, list(cards))
    elif deck is None:
        table.bag = table.config.deck.copy()
        table.bag_size = sum(table.bag)
    else:
        check_deck(rules, players, deck)
        table.stack = list(reversed(deck))
    if explicit:
        table.agenda.append(DEALING_OUT)
        table.stop_at_chance()
        table.apply_until_chance(None, ())
    else:
        rules.setup(table)
        table.advance()
    return table


def check_deck(rules: Rules, players: int, deck: Sequence[int]) -> None:
    kinds = [bean.kind for bean in rules.beans]
    if len(deck) > MAX_CARDS:
        raise BadDeck("a deck of {count} cards is too large; the maximum is {most}", count=len(deck), most=MAX_CARDS)
    for card in deck:
        if card not in kinds:
            raise BadDeck("{card} is not a bean of {title}", card=KindArg(card), title=rules.title)
    dealt = rules.cards_dealt_to(players)
    if len(deck) <= dealt:
        raise BadDeck(
            "a deck of {count} cards is too small: {dealt} cards are dealt, and at least one must be left to draw",
            count=len(deck),
            dealt=dealt,
        )
