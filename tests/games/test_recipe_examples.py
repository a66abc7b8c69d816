"""The examples of docs/new-game.md that are in no game are run."""

import re
from dataclasses import replace
from typing import Any

import pytest

from tests.support.paths import ROOT
from tobean.games.bohnanza.rules import RULES as BOHNANZA
from tobean.kernel.chance import chance_from
from tobean.kernel.errors import Illegal
from tobean.kernel.phases.setup import new_table
from tobean.kernel.table import Table
from tobean.kernel.trade.offers import Offer
from tobean.kernel.trade.trade_rules import TradeRules


def example(beginning: str, **names: object) -> dict[str, Any]:
    """Run the code of the recipe that begins like this, with these names; returns its definitions."""
    recipe = (ROOT / "docs" / "new-game.md").read_text(encoding="utf-8")
    (code,) = re.findall(rf"```python\n({re.escape(beginning)}.*?)```", recipe, re.DOTALL)
    found = dict(names)
    exec(code.replace(">= 10", ">= 1"), found)
    return found


@pytest.mark.parametrize("seed", range(3))
def test_a_game_ends_early(seed: int) -> None:
    ends = example("def end_at_ten", Table=Table)["end_at_ten"]
    rules = replace(BOHNANZA, name="hasty", after_harvest=ends)
    chance = chance_from(f"hasty {seed}")
    table = new_table(rules, 3, chance_from(seed), {"talk_limit": 4}, None, 0, True)
    while not table.over:
        table.apply(table.sample_action(table.awaited, chance))
    assert not table.no_pile
    assert any(table.thalers)
    assert not any(row for rows in table.fields for row in rows)
    assert [event.name for event in table.events or ()].count("ended") == 1


@pytest.mark.parametrize("cards", [(), (1, 2), (1, 2, 3)])
def test_the_accepting_side_gives_two_cards_at_the_most(cards: tuple[int, ...]) -> None:
    trade_rules = example("class SmallReturns", TradeRules=TradeRules, Table=Table, Offer=Offer, Illegal=Illegal)
    rules: TradeRules = trade_rules["SmallReturns"]()
    table = new_table(replace(BOHNANZA, name="stingy", trade_rules=rules), 3, chance_from(1), {}, None, 0)
    deal = (table, Offer(1, 0, 1, (), (), (), 0, 0), 1, cards, (0,) * len(cards))
    if rules.allows_deal(*deal):
        rules.check_deal(*deal)
        assert len(cards) <= 2
    else:
        with pytest.raises(Illegal, match="two cards at the most"):
            rules.check_deal(*deal)
