"""The suite runs on two builds; here it makes sure that it runs on the one it was meant for."""

from __future__ import annotations

import os

import tobean.games.bohnanza
import tobean.kernel.table
import tobean.view.observation


def test_the_build_is_the_expected_one() -> None:
    compiled = os.environ.get("TOBEAN_EXPECT_COMPILED") == "1"
    for module in (tobean.kernel.table, tobean.games.bohnanza, tobean.view.observation):
        assert (module.__file__ or "").endswith(".py") != compiled
