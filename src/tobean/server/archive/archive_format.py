"""The form of an archived game: lines of JSON, packed with zstd. The first says what it is, the others are its log.

`zstd -dc FILE` prints it; docs/archive.md is for whoever reads it without this program.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Final

import msgspec

from tobean.kernel.errors import TobeanError

if TYPE_CHECKING:
    from collections.abc import Sequence

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

KIND: Final = "tobean archive"
FORM: Final = 1
LEVEL: Final = 15
"""A game takes three milliseconds; the highest level takes five times as long for a hundredth less."""
LARGEST: Final = 256 * 2**20
"""No game is longer than this when it is unpacked."""


class BadArchive(TobeanError):
    """This is no archived game, or not a whole one."""


class Head(msgspec.Struct, frozen=True):
    """The first line."""

    kind: str
    form: int
    table: str
    entries: int


def pack(table: str, lines: Sequence[str]) -> bytes:
    """The log of a table, packed, with a checksum."""
    head = msgspec.json.encode(Head(KIND, FORM, table, len(lines))).decode()
    text = "".join(f"{line}\n" for line in (head, *lines))
    parameter = zstd.CompressionParameter
    options: dict[int, int] = {parameter.compression_level: LEVEL, parameter.checksum_flag: 1}
    return zstd.compress(text.encode(), options=options)


def unpack(data: bytes) -> list[str]:
    """The entries of a packed log; raises `BadArchive`."""
    try:
        size = zstd.get_frame_info(data).decompressed_size
        if size is None or size > LARGEST:
            raise BadArchive("this archived game is too long")
        first, *lines = zstd.decompress(data).decode().split("\n")
        head = msgspec.json.decode(first, type=Head)
    except (zstd.ZstdError, UnicodeDecodeError, msgspec.DecodeError) as error:
        raise BadArchive("this is no archived game that can be read: {reason}", reason=error) from error
    if head.kind != KIND or head.form != FORM:
        raise BadArchive("this game was archived by another version of tobean, in form {form}", form=head.form)
    if lines.pop() or len(lines) != head.entries:
        raise BadArchive("this archived game is not whole")
    return lines
