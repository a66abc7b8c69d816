"""Random offers: sampled from the whole space, each legal, and none left out."""

import pytest

import tobean
from tests.support.engine.tables import VARIANTS, random_walk
from tobean.kernel.actions import MakeOffer
from tobean.kernel.chance import chance_from


@pytest.mark.parametrize(("game", "players"), [variant for variant in VARIANTS if variant[1] > 2])
def test_offers_of_all_sizes_are_legal(game: str, players: int) -> None:
    chance = chance_from(f"offers {game} {players}")
    seen: set[tuple[int, int, bool]] = set()
    for table in random_walk(game, players, seed=2):
        if table.over or len(seen) > 40:
            break
        for seat in range(players):
            if table.may_talk(seat):
                try:
                    offer = table.sample_offer(seat, chance, small=False)
                except tobean.Illegal as refused:
                    assert refused.rule in ("T7", "T8")
                else:
                    table.check(offer)
                    seen.add((len(offer.cards), len(offer.wants), offer.answers > 0))
    assert max(given for given, _, _ in seen) > 2
    assert max(wanted for _, wanted, _ in seen) > 2
    assert any(answers for _, _, answers in seen)


def test_no_offer_is_left_out() -> None:
    """With two cards to give, all offers for at most one card, including addressees, positions and answers."""
    table = tobean.new_game("bohnanza", 3, seed=5)
    table.apply(next(action for action in table.legal_actions(0) if isinstance(action, tobean.Plant)))
    table.apply(tobean.Pass(0))
    table.hands[0] = table.hands[0][:1]
    table.origins[0] = table.origins[0][:1]
    table.turned = table.turned[:1]
    table.apply(tobean.parse_action("B offer A: nothing for Blue"))
    stakes = [((), ()), ((table.turned[0],), (-1,)), ((table.hands[0][0],), (0,))]
    stakes.append(((table.turned[0], table.hands[0][0]), (-1, 0)))
    expected = {
        MakeOffer(0, to, cards, places, wants, answers)
        for cards, places in stakes
        for wants in ((), *[(kind,) for kind in table.requestable_kinds])
        for to in (-1, 1, 2)
        for answers in ((0, 1) if to == 1 else (0,))
        if cards or wants
    }
    assert all(table.allows(offer) for offer in expected)
    chance = chance_from("all")
    found = {table.sample_offer(0, chance, small=False) for _ in range(6000)}
    assert expected <= found
