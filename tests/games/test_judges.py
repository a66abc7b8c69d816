"""Judges of the games with special cards, and the merchant that uses them."""

import pytest

import tobean
from tobean.bots import bot_named
from tobean.bots.game_knowledge import judge_for
from tobean.bots.game_loop import play_to_end
from tobean.bots.merchant.lookahead import is_special
from tobean.bots.merchant.parameters import DEFAULT_PARAMETERS
from tobean.games.bohnedikt.bots.judge import BohnediktJudge
from tobean.games.bohnedikt.sacrifices import Sacrifice
from tobean.games.magic.actions import Use
from tobean.games.magic.bots.judge import MagicJudge
from tobean.games.magic.cards import MAGIC, PRINCESS, SWORD, WHITE
from tobean.games.magic.magic_phase import MagicPhase
from tobean.kernel.actions import Action, Harvest
from tobean.kernel.cards import pay_tables
from tobean.kernel.observation.determinize import determinize
from tobean.kernel.observation.observation import observe
from tobean.kernel.table import Table

GAMES = ("rabohnzel", "excalibohn", "bohnedikt")


def new_table(game: str, players: int, deal: int) -> Table:
    return tobean.new_game(game, players=players, seed=deal, talk_limit=6)


@pytest.mark.long
@pytest.mark.parametrize(("game", "players"), [("rabohnzel", 3), ("excalibohn", 5), ("bohnedikt", 4)])
def test_merchants_play_legally_and_reproducibly(game: str, players: int) -> None:
    def play() -> tuple[Table, list[Action]]:
        table = new_table(game, players, 2)
        acts: list[Action] = []

        def take(action: Action) -> None:
            acts.append(action)
            table.apply(action)

        names = ["merchant", "merchant", *["sprout"] * (players - 2)]
        play_to_end(table, [bot_named(name) for name in names], tobean.chance_from(2), take)
        return table, acts

    (one, acts), (two, again) = play(), play()
    assert one.over
    assert acts == again
    assert one.thalers == two.thalers


@pytest.mark.parametrize("game", GAMES)
def test_judges_use_no_secrets_and_value_every_legal_action(game: str) -> None:
    valued = 0
    for deal in range(3):
        table = new_table(game, 4, deal)
        chance = tobean.chance_from(f"secrets {deal}")
        while not table.over:
            seat = table.awaited
            view = observe(table, seat)
            acts = [action for action in table.legal_actions(seat) if is_special(action)]
            if acts:
                alike = observe(determinize(view, deal), seat)
                one, two = judge_for(view, DEFAULT_PARAMETERS), judge_for(alike, DEFAULT_PARAMETERS)
                for action in acts[:12]:
                    assert one.special_value(action) == two.special_value(action)
                    valued += 1
            table.apply(table.sample_action(seat, chance))
    assert valued > 100


def attack_value(thalers: tuple[int, ...], own: tuple[int, ...]) -> float:
    """Value that the judge gives an attack on a player with these thalers."""
    table = new_table("rabohnzel", 3, 1)
    seat, target = table.active, (table.active + 1) % 3
    table.thalers[target] = thalers
    table.thalers[seat] = own
    table.fields[seat][0] = (SWORD,)
    worth = MagicJudge(observe(table, seat), DEFAULT_PARAMETERS).special_value(Use(seat, 0, target))
    assert worth is not None
    return worth


def test_attacks_target_seats_with_princesses() -> None:
    """R15: the thaler piles are open, so the odds are known."""
    assert attack_value((PRINCESS, WHITE), (WHITE,)) > attack_value((WHITE, WHITE), (WHITE,)) > 0.0
    assert attack_value((SWORD, SWORD), (PRINCESS,)) < 0.0
    assert attack_value((SWORD, SWORD), (MAGIC,)) == 0.0


def test_a_sacrifice_is_worth_most_with_the_better_kind_on_top() -> None:
    """D9, D15: of the two orders the judge prefers the better paid one, if no further card matches."""
    compared = 0
    for deal in range(40):
        table = new_table("bohnedikt", 4, deal)
        for seat in range(4):
            acts = [act for act in table.legal_actions(seat) if isinstance(act, Sacrifice)]
            judge = judge_for(observe(table, seat), DEFAULT_PARAMETERS)
            assert isinstance(judge, BohnediktJudge)
            for act in acts:
                swapped = Sacrifice(seat, act.cards[::-1], act.places[::-1])
                one, two = judge.special_value(act), judge.special_value(swapped)
                assert one is not None
                assert two is not None
                hopes = [judge.expected_pay(cards[1], 2) for cards in (act.cards, swapped.cards)]
                alone = all(table.hands[seat].count(card) == 1 for card in act.cards)
                if alone and hopes[0] > hopes[1]:
                    assert one >= two
                    compared += 1
    assert compared


def attacker_with(target_thalers: tuple[int, ...]) -> Table:
    """A magic phase in which the active player has a sword bean and the next player these thalers."""
    table = new_table("rabohnzel", 3, 1)
    while not isinstance(table.decision, MagicPhase):
        seat = table.awaited
        table.apply(bot_named("miser").choose(observe(table, seat), table.legal_actions(seat), tobean.chance_from(1)))
    table.fields[table.active][0] = (SWORD,)
    table.thalers[(table.active + 1) % 3] = target_thalers
    return table


def threat_to_the_next(table: Table) -> float:
    seat = (table.active + 1) % 3
    return judge_for(observe(table, seat), DEFAULT_PARAMETERS).threat(seat)


def test_princesses_lose_value_before_an_attack() -> None:
    table = attacker_with((PRINCESS, WHITE))
    alone = threat_to_the_next(table)
    assert alone > threat_to_the_next(attacker_with((PRINCESS, WHITE, WHITE, WHITE))) > 0.0
    assert threat_to_the_next(attacker_with((WHITE,))) == 0.0
    table.fields[table.active][0] = (WHITE,)
    assert threat_to_the_next(table) == 0.0


def test_a_merchant_may_harvest_before_it_is_attacked() -> None:
    table = attacker_with((PRINCESS,))
    seat = (table.active + 1) % 3
    longest = pay_tables(table.rules.beans)[WHITE]
    table.fields[seat][0] = (WHITE,) * len(longest)  # a ripe row that is unlikely to grow
    view = observe(table, seat)
    found = bot_named("merchant").volunteer(view, table.legal_actions(seat), tobean.chance_from(1))
    assert isinstance(found, Harvest)
    table.fields[table.active][0] = (WHITE,)
    view = observe(table, seat)
    assert bot_named("merchant").volunteer(view, table.legal_actions(seat), tobean.chance_from(1)) is None
