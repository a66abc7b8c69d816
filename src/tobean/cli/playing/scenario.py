"""`tobean scenario`: check of the engine against scenario files."""

import os
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import click
from rich.text import Text

from tobean.cli import output
from tobean.cli.language import error_text, labelled, say, say_plural
from tobean.kernel.errors import BadInput, BadScenario
from tobean.record.scenarios.runner import ScenarioResult, run_scenario
from tobean.record.scenarios.scenario import Scenario, parse_scenarios

WATCH_INTERVAL: Final = 0.3
"""Seconds between two checks of the watched files."""


@dataclass(frozen=True)
class ScenarioFile:
    """A scenario file and its results."""

    file: str
    outcomes: list[ScenarioResult]


@click.command(short_help="Run scenario files.")
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@click.option("--list", "only_list", is_flag=True, help="Only list the titles and their rules.")
@click.option("--quiet", "-q", is_flag=True, help="Print failures and totals only.")
@click.option("--watch", is_flag=True, help="Run again whenever a file changes, until Ctrl-C.")
@output.json_option
def scenario(files: tuple[str, ...], only_list: bool, quiet: bool, watch: bool, as_json: bool) -> int:
    """Run the scenarios in each FILE and in all *.scenario files of folders.

    For a failing scenario, every unmet expectation is printed with the actual value. `-` reads standard input.

    \b
    Examples:
      tobean scenario scenarios/
      tobean scenario my.scenario --json
      tobean scenario scenarios/ --list
      tobean scenario my.scenario --watch

    Exit codes: 0 all hold, 1 a scenario fails, 2 a file is missing or is not a scenario file.
    """
    if watch:
        return keep_watching(files, lambda: run_once(files, only_list, quiet, as_json))
    return run_once(files, only_list, quiet, as_json)


def run_once(files: Sequence[str], only_list: bool, quiet: bool, as_json: bool) -> int:
    """Run or list the files, print the results, and return the exit code."""
    found = expand(files)
    if only_list:
        listed = [(file, read_scenarios(file)) for file in found]
        output.print_json(list_data(listed)) if as_json else print_list(listed)
        return output.EXIT_OK
    results = [ScenarioFile(file, [run_scenario(each) for each in read_scenarios(file)]) for file in found]
    if as_json:
        output.print_json(results_data(results))
    else:
        print_results(results, quiet)
    return (
        output.EXIT_OK
        if all(outcome.passed for result in results for outcome in result.outcomes)
        else output.EXIT_FAILED
    )


# --- watching ----------------------------------------------------------------------------------------------


def keep_watching(files: Sequence[str], run: Callable[[], int]) -> int:
    """Run, and run again whenever a file was changed, added or deleted; Ctrl-C ends it with the last exit code."""
    code = output.EXIT_OK
    try:
        while True:
            seen = modification_times(files)
            try:
                code = run()
            except BadInput as error:
                code = output.EXIT_BAD_INPUT
                click.echo(say("Error: {reason}", reason=error_text(error)), err=True)
            output.printer().print(Text(say("watching; Ctrl-C ends"), style="dim"))
            while modification_times(files) == seen:
                pause(WATCH_INTERVAL)
    except KeyboardInterrupt:
        return code


def pause(seconds: float) -> None:
    time.sleep(seconds)


def modification_times(files: Sequence[str]) -> dict[str, int]:
    """Return when each file was last changed; 0 for a missing one."""
    found: dict[str, int] = {}
    for file in files:
        paths = Path(file).rglob("*.scenario") if os.path.isdir(file) else [Path(file)]
        for path in paths:
            try:
                found[str(path)] = path.stat().st_mtime_ns
            except OSError:
                found[str(path)] = 0
    return found


# --- running -----------------------------------------------------------------------------------------------


def expand(files: Sequence[str]) -> list[str]:
    """Replace folders by the scenario files in them, without duplicates."""
    found: dict[str, None] = {}
    for file in files:
        if os.path.isdir(file):
            inside = sorted(str(path) for path in Path(file).rglob("*.scenario") if path.is_file())
            if not inside:
                raise BadInput("{file}: there are no *.scenario files in this folder", file=output.printable_name(file))
            found.update(dict.fromkeys(inside))
        else:
            found[file] = None
    return list(found)


def read_scenarios(file: str) -> list[Scenario]:
    text = output.read_text(file)
    try:
        return parse_scenarios(text)
    except BadScenario as error:
        raise BadScenario("{file}: {reason}", file=output.printable_name(file), reason=error) from error


# --- printing ----------------------------------------------------------------------------------------------


def scenario_data(scenario: Scenario) -> dict[str, object]:
    return {"title": scenario.title, "line": scenario.line, "rules": list(scenario.rules)}


def list_data(listed: list[tuple[str, list[Scenario]]]) -> dict[str, object]:
    return {
        "files": [
            {"file": str(output.printable_name(file)), "scenarios": [scenario_data(scenario) for scenario in scenarios]}
            for file, scenarios in listed
        ]
    }


def results_data(results: list[ScenarioFile]) -> dict[str, object]:
    passed = sum(outcome.passed for result in results for outcome in result.outcomes)
    return {
        "files": [
            {
                "file": str(output.printable_name(result.file)),
                "scenarios": [
                    {
                        **scenario_data(outcome.scenario),
                        "passed": outcome.passed,
                        "failures": list(outcome.failures),
                    }
                    for outcome in result.outcomes
                ],
            }
            for result in results
        ],
        "passed": passed,
        "failed": sum(len(result.outcomes) for result in results) - passed,
    }


def heading(file: str) -> str:
    name = output.printable_name(file)
    return name if isinstance(name, str) else error_text(name)


def print_list(listed: list[tuple[str, list[Scenario]]]) -> None:
    out = output.printer()
    for file, scenarios in listed:
        out.print(Text(heading(file), style="bold"), soft_wrap=True)
        for scenario in scenarios:
            rules = "".join(f"  {rule}" for rule in scenario.rules)
            out.print(Text.assemble(f"  {scenario.title}", (rules, "cyan")), soft_wrap=True)
    total = sum(len(scenarios) for _, scenarios in listed)
    out.print(totals(total, len(listed)))


def print_results(results: list[ScenarioFile], quiet: bool) -> None:
    out = output.printer()
    for result in results:
        if quiet and all(outcome.passed for outcome in result.outcomes):
            continue
        out.print(Text(heading(result.file), style="bold"), soft_wrap=True)
        for outcome in result.outcomes:
            title = outcome.scenario.title
            if not outcome.passed:
                rules = "".join(f"  {rule}" for rule in outcome.scenario.rules)
                out.print(Text.assemble("  ", (say("FAIL"), "bold red"), f"  {title}", (rules, "cyan")), soft_wrap=True)
                for problem in outcome.problems:
                    failure = error_text(problem)
                    out.print(Text("        " + failure.replace("\n", "\n        ")), soft_wrap=True)
            elif not quiet:
                out.print(Text.assemble("  ", (say("ok"), "green"), f"    {title}"), soft_wrap=True)
    passed = sum(outcome.passed for result in results for outcome in result.outcomes)
    total = sum(len(result.outcomes) for result in results)
    failed = total - passed
    verdict = say("{passed} hold, {failed} fail", passed=passed, failed=failed) if failed else say("all hold")
    summary = labelled(totals(total, len(results)), verdict)
    out.print(Text(summary, style="bold"), soft_wrap=True)


def totals(scenarios: int, files: int) -> str:
    scenario_count = say_plural("{count} scenario", "{count} scenarios", scenarios)
    return say_plural("{scenarios} in {count} file", "{scenarios} in {count} files", files, scenarios=scenario_count)
