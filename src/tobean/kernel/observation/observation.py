"""Observations: the table as one seat sees it, with a perfect memory of what was public (I1, I2).

An observation has the attributes of a table; the cards in the hands of others are HIDDEN, and instead of the draw pile
there are its size and the *urns*. `urns[n]` counts, by kind, the cards of the n-th draw pile that this seat has not
seen: those of an older pile are all in the hands of others, those of the current one there or still in the pile.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeVar, final

from mypy_extensions import i64, mypyc_attr

from tobean.kernel.base.seats import NO_SEAT, SPECTATOR, seat_name
from tobean.kernel.cards import HIDDEN
from tobean.kernel.state.game_config import game_config
from tobean.kernel.state.hands import NO_PILE, is_known_to, pile_of
from tobean.kernel.state.position import Position, pack_position, unpack_position
from tobean.kernel.state.repr_hooks import REPR_HOOKS, summary

if TYPE_CHECKING:
    from tobean.kernel.component import Component, Options
    from tobean.kernel.rules import Rules
    from tobean.kernel.state.game_config import GameConfig
    from tobean.kernel.table import Table


Part = TypeVar("Part")

OBSERVATION_ATTRIBUTES: Final = ("seat", "draw_size", "urns", "phase", "awaited", "may_talk")
"""Attributes of an observation beyond the state of the game."""


@final
class Observation(Position):
    """The table as a seat sees it. Its lists are copies: modifying them does not affect the table."""

    def __init__(
        self,
        config: GameConfig,
        options: Options,
        other: Position | None,
        component: Component | None,
        seat: int,
        shared: bool = False,
    ) -> None:
        super().__init__(config.rules, config.players, options, other, component, shared)
        self.config = config
        self.seat = seat
        self.draw_size = 0
        self.urns: list[list[int]] = []
        self.phase = 0
        self.awaited = NO_SEAT
        self.may_talk = False

    @property
    def kinds(self) -> list[int]:
        """The kinds of beans in this game."""
        return self.config.kinds

    @property
    def pays(self) -> list[list[int]]:
        """Thalers for a harvest, by kind and number of cards (K6)."""
        return self.config.pays

    @property
    def hand(self) -> list[int]:
        """The seat's own hand, front card first."""
        return self.hands[self.seat]

    def __repr__(self) -> str:
        viewer = seat_name(self.seat) if self.seat < self.players else "a spectator"
        return f"<Observation of {viewer}: {summary(self)}>"

    def __str__(self) -> str:
        """Return all that the seat sees, one entry per line."""
        return REPR_HOOKS.text(self)

    def _repr_html_(self) -> str:
        """Return the drawing shown by notebooks."""
        return REPR_HOOKS.html(self)

    def __eq__(self, other: object) -> bool:
        """Whether a seat sees the same. The order in which facts were proven does not count."""
        return isinstance(other, Observation) and self.key() == other.key()

    def __hash__(self) -> int:
        return hash((self.seat, self.ply, self.turn))

    def key(self) -> tuple[object, ...]:
        """Return all that is visible, for comparison."""
        state = self.state()
        state["shown"] = sorted([fact.key() for fact in self.shown])
        return (
            self.rules,
            self.players,
            self.options,
            state,
            *[getattr(self, name) for name in OBSERVATION_ATTRIBUTES],
        )

    def __reduce__(self) -> tuple[Any, ...]:
        extra = [getattr(self, name) for name in OBSERVATION_ATTRIBUTES]
        return restore_observation, (
            self.rules,
            self.players,
            self.options,
            pack_position(self, self.config.phases),
            extra,
        )


def visible_hand(table: Table, owner: int, seat: int) -> list[int]:
    """Return the hand of another player, with only the cards visible whose faces this seat has seen (I1, I2)."""
    back = table.rules.back
    hand = table.hands[owner]
    visible: list[int] = [HIDDEN] * len(hand)
    for position, origin in enumerate(table.origins[owner]):
        if is_known_to(origin, seat):
            visible[position] = hand[position]
        elif back is not None:
            visible[position] = back(hand[position])
    return visible


def urns(table: Table, seat: int) -> list[list[int]]:
    """Return the cards that this seat has not seen, by the draw pile from which they came."""
    kinds = len(table.bag)
    unseen: list[list[int]] = [[0] * kinds for _ in range(table.pile)]
    present = table.bag.copy()
    for card in table.stack:
        present[card] = present[card] + 1
    unseen.append(present)
    for other in range(table.players):
        if other != seat:
            origins = table.origins[other]
            for position, card in enumerate(table.hands[other]):
                origin: i64 = origins[position]
                pile = pile_of(origin)
                if pile != NO_PILE and not is_known_to(origin, seat):
                    counts = unseen[pile]
                    counts[card] = counts[card] + 1
    if table.component is not None:
        for card, drawn_from in table.component.hidden_from(table, seat):
            unseen[drawn_from][card] += 1
    return unseen


def observe(table: Table, seat: int) -> Observation:
    """Observe the table as this seat or as a spectator."""
    return observe_sharing(table, seat, None, None)


def observe_incrementally(
    table: Table, seat: int, previous: Observation, unmoved_view: Observation | None
) -> Observation:
    """Observe the table, sharing all that is unchanged with the seat's previous observation.

    `unmoved_view` is that observation too, if no card has moved since. Observations made this way must not be modified.
    """
    component = table.component
    view = Observation(
        table.config, table.options, table, None if component is None else component.seen_by(seat), seat, shared=True
    )
    view.origins = reuse_unchanged(previous.origins, table.origins)
    view.fields = reuse_unchanged(previous.fields, table.fields)
    view.thalers = previous.thalers if previous.thalers == table.thalers else table.thalers.copy()
    view.aside = previous.aside if previous.aside == table.aside else table.aside.copy()
    view.discard = previous.discard if previous.discard == table.discard else table.discard.copy()
    view.turned = previous.turned if previous.turned == table.turned else table.turned.copy()
    view.talk = previous.talk if previous.talk == table.talk else table.talk.copy()
    view.agenda = previous.agenda if previous.agenda == table.agenda else table.agenda.copy()
    if unmoved_view is None:
        hands = [
            table.hands[owner] if owner == seat else visible_hand(table, owner, seat) for owner in range(table.players)
        ]
        view.hands = reuse_unchanged(previous.hands, hands)
        view.urns = urns(table, seat)
    fill_private_state(view, table, unmoved_view)
    return view


def reuse_unchanged(previous: list[list[Part]], now: list[list[Part]]) -> list[list[Part]]:
    """Return copies of these lists, except that unchanged ones are reused."""
    if previous == now:
        return previous
    copies: list[list[Part]] = []
    for index, new in enumerate(now):
        old = previous[index]
        copies.append(old if old == new else new.copy())
    return copies


def observe_sharing(
    table: Table, seat: int, other_view: Observation | None, unmoved_view: Observation | None
) -> Observation:
    """Observe the table, sharing all equal parts with another seat's observation of the same table, or with this
    seat's own observation since which no card has moved.

    Observations made this way must not be modified.
    """
    if seat != SPECTATOR:
        table.check_seat(seat)
    component = table.component
    visible_component = None if component is None else component.seen_by(seat)
    if other_view is None:
        view = Observation(table.config, table.options, table, visible_component, seat)
    else:
        view = Observation(table.config, table.options, other_view, visible_component, seat, shared=True)
    if unmoved_view is None:
        hands: list[list[int]] = []
        for owner in range(table.players):
            if owner == seat:
                hands.append(table.hands[owner].copy())
            elif other_view is not None and know_same_cards(table.origins[owner], owner, seat, other_view.seat):
                hands.append(other_view.hands[owner])
            else:
                hands.append(visible_hand(table, owner, seat))
        view.hands = hands
        view.urns = urns(table, seat)
    fill_private_state(view, table, unmoved_view)
    return view


def know_same_cards(origins: list[int], owner: int, seat: int, other: int) -> bool:
    """Whether two seats have seen the faces of the same cards in the hand of a third one."""
    for origin in origins:
        if is_known_to(origin, seat) != is_known_to(origin, other):
            break
    else:
        return other != owner
    return False


def fill_private_state(view: Observation, table: Table, unmoved_view: Observation | None) -> None:
    """Set what a seat sees beyond the public state."""
    seat, component = view.seat, table.component
    if unmoved_view is not None:
        view.hands = unmoved_view.hands
        view.urns = unmoved_view.urns
    if component is not None:
        view.thalers = [component.visible_thalers(owner, pile) for owner, pile in enumerate(table.thalers)]
    if table.offers:
        view.offers = tuple([offer.seen_by(seat) for offer in table.offers])
    view.draw_size = table.draw_size
    view.phase = table.phase
    view.awaited = table.awaited
    view.may_talk = seat < table.players and table.may_talk(seat)


@final
@mypyc_attr(acyclic=True)
class HiddenCardsSnapshot:
    """The places of all cards that some seat may not see: as long as none has moved, each seat knows the same about
    them.

    It contains all secrets and is only used for `matches`. Unchanged lists are shared with the previous snapshot.
    """

    def __init__(self, table: Table, previous: HiddenCardsSnapshot | None = None) -> None:
        if previous is None:
            self.hands = [hand.copy() for hand in table.hands]
            self.origins = [origins.copy() for origins in table.origins]
        else:
            self.hands = reuse_unchanged(previous.hands, table.hands)
            self.origins = reuse_unchanged(previous.origins, table.origins)
        self.bag = table.bag.copy()
        self.stack = table.stack.copy()
        self.pile = table.pile

    def matches(self, table: Table) -> bool:
        """Whether no card has moved. A component has further places for cards, so with one it is always False."""
        return (
            table.component is None
            and self.pile == table.pile
            and self.hands == table.hands
            and self.origins == table.origins
            and self.bag == table.bag
            and self.stack == table.stack
        )


def restore_observation(
    rules: Rules, players: int, options: Options, state: list[Any], extra: list[Any]
) -> Observation:
    config = game_config(rules, players, options)
    view = Observation(config, options, None, None, extra[0])
    unpack_position(state, view, config.phases)
    for index in range(len(OBSERVATION_ATTRIBUTES)):
        setattr(view, OBSERVATION_ATTRIBUTES[index], extra[index])
    return view
