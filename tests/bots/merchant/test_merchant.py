"""The merchant and the sage play legally in every game, use no secrets, are reproducible, and cannot be exploited."""

from collections.abc import Sequence

import pytest

from tests.support.engine.tables import VARIANTS, table_in_mid_game, trading_table
from tobean.bots import Bot, bot_named
from tobean.bots.base import ALL_PEOPLE
from tobean.bots.game_knowledge import judge_for
from tobean.bots.game_loop import play_to_end, play_until
from tobean.bots.heuristics.random import random_offer
from tobean.bots.merchant.lookahead import is_special
from tobean.bots.merchant.merchant import Merchant, farming_gain, kinds_given_this_turn
from tobean.bots.merchant.parameters import DEFAULT_PARAMETERS
from tobean.bots.merchant.proposals import candidate_stakes
from tobean.bots.merchant.valuation.deal_value import DealEvaluator, Stake
from tobean.bots.sage.sage import Sage
from tobean.games import GAMES, new_game
from tobean.kernel.actions import Accept, Action, Call, Decline, EndTrading, Harvest, MakeOffer, Withdraw
from tobean.kernel.cards import KIND_OF
from tobean.kernel.chance import Chance, chance_from
from tobean.kernel.notation.parameters import TABLE
from tobean.kernel.observation.determinize import determinize
from tobean.kernel.observation.observation import Observation, observe
from tobean.kernel.table import Table

TURNS = 3
"""Number of turns played from the middle of a game: enough for every kind of decision over all games."""


@pytest.mark.parametrize(("game", "players"), VARIANTS)
def test_the_merchant_plays_every_game_by_the_rules(game: str, players: int) -> None:
    for seed in range(2):
        table = table_in_mid_game(game, players, seed)
        names = ["merchant" if seat != 1 else "random" for seat in range(players)]
        last_turn = table.turn + TURNS
        play_until(table, [bot_named(name) for name in names], chance_from(seed), table.apply, last_turn)
        assert table.over or table.turn >= last_turn


def test_the_merchant_plays_to_the_end() -> None:
    table = new_game("bohnanza", 3, "merchant", talk_limit=6, third_field=False)
    play_to_end(table, [bot_named(name) for name in ("merchant", "random", "miser")], chance_from("merchant"))
    thalers = table.result().thalers
    assert thalers[0] > max(thalers[1:])


def quick_sage() -> Sage:
    """A sage that samples as few tables as possible, independent of elapsed time."""
    sage = Sage(seconds=1000.0)
    sage.trials_per_second = 0.0
    return sage


@pytest.mark.parametrize("game", GAMES)
def test_the_sage_plays_every_game_by_the_rules(game: str) -> None:
    players = GAMES[game].players[0]
    table = table_in_mid_game(game, players, 1)
    bots = [quick_sage() if seat == 0 else bot_named("sprout") for seat in range(players)]
    bots[0].seconds = 0.05 if game == "al-cabohne" else 1000.0  # type: ignore[attr-defined]
    while table.awaited != 0 and not table.over:
        play_once(table, bots)
    first = table.ply
    for _ in range(3):
        if not table.over and table.awaited == 0:
            play_once(table, bots)
    assert table.over or table.ply > first


def play_once(table: Table, bots: Sequence[Bot]) -> None:
    seat = table.awaited
    table.apply(bots[seat].choose(observe(table, seat), table.legal_actions(seat), chance_from("once")))


@pytest.mark.parametrize("name", ["sprout", "merchant", "merchant/tough"])
@pytest.mark.parametrize(("game", "players"), VARIANTS)
def test_choices_do_not_depend_on_secrets(name: str, game: str, players: int) -> None:
    table = table_in_mid_game(game, players, len(name))
    for seat in range(players):
        assert_same_choice_in_sampled_table(bot_named(name), table, seat)


def test_the_choices_of_the_sage_do_not_depend_on_secrets() -> None:
    for seed in range(2):
        table = table_in_mid_game("bohnanza", 3, seed)
        assert_same_choice_in_sampled_table(quick_sage(), table, table.awaited)


def assert_same_choice_in_sampled_table(bot: Bot, table: Table, seat: int) -> None:
    view = observe(table, seat)
    other = determinize(view, "another world")
    assert observe(other, seat) == view
    assert repr(answer(bot, table, seat)) == repr(answer(bot, other, seat))


def answer(bot: Bot, table: Table, seat: int) -> Action | None:
    view, actions, chance = observe(table, seat), table.legal_actions(seat), chance_from("same")
    asked = bot.choose if table.awaited == seat else bot.volunteer
    return asked(view, actions, chance)


def test_the_same_seed_gives_the_same_game() -> None:
    choices: list[list[str]] = []
    for _ in range(2):
        table = new_game("bohnanza", 3, "again", talk_limit=6)
        acts: list[str] = []

        def act(action: Action, table: Table = table, acts: list[str] = acts) -> None:
            acts.append(repr(action))
            table.apply(action)

        play_until(table, [bot_named("merchant") for _ in range(3)], chance_from("again"), act, 8)
        choices.append(acts)
    assert choices[0] == choices[1]


class RepeatingBot:
    """Repeats its request with slightly lower demands each time and never gives in."""

    name = "pest"

    def choose(self, view: Observation, actions: list[Action], chance: Chance) -> Action:
        if view.may_talk and chance.randbelow(8):
            return random_offer(view, chance)
        for action in actions:
            if isinstance(action, (Decline, EndTrading)):
                return action
        return actions[0]

    def volunteer(self, view: Observation, actions: list[Action], chance: Chance) -> Action | None:
        return random_offer(view, chance) if view.may_talk else None


def test_every_deal_of_a_merchant_is_a_gain_and_its_talk_is_bounded() -> None:
    deals, most = 0, 0
    for seed in range(2):
        table = new_game("bohnanza", 4, f"pests {seed}", talk_limit=25)
        bots: list[Bot] = [Merchant(), RepeatingBot(), Merchant(), RepeatingBot()]

        def act(action: Action, table: Table = table) -> None:
            nonlocal deals, most
            if isinstance(action, Accept):
                offer = next(offer for offer in table.offers if offer.number == action.number)
                sides = (
                    (offer.seat, Stake(offer.cards, offer.places), action.cards),
                    (action.seat, Stake(action.cards, action.places), offer.cards),
                )
                for seat, stake, gets in sides:
                    if seat % 2 == 0:
                        view = observe(table, seat)
                        evaluator = DealEvaluator(view, judge_for(view, DEFAULT_PARAMETERS))
                        gain = evaluator.own_gain(stake, gets)
                        together = min(evaluator.envy_by_seat) < 0.0  # against two seats that seem to collude
                        least = -1.0 if together else DEFAULT_PARAMETERS.margin if seat == action.seat else 0.0
                        assert gain > least, (repr(action), gain)
                        deals += 1
            table.apply(action)
            most = max(most, table.talk[0], table.talk[2])

        play_until(table, bots, chance_from(f"pests {seed}"), act, 10)
    assert deals > 5
    assert 1 <= most <= DEFAULT_PARAMETERS.max_offers


def test_a_repeated_offer_gets_the_same_answer() -> None:
    table = trading_table()
    offer = MakeOffer(1, 0, (), (), (6,))
    answers: list[str] = []
    for number in range(1, 7):
        table.apply(offer)
        assert table.awaited == 0
        chosen = Merchant().choose(observe(table, 0), table.legal_actions(0), chance_from(number))
        answers.append(type(chosen).__name__)
        assert not isinstance(chosen, Accept)
        table.apply(Decline(0, number))
    assert set(answers) <= {"Decline", "MakeOffer"}


def test_equally_valued_partners_get_the_same_offer() -> None:
    table = trading_table()
    view = observe(table, 0)
    evaluator = DealEvaluator(view, judge_for(view, DEFAULT_PARAMETERS))
    assert evaluator.other_gain(1, (4,), ()) == evaluator.other_gain(2, (4,), ())
    chosen = Merchant().choose(view, table.legal_actions(0), chance_from(0))
    assert isinstance(chosen, MakeOffer)
    assert chosen.to == TABLE
    # Among people, a seat with no use for the offer is not asked: Eiko needs none of these cards.
    among_people = Merchant()
    among_people.opponents = ALL_PEOPLE
    chosen = among_people.choose(view, table.legal_actions(0), chance_from(0))
    assert isinstance(chosen, MakeOffer)
    assert chosen.to in (1, 2)


def test_the_least_valuable_copy_is_offered() -> None:
    table = trading_table()
    view = observe(table, 0)
    evaluator = DealEvaluator(view, judge_for(view, DEFAULT_PARAMETERS))
    blue = next(stake for stake in candidate_stakes(evaluator) if stake.cards == (0,))
    gains = {place: evaluator.own_gain(Stake((0,), (place,)), ()) for place in (1, 2)}
    assert gains[blue.places[0]] == max(gains.values())


def test_an_offer_that_became_a_loss_is_withdrawn() -> None:
    table = trading_table(hand_A="Red, Green, Red", turned="Red, Green")
    table.apply(MakeOffer(0, 3, (), (), (1,)))  # a Chili bean, for which there is no room
    table.apply(Decline(3, 1))
    view = observe(table, 0)
    offer = view.offers[0]
    gain = DealEvaluator(view, judge_for(view, DEFAULT_PARAMETERS)).own_gain(
        Stake(offer.cards, offer.places), offer.wants
    )
    assert gain < 0.0
    chosen = Merchant().choose(view, table.legal_actions(0), chance_from(0))
    assert isinstance(chosen, Withdraw)


def test_every_game_has_bots_of_all_levels() -> None:
    for game in GAMES:
        for name in ("random", "miser", "sprout", "merchant", "sage"):
            assert bot_named(name).name == name, game


def test_a_merchant_without_an_offer_calls_once_per_trading_phase() -> None:
    calls = 0
    for seed in range(3):
        table = new_game("bohnanza", 4, f"calls {seed}", talk_limit=12)
        asked: list[tuple[int, int]] = []

        def act(action: Action, table: Table = table, asked: list[tuple[int, int]] = asked) -> None:
            if isinstance(action, Call):
                assert action.seat == table.active
                assert all(table.hands[action.seat].count(kind) or kind in table.turned for kind in action.has)
                asked.append((table.turn, action.seat))
            table.apply(action)

        play_until(table, [bot_named("merchant") for _ in range(4)], chance_from(seed), act, 8)
        assert len(asked) == len(set(asked)), "at most one per phase"
        calls += len(asked)
    assert calls


def test_a_call_raises_the_likelihood_of_a_card_but_not_to_certainty() -> None:
    table = new_game("bohnanza", 4, "credible", talk_limit=6)
    play_until(table, [bot_named("sprout") for _ in range(4)], chance_from(1), table.apply, 3)
    while not table.may_talk(table.active):
        seat = table.awaited
        table.apply(bot_named("miser").choose(observe(table, seat), table.legal_actions(seat), chance_from(1)))
    kind = table.rules.beans[6].kind
    seat, caller = (table.active + 1) % 4, table.active
    before = DealEvaluator(observe(table, seat), judge_for(observe(table, seat), DEFAULT_PARAMETERS)).likelihood_of(
        caller, (kind,)
    )
    table.apply(Call(caller, (kind,), ()))
    after = DealEvaluator(observe(table, seat), judge_for(observe(table, seat), DEFAULT_PARAMETERS)).likelihood_of(
        caller, (kind,)
    )
    assert before < after < 1.0


def test_no_offer_exchanges_a_kind_for_itself() -> None:
    offers = 0

    def act(action: Action) -> None:
        nonlocal offers
        if isinstance(action, MakeOffer):
            offers += 1
            assert not {KIND_OF[card] for card in action.cards} & set(action.wants), repr(action)
        table.apply(action)

    table = new_game("bohnanza", 4, "sensible", talk_limit=8)
    play_until(table, [bot_named("merchant") for _ in range(4)], chance_from("sensible"), act, 12)
    assert offers > 50


@pytest.mark.parametrize("game", ["rabohnzel", "excalibohn", "bohnedikt"])
def test_no_harvest_at_a_loss_delays_a_forced_action(game: str) -> None:
    """A harvest at a loss does not help when the front card must be dropped or a thaler shown."""
    table = new_game(game, players=3, seed="put off", talk_limit=4)
    merchants = [Merchant() for _ in range(3)]
    asked = 0

    def act(action: Action) -> None:
        nonlocal asked
        actions = table.legal_actions(action.seat)
        if table.awaited == action.seat and all(is_special(each) or isinstance(each, Harvest) for each in actions):
            asked += any(isinstance(each, Harvest) for each in actions) and any(is_special(each) for each in actions)
            if isinstance(action, Harvest) and any(is_special(each) for each in actions):
                view = observe(table, action.seat)
                assert farming_gain(view, merchants[action.seat].judge(view), action) > 0.0
        table.apply(action)

    play_until(table, merchants, chance_from(1), act, 20)
    assert asked > 2


def test_kinds_given_away_this_turn_are_remembered() -> None:
    table = new_game("bohnanza", 3, seed=1)
    table.aside[(table.active + 1) % 3] = (card := table.hands[table.active][0],)
    for seat in range(3):
        assert kinds_given_this_turn(observe(table, seat)) == ((KIND_OF[card],) if seat == table.active else ())
