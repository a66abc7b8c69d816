"""Bohnedikt beyond its scenarios (D2, D8, D13, D16, I1, I2)."""

import json
from collections import Counter
from itertools import combinations, product

import pytest

import tobean
from tests.support.engine.bohnedikt_actions import ALL_SACRIFICES, sacrifice_census
from tests.support.engine.tables import random_walk, seed_range
from tobean.bots.game_loop import play_to_end
from tobean.games.bohnanza.cards import BLUE
from tobean.games.bohnedikt.absence_facts import AbsenceFact, after_card_left, count_absence_violations, facts_with
from tobean.games.bohnedikt.cards import SACRIFICE_PAIRS, SACRIFICES, is_edict
from tobean.games.bohnedikt.component import bohnedikt_component
from tobean.games.bohnedikt.edicts.demanded_swap import DEMANDED_SWAP
from tobean.games.bohnedikt.edicts.edict import IN_TRADING
from tobean.games.bohnedikt.edicts.registry import EDICTS
from tobean.games.bohnedikt.edicts.use import DemandSwap, usable_edicts
from tobean.games.bohnedikt.sacrifices import Sacrifice
from tobean.games.bohnedikt.tribute_inference import TributeMatching, min_held_from_last_pile
from tobean.kernel.cards import HIDDEN
from tobean.kernel.chance import chance_from
from tobean.kernel.errors import BadCards
from tobean.kernel.table import Table
from tobean.kernel.trade.offers import HandFact
from tobean.record.position_defaults import partial_table
from tobean.record.scenarios.invariants import bean_counts
from tobean.research.opponents.population import lab_bot
from tobean.session.wire.deal_preview import planted


def table_of(**given: str) -> Table:
    """A partly described table; spaces in keys are written as underscores."""
    said = {"game": "bohnedikt", "players": "4"} | {key.replace("_", " "): value for key, value in given.items()}
    return partial_table(said, chance_from("table"))[0]


def test_an_edict_fits_into_any_monastery_garden() -> None:
    table = table_of(field_A_1="2 Red", field_A_2="2 Green")
    rows, opening, no_room = planted(table, 0, (DEMANDED_SWAP.kind, BLUE))
    assert [len(row) for row in rows] == [3, 2]
    assert (opening, no_room) == ([], [BLUE])
    assert len(table.fields[0][0]) == 2  # the table itself is unchanged


def test_numbers_of_cards_match_the_rules() -> None:
    assert len(ALL_SACRIFICES) == 38
    assert len(set(ALL_SACRIFICES)) == 28
    assert all(SACRIFICE_PAIRS[card][0] != SACRIFICE_PAIRS[card][1] for card in ALL_SACRIFICES)
    assert all("reconstructed" in extra.provenance for extra in SACRIFICES)
    assert len(EDICTS) == 16
    assert ["reconstructed" in edict.provenance for edict in EDICTS].count(False) == 1
    assert sum(bean.count for bean in tobean.GAMES["bohnedikt"].beans) == 120


@pytest.mark.parametrize(("players", "sizes"), [(3, [4, 5, 6]), (4, [3, 4, 5, 6]), (5, [2, 3, 4, 5, 6])])
def test_the_deal(players: int, sizes: list[int]) -> None:
    """D2: six to the right of the starting player, one fewer to each next one counter-clockwise."""
    deck = [bean.kind for bean in tobean.GAMES["bohnedikt"].beans for _ in range(bean.count)]
    table = tobean.new_game("bohnedikt", players, deck=deck, start=1)
    assert [len(table.hands[(1 + step) % players]) - 1 for step in range(players)] == sizes
    assert table.hands[0][:6] == deck[:6]
    assert all(hand[-1] in SACRIFICE_PAIRS for hand in table.hands)


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("seed", seed_range(4))
def test_sacrifice_cards_are_conserved(players: int, seed: int) -> None:
    """Everyone holds exactly one (D7), and none is lost when the pile is reshuffled (D13)."""
    for table in random_walk("bohnedikt", players, seed):
        assert sacrifice_census(table) == ALL_SACRIFICES
        assert [sum(card in SACRIFICE_PAIRS for card in hand) for hand in table.hands] == [1] * players
        for seat in range(players):
            assert bohnedikt_component(table).sacrifice_cards[seat] in table.hands[seat]


def test_edicts_are_only_in_gardens() -> None:
    """D3; therefore God's acre never has an edict."""
    for table in random_walk("bohnedikt", 3, 5):
        assert not any(is_edict(card) for rows in table.fields for row in rows[1:] for card in row)


def test_a_card_that_shows_the_same_kind_twice_needs_two() -> None:
    """D8, for card sets that have such a card."""
    ours = {"game": "bohnedikt", "extras": {"Blue/Blue": {"count": 4}}}
    table = table_of(cards=json.dumps(ours), hand_A="Blue, Blue/Blue", turned="Blue, Red")
    assert not [action for action in table.legal_actions(1) if isinstance(action, Sacrifice)]
    ways = [action for action in table.legal_actions(0) if isinstance(action, Sacrifice)]
    assert sorted(repr(way) for way in ways) == ["A sacrifice Blue@1, turned Blue", "A sacrifice turned Blue, Blue@1"]
    with pytest.raises(tobean.Illegal, match="D8"):
        table.check(tobean.parse_action("A sacrifice turned Blue, turned Blue"))
    table.apply(ways[0])
    assert table.fields[0][1] == (BLUE, BLUE)
    two = table_of(cards=json.dumps(ours), hand_A="Red, Blue/Blue", turned="2 Blue")
    assert [repr(action) for action in two.legal_actions(0) if isinstance(action, Sacrifice)] == [
        "A sacrifice turned Blue, turned Blue"
    ]


def test_other_card_sets_are_playable() -> None:
    """An edict that is in the set twice is used twice; there must be enough sacrifice cards."""
    twice = {"game": "bohnedikt", "edicts": {"F4": {"count": 2}}}
    table = table_of(cards=json.dumps(twice), hand_A="Red, Soy", turned="2 F4")
    table.apply(tobean.parse_action("A invoke F4: Red@1"))
    table.apply(tobean.parse_action("A invoke F4: Soy@1"))
    with pytest.raises(tobean.Illegal, match="used already"):
        table.check(tobean.parse_action("A invoke F4: turned F4"))
    without = {tobean.name_of(extra.kind): {"count": 0} for extra in SACRIFICES}
    with pytest.raises(BadCards, match="more sacrifice cards than players"):
        tobean.new_game("bohnedikt", cards={"game": "bohnedikt", "extras": without})
    few = {"game": "bohnedikt", "extras": without | {"Blue/Chili": {"count": 6}}}
    table = tobean.new_game("bohnedikt", 5, seed=1, cards=few, talk_limit=2)
    chance = chance_from(1)
    while not table.over:
        table.apply(table.sample_action(table.awaited, chance))
        assert len(sacrifice_census(table)) == 6


@pytest.mark.parametrize(
    ("turned", "sacrifice"),
    [("F4, F8", "Soy/Red"), ("F5, U5", "Green/Red"), ("F8, Blue", "Blue/Blue"), ("2 F4", "Soy/Red")],
)
def test_under_edicts_listed_actions_are_sampled_evenly(turned: str, sacrifice: str) -> None:
    """F4, F5 and F8 in all variants, answers, harvests, sacrifices."""
    ours = {"game": "bohnedikt", "edicts": {"F4": {"count": 2}}, "extras": {"Blue/Blue": {"count": 4}}}
    said = {"hand_A": f"Soy, Blue, Red, {sacrifice}", "field_A_1": "2 Red", "field_A_2": "2 Chili"}
    table = table_of(cards=json.dumps(ours), turned=turned, **said)
    table.apply(tobean.parse_action("B offer A: nothing for Soy"))
    chance = chance_from(turned)
    found = Counter({repr(action): 0 for action in table.legal_actions(0)})
    for _ in range(60 * len(found)):
        action = table.decision.sample(table, 0, chance)
        if not isinstance(action, (tobean.MakeOffer, tobean.Call)):
            assert repr(action) in found
            found[repr(action)] += 1
    assert 25 < min(found.values()) <= max(found.values()) < 100


# --- knowledge ----------------------------------------------------------------------------------------------


def test_uses_are_counted_and_picked_as_they_are_listed() -> None:
    compared = 0
    for seed in seed_range(3):
        for table in random_walk("bohnedikt", 4, seed):
            for edict in usable_edicts(table, IN_TRADING) if not table.over and table.decision.is_trading else ():
                uses = edict.list_uses(table)
                assert edict.count_uses(table) == len(uses)
                assert [edict.use_at(table, index) for index in range(len(uses))] == uses
                compared += len(uses)
    assert compared


@pytest.mark.parametrize("players", [3, 4, 5])
def test_hidden_thalers_are_guessed_from_the_piles_before_the_tribute(players: int) -> None:
    """D16: for every viewer, the guesses fit the piles before the tribute, and vary."""
    table = tobean.new_game("bohnedikt", players, seed=1, talk_limit=3)
    chance = chance_from(players)
    guesses: set[tuple[int, ...]] = set()

    def play(action: tobean.Action) -> None:
        table.apply(action)
        component = bohnedikt_component(table)
        if table.over or not any(component.concealed):
            return
        seat = chance.randbelow(players)
        view = tobean.observe(table, seat)
        sampled_table = tobean.determinize(view, chance)
        assert tobean.observe(sampled_table, seat) == view
        assert bean_counts(sampled_table) == bean_counts(table)
        for owner in range(players):
            concealed = component.concealed[owner]
            assert not Counter(sampled_table.thalers[owner][:concealed]) - Counter(component.thalers_before[owner])
            assert sampled_table.thalers[owner][concealed:] == table.thalers[owner][concealed:]
            guesses.add(sampled_table.thalers[owner][:concealed])

    play_to_end(table, [lab_bot("sprout-1") for _ in range(players)], chance, play)
    assert len(guesses) > 10


def test_proven_cards_that_no_older_pile_can_have_brought_are_from_the_last_pile() -> None:
    """D16: no thaler pile can have kept them. A holds two cards of the last pile, B two of the first."""
    hands, origins, urns = [[HIDDEN] * 2] * 2, [[1, 1], [0, 0]], [[2], [3]]
    for seat, certain in ((0, 2), (1, 0)):
        fact = HandFact(seat, 0, 2, 2)
        assert min_held_from_last_pile(hands, origins, [fact], urns) == {0: certain}
    assert min_held_from_last_pile(hands, origins, [HandFact(0, 0, 1, 2), HandFact(1, 0, 2, 2)], urns) == {0: 1}


def test_fitting_finds_the_only_way() -> None:
    """Two piles need the same card: one of them has to keep another."""
    for seed in range(20):
        chosen = TributeMatching(((0, 1), (0,)), [1, 1], chance_from(seed)).choose((1, 1))
        assert chosen == [[1], [0]]


def test_fitting_favours_no_choice() -> None:
    """Each pile keeps each possible card about as often as over all choices, even if the urn is small."""
    before = ((0, 0, 0, 1, 1, 2), (0, 1, 1, 2, 2, 3), (0, 3, 3, 3, 2, 1))
    concealed, urn = (3, 3, 4), [3, 3, 3, 2]
    expected: Counter[tuple[int, int]] = Counter()
    choices = 0
    for chosen in product(*[combinations(pile, count) for pile, count in zip(before, concealed, strict=True)]):
        together = Counter(kind for cards in chosen for kind in cards)
        if all(together[kind] <= urn[kind] for kind in range(4)):
            choices += 1
            expected.update((seat, kind) for seat, cards in enumerate(chosen) for kind in cards)
    found: Counter[tuple[int, int]] = Counter()
    chance = chance_from(1)
    for _ in range(2000):
        kept = TributeMatching(before, urn, chance).choose(concealed)
        found.update((seat, kind) for seat, cards in enumerate(kept) for kind in cards)
    assert all(abs(found[each] / 2000 - expected[each] / choices) < 0.1 for each in {*found, *expected})


def test_a_declined_demand_excludes_the_kind() -> None:
    """F8 without success: no sampled table gives that player such a card (I2)."""
    table = table_of(hand_A="Red", hand_C="4 Blue, Chili/Stink", turned="F8, Blue")
    soy = tobean.kind_named("Soy")
    table.apply(DemandSwap(0, DEMANDED_SWAP.kind, 2, tobean.kind_named("Red"), 0, soy))
    table.apply(tobean.Decline(2, 1))
    for seed in range(30):
        sampled_table = tobean.determinize(tobean.observe(table, 1), seed)
        assert soy not in sampled_table.hands[2]
        assert tobean.observe(sampled_table, 1) == tobean.observe(table, 1)
    assert len({tuple(tobean.determinize(tobean.observe(table, 1), seed).hands[2]) for seed in range(9)}) > 1


def test_knowledge_of_missing_kinds_is_refined_or_expires() -> None:
    """D11: one of two kinds is missing; when one of them leaves the hand, it is the other."""
    both = (AbsenceFact(0, (1, 2), 4),)
    (left,) = after_card_left(both, 0, 1, 1)
    assert (left.kinds, left.reach) == ((2,), 3)
    (left,) = after_card_left(both, 0, 3, 5)
    assert (left.kinds, left.reach) == ((1, 2), 3)
    assert after_card_left(both, 0, 4, 1) == both
    assert after_card_left(both, 1, 0, 1) == both
    assert after_card_left((AbsenceFact(0, (1, 2), 2),), 0, 0, 5) == ()
    assert facts_with(both, AbsenceFact(0, (1, 2), 3)) == both
    assert len(facts_with(both, AbsenceFact(0, (1,), 4))) == 1
    assert count_absence_violations(both, [[1, 2, 1, 3, 2]]) == 1
    assert count_absence_violations(both, [[1, 3, 1, 3, 2]]) == 0


def test_old_sacrifice_piles_are_remembered() -> None:
    """After D13 the unseen cards of the old pile are exactly those in the other hands (I2)."""
    said = {"hand_C": "Soy, Blue, Blue/Soy", "sacrifices_0": "Stink/Red", "sacrificed": "Blue/Chili, Red/Garden"}
    table = table_of(hand_A="Red, Green/Red", hand_B="Red, Green/Soy", hand_D="Red, Blue/Green", **said)
    table.apply(tobean.parse_action("C sacrifice Blue@2, Soy@1"))
    held = Counter(bohnedikt_component(table).sacrifice_cards[seat] for seat in (1, 2, 3))
    for seed in range(20):
        sampled_table = tobean.determinize(tobean.observe(table, 0), seed)
        assert Counter(bohnedikt_component(sampled_table).sacrifice_cards[seat] for seat in (1, 2, 3)) == held
        assert sacrifice_census(sampled_table) == sacrifice_census(table)
    assert (
        len(
            {
                bohnedikt_component(tobean.determinize(tobean.observe(table, 0), seed)).sacrifice_cards
                for seed in range(20)
            }
        )
        > 1
    )


# --- texts --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "value", "reason"),
    [
        ("sacrifice B", "Blue/Soy", "sacrifice B: write the card and the number of its pile"),
        ("sacrifice B", "Blue/Soy of 0", "everyone holds exactly one sacrifice card \\(D7\\)"),
        ("sacrifices 0", "Red", "Red is not a sacrifice card"),
        ("sacrificed", "Red", "Red is not a sacrifice card"),
        ("edicts", "Red", "edicts: Red is not an edict"),
        ("sacrifice pile", "7", "not the number of its cards"),
        ("veiled A", "9", "too many veiled thalers"),
        ("veiled A", "none", "veiled A: 'none' is not a number"),
        ("lacks 1", "nothing", "'nothing' is not a missing card"),
    ],
)
def test_impossible_tables_are_refused(key: str, value: str, reason: str) -> None:
    lines = tobean.table_text(tobean.new_game("bohnedikt", 4, seed=3)).splitlines()
    changed = [f"{key}: {value}" if line.startswith(f"{key}: ") else line for line in lines]
    if changed == lines:
        changed.append(f"{key}: {value}")
    with pytest.raises(tobean.BadTable, match=reason):
        tobean.parse_table("\n".join(changed))


def test_a_missing_entry_is_named() -> None:
    lines = tobean.table_text(tobean.new_game("bohnedikt", 4, seed=3)).splitlines()
    for key in ("edicts", "sacrifices 0", "sacrificed", "hoard C", "tribute"):
        with pytest.raises(tobean.BadTable, match=f"'{key}' is missing"):
            tobean.parse_table("\n".join(line for line in lines if not line.startswith(f"{key}:")))
