"""Reviews of finished games by the coach, in a separate process."""

import re
from pathlib import Path

import pytest
from httpx2 import Response
from starlette.testclient import TestClient

from tests.support.server.app import ORIGIN, server_client
from tobean.bots import bot_named
from tobean.bots.coach.review_data import Moment
from tobean.bots.game_loop import play_to_end
from tobean.kernel.chance import chance_from
from tobean.play.session.stand_ins import StandIn
from tobean.record.record import Game
from tobean.server.pages import replays


def played(game: str, players: list[str]) -> str:
    kept = Game(game, players, seed=3, talk_limit=6)
    play_to_end(kept.table, [bot_named("sprout") for _ in players], chance_from(3), kept.play)
    return kept.record.text()


def review_page(client: TestClient, address: str, language: str) -> Response:
    """The finished review page; until then the page reloads itself."""
    answer = client.get(address, headers={"Accept-Language": language})
    while 'http-equiv="refresh"' in answer.text:
        assert 'role="status"' in answer.text
        answer = client.get(address, headers={"Accept-Language": language})
    return answer


@pytest.mark.long
def test_a_game_is_reviewed(tmp_path: Path) -> None:
    with server_client(tmp_path) as client:
        files = {"record": ("game.record", played("bohnanza", ["Nina", "Timon", "Keno"]), "text/plain")}
        answer = client.post("/replays", files=files, headers={"Origin": ORIGIN}, follow_redirects=False)
        assert answer.status_code == 303, answer.text
        address = answer.headers["location"] + "/review"
        english = review_page(client, address, "en")
        assert english.status_code == 200
        assert "Timon" in english.text
        assert "missed deals" in english.text
        links = re.findall(r'<li><a href="(/replays/[^"]+[?]at=\d+)">', english.text)
        assert links
        assert client.get(links[0]).status_code == 200
        # At most three moments of each kind, then all of them behind a disclosure.
        first, _, rest = english.text.partition("<details")
        assert re.findall(r'<h2 id="(best|worst)">', first) == ["best", "worst"]
        assert 2 <= len(re.findall('<li class="moment">', first)) <= 6
        count = re.search(r"<summary>All (\d+) moments</summary>", rest)
        assert count is not None
        assert len(re.findall('<li class="moment">', rest)) == int(count[1])
        # Each moment can be watched from the seat, and tried again.
        watched = re.findall(r'href="(/replays/[^"]+[?]at=\d+&amp;view=0)"', first)
        assert client.get(watched[0].replace("&amp;", "&")).status_code == 200
        tried = re.findall(r'name="ply" value="(\d+)"><input type="hidden" name="seat" value="(\d+)"', first)
        assert {seat for _, seat in tried} == {"0"}
        address_of_play = re.search(r'<form method="post" action="(/replays/[^"]+/play)">', first)
        assert address_of_play is not None
        again = client.post(
            address_of_play[1],
            data={"ply": tried[0][0], "seat": tried[0][1]},
            headers={"Origin": ORIGIN},
            follow_redirects=False,
        )
        assert again.status_code == 303
        assert again.headers["location"].startswith("/tables/")
        # Another seat has other moments; a nonexistent one changes nothing.
        other = client.get(f"{address}?seat=2").text
        assert "view=2" in other
        assert other.partition("<details")[0] != first
        assert client.get(f"{address}?seat=99").text.partition("<details")[0].count("view=0") == len(watched)
        german = review_page(client, address, "de")
        assert "Taler" in german.text
        assert "Noch einmal von hier" in german.text
        assert "thalers" not in german.text
        assert client.get("/replays/nothing-there/review").status_code == 404


@pytest.mark.long
def test_a_waiting_review_is_announced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replays, "SHORT_WAIT", 0.0)
    with server_client(tmp_path) as client:
        files = {"record": ("game.record", played("bohnanza", ["Nina", "Timon", "Keno"]), "text/plain")}
        answer = client.post("/replays", files=files, headers={"Origin": ORIGIN}, follow_redirects=False)
        waiting = client.get(answer.headers["location"] + "/review")
        assert waiting.status_code == 200
        assert 'http-equiv="refresh"' in waiting.text


def test_moments_that_a_bot_decided_for_the_player_do_not_count() -> None:
    def moment(seat: int, retry: int) -> Moment:
        return Moment(seat, 1, retry + 2, retry, 1.0, "+1", "", "", "")

    moments = [moment(0, 3), moment(1, 5), moment(0, 5), moment(0, 9)]
    away = [StandIn(0, 4, 2, until_ply=8, until_turn=3)]
    assert replays.decided_by_player(moments, 0, away) == [moments[0], moments[3]]
    assert replays.decided_by_player(moments, 1, away) == [moments[1]]
    assert replays.decided_by_player(moments, 0, away, {9}) == [moments[0]]
