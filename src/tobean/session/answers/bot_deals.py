"""Filter for trade events among bots: clients show such a deal as one quiet line and may leave out the rest."""

from collections.abc import Sequence
from typing import Final

from tobean.kernel.events import DECLINED, LAPSED, OFFERED, TRADED, WITHDREW, Event
from tobean.kernel.notation.parameters import TABLE
from tobean.session.seats import Seat

TALK: Final = (OFFERED.name, DECLINED.name, WITHDREW.name, LAPSED.name, TRADED.name)


class BotDealFilter:
    """Tracks the makers of this turn's offers, and whether people were among the addressees."""

    def __init__(self) -> None:
        self.owners: dict[int, int] = {}
        self.among_bots: set[int] = set()
        """Numbers of the offers made by a bot to bots only."""

    def is_between_bots(self, event: Event, seats: Sequence[Seat]) -> bool:
        """Whether an event concerns bots only. Events must be passed in order, each exactly once."""
        if event.name == OFFERED.name:
            return self.note_offer(event, seats)
        if event.name not in TALK or seats[event.seat].is_person:
            return False
        if event.name == TRADED.name:
            return not seats[int(str(event["partner"]))].is_person
        if event.name == DECLINED.name:
            owner = self.owners.get(int(str(event["offer"])))
            return owner is not None and not seats[owner].is_person
        return int(str(event["offer"])) in self.among_bots

    def note_offer(self, event: Event, seats: Sequence[Seat]) -> bool:
        """Track an offer. Offer numbers restart each turn, so a number always belongs to its latest maker."""
        number, to = int(str(event["offer"])), int(str(event["to"]))
        self.owners[number] = event.seat
        addressees = [seat for seat in range(len(seats)) if to in (TABLE, seat)]
        if any(seats[seat].is_person for seat in (event.seat, *addressees)):
            self.among_bots.discard(number)
            return False
        self.among_bots.add(number)
        return True
