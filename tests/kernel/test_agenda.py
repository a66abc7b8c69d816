"""A decision in the middle of a step: no other action is legal (K8)."""

import pytest

import tobean
from tests.support.engine.tables import new_test_table
from tobean.kernel.actions import BuyField, Harvest
from tobean.kernel.agenda import Decision


class MidStepDecision(Decision):
    """A decision that a third-party game might add."""

    NAME = "in the middle"

    def __init__(self) -> None:
        super().__init__()
        self.blocks_interrupts = True


def test_no_harvest_or_purchase_in_the_middle_of_a_step() -> None:
    table = new_test_table("bohnanza", 4, 1, third_field=True)
    red = tobean.kind_named("Red")
    table.fields[1][0] = (red, red)
    table.thalers[1] = (red, red, red)
    acts = [Harvest(1, 0), BuyField(1)]
    for act in acts:
        table.check(act)
    table.agenda.append(MidStepDecision())
    assert table.legal_actions(1) == []
    for act, rule in zip(acts, ("K8", "B10"), strict=True):
        with pytest.raises(tobean.Illegal) as refused:
            table.apply(act)
        assert refused.value.rule == rule
