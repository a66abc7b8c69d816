"""Non-interference: two tables that differ only in what is secret to a seat look the same to that seat (I1-I3)."""

import pytest

import tobean
from tests.support.engine.noninterference import compare_events
from tests.support.engine.tables import VARIANTS, new_test_table, random_walk, seed_range
from tobean.games.magic.component import magic_of
from tobean.games.magic.spells.registry import SPELL_VALUES
from tobean.kernel.base.seats import SPECTATOR
from tobean.kernel.chance import chance_from
from tobean.kernel.observation.observation import observe_incrementally, observe_sharing
from tobean.kernel.state.hands import NO_PILE, is_known_to, pile_of
from tobean.record.position_defaults import partial_table

every_variant = pytest.mark.parametrize(("game", "players"), VARIANTS)


@every_variant
@pytest.mark.parametrize("seed", seed_range(2))
def test_secrets_do_not_interfere(game: str, players: int, seed: int) -> None:
    chance = chance_from(f"secrets {seed}")
    compared = differing = 0
    for table in random_walk(game, players, seed):
        if table.over:
            break
        if chance.randbelow(3):
            continue
        seat = chance.randbelow(players)
        sampled_table = tobean.determinize(tobean.observe(table, seat), chance)
        differing += sampled_table.hands != table.hands
        compared += compare_events(table, seat, sampled_table, chance)
    assert compared > 100
    assert differing > 10 or players == 1  # the other seats have no hand


@every_variant
def test_an_observation_names_no_hidden_card(game: str, players: int) -> None:
    for table in random_walk(game, players, 4):
        for seat in range(players):
            view = tobean.observe(table, seat)
            for other in range(players):
                hand = view.hands[other]
                if other == seat:
                    assert hand == table.hands[other]
                    continue
                for position, card in enumerate(hand):
                    seen = is_known_to(table.origins[other][position], seat)
                    back = table.rules.back or (lambda _: tobean.HIDDEN)
                    assert card == (table.hands[other][position] if seen else back(table.hands[other][position]))
            for offer in view.offers:
                if offer.seat != seat:
                    assert all(place < 0 for place in offer.places)
                    assert list(zip(offer.places, offer.cards, strict=True)) == sorted(
                        zip(offer.places, offer.cards, strict=True)
                    )
            hidden = table.draw_size + sum(
                pile_of(origin) != NO_PILE and not is_known_to(origin, seat)
                for other in range(players)
                for origin in table.origins[other]
                if other != seat
            )
            if table.component is not None:
                hidden += len(table.component.hidden_from(table, seat))
            assert sum(sum(urn) for urn in view.urns) == hidden


@every_variant
def test_an_observation_that_shares_parts_has_no_hand_of_another_seat(game: str, players: int) -> None:
    """Parts come from the observation of any other seat, which sees its own hand, or from an earlier one."""
    viewers = (*range(players), SPECTATOR)
    before = {seat: tobean.observe(new_test_table(game, players, 5), seat) for seat in viewers}
    for _, table in zip(range(12), random_walk(game, players, 5), strict=False):
        views = {seat: tobean.observe(table, seat) for seat in viewers}
        for seat, view in views.items():
            assert all(observe_sharing(table, seat, other, None) == view for other in views.values())
            before[seat] = observe_incrementally(table, seat, before[seat], None)
            assert before[seat] == view


def test_a_card_that_one_other_seat_knows_is_not_shared_with_a_third() -> None:
    """The victim of a theft knows a card in the thief's hand, the others do not (E14)."""
    given = {"game": "excalibohn", "players": "3", "phase": "15", "field A 1": "Pluck", "hand B": "Sword, Cape"}
    table = partial_table(given, chance_from(1))[0]
    table.apply(tobean.parse_action("A use 1 on B"))
    views = [tobean.observe(table, seat) for seat in (0, 1, 2, SPECTATOR)]
    assert views[1].hands[0][-1] == tobean.kind_named("Cape")
    assert views[2].hands[0][-1] == tobean.HIDDEN
    for view in views:
        assert all(observe_sharing(table, view.seat, other, None) == view for other in views)


@every_variant
def test_a_hidden_card_remains_one_of_its_pile(game: str, players: int) -> None:
    """A new draw pile is made of cards that all have seen. If hidden cards counted as part of it, its missing cards
    would reveal them (I2).
    """
    before: list[tuple[int, int]] = []
    for table in random_walk(game, players, 6):
        if table.component is None:
            return
        hidden = sorted(table.component.hidden_from(table, SPECTATOR))
        if [card for card, _ in hidden] == [card for card, _ in before]:
            assert hidden == before
        before = hidden


def test_cards_of_an_old_pile_are_known_to_be_in_hands() -> None:
    """After the discard pile becomes the draw pile, the unseen cards of the old one are in the other hands (I2)."""
    for table in random_walk("bohnanza", 4, 8):
        if table.pile == 1:
            break
    view = tobean.observe(table, 0)
    in_hands = sorted(
        card
        for seat in (1, 2, 3)
        for card, origin in zip(table.hands[seat], table.origins[seat], strict=True)
        if origin == 0  # from the first pile, and seen by no other player
    )
    assert [card for card, count in enumerate(view.urns[0]) for _ in range(count)] == in_hands


def test_a_withdrawn_offer_is_remembered() -> None:
    """The maker of an offer of two Red holds two Red, also after withdrawing it (T6, I2)."""
    red, blue = tobean.kind_named("Red"), tobean.kind_named("Blue")
    deck = [blue] * 5 + [red, blue, red, blue, blue] + [blue] * 10 + [red] * 6 + [tobean.kind_named("Soy")] * 30
    table = tobean.new_game("bohnanza", 4, seed=1, deck=deck)
    table.apply(tobean.Plant(0, blue, 0, 0))
    table.apply(tobean.Pass(0))
    table.apply(tobean.MakeOffer(1, 0, (red, red), (0, 2), (red,)))
    table.apply(tobean.Withdraw(1, 1))
    for seed in range(40):
        sampled_table = tobean.determinize(tobean.observe(table, 0), seed)
        assert sampled_table.hands[1].count(red) >= 2
        assert tobean.observe(sampled_table, 0) == tobean.observe(table, 0)
    assert any(tobean.determinize(tobean.observe(table, 0), seed).hands[1] != table.hands[1] for seed in range(10))


def test_determinize_takes_pythons_own_generator() -> None:
    from random import Random

    table = tobean.new_game(seed=3)
    one = tobean.determinize(tobean.observe(table, 2), Random(5))
    two = tobean.determinize(tobean.observe(table, 2), Random(5))
    assert one.hands == two.hands
    with pytest.raises(tobean.BadInput, match="seed"):
        tobean.determinize(tobean.observe(table, 2), 1.5)  # type: ignore[arg-type]


def test_no_seat_is_assumed_to_have_a_higher_spell_than_the_starting_player() -> None:
    """The starting player showed the highest one (R2)."""
    for seed in range(30):
        table = tobean.new_game("rabohnzel", 4, seed=seed)
        highest = SPELL_VALUES[magic_of(table).spells[table.start][0].spell]
        for seat in range(4):
            sampled_table = tobean.determinize(tobean.observe(table, seat), seed)
            assert all(
                SPELL_VALUES[card.spell] <= highest for cards in magic_of(sampled_table).spells for card in cards
            )
