"""Nets in whole numbers: the same answer on every machine, with and without a compiler, and without a library.

A layer with many units is computed in one go: the weights of an input are the digits, 32 bits each, of one long int. An
input times that int, added up over the inputs, is the sum of every unit at once. Bounds that are looked at when a net
is read make sure that no digit flows over into the next one.
"""

from __future__ import annotations

import json
from struct import Struct
from typing import TYPE_CHECKING, Any, Final, final

from tobean.kernel.errors import BadInput

if TYPE_CHECKING:
    from collections.abc import Sequence

FORMAT: Final = "tobean net 1"
LANE: Final = 32
HALF: Final = 1 << 31
MOST_INPUT: Final = 511
"""Features lie between this and its negative."""
MOST_INNER: Final = 4095
"""What a hidden unit says at most."""
UNIT: Final = 1024
"""Answers are in so many parts of one."""


class BadNet(BadInput):
    """A file that is not a net, or one that does not fit."""


@final
class Layer:
    """Weights of some units, packed by input, and by how many bits their sums are shortened."""

    def __init__(self, rows: Sequence[Sequence[int]], constant: Sequence[int], shift: int, most: int) -> None:
        self.units = len(constant)
        self.rows: list[int] = [pack(row) for row in rows]
        self.constant: int = pack([each + HALF for each in constant])
        self.bytes = LANE // 8 * self.units
        self.lanes = Struct(f"<{self.units}I")
        self.shift = shift
        for unit in range(self.units):
            if any(len(row) != self.units for row in rows):
                raise BadNet("a net whose rows have different lengths")
            if sum([abs(row[unit]) for row in rows]) * most + abs(constant[unit]) >= HALF:
                raise BadNet("a net with weights that are too large")

    def sums(self, inputs: list[int]) -> list[int]:
        """What comes to each unit, shortened."""
        return self.shifted_sums(self.updated_total(self.constant, [0] * len(inputs), inputs))

    def updated_total(self, total: int, before: list[int], inputs: list[int]) -> int:
        """What comes to all units together, if it was this total with the inputs before."""
        rows = self.rows
        for index in range(len(inputs)):
            change = inputs[index] - before[index]
            if change:
                total += change * rows[index]
        return total

    def shifted_sums(self, total: int) -> list[int]:
        """The same unit by unit, with fewer bits."""
        shift = self.shift
        lanes: tuple[int, ...] = self.lanes.unpack(total.to_bytes(self.bytes, "little"))
        return [(lane - HALF) >> shift for lane in lanes]


def pack(numbers: Sequence[int]) -> int:
    """Numbers, negative ones too, as the digits of one int."""
    packed = 0
    for number in reversed(numbers):
        packed = (packed << LANE) + number
    return packed


@final
class Net:
    """Layers on top of each other; between them, what is below 0 counts as 0."""

    def __init__(self, layers: list[Layer], inputs: int, about: dict[str, Any], approval: Net | None = None) -> None:
        self.layers = layers
        self.inputs = inputs
        self.about = about
        """Which game, which features, and the commands that made it."""
        self.approval = approval
        """A second net, which guesses whether offers are accepted; None where nobody trades."""
        self.last: tuple[list[int], int] = ([0] * inputs, layers[0].constant)
        """The features of the last time and what came of them in the first layer: what is looked at one after the other
        differs in few of them, and whole numbers add up to the same in any order."""

    def predict(self, features: list[int]) -> list[int]:
        """All answers, in parts of `UNIT`."""
        if len(features) != self.inputs:
            raise BadNet(
                "a net for {inputs} features cannot look at {given}", inputs=self.inputs, given=len(features)
            )  # fmt: skip
        values = [min(max(value, -MOST_INPUT), MOST_INPUT) for value in features]  # beyond: a card set of one's own
        before, total = self.last
        total = self.layers[0].updated_total(total, before, values)
        self.last = (values, total)
        sums = self.layers[0].shifted_sums(total)
        for index in range(1, len(self.layers)):
            sums = self.layers[index].sums([min(max(value, 0), MOST_INNER) for value in sums])
        return sums


def read_net(text: str) -> Net:
    """A net as `tobean train` writes it."""
    try:
        data = json.loads(text)
        if data["format"] != FORMAT:
            raise BadNet("this is a net of another format: {format}", format=data["format"])
        approval = net_of(data["approval"], {}, None) if data["approval"] else None
        return net_of(data["layers"], data["about"], approval)
    except (ValueError, KeyError, TypeError, IndexError) as error:
        raise BadNet("this is not a net: {reason}", reason=repr(error)) from error


def net_text(data: dict[str, Any]) -> str:
    """The other way round: a line for each input."""
    return json.dumps(data, separators=(",", ":")).replace("],[", "],\n[") + "\n"


def net_of(layers: list[dict[str, Any]], about: dict[str, Any], approval: Net | None) -> Net:
    """A net of layers as they stand in a file."""
    made: list[Layer] = []
    for number, each in enumerate(layers):
        most = MOST_INPUT if number == 0 else MOST_INNER
        made.append(Layer(each["rows"], each["constant"], each["shift"], most))
    return Net(made, len(layers[0]["rows"]), about, approval)
