"""Pages of the server: responses in both languages, with security headers."""

import asyncio
import re
from pathlib import Path
from typing import Any, NoReturn

import pytest
from jinja2 import Environment, Template
from starlette.requests import Request
from starlette.testclient import TestClient

from tests.support.server import app
from tobean.games import GAMES
from tobean.i18n import LANGUAGES
from tobean.server.language import catalogue
from tobean.server.pages.game_list import bot_description
from tobean.server.pages.rendering import page

PAGES = ["/", "/lobby", "/mine", "/mine/games", "/me", "/open", "/rules", "/learn", "/rules/kernel"]
PAGES += [f"/{kind}/{game}" for kind in ("rules", "cards") for game in GAMES] + [f"/open?game={game}" for game in GAMES]


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_answer_with_one_heading_and_strict_headers(client: TestClient, language: str) -> None:
    for path in PAGES:
        answer = client.get(path, headers={"Accept-Language": language})
        assert answer.status_code == 200, path
        assert f'<html lang="{language}">' in answer.text
        assert answer.text.count("<h1") == 1, path
        assert 'href="#main"' in answer.text
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\bstyle=|\bon[a-z]+=", answer.text), path


def test_rules_are_shown_in_the_language_of_the_page(client: TestClient) -> None:
    for language, sentence in (("en", "The third run-out"), ("de", "Wird der Zugstapel zum dritten Mal")):
        shown = client.get("/rules/bohnanza", headers={"Accept-Language": language}).text
        assert re.search(rf'<li id="B7"><strong><a href="#B7">B7</a></strong> {sentence}', shown), language
        assert {"B9", "K7", "T8"} <= set(re.findall(r'<li id="([A-Z]\d+)">', shown))


def test_the_front_page_begins_with_running_games(client: TestClient) -> None:
    assert 'class="running"' not in client.get("/").text
    table = app.open_people_table(client)  # every seat is hers: the deal decides which begins
    for language, words in (("en", "Continue: your turn"), ("de", "Weiterspielen: Du bist dran")):
        shown = client.get("/", headers={"Accept-Language": language}).text
        assert re.search(rf'href="/tables/{table}">{words}<', shown)
        assert shown.index('class="running"') < shown.index('class="hero"')
        assert '<span class="badge turn">1</span>' in shown
        assert "<title>(1) " in shown


def test_the_personality_of_a_bot_is_described() -> None:
    assert bot_description("merchant/patient@1", catalogue("de")) == "merchant, geduldig"
    assert bot_description("merchant/patient", catalogue("en")) == "merchant, patient"
    assert bot_description("sprout", catalogue("de")) == "sprout"


def test_from_the_front_page_to_the_first_card(client: TestClient) -> None:
    for game in GAMES:
        table = app.open_bot_table(client, game)
        with app.table_socket(client, table) as socket:
            hello = app.next_socket_message(socket, "hello")
            assert hello["you"]["seat"] == 0
            assert hello["you"]["name"] == "Nina"
            view = app.next_socket_message(socket, "update")["view"]
            assert view["game"] == game
            assert view["seats"][0]["hand"].count(-1) == 0


def test_bots_talk_in_the_language_of_the_table_owner(client: TestClient) -> None:
    client.headers["Accept-Language"] = "de"
    site = client.app.state.site  # type: ignore[attr-defined]
    seats = {"seat1": "sprout", "seat2": "sprout"}
    for answer in (
        app.post_form(client, "/play", name="Nina", game="bohnanza", level="sprout"),
        app.post_form(client, "/open", name="Nina", game="bohnanza", **seats),
        app.post_form(client, "/learn", name="Nina"),
    ):
        table = answer.headers["location"].rpartition("/")[2].partition("?")[0]
        assert site.registry.live_tables[table].session.setup.language == "de"


def test_unknown_pages_and_tables_have_a_friendly_error_page(client: TestClient) -> None:
    for path in ("/nothing", "/tables/nothing", "/rules/chess", "/cards/chess", "/catalogue/tlh.json"):
        answer = client.get(path)
        assert answer.status_code == 404
        assert "Nothing grows here" in answer.text
    assert client.get("/play").status_code == 405


def test_a_visitor_with_a_broken_cookie_is_unknown(client: TestClient) -> None:
    for text in ("rubbish", "eyJwIjoiYSJ9.bad", "a.b.c", "%00", ""):
        answer = client.get("/mine", headers={"Cookie": f"tobean={text}"})
        assert answer.status_code == 200


def test_cross_origin_forms_are_refused(client: TestClient) -> None:
    for origin in ("https://evil.example", "null", app.ORIGIN + ".evil.example", ""):
        answer = client.post("/play", data={"name": "Nina"}, headers={"Origin": origin} if origin else {})
        assert answer.status_code == 403
    assert "set-cookie" not in answer.headers


def test_switching_the_language_redirects_within_the_site(client: TestClient) -> None:
    answer = app.post_form(client, "/language", language="de", next="/lobby")
    assert answer.headers["location"] == "/lobby"
    assert '<html lang="de">' in client.get("/lobby").text
    for path in ("https://evil.example", "//evil.example", "/\\evil.example", "javascript:alert(1)"):
        assert app.post_form(client, "/language", language="de", next=path).headers["location"] == "/"


def test_form_errors_are_german(tmp_path: Path) -> None:
    with app.server_client(tmp_path) as client:
        client.cookies.set("language", "de")
        answer = app.post_form(client, "/open", game="bohnanza", name="Nina", clock="soon")
        assert answer.status_code == 422
        assert "clock soll eine Zahl sein" in answer.text
        sets = {"cards": ("my.toml", "game = 'bohnanza'\n[beans.Moon]\ncount = 3\n")}
        fields = {"game": "bohnanza", "name": "Nina"}
        answer = client.post("/open", data=fields, files=sets, headers={"Origin": "http://testserver"})
        assert answer.status_code == 422
        assert "Bohnanza hat keine Bohne &#39;Moon&#39;" in answer.text


def test_the_skeleton_of_a_table_is_in_its_page(client: TestClient) -> None:
    """On a slow connection the frame shows without a script, and everything it needs comes in one response."""
    shown = client.get(f"/tables/{app.open_bot_table(client, 'bohnanza')}", headers={"Accept-Language": "de"}).text
    frame, _, later = shown.partition("</main>")
    assert "Der Tisch wird geladen" in frame
    assert re.findall(r'<link rel="stylesheet" href="/assets/[^/"]+/([^"]+)', frame) == ["initial.css"]
    assert re.findall(r'<script type="module" async src="/assets/[^/"]+/([^"]+)', later) == ["table.js"]
    assert later.index("/table.js") < later.index("/table.css")


def test_static_texts_are_compressed_and_cached(client: TestClient) -> None:
    plain = client.get("/static/art/sprite.svg", headers={"Accept-Encoding": "identity"})
    packed = client.get("/static/art/sprite.svg", headers={"Accept-Encoding": "gzip"})
    assert packed.text == plain.text
    assert packed.headers["content-encoding"] == "gzip"
    assert int(packed.headers["content-length"]) < int(plain.headers["content-length"]) / 3
    again = client.get("/static/art/sprite.svg", headers={"If-None-Match": packed.headers["etag"]})
    assert again.status_code == 304
    assert "content-encoding" not in client.get("/static/art/icon-192.png").headers


def test_rendering_pages_yields_to_players(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    turn = 0
    rendered: list[int] = []
    render = Template.render

    def noted(template: Template, **context: Any) -> str:
        rendered.append(turn)
        return render(template, **context)

    async def at_once() -> None:
        nonlocal turn
        scope = {"type": "http", "method": "GET", "path": "/", "query_string": b"", "headers": [], "app": client.app}
        pages = asyncio.gather(*(page(Request(scope), "error.html", heading="", advice="") for _ in range(6)))
        while not pages.done():
            turn += 1
            await asyncio.sleep(0)
        await pages

    monkeypatch.setattr(Template, "render", noted)
    assert client.portal is not None
    client.portal.call(at_once)
    assert len(set(rendered)) == 6, "more than one page per iteration of the event loop"


def test_every_page_is_compiled_before_the_first_visitor(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    def compiled_late(environment: Environment, source: str, name: str | None = None, *more: Any) -> NoReturn:
        raise AssertionError(f"{name} is compiled while people play")

    monkeypatch.setattr(Environment, "compile", compiled_late)
    for path in PAGES:
        for language in LANGUAGES:
            assert client.get(path, headers={"Accept-Language": language}).status_code == 200, path
