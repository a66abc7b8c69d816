"""The coach looks through finished games, in a process of his own."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from kit_server import ORIGIN, serving
from tobean.bots import bot_named
from tobean.bots.match import play_out
from tobean.kernel.chance import chance_from
from tobean.record.record import Game
from tobean.server.pages import replays

if TYPE_CHECKING:
    from pathlib import Path

    from httpx2 import Response
    from starlette.testclient import TestClient


def played(game: str, players: list[str]) -> str:
    kept = Game(game, players, seed=3, talk_limit=6)
    play_out(kept.table, [bot_named("sprout") for _ in players], chance_from(3), kept.play)
    return kept.record.text()


def reviewed(client: TestClient, address: str, language: str) -> Response:
    """The page that comes in the end: until the coach has read the game it asks again by itself."""
    answer = client.get(address, headers={"Accept-Language": language})
    while 'http-equiv="refresh"' in answer.text:
        assert 'role="status"' in answer.text
        answer = client.get(address, headers={"Accept-Language": language})
    return answer


def test_a_game_is_reviewed(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        files = {"record": ("game.record", played("bohnanza", ["Nina", "Timon", "Keno"]), "text/plain")}
        answer = client.post("/replays", files=files, headers={"Origin": ORIGIN}, follow_redirects=False)
        assert answer.status_code == 303, answer.text
        address = answer.headers["location"] + "/review"
        english = reviewed(client, address, "en")
        assert english.status_code == 200
        assert "Timon" in english.text
        assert "missed deals" in english.text
        links = re.findall(r'<li><a href="(/replays/[^"]+[?]at=\d+)">', english.text)
        assert links
        assert client.get(links[0]).status_code == 200
        german = reviewed(client, address, "de")
        assert "Taler" in german.text
        assert "thalers" not in german.text
        assert client.get("/replays/nothing-there/review").status_code == 404


def test_who_waits_for_the_coach_is_told_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replays, "SHORT_WAIT", 0.0)
    with serving(tmp_path) as client:
        files = {"record": ("game.record", played("bohnanza", ["Nina", "Timon", "Keno"]), "text/plain")}
        answer = client.post("/replays", files=files, headers={"Origin": ORIGIN}, follow_redirects=False)
        waiting = client.get(answer.headers["location"] + "/review")
        assert waiting.status_code == 200
        assert 'http-equiv="refresh"' in waiting.text
