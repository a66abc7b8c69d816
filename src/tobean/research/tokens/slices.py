"""The slices of the features: which number means what, for a game with a number of players.

`Layout` in features.py encodes observations by them (docs/research/encodings.md).
"""

from typing import Final, final

from mypy_extensions import i64

from tobean.games import game_named
from tobean.kernel.agenda import Step
from tobean.kernel.cards import KIND_NAMES, KIND_OF, pay_tables
from tobean.kernel.errors import BadInput
from tobean.kernel.notation.input_limits import MAX_OPEN_OFFERS, MAX_TALK
from tobean.kernel.phases.setup import check_players, checked_options
from tobean.kernel.rules import Rules

VERSION: Final = 2
"""Version of the encoding; it changes whenever the slices do."""
FIRST_VERSION: Final = 1
"""The oldest version that can still be encoded, for networks trained with it. It lacks the trade history."""
POSITIONS: Final = 16
"""Number of hand positions encoded one by one. All cards of the hand are counted."""
OFFERS: Final = 16
"""Maximum number of open offers encoded, the oldest first, numbered as in the grammar."""
STEP_VALUES: Final = 4
"""Number of values of the current decision that are encoded."""
SEAT_NUMBERS: Final = 7
TABLE_NUMBERS: Final = 7
NO_INDEX: Final = -1
NOT_LOOKED_UP: Final = -9
NO_NUMBER: Final = 255
"""In `kind_numbers`: a card that is not counted."""


class UnknownVersion(BadInput):
    """An unknown version of the encoding."""


@final
class Slice:
    """A named part of the features."""

    def __init__(self, name: str, start: int, size: int, typical_maximum: int, description: str) -> None:
        self.name = name
        self.start = start
        self.size = size
        self.typical_maximum = typical_maximum
        """Typical maximum, for scaling; larger values are possible."""
        self.description = description

    @property
    def stop(self) -> int:
        return self.start + self.size

    def __repr__(self) -> str:
        return f"<Slice {self.name}: {self.start} to {self.stop - 1}>"


def payout_bytes(steps: list[int], size: int) -> bytes:
    """Return a pay table as this number of bytes."""
    return bytes([min(steps[min(cards, len(steps) - 1)], 255) for cards in range(size)])


def seat_label(step: int) -> str:
    return "own" if step == 0 else f"seat +{step}"


class FeatureSlices:
    """The feature layout of a game with a number of players."""

    def __init__(self, game: str | Rules, players: int, talk_limit: int | None = None, version: int = VERSION) -> None:
        if not FIRST_VERSION <= version <= VERSION:
            raise UnknownVersion(
                "features of version {version} are not known here: this is {here}", version=version, here=VERSION
            )
        rules = game_named(game) if isinstance(game, str) else game
        check_players(rules, players)
        self.rules = rules
        self.players: i64 = players
        self.version = version
        self.kinds = rules.all_kinds
        """The kinds of cards in counting order, beans first."""
        self.beans: i64 = len(
            dict.fromkeys([bean.kind for bean in rules.beans] + [KIND_OF[bean.kind] for bean in rules.beans])
        )
        """Number of kinds that are beans or can be asked for like beans."""
        self.index: list[int] = [NO_INDEX] * len(KIND_NAMES)
        for number, kind in enumerate(self.kinds):
            self.index[kind] = number
        self.kind_numbers = bytes([NO_NUMBER if number == NO_INDEX else number for number in self.index])
        """`index` as bytes for compiled code, with NO_NUMBER for NO_INDEX."""
        pays = pay_tables(rules.beans)
        self.payout_size: i64 = max([len(steps) for steps in pays])
        self.payouts = b"".join([payout_bytes(steps, self.payout_size) for steps in pays])
        """Thalers for a harvest at `card * payout_size + cards`; the last figure of a card applies beyond its end."""
        self.fields: i64 = rules.field_capacity
        self.piles: i64 = rules.last_run_out[rules.players.index(players)] + 1
        most_offers = players * min(MAX_OPEN_OFFERS, MAX_TALK if talk_limit is None else talk_limit)
        self.offers: i64 = min(OFFERS, most_offers) if players > 1 else 0
        self.steps: dict[str, int] = {}
        for step in rules.turn_steps(players):
            if step.is_decision:
                self.steps.setdefault(step.NAME, len(self.steps))
        for kind_of_step in rules.nested_steps:
            self.steps.setdefault(kind_of_step.NAME, len(self.steps))
        self.step_numbers: dict[type[Step], int] = {}
        """By class of decision, filled when one is first encoded: twice its number, plus 1 if it has values."""
        component = None if rules.component is None else rules.component(players, checked_options(rules, {}))
        self.component_features: list[str] = [] if component is None else component.feature_names(players)
        self.slices: list[Slice] = []
        self.size = 0
        self.lay_out()
        self.empty = bytes(self.size)

    def lay_out(self) -> None:
        beans = self.beans
        self.seats: i64 = self.size
        for step in range(self.players):
            whose = seat_label(step)
            for field in range(self.fields):
                self.add(
                    f"{whose} field {field + 1}",
                    beans + 2,
                    8,
                    "cards of each kind; 1 if the field exists; its payout",
                )
            self.add(f"{whose} aside", beans, 4, "cards set aside, of each kind")
            self.add(f"{whose} hand", beans, 4, "hand cards known to the observer, of each kind")
            self.add(f"{whose} shown", beans, 4, "hand cards proven by offers, of each kind")
            self.add(f"{whose} calls", 2 * beans, 1, "kinds named in calls this turn: held, then wanted")
            self.add(
                f"{whose} numbers",
                SEAT_NUMBERS,
                10,
                "hand cards, thalers, fields, offers and calls this turn; active, awaited, started",
            )
        self.seat_size: i64 = (self.size - self.seats) // self.players
        # Offsets within the part of a seat.
        self.aside: i64 = self.fields * (self.beans + 2)
        self.seat_hand: i64 = self.aside + beans
        self.shown: i64 = self.seat_hand + beans
        self.calls: i64 = self.shown + beans
        self.numbers: i64 = self.calls + 2 * beans
        self.hand: i64 = self.add(
            "hand", POSITIONS * len(self.kinds), 1, f"the kind at each of the first {POSITIONS} positions, one-hot"
        )
        self.turned: i64 = self.add("turned", beans, 2, "cards turned over, of each kind")
        self.discard: i64 = self.add("discard", beans, 10, "cards of the discard pile, of each kind")
        self.top: i64 = self.add("top of discard", beans, 1, "one-hot")
        self.urns: i64 = self.add(
            "urns",
            self.piles * beans,
            10,
            "unseen cards of each kind: from the current draw pile, the previous one, ...",
        )
        self.table: i64 = self.add(
            "table",
            TABLE_NUMBERS,
            50,
            "draw pile, run-outs, piles made, turn, deals this turn, open offers; 1 if the observer may talk",
        )
        self.decision: i64 = self.add(
            "decision", len(self.steps), 1, "the current decision, one-hot: " + ", ".join(self.steps)
        )
        self.values: i64 = self.add(
            "decision values", STEP_VALUES, 10, "1 + the seat, kind or number in each value of that decision"
        )
        self.offer: i64 = self.size
        self.offer_size: i64 = 1 + 2 * self.players + 1 + 2 * beans + self.players
        for number in range(self.offers):
            self.add(
                f"offer {number + 1}",
                self.offer_size,
                1,
                "1 if it exists; its maker; all or its recipient; given and wanted cards of each kind; refusals",
            )
        self.component_start: i64 = self.add(
            "game", len(self.component_features), 1, "; ".join(self.component_features) or "nothing"
        )
        self.history: i64 = self.size
        self.has_history = self.version > FIRST_VERSION and self.players > 1
        if self.has_history:
            for step in range(self.players):
                self.add(
                    f"{seat_label(step)} trade history",
                    self.players + 2,
                    10,
                    "favours to each seat, own first; cards given that it had called; phases in which it refused those",
                )

    def add(self, name: str, size: int, typical_maximum: int, description: str) -> int:
        start = self.size
        self.slices.append(Slice(name, start, size, typical_maximum, description))
        self.size += size
        return start

    def __repr__(self) -> str:
        size = f"{self.size} features, version {self.version}"
        return f"<{type(self).__name__} of {self.rules.title} for {self.players}: {size}>"

    def __getitem__(self, name: str) -> Slice:
        for part in self.slices:
            if part.name == name:
                return part
        raise KeyError(name)

    def scale(self) -> bytes:
        """Return a divisor for each feature, for scaling."""
        return b"".join([bytes([part.typical_maximum]) * part.size for part in self.slices])
