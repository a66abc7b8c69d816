"""Pictures of positions and previews of links: what they show, and what a running game never shows."""

import re
import struct
from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from tests.support.server.app import post_form, site_of
from tests.support.server.finished_games import finished_bot_game, open_against_bots
from tobean.pictures import png
from tobean.server.protection.rate_limits import PICTURES, PREVIEWS, Limit
from tobean.study.puzzles.collection import collection

NEUTRAL = "A table at tobean"


def previews(page: str) -> dict[str, str]:
    return dict(re.findall(r'<meta (?:property|name)="((?:og|twitter):[^"]+)" content="([^"]*)">', page))


def png_size(data: bytes) -> tuple[int, int]:
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", data[16:24])
    return width, height


@pytest.fixture
def no_library(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Pretends that the library for PNG is not installed."""
    png.has_png.cache_clear()
    monkeypatch.setattr(png, "find_spec", lambda name: None)
    yield
    png.has_png.cache_clear()


def test_a_position_of_a_finished_game_is_drawn(client: TestClient) -> None:
    table = finished_bot_game(client, "al-cabohne", bots=1)
    svg = client.get(f"/replays/{table}/position.svg?at=5")
    assert svg.headers["content-type"] == "image/svg+xml"
    assert svg.text.startswith("<svg ")
    assert "Nina" in svg.text
    assert client.get(f"/replays/{table}/position.svg?at=9").text != svg.text
    picture = client.get(f"/replays/{table}/position.png?at=5")
    assert picture.headers["content-type"] == "image/png"
    assert png_size(picture.content) == (1200, 630)


def test_a_view_hides_what_its_seat_cannot_see(client: TestClient) -> None:
    table = finished_bot_game(client)
    views = {view: client.get(f"/replays/{table}/position.svg?at=5&view={view}").text for view in ("open", "0", "1")}
    watched = client.get(f"/replays/{table}/position.svg?at=5&view=table").text
    hidden = {view: text.count('href="#tobean-card-back-bean"') for view, text in views.items()}
    assert hidden["open"] < hidden["0"]
    assert hidden["open"] < hidden["1"]
    assert watched.count('href="#tobean-card-back-bean"') > max(hidden.values())


def test_languages_and_numbers_beyond_the_game_are_harmless(client: TestClient) -> None:
    table = finished_bot_game(client, "al-cabohne", bots=1)
    last = client.get(f"/replays/{table}/position.svg").text
    assert client.get(f"/replays/{table}/position.svg?at=999999").text == last
    assert client.get(f"/replays/{table}/position.svg?at=-3&view=77&language=xx").status_code == 200
    german = client.get(f"/replays/{table}/position.svg?language=de").text
    assert german != last


def test_a_running_game_has_no_picture(client: TestClient) -> None:
    running = open_against_bots(client)
    for kind in ("svg", "png"):
        assert client.get(f"/replays/{running}/position.{kind}").status_code == 404
        assert client.get(f"/replays/nothing/position.{kind}").status_code == 404


@pytest.mark.parametrize(("limit", "refused"), [(PICTURES, "svg"), (PREVIEWS, "png")])
def test_pictures_are_rate_limited_unless_they_are_drawn_already(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, limit: Limit, refused: str
) -> None:
    table = finished_bot_game(client, "al-cabohne", bots=1)
    drawn = [f"/replays/{table}/position.png?at=1", f"/puzzles/bohnanza/{collection('bohnanza')[1].id}/position.png"]
    pictures = [client.get(path).content for path in drawn]
    monkeypatch.setattr(site_of(client).limiter, "allows", lambda asked, *sender: asked is not limit)
    for kind in ("svg", "png"):
        assert client.get(f"/replays/{table}/position.{kind}").status_code == (503 if kind == refused else 200)
    puzzle = collection("bohnanza")[0].id
    assert client.get(f"/puzzles/bohnanza/{puzzle}/position.png").status_code == (503 if refused == "png" else 200)
    assert client.get("/replays/nothing/position.svg").status_code == 404
    monkeypatch.setattr(site_of(client).registry.worker_pool, "draw", None)
    assert [client.get(path).content for path in drawn] == pictures


@pytest.mark.usefixtures("no_library")
def test_without_the_library_the_page_names_the_extra(client: TestClient) -> None:
    table = finished_bot_game(client, "al-cabohne", bots=1)
    answer = client.get(f"/replays/{table}/position.png")
    assert answer.status_code == 501
    assert "pip install &#39;tobean[play]&#39;" in answer.text
    assert client.get(f"/replays/{table}/position.svg").status_code == 200
    assert "position.png" not in client.get(f"/replays/{table}").text


def test_a_replay_has_a_preview_with_its_picture(client: TestClient) -> None:
    table = finished_bot_game(client, "al-cabohne", bots=1)
    found = previews(client.get(f"/replays/{table}?at=7&view=1").text)
    assert found["og:title"] == "Replay: Al Cabohne"
    assert "Nina" in found["og:description"]
    assert found["og:image"] == f"http://testserver/replays/{table}/position.png?at=7&amp;view=1"
    assert found["og:url"] == f"http://testserver/replays/{table}?at=7&amp;view=1"
    assert found["twitter:card"] == "summary_large_image"
    address = found["og:image"].replace("&amp;", "&").removeprefix("http://testserver")
    assert png_size(client.get(address).content) == (1200, 630)


@pytest.mark.parametrize("public", ["yes", ""])
def test_the_preview_of_a_table_that_is_not_over_is_neutral(client: TestClient, public: str) -> None:
    """No name, no game and no card: only what is the same for all tables."""
    wishes = {"seat1": "open", "seat2": "sprout", "public": public}
    path = post_form(client, "/open", game="bohnanza", name="Nina", **wishes).headers["location"]
    waiting = previews(client.get(path).text)
    running = open_against_bots(client)
    playing = previews(client.get(f"/tables/{running}").text)
    for found, address in ((waiting, path), (playing, f"/tables/{running}")):
        assert found.pop("og:url") == f"http://testserver{address}"
        assert found["og:title"] == NEUTRAL
        assert "icon-512" in found["og:image"]
    assert waiting == playing
    names = [seat.name for seat in site_of(client).registry.live_tables[running].session.seats]
    assert not [name for name in (*names, "Bohnanza") if name in " ".join(playing.values())]


def test_the_preview_of_a_puzzle_does_not_tell_the_answer(client: TestClient) -> None:
    puzzle = collection("bohnanza")[0]
    address = f"/puzzles/bohnanza/{puzzle.id}"
    asked, solved = (previews(client.get(f"{address}{query}").text) for query in ("", "?answer=1"))
    assert asked == solved
    assert asked["og:image"] == f"http://testserver{address}/position.png"
    assert asked["og:url"] == f"http://testserver{address}"
    picture = client.get(f"{address}/position.png")
    assert png_size(picture.content) == (1200, 630)
    assert client.get(f"{address}/position.png").content == picture.content
    assert client.get("/puzzles/bohnanza/nothing/position.png").status_code == 404


def test_the_front_page_has_a_plain_preview(client: TestClient) -> None:
    open_against_bots(client)
    found = previews(client.get("/").text)
    assert found["og:title"] == "tobean"
    assert "Nina" not in " ".join(found.values())
    image = client.get(found["og:image"].removeprefix("http://testserver"))
    assert image.headers["content-type"] == "image/png"
