"""Many tables stepped together, their views and masks in NumPy arrays: one call of a net for all of them."""

from __future__ import annotations

from typing import Any, final

from tobean.extras import with_install_hint
from tobean.research.tokens.batch import GameBatch
from tobean.research.tokens.setting import Setting
from tobean.research.tokens.vocabulary import BadToken

try:
    import numpy as np
except ModuleNotFoundError as missing:
    raise with_install_hint(missing) from missing


@final
class Parallel:
    """So many tables of one setting, seen through arrays that change in place with every step."""

    def __init__(self, setting: Setting, count: int, seed: int | str = 0) -> None:
        self.setting = setting
        self.count = count
        self.batch = GameBatch(setting, count, seed)
        self.views: Any = np.frombuffer(self.batch.views, np.uint8).reshape(count, setting.size)
        """What the seat that is asked sees, a row a table."""
        self.masks: Any = np.frombuffer(self.batch.masks, np.uint8).reshape(count, setting.tokens)
        """Which tokens it can say."""
        self.seats: Any = np.frombuffer(self.batch.seats, np.uint8)
        """Which seat it is."""
        self.rows: Any = np.arange(count)

    def step(self, tokens: Any) -> list[tuple[int, list[float]]]:
        """Say a token at each table; the arrays then show what comes next.

        Returns the tables whose game has just ended, with what each seat got; the next deal is there already. Where one
        token is outside its mask, `BadToken` says at which table, and none of them goes on.
        """
        said = np.asarray(tokens)
        if said.shape != (self.count,) or said.dtype.kind not in "iu":
            raise BadToken("{count} tokens are needed, whole numbers, one for each table", count=self.count)
        inside = (said >= 0) & (said < self.setting.tokens)
        legal = self.masks[self.rows, np.where(inside, said, 0)] & inside
        if not legal.all():
            table = int(legal.argmin())
            token = self.setting.grammar.name(int(said[table]))
            raise BadToken("table {table}: {token!r} cannot be said here", table=table, token=token)
        return self.batch.step(said.tolist())

    def random_tokens(self, rng: Any) -> Any:
        """A token for each table, uniform over its mask."""
        noise = rng.random(self.masks.shape, dtype=np.float32)
        noise *= self.masks
        return noise.argmax(axis=1)
