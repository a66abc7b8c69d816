"""Upper bounds that follow from the rules, for arrays of a fixed size.

docs/bounds.md proves them; a test plays against them.
"""

from tobean.kernel.notation.input_limits import LAST_TALK_PLY, MAX_OPEN_OFFERS, MAX_TALK
from tobean.kernel.phases.planting import PlantDue, PlantFromHand
from tobean.kernel.phases.trading import Trading
from tobean.kernel.phases.turn import LastChance, NextPlayer
from tobean.kernel.rules import Rules
from tobean.kernel.state.piles import Draw, TurnOver

PLAIN_STEPS: tuple[type, ...] = (PlantFromHand, LastChance, TurnOver, Trading, PlantDue, Draw, NextPlayer)
"""The phases in which the only actions are planting, harvesting, trading and going on."""


def max_talk(talk_limit: int | None) -> int:
    """Maximum number of offers and calls of one player in a turn (T8)."""
    return MAX_TALK if talk_limit is None else min(MAX_TALK, talk_limit)


def max_in_hand(rules: Rules) -> int:
    """Maximum size of a hand: all the cards there are."""
    return rules.card_count


def max_open_offers(players: int, talk_limit: int | None) -> int:
    """Maximum number of open offers: those that T7 and T8 allow each seat, and one that a rule may demand."""
    return players * min(MAX_OPEN_OFFERS, max_talk(talk_limit)) + 1


def max_drawn(rules: Rules, players: int) -> int:
    """Maximum number of cards drawn in a game: all of them from each draw pile."""
    return rules.last_run_out[rules.players.index(players)] * sum([bean.count for bean in rules.beans])


def max_plies(rules: Rules, players: int, talk_limit: int | None) -> int | None:
    """Maximum number of actions in a game; None for games with actions beyond the kernel's phases."""
    turn = rules.turn_steps(players)
    if rules.component is not None or not all(isinstance(step, PLAIN_STEPS) for step in turn):
        return None
    drawn = max_drawn(rules, players)
    each_turn = sum([step.count for step in turn if isinstance(step, (TurnOver, Draw))])
    turns = drawn // max(1, each_turn) + 1
    going_on = sum([isinstance(step, (PlantFromHand, LastChance, Trading)) for step in turn])
    quiet = 2 * drawn + players * rules.field_capacity + turns * going_on
    talk = turns * players * max_talk(talk_limit) * (1 + players)
    last_answers = max_open_offers(players, talk_limit) * players
    return quiet + min(talk, LAST_TALK_PLY + last_answers)
