"""The list of a person's tables: the turn shown, the order, and removal from the list."""

import re
import time
from functools import partial
from pathlib import Path

from starlette.testclient import TestClient

from tests.support.server.app import (
    ORIGIN,
    be_admitted,
    become,
    new_person,
    open_bot_table,
    open_people_table,
    post_form,
    server_client,
    site_of,
)
from tobean.server.tables.table_registry import SAVE_AFTER


def listed_tables(client: TestClient, page: str = "/mine") -> list[str]:
    return re.findall(r'class="cover" href="/(?:tables|replays)/([^"]+)"', client.get(page).text)


def start_table(client: TestClient, second: str) -> str:
    """Starts a table for two; returns its id."""
    answer = post_form(client, "/open", name="Nina", game="al-cabohne", seat1=second, tempo="0")
    table = str(answer.headers["location"]).rpartition("/")[2]
    post_form(client, f"/tables/{table}/start", fill="yes")
    return table


def test_tables_are_sorted_by_own_turn_then_by_age(tmp_path: Path) -> None:
    with server_client(tmp_path) as client:
        registry = client.app.state.site.registry  # type: ignore[attr-defined]
        tables = [open_bot_table(client, "al-cabohne") for _ in range(3)]
        for table, awaited in zip(tables, (True, True, False), strict=True):
            session = registry.live_tables[table].session
            registry.driver.forget(registry.live_tables[table])  # the bot does nothing
            session.seats[:] = session.seats if (session.table.awaited == 0) == awaited else session.seats[::-1]
            registry.unsaved[registry.live_tables[table]] = 0.0
        assert listed_tables(client) == [tables[1], tables[0], tables[2]]
        page = client.get("/mine").text
        assert page.count('class="badge turn"') == 2
        assert "<title>(2) " in page


def test_a_cleared_table_returns_to_the_list_when_it_changes(tmp_path: Path) -> None:
    with server_client(tmp_path) as client:
        site = client.app.state.site  # type: ignore[attr-defined]
        first, second = open_bot_table(client), open_bot_table(client)
        answer = post_form(client, "/mine/clear", table=first)
        assert "Taken off your list." in client.get(answer.headers["location"]).text
        assert listed_tables(client) == [second]
        assert client.get(f"/tables/{first}").status_code == 200, "the table itself is as it was"
        live_table = site.registry.live_tables[first]
        live_table.session.at += 3600.0
        site.registry.unsaved[live_table] = 0.0
        assert sorted(listed_tables(client)) == sorted([first, second])


def test_cleared_tables_do_not_count_toward_the_limit_of_open_tables(tmp_path: Path) -> None:
    with server_client(tmp_path) as client:
        site = client.app.state.site  # type: ignore[attr-defined]
        first, second = open_bot_table(client), open_bot_table(client)
        listed_tables(client)
        host = site.registry.live_tables[first].host
        assert client.portal is not None
        assert client.portal.call(site.store.open_table_count, host) == 2
        post_form(client, "/mine/clear", table=second)
        assert client.portal.call(site.store.open_table_count, host) == 1


def test_only_own_tables_without_other_people_can_be_cleared(tmp_path: Path) -> None:
    with server_client(tmp_path) as client:
        table = start_table(client, "open")
        cookies = dict(client.cookies)
        client.cookies.clear()
        other = open_bot_table(client, name="Timon")
        client.cookies.clear()
        client.cookies.update(cookies)
        post_form(client, "/mine/clear", table=other)
        client.cookies.clear()
        keno = new_person(client, "Keno")
        be_admitted(client, table, 1, keno, cookies)
        become(client, keno)
        assert table in listed_tables(client)
        answer = post_form(client, "/mine/clear", table=table)
        assert "Nothing was taken off your list" in client.get(answer.headers["location"]).text
        assert table in listed_tables(client), "people play there"
        assert f'value="{table}"' not in client.get("/mine").text


def test_clearing_all_finished_games_affects_only_the_own_list(tmp_path: Path) -> None:
    with server_client(tmp_path) as client:
        registry = client.app.state.site.registry  # type: ignore[attr-defined]
        going, over = open_bot_table(client), open_bot_table(client)
        table = registry.live_tables[over].session.table
        table.finish()
        while table.agenda:
            table.agenda.pop().run(table)
        registry.unsaved[registry.live_tables[over]] = 0.0
        assert over in listed_tables(client, "/replays")
        assert "Clear all finished games" in client.get("/mine").text
        post_form(client, "/mine/clear", finished="yes")
        assert listed_tables(client) == [going]
        assert over not in listed_tables(client, "/replays")
        assert client.get(f"/tables/{over}").status_code == 200


def test_people_on_one_device_have_names(tmp_path: Path) -> None:
    with server_client(tmp_path) as client:
        seats = {"seat1": "here", "name1": "Timon", "seat2": "here", "seat3": "sprout", "name3": "nobody"}
        answer = post_form(client, "/open", name="Nina", game="bohnanza", **seats)
        table = answer.headers["location"].rpartition("/")[2]
        session = client.app.state.site.registry.live_tables[table].session  # type: ignore[attr-defined]
        assert session.names[:3] == ("Nina", "Timon", "Nina 3")
        assert session.names[3] != "nobody"
        twice = post_form(client, "/open", name="Nina", game="bohnanza", seat1="here", name1="Nina", seat2="sprout")
        assert twice.status_code == 422
        assert 'name="name1" value="Nina"' in twice.text, "what was typed is not lost"


def test_a_visitor_who_picks_a_name_returns_to_the_table(tmp_path: Path) -> None:
    with server_client(tmp_path) as client:
        fields = {"name": "Nina", "next": "/tables/abc"}
        answer = client.post("/me", data=fields, headers={"Origin": ORIGIN}, follow_redirects=False)
        assert answer.headers["location"] == "/tables/abc"
        assert post_form(client, "/me", name="Nina", next="//elsewhere.example").headers["location"] == "/"
        assert post_form(client, "/me", name="Nina").headers["location"] == "/me"


def test_lists_are_updated_immediately_for_seats_and_later_for_moves(tmp_path: Path) -> None:
    with server_client(tmp_path) as client:
        registry = site_of(client).registry
        live_table = registry.live_tables[open_people_table(client)]
        assert client.portal is not None
        client.portal.call(registry.save_rows)
        client.portal.call(partial(registry.mark_changed, live_table, only_moved=True))
        client.portal.call(registry.save_rows, time.monotonic() + SAVE_AFTER)
        assert live_table in registry.unsaved
        client.portal.call(registry.mark_changed, live_table)
        client.portal.call(partial(registry.mark_changed, live_table, only_moved=True))
        client.portal.call(registry.save_rows, time.monotonic() + SAVE_AFTER)
        assert live_table not in registry.unsaved
