"""Self-play games for training: positions as a seat observed them, with the outcome for that seat.

A shard is a number of games and depends only on the plan and the shard's number, so it can be played anywhere. It
records positions at the beginning of turns, observed by all seats; positions after an action, observed by the acting
seat and, after a deal, by its partner; and offers, with whether they were accepted. Some of the players have slightly
varied parameters, and all make occasional mistakes, so that nets also see what good players avoid.

A fast self-play game is played by the game's own judge alone, many times as quickly: a first part with mistakes, then
an action that is tried out. The outcome shows how good that action is, and only that is recorded.
"""

from dataclasses import dataclass, replace
from random import Random
from struct import pack
from typing import Final, NamedTuple

from tobean.bots.base import Bot
from tobean.bots.game_knowledge import judge_for, knowledge_of
from tobean.bots.game_loop import play_to_end
from tobean.bots.mendel.acceptance_features import offer_features
from tobean.bots.mendel.features import position_features
from tobean.bots.mendel.value_net import outcome, table_after
from tobean.bots.merchant.merchant import Merchant
from tobean.bots.merchant.parameters import DEFAULT_PARAMETERS, MerchantParameters
from tobean.bots.merchant.proposals import best_proposals
from tobean.bots.merchant.valuation.deal_value import DealEvaluator, Stake
from tobean.bots.registry import bot_named
from tobean.games import new_game
from tobean.kernel.actions import Accept, Action, Decline, EndTrading, MakeOffer
from tobean.kernel.chance import Chance, chance_from
from tobean.kernel.errors import BadInput
from tobean.kernel.observation.observation import Observation, observe
from tobean.kernel.table import Table
from tobean.kernel.trade.trade_rules import DEFAULT_TRADE_RULES

TURN: Final = 0
ACT: Final = 1
OFFER: Final = 2
"""The subject of a row: a position at the beginning of a turn, a position after an action, or an offer."""
RECORDED_OFFERS: Final = 0.4
"""Share of the offers that are recorded."""
MAX_MISTAKE_OFFERS: Final = 8
"""Number of offers among which a mistake is chosen."""
FAST_SHARD_GAMES: Final = 500
"""Number of games in a shard of fast self-play."""
FAST_ACTION_SHARE: Final = 0.06
"""Share of the actions of fast self-play that is recorded."""


@dataclass(frozen=True)
class Plan:
    """Parameters of self-play."""

    game: str
    players: tuple[int, ...]
    """Numbers of players, one of which is chosen for each game."""
    bots: tuple[str, ...]
    """Bots, one of which is chosen for each seat."""
    seed: str
    games: int = 20
    """Number of games in a shard."""
    mistakes: float = 0.03
    """Probability of a random action."""
    variety: float = 0.5
    """Share of the merchants with varied parameters."""
    turns: float = 0.5
    """Share of the turns that are recorded."""
    acts: float = 0.15
    """Share of the actions that are recorded."""
    rehearsed: bool = False
    """Whether games are fast self-play rather than played by bots. Shards store this name."""


class Row(NamedTuple):
    """One recorded position or offer."""

    game: int
    seat: int
    ply: int
    about: int
    """`TURN`, `ACT` or `OFFER`."""
    margin: float
    """Final margin of the seat; 0 for an offer."""
    glory: float
    """Share of the victory less an equal share; for an offer, 1 if it was accepted, else 0."""
    features: bytes
    """Signed 16-bit little-endian numbers."""


def shard_rows(plan: Plan, number: int, games: int | None = None) -> list[Row]:
    """Play a shard, or its first games only; returns all its rows."""
    first = number * plan.games
    rows: list[Row] = []
    for game in range(first, first + (plan.games if games is None else games)):
        rows.extend(fast_selfplay_rows(plan, game) if plan.rehearsed else GameRecorder(plan, game).rows())
    return rows


def fast_selfplay_rows(plan: Plan, game: int) -> list[Row]:
    """Play a game of fast self-play; returns all its rows."""
    seed = f"{plan.seed} {plan.game} {game}"
    table = new_game(plan.game, Random(seed).choice(plan.players), seed)
    positions = knowledge_of(plan.game).fast_selfplay(table, chance_from(f"{seed} rehearsed"), plan.mistakes, plan.acts)
    if positions is None:
        raise BadInput("{game} has no judge that is fast enough for --fast", game=plan.game)
    outcomes = [outcome(table, seat) for seat in range(table.players)]
    return [Row(game, seat, ply, ACT, *outcomes[seat], pack_features(features)) for seat, ply, features in positions]


class NoisyBot:
    """A bot that makes occasional mistakes."""

    def __init__(self, bot: Bot, rng: Random, mistakes: float) -> None:
        self.name = bot.name
        self.bot = bot
        self.rng = rng
        self.mistakes = mistakes

    def choose(self, view: Observation, actions: list[Action], chance: Chance) -> Action:
        if len(actions) > 1 and self.rng.random() < self.mistakes:
            return self.rng.choice([*actions, *self.offers(view, actions)])
        return self.bot.choose(view, actions, chance)

    def volunteer(self, view: Observation, actions: list[Action], chance: Chance) -> Action | None:
        return self.bot.volunteer(view, actions, chance)

    def offers(self, view: Observation, actions: list[Action]) -> list[Action]:
        """Return some offers the seat could make."""
        if not view.may_talk or not any(isinstance(action, EndTrading) for action in actions):
            return []
        if view.rules.trade_rules is not DEFAULT_TRADE_RULES:
            return []
        judge = judge_for(view, DEFAULT_PARAMETERS)
        return [proposal.offer for proposal in best_proposals(DealEvaluator(view, judge))[:MAX_MISTAKE_OFFERS]]


def varied_parameters(rng: Random) -> MerchantParameters:
    """Return the merchant's parameters with random variations."""
    return replace(
        DEFAULT_PARAMETERS,
        horizon=DEFAULT_PARAMETERS.horizon * rng.uniform(0.8, 1.3),
        margin=DEFAULT_PARAMETERS.margin * rng.uniform(0.3, 2.0),
        kindness=rng.uniform(0.0, 0.4),
        envy=rng.uniform(0.0, 0.15),
        empty_field_value=DEFAULT_PARAMETERS.empty_field_value * rng.uniform(0.7, 1.5),
    )


class GameRecorder:
    """Plays one game and records it."""

    def __init__(self, plan: Plan, game: int) -> None:
        self.plan = plan
        self.game = game
        seed = f"{plan.seed} {plan.game} {game}"
        self.rng = Random(seed)
        self.players = self.rng.choice(plan.players)
        self.chance = chance_from(f"{seed} bots")
        self.table = new_game(plan.game, self.players, seed, talk_limit=8)
        self.knowledge = knowledge_of(plan.game)
        self.positions: list[tuple[int, int, int, list[int]]] = []
        self.open_offers: dict[int, tuple[int, int, list[int]]] = {}
        self.offers: list[Row] = []

    def rows(self) -> list[Row]:
        bots = [self.create_bot() for _ in range(self.players)]
        play_to_end(self.table, bots, self.chance, self.play)
        self.close_offers()
        outcomes = [outcome(self.table, seat) for seat in range(self.players)]
        positions = [
            Row(self.game, seat, ply, about, *outcomes[seat], pack_features(features))
            for seat, ply, about, features in self.positions
        ]
        return [*positions, *self.offers]

    def create_bot(self) -> NoisyBot:
        bot = bot_named(self.rng.choice(self.plan.bots))
        if type(bot) is Merchant and self.rng.random() < self.plan.variety:
            bot = Merchant(varied_parameters(self.rng))
        return NoisyBot(bot, self.rng, self.plan.mistakes if self.rng.random() < 0.7 else 0.0)

    def play(self, action: Action) -> None:
        table, rng = self.table, self.rng
        turn = table.turn
        seats = [action.seat]
        recorded = rng.random() < self.plan.acts
        if isinstance(action, Accept):
            offer = next(offer for offer in table.offers if offer.number == action.number)
            self.close_offer(action.number, 1.0)
            seats.append(offer.seat)
        elif isinstance(action, MakeOffer):
            self.record_offer(action)
            recorded = False
        elif isinstance(action, Decline):
            recorded = False
        if recorded:
            self.record_action(action, seats)
        table.apply(action)
        if table.turn != turn:
            self.close_offers()
            if not table.over and rng.random() < self.plan.turns:
                self.record_turn()

    # --- positions -----------------------------------------------------------------------------------------

    def record_action(self, action: Action, seats: list[int]) -> None:
        table = self.table
        # A game with its own features has them for actions, not for positions.
        game_features = self.knowledge.features_after(observe(table, action.seat), [action], self.knowledge_chance())
        if game_features is not None:
            self.positions.append((action.seat, table.ply, ACT, game_features[0]))
            return
        then = table_after(table, action)
        if not then.over:
            for seat in seats:
                self.positions.append((seat, table.ply, ACT, features_of(then, seat)))

    def knowledge_chance(self) -> Chance:
        return chance_from(self.rng.getrandbits(32))

    def record_turn(self) -> None:
        table = self.table
        if self.knowledge.features_after(observe(table, 0), [], self.knowledge_chance()) is None:
            for seat in range(self.players):
                self.positions.append((seat, table.ply, TURN, features_of(table, seat)))

    # --- offers --------------------------------------------------------------------------------------------

    def record_offer(self, offer: MakeOffer) -> None:
        if self.rng.random() < RECORDED_OFFERS:
            view = observe(self.table, offer.seat)
            evaluator = DealEvaluator(view, judge_for(view, DEFAULT_PARAMETERS))
            own = evaluator.own_gain(Stake(offer.cards, offer.places), offer.wants)
            self.open_offers[self.table.offer_count + 1] = (
                offer.seat,
                self.table.ply,
                offer_features(evaluator, offer, own),
            )

    def close_offer(self, number: int, accepted: float) -> None:
        if number in self.open_offers:
            seat, ply, features = self.open_offers.pop(number)
            self.offers.append(Row(self.game, seat, ply, OFFER, 0.0, accepted, pack_features(features)))

    def close_offers(self) -> None:
        for number in list(self.open_offers):
            self.close_offer(number, 0.0)


def features_of(table: Table, seat: int) -> list[int]:
    return position_features(judge_for(observe(table, seat), DEFAULT_PARAMETERS))


def pack_features(features: list[int]) -> bytes:
    return pack(f"<{len(features)}h", *features)
