"""A game may have more seats and fields than any built-in game: the engine does not depend on their numbers."""

from dataclasses import replace

import pytest

import tobean
from tobean.kernel.chance import chance_from
from tobean.kernel.observation.determinize import determinize
from tobean.kernel.observation.observation import observe
from tobean.kernel.phases.setup import new_table


@pytest.mark.parametrize(("players", "fields"), [(7, 5), (10, 6)])
def test_a_game_for_many_with_many_fields(players: int, fields: int) -> None:
    rules = replace(
        tobean.GAMES["bohnanza"],
        name="crowd",
        players=(players,),
        fields=(fields,),
        max_fields=fields,
        last_run_out=(2,),
        options=(),
        anytime_rules=(),
    )
    chance = chance_from("many")
    table = new_table(rules, players, chance_from(7), {"talk_limit": 3})
    planted = set()
    while not table.over:
        seats = table.may_act()
        seat = chance.choice(seats) if chance.randbelow(3) == 0 else seats[0]
        view = observe(table, seat)
        assert observe(determinize(view, chance), seat) == view
        action = table.sample_action(seat, chance)
        assert action in table.legal_actions(seat) or table.may_talk(seat)
        assert repr(tobean.parse_action(repr(action))) == repr(action)
        table.apply(action)
        planted |= {(seat, field) for seat in range(players) for field in range(fields) if table.fields[seat][field]}
    assert {seat for seat, _ in planted} == set(range(players))
    assert {field for _, field in planted} == set(range(fields))
    assert len(table.result().thalers) == players
