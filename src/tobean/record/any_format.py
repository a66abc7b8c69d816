"""Reading a record, a table text or a scenario as a record; the first line distinguishes them."""

from collections.abc import Sequence

from tobean.kernel.base.seats import SEAT_LETTERS
from tobean.kernel.errors import BadRecord, BadScenario, Illegal, TobeanError
from tobean.kernel.notation.input_limits import MAX_MOVES, lines_of
from tobean.kernel.table import Table
from tobean.record import record as records
from tobean.record import table_text
from tobean.record.notation import parse_action
from tobean.record.record import Move, Record, check_names, parse_record
from tobean.record.scenarios.runner import extend_chance_script, start_of_scenario
from tobean.record.scenarios.scenario import NoExpectations, parse_scenarios
from tobean.record.start_position import position_of
from tobean.record.table_text import parse_table


def as_record(text: str) -> Record:
    """Parse a record, or make one that begins with the position that the text describes."""
    lines = [line.strip() for line in lines_of(text, BadRecord)]
    first = next((line for line in lines if line and not line.startswith("#")), "")
    if first == records.HEADER:
        return parse_record(text)
    if first == table_text.HEADER:
        table = parse_table(text)
        return record_at(table, SEAT_LETTERS[: table.players])
    if first.startswith("scenario"):
        return scenario_record(text)
    raise BadRecord(
        "line {line}: the first line is {record!r}, {table!r} or `scenario: its name`",
        line=1,
        record=records.HEADER,
        table=table_text.HEADER,
    )


def record_at(table: Table, names: Sequence[str]) -> Record:
    """Return a record without moves that begins with this position."""
    return Record(
        table.rules.name,
        check_names(names),
        table.options,
        table.start,
        cards=table.rules.card_set,
        position=position_of(table),
        result=str(table.result()) if table.over else "",
    )


def scenario_record(text: str) -> Record:
    """Return a record of the table and the actions of a scenario; its expectations are not checked."""
    scenario, *others = parse_scenarios(text)
    if others:
        raise BadScenario(
            "line {line}: another scenario begins here; bring only the one to look at", line=others[0].line
        )
    for mistake in scenario.mistakes:
        if not isinstance(mistake, NoExpectations):
            raise mistake
    table, names, steps = start_of_scenario(scenario)
    try:
        record = record_at(table, names)
    except TobeanError as error:
        line = scenario.given_lines.get("players", scenario.line)
        raise BadScenario("line {line}: {reason}", line=line, reason=error) from error
    table.chance.drawn = []
    for step in steps:
        try:
            if step.verb == "chance":
                extend_chance_script(table, names, step)
            elif step.verb == "when":
                apply_scenario_action(table, names, step.value, record)
        except Illegal as error:
            raise BadScenario(
                "line {line}: {action!r} is refused: {reason}", line=step.number, action=step.value, reason=error
            ) from error
        except TobeanError as error:
            raise BadScenario("line {line}: {reason}", line=step.number, reason=error) from error
    if table.over:
        record.result = str(table.result())
    return record


def apply_scenario_action(table: Table, names: Sequence[str], text: str, record: Record) -> None:
    """Apply an action of a scenario, and record it with the chance results."""
    if len(record.moves) == MAX_MOVES:
        raise BadRecord("too many moves; the maximum is {most}", most=MAX_MOVES)
    action = parse_action(text, names)
    drawn = table.chance.drawn
    assert drawn is not None
    table.apply(action)
    record.moves.append(Move(action, tuple(drawn)))
    drawn.clear()
