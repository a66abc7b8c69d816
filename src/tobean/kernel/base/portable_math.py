"""Floating-point arithmetic with the same result on every processor, Python version and build.

A bot's choice can depend on the last bit of a value. Three things change that bit: `sum` compensates rounding errors
since Python 3.12, `pow` and `exp` come from the C library, and a C compiler may fuse `a * b + c` into one operation.
These functions use only operations that IEEE 754 rounds exactly; setup.py forbids the compiler to fuse them.
"""

from math import floor, ldexp
from typing import Final

LN2_HIGH: Final = 0.6931471803691238
"""The leading 32 bits of ln 2: a small integer times it is exact."""
LN2_LOW: Final = 1.9082149292705877e-10
TERMS: Final = 14
"""Terms of the series for |x| <= ln 2 / 2; the rest is below one unit in the last place."""


def float_sum(values: list[float]) -> float:
    """Return the sum from left to right."""
    result = 0.0
    for value in values:
        result += value
    return result


def power(base: float, exponent: int) -> float:
    """Return `base` to a whole exponent of 0 or more."""
    result = 1.0
    while exponent > 0:
        if exponent & 1:
            result *= base
        base *= base
        exponent >>= 1
    return result


def exp(x: float) -> float:
    """Return e to the power of x, within two units in the last place; for |x| up to 700."""
    halvings = floor(x / 0.6931471805599453 + 0.5)
    rest = (x - halvings * LN2_HIGH) - halvings * LN2_LOW
    result = 1.0
    for term in range(TERMS, 0, -1):
        result = 1.0 + result * rest / term
    return ldexp(result, halvings)
