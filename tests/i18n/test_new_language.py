"""A language is a set of files: an invented one is added to a copy of the package, and a table is played in it."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import tobean
from tests.support.paths import ROOT

CODE = "qq"
GRAMMAR = """
from tobean.i18n.languages.grammar_en import *


def thalers(count):
    return f"{count} quacks"
"""
VOCABULARY = """
from tobean.i18n.languages.trade_vocabulary_en import *
from tobean.i18n.languages import trade_vocabulary_en

MEANINGS = {**dict.fromkeys(trade_vocabulary_en.MEANINGS, ""), "i give": "quaaak", "for": "quark", "mine": "quy"}
"""
PROGRAM = """
import io
import sys
from contextlib import redirect_stdout
from pathlib import Path

from tests.support.paths import GOLDEN
from tests.support.server.app import next_socket_message, open_bot_table, server_client, table_socket
from tests.support.sessions import TALKERS, table_in_trading
from tobean.cli.main import main
from tobean.i18n import LANGUAGES
from tobean.session.chat.sentence_parser import parse_talk
from tobean.kernel.observation.observation import observe

assert "qq" in LANGUAGES
heading = {"Accept-Language": "qq"}
with server_client(Path(sys.argv[1])) as client:
    front = client.get("/", headers=heading).text
    assert '<html lang="qq">' in front
    assert "Quackish" in front
    assert "Quack: Zu dritt" in client.get("/rules/bohnanza", headers=heading).text
    table = open_bot_table(client)
    with table_socket(client, table, "?language=qq") as socket:
        hello = next_socket_message(socket, "hello")
        names = [card["name"] for card in hello["catalogue"]["kinds"]]
        assert names[:2] == ["QuBlue", "QuChili"], names
with redirect_stdout(io.StringIO()) as replayed:
    main(["replay", str(GOLDEN / "bohnanza-3.record"), "--lang", "qq"])
assert "2 quacks" in replayed.getvalue()
said = parse_talk("quaaak quy QuSoy quark QuRed", observe(table_in_trading(), 0), TALKERS)
print(repr(said.action))
"""


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """Copies the package and adds the files of a language, derived from the German ones."""
    source = Path(tobean.__file__).parent
    shutil.copytree(source, tmp_path / "tobean", ignore=shutil.ignore_patterns("__pycache__"))
    for catalogue in list((tmp_path / "tobean").rglob("locale/de.po")):
        text = re.sub(r'^msgid "(.*)"\nmsgstr ".*"$', r'msgid "\1"\nmsgstr "Qu\1"', catalogue.read_text(), flags=re.M)
        text = text.replace('msgstr "QuEnglish"', 'msgstr "Quackish"').replace("Language: de", f"Language: {CODE}")
        catalogue.with_name(f"{CODE}.po").write_text(text)
    for rules in list((tmp_path / "tobean").rglob("rulebook/de.md")):
        rules.with_name(f"{CODE}.md").write_text(rules.read_text().replace("** ", "** Quack: "))
    languages = tmp_path / "tobean" / "i18n" / "languages"
    (languages / f"grammar_{CODE}.py").write_text(GRAMMAR)
    (languages / f"trade_vocabulary_{CODE}.py").write_text(VOCABULARY)
    return tmp_path


@pytest.mark.long
def test_a_language_is_added_by_files_alone(package: Path, tmp_path: Path) -> None:
    data = tmp_path / "data"
    path = os.pathsep.join([str(package), str(ROOT), *sys.path])
    ran = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(data)],
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout == "A offer all: turned Soy for Red\n"
