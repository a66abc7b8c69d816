"""Archives of files for the browser."""

import hashlib
import io
import os
import sys
import zipfile
from pathlib import Path
from typing import Final

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

EPOCH: Final = (1980, 1, 1, 0, 0, 0)
"""Time of files in archives: the same sources make the same archive."""
MARK: Final = 12
"""Hexadecimal digits of a hash."""
PACKED: Final = ".packed"
"""Suffix of files that the worker unpacks: not every web server compresses what it sends, and none so well."""
LEVEL: Final = 22
WINDOW: Final = 23
"""Binary logarithm of the distance in which repetitions are found, and of the memory that unpacking takes."""
OPTIONS: Final[dict[int, int]] = {
    zstd.CompressionParameter.compression_level: LEVEL,
    zstd.CompressionParameter.window_log: WINDOW,
    zstd.CompressionParameter.checksum_flag: 0,
}


def stored_archive(contents: dict[str, bytes]) -> bytes:
    """Return a ZIP archive without compression: compressed as a whole it is smaller than file by file."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_STORED) as archive:
        for path in sorted(contents):
            archive.writestr(zipfile.ZipInfo(path, EPOCH), contents[path])
    return data.getvalue()


def read_archive(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def write_whole(path: Path, data: bytes) -> None:
    """Write a file that other processes see either whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(f".{os.getpid()}")
    part.write_bytes(data)
    part.replace(path)


def mark_of(*contents: bytes) -> str:
    """Return a hash for addresses and names of files."""
    digest = hashlib.sha256()
    for data in contents:
        digest.update(hashlib.sha256(data).digest())
    return digest.hexdigest()[:MARK]


def packed(data: bytes, cache: Path | None = None) -> bytes:
    """Compress with Zstandard, as well as possible, which is slow; `cache` is a folder with earlier results."""
    known = cache / f"{mark_of(data)}{PACKED}" if cache is not None else None
    if known is not None and known.is_file():
        return known.read_bytes()
    compressed = zstd.compress(data, options=OPTIONS)
    if known is not None:
        write_whole(known, compressed)
    return compressed


def unpacked(data: bytes) -> bytes:
    return zstd.decompress(data)
