"""Format of an archived game: JSON lines compressed with zstd. The first line is a header, the others are the log.

`zstd -dc FILE` prints it; docs/server.md specifies it for other programs.
"""

import sys
from collections.abc import Sequence
from typing import Final

import msgspec

from tobean.kernel.errors import TobeanError

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

KIND: Final = "tobean archive"
FORM: Final = 1
LEVEL: Final = 15
"""Compression takes three milliseconds a game; the highest level takes five times as long for one percent less."""
MAX_BYTES: Final = 256 * 2**20
"""Maximum decompressed bytes; no game is longer."""


class BadArchive(TobeanError):
    """The data is not an archived game, or incomplete."""


class Head(msgspec.Struct, frozen=True):
    """Header line."""

    kind: str
    form: int
    table: str
    entries: int


def pack(table: str, lines: Sequence[str]) -> bytes:
    """Compress the log of a table, with a checksum."""
    head = msgspec.json.encode(Head(KIND, FORM, table, len(lines))).decode()
    text = "".join(f"{line}\n" for line in (head, *lines))
    parameter = zstd.CompressionParameter
    options: dict[int, int] = {parameter.compression_level: LEVEL, parameter.checksum_flag: 1}
    return zstd.compress(text.encode(), options=options)


def unpack(data: bytes) -> list[str]:
    """Return the entries of a compressed log; raises `BadArchive`."""
    try:
        size = zstd.get_frame_info(data).decompressed_size
        if size is None or size > MAX_BYTES:
            raise BadArchive("this archived game is too long")
        first, *lines = zstd.decompress(data).decode().split("\n")
        head = msgspec.json.decode(first, type=Head)
    except (zstd.ZstdError, UnicodeDecodeError, msgspec.DecodeError) as error:
        raise BadArchive("this is no archived game that can be read: {reason}", reason=error) from error
    if head.kind != KIND or head.form != FORM:
        raise BadArchive("this game was archived by another version of tobean, in format {version}", version=head.form)
    if lines.pop() or len(lines) != head.entries:
        raise BadArchive("this archived game is not whole")
    return lines
