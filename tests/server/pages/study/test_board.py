"""The study board: curve, marks, alternatives and variations of a finished game, and playing on from them."""

from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.support.paths import GOLDEN
from tests.support.server.app import ORIGIN, post_form, server_client, site_of
from tobean.bots import bot_named
from tobean.bots.game_loop import play_to_end
from tobean.kernel.chance import chance_from
from tobean.record.record import Game
from tobean.server.protection import rate_limits
from tobean.session.replay import MAX_VARIATION_LENGTH
from tobean.study.replay_study import MAX_POINTS

LATE = 600
"""Position near the end of the golden game of Bohnanza, from which playouts are short."""


def golden(name: str) -> str:
    return (GOLDEN / f"{name}.record").read_text(encoding="utf-8")


def upload(client: TestClient, text: str) -> str:
    answer = client.post("/replays", files={"record": text}, headers={"Origin": ORIGIN}, follow_redirects=False)
    assert answer.status_code == 303, answer.text
    address: str = answer.headers["location"]
    return address


def whole_curve(client: TestClient, address: str, view: str) -> list[dict[str, Any]]:
    points: list[dict[str, Any]] = []
    while True:
        answer = client.get(f"{address}/curve.json?view={view}&first={len(points)}").json()
        assert 0 < len(answer["points"]) <= MAX_POINTS or len(points) == answer["count"]
        points += answer["points"]
        if len(points) == answer["count"]:
            return points


def test_a_curve_arrives_in_parts_ends_with_the_result_and_is_computed_once(
    tmp_path: Path, pool_socket: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with server_client(tmp_path, pool_socket=pool_socket) as client:
        address = upload(client, golden("al-cabohne-1"))
        page = client.get(address)
        assert page.status_code == 200
        assert f'data-replay="{address}"' in page.text
        points = whole_curve(client, address, "open")
        assert [point["ply"] for point in points] == sorted({point["ply"] for point in points})
        assert points[0]["ply"] == 0
        assert points[-1]["ply"] == 138
        result = client.get(f"{address}/frames.json?first=138").json()["frames"][0]["view"]["result"]
        assert points[-1]["thalers"] == [*result["thalers"], result["rival_thalers"]]
        assert points[-1]["errors"] == [0.0, 0.0]
        pool = site_of(client).registry.worker_pool

        async def no_study(*request: object) -> dict[str, Any]:
            raise AssertionError("a second visitor costs nothing")

        monkeypatch.setattr(pool, "study", no_study)
        again = client.get(f"{address}/curve.json?view=open&first=0").json()
        assert again["points"] == points


@pytest.mark.long
def test_marks_tell_the_better_action_and_alternatives_are_ranked(tmp_path: Path, pool_socket: str) -> None:
    kept = Game("bohnanza", ["Nina", "Timon", "Keno"], seed=3, talk_limit=6)
    play_to_end(kept.table, [bot_named("sprout") for _ in range(3)], chance_from(3), kept.play)
    with server_client(tmp_path, pool_socket=pool_socket) as client:
        address = upload(client, kept.record.text())
        english = client.get(f"{address}/marks.json?language=en").json()["moments"]
        assert {moment["seat"] for moment in english} == {0, 1, 2}
        assert {moment["kind"] for moment in english} == {"deal", "missed", "choice"}
        assert all(moment["decided"] for moment in english)
        german = client.get(f"{address}/marks.json?language=de").json()["moments"]
        assert [moment["ply"] for moment in german] == [moment["ply"] for moment in english]
        assert "Besser" in " ".join(moment["better"] for moment in german)
        late = [moment for moment in english if moment["do"] and moment["retry"] > len(kept.record.moves) - 60]
        moment = late[-1]
        query = f"at={moment['retry']}&language=en"
        # The better action can be shown on the table.
        shown = client.get(f"{address}/variation.json", params=f"{query}&view=open&line={moment['do']}")
        assert shown.json()["frames"][0]["seat"] == moment["seat"]
        found = client.get(f"{address}/actions.json?{query}&view={moment['seat']}").json()
        assert found["seat"] == moment["seat"]
        assert [action["do"] for action in found["actions"] if action["played"]]
        # Another seat's view has no alternatives of this one.
        other = client.get(f"{address}/actions.json?{query}&view={(moment['seat'] + 1) % 3}&seat={moment['seat']}")
        assert other.json()["seat"] != moment["seat"]
        assert client.get(f"{address}/actions.json?{query}&view=table").json()["actions"] == []


@pytest.mark.long
def test_a_variation_goes_deeper_and_can_be_played_on(tmp_path: Path, pool_socket: str) -> None:
    with server_client(tmp_path, pool_socket=pool_socket) as client:
        address = upload(client, golden("bohnanza-3"))
        line: list[str] = []
        for _ in range(3):
            found = client.get(f"{address}/actions.json", params={"at": LATE, "view": "open", "line": line}).json()
            line.append(found["actions"][0]["do"])
        params: dict[str, Any] = {"at": LATE, "view": "open", "line": line}
        frames = client.get(f"{address}/variation.json", params=params).json()["frames"]
        assert [frame["ply"] for frame in frames] == [LATE + 1, LATE + 2, LATE + 3]
        assert client.get(f"{address}/variation.json", params=params).json()["frames"] == frames
        answer = post_form(client, f"{address}/play", ply=LATE, seat=0, name="Ada", line=line)
        assert answer.status_code == 303, answer.text
        table = answer.headers["location"].removeprefix("/tables/")
        session = site_of(client).registry.live_tables[table].session
        assert [repr(move.action) for move in session.moves[LATE:]][: len(line)] == line
        shown, played = frames[-1]["view"], session.table
        if session.version == LATE + 3:  # no bot has acted yet
            assert [seat["hand"] for seat in shown["seats"]] == played.hands


BAD_LINES = [
    (["A pass"], "plants first. (O1)"),
    (["C plant Red@1 1"], "(B5)"),
    (["nonsense"], "is not an action"),
    (["H pass"], "is not a seat"),
    (["A harvest 9"], "There is no field 9"),
    (["x" * 500], "too long"),
    (["A pass"] * (MAX_VARIATION_LENGTH + 1), f"at most {MAX_VARIATION_LENGTH} actions"),
]


def test_a_bad_line_is_explained_and_changes_nothing(tmp_path: Path, pool_socket: str) -> None:
    with server_client(tmp_path, pool_socket=pool_socket) as client:
        address = upload(client, golden("bohnanza-3"))
        for line, reason in BAD_LINES:
            params: dict[str, Any] = {"at": LATE, "language": "en", "line": line}
            for part in ("variation", "actions"):
                answer = client.get(f"{address}/{part}.json", params=params)
                assert answer.status_code == 422
                assert reason in answer.json()["error"]
            before = set(site_of(client).registry.live_tables)
            played = post_form(client, f"{address}/play", ply=LATE, seat=0, name="Ada", line=line)
            assert played.status_code == 422
            assert 'role="alert"' in played.text
            assert set(site_of(client).registry.live_tables) == before


def test_parts_of_an_unknown_replay_are_not_found(tmp_path: Path, pool_socket: str) -> None:
    with server_client(tmp_path, pool_socket=pool_socket) as client:
        for part in ("curve.json", "marks.json", "actions.json", "variation.json"):
            assert client.get(f"/replays/nothing-there/{part}").status_code == 404


def test_the_coach_is_limited_per_visitor(tmp_path: Path, pool_socket: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with server_client(tmp_path, pool_socket=pool_socket) as client:
        address = upload(client, golden("al-cabohne-1"))
        first = client.get(f"{address}/curve.json").json()["points"]
        allows = site_of(client).limiter.allows
        monkeypatch.setattr(
            site_of(client).limiter,
            "allows",
            lambda limit, *who: limit is not rate_limits.REVIEWS and allows(limit, *who),
        )
        for part in ("curve.json?view=0", "marks.json", "actions.json"):
            assert client.get(f"{address}/{part}").status_code == 503
        assert client.get(f"{address}/curve.json").json()["points"] == first, "what is computed stays available"
        assert client.get(f"{address}/curve.json?first={len(first)}").json()["points"], "a curve is paid once"
        assert client.get(address).status_code == 200
