"""Bots against the Bean Mafia: their predictions match the engine, and they use observations only."""

import pytest

import tobean
from tobean.bots import bot_named
from tobean.bots.game_loop import play_to_end
from tobean.bots.mendel.value_net import net_for
from tobean.games.al_cabohne.bots.compact_state import BEFORE_DRAW, BEFORE_REVEAL, CompactState, compact_state_of
from tobean.games.al_cabohne.bots.judge import JudgePlayer, best_action_for_view, parameters_for_table
from tobean.games.al_cabohne.bots.net_search import net_choice
from tobean.games.al_cabohne.bots.search import search
from tobean.games.al_cabohne.bots.two_player_search import two_player_search
from tobean.games.al_cabohne.mafia import mafia_of
from tobean.kernel.actions import Action, GoOn, Pass
from tobean.kernel.observation.determinize import determinize
from tobean.kernel.observation.observation import observe

PLAYERS = (1, 2)
LONG = 60.0
"""Enough seconds for a search to finish, so that its result does not depend on the clock."""


def new_table(players: int, deal: int) -> tobean.Table:
    return tobean.new_game("al-cabohne", players=players, seed=deal)


def facts(now: CompactState) -> tuple[object, ...]:
    return (
        now.thalers, now.mafia_thalers, now.kinds, now.sizes, now.boss_kinds, now.boss_sizes,
        now.hand, sorted(now.turned), now.top_kind, now.top_run,
    )  # fmt: skip


def leads_to_chance(now: CompactState, action: Action) -> bool:
    """Whether the action ends a phase, so that the engine continues with unknown cards."""
    return isinstance(action, Pass) or (isinstance(action, GoOn) and now.stage >= BEFORE_REVEAL)


@pytest.mark.parametrize("players", PLAYERS)
def test_a_simulated_action_equals_the_played_action(players: int) -> None:
    compared = 0
    for deal in range(6):
        table = new_table(players, deal)
        chance = tobean.chance_from(f"tried {deal}")
        while not table.over:
            seat = table.awaited
            now = compact_state_of(table, seat)
            before = facts(now)
            for action in table.legal_actions(seat):
                next_state = now.copy()
                next_state.apply_action(action)
                assert facts(now) == before, "a change of the copy changed the original state"
                after = table.clone()
                after.apply(action)
                if leads_to_chance(now, action) or after.over or after.draw_size != table.draw_size:
                    continue
                assert facts(next_state) == facts(compact_state_of(after, seat)), (table.agenda[-1], action)
                if after.awaited == seat:
                    # A phase without a decision is skipped.
                    assert next_state.stage <= compact_state_of(after, seat).stage
                compared += 1
            table.apply(table.sample_action(seat, chance))
    assert compared > 500


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("name", ["random", "miser", "sprout", "merchant"])
def test_games_are_legal_and_reproducible(name: str, players: int) -> None:
    def play() -> tobean.Table:
        table = new_table(players, 7)
        play_to_end(table, [bot_named(name) for _ in range(players)], tobean.chance_from(7))
        return table

    one, two = play(), play()
    assert one.over
    assert one.thalers == two.thalers
    assert mafia_of(one).entries() == mafia_of(two).entries()


@pytest.mark.parametrize("players", PLAYERS)
def test_the_judge_uses_no_secrets(players: int) -> None:
    table = new_table(players, 3)
    chance = tobean.chance_from("secrets")
    for _ in range(60):
        if table.over:
            break
        seat = table.awaited
        view = observe(table, seat)
        actions = table.legal_actions(seat)
        choices = {
            repr(best_action_for_view(observe(determinize(view, other), seat), actions, tobean.chance_from(other)))
            for other in range(3)
        }
        assert len(choices) == 1
        table.apply(table.sample_action(seat, chance))


@pytest.mark.long
@pytest.mark.parametrize("players", PLAYERS)
def test_the_search_is_legal_reproducible_and_uses_no_secrets(players: int) -> None:
    table = new_table(players, 5)
    chance = tobean.chance_from("futures")
    searched = 0
    while not table.over and searched < 4:
        seat = table.awaited
        actions = table.legal_actions(seat)
        if len(actions) > 2:
            searched += 1
            view = observe(table, seat)
            alike = observe(determinize(view, 17), seat)
            found = [
                search(each, actions, tobean.chance_from(9), LONG, samples=7, candidate_margin=0.5, estimate_error=1.0)
                for each in (view, view, alike)
            ]
            assert found[0] in actions
            assert found[0] == found[1] == found[2]
        table.apply(best_action_for_view(observe(table, seat), actions, chance))
    assert searched == 4


def test_the_search_does_not_change_the_table() -> None:
    table = new_table(1, 5)
    before = observe(table, 0)
    search(
        observe(table, 0),
        table.legal_actions(0),
        tobean.chance_from(1),
        LONG,
        samples=7,
        candidate_margin=0.5,
        estimate_error=1.0,
    )
    assert observe(table, 0) == before


def test_without_a_time_budget_the_judge_decides() -> None:
    table = new_table(1, 5)
    actions = table.legal_actions(0)
    view = observe(table, 0)
    assert search(
        view, actions, tobean.chance_from(1), 0.0, samples=7, candidate_margin=0.5, estimate_error=1.0
    ) == best_action_for_view(view, actions, tobean.chance_from(2))


def test_the_merchant_starves_the_mafia() -> None:
    """Over eight deals its thalers less twice the mafia's exceed those of sprout by more than 40."""
    margins: dict[str, int] = {}
    for name in ("sprout", "merchant"):
        margins[name] = 0
        for deal in range(8):
            table = new_table(1, deal)
            play_to_end(table, [bot_named(name)], tobean.chance_from(deal))
            margins[name] += len(table.thalers[0]) - 2 * len(mafia_of(table).thalers)
    assert margins["merchant"] > margins["sprout"] + 40


def test_stages_are_in_the_order_of_the_turn() -> None:
    table = new_table(2, 1)
    chance = tobean.chance_from("stages")
    last = 0
    turn = table.turn
    while not table.over:
        stage = compact_state_of(table, table.awaited).stage
        assert table.turn != turn or stage >= last
        assert stage <= BEFORE_DRAW
        last, turn = stage, table.turn
        table.apply(table.sample_action(table.awaited, chance))


# --- mendel with two players -------------------------------------------------------------------------------


def test_actions_are_compared_in_sampled_tables() -> None:
    """Without time the choice without a search is kept; with time, the same sampled tables give the same action."""
    net = net_for("al-cabohne", 2)
    assert net is not None
    overruled = 0
    for deal in range(2):
        table = new_table(2, deal)
        players = [JudgePlayer(seat, parameters_for_table(table)) for seat in range(2)]
        while not table.over:
            if table.ply % 40 == 0 and len(table.legal_actions(table.awaited)) > 2:
                view, actions = observe(table, table.awaited), table.legal_actions(table.awaited)
                chosen = net_choice(net, view, actions, tobean.chance_from(1), 0.5)
                found = [
                    two_player_search(
                        net,
                        view,
                        actions,
                        tobean.chance_from(2),
                        seconds,
                        action_budget=400,
                        turns=1,
                        candidate_margin=1.0,
                        net_weight=0.5,
                        standard_errors=0.0,
                    )
                    for seconds in (0.0, LONG, LONG)
                ]
                assert found[0] == chosen
                assert found[1] == found[2]
                overruled += found[1] != chosen
            players[table.awaited].act(table)
    assert overruled > 0
