"""Neural networks in integer arithmetic: the same output on every machine, compiled or not, without a library.

A layer with many units is computed at once. The weights of an input are packed into one long int, 32 bits each; an
input times that int, summed over the inputs, contains the sum of every unit. Bounds checked when a network is read
ensure that no 32-bit digit overflows into the next one.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from struct import Struct
from typing import Any, Final, final

from tobean.kernel.errors import BadInput

FORMAT: Final = "tobean net 1"
LANE: Final = 32
HALF: Final = 1 << 31
MAX_INPUT: Final = 511
"""Features lie between this and its negative."""
MAX_INNER: Final = 4095
"""Upper bound of the output of a hidden unit."""
UNIT: Final = 1024
"""Fixed-point scale of the outputs."""


class BadNet(BadInput):
    """A file that is not a network, or one that does not fit the game."""


@final
class Layer:
    """Weights of some units, packed by input, and the number of bits by which their sums are shifted right."""

    def __init__(self, rows: Sequence[Sequence[int]], constant: Sequence[int], shift: int, max_input: int) -> None:
        self.units = len(constant)
        self.rows: list[int] = [pack(row) for row in rows]
        self.constant: int = pack([value + HALF for value in constant])
        self.bytes = LANE // 8 * self.units
        self.lanes = Struct(f"<{self.units}I")
        self.shift = shift
        for unit in range(self.units):
            if any(len(row) != self.units for row in rows):
                raise BadNet("a net whose rows have different lengths")
            if sum([abs(row[unit]) for row in rows]) * max_input + abs(constant[unit]) >= HALF:
                raise BadNet("a net with weights that are too large")

    def sums(self, inputs: list[int]) -> list[int]:
        """Return the shifted sum of each unit."""
        return self.shifted_sums(self.updated_total(self.constant, [0] * len(inputs), inputs))

    def updated_total(self, total: int, before: list[int], inputs: list[int]) -> int:
        """Update the packed sums from the inputs `before` to the inputs `inputs`."""
        rows = self.rows
        for index in range(len(inputs)):
            change = inputs[index] - before[index]
            if change:
                total += change * rows[index]
        return total

    def shifted_sums(self, total: int) -> list[int]:
        """Unpack the sums of the units and shift them right."""
        shift = self.shift
        lanes: tuple[int, ...] = self.lanes.unpack(total.to_bytes(self.bytes, "little"))
        return [(lane - HALF) >> shift for lane in lanes]


def pack(numbers: Sequence[int]) -> int:
    """Pack numbers, which may be negative, as 32-bit digits of one int."""
    packed = 0
    for number in reversed(numbers):
        packed = (packed << LANE) + number
    return packed


@final
class Net:
    """A feed-forward network with rectified linear units between its layers."""

    def __init__(
        self, layers: list[Layer], inputs: int, about: dict[str, Any], acceptance_net: Net | None = None
    ) -> None:
        self.layers = layers
        self.inputs = inputs
        self.about = about
        """Game, features, and the commands that produced it."""
        self.acceptance_net = acceptance_net
        """Second network, which predicts whether offers are accepted; None in games without trading."""
        self.last: tuple[list[int], int] = ([0] * inputs, layers[0].constant)
        """Last features and their packed sums in the first layer. Consecutive positions differ in few features, and
        integers add up to the same in any order, so only the differences are computed."""

    def predict(self, features: list[int]) -> list[int]:
        """Return all outputs, in units of 1/`UNIT`."""
        if len(features) != self.inputs:
            raise BadNet(
                "a net for {inputs} features cannot look at {given}", inputs=self.inputs, given=len(features)
            )  # fmt: skip
        values = [min(max(value, -MAX_INPUT), MAX_INPUT) for value in features]  # custom card sets can exceed it
        before, total = self.last
        total = self.layers[0].updated_total(total, before, values)
        self.last = (values, total)
        sums = self.layers[0].shifted_sums(total)
        for index in range(1, len(self.layers)):
            sums = self.layers[index].sums([min(max(value, 0), MAX_INNER) for value in sums])
        return sums


def read_net(text: str) -> Net:
    """Read a network from the text that `tobean train` writes."""
    try:
        data = json.loads(text)
        if data["format"] != FORMAT:
            raise BadNet("this is a net of another format: {format}", format=data["format"])
        acceptance_net = net_of(data["approval"], {}, None) if data["approval"] else None
        return net_of(data["layers"], data["about"], acceptance_net)
    except (ValueError, KeyError, TypeError, IndexError) as error:
        raise BadNet("this is not a net: {reason}", reason=repr(error)) from error


def net_text(data: dict[str, Any]) -> str:
    """Write a network as text, with one line per input."""
    return json.dumps(data, separators=(",", ":")).replace("],[", "],\n[") + "\n"


def net_of(layers: list[dict[str, Any]], about: dict[str, Any], acceptance_net: Net | None) -> Net:
    """Build a network from the layers of a file."""
    built: list[Layer] = []
    for number, layer in enumerate(layers):
        max_input = MAX_INPUT if number == 0 else MAX_INNER
        built.append(Layer(layer["rows"], layer["constant"], layer["shift"], max_input))
    return Net(built, len(layers[0]["rows"]), about, acceptance_net)
