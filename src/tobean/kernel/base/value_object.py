"""Value objects: comparison, hashing and pickling are derived from one list of attributes."""

from dataclasses import fields
from typing import Any, ClassVar

from mypy_extensions import mypyc_attr


@mypyc_attr(acyclic=True, allow_interpreted_subclasses=True)
class ValueObject:
    """Base class. A subclass lists its attributes in `ATTRIBUTES` and takes them as arguments in that order."""

    ATTRIBUTES: ClassVar[tuple[str, ...]] = ()

    def attribute_values(self) -> tuple[Any, ...]:
        return tuple([getattr(self, name) for name in self.ATTRIBUTES])

    def __eq__(self, other: object) -> bool:
        return self is other or (
            type(self) is type(other)
            and isinstance(other, ValueObject)
            and self.attribute_values() == other.attribute_values()
        )

    def __hash__(self) -> int:
        return hash(self.attribute_values())

    def __repr__(self) -> str:
        arguments = ", ".join(
            [f"{name}={value!r}" for name, value in zip(self.ATTRIBUTES, self.attribute_values(), strict=True)]
        )
        return f"{type(self).__name__}({arguments})"

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), self.attribute_values()


def reduce_dataclass(value: Any) -> tuple[Any, ...]:
    """Pickle a dataclass by its arguments, because compiled ones cannot be created without them."""
    return type(value), tuple([getattr(value, field.name) for field in fields(value)])
