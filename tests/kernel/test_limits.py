"""How far a game can go: no game exceeds these bounds, however it is played.

They follow from the rules, for P players and a talk limit L (100 where the table sets none).

- Hands: every card lies at one place, and no card comes into being.
- Open offers: they lapse with the phase (T7), in which a seat makes at most L (T8) and has at most 30 open; a rule may
  demand one more, and nothing else is done until it is answered (D5).
- Cards drawn: D = R * N, as R draw piles are made until the last run-out, none of more than all N beans.
- Plantings are at most D: a planted card is planted again only after it was harvested, discarded and drawn anew.
  Harvests are at most D, too: each empties a field on which a card was planted.
- Each turn but the last draws c cards, from a new pile if one runs out: at most D / c + 1 turns. In each, the active
  player passes, goes on and ends the trading at most once a step.
- Each of L offers and calls brings 1 + P actions: each other seat declines it once, and it is accepted or withdrawn
  once. After 5,000 actions there are no more (T8); what is open then is answered with P actions an offer.
- Fields are bought as often as there is room for them.
"""

import pytest

import tobean
from tests.support.engine.tables import VARIANTS
from tobean.games import GAMES
from tobean.kernel.actions import Accept, Action, Decline, MakeOffer, Withdraw
from tobean.kernel.chance import Chance, chance_from
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
    """Maximum number of actions in a game ; None if some are beyond the kernel's phases."""
    turn = rules.turn_steps(players)
    if rules.component is not None or not all(isinstance(step, PLAIN_STEPS) for step in turn):
        return None
    drawn = max_drawn(rules, players)
    drawn_each_turn = sum([step.count for step in turn if isinstance(step, (TurnOver, Draw))])
    turns = drawn // max(1, drawn_each_turn) + 1
    phase_endings = sum([isinstance(step, (PlantFromHand, LastChance, Trading)) for step in turn])
    non_trade_actions = 2 * drawn + players * rules.field_capacity + turns * phase_endings
    talk = turns * players * max_talk(talk_limit) * (1 + players)
    last_answers = max_open_offers(players, talk_limit) * players
    return non_trade_actions + min(talk, LAST_TALK_PLY + last_answers)


def talkative(table: tobean.Table, chance: Chance) -> Action:
    """Talks whenever possible, and answers everything in the longest way."""
    for seat in range(table.players):
        if table.may_talk(seat) and len(table.offers) < max_open_offers(table.players, table.talk_limit) - 1:
            return MakeOffer(seat, tobean.TABLE if seat == table.active else table.active, (), (), (table.kinds[0],))
    for seat in range(table.players):
        for kind in (Decline, Withdraw, Accept):
            for action in table.legal_actions(seat):
                if isinstance(action, kind):
                    return action
    actions = table.legal_actions(table.awaited)
    harvests = [action for action in actions if isinstance(action, tobean.Harvest)]
    return harvests[0] if harvests and chance.randbelow(2) else chance.choice(actions)


@pytest.mark.parametrize(("game", "players"), VARIANTS)
@pytest.mark.parametrize("limit", [0, 3])
def test_hands_and_offers_stay_within_their_bounds(game: str, players: int, limit: int) -> None:
    rules = GAMES[game]
    table = tobean.new_game(game, players, seed=limit, talk_limit=limit)
    chance = chance_from(f"limits {limit}")
    table.chance.drawn = []
    hand, offers = max_in_hand(rules), max_open_offers(players, limit)
    while not table.over:
        table.apply(table.sample_action(chance.choice(table.may_act()), chance))
        assert max(len(cards) for cards in table.hands) <= hand
        assert len(table.offers) <= offers
    if rules.component is None:  # components draw further cards
        assert len(table.chance.drawn) <= max_drawn(rules, players)


@pytest.mark.parametrize("players", GAMES["bohnanza"].players)
@pytest.mark.parametrize("limit", [0, 2, 6])
def test_no_game_is_longer_than_its_bound(players: int, limit: int) -> None:
    """Holds even if every player says everything that can be said."""
    most = max_plies(GAMES["bohnanza"], players, limit)
    assert most is not None
    for play in (talkative, lambda table, chance: table.sample_action(table.awaited, chance)):
        table = tobean.new_game("bohnanza", players, seed=limit, talk_limit=limit)
        chance = chance_from(f"long {limit}")
        while not table.over:
            table.apply(play(table, chance))
            assert table.ply <= most
        assert table.ply > (most / 60 if play is talkative else 0)


def test_the_figures_in_docs_bounds() -> None:
    assert max_plies(GAMES["bohnanza"], 4, 3) == 4668
    assert max_plies(GAMES["bohnanza"], 4, 100) == max_plies(GAMES["bohnanza"], 4, None)
    assert max_plies(GAMES["bohnedikt"], 4, 3) is None
    assert max_open_offers(4, 3) == 13
    assert max_open_offers(4, None) == 121
