"""`tobean words`: the state of a translation."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from tobean.bots.coach.messages import REASONS
from tobean.cli.command_group import CommandGroup
from tobean.cli.language import COMMAND_LANGUAGE, labelled, say
from tobean.cli.output import EXIT_FAILED, EXIT_OK, json_option, print_json
from tobean.games import game_named
from tobean.i18n import LANGUAGES
from tobean.i18n.catalogue_files.language_check import LanguageReport, Problem, language_report
from tobean.i18n.catalogue_files.used_texts import PACKAGE_FOLDER, catalogue_of
from tobean.i18n.catalogues import native_name
from tobean.kernel.errors import BadInput

if TYPE_CHECKING:
    from collections.abc import Mapping

OPTIONAL_PLACEHOLDERS: Final[Mapping[str, frozenset[str]]] = {
    "{what} {text!r}: a number from 1 up is needed": frozenset({"what"}),
    **{REASONS[name]: frozenset({"cards", "partner"}) for name in ("accept gift", "offer", "ask")},
    **{reason: frozenset({"cards"}) for name, reason in REASONS.items() if name.startswith("harvest")},
}
"""Placeholders that a translation may omit."""


@click.group(cls=CommandGroup, short_help="Check a translation.")
def words() -> None:
    """Tools for translators (docs/languages.md)."""


@words.command(short_help="Report what a language lacks.")
@click.argument("language")
@click.option("--game", "-g", default="", help="Check the files of this game only.")
@json_option
def check(language: str, game: str, as_json: bool) -> int:
    """Report what is missing or wrong in the files of LANGUAGE, such as `fr`.

    Checks the catalogues (texts without a translation, unused ones, other placeholders), the names of the cards, the
    grammar, the vocabulary of typed chat and the rule pages, of tobean and of all installed games. With --game, only
    the catalogue and the rule page in the folder of that game. The last line says how many texts there are, how many
    of them have no translation, and how many problems were found.

    \b
    Examples:
      tobean words check fr
      tobean words check fr --game bohnedikt
      tobean words check fr --json | jq -r '.problems[].file' | sort | uniq -c
      TOBEAN_LOCALE=my/folder tobean words check nl

    Exit codes: 0 nothing is missing, 1 something is, 2 there is no such language.
    """
    if language not in LANGUAGES:
        raise BadInput(
            "unknown language {language!r}; known: {known}; to begin one, make an empty file {file}",
            language=language,
            known=", ".join(LANGUAGES),
            file=str(displayed_path(catalogue_of(PACKAGE_FOLDER, language))),
        )
    report = language_report(language, OPTIONAL_PLACEHOLDERS, game_named(game).name if game else "")
    if as_json:
        problems = [problem_data(problem) for problem in report.problems]
        print_json({"language": language, "texts": report.texts, "missing": report.missing, "problems": problems})
    else:
        print_report(report, language)
    return EXIT_FAILED if report.problems else EXIT_OK


def displayed_path(path: Path) -> Path:
    """Return a path relative to the working directory if it is inside of it."""
    return path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path


def problem_data(problem: Problem) -> dict[str, str]:
    return {"file": str(problem.file), "problem": problem.message(), "about": problem.about}


def print_report(report: LanguageReport, language: str) -> None:
    for problem in report.problems:
        click.echo(labelled(displayed_path(problem.file), problem.message(COMMAND_LANGUAGE.get())))
    click.echo(
        say(
            "{language}: texts {texts}, not translated {missing}, problems {problems}",
            language=native_name(language),
            texts=report.texts,
            missing=report.missing,
            problems=len(report.problems),
        )
    )
