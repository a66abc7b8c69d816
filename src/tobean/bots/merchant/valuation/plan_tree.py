"""What plans are kept as: chains of the fields that can be reached, in a tree of the cards that are planted."""

from __future__ import annotations

from typing import Final, final

NOT_KNOWN: Final = -1000000.0


@final  # and not `acyclic`: a chain of such objects cannot be taken apart safely once it is longer than fifty
class Plan:
    """Fields that can be reached, as one int, and the most that is earned on the way there; plans form a chain."""

    def __init__(self, state: int, earned: float, next_plan: Plan | None) -> None:
        self.state = state
        self.earned = earned
        self.next_plan = next_plan


def add_plan(plans: Plan | None, state: int, earned: float) -> Plan:
    """These plans and one more; of two ways to the same fields the better one is kept."""
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
    """All ways to plant some cards, once they have been asked for: a place in a tree."""

    def __init__(self, card: int, next_sibling: PlanNode | None) -> None:
        self.card = card
        """The last of the cards."""
        self.plans: Plan | None = None
        self.best_value = NOT_KNOWN
        """That of the best plan."""
        self.first_due_child: PlanNode | None = None
        """With a further card that is due, none before those that are there: the first of such ways."""
        self.first_hand_child: PlanNode | None = None
        """With a hand card that comes afterwards: the first of such ways."""
        self.next_sibling = next_sibling
        """The next ways that differ in the last card alone."""


def find_sibling(node: PlanNode | None, card: int) -> PlanNode | None:
    """Those of the ways beside each other that end with this card."""
    while node is not None and node.card != card:
        node = node.next_sibling
    return node
