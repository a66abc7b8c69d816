"""`determinize` samples all tables consistent with an observation, each with the correct probability.

On small decks all of them are enumerated. The sampled frequencies are compared by chi-square; the seeds are fixed, so a
test fails always or never.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from itertools import combinations, permutations, product

import pytest

import tobean
from tests.support.engine.tables import VARIANTS
from tests.support.paths import POSITIONS
from tobean.games.bohnedikt.absence_facts import AbsenceFact, count_absence_violations
from tobean.games.bohnedikt.component import bohnedikt_component
from tobean.games.magic.component import deal_spells, magic_of
from tobean.games.magic.spell_card import SpellCard
from tobean.games.magic.spells.registry import UNKNOWN, bits_of
from tobean.kernel.state.hands import NO_PILE, is_known_to, marked_seen_by_all, pile_of
from tobean.kernel.table import Table
from tobean.kernel.trade.offers import HandFact
from tobean.record.scenarios.invariants import bean_counts

Hands = tuple[tuple[int, ...], ...]

BLUE, CHILI, RED, SOY = (tobean.kind_named(name) for name in ("Blue", "Chili", "Red", "Soy"))


def small_table(game: str, hands: dict[int, str], piles: dict[int, str], draw: str) -> Table:
    """A table of three with these hands of B and C, the draw pile of each card, and the rest of the last pile.

    Cards on fields and thalers are removed, because they are known to every seat.
    """
    table = tobean.new_game(game, 3, seed=1)
    extras = table.rules.hand_extras
    for seat, names in hands.items():
        own = [(card, NO_PILE) for card in table.hands[seat] if card in extras]
        cards = [(card, int(pile)) for card, pile in zip(tobean.parse_cards(names), piles[seat], strict=True)]
        table.hands[seat] = [card for card, _ in cards + own]
        table.origins[seat] = [origin for _, origin in cards + own]
    table.pile = max(pile_of(origin) for seat in hands for origin in table.origins[seat] if pile_of(origin) != NO_PILE)
    table.bag = [0] * len(table.bag)
    for card in tobean.parse_cards(draw):
        table.bag[card] += 1
    table.bag_size = sum(table.bag)
    return table


def hidden_hands(table: Table) -> Iterator[tuple[Hands, int]]:
    """All hands of the others that A considers possible, with the number of deals that lead to each."""
    places: list[tuple[int, int, int]] = []
    urns = [table.bag.copy() if pile == table.pile else [0] * len(table.bag) for pile in range(table.pile + 1)]
    for owner in (1, 2):
        for position, origin in enumerate(table.origins[owner]):
            if pile_of(origin) != NO_PILE and not is_known_to(origin, 0):
                places.append((owner, position, pile_of(origin)))
                urns[pile_of(origin)][table.hands[owner][position]] += 1
    hands = [list(hand) for hand in table.hands]

    def fill(index: int, deals: int) -> Iterator[tuple[Hands, int]]:
        if index == len(places):
            yield tuple(tuple(card for card in hand if card < len(table.bag)) for hand in hands), deals
            return
        owner, position, pile = places[index]
        for card in range(len(table.bag)):
            count = urns[pile][card]
            if count:
                urns[pile][card] -= 1
                hands[owner][position] = card
                yield from fill(index + 1, deals * count)
                urns[pile][card] += 1

    yield from fill(0, 1)


def facts_hold(facts: tuple[HandFact, ...], hands: Hands) -> bool:
    return all(hands[fact.seat][: fact.reach].count(fact.card) >= fact.count for fact in facts)


def assert_same_distribution(expected: Counter[Hashable], draw: Callable[[int], Hashable], tries: int) -> None:
    """Chi-square of the samples against these probabilities; cells with a small expectation are merged."""
    total = sum(expected.values())
    found = Counter(draw(seed) for seed in range(tries))
    assert set(found) <= set(expected), "an impossible table was sampled"
    distance = rest_expected = rest_found = 0.0
    cells = 0
    for cell, weight in expected.items():
        mean = weight / total * tries
        if mean < 5:
            rest_expected += mean
            rest_found += found[cell]
        else:
            distance += (found[cell] - mean) ** 2 / mean
            cells += 1
    if rest_expected >= 1:
        distance += (rest_found - rest_expected) ** 2 / rest_expected
        cells += 1
    assert distance < cells + 4 * (2 * cells) ** 0.5 + 4, f"{distance:.1f} over {cells} cells"


def assert_hands_sampled_correctly(table: Table, allowed: Callable[[Hands], bool], tries: int = 1200) -> None:
    expected: Counter[Hashable] = Counter()
    for hands, deals in hidden_hands(table):
        if allowed(hands):
            expected[hands] += deals
    assert len(expected) > 5
    view = tobean.observe(table, 0)

    def draw(seed: int) -> Hashable:
        twin = tobean.determinize(view, seed)
        assert seed % 50 or tobean.observe(twin, 0) == view
        return tuple(tuple(card for card in hand if card < len(table.bag)) for hand in twin.hands)

    assert_same_distribution(expected, draw, tries)


def test_hands_without_constraints() -> None:
    table = small_table("bohnanza", {1: "Red, Blue, Blue", 2: "Soy, Blue"}, {1: "000", 2: "00"}, "2 Blue, Red, Soy")
    assert_hands_sampled_correctly(table, lambda hands: True)


def test_a_card_that_was_seen_stays_where_it_is() -> None:
    table = small_table("bohnanza", {1: "Red, Blue, Blue", 2: "Soy, Blue"}, {1: "000", 2: "00"}, "2 Blue, Red, Soy")
    table.origins[1][1] = marked_seen_by_all(0)
    assert_hands_sampled_correctly(table, lambda hands: hands[1][1] == BLUE)


@pytest.mark.parametrize(
    "facts",
    [
        (HandFact(1, RED, 1, 3),),
        (HandFact(1, BLUE, 1, 2),),
        (HandFact(1, RED, 2, 4),),
        (HandFact(1, RED, 1, 2), HandFact(1, RED, 2, 4)),
        (HandFact(1, RED, 1, 4), HandFact(2, SOY, 1, 3)),
        (HandFact(1, RED, 1, 3), HandFact(1, SOY, 1, 4), HandFact(2, RED, 1, 2), HandFact(2, BLUE, 1, 3)),
    ],
)
def test_hands_with_constraints(facts: tuple[HandFact, ...]) -> None:
    """One card and several, rare ones and others, nested constraints, hands that compete for a card."""
    table = small_table(
        "bohnanza",
        {1: "Red, Blue, Soy, Red", 2: "Blue, Red, Soy"},
        {1: "0000", 2: "000"},
        "3 Blue, Soy, 3 Chili",
    )
    assert facts_hold(facts, tuple(map(tuple, table.hands)))
    table.shown = facts
    assert_hands_sampled_correctly(table, lambda hands: facts_hold(facts, hands))


@pytest.mark.parametrize(
    "facts",
    [
        (HandFact(1, RED, 1, 3),),
        (HandFact(1, RED, 2, 5),),
        (HandFact(1, RED, 1, 2), HandFact(2, SOY, 1, 3), HandFact(1, SOY, 1, 5)),
    ],
)
def test_cards_of_two_draw_piles(facts: tuple[HandFact, ...]) -> None:
    """All cards of the older pile are in hands (I2), so a constraint on one hand says much about the others."""
    table = small_table(
        "bohnanza",
        {1: "Red, Blue, Soy, Blue, Red", 2: "Blue, Red, Soy"},
        {1: "00011", 2: "001"},
        "2 Blue, Soy, 2 Red",
    )
    table.shown = facts
    assert facts_hold(facts, tuple(map(tuple, table.hands)))
    assert_hands_sampled_correctly(table, lambda hands: facts_hold(facts, hands))


@pytest.mark.parametrize(
    ("absence_facts", "facts"),
    [
        ((AbsenceFact(1, (CHILI,), 3),), ()),
        ((AbsenceFact(1, (CHILI,), 2), AbsenceFact(2, (BLUE,), 2)), ()),
        ((AbsenceFact(1, (RED, CHILI), 4),), ()),
        ((AbsenceFact(1, (CHILI,), 3), AbsenceFact(1, (SOY,), 2)), (HandFact(1, RED, 1, 4), HandFact(2, CHILI, 1, 3))),
        ((AbsenceFact(2, (SOY,), 2), AbsenceFact(1, (BLUE, CHILI), 4)), (HandFact(2, SOY, 1, 3),)),
    ],
)
def test_hands_with_missing_kinds(absence_facts: tuple[AbsenceFact, ...], facts: tuple[HandFact, ...]) -> None:
    """Requested without success (F8), or one of two (D11), beside proven cards (D5, I2)."""
    table = small_table(
        "bohnedikt",
        {1: "Red, Blue, Blue, Red", 2: "Chili, Red, Soy"},
        {1: "0001", 2: "001"},
        "2 Blue, Soy, Red, 2 Chili",
    )
    bohnedikt_component(table).absence_facts, table.shown = absence_facts, facts
    hands = [list(hand) for hand in table.hands]
    assert count_absence_violations(absence_facts, hands) == 0
    assert facts_hold(facts, tuple(map(tuple, hands)))
    assert_hands_sampled_correctly(
        table,
        lambda found: (
            facts_hold(facts, found) and count_absence_violations(absence_facts, [list(hand) for hand in found]) == 0
        ),
    )


@pytest.mark.parametrize("facts", [(), (HandFact(1, RED, 1, 2),), (HandFact(1, RED, 1, 2), HandFact(2, SOY, 1, 1))])
def test_hidden_thalers_since_the_tribute(facts: tuple[HandFact, ...]) -> None:
    """Each pile keeps any part of it that is still possible, and the rest of the urn is dealt (D16); a card proven to
    be in a hand is no thaler.
    """
    table = small_table("bohnedikt", {1: "Red, Blue", 2: "Soy"}, {1: "22", 2: "2"}, "Red, Chili")
    component = bohnedikt_component(table)
    component.thalers_before = ((RED, RED, SOY), (BLUE, RED), ())
    component.concealed = (2, 1, 0)
    table.thalers = [(RED, SOY), (BLUE,), ()]
    table.shown = facts
    urn = Counter([RED, BLUE, SOY, RED, CHILI, RED, SOY, BLUE])
    expected: Counter[Hashable] = Counter()
    for first, second in product(combinations(component.thalers_before[0], 2), component.thalers_before[1]):
        left = urn - Counter([*first, second])
        if left.total() == urn.total() - 3:
            for hidden in permutations(left.elements(), 3):
                if facts_hold(facts, ((), hidden[:2], hidden[2:])):
                    expected[tuple(sorted(first)), second, hidden] += 1
    view = tobean.observe(table, 0)

    def draw(seed: int) -> Hashable:
        twin = tobean.determinize(view, seed)
        return twin.thalers[0], twin.thalers[1][0], (*twin.hands[1][:2], twin.hands[2][0])

    assert_same_distribution(expected, draw, 1500)


def test_hidden_spells_with_excluded_cards() -> None:
    """All assignments of the unseen spells that agree with public knowledge are equally likely (R2, R27, I2)."""
    table = tobean.new_game("rabohnzel", 3, seed=2)
    magic = magic_of(table)
    one, two, three, four, five, *rest = magic.edition.spells
    bars = [(four, five), (one,), (one, two, *rest)]
    magic.spells = [
        (SpellCard(rest[0], False, 1, False),),
        (SpellCard(one, False, 2, False, bits_of(bars[0])), SpellCard(two, False, 2, False, bits_of(bars[1]))),
        (SpellCard(three, False, 4, False, bits_of(bars[2])),),
    ]
    magic.pile = (four, five, *rest[1:])
    view = tobean.observe(table, 0)
    unseen = [spell for spell in magic.edition.spells if spell != rest[0]]
    expected: Counter[Hashable] = Counter(
        dealt
        for dealt in permutations(unseen, 3)
        if not any(spell in bar for spell, bar in zip(dealt, bars, strict=True))
    )

    def draw(seed: int) -> Hashable:
        found = magic_of(tobean.determinize(view, seed))
        assert {card.spell for cards in found.spells for card in cards} | set(found.pile) == set(magic.edition.spells)
        return tuple(card.spell for cards in found.spells[1:] for card in cards)

    assert_same_distribution(expected, draw, 1500)


def test_spells_are_dealt_evenly_where_the_choices_of_two_cards_overlap() -> None:
    """One card is the first or second spell, the other the second or third: three ways, equally likely."""
    one, two, three = (extra.kind for extra in tobean.GAMES["rabohnzel"].extras[:3])
    cards = [SpellCard(UNKNOWN, False, 2, False, bits_of((barred,))) for barred in (three, one)]
    expected: Counter[Hashable] = Counter([(one, two), (one, three), (two, three)])
    assert_same_distribution(
        expected, lambda seed: tuple(deal_spells(cards, [one, two, three], tobean.chance_from(seed))), 600
    )


@pytest.mark.parametrize(("game", "players"), VARIANTS)
def test_players_who_have_shown_all_their_cards(game: str, players: int) -> None:
    """More constraints than arise in practice: sampling is quick, and all of them hold."""
    table = tobean.new_game(game, players, seed=3, talk_limit=3)
    chance = tobean.chance_from(3)
    while not table.over and table.ply < 120:
        table.apply(table.sample_action(table.awaited, chance))
    facts: list[HandFact] = []
    for seat in range(players):
        hand = table.hands[seat]
        facts += [
            HandFact(seat, card, hand.count(card), len(hand)) for card in sorted(set(hand)) if card in table.kinds
        ]
    table.shown = tuple(facts)
    view = tobean.observe(table, 0)
    for seed in range(10):
        twin = tobean.determinize(view, seed)
        assert tobean.observe(twin, 0) == view
        assert bean_counts(twin) == bean_counts(table)
        assert facts_hold(table.shown, tuple(map(tuple, twin.hands)))


@pytest.mark.parametrize("name", ["after_the_tribute", "long_after_the_tribute", "after_the_tribute_of_two_piles"])
def test_tables_are_sampled_with_open_hands_and_hidden_thalers(name: str) -> None:
    """After the tribute (D16) nearly all thalers are hidden, and random ones from the urn are often cards proven to be
    in a hand.
    """
    table = tobean.parse_table((POSITIONS / f"{name}.table").read_text(encoding="utf-8"))
    for seat in range(table.players):
        view = tobean.observe(table, seat)
        assert tobean.observe(tobean.determinize(view, 3), seat) == view


def test_tables_are_sampled_after_failed_repairs() -> None:
    """With this seed the constraints of seat B make dealing fail a hundred times, and then swapping, too."""
    table = tobean.parse_table((POSITIONS / "much_proven_after_the_tribute.table").read_text(encoding="utf-8"))
    view = tobean.observe(table, 1)
    assert tobean.observe(tobean.determinize(view, 649), 1) == view


def test_an_observation_that_contradicts_itself_is_refused() -> None:
    table = tobean.new_game("bohnanza", 3, seed=3)
    view = tobean.observe(table, 0)
    view.shown = (HandFact(1, RED, 6, 5),)
    with pytest.raises(tobean.BadTable, match="no table fits"):
        tobean.determinize(view, 1)
