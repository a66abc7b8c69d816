"""Encoding and decoding of the common case of WebSocket messages: one unfragmented text frame (RFC 6455, 5.2)."""

import struct
from typing import Final

try:
    from websockets.speedups import apply_mask
except ImportError:  # where it could not be compiled
    from websockets.utils import apply_mask

TEXT: Final = 0x81
"""First byte of an unfragmented text frame."""
MAX_SHORT_PAYLOAD: Final = 125
"""Largest size stored in one byte."""
MIDDLE: Final = 0xFFFF
"""Largest size stored in two bytes, after the marker 0x7E; larger ones take eight, after 0x7F."""
SHORT_HEAD: Final = struct.Struct("!BB")
MIDDLE_HEAD: Final = struct.Struct("!BBH")
LONG_HEAD: Final = struct.Struct("!BBQ")
MASKED: Final = 0x80
"""Bit beside the size, set in all frames from a client: a mask of four bytes follows."""
MASK_BYTES: Final = 4


def text_frame(text: bytes) -> bytes:
    """Encode a text frame. Frames from a server are not masked."""
    size = len(text)
    if size <= MAX_SHORT_PAYLOAD:
        return SHORT_HEAD.pack(TEXT, size) + text
    if size <= MIDDLE:
        return MIDDLE_HEAD.pack(TEXT, 0x7E, size) + text
    return LONG_HEAD.pack(TEXT, 0x7F, size) + text


def single_text_frame(data: bytes) -> bytes | None:
    """Decode data that is exactly one text frame of at most `MIDDLE` bytes, as nearly all from browsers; else None."""
    if len(data) < 2 + MASK_BYTES or data[0] != TEXT or not data[1] & MASKED:
        return None
    size, start = data[1] & ~MASKED, 2
    if size == 0x7E:
        size, start = int.from_bytes(data[2:4], "big"), 4
    if size == 0x7F or len(data) != start + MASK_BYTES + size:
        return None
    return apply_mask(data[start + MASK_BYTES :], data[start : start + MASK_BYTES])


class FrameTracker:
    """Tracks frame boundaries in a stream, to know where a frame starts."""

    def __init__(self) -> None:
        self.left = 0
        """Bytes of the current frame still to come."""
        self.is_lost = False
        """Whether a frame header was split between two reads; tracking has stopped then."""

    @property
    def at_start(self) -> bool:
        """Whether the next data starts with a new frame."""
        return not self.left and not self.is_lost

    def feed(self, data: bytes) -> None:
        """Advance past received data."""
        position = self.left
        while position < len(data) and not self.is_lost:
            size = head = 0
            if position + 2 <= len(data):
                size = data[position + 1] & ~MASKED
                head = {0x7E: 4, 0x7F: 10}.get(size, 2)
                if head > 2:
                    size = int.from_bytes(data[position + 2 : position + head], "big")
                masked = MASK_BYTES if data[position + 1] & MASKED else 0
            if not head or position + head > len(data):
                self.is_lost = True
            else:
                position += head + masked + size
        self.left = position - len(data)
