"""A message as it goes over the line to a browser: one WebSocket frame (RFC 6455, 5.2)."""

from __future__ import annotations

from typing import Final

TEXT: Final = b"\x81"
"""A text, whole."""
SHORT: Final = 125
"""Up to here the size is one byte."""
MIDDLE: Final = 0xFFFF
"""Up to here it is two, behind a mark; from there on eight, behind another one."""


def text_frame(text: bytes) -> bytes:
    """The frame of a text. What a server sends is not masked."""
    size = len(text)
    if size <= SHORT:
        return b"%b%c%b" % (TEXT, size, text)
    if size <= MIDDLE:
        return b"%b\x7e%b%b" % (TEXT, size.to_bytes(2, "big"), text)
    return b"%b\x7f%b%b" % (TEXT, size.to_bytes(8, "big"), text)
