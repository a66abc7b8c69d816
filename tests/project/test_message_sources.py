"""Errors and events in the sources: each has a template that can be found and translated."""

import ast
import re
from collections import defaultdict
from string import Formatter

import pytest

from tests.support.error_calls import PYTHON, error_calls
from tobean.i18n import LANGUAGES
from tobean.i18n.catalogue_files import used_texts
from tobean.i18n.catalogues import SOURCE
from tobean.i18n.error_messages import KindPhrase

NAME_FUNCTIONS = ("seat_name", "name_of", "spell_name")
"""Functions that return an untranslated name."""
FORWARDING_MODULES = {
    "kernel/errors.py",  # an error that comes from another process
    "server/client/table_client.py",  # errors of the server
    "server/protection/sandbox.py",  # two named templates, and errors of the sandbox process
    "server/workers/worker.py",  # errors of the worker process
}
"""Modules in which the template is not a literal."""


@pytest.mark.long
def test_errors_are_created_from_literal_templates() -> None:
    assert len(error_calls()) > 400
    non_literal = [
        location
        for location, _, template in error_calls()
        if not list(used_texts.literals(template)) and location.partition(":")[0] not in FORWARDING_MODULES
    ]
    assert not non_literal
    formatted_nodes = (ast.JoinedStr, ast.BinOp)
    assert not [location for location, _, template in error_calls() if isinstance(template, formatted_nodes)]
    assert not [location for location, _, template in error_calls() if ".format(" in ast.unparse(template)]


def test_arguments_match_the_template() -> None:
    mismatches = []
    for location, call, template in error_calls():
        given = {keyword.arg for keyword in call.keywords}
        for english in used_texts.literals(template):
            wanted = {name for _, name, _, _ in Formatter().parse(english) if name} if given else set()
            if wanted != given and None not in given:
                mismatches.append(f"{location}: {english}")
    assert not mismatches


def test_seats_and_kinds_are_typed_arguments() -> None:
    """An error names players and cards in the reader's language, so their arguments must be typed."""
    assert not [
        f"{location}: {keyword.arg}"
        for location, call, _ in error_calls()
        if ast.unparse(call.func) == "Illegal"
        for keyword in call.keywords
        if ast.unparse(keyword.value).split("(")[0] in NAME_FUNCTIONS
    ]


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != SOURCE])
def test_translations_use_grammatical_forms_of_kinds_only(language: str) -> None:
    """A grammatical form that an argument does not have would fail only when the error is shown."""
    forms: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for folder in used_texts.folders():
        for message in used_texts.catalogue_entries(used_texts.catalogue_of(folder, language)):
            forms[message.text] += re.findall(r"\{(\w+):(\w+)\}", message.strings[0])
    kind = KindPhrase("Rote Bohne", language)
    found = 0
    for location, call, template in error_calls():
        kinds = {keyword.arg for keyword in call.keywords if ast.unparse(keyword.value).startswith("KindArg(")}
        for english in used_texts.literals(template):
            for placeholder, form in forms[english]:
                assert placeholder in kinds, location
                assert format(kind, form), location
                found += 1
    assert found > 20


def test_events_are_created_by_their_declarations() -> None:
    """An event created by hand could have a kind without a sentence."""
    created = {
        path.relative_to(used_texts.PACKAGE_FOLDER).as_posix()
        for path in PYTHON
        for node in used_texts.syntax_nodes(path)
        if isinstance(node, ast.Call) and (node.args or node.keywords)
        if used_texts.called_name(node) == "Event"
    }
    assert created == {"kernel/events.py"}
