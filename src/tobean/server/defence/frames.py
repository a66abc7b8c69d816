"""A message as it goes over the line to a browser: one WebSocket frame (RFC 6455, 5.2)."""

from __future__ import annotations

import struct
from typing import Final

TEXT: Final = 0x81
"""A text, whole."""
SHORT: Final = 125
"""Up to here the size is one byte."""
MIDDLE: Final = 0xFFFF
"""Up to here it is two, behind a mark; from there on eight, behind another one."""
SHORT_HEAD: Final = struct.Struct("!BB")
MIDDLE_HEAD: Final = struct.Struct("!BBH")
LONG_HEAD: Final = struct.Struct("!BBQ")


def text_frame(text: bytes) -> bytes:
    """The frame of a text. What a server sends is not masked."""
    size = len(text)
    if size <= SHORT:
        return SHORT_HEAD.pack(TEXT, size) + text
    if size <= MIDDLE:
        return MIDDLE_HEAD.pack(TEXT, 0x7E, size) + text
    return LONG_HEAD.pack(TEXT, 0x7F, size) + text
