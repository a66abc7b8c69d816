"""Many tables stepped together, with observations and masks in NumPy arrays, so that one network call serves them
all."""

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
    """Several tables of one setting, exposed as arrays that are updated in place with every step."""

    def __init__(self, setting: Setting, count: int, seed: int | str = 0) -> None:
        self.setting = setting
        self.count = count
        self.batch = GameBatch(setting, count, seed)
        self.views: Any = np.frombuffer(self.batch.views, np.uint8).reshape(count, setting.size)
        """Observation of the asked seat, one row for each table."""
        self.masks: Any = np.frombuffer(self.batch.masks, np.uint8).reshape(count, setting.tokens)
        """Mask of legal tokens, one row for each table."""
        self.seats: Any = np.frombuffer(self.batch.seats, np.uint8)
        """The asked seat of each table."""
        self.rows: Any = np.arange(count)

    def step(self, tokens: Any) -> list[tuple[int, list[float]]]:
        """Say a token at each table; the arrays then show the next decisions.

        Returns the tables whose game has just ended with the returns of their seats; the next deal has started there.
        If a token is illegal, `BadToken` names its table, and no table advances.
        """
        token_array = np.asarray(tokens)
        if token_array.shape != (self.count,) or token_array.dtype.kind not in "iu":
            raise BadToken("{count} tokens are needed, whole numbers, one for each table", count=self.count)
        inside = (token_array >= 0) & (token_array < self.setting.tokens)
        legal = self.masks[self.rows, np.where(inside, token_array, 0)] & inside
        if not legal.all():
            table = int(legal.argmin())
            token = self.setting.grammar.name(int(token_array[table]))
            raise BadToken("table {table}: {token!r} cannot be said here", table=table, token=token)
        return self.batch.step(token_array.tolist())

    def random_tokens(self, rng: Any) -> Any:
        """Sample a token for each table uniformly from its mask."""
        noise = rng.random(self.masks.shape, dtype=np.float32)
        noise *= self.masks
        return noise.argmax(axis=1)
