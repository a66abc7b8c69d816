"""Checked access to JSON data of the evaluation: files come from other people."""

import json
from collections.abc import Callable
from typing import Any, Final, TypeVar

from tobean.kernel.errors import BadInput
from tobean.research.statistics.intervals import Interval

LONGEST_FILE: Final = 1_000_000
"""Maximum size of a file in characters."""
LONGEST_TEXT: Final = 400

Value = TypeVar("Value")


def parse_file(content: str, name: str, kind: str, version: int, build: Callable[[dict[str, Any]], Value]) -> Value:
    """Parse a file whose key `kind` has the number of its format. Error messages include the file name."""
    if len(content) > LONGEST_FILE:
        raise BadInput("{name}: this file is too large for a {kind}", name=name, kind=kind)
    try:
        data = json.loads(content)
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict) or kind not in data:
        raise BadInput("{name}: this is not a {kind}", name=name, kind=kind)
    if data[kind] != version:
        raise BadInput(
            "{name}: this {kind} has the format {given!r}, and this version of tobean reads {known}",
            name=name,
            kind=kind,
            given=data[kind],
            known=version,
        )
    try:
        return build(data)
    except KeyError as error:
        raise BadInput("{name}: {key} is missing", name=name, key=error) from error
    except (TypeError, ValueError, AttributeError) as error:
        raise BadInput("{name}: this is not a {kind}: {reason}", name=name, kind=kind, reason=error) from error


def file_text(data: dict[str, Any]) -> str:
    return json.dumps(data, indent=1, ensure_ascii=False) + "\n"


def text(value: Any) -> str:
    if not isinstance(value, str) or not value or len(value) > LONGEST_TEXT:
        raise ValueError("expected a string")
    return value


def texts(value: Any) -> dict[str, str]:
    """Check that a value maps strings to strings."""
    return {text(key): text(entry) for key, entry in mapping(value).items()}


def mapping(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise ValueError("expected an object")
    return value


def entries(value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise ValueError("expected a list")
    return value


def count(value: Any) -> int:
    if type(value) is not int or not 0 <= value < 10**9:
        raise ValueError("expected a whole number")
    return value


def number(value: Any) -> float:
    if type(value) not in (int, float) or not -1e9 < value < 1e9:
        raise ValueError("expected a number")
    return float(value)


def interval(value: Any) -> Interval:
    found = Interval(number(value["value"]), number(value["low"]), number(value["high"]))
    if not found.low <= found.value <= found.high or found.low == found.high:
        raise ValueError("expected an interval")
    return found


def optional_interval(value: Any) -> Interval | None:
    return None if value is None else interval(value)
