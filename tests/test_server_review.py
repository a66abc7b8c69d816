"""The coach looks through finished games, in a process of his own."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kit_server import ORIGIN, serving
from tobean.bots import bot_named
from tobean.bots.match import play_out
from tobean.kernel.chance import chance_from
from tobean.record.record import Game

if TYPE_CHECKING:
    from pathlib import Path


def played(game: str, players: list[str]) -> str:
    kept = Game(game, players, seed=3, talk_limit=6)
    play_out(kept.table, [bot_named("sprout") for _ in players], chance_from(3), kept.play)
    return kept.record.text()


def test_a_game_is_reviewed(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        files = {"record": ("game.record", played("bohnanza", ["Nina", "Timon", "Keno"]), "text/plain")}
        answer = client.post("/replays", files=files, headers={"Origin": ORIGIN}, follow_redirects=False)
        assert answer.status_code == 303, answer.text
        address = answer.headers["location"] + "/review"
        english = client.get(address)
        assert english.status_code == 200
        assert "Timon" in english.text
        assert "missed deals" in english.text
        links = re.findall(r'<li><a href="(/replays/[^"]+[?]at=\d+)">', english.text)
        assert links
        assert client.get(links[0]).status_code == 200
        german = client.get(address, headers={"Accept-Language": "de"})
        assert "Taler" in german.text
        assert "thalers" not in german.text
        assert client.get("/replays/nothing-there/review").status_code == 404
