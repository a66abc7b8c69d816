"""`mendel`: nets in whole numbers, what they look at, and what comes of an act or a deal."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

import tobean
from kit import VARIANTS
from tobean.bots import bot_named
from tobean.bots.base import AMONG_BOTS
from tobean.bots.expertise import expertise_of, judge_for
from tobean.bots.match import play_on
from tobean.bots.mendel.approval import SIZE, approval, terms
from tobean.bots.mendel.insight import NETS, after, dealt, net_for
from tobean.bots.mendel.manner import KEEN, Manner, manner_of
from tobean.bots.mendel.mendel import OPEN, Mendel, may_well_have, warmth
from tobean.bots.mendel.net import MOST_INNER, BadNet, Layer, Net, net_of, read_net
from tobean.bots.mendel.seeking import Seeker
from tobean.bots.mendel.sight import sight
from tobean.bots.merchant.bargaining import Bazaar, Stake
from tobean.bots.merchant.candidates import Candidate
from tobean.bots.merchant.merchant import Merchant
from tobean.bots.merchant.proposing import proposals_of
from tobean.bots.merchant.regard import suspicions
from tobean.bots.merchant.temper import USUAL
from tobean.kernel.actions import Accept, EndTrading, MakeOffer
from tobean.kernel.repute import Repute
from tobean.kernel.values import TABLE
from tobean.lab.population import player_named

NETS_THERE = sorted(Path(tobean.__file__).parent.glob("games/*/bots/mendel*.json"))
MOST_BYTES = 4_000_000


def later(game: str, players: int, turns: int, seed: int = 3) -> tobean.Table:
    table = tobean.new_game(game, players=players, seed=seed, talk_limit=8)
    bots = [bot_named("sprout") for _ in range(players)]
    play_on(table, bots, tobean.chance_from(seed), table.apply, turns)
    return table


def looked_at(view: tobean.Observation) -> list[int]:
    return sight(judge_for(view, USUAL))


# --- nets --------------------------------------------------------------------------------------------------


def plain_answer(layers: list[dict[str, list[list[int]]]], values: list[int]) -> list[int]:
    """What a net says, computed one weight at a time."""
    for number, layer in enumerate(layers):
        sums = [
            (constant + sum(value * row[unit] for value, row in zip(values, layer["rows"], strict=True)))  # type: ignore[operator]
            >> layer["shift"]
            for unit, constant in enumerate(layer["constant"])
        ]
        values = sums if number == len(layers) - 1 else [min(max(each, 0), MOST_INNER) for each in sums]
    return values


def test_a_layer_in_one_go_is_the_same_as_one_weight_at_a_time() -> None:
    luck = Random(1)

    def layer(inputs: int, units: int, most: int) -> dict[str, object]:
        rows = [[luck.randint(-most, most) for _ in range(units)] for _ in range(inputs)]
        return {"rows": rows, "constant": [luck.randint(-99999, 99999) for _ in range(units)], "shift": 9}

    layers = [layer(40, 17, 50000), layer(17, 5, 20000), layer(5, 2, 9000)]
    net = net_of(layers, {}, None)
    for _ in range(50):
        features = [luck.choice([0, 0, luck.randint(-511, 511)]) for _ in range(40)]
        assert net.answer(features) == plain_answer(layers, features)  # type: ignore[arg-type]


def test_weights_that_could_flow_over_are_refused() -> None:
    Layer([[2**31 // 511 // 2 - 1]] * 2, [0], 0, 511)
    with pytest.raises(BadNet):
        Layer([[2**31 // 511 // 2 + 1]] * 2, [0], 0, 511)
    with pytest.raises(BadNet):
        Layer([[-(2**31)]], [0], 0, 511)


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"format": "tobean net 99"}', '{"format": "tobean net 1"}'])
def test_what_is_not_a_net_is_told(text: str, tmp_path: Path) -> None:
    with pytest.raises(BadNet):
        read_net(text)
    (tmp_path / "net.json").write_text(text)
    with pytest.raises(BadNet):
        bot_named(str(tmp_path / "net.json"))


def test_a_net_looks_at_as_many_features_as_it_has_learned() -> None:
    with pytest.raises(BadNet):
        Net([Layer([[1]], [0], 0, 511)], 1, {}).answer([1, 2])


def test_what_is_beyond_all_bounds_counts_as_the_bound() -> None:
    net = Net([Layer([[1000], [-1000]], [0], 0, 511)], 2, {})
    assert net.answer([9_999_999, 0]) == net.answer([511, 0]) == [511_000]
    assert net.answer([0, -9_999_999]) == net.answer([0, -511]) == [511_000]


def test_nets_are_small_and_say_how_they_were_made() -> None:
    assert len(NETS_THERE) >= 4
    assert sum(path.stat().st_size for path in NETS_THERE) < MOST_BYTES
    for path in NETS_THERE:
        about = json.loads(path.read_text(encoding="utf-8"))["about"]
        assert about["selfplay"]["game"] == about["game"]
        assert about["selfplay"]["seed"]
        assert about["lesson"]["seed"]
        assert about["hours"] > 0


@pytest.mark.parametrize(("game", "players"), VARIANTS)
def test_nets_fit_to_what_they_look_at(game: str, players: int) -> None:
    net = net_for(game, players)
    if net is None:
        return
    assert net.about["game"] == game
    table = later(game, players, 5)
    view = tobean.observe(table, table.awaited)
    own = expertise_of(game).afterwards(view, table.legal_actions(view.seat), tobean.chance_from(1))
    for features in own if own is not None else [looked_at(view)]:
        assert len(features) == net.inputs
        assert all(-511 <= value <= 511 for value in features)
    assert (net.approval is None) == (own is not None)


# --- what it looks at --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "players"), VARIANTS)
def test_features_rest_on_what_the_seat_sees(game: str, players: int) -> None:
    table = later(game, players, 7)
    seat = table.awaited
    view = tobean.observe(table, seat)
    own = expertise_of(game).afterwards(view, table.legal_actions(seat), tobean.chance_from(1))
    for seed in range(2):
        other = tobean.observe(tobean.determinize(view, tobean.chance_from(seed)), seat)
        assert looked_at(other) == looked_at(view)
        again = expertise_of(game).afterwards(other, table.legal_actions(seat), tobean.chance_from(seed))
        assert again == own


@pytest.mark.parametrize(("game", "players"), VARIANTS)
def test_an_act_is_looked_at_before_chance_speaks(game: str, players: int) -> None:
    """However the draw pile lies, the same act leads to the same view."""
    table = later(game, players, 4)
    seat = table.awaited
    view = tobean.observe(table, seat)
    for action in table.legal_actions(seat)[:6]:
        seen = set()
        for seed in range(2):
            then = after(tobean.determinize(view, tobean.chance_from(seed)), action)
            seen.add(() if then.over else tuple(looked_at(tobean.observe(then, seat))))
        assert len(seen) == 1
    assert tobean.observe(table, seat) == view


def test_a_deal_is_looked_at_as_it_would_turn_out() -> None:
    """The view after a deal that was thought of is the view after it was made."""
    compared = 0
    for seed in range(6):
        table = tobean.new_game("bohnanza", players=4, seed=seed, talk_limit=8)
        play_on(table, [bot_named("sprout") for _ in range(4)], tobean.chance_from(seed), table.apply, 6)
        while not table.may_talk(table.active):
            table.apply(Merchant().choose(*asked(table), tobean.chance_from(seed)))
        view = tobean.observe(table, table.active)
        for proposal in proposals_of(Bazaar(view, judge_for(view, USUAL)))[:6]:
            offer = proposal.offer
            if offer.to == TABLE:
                offer = MakeOffer(offer.seat, (offer.seat + 1) % 4, offer.cards, offer.places, offer.wants)
            then = table.clone()
            then.apply(offer)
            ways = [each for each in then.legal_actions(offer.to) if isinstance(each, Accept)]
            if ways:
                then.apply(ways[0])
                thought = dealt(view, Stake(offer.cards, offer.places), offer.to, offer.wants)
                assert looked_at(thought) == looked_at(tobean.observe(then, view.seat))
                compared += 1
    assert compared > 2


def while_trading(players: int = 4) -> Bazaar:
    """What the active player of a game under way thinks about deals."""
    table = later("bohnanza", players, 6)
    while not table.may_talk(table.active):
        table.apply(Merchant().choose(*asked(table), tobean.chance_from(1)))
    view = tobean.observe(table, table.active)
    return Bazaar(view, judge_for(view, USUAL))


def asked(table: tobean.Table) -> tuple[tobean.Observation, list[tobean.Action]]:
    return tobean.observe(table, table.awaited), table.legal_actions(table.awaited)


def test_offers_are_looked_at_and_judged() -> None:
    bazaar = while_trading()
    net = net_for("bohnanza", 4)
    assert net is not None
    assert net.approval is not None
    for proposal in proposals_of(bazaar):
        found = terms(bazaar, proposal.offer, proposal.own)
        assert len(found) == SIZE
        assert 0.0 < approval(net.approval, found) < 1.0


def test_who_is_kind_minds_the_gain_of_others_less() -> None:
    """The kinder it is, the more a deal is worth that helps the other side, by a part of that gain."""
    bazaar = while_trading()
    keen, kindly = player_named("keen"), Mendel()
    assert isinstance(keen, Mendel)
    kindly.manner = replace(KEEN, generosity=1.0)
    worth = {str(offer): gain for offer, gain in keen.offered(bazaar, None)}
    better = {str(offer): gain for offer, gain in kindly.offered(bazaar, None)}
    gains = {str(proposal.offer): proposal.other for proposal in proposals_of(bazaar)}
    assert any(gain > 0.0 for gain in gains.values())
    for offer, gain in worth.items():
        assert (better[offer] > gain) == (gains[offer] > 0.0), offer


def test_kindness_may_grow_until_no_card_is_left_to_come() -> None:
    manner = Manner(kindness=1.0, late=2.0)
    table = later("bohnanza", 3, 0)
    assert warmth(tobean.observe(table, 0), manner) == 1.0
    ended = later("bohnanza", 3, 1000)
    assert ended.over
    assert warmth(tobean.observe(ended, 0), manner) == 3.0
    assert warmth(tobean.observe(ended, 0), KEEN) == 1.0


def test_people_are_asked_only_for_what_they_may_well_have() -> None:
    view = while_trading().view
    bazaar = Bazaar(view, judge_for(view, OPEN))
    proposals = [proposal.offer for proposal in proposals_of(bazaar)]
    rare = [offer for offer in proposals if bazaar.chance_of(0 if offer.to == TABLE else offer.to, offer.wants) < 0.25]
    assert rare, "no offer asks for anything rare"
    assert not any(may_well_have(bazaar, offer) for offer in rare)
    assert all(may_well_have(bazaar, offer) for offer in proposals if offer not in rare)
    asked_for = [offer for offer, _ in Mendel().offered(bazaar, None)]
    assert asked_for
    assert all(may_well_have(bazaar, offer) for offer in asked_for)
    among_bots = Bazaar(view, bazaar.judge, AMONG_BOTS)
    assert all(may_well_have(among_bots, offer) for offer in rare)


def suspect(bazaar: Bazaar) -> list[int]:
    """Two others, who have done each other forty favours."""
    one, two = bazaar.partners()[:2]
    repute, players = bazaar.view.repute, bazaar.view.players
    favours = list(repute.favours)
    favours[one * players + two] += 20
    favours[two * players + one] += 20
    bazaar.view.repute = Repute(tuple(favours), repute.honoured, repute.refused)
    assert suspicions(bazaar.view)[one] == suspicions(bazaar.view)[two] == 2.0
    return [one, two]


def offers_to(seats: list[int], bazaar: Bazaar, manner: Manner) -> dict[str, float]:
    """What a mendel with this manner thinks of its offers to these seats."""
    mendel = Mendel()
    mendel.manner = manner
    return {str(offer): gain for offer, gain in mendel.offered(bazaar, None) if offer.to in seats}


def test_nobody_is_kind_to_who_plays_for_somebody_else() -> None:
    bazaar = while_trading()
    kindly, heedless = Manner(generosity=1.0), Manner(generosity=1.0, guard=0.0)
    assert offers_to(bazaar.partners(), bazaar, kindly) == offers_to(bazaar.partners(), bazaar, heedless)
    two = suspect(bazaar)
    gains = {str(proposal.offer): proposal.other for proposal in proposals_of(bazaar)}
    fewer = offers_to(two, bazaar, kindly)
    assert any(gains[offer] > 0.0 for offer in fewer)
    for offer, gain in offers_to(two, bazaar, heedless).items():
        assert (fewer[offer] < gain) == (gains[offer] > 0.0), offer


def test_two_of_three_who_play_for_each_other_are_dealt_with_but_without_kindness() -> None:
    """There is nobody else."""
    bazaar = while_trading(3)
    two = suspect(bazaar)
    keen = offers_to(two, bazaar, KEEN)
    assert keen
    assert keen == offers_to(two, bazaar, replace(KEEN, guard=0.0)) == offers_to(two, bazaar, Manner(generosity=1.0))
    assert keen != offers_to(two, bazaar, Manner(generosity=1.0, guard=0.0))


def test_a_net_brings_its_manner_which_who_searches_leaves_aside() -> None:
    net = Net([Layer([[1]], [0], 0, 1)], 1, {"manners": {"4": {"trust": 0.9, "kindness": 1}}})
    assert manner_of(net, 4) == Manner(trust=0.9, kindness=1.0)
    assert manner_of(net, 3) == KEEN
    mendel = Mendel(net)
    assert mendel.manner_with(net, 4) == manner_of(net, 4)
    mendel.seconds = 1.0
    assert mendel.manner_with(net, 4) == KEEN
    mendel.manner = Manner(accepts=0.5)
    assert mendel.manner_with(net, 4).accepts == 0.5


@pytest.mark.parametrize("damaged", [{"haste": 1.0}, {"trust": "much"}, {"trust": None}, ["trust"], 7])
def test_a_manner_that_is_none_is_told(damaged: object) -> None:
    with pytest.raises(BadNet):
        manner_of(Net([Layer([[1]], [0], 0, 1)], 1, {"manners": {"4": damaged}}), 4)


# --- how it plays ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "players"), [each for each in VARIANTS if each[1] <= 3])
def test_the_same_seed_gives_the_same_game(game: str, players: int) -> None:
    def begun() -> str:
        found = tobean.Game(game, players, 4, talk_limit=3)
        bots = [bot_named("mendel") for _ in range(players)]
        play_on(found.table, bots, tobean.chance_from(4), found.play, 2)
        return str(found.record)

    assert begun() == begun()


def test_without_a_net_it_plays_as_the_merchant(monkeypatch: pytest.MonkeyPatch) -> None:
    for players in (3, 4):
        monkeypatch.setitem(NETS, f"bohnanza {players}", None)
    for players in (3, 4):
        table = later("bohnanza", players, 3)
        for _ in range(25):
            view, actions = asked(table)
            chosen = Mendel().choose(view, actions, tobean.chance_from(7))
            assert chosen == Merchant().choose(view, actions, tobean.chance_from(7))
            table.apply(chosen)


def test_without_a_net_and_with_a_time_budget_it_plays_as_the_sage(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(NETS, "al-cabohne 1", None)
    table = later("al-cabohne", 1, 3)
    mendel, sage = bot_named("mendel@0.05"), bot_named("sage@0.05")
    for bot in (mendel, sage):
        bot.patient = True  # type: ignore[attr-defined]
    for _ in range(6):
        view, actions = asked(table)
        chosen = mendel.choose(view, actions, tobean.chance_from(7))
        assert chosen == sage.choose(view, actions, tobean.chance_from(7))
        table.apply(chosen)


def test_a_net_is_a_bot(tmp_path: Path) -> None:
    path = tmp_path / "net.json"
    path.write_bytes(NETS_THERE[-1].read_bytes())
    assert bot_named(str(path)).name == str(path)
    assert getattr(bot_named(f"{path}@0.5"), "seconds", None) == 0.5


@pytest.mark.parametrize(("game", "players"), [("bohnanza", 3), ("al-cabohne", 1), ("al-cabohne", 2)])
def test_with_a_time_budget_it_tries_its_ideas(game: str, players: int) -> None:
    table = later(game, players, 4)
    bots = [bot_named("mendel@0.01"), *[bot_named("merchant") for _ in range(players - 1)]]
    play_on(table, bots, tobean.chance_from(4), table.apply, table.turn + 1)
    assert table.turn >= 6


def test_a_search_gives_up_what_has_no_hope() -> None:
    """A rival that is far behind in every world is not looked at again; one that is ahead, or as good, is."""
    net = net_for("bohnanza", 4)
    assert net is not None
    seeker = Seeker(net, 1.0)
    candidates = [Candidate(EndTrading(0), 0.0) for _ in range(4)]
    favourite = [0.1 * (world % 3) for world in range(12)]
    scores = [favourite, [score - 2.0 for score in favourite], [score + 1.0 for score in favourite], favourite]
    assert seeker.hopeful([1, 2, 3], candidates, scores) == [2, 3]
    assert seeker.hopeful([2], candidates, [[0.0], [0.0], [1.0], [0.0]]) == [], "too few worlds: the favourite stands"
