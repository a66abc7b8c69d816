"""Messages as they go over the line to and from a browser: mostly one WebSocket frame each (RFC 6455, 5.2)."""

from __future__ import annotations

import struct
from typing import Final

try:
    from websockets.speedups import apply_mask
except ImportError:  # where it could not be compiled
    from websockets.utils import apply_mask

TEXT: Final = 0x81
"""A text, whole."""
SHORT: Final = 125
"""Up to here the size is one byte."""
MIDDLE: Final = 0xFFFF
"""Up to here it is two, behind a mark; from there on eight, behind another one."""
SHORT_HEAD: Final = struct.Struct("!BB")
MIDDLE_HEAD: Final = struct.Struct("!BBH")
LONG_HEAD: Final = struct.Struct("!BBQ")
MASKED: Final = 0x80
"""What a browser sends is: this bit beside the size says so, and four bytes behind it are the mask."""
MASK_BYTES: Final = 4


def text_frame(text: bytes) -> bytes:
    """The frame of a text. What a server sends is not masked."""
    size = len(text)
    if size <= SHORT:
        return SHORT_HEAD.pack(TEXT, size) + text
    if size <= MIDDLE:
        return MIDDLE_HEAD.pack(TEXT, 0x7E, size) + text
    return LONG_HEAD.pack(TEXT, 0x7F, size) + text


def single_text_frame(data: bytes) -> bytes | None:
    """The text, if this is just the one frame of a text that is not long, as nearly all is that browsers send."""
    if len(data) < 2 + MASK_BYTES or data[0] != TEXT or not data[1] & MASKED:
        return None
    size, start = data[1] & ~MASKED, 2
    if size == 0x7E:
        size, start = int.from_bytes(data[2:4], "big"), 4
    if size == 0x7F or len(data) != start + MASK_BYTES + size:
        return None
    return apply_mask(data[start + MASK_BYTES :], data[start : start + MASK_BYTES])


class FrameTracker:
    """Follows what comes over a line so far that it knows where a frame begins."""

    def __init__(self) -> None:
        self.left = 0
        """So many bytes of a frame are still to come."""
        self.is_lost = False
        """Was the head of a frame torn apart? Then it is not followed any more."""

    @property
    def at_start(self) -> bool:
        """Does a frame begin with what comes next?"""
        return not self.left and not self.is_lost

    def feed(self, data: bytes) -> None:
        """This has come."""
        place = self.left
        while place < len(data) and not self.is_lost:
            size = head = 0
            if place + 2 <= len(data):
                size = data[place + 1] & ~MASKED
                head = {0x7E: 4, 0x7F: 10}.get(size, 2)
                if head > 2:
                    size = int.from_bytes(data[place + 2 : place + head], "big")
                masked = MASK_BYTES if data[place + 1] & MASKED else 0
            if not head or place + head > len(data):
                self.is_lost = True
            else:
                place += head + masked + size
        self.left = place - len(data)
