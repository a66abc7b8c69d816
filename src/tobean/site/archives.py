"""Archives of files for the browser."""

import io
import sys
import zipfile
from typing import Final

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

EPOCH: Final = (1980, 1, 1, 0, 0, 0)
"""Time of files in archives: the same sources make the same archive."""
LEVEL: Final = 22
WINDOW: Final = 23
"""Binary logarithm of the distance in which repetitions are found, and of the memory that unpacking takes."""
OPTIONS: Final = {
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


def packed(data: bytes) -> bytes:
    """Compress with Zstandard."""
    return zstd.compress(data, options=OPTIONS)


def unpacked(data: bytes) -> bytes:
    return zstd.decompress(data)
