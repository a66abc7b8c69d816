"""Games in Parquet files: complete records, or training examples.

A row is a game in the notation of a record (docs/research/data.md has the schema). On reading, a row is converted to
the text of a record and parsed as such, so a file can contain nothing that a record cannot; `Record.replay` checks it
against the rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple, final

from tobean.extras import require
from tobean.kernel.actions import Call, MakeOffer
from tobean.kernel.base.seats import seat_name
from tobean.kernel.cards import cards_text
from tobean.kernel.errors import BadInput, TobeanError
from tobean.kernel.notation.input_limits import MAX_MOVES
from tobean.kernel.observation.observation import observe
from tobean.record.position_entries import options_text
from tobean.record.record import HEADER, POSITION_PREFIX, Record, parse_record
from tobean.research.dataset.files import (
    MANIFEST,
    SPLITS,
    Manifest,
    check_no_other_files,
    check_shard,
    read_manifest,
)
from tobean.research.dataset.files import BadData as BadData
from tobean.research.tokens.vocabulary import BadToken

if TYPE_CHECKING:
    import os

    import pyarrow as pa

    from tobean.kernel.actions import Action
    from tobean.kernel.rules import Result, Rules
    from tobean.kernel.table import Table
    from tobean.research.tokens.grammar import Grammar
    from tobean.research.tokens.setting import Setting

FORMAT: Final = "1"
FORMAT_KEY: Final = b"tobean games"
ROWS_PER_GROUP: Final = 256


@dataclass(frozen=True)
class PlayedGame:
    """A game with its record and the further columns of its row."""

    record: Record
    result: Result | None = None
    seed: str = ""


def schema() -> pa.Schema:
    require("pyarrow")
    import pyarrow as pa

    texts, numbers = pa.list_(pa.string()), pa.list_(pa.int16())
    move = pa.struct([("seat", pa.int8()), ("action", pa.string()), ("chance", pa.string())])
    return pa.schema(
        [
            ("game", pa.string()),
            ("edition", pa.string()),
            ("players", texts),
            ("options", pa.string()),
            ("start", pa.int8()),
            ("cards", pa.string()),
            ("deck", pa.string()),
            ("position", texts),
            ("deal", pa.string()),
            ("moves", pa.list_(move)),
            ("result", pa.string()),
            ("thalers", numbers),
            ("winners", numbers),
            ("seed", pa.string()),
        ],
        metadata={FORMAT_KEY: FORMAT.encode()},
    )


# --- writing -----------------------------------------------------------------------------------------------


def write_games(path: str | os.PathLike[str], games: Iterable[PlayedGame]) -> int:
    """Write games to a file in row groups; returns their number."""
    columns = schema()
    import pyarrow as pa
    import pyarrow.parquet as pq

    count = 0
    remaining = iter(games)
    with pq.ParquetWriter(path, columns, compression="zstd") as writer:
        while rows := [row_of(game) for game in islice(remaining, ROWS_PER_GROUP)]:
            writer.write_table(pa.Table.from_pylist(rows, columns))
            count += len(rows)
    return count


def games_table(games: Iterable[PlayedGame]) -> pa.Table:
    """Return the games as an Arrow table, which `write_table` writes."""
    columns = schema()
    import pyarrow as pa

    return pa.Table.from_pylist([row_of(game) for game in games], columns)


def write_table(path: str | os.PathLike[str], table: pa.Table) -> None:
    """Write a table of games in the format of `write_games`."""
    require("pyarrow")
    import pyarrow.parquet as pq

    pq.write_table(table.combine_chunks(), path, row_group_size=ROWS_PER_GROUP, compression="zstd")


def row_of(game: PlayedGame) -> dict[str, object]:
    record = game.record
    moves = [
        {
            "seat": move.action.seat,
            "action": move.action.notation(),
            "chance": cards_text(move.chance) if move.chance else "",
        }
        for move in record.moves
    ]
    return {
        "game": record.game,
        "edition": record.rules().edition,
        "players": list(record.players),
        "options": options_text(record.options) or "nothing",
        "start": record.start,
        "cards": record.cards,
        "deck": "" if record.deck is None else cards_text(record.deck),
        "position": [f"{key}: {value}" for key, value in record.position.items()],
        "deal": cards_text(record.deal),
        "moves": moves,
        "result": record.result,
        "thalers": [] if game.result is None else list(game.result.thalers),
        "winners": [] if game.result is None else list(game.result.winners),
        "seed": game.seed,
    }


# --- reading -----------------------------------------------------------------------------------------------


def read_games(path: str | os.PathLike[str], verify: bool = False) -> Iterator[Record]:
    """Yield the games of a file. Raises `BadData` with the number of the game if the file is damaged.

    With `verify` each game is replayed by the rules first, and its result, thalers and winners are compared.
    """
    for number, row in enumerate(rows_of(path), start=1):
        try:
            record = parse_record(record_text(row))
            if verify:
                verify_row(record, row)
        except (TobeanError, TypeError, KeyError) as error:
            raise BadData("{path}, game {number}: {reason}", path=str(path), number=number, reason=error) from error
        yield record


def verify_row(record: Record, row: dict[str, Any]) -> None:
    """Replay a game, and raise `BadData` unless the columns of its row say the same. Games may be unfinished, and
    thalers and winners may be left out."""
    table = record.final()  # compares the text of the result
    if table.over and not record.result:
        raise BadData("the game is over, but has no result")
    stored = (tuple(row["thalers"]), tuple(row["winners"]))
    if stored == ((), ()):
        return
    truth = (table.result().thalers, table.result().winners) if table.over else ((), ())
    if stored != truth:
        raise BadData(
            "the thalers and winners {stored} are not those of the game, {truth}", stored=str(stored), truth=str(truth)
        )


def rows_of(path: str | os.PathLike[str]) -> Iterator[dict[str, Any]]:
    columns = schema()
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        with pq.ParquetFile(path) as stream:
            format_name = (stream.schema_arrow.metadata or {}).get(FORMAT_KEY)
            if format_name != FORMAT.encode() or not stream.schema_arrow.equals(columns):
                raise BadData(
                    "{path}: this is not a file of games in the format {format}", path=str(path), format=FORMAT
                )
            for batch in stream.iter_batches(ROWS_PER_GROUP):
                yield from batch.to_pylist()
    except FileNotFoundError:
        raise
    except (pa.ArrowException, OSError, UnicodeDecodeError) as error:
        raise BadData("{path}: this file is damaged or not a Parquet file", path=str(path)) from error


def record_text(row: dict[str, Any]) -> str:
    lines = [HEADER, f"game: {row['game']}", f"edition: {row['edition']}", f"players: {', '.join(row['players'])}"]
    lines += [f"options: {row['options']}", f"start: {seat_name(row['start'])}"]
    lines += [f"{key}: {row[key]}" for key in ("cards", "deck") if row[key]]
    if row["position"]:
        lines += [f"{POSITION_PREFIX}{entry}" for entry in row["position"]]
    else:
        lines.append(f"deal => {row['deal']}")
    for number, move in enumerate(row["moves"][: MAX_MOVES + 1], start=1):
        chance_text = f" => {move['chance']}" if move["chance"] else ""
        lines.append(f"{number} {seat_name(move['seat'])} {move['action']}{chance_text}")
    if row["result"]:
        lines.append(f"result: {row['result']}")
    return "\n".join(lines) + "\n"


# --- datasets ------------------------------------------------------------------------------------------------


class Dataset:
    """A folder written by `tobean dataset`: shards of many games, by game and split."""

    def __init__(self, folder: Path, manifest: Manifest) -> None:
        self.folder = folder
        self.manifest = manifest

    def __len__(self) -> int:
        return sum(self.manifest.games.values())

    def __repr__(self) -> str:
        games = ", ".join(f"{count} of {game}" for game, count in self.manifest.games.items())
        return f"<Dataset {self.folder}: {games}>"

    @property
    def games(self) -> tuple[str, ...]:
        return tuple(self.manifest.games)

    def files(self, game: str = "", split: str = "") -> list[Path]:
        """Return the Parquet files of a game and a split, by default of all. Raises `BadInput` for unknown names."""
        if game and game not in self.manifest.games:
            raise BadInput(
                "{game!r} is not in this dataset; there are: {known}", game=game, known=", ".join(self.games)
            )
        if split and split not in SPLITS:
            raise BadInput("{split!r} is not a split; there are: {known}", split=split, known=", ".join(SPLITS))
        return [
            self.folder / shard.path
            for shard in self.manifest.shards
            if game in ("", shard.game) and split in ("", shard.split)
        ]

    def records(self, game: str = "", split: str = "") -> Iterator[Record]:
        """Yield the games as records, in the order of the files."""
        for path in self.files(game, split):
            yield from read_games(path)

    def table(self, game: str = "", split: str = "", columns: Sequence[str] | None = None) -> pa.Table:
        """Return the games as an Arrow table; `.to_pandas()` converts it. Name the columns if `moves` is not needed:
        they are most of the data."""
        wanted = schema()
        import pyarrow as pa
        import pyarrow.parquet as pq

        if unknown := sorted(set(columns or ()) - set(wanted.names)):
            raise BadInput(
                "{column!r} is not a column; there are: {known}", column=unknown[0], known=", ".join(wanted.names)
            )
        kept = wanted if columns is None else pa.schema([wanted.field(name) for name in columns])
        parts = [pq.read_table(path, columns=columns, partitioning=None) for path in self.files(game, split)]
        return pa.concat_tables([kept.empty_table(), *parts])


def load_dataset(folder: str | os.PathLike[str], checksums: bool = True) -> Dataset:
    """Open a folder written by `tobean dataset`, and check that its files are complete and unchanged.

    Reading all files for the checksums takes seconds for each gigabyte; without them, existence and size are checked.
    Raises `BadData` that names the file.
    """
    path = Path(folder)
    manifest = read_manifest(path)
    if manifest is None:
        raise BadData("{path}: this is not the folder of a dataset, it has no {name}", path=str(path), name=MANIFEST)
    if not manifest.is_complete:
        raise BadData("{path}: this dataset is not complete; run `tobean dataset` again", path=str(path))
    for shard in manifest.shards:
        check_shard(path, shard, checksums)
    check_no_other_files(path, manifest)
    return Dataset(path, manifest)


# --- training examples ---------------------------------------------------------------------------------------


class Example(NamedTuple):
    """One token of an action: the observation, the prefix, the legal tokens, the token chosen and the outcome of the
    game."""

    seat: int
    view: dict[int, int]
    """Non-zero features by index."""
    prefix: tuple[int, ...]
    """The previous tokens of the same action."""
    mask: bytearray
    token: int
    value: float
    """The seat's return at the end of the game."""

    @property
    def said(self) -> tuple[int, ...]:  # the name of `prefix` up to version 0.1
        return self.prefix


def examples(path: str | os.PathLike[str], setting: Setting) -> Examples:
    """Iterate over every token of every action of the finished games in a file with the game and number of players of
    this setting. What is left out is counted."""
    return Examples(path, setting)


@final
class Examples(Iterator[Example]):
    """Iterator over the examples of a file, with counts of what they contain so far."""

    def __init__(self, path: str | os.PathLike[str], setting: Setting) -> None:
        self.setting = setting
        self.games = 0
        """Games with examples."""
        self.skipped_games = 0
        """Games of another setting: another game, number of players or card set, or not finished."""
        self.actions = 0
        """Actions with examples."""
        self.skipped_actions = 0
        """Actions that the limits of the setting cannot spell, such as larger offers. `setting_for` avoids them."""
        self.examples = self.read(path)

    def __next__(self) -> Example:
        return next(self.examples)

    def __repr__(self) -> str:
        return (
            f"<Examples of {self.games} games, {self.skipped_games} skipped: "
            f"{self.actions} actions, {self.skipped_actions} skipped>"
        )

    def read(self, path: str | os.PathLike[str]) -> Iterator[Example]:
        for record in read_games(path):
            if is_game_of(record, self.setting.rules, self.setting.players):
                self.games += 1
                yield from self.examples_of(record)
            else:
                self.skipped_games += 1

    def examples_of(self, record: Record) -> Iterator[Example]:
        setting = self.setting
        values = setting.returns(record.final().result())
        steps = record.replay()
        table, _, _ = next(steps)
        for move in record.moves:
            seat = move.action.seat
            spelled = spelled_with_masks(setting.grammar, table, move.action)
            if spelled is None:
                self.skipped_actions += 1
            else:
                self.actions += 1
                view = setting.layout.sparse(observe(table, seat))
                tokens = [token for token, _ in spelled]
                for length, (token, mask) in enumerate(spelled):
                    yield Example(seat, view, tuple(tokens[:length]), mask, token, values[seat])
            next(steps)


def is_game_of(record: Record, rules: Rules, players: int) -> bool:
    """Whether this is a finished game by these rules, with this number of players."""
    return (
        bool(record.result)
        and record.game == rules.name
        and len(record.players) == players
        and record.rules() == rules  # not with a card set of its own
    )


def spelled_with_masks(grammar: Grammar, table: Table, action: Action) -> list[tuple[int, bytearray]] | None:
    """Return the tokens of an action, each with the mask of the legal tokens in its place; None if the grammar's limits
    do not allow them."""
    spelled: list[tuple[int, bytearray]] = []
    partial_action = grammar.begin(table, action.seat)
    try:
        for token in grammar.encode(table, action):
            mask = bytearray(grammar.size)
            for legal in partial_action.next_tokens:
                mask[legal] = 1
            partial_action.say(token)
            spelled.append((token, mask))
    except BadToken:
        return None
    return spelled


def setting_for(path: str | os.PathLike[str], game: str | Rules = "", players: int = 0, **arguments: Any) -> Setting:
    """Return a setting whose limits can spell the finished games of a file: their largest offers and calls, and their
    highest `talk_limit`. `arguments` are further ones of `Setting`."""
    from tobean.research.tokens.setting import Setting

    usual = Setting(game, players, **arguments)
    given, wanted, called = 0, 1, 1
    talk_limit: int | None = 0
    count = 0
    for record in read_games(path):
        if not is_game_of(record, usual.rules, usual.players):
            continue
        count += 1
        limit = record.options.get("talk_limit")
        talk_limit = None if limit is None or talk_limit is None else max(talk_limit, limit)
        for move in record.moves:
            action = move.action
            if isinstance(action, MakeOffer):
                given, wanted = max(given, len(action.cards)), max(wanted, len(action.wants))
            elif isinstance(action, Call):
                called = max(called, len(action.has), len(action.wants))
    if not count:
        raise BadData(
            "{path}: there is no finished game of {game} for {players} players",
            path=str(path),
            game=usual.rules.title,
            players=usual.players,
        )
    limits = {"most_given": given, "most_wanted": wanted, "most_called": called, "talk_limit": talk_limit}
    return Setting(game, players, **{**limits, **arguments})
