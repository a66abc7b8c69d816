"""The field spell (R18, E9) and the beans spell (R23), which plant a card that is due in phase 3."""

from tobean.games.magic.actions import Cast
from tobean.games.magic.component import MAX_FIELDS, Magic, MagicEdition
from tobean.games.magic.events import ENCHANTED, OPENED_FIELD
from tobean.games.magic.magic_phase import PLANT_DUE_BY_MAGIC, PlantDueByMagic, own_planting_done
from tobean.games.magic.spells.spell import Spell
from tobean.kernel.actions import Action
from tobean.kernel.agenda import Step
from tobean.kernel.cards import distinct_kinds
from tobean.kernel.errors import Illegal
from tobean.kernel.message_args import KindArg, SeatArg
from tobean.kernel.notation.card_locations import ASIDE, TURNED
from tobean.kernel.phases.planting import plant
from tobean.kernel.state.hands import tuple_without
from tobean.kernel.table import Table


class PlantingSpell(Spell):
    """A spell that plants a card which is due in phase 3."""

    def is_window(self, edition: MagicEdition, step: Step) -> bool:
        return isinstance(step, PlantDueByMagic)

    def is_possible(self, table: Table, magic: Magic, seat: int) -> bool:
        return PLANT_DUE_BY_MAGIC.awaited(table) == seat

    def check(self, table: Table, magic: Magic, action: Cast) -> None:
        seat = action.seat
        if not self.is_possible(table, magic, seat):
            raise Illegal("O1", "{seat} plants first.", seat=SeatArg(PLANT_DUE_BY_MAGIC.awaited(table)))
        due = table.turned if action.place == TURNED else list(table.aside[seat]) if action.place == ASIDE else []
        if action.card not in due:
            raise Illegal(self.rule, "{card} is not waiting to be planted.", card=KindArg(action.card))

    def add_casts(self, table: Table, magic: Magic, seat: int, actions: list[Action]) -> None:
        for card in distinct_kinds(table.turned):
            self.add_plantings(table, seat, card, TURNED, actions)
        for card in distinct_kinds(table.aside[seat]):
            self.add_plantings(table, seat, card, ASIDE, actions)

    def add_plantings(self, table: Table, seat: int, card: int, place: int, actions: list[Action]) -> None:
        """Add all ways to plant this card by the spell."""
        raise NotImplementedError


def take_due(table: Table, action: Cast) -> None:
    """Remove the card that the spell plants from the cards that are due."""
    if action.place == TURNED:
        table.turned.remove(action.card)
    else:
        table.aside[action.seat] = tuple_without(table.aside[action.seat], action.card)


def has_room(table: Table, seat: int) -> bool:
    return len(table.fields[seat]) < MAX_FIELDS


class FieldSpell(PlantingSpell):
    """Opens a third field, which goes with the next harvest (R18)."""

    def __init__(self) -> None:
        super().__init__(
            "Field",
            1,
            "R18",
            "In phase 3: plant one of the cards you have to plant on a third field. As soon as one of your three "
            "fields is harvested, you are back to two.",
            labels={"cast field": "Use the {spell}: plant {card@place} on a third field"},
        )
        self.add_syntax("cast Field: {card@place}")

    def check(self, table: Table, magic: Magic, action: Cast) -> None:
        super().check(table, magic, action)
        if not has_room(table, action.seat):
            raise Illegal("R18", "There is no fourth field.")

    def add_plantings(self, table: Table, seat: int, card: int, place: int, actions: list[Action]) -> None:
        if has_room(table, seat):
            actions.append(Cast(seat, self.kind, card=card, place=place))

    def cast(self, table: Table, magic: Magic, action: Cast) -> None:
        seat = action.seat
        take_due(table, action)
        table.fields[seat].append(())
        if table.events is not None:
            table.events.append(OPENED_FIELD.of(seat=seat))
        plant(table, seat, action.card, 2)
        own_planting_done(table, seat)


def fields_with_one_card(table: Table, seat: int) -> list[int]:
    rows = table.fields[seat]
    return [field for field in range(len(rows)) if len(rows[field]) == 1]


class BeansSpell(PlantingSpell):
    """Enchants the single card of a field, so that it counts as the kind planted on it (R23)."""

    def __init__(self) -> None:
        super().__init__(
            "Beans",
            6,
            "R23",
            "In phase 3: plant one of the cards you have to plant, whatever its kind, on a field of yours with a "
            "single card. As long as it lies there, that first card counts as the new kind; it cannot become a thaler.",
            labels={
                "cast beans": (
                    "Use the {spell}: plant {card@place} on field {field}; the card there then counts as one, too"
                )
            },
        )
        self.add_syntax("cast Beans: {card@place} {field}")

    def check(self, table: Table, magic: Magic, action: Cast) -> None:
        super().check(table, magic, action)
        if action.field not in fields_with_one_card(table, action.seat):
            raise Illegal("R23", "The beans spell needs a field with exactly one card.")

    def add_plantings(self, table: Table, seat: int, card: int, place: int, actions: list[Action]) -> None:
        for field in fields_with_one_card(table, seat):
            actions.append(Cast(seat, self.kind, card=card, place=place, field=field))

    def cast(self, table: Table, magic: Magic, action: Cast) -> None:
        seat = action.seat
        take_due(table, action)
        if table.fields[seat][action.field][0] != action.card:
            magic.enchanted[seat] |= 1 << action.field
        plant(table, seat, action.card, action.field)
        if table.events is not None:
            table.events.append(ENCHANTED.of(seat=seat, field=action.field, cards=(action.card,)))
        own_planting_done(table, seat)
