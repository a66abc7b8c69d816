"""Table texts, comparable to FEN in chess, and snapshots: any position as readable text, and back.

    tobean table 1
    game: bohnanza
    players: 3
    hand A: Red, 2 Blue
    ...

A snapshot has the same entries as a JSON object, and the state of the random generator.
"""

from collections.abc import Mapping
from typing import Final, cast

from tobean.games import game_with_cards
from tobean.kernel.cards import KIND_NAMES
from tobean.kernel.chance import LOW_MASK, MULTIPLIER, Chance, chance_from
from tobean.kernel.component import Options
from tobean.kernel.errors import BadInput, BadTable, ChanceDecides, GameNotInstalled, TobeanError
from tobean.kernel.notation.input_limits import MAX_CARDS, is_number, lines_of
from tobean.kernel.observation.observation import Observation
from tobean.kernel.phases.setup import check_players, empty_table
from tobean.kernel.state.repr_hooks import REPR_HOOKS
from tobean.kernel.table import Table
from tobean.record.position_entries import EntryReader, entries, read_entries
from tobean.record.scenarios.invariants import check_table

HEADER: Final = "tobean table 1"
SNAPSHOT_HEADER: Final = "tobean snapshot 1"


def table_text(table: Table) -> str:
    """Format the position. Parsing the text gives a table with the same entries."""
    return "\n".join([HEADER, *[f"{key}: {value}" for key, value in entries(table).items()]]) + "\n"


def position_text(position: Table | Observation) -> str:
    """Return the `str` of a table or an observation."""
    if isinstance(position, Observation):
        return "\n".join([f"{key}: {value}" for key, value in entries(position).items()]) + "\n"
    return table_text(position)


REPR_HOOKS.text = position_text


def parse_table(text: str, seed: int | str = 0) -> Table:
    """Parse a table text; `seed` determines the chance results still to come."""
    lines = lines_of(text, BadTable)
    first = next((number for number, line in enumerate(lines) if line.strip()), 0)
    if not lines or lines[first].strip() != HEADER:
        raise BadTable("line 1: a table text begins with {header!r}", header=HEADER)
    texts: dict[str, str] = {}
    line_numbers: dict[str, int] = {}
    for number, line in enumerate(lines[first + 1 :], start=first + 2):
        key, colon, value = line.partition(":")
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        if not colon:
            raise BadTable(
                "line {line}: {text!r} has no colon; write `hand A: Red, 2 Blue`", line=number, text=line.strip()
            )
        if key.strip() in texts:
            raise BadTable("line {line}: {key!r} appears twice", line=number, key=key.strip())
        texts[key.strip()] = value.strip()
        line_numbers[key.strip()] = number
    try:
        return table_from(texts, chance_from(seed))
    except BadTable as error:
        error_line = line_of_error(error, line_numbers)
        if not error_line:
            raise
        raise BadTable("line {line}: {reason}", line=error_line, reason=error) from error


def line_of_error(error: TobeanError, lines: Mapping[str, int], default: int = 0) -> int:
    """Return the line of the entry to which an error refers: by its argument `key`, or by the beginning of its text."""
    key = error.arguments.get("key")
    return lines.get(key if isinstance(key, str) else str(error).partition(":")[0], default)


def snapshot(table: Table) -> dict[str, object]:
    """Return the complete state as a JSON object, at any decision."""
    if table.at_chance:
        raise ChanceDecides("a table that waits for chance has no snapshot; it can be pickled")
    return {
        "format": SNAPSHOT_HEADER,
        "table": entries(table),
        "chance": [int(table.chance.low), int(table.chance.carry)],
        "script": list(table.chance.script or []),
    }


def restore(data: object) -> Table:
    if not isinstance(data, dict) or data.get("format") != SNAPSHOT_HEADER:
        raise BadTable("a snapshot is a JSON object with the format {snapshot!r}", snapshot=SNAPSHOT_HEADER)
    texts, chance, script = data.get("table"), data.get("chance"), data.get("script")
    if not isinstance(texts, dict) or not all(isinstance(value, str) for value in texts.values()):
        raise BadTable("the snapshot has no table: `table` must be an object of texts")
    if not isinstance(chance, list) or len(chance) != 2 or not all(type(number) is int for number in chance):
        raise BadTable("the snapshot has no generator: `chance` must be two numbers")
    if not (0 <= chance[0] <= LOW_MASK and 0 <= chance[1] < MULTIPLIER and chance != [0, 0]):
        raise BadTable("the snapshot's generator is out of range")
    if not isinstance(script, list) or len(script) > MAX_CARDS:
        raise BadTable("the snapshot's `script` must be a list of numbers, at most {most}", most=MAX_CARDS)
    if not all(type(number) is int and 0 <= number < len(KIND_NAMES) for number in script):
        raise BadTable("the snapshot's `script` must be a list of numbers of cards")
    check_entries(texts)
    table = table_from(cast("dict[str, str]", texts), Chance(chance[0], chance[1]))
    table.chance.script = list(script)
    return table


def check_entries(texts: dict[object, object]) -> None:
    """Raise `BadTable` if the entries exceed the limits of a table text or have line breaks."""
    lines = lines_of("\n".join(f"{key}: {value}" for key, value in texts.items()), BadTable)
    if len(lines) != len(texts):
        raise BadTable("an entry of the snapshot's table has more than one line")


def parse_options(text: str) -> Options:
    """Parse `third_field=no, talk_limit=6` into a dictionary."""
    options: Options = {}
    for part in text.split(","):
        if not part.strip() or part.strip() == "nothing":
            continue
        name, equals, value = (word.strip() for word in part.partition("="))
        if not equals:
            raise BadInput("{part!r} is not an option; write `third_field=yes`", part=part.strip())
        if value in ("yes", "no"):
            options[name] = value == "yes"
        elif value == "none":
            options[name] = None
        elif is_number(value):
            options[name] = int(value)
        else:
            raise BadInput("{value!r} is not a value of an option: yes, no, none or a number", value=value)
    return options


def table_from(texts: dict[str, str], chance: Chance) -> Table:
    """Build the table with these entries."""
    reader = EntryReader(texts)
    try:
        table = build(reader, chance)
    except (BadTable, GameNotInstalled):
        raise
    except BadInput as error:
        raise BadTable("{key}: {reason}", key=reader.key, reason=error) from error
    reader.finish()
    check_table(table)
    return table


def build(reader: EntryReader, chance: Chance) -> Table:
    game = reader.text("game")
    rules = game_with_cards(game, reader.text("cards") if "cards" in reader.left else "")
    players = reader.number("players")
    check_players(rules, players)
    table = empty_table(rules, players, parse_options(reader.text("options")), chance)
    read_entries(reader, table)
    return table
