"""Bohnanza on the page: what all games have."""

from __future__ import annotations

from typing import Final

from tobean.play.wire.page import Page

PAGE: Final = Page(
    pictures=("kind-blue", "kind-chili", "kind-soy"),
    banner=("kind-blue", "kind-chili", "kind-green", "kind-soy", "kind-red"),
)
