"""Many tables stepped together, with observations and masks in NumPy arrays, so that one network call serves them
all."""

from typing import Any, Final, final

from tobean.extras import with_install_hint

try:
    import numpy as np

    from tobean.research.tokens.batch import NO_TABLE, GameBatch
    from tobean.research.tokens.setting import Setting, whole_number_in
    from tobean.research.tokens.vocabulary import BadToken
except ModuleNotFoundError as missing:
    raise with_install_hint(missing, "research") from missing

MAX_TABLES: Final = 1_000_000


@final
class Parallel:
    """Several tables of one setting, exposed as arrays that are updated in place with every step."""

    def __init__(self, setting: Setting, count: int, seed: int | str = 0) -> None:
        count = whole_number_in(count, 1, MAX_TABLES, setting.rules, "the number of tables")
        self.setting = setting
        self.count = count
        self.batch = GameBatch(setting, count, seed)
        self.views: Any = np.frombuffer(self.batch.views, np.uint8).reshape(count, setting.size)
        """Observation of the asked seat, one row for each table."""
        self.masks: Any = np.frombuffer(self.batch.masks, np.uint8).reshape(count, setting.tokens)
        """Mask of legal tokens, one row for each table."""
        self.seats: Any = np.frombuffer(self.batch.seats, np.uint8)
        """The asked seat of each table."""
        self.thalers: Any = np.zeros((count, setting.players), np.int16)
        """Final thalers of each seat in the last finished game, one row for each table."""
        self.rows: Any = np.arange(count)

    def step(self, tokens: Any) -> list[tuple[int, list[float]]]:
        """Say a token at each table; the arrays then show the next decisions.

        Returns the tables whose game has just ended with the returns of their seats; their rows of `thalers` have the
        final thalers, and the next deal has started there.
        If a token is illegal, `BadToken` names its table, and no table advances.
        """
        given: list[int] = token_array(self.rows, tokens).tolist()
        table = self.batch.find_illegal(given)
        if table != NO_TABLE:
            raise illegal_token(self.setting, table, given[table])
        ended = self.batch.step(given)
        for number, _ in ended:
            self.thalers[number] = self.batch.thalers[number]
        return ended

    def random_tokens(self, rng: Any) -> Any:
        """Sample a token for each table uniformly from its mask."""
        return random_legal_tokens(self.masks, self.rows, rng)


def token_array(rows: Any, tokens: Any) -> Any:
    """Return the tokens as an array of whole numbers, one for each row. Raises `BadToken` if they are anything else."""
    array = np.asarray(tokens)
    if array.shape != rows.shape or array.dtype.kind not in "iu":
        raise BadToken("{count} tokens are needed, whole numbers, one for each table", count=len(rows))
    return array


def illegal_token(setting: Setting, table: int, token: int) -> BadToken:
    return BadToken("table {table}: {token!r} cannot be said here", table=table, token=setting.grammar.name(token))


def check_tokens(setting: Setting, masks: Any, rows: Any, tokens: Any) -> Any:
    """Return the tokens as an array. Raises `BadToken` unless there is a legal one for each row of the masks."""
    array = token_array(rows, tokens)
    inside = (array >= 0) & (array < setting.tokens)
    legal = masks[rows, np.where(inside, array, 0)] & inside
    if not legal.all():
        table = int(legal.argmin())
        raise illegal_token(setting, table, int(array[table]))
    return array


def random_legal_tokens(masks: Any, rows: Any, rng: Any) -> Any:
    """Sample a token for each row uniformly from the legal ones: of all legal places one of each row."""
    width = masks.shape[1]
    legal = np.flatnonzero(masks.view(np.bool_))
    counts = np.bincount(legal // width, minlength=len(rows))
    starts = np.cumsum(counts) - counts
    return legal[starts + (rng.random(len(rows)) * counts).astype(np.intp)] - rows * width
