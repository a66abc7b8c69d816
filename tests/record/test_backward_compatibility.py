"""Files of earlier versions can still be read: records, table texts, snapshots, and a database
(tests/data/old_versions).
"""

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

import tobean
from tests.support.paths import OLD_VERSIONS
from tests.support.server.app import server_client
from tobean.server.database.database import FILE_NAME

FIRST_ROUND = OLD_VERSIONS / "first-round"
RECORDS = sorted(FIRST_ROUND.glob("*.record"))


REFUSED_TODAY = {
    "al-cabohne-1": (39, "A plant Fire 3", "A6"),
    "al-cabohne-2": (59, "A plant Fire 1", "A6"),
}
"""Records of a corrected rule edition: the line at which they stop today, the action, and the rule."""


STOPPED_TODAY = [
    ("al-cabohne", [("A plant Kidney 3", "A6")]),
    ("al-cabohne", [("A plant Blue 1", "A6")]),
    ("al-cabohne", [("A plant Kidney 2", "A6")]),
]
"""Tables of the database whose logs stop today for the same reason, with the action and the rule."""


def cases(kind: str) -> list[Any]:
    found = [
        pytest.param(case, id=f"{path.name.partition('.')[0]}-{number}")
        for path in sorted(FIRST_ROUND.glob(f"*.{kind}.json"))
        for number, case in enumerate(json.loads(path.read_text(encoding="utf-8")))
    ]
    assert found
    return found


@pytest.mark.parametrize("case", cases("positions"))
def test_old_table_texts_are_read(case: dict[str, Any]) -> None:
    table = tobean.parse_table(case["text"])
    assert table.awaited == case["awaited"]
    assert [repr(action) for action in table.legal_actions(table.awaited)] == case["actions"]
    again = tobean.table_text(table)
    assert tobean.table_text(tobean.parse_table(again)) == again


@pytest.mark.parametrize("case", cases("snapshots"))
def test_old_snapshots_are_read(case: dict[str, Any]) -> None:
    table = tobean.restore(case)
    again = tobean.snapshot(table)
    assert tobean.snapshot(tobean.restore(again)) == again
    assert again["chance"] == case["chance"]


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_old_records_are_read(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    record = tobean.parse_record(text)
    assert record.text() == text
    if path.stem in REFUSED_TODAY:
        line, action, rule = REFUSED_TODAY[path.stem]
        with pytest.raises(tobean.BadRecord, match=rf"^line {line}: played by .* {action} is refused: .* \({rule}\)$"):
            record.final()
    else:
        assert record.final().over


@pytest.mark.long
def test_an_old_database_is_upgraded(tmp_path: Path) -> None:
    shutil.copy(FIRST_ROUND / FILE_NAME, tmp_path / FILE_NAME)
    expected = json.loads((FIRST_ROUND / f"{FILE_NAME}.expected.json").read_text(encoding="utf-8"))
    with server_client(tmp_path) as client:
        registry = client.app.state.site.registry  # type: ignore[attr-defined]
        assert client.portal is not None
        stopped: list[tuple[str, list[tuple[str, str]]]] = []
        for wanted in expected["tables"]:
            page = client.get(f"/tables/{wanted['table']}", headers={"Accept-Language": "en"})
            if page.status_code == 409:
                stopped.append((wanted["game"], re.findall(r"<code>(.*)</code>.*#([A-Z]\d+)", page.text)))
                continue
            assert page.status_code == 200
            session = client.portal.call(registry.live_table, wanted["table"]).session
            assert session.setup.game == wanted["game"]
            assert session.seq >= wanted["entries"]
            assert [seat.name for seat in session.seats] == wanted["seats"]
            assert [said.text for _, said in session.chat][: len(wanted["chat"])] == wanted["chat"]
            if session.seq == wanted["entries"] and wanted["text"]:
                then = tobean.parse_table(wanted["text"])
                assert tobean.table_text(session.table) == tobean.table_text(then)
        assert stopped == STOPPED_TODAY
        assert client.get(f"/replays/{expected['record']}").status_code == 200
