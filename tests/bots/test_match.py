"""Matches between bots: the order in which they are asked, and the result."""

import tobean
from tobean.bots import bot_named
from tobean.bots.game_loop import play_to_end, play_until
from tobean.bots.turn_policy import TurnPolicy
from tobean.kernel.actions import Action, Harvest
from tobean.kernel.chance import Chance
from tobean.kernel.observation.observation import Observation
from tobean.kernel.phases.turn import LastChance


class EagerHarvester:
    """Harvests everything it can before the draw pile runs out."""

    name = "hasty"

    def __init__(self) -> None:
        self.miser = bot_named("miser")

    def choose(self, view: Observation, actions: list[Action], chance: Chance) -> Action:
        return self.miser.choose(view, actions, chance)

    def volunteer(self, view: Observation, actions: list[Action], chance: Chance) -> Action | None:
        return next((action for action in actions if isinstance(action, Harvest)), None)


def before_the_last_run_out() -> tobean.Table:
    """A table just before the end of a game, with cards on one field only."""
    table = tobean.new_game("bohnanza", players=3, seed=1, talk_limit=8)
    misers = [bot_named("miser") for _ in range(3)]
    chance = tobean.chance_from(1)
    while not (isinstance(table.decision, LastChance) and table.run_outs == 2 and table.draw_size < 3):
        play_until(table, misers, chance, table.apply, table.turn)
        while not isinstance(table.decision, LastChance) and table.draw_size < 5 and table.run_outs == 2:
            seat = table.awaited
            table.apply(misers[seat].choose(tobean.observe(table, seat), table.legal_actions(seat), chance))
    keeper = (table.active + 1) % 3
    for seat in range(3):
        for number, row in enumerate(table.fields[seat]):
            if (seat, number) != (keeper, 0):
                table.discard.extend(row)
                table.fields[seat][number] = ()
    return table


def test_the_very_last_harvest_may_end_the_game() -> None:
    table = before_the_last_run_out()
    play_to_end(table, [EagerHarvester() for _ in range(3)], tobean.chance_from(2))
    assert table.over


def test_every_driver_plays_the_same_game() -> None:
    """Asking the bots in the order of `TurnPolicy` gives the same game as `play_to_end`."""
    table = tobean.new_game("bohnanza", players=4, seed=5, talk_limit=6)
    played = table.clone()
    bots = [bot_named(name) for name in ("merchant", "sprout", "merchant", "random")]
    play_to_end(played, bots, tobean.chance_from(3))
    chance = tobean.chance_from(3)
    volunteered = 0
    for asked in TurnPolicy(table):
        bot, view, actions = bots[asked.seat], tobean.observe(table, asked.seat), table.legal_actions(asked.seat)
        action = bot.volunteer(view, actions, chance) if asked.is_optional else bot.choose(view, actions, chance)
        if action is not None:
            volunteered += asked.is_optional
            table.apply(action)
    assert table == played
    assert volunteered


def test_without_volunteers_only_the_awaited_seat_is_asked() -> None:
    table = tobean.new_game("bohnanza", players=3, seed=2, talk_limit=3)
    chance = tobean.chance_from(1)
    for asked in TurnPolicy(table, volunteers=False):
        assert (asked.seat, asked.is_optional) == (table.awaited, False)
        table.apply(table.sample_action(asked.seat, chance))
    assert table.over


def test_a_match_stops_at_the_requested_ply() -> None:
    whole = tobean.play_match("bohnanza", ["miser", "sprout", "random"], seed=2)
    match = tobean.play_match("bohnanza", ["miser", "sprout", "random"], seed=2, until=lambda table: table.turn > 9)
    table = match.record.final()
    assert not table.over
    assert table.turn == 10
    assert match.record.moves == whole.record.moves[: len(match.record.moves)]
    assert match.result.thalers == tuple(len(pile) for pile in table.thalers)
