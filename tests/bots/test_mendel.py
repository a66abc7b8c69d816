"""`mendel`: integer networks, their features, and the evaluation of actions and deals."""

import json
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

import tobean
from tests.support.engine.tables import VARIANTS
from tobean.bots import bot_named
from tobean.bots.base import ALL_BOTS
from tobean.bots.game_knowledge import judge_for, knowledge_of
from tobean.bots.game_loop import play_until
from tobean.bots.mendel.acceptance_features import SIZE, acceptance_likelihood, offer_features
from tobean.bots.mendel.features import position_features
from tobean.bots.mendel.mendel import PERMISSIVE_PARAMETERS, Mendel, is_likely_to_have, kindness_factor
from tobean.bots.mendel.net import MAX_INNER, BadNet, Layer, Net, net_of, read_net
from tobean.bots.mendel.parameters import COMPETITIVE_PARAMETERS, MendelParameters, parameters_of_net
from tobean.bots.mendel.search import NetSearcher
from tobean.bots.mendel.value_net import NETS, net_for, table_after, view_after_deal
from tobean.bots.merchant.candidates import Candidate
from tobean.bots.merchant.merchant import Merchant
from tobean.bots.merchant.opponent_model import collusion_suspicions
from tobean.bots.merchant.parameters import DEFAULT_PARAMETERS
from tobean.bots.merchant.proposals import best_proposals
from tobean.bots.merchant.valuation.deal_value import DealEvaluator, Stake
from tobean.kernel.actions import Accept, EndTrading, MakeOffer
from tobean.kernel.notation.parameters import TABLE
from tobean.kernel.trade.trade_history import TradeHistory
from tobean.research.opponents.population import lab_bot

NET_FILES = sorted(Path(tobean.__file__).parent.glob("games/*/bots/mendel*.json"))
MAX_BYTES = 4_000_000


def table_after_turns(game: str, players: int, turns: int, seed: int = 3) -> tobean.Table:
    table = tobean.new_game(game, players=players, seed=seed, talk_limit=8)
    bots = [bot_named("sprout") for _ in range(players)]
    play_until(table, bots, tobean.chance_from(seed), table.apply, turns)
    return table


def features_of(view: tobean.Observation) -> list[int]:
    return position_features(judge_for(view, DEFAULT_PARAMETERS))


# --- nets --------------------------------------------------------------------------------------------------


def plain_answer(layers: list[dict[str, list[list[int]]]], values: list[int]) -> list[int]:
    """Output of a net, computed one weight at a time."""
    for number, layer in enumerate(layers):
        sums = [
            (constant + sum(value * row[unit] for value, row in zip(values, layer["rows"], strict=True)))  # type: ignore[operator]
            >> layer["shift"]
            for unit, constant in enumerate(layer["constant"])
        ]
        values = sums if number == len(layers) - 1 else [min(max(each, 0), MAX_INNER) for each in sums]
    return values


def test_a_packed_layer_equals_the_sum_of_single_weights() -> None:
    rng = Random(1)

    def layer(inputs: int, units: int, most: int) -> dict[str, object]:
        rows = [[rng.randint(-most, most) for _ in range(units)] for _ in range(inputs)]
        return {"rows": rows, "constant": [rng.randint(-99999, 99999) for _ in range(units)], "shift": 9}

    layers = [layer(40, 17, 50000), layer(17, 5, 20000), layer(5, 2, 9000)]
    net = net_of(layers, {}, None)
    for _ in range(50):
        features = [rng.choice([0, 0, rng.randint(-511, 511)]) for _ in range(40)]
        assert net.predict(features) == plain_answer(layers, features)  # type: ignore[arg-type]


def test_weights_that_could_overflow_are_refused() -> None:
    Layer([[2**31 // 511 // 2 - 1]] * 2, [0], 0, 511)
    with pytest.raises(BadNet):
        Layer([[2**31 // 511 // 2 + 1]] * 2, [0], 0, 511)
    with pytest.raises(BadNet):
        Layer([[-(2**31)]], [0], 0, 511)


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"format": "tobean net 99"}', '{"format": "tobean net 1"}'])
def test_invalid_nets_are_reported(text: str, tmp_path: Path) -> None:
    with pytest.raises(BadNet):
        read_net(text)
    (tmp_path / "net.json").write_text(text)
    with pytest.raises(BadNet):
        bot_named(str(tmp_path / "net.json"))


def test_a_net_reads_only_the_features_it_was_trained_on() -> None:
    with pytest.raises(BadNet):
        Net([Layer([[1]], [0], 0, 511)], 1, {}).predict([1, 2])


def test_features_are_clamped_to_their_range() -> None:
    net = Net([Layer([[1000], [-1000]], [0], 0, 511)], 2, {})
    assert net.predict([9_999_999, 0]) == net.predict([511, 0]) == [511_000]
    assert net.predict([0, -9_999_999]) == net.predict([0, -511]) == [511_000]


def test_nets_are_small_and_describe_their_training() -> None:
    assert len(NET_FILES) >= 4
    assert sum(path.stat().st_size for path in NET_FILES) < MAX_BYTES
    for path in NET_FILES:
        about = json.loads(path.read_text(encoding="utf-8"))["about"]
        assert about["selfplay"]["game"] == about["game"]
        assert about["selfplay"]["seed"]
        assert about["config"]["seed"]
        assert about["hours"] > 0


@pytest.mark.parametrize(("game", "players"), VARIANTS)
def test_nets_match_the_current_features(game: str, players: int) -> None:
    net = net_for(game, players)
    if net is None:
        return
    assert net.about["game"] == game
    table = table_after_turns(game, players, 5)
    view = tobean.observe(table, table.awaited)
    own = knowledge_of(game).features_after(view, table.legal_actions(view.seat), tobean.chance_from(1))
    for features in own if own is not None else [features_of(view)]:
        assert len(features) == net.inputs
        assert all(-511 <= value <= 511 for value in features)
    assert (net.acceptance_net is None) == (own is not None)


# --- features ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "players"), VARIANTS)
def test_features_depend_only_on_the_observation(game: str, players: int) -> None:
    table = table_after_turns(game, players, 7)
    seat = table.awaited
    view = tobean.observe(table, seat)
    own = knowledge_of(game).features_after(view, table.legal_actions(seat), tobean.chance_from(1))
    for seed in range(2):
        other = tobean.observe(tobean.determinize(view, tobean.chance_from(seed)), seat)
        assert features_of(other) == features_of(view)
        again = knowledge_of(game).features_after(other, table.legal_actions(seat), tobean.chance_from(seed))
        assert again == own


@pytest.mark.parametrize(("game", "players"), VARIANTS)
def test_an_action_is_valued_before_chance_is_resolved(game: str, players: int) -> None:
    """The same action leads to the same observation with every order of the draw pile."""
    table = table_after_turns(game, players, 4)
    seat = table.awaited
    view = tobean.observe(table, seat)
    for action in table.legal_actions(seat)[:6]:
        seen = set()
        for seed in range(2):
            then = table_after(tobean.determinize(view, tobean.chance_from(seed)), action)
            seen.add(() if then.over else tuple(features_of(tobean.observe(then, seat))))
        assert len(seen) == 1
    assert tobean.observe(table, seat) == view


def test_a_deal_is_valued_by_the_position_after_it() -> None:
    """The predicted observation after a deal equals the one after the deal is made."""
    compared = 0
    for seed in range(6):
        table = tobean.new_game("bohnanza", players=4, seed=seed, talk_limit=8)
        play_until(table, [bot_named("sprout") for _ in range(4)], tobean.chance_from(seed), table.apply, 6)
        while not table.may_talk(table.active):
            table.apply(Merchant().choose(*observation_and_actions(table), tobean.chance_from(seed)))
        view = tobean.observe(table, table.active)
        for proposal in best_proposals(DealEvaluator(view, judge_for(view, DEFAULT_PARAMETERS)))[:6]:
            offer = proposal.offer
            if offer.to == TABLE:
                offer = MakeOffer(offer.seat, (offer.seat + 1) % 4, offer.cards, offer.places, offer.wants)
            then = table.clone()
            then.apply(offer)
            ways = [each for each in then.legal_actions(offer.to) if isinstance(each, Accept)]
            if ways:
                then.apply(ways[0])
                predicted = view_after_deal(view, Stake(offer.cards, offer.places), offer.to, offer.wants)
                assert features_of(predicted) == features_of(tobean.observe(then, view.seat))
                compared += 1
    assert compared > 2


def trading_evaluator(players: int = 4) -> DealEvaluator:
    """Deal evaluator of the active player in a running game."""
    table = table_after_turns("bohnanza", players, 6)
    while not table.may_talk(table.active):
        table.apply(Merchant().choose(*observation_and_actions(table), tobean.chance_from(1)))
    view = tobean.observe(table, table.active)
    return DealEvaluator(view, judge_for(view, DEFAULT_PARAMETERS))


def observation_and_actions(table: tobean.Table) -> tuple[tobean.Observation, list[tobean.Action]]:
    return tobean.observe(table, table.awaited), table.legal_actions(table.awaited)


def test_offers_are_valued_by_the_net() -> None:
    evaluator = trading_evaluator()
    net = net_for("bohnanza", 4)
    assert net is not None
    assert net.acceptance_net is not None
    for proposal in best_proposals(evaluator):
        found = offer_features(evaluator, proposal.offer, proposal.own)
        assert len(found) == SIZE
        assert 0.0 < acceptance_likelihood(net.acceptance_net, found) < 1.0


def test_generosity_raises_the_value_of_offers_that_help_others() -> None:
    """With generosity an offer is worth more exactly if the other side gains."""
    evaluator = trading_evaluator()
    competitive, generous = lab_bot("keen"), Mendel()
    assert isinstance(competitive, Mendel)
    generous.mendel_parameters = replace(COMPETITIVE_PARAMETERS, generosity=1.0)
    competitive_values = {str(offer): gain for offer, gain in competitive.rated_offers(evaluator, None)}
    generous_values = {str(offer): gain for offer, gain in generous.rated_offers(evaluator, None)}
    gains = {str(proposal.offer): proposal.other for proposal in best_proposals(evaluator)}
    assert any(gain > 0.0 for gain in gains.values())
    for offer, gain in competitive_values.items():
        assert (generous_values[offer] > gain) == (gains[offer] > 0.0), offer


def test_kindness_may_depend_on_the_cards_left() -> None:
    mendel_parameters = MendelParameters(kindness=1.0, late=2.0)
    table = table_after_turns("bohnanza", 3, 0)
    assert kindness_factor(tobean.observe(table, 0), mendel_parameters) == 1.0
    ended = table_after_turns("bohnanza", 3, 1000)
    assert ended.over
    assert kindness_factor(tobean.observe(ended, 0), mendel_parameters) == 3.0
    assert kindness_factor(tobean.observe(ended, 0), COMPETITIVE_PARAMETERS) == 1.0


def test_people_are_asked_only_for_cards_they_probably_have() -> None:
    view = trading_evaluator().view
    evaluator = DealEvaluator(view, judge_for(view, PERMISSIVE_PARAMETERS))
    proposals = [proposal.offer for proposal in best_proposals(evaluator)]
    rare = [
        offer
        for offer in proposals
        if evaluator.likelihood_of(0 if offer.to == TABLE else offer.to, offer.wants) < 0.25
    ]
    assert rare, "no offer asks for anything rare"
    assert not any(is_likely_to_have(evaluator, offer) for offer in rare)
    assert all(is_likely_to_have(evaluator, offer) for offer in proposals if offer not in rare)
    asked_for = [offer for offer, _ in Mendel().rated_offers(evaluator, None)]
    assert asked_for
    assert all(is_likely_to_have(evaluator, offer) for offer in asked_for)
    among_bots = DealEvaluator(view, evaluator.judge, ALL_BOTS)
    assert all(is_likely_to_have(among_bots, offer) for offer in rare)


def make_suspicious(evaluator: DealEvaluator) -> list[int]:
    """Record twenty favours in each direction between two other seats; return these seats."""
    one, two = evaluator.partners()[:2]
    trade_history, players = evaluator.view.trade_history, evaluator.view.players
    favours = list(trade_history.favours)
    favours[one * players + two] += 20
    favours[two * players + one] += 20
    evaluator.view.trade_history = TradeHistory(
        tuple(favours), trade_history.honoured_calls, trade_history.refused_calls
    )
    assert collusion_suspicions(evaluator.view)[one] == collusion_suspicions(evaluator.view)[two] == 2.0
    return [one, two]


def offers_to(seats: list[int], evaluator: DealEvaluator, mendel_parameters: MendelParameters) -> dict[str, float]:
    """Values that a mendel with these parameters gives its offers to these seats."""
    mendel = Mendel()
    mendel.mendel_parameters = mendel_parameters
    return {str(offer): gain for offer, gain in mendel.rated_offers(evaluator, None) if offer.to in seats}


def test_colluders_get_no_kindness() -> None:
    evaluator = trading_evaluator()
    generous, heedless = MendelParameters(generosity=1.0), MendelParameters(generosity=1.0, guard=0.0)
    assert offers_to(evaluator.partners(), evaluator, generous) == offers_to(evaluator.partners(), evaluator, heedless)
    two = make_suspicious(evaluator)
    gains = {str(proposal.offer): proposal.other for proposal in best_proposals(evaluator)}
    fewer = offers_to(two, evaluator, generous)
    assert any(gains[offer] > 0.0 for offer in fewer)
    for offer, gain in offers_to(two, evaluator, heedless).items():
        assert (fewer[offer] < gain) == (gains[offer] > 0.0), offer


def test_two_colluders_of_three_get_deals_without_kindness() -> None:
    """With three players there is no other partner to trade with."""
    evaluator = trading_evaluator(3)
    two = make_suspicious(evaluator)
    competitive = offers_to(two, evaluator, COMPETITIVE_PARAMETERS)
    assert competitive
    assert (
        competitive
        == offers_to(two, evaluator, replace(COMPETITIVE_PARAMETERS, guard=0.0))
        == offers_to(two, evaluator, MendelParameters(generosity=1.0))
    )
    assert competitive != offers_to(two, evaluator, MendelParameters(generosity=1.0, guard=0.0))


def test_a_net_has_parameters_that_the_search_ignores() -> None:
    net = Net([Layer([[1]], [0], 0, 1)], 1, {"manners": {"4": {"trust": 0.9, "kindness": 1}}})
    assert parameters_of_net(net, 4) == MendelParameters(trust=0.9, kindness=1.0)
    assert parameters_of_net(net, 3) == COMPETITIVE_PARAMETERS
    mendel = Mendel(net)
    assert mendel.parameters_for(net, 4) == parameters_of_net(net, 4)
    mendel.seconds = 1.0
    assert mendel.parameters_for(net, 4) == COMPETITIVE_PARAMETERS
    mendel.mendel_parameters = MendelParameters(accepts=0.5)
    assert mendel.parameters_for(net, 4).accepts == 0.5


@pytest.mark.parametrize("damaged", [{"haste": 1.0}, {"trust": "much"}, {"trust": None}, ["trust"], 7])
def test_invalid_parameters_are_reported(damaged: object) -> None:
    with pytest.raises(BadNet):
        parameters_of_net(Net([Layer([[1]], [0], 0, 1)], 1, {"manners": {"4": damaged}}), 4)


# --- play --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "players"), [each for each in VARIANTS if each[1] <= 3])
def test_the_same_seed_gives_the_same_game(game: str, players: int) -> None:
    def opening_record() -> str:
        found = tobean.Game(game, players, 4, talk_limit=3)
        bots = [bot_named("mendel") for _ in range(players)]
        play_until(found.table, bots, tobean.chance_from(4), found.play, 2)
        return str(found.record)

    assert opening_record() == opening_record()


def test_without_a_net_mendel_plays_as_the_merchant(monkeypatch: pytest.MonkeyPatch) -> None:
    for players in (3, 4):
        monkeypatch.setitem(NETS, f"bohnanza {players}", None)
    for players in (3, 4):
        table = table_after_turns("bohnanza", players, 3)
        for _ in range(25):
            view, actions = observation_and_actions(table)
            chosen = Mendel().choose(view, actions, tobean.chance_from(7))
            assert chosen == Merchant().choose(view, actions, tobean.chance_from(7))
            table.apply(chosen)


def test_without_a_net_and_with_a_time_budget_mendel_plays_as_the_sage(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(NETS, "al-cabohne 1", None)
    table = table_after_turns("al-cabohne", 1, 3)
    mendel, sage = bot_named("mendel@0.05"), bot_named("sage@0.05")
    for bot in (mendel, sage):
        bot.untimed = True  # type: ignore[attr-defined]
    for _ in range(6):
        view, actions = observation_and_actions(table)
        chosen = mendel.choose(view, actions, tobean.chance_from(7))
        assert chosen == sage.choose(view, actions, tobean.chance_from(7))
        table.apply(chosen)


def test_a_net_is_a_bot(tmp_path: Path) -> None:
    path = tmp_path / "net.json"
    path.write_bytes(NET_FILES[-1].read_bytes())
    assert bot_named(str(path)).name == str(path)
    assert getattr(bot_named(f"{path}@0.5"), "seconds", None) == 0.5


@pytest.mark.parametrize(("game", "players"), [("bohnanza", 3), ("al-cabohne", 1), ("al-cabohne", 2)])
def test_with_a_time_budget_mendel_searches_its_candidates(game: str, players: int) -> None:
    table = table_after_turns(game, players, 4)
    bots = [bot_named("mendel@0.01"), *[bot_named("merchant") for _ in range(players - 1)]]
    play_until(table, bots, tobean.chance_from(4), table.apply, table.turn + 1)
    assert table.turn >= 6


def test_a_search_drops_hopeless_candidates() -> None:
    """A candidate far behind on every sampled table is not sampled again; one that is ahead or equal is."""
    net = net_for("bohnanza", 4)
    assert net is not None
    net_searcher = NetSearcher(net, 1.0)
    candidates = [Candidate(EndTrading(0), 0.0) for _ in range(4)]
    favourite = [0.1 * (world % 3) for world in range(12)]
    scores = [favourite, [score - 2.0 for score in favourite], [score + 1.0 for score in favourite], favourite]
    assert net_searcher.remaining_rivals([1, 2, 3], candidates, scores) == [2, 3]
    assert net_searcher.remaining_rivals([2], candidates, [[0.0], [0.0], [1.0], [0.0]]) == [], (
        "too few samples: the favourite stands"
    )
