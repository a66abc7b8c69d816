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
"""Time of files in archives, constant so that the same sources make the same archive."""
MARK_LENGTH: Final = 12
"""Number of hexadecimal digits of a hash."""
PACKED: Final = ".packed"
"""Suffix of files that the worker unpacks. Not every web server compresses what it sends, and none this well."""
LEVEL: Final = 22
WINDOW_LOG: Final = 23
"""Binary logarithm of the distance in bytes in which repetitions are found; unpacking takes as much memory."""
OPTIONS: Final[dict[int, int]] = {
    zstd.CompressionParameter.compression_level: LEVEL,
    zstd.CompressionParameter.window_log: WINDOW_LOG,
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


def write_atomically(path: Path, data: bytes) -> None:
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
    return digest.hexdigest()[:MARK_LENGTH]


def zstd_compressed(data: bytes, cache: Path | None = None) -> bytes:
    """Compress with Zstandard, as well as possible, which is slow; `cache` is a folder with earlier results."""
    known = cache / f"{mark_of(data)}{PACKED}" if cache is not None else None
    if known is not None and known.is_file():
        return known.read_bytes()
    compressed = zstd.compress(data, options=OPTIONS)
    if known is not None:
        write_atomically(known, compressed)
    return compressed


def unpacked(data: bytes) -> bytes:
    return zstd.decompress(data)
