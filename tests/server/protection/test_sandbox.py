"""Untrusted files are read in a sandbox process: its answers, its robustness, and the server's checks of its output."""

import asyncio
import json
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from starlette.testclient import TestClient

import tobean
from tests.support.paths import GOLDEN
from tests.support.server.app import ORIGIN, post_form, server_client
from tobean.games import card_set
from tobean.kernel.errors import BadCards, BadInput, BadRecord
from tobean.kernel.notation.input_limits import MAX_OPEN_OFFERS
from tobean.record import record as records
from tobean.server.process.line_process import READY
from tobean.server.protection import sandbox, sandbox_process
from tobean.server.protection.rate_limits import UPLOADS
from tobean.server.protection.sandbox import (
    BUSY,
    MAX_PER_ADDRESS,
    MAX_WAITING,
    TOO_MUCH,
    Sandbox,
    SandboxBusy,
    error_from,
)
from tobean.server.tables import replays
from tobean.session.replay import Replay

RECORD = (GOLDEN / "bohnanza-3.record").read_text(encoding="utf-8")
HEAD = 'game = "bohnanza"\n'
CARDS = HEAD + '[beans.Red]\nname = "Ruby"\n'
HEADERS = {"Origin": ORIGIN}


def bring(client: TestClient, text: str | bytes) -> tuple[int, str]:
    answer = client.post("/replays", files={"record": ("f.txt", text)}, headers=HEADERS, follow_redirects=False)
    return answer.status_code, answer.headers.get("location", "") or answer.text


def open_with(client: TestClient, cards: str | bytes) -> tuple[int, str]:
    fields = {"game": "bohnanza", "name": "Eve", "seat1": "sprout", "seat2": "sprout"}
    answer = client.post(
        "/open", data=fields, files={"cards": ("f.toml", cards)}, headers=HEADERS, follow_redirects=False
    )
    return answer.status_code, answer.headers.get("location", "") or answer.text


def with_cards(cards: str) -> str:
    return RECORD.replace("\n\ndeal =>", f"\ncards: {cards}\n\ndeal =>")


# --- answers of the process ----------------------------------------------------------------------------------------


async def test_files_are_read_and_errors_keep_their_type_and_text() -> None:
    looked = Sandbox()
    assert looked.process.process is None  # it is started by the first request
    try:
        assert await looked.record("here", RECORD + "# a remark\n") == RECORD
        assert json.loads(await looked.card_set("here", CARDS, "bohnanza"))["beans"] == {"Red": {"name": "Ruby"}}
        with pytest.raises(BadCards, match="for the game 'bohnanza', not for 'rabohnzel'"):
            await looked.card_set("here", CARDS, "rabohnzel")
        with pytest.raises(BadRecord, match="line 1: the first line is 'tobean record 1'"):
            await looked.record("here", "rubbish")
        with pytest.raises(BadRecord, match=r"line 9: .* is refused"):
            await looked.record("here", re.sub(r"(?m)^1 . plant .*", "1 A end trading", RECORD))
    finally:
        await looked.stop()
    assert looked.process.process is None


def test_an_unknown_error_is_still_reported() -> None:
    assert type(error_from("BadDeck", "x")) is tobean.BadDeck
    assert type(error_from("Illegal", "x")) is BadInput
    assert type(error_from("MAX_MESSAGE_LENGTH", "x")) is BadInput
    assert str(error_from("no such thing", "so it is")) == "so it is"


@pytest.mark.long
async def test_a_dead_or_slow_process_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    looked = Sandbox()
    try:
        assert await looked.record("here", RECORD) == RECORD
        process = looked.process.process
        assert process is not None
        process.kill()
        await process.wait()
        assert await looked.record("here", RECORD) == RECORD
        with monkeypatch.context() as hurried:
            hurried.setattr(sandbox, "SECONDS", 0.0)
            with pytest.raises(BadInput, match=re.escape(TOO_MUCH)):
                await looked.record("here", RECORD)
        assert await looked.record("here", RECORD) == RECORD
        with pytest.raises(BadInput, match=re.escape(TOO_MUCH)):
            await looked.read("here", {"kind": "what nobody knows"})  # the process exits with an error
        assert await looked.record("here", RECORD) == RECORD
    finally:
        await looked.stop()


@pytest.mark.long
async def test_the_queue_is_bounded() -> None:
    looked = Sandbox()
    try:
        asked = [asyncio.create_task(looked.record("here", RECORD)) for _ in range(MAX_PER_ADDRESS)]
        await asyncio.sleep(0)
        with pytest.raises(SandboxBusy, match=re.escape(BUSY)):
            await looked.record("here", RECORD)
        # Other people are served, up to the common limit.
        places = [f"there {number}" for number in range(MAX_WAITING - MAX_PER_ADDRESS)]
        asked += [asyncio.create_task(looked.record(place, RECORD)) for place in places]
        await asyncio.sleep(0)
        with pytest.raises(SandboxBusy, match=re.escape(BUSY)):
            await looked.record("elsewhere", RECORD)
        assert await asyncio.gather(*asked) == [RECORD] * MAX_WAITING
        assert await looked.record("here", RECORD) == RECORD
        assert not looked.waiting
    finally:
        await looked.stop()


GREEDY = """
import sys
from tobean.server.protection import sandbox_process
def greedy(request):
    {what}
sandbox_process.READERS = {{"record": greedy}}
sandbox_process.MAX_SECONDS = 1
sandbox_process.main()
"""


@pytest.mark.long
@pytest.mark.parametrize(
    "what",
    [
        "return 'x' * (4 * sandbox_process.MAX_MEMORY)",
        "return [bytearray(10**6) for _ in range(10**4)]",
        "while True: pass",
        "open('left-behind', 'w').write('x' * 10**5); return 'written'",
    ],
)
def test_resource_limits_apply_to_the_sandbox_process(what: str, tmp_path: Path) -> None:
    """Second line of defence, independent of the parser."""

    async def run() -> str:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-c",
            GREEDY.format(what=what),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(Path(tobean.__file__).parent.parent)},
        )
        answer_text, _ = await process.communicate(b'{"kind": "record", "text": ""}\n')
        assert process.returncode != 0
        return answer_text.decode()

    assert asyncio.run(run()) == READY.decode()  # and no answer after that
    left = tmp_path / "left-behind"
    assert not left.exists() or left.stat().st_size == 0


# --- pages ---------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with server_client(tmp_path_factory.mktemp("inspection")) as found:
        yield found


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (HEAD + ".".join(["a"] * 20_000) + "=1\n", "too many dots"),
        (HEAD + f"[beans.Red]\nbeanometer=[2,3,4,{10**23}]\n", "a number that is too long"),
        (HEAD + "[beans.Red]\nbeanometer=[2,3,4,999999999]\n", "numbers from 0 to 60"),
        (HEAD + "name=" + "[" * 2000 + "]" * 2000 + "\n", "nested too deeply"),
        (HEAD + "name=" + "9" * 5000 + "\n", "a number that is too long"),
        (HEAD + "name=1979-05-27\n", "name must be a text of one line"),
        (HEAD + 'name="\\u0000"\n', "name must be a text of one line"),
        (b"\xff\xfe", "not text in UTF-8"),
    ],
)
def test_a_hostile_card_set_gets_a_sentence(client: TestClient, text: str | bytes, reason: str) -> None:
    status, answer_text = open_with(client, text)
    assert (status, reason in answer_text) == (422, True), answer_text


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (
            RECORD.replace("players: ", "players: " + ", ".join(f"p{n}" for n in range(3000)) + ", "),
            "players, not 3003",
        ),
        (with_cards(f'{{"game": "bohnanza", "beans": {{"Red": {{"beanometer": [2, 3, 4, {10**23}]}}}}}}'), "too long"),
        (with_cards('{"game": "bohnanza", "beans": {"Red": {"name": "x\\ud800"}}}'), "a text of one line"),
        (with_cards('{"game": "bohnanza", "beans": {"Red": {"name": "x\\u2028y"}}}'), "a text of one line"),
        (with_cards('{"a":' * 3000), "nested too deeply"),
        (RECORD.replace("players: ", "players: \x00"), "cannot be printed"),
    ],
)
def test_a_hostile_record_gets_a_sentence(client: TestClient, text: str, reason: str) -> None:
    status, answer_text = bring(client, text)
    assert (status, reason in answer_text) == (422, True), answer_text


def test_refusals_of_hostile_files_are_translated(client: TestClient) -> None:
    client.cookies.set("language", "de")
    assert "der Kartensatz ist zu tief verschachtelt" in open_with(client, HEAD + "name=" + "[" * 99)[1]
    assert "in dieser Zeile ist ein Zeichen" in bring(client, RECORD.replace("players: ", "players: \x00"))[1]
    client.cookies.delete("language")


def test_accepted_files_are_played(client: TestClient) -> None:
    status, table = open_with(client, CARDS)
    assert status == 303
    assert post_form(client, f"{table}/start", fill="yes").status_code == 303
    status, brought = bring(client, RECORD)
    assert status == 303
    assert client.get(f"{brought}/record").text == RECORD
    moves = len(tobean.parse_record(RECORD).moves)
    found: list[int] = []
    while len(found) <= moves:
        page = client.get(f"{brought}/frames.json?first={len(found)}&last={moves}").json()["frames"]
        assert page
        found += [each["ply"] for each in page]
    assert found == list(range(moves + 1))


def test_the_server_parses_only_accepted_files(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    def read(*args: object) -> None:
        raise AssertionError("this is not for the server to read")

    for module, name in ((card_set, "parse_card_file"), (records, "parse_record"), (replays, "parse_record")):
        monkeypatch.setattr(module, name, read)
    monkeypatch.setattr(Replay, "__init__", read)
    monkeypatch.setattr(sandbox_process, "read_untrusted", read)
    assert bring(client, RECORD)[0] == 303
    assert bring(client, "rubbish")[0] == 422
    assert open_with(client, CARDS)[0] == 303
    assert open_with(client, "rubbish")[0] == 422


def test_card_sets_are_limited_like_records_and_forms_without_a_file_are_not(tmp_path: Path) -> None:
    with server_client(tmp_path, limits=1.0) as client:
        fields = {"game": "bohnanza", "name": "Eve", "seat1": "sprout", "seat2": "sprout"}
        post_form(client, "/me", name="Eve")
        assert UPLOADS.person is not None
        for _ in range(int(UPLOADS.person.burst) - 1):
            assert open_with(client, "rubbish")[0] == 422
        assert bring(client, "rubbish")[0] == 422
        for answer_text in (open_with(client, CARDS), bring(client, RECORD)):
            assert answer_text[0] == 422
            assert "Too many files at once" in answer_text[1]
        assert post_form(client, "/open", **fields).status_code == 303


def test_an_invalid_id_in_an_address_is_not_found(client: TestClient) -> None:
    for path in ("/tables/%00", "/replays/a%00b", "/replays/%F0%9F%AB%98", "/tables/" + "x" * 65, "/replays/a%2Fb"):
        assert client.get(path).status_code == 404


# --- size of a record's output -------------------------------------------------------------------------------------


def chatty_record(named: int) -> str:
    """A record with the maximum number of offers and calls."""
    game = tobean.Game("bohnanza", 5, 1)
    table = game.table
    chance = tobean.Chance(1, 2)
    while table.ply < 1500:
        if not table.may_talk(table.active):
            game.play(table.sample_action(table.awaited, chance))
            continue
        for turn in range(100):
            for seat in range(5):
                if turn < MAX_OPEN_OFFERS:
                    to = tobean.TABLE if seat == table.active else table.active
                    game.play(tobean.MakeOffer(seat, to, (), (), (table.kinds[turn % 8],) * named))
                else:
                    game.play(tobean.Call(seat, (table.kinds[turn % 8],) * named, ()))
        game.play(tobean.EndTrading(table.active))
    return game.record.text()


@pytest.mark.long
def test_a_record_with_too_large_a_replay_is_refused() -> None:
    def looked_at(text: str) -> dict[str, str]:
        return sandbox_process.read_untrusted(msgspec.json.encode({"kind": "record", "text": text, "language": "en"}))

    heavy = chatty_record(40)
    assert len(heavy) < 100_000
    assert looked_at(heavy) == {"error": "BadRecord", "text": "line 8: this record would make too large a replay"}
    light = chatty_record(1)
    assert looked_at(light) == {"text": light}
