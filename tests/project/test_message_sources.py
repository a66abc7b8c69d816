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

NAMES_OF_THINGS = ("seat_name", "name_of", "spell_name")


PASSED_ON = {
    "kernel/errors.py",  # an error that comes from another process
    "server/client/table_client.py",  # errors of the server
    "server/protection/sandbox.py",  # two named templates, and errors of the sandbox process
    "server/workers/worker.py",  # errors of the worker process
}
"""Modules in which the template is not a literal."""


@pytest.mark.long
def test_errors_are_created_from_literal_templates() -> None:
    assert len(error_calls()) > 400
    finished = [
        place
        for place, _, template in error_calls()
        if not list(used_texts.literals(template)) and place.partition(":")[0] not in PASSED_ON
    ]
    assert not finished
    built = (ast.JoinedStr, ast.BinOp)
    assert not [place for place, _, template in error_calls() if isinstance(template, built)]
    assert not [place for place, _, template in error_calls() if ".format(" in ast.unparse(template)]


def test_arguments_match_the_template() -> None:
    wrong = []
    for place, call, template in error_calls():
        given = {word.arg for word in call.keywords}
        for english in used_texts.literals(template):
            wanted = {name for _, name, _, _ in Formatter().parse(english) if name} if given else set()
            if wanted != given and None not in given:
                wrong.append(f"{place}: {english}")
    assert not wrong


def test_seats_and_kinds_are_typed_arguments() -> None:
    """An error names players and cards in the reader's language, so their arguments must be typed."""
    assert not [
        f"{place}: {word.arg}"
        for place, call, _ in error_calls()
        if ast.unparse(call.func) == "Illegal"
        for word in call.keywords
        if ast.unparse(word.value).split("(")[0] in NAMES_OF_THINGS
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
    for place, call, template in error_calls():
        kinds = {word.arg for word in call.keywords if ast.unparse(word.value).startswith("KindArg(")}
        for english in used_texts.literals(template):
            for blank, form in forms[english]:
                assert blank in kinds, place
                assert format(kind, form), place
                found += 1
    assert found > 20


def test_events_are_created_by_their_declarations() -> None:
    """An event created by hand could have a kind without a sentence."""
    created = {
        path.relative_to(used_texts.PACKAGE_FOLDER).as_posix()
        for path in PYTHON
        for node in ast.walk(used_texts.parsed(path))
        if isinstance(node, ast.Call) and (node.args or node.keywords)
        if used_texts.called_name(node) == "Event"
    }
    assert created == {"kernel/events.py"}
