"""The tribute: at the second run-out all players pay thalers, face down, before the third draw pile is made (D16)."""

from tobean.games.bohnedikt.component import TRIBUTE_AT, bohnedikt_component
from tobean.games.bohnedikt.events import PAID_TRIBUTE
from tobean.kernel.actions import Action
from tobean.kernel.agenda import Decision, Step, register_step
from tobean.kernel.cards import sorted_cards
from tobean.kernel.errors import BadTable, Illegal
from tobean.kernel.message_args import SeatArg
from tobean.kernel.notation.parameters import Parameter
from tobean.kernel.state.piles import MAKE_PILE
from tobean.kernel.table import Table


def before_new_pile(table: Table) -> None:
    """Put the tribute of each player on the agenda, the active player's first (D16, O1)."""
    if table.run_outs == TRIBUTE_AT:
        for step in range(table.players - 1, -1, -1):
            table.agenda.append(PayTribute(step))
            table.agenda.append(TributeDue(step))


class TributeDue(Decision):
    """The decision of a player with too few thalers: harvest field by field until there are enough (D16, K7).

    Harvests are possible at every decision; nothing else is.
    """

    NAME = "tribute due"
    PARAMETERS = (Parameter("place", 0),)

    def __init__(self, place: int) -> None:
        super().__init__()
        self.place = place
        """Number of seats clockwise from the active player."""
        self.blocks_interrupts = True

    def fits(self, table: Table) -> bool:
        return self.place < table.players

    def check_agenda_index(self, table: Table, index: int) -> None:
        if table.run_outs != TRIBUTE_AT or MAKE_PILE not in table.agenda:
            raise BadTable(
                "next: {step!r}: the tribute is paid between run-out {run_out} and the new draw pile (D16)",
                step=self,
                run_out=TRIBUTE_AT,
            )
        self.check_then(table, index, PayTribute(self.place), "D16")

    def done(self, table: Table) -> bool:
        seat = self.awaited(table)
        return len(table.thalers[seat]) >= table.players or not any(table.fields[seat])

    def awaited(self, table: Table) -> int:
        return (table.active + self.place) % table.players

    def check(self, table: Table, action: Action) -> None:
        self.refuse(table)

    def refuse(self, table: Table) -> None:
        raise Illegal(
            "D16",
            "{seat} must harvest now to have enough thalers for the tribute.",
            seat=SeatArg(self.awaited(table)),
        )


register_step(TributeDue)


class PayTribute(Step):
    """The step that takes as many thalers as there are players, or all, at random and unseen (D16, I1)."""

    NAME = "pay tribute"
    PARAMETERS = (Parameter("place", 0),)

    def __init__(self, place: int) -> None:
        super().__init__()
        self.place = place

    def fits(self, table: Table) -> bool:
        return self.place < table.players

    def check_agenda_index(self, table: Table, index: int) -> None:
        seat = (table.active + self.place) % table.players
        component = bohnedikt_component(table)
        if component.concealed[seat] or component.thalers_before[seat]:
            raise BadTable("next: {step!r}: {seat} has paid the tribute already (D16)", step=self, seat=SeatArg(seat))
        is_last = self.place == table.players - 1
        self.check_then(table, index, MAKE_PILE if is_last else TributeDue(self.place + 1), "D16")

    def run(self, table: Table) -> None:
        seat = (table.active + self.place) % table.players
        component = bohnedikt_component(table)
        thalers = table.thalers[seat]
        counts = [0] * len(table.bag)
        for card in thalers:
            counts[card] += 1
        paid: list[int] = []
        for left in range(len(thalers), max(0, len(thalers) - table.players), -1):
            card = table.chance.pick_among(counts, left, table.kinds)
            counts[card] -= 1
            paid.append(card)
        remaining = tuple([card for card in table.kinds for _ in range(counts[card])])
        table.thalers[seat] = remaining
        component.thalers_before = (
            *component.thalers_before[:seat],
            sorted_cards(thalers),
            *component.thalers_before[seat + 1 :],
        )
        component.concealed = (*component.concealed[:seat], len(remaining), *component.concealed[seat + 1 :])
        component.tribute_paid = sorted_cards((*component.tribute_paid, *paid))
        if table.events is not None:
            table.events.append(PAID_TRIBUTE.of(seat=seat, thalers=len(paid)))
        if self.place == table.players - 1:
            table.discard.extend(component.tribute_paid)
            component.tribute_paid = ()


register_step(PayTribute)


def rule_against_harvest(table: Table, decision: Step, seat: int) -> str:
    """Return the rule that forbids this seat to harvest: the tribute (D16), or a swap by F8, which is one step (K8)."""
    if not decision.blocks_interrupts:
        return ""
    if not isinstance(decision, TributeDue):
        return "K8"
    return "D16" if decision.awaited(table) != seat else ""
