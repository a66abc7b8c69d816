"""Append-only result files: a header line, then one JSON object for each game.

An interrupted run resumes where it stopped. A damaged line is reported with its number and never guessed.
"""

import json
import os
from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, astuple
from typing import Any, Final

from tobean.kernel.errors import BadInput
from tobean.research.arena.arena_game import ArenaSetting, Fixture, Outcome
from tobean.research.arena.game_statistics import Flow
from tobean.research.opponents.population import POPULATION_VERSION

FORMAT: Final = 2
FLOW_FIGURES: Final = len(Flow.__dataclass_fields__)


def header(setting: ArenaSetting) -> dict[str, object]:
    return {"tobean results": FORMAT, "population": POPULATION_VERSION, **asdict(setting)}


def buckets_data(times: dict[str, Counter[int]]) -> dict[str, dict[str, int]]:
    return {name: {str(bucket): counts[bucket] for bucket in sorted(counts)} for name, counts in times.items()}


def parse_buckets(data: Any) -> dict[str, Counter[int]]:
    return {
        name: Counter({int(bucket): whole_number(count) for bucket, count in counts.items()})
        for name, counts in data.items()
    }


def outcome_line(outcome: Outcome) -> str:
    data: dict[str, object] = {"deal": outcome.fixture.deal, "lineup": list(outcome.fixture.lineup)}
    if outcome.fault:
        data |= {"culprit": outcome.culprit, "fault": outcome.fault}
    else:
        data |= {
            "thalers": outcome.thalers,
            "ranks": outcome.ranks,
            "winners": outcome.winners,
            "rival": outcome.rival_thalers,
            "turns": outcome.turns,
            "offers": outcome.offers,
            "accepted": outcome.accepted,
            "calls": outcome.calls,
            "claims": outcome.claims,
            "true": outcome.true_claims,
            "honoured": outcome.honoured_calls,
            "refused": outcome.refused_calls,
            "flows": [astuple(flow) for flow in outcome.flows],
        }
    data |= {"times": buckets_data(outcome.times), "work": buckets_data(outcome.work)}
    return json.dumps(data, separators=(",", ":")) + "\n"


def whole_numbers(value: Any, count: int = -1) -> tuple[int, ...]:
    """Check that a value is a list of integers, with `count` elements if `count` is not negative."""
    if not isinstance(value, list) or any(type(number) is not int for number in value):
        raise ValueError("expected a list of whole numbers")
    if count >= 0 and len(value) != count:
        raise ValueError(f"expected {count} numbers, not {len(value)}")
    return tuple(value)


def whole_number(value: Any) -> int:
    return whole_numbers([value])[0]


def text(value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError("expected a string")
    return value


def parse_outcome(line: str, players: int) -> Outcome:
    """Parse one line; raises ValueError or KeyError if it is malformed."""
    data = json.loads(line)
    if not isinstance(data, dict) or not isinstance(data["lineup"], list) or len(data["lineup"]) != players:
        raise ValueError(f"this is not a game of {players} bots")
    fixture = Fixture(whole_number(data["deal"]), tuple([text(name) for name in data["lineup"]]))
    times, work = parse_buckets(data["times"]), parse_buckets(data["work"])
    if "fault" in data:
        return Outcome(fixture, times=times, work=work, culprit=text(data["culprit"]), fault=text(data["fault"]))
    winners = whole_numbers(data["winners"])
    if any(not 0 <= seat < players for seat in winners):
        raise ValueError("a winner has no seat at this table")
    return Outcome(
        fixture,
        whole_numbers(data["thalers"], players),
        whole_numbers(data["ranks"], players),
        winners,
        whole_number(data["rival"]),
        whole_number(data["turns"]),
        whole_numbers(data["offers"], players),
        whole_numbers(data["accepted"], players),
        whole_numbers(data["calls"], players),
        whole_numbers(data["claims"], players),
        whole_numbers(data["true"], players),
        whole_numbers(data["honoured"], players),
        whole_numbers(data["refused"], players),
        tuple([Flow(*whole_numbers(flow, FLOW_FIGURES)) for flow in data["flows"]]),
        times,
        work,
    )


def parse_results(content: str, setting: ArenaSetting, name: str) -> dict[Fixture, Outcome]:
    """Parse a result file, which must have been written with the same setting."""
    lines = content.split("\n")
    if lines[-1]:
        raise BadInput("{name}, line {line}: this line is cut off; delete it to go on", name=name, line=len(lines))
    check_header(lines[0], setting, name)
    outcomes: dict[Fixture, Outcome] = {}
    for number, line in enumerate(lines[1:-1], start=2):
        try:
            outcome = parse_outcome(line, setting.players)
        except KeyError as error:
            raise BadInput("{name}, line {line}: {reason} is missing", name=name, line=number, reason=error) from error
        except (ValueError, TypeError, AttributeError) as error:
            raise BadInput(
                "{name}, line {line}: this is not a result of a game: {reason}", name=name, line=number, reason=error
            ) from error
        if outcome.fixture in outcomes:
            raise BadInput("{name}, line {line}: this game appears twice", name=name, line=number)
        outcomes[outcome.fixture] = outcome
    return outcomes


def check_header(line: str, setting: ArenaSetting, name: str) -> None:
    try:
        head = json.loads(line)
    except ValueError:
        head = None
    if not isinstance(head, dict) or "tobean results" not in head:
        raise BadInput("{name}, line 1: this is not a file of results", name=name)
    for key, value in header(setting).items():
        if head.get(key) != value:
            raise BadInput(
                "{name}, line 1: these results have {key} {given!r}, not {value!r}",
                name=name,
                key=key,
                given=head.get(key),
                value=value,
            )


class ResultsFile:
    """A result file. Each line is written unbuffered, so an interruption loses no finished game."""

    def __init__(self, path: str, setting: ArenaSetting) -> None:
        self.path = path
        self.setting = setting

    def read(self) -> dict[Fixture, Outcome]:
        """Read the games played so far. Starts the file if it is missing or empty."""
        if not os.path.exists(self.path) or os.path.getsize(self.path) == 0:
            self.append([json.dumps(header(self.setting)) + "\n"])
            return {}
        try:
            with open(self.path, encoding="utf-8") as stream:
                content = stream.read()
        except UnicodeDecodeError as error:
            raise BadInput("{path}: this is not text in UTF-8", path=self.path) from error
        return parse_results(content, self.setting, self.path)

    def add(self, outcomes: Iterable[Outcome]) -> None:
        self.append([outcome_line(outcome) for outcome in outcomes])

    def append(self, lines: list[str]) -> None:
        with open(self.path, "ab", buffering=0) as stream:
            stream.write("".join(lines).encode())
