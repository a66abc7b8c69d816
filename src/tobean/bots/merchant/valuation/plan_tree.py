"""Cache of plans: linked lists of reachable fields, in a tree over the cards planted."""

from __future__ import annotations

from typing import Final, final

VALUE_NOT_COMPUTED: Final = -1000000.0


@final  # not `acyclic`: deallocating a chain of more than fifty such objects would be unsafe
class Plan:
    """Reachable fields, as one int, and the most thalers earned on the way; plans form a linked list."""

    def __init__(self, state: int, earned: float, next_plan: Plan | None) -> None:
        self.state = state
        self.earned = earned
        self.next_plan = next_plan


def add_plan(plans: Plan | None, state: int, earned: float) -> Plan:
    """Add a plan; of two ways to the same fields the better one is kept."""
    plan = plans
    while plan is not None:
        if plan.state == state:
            if earned > plan.earned:
                plan.earned = earned
            assert plans is not None
            return plans
        plan = plan.next_plan
    return Plan(state, earned, plans)


@final
class PlanNode:
    """All plans for planting some cards, as a node of a tree."""

    def __init__(self, card: int, next_sibling: PlanNode | None) -> None:
        self.card = card
        """Last of the cards."""
        self.plans: Plan | None = None
        self.best_value = VALUE_NOT_COMPUTED
        """Value of the best plan, once computed."""
        self.first_due_child: PlanNode | None = None
        """First node with one further due card, which is not lower than those before."""
        self.first_hand_child: PlanNode | None = None
        """First node with one hand card planted after the others."""
        self.next_sibling = next_sibling
        """Next node that differs in the last card only."""


def find_sibling(node: PlanNode | None, card: int) -> PlanNode | None:
    while node is not None and node.card != card:
        node = node.next_sibling
    return node
