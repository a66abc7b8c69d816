"""Shared positions: uploaded table texts and scenarios, viewed from every seat, linked and played on."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

import tobean
from tests.support.server.app import ORIGIN, next_socket_message, post_form, server_client, table_socket
from tobean.games import GAMES
from tobean.i18n import error_text
from tobean.kernel.chance import chance_from
from tobean.kernel.errors import BadRecord, BadScenario, BadTable
from tobean.record.any_format import as_record
from tobean.record.record import parse_record
from tobean.record.streak import entry_of
from tobean.record.table_text import parse_table, table_text
from tobean.server.pages.forms import MAX_FILE
from tobean.server.protection.rate_limits import MAX_BODY
from tobean.session.log.entries import entry_text, parse_entry
from tobean.session.replay import Replay, play_on
from tobean.session.seats import bot_seat
from tobean.session.session import Session

SCENARIO = """\
# A remark comes first.
scenario: Keno has the cards that Nina wants
given players: Timon, Nina, Keno
given hand Timon: Red, Soy, Blue
given hand Nina: Green, Chili
given hand Keno: 2 Stink
given draw: Garden, Red
when Timon plant Red 1
when Timon pass
then turned: Garden, Red
"""


def some_table(game: str, moves: int = 25) -> tobean.Table:
    players = GAMES[game].players[-1]
    table = tobean.new_game(game, players, seed=5)
    chance = chance_from("positions")
    for _ in range(moves):
        table.apply(chance.choice(table.legal_actions(table.awaited)))
    return table


def bring(client: TestClient, text: str, language: str = "en", **more: str) -> tuple[int, str]:
    headers = {"Origin": ORIGIN, "Accept-Language": language}
    fields = {"text": text, **more}
    files = {"record": ("", b"")}  # a form with an empty file field
    answer = client.post("/replays", data=fields, files=files, headers=headers, follow_redirects=False)
    return answer.status_code, answer.headers.get("location", "") or answer.text


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with server_client(tmp_path_factory.mktemp("positions")) as client:
        yield client


# --- a record that begins with a position ---------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_a_position_round_trips_as_a_record(game: str) -> None:
    table = some_table(game)
    record = as_record(table_text(table))
    assert parse_record(record.text()).text() == record.text()
    assert table_text(record.final()) == table_text(table)
    assert Replay(record).text_at(0) == table_text(table)


def test_a_scenario_is_a_record_with_the_actions_that_are_taken_in_it() -> None:
    record = as_record(SCENARIO)
    assert record.players == ("Timon", "Nina", "Keno")
    assert [repr(move.action) for move in record.moves] == ["A plant Red 1", "A pass"]
    last = parse_record(record.text()).final()
    assert [tobean.name_of(card) for card in last.turned] == ["Garden", "Red"]
    alone = as_record("scenario: only a table\ngiven hand A: Red\n")
    assert tobean.name_of(alone.final().hands[0][0]) == "Red"


def test_a_certain_draw_is_certain_in_a_record_too() -> None:
    text = as_record(SCENARIO).text()
    assert "=> Garden, Red" in text
    for other in ("=> Red, Garden", "=> Garden", "=> Garden, Red, Red"):
        with pytest.raises(BadRecord, match=r"^line \d+: "):
            parse_record(text.replace("=> Garden, Red", other)).final()


def test_a_table_of_a_position_is_restored_from_its_log() -> None:
    record = as_record(SCENARIO)
    seats = [bot_seat(name, "sprout") for name in record.players]
    session, entries = play_on(record, 1, seats, 5.0)
    again = Session.resume([parse_entry(entry_text(entry)) for entry in entries])
    assert table_text(again.table) == table_text(session.table)
    assert parse_record(session.record().text()).final() == session.table


def test_misplaced_lines_of_a_position_are_refused() -> None:
    text = as_record(SCENARIO).text()
    turn = next(line for line in text.splitlines() if line.startswith("table turn:"))
    for wrong in (
        text.replace(turn, f"{turn}\n{turn}"),
        text.replace(turn, f"{turn}\ntable players: 3"),
        text.replace(turn, "table turn"),
        text.replace(turn, "deal => Red"),
        f"{text}{turn}\n",
    ):
        with pytest.raises(BadRecord, match=r"^line \d+: "):
            parse_record(wrong).final()
    number = text.splitlines().index(turn) + 1
    with pytest.raises(BadRecord, match=rf"^line {number}: turn: 'soon'"):
        parse_record(text.replace(turn, "table turn: soon")).final()


def test_positions_do_not_count_for_a_streak() -> None:
    table = tobean.new_game("al-cabohne", 1, seed=5)
    with pytest.raises(tobean.BadInput, match="begins with a position"):
        entry_of(as_record(table_text(table)))


# --- mistakes -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "line", "key"),
    [
        (r"^hand B: .*", "hand B: Purple", 0, "hand B"),
        (r"^active: .*", "active: Z", 6, "active"),
        (r"^turn: .*", "turn: soon", 7, "turn"),
        (r"^players: .*", "players: 9", 3, "players"),
        (r"^options: .*", "options: colour=1", 4, "options"),
        (r"^deals: .*", "deals: 0\nnonsense: 1", 0, "nonsense"),
        (r"^turned: .*", "turned: 3 Red", 0, "turned"),
    ],
)
def test_a_mistake_in_a_table_text_names_line_and_key(old: str, new: str, line: int, key: str) -> None:
    text, count = re.subn(old, new, table_text(tobean.new_game("bohnanza", 3, seed=1)), flags=re.MULTILINE)
    assert count == 1
    line = line or next(n for n, each in enumerate(text.splitlines(), start=1) if each.startswith(f"{key}:"))
    with pytest.raises(BadTable, match=rf"^line {line}: .*{key}"):
        parse_table(text)
    with pytest.raises(BadTable, match=rf"^line {line + 2}: .*{key}"):
        parse_table(f"\n\n{text}")


@pytest.mark.parametrize(
    ("old", "new", "english", "german"),
    [
        ("2 Stink", "2 Purple", "line 6: hand Keno: ", "Zeile 6: hand Keno: "),
        ("Keno: 2 Stink", "Keno: 40 Stink", "line 6: hand Keno: ", "Zeile 6: hand Keno: "),
        ("when Timon pass", "when Nina pass", "line 9: 'Nina pass' is refused: ", "Zeile 9: "),
        ("when Timon pass", "when Timon dance", "line 9: ", "Zeile 9: "),
        ("when Timon pass", "whenever", "line 9: unknown keyword 'whenever'", "Zeile 9: "),
        ("then turned", "scenario: another\nthen turned", "line 10: another scenario", "Zeile 10: Hier beginnt"),
        ("Timon, Nina, Keno", "B, A, C", "line 3: 'B' is the letter", "Zeile 3: "),
    ],
)
def test_a_mistake_in_a_scenario_names_its_line(old: str, new: str, english: str, german: str) -> None:
    text = SCENARIO.replace(old, new)
    if new.startswith("B, A"):
        text = re.sub("when .*\n|given (hand|draw).*\n", "", text)
    with pytest.raises(BadScenario) as caught:
        as_record(text)
    assert str(caught.value).startswith(english)
    assert error_text(caught.value, (), "de").startswith(german)


# --- in the browser --------------------------------------------------------------------------------------------------


def test_a_pasted_table_text_has_a_link_and_a_view_for_every_seat(client: TestClient) -> None:
    table = some_table("bohnanza")
    status, address = bring(client, table_text(table))
    assert status == 303
    client.cookies.clear()  # anyone with the link may view it
    assert client.get(address).status_code == 200
    assert client.get(f"{address}/hello.json").json()["plies"] == 0
    for seat in range(table.players):
        (frame,) = client.get(f"{address}/frames.json?view={seat}").json()["frames"]
        seen = frame["view"]["seats"]
        assert seen[seat]["hand"] == list(table.hands[seat])
        assert [each["hand"] for each in seen] == [list(hand) for hand in tobean.observe(table, seat).hands]
        assert any(-1 in each["hand"] for each in seen)
    (frame,) = client.get(f"{address}/frames.json?view=open").json()["frames"]
    assert [seat["hand"] for seat in frame["view"]["seats"]] == [list(hand) for hand in table.hands]
    copied = client.get(f"{address}/position?at=99")
    assert copied.text == table_text(table)
    assert "bohnanza.table" in copied.headers["content-disposition"]


def test_a_known_draw_pile_stays_hidden(client: TestClient) -> None:
    """Cards on the draw pile in a known order are known to the author of the text, and to no seat (I1)."""
    _, address = bring(client, SCENARIO)
    other = SCENARIO.replace("Garden, Red", "Soy, Blue").replace("2 Stink", "2 Garden")
    _, changed = bring(client, other)
    for view in ("0", "1", "table"):
        pages = [client.get(f"{place}/frames.json?view={view}&last=0").text for place in (address, changed)]
        assert pages[0] == pages[1]
    assert client.get(f"{address}/frames.json?view=2&last=0").text != client.get(f"{changed}/frames.json?view=2").text


@pytest.mark.long
def test_a_scenario_file_is_opened_and_played_on_against_bots(client: TestClient) -> None:
    headers = {"Origin": ORIGIN}
    files = {"record": ("one.scenario", SCENARIO)}
    answer = client.post("/replays", files=files, headers=headers, follow_redirects=False)
    address = answer.headers["location"]
    assert client.get(f"{address}/hello.json").json()["plies"] == 2
    assert client.get(f"{address}/position?at=2").text != client.get(f"{address}/position?at=1").text
    answer = post_form(client, f"{address}/play", ply=1, seat=0, name="Timon")
    assert answer.status_code == 303
    table = answer.headers["location"].rpartition("/")[2]
    assert client.get(f"/replays/{table}").status_code == 404  # during the game its cards are hidden from others
    with table_socket(client, table) as socket:
        hello = next_socket_message(socket, "hello")
        assert hello["you"]["seat"] == 0
        assert [seat["kind"] for seat in hello["table"]["seats"]] == ["person", "bot", "bot"]
        update = next_socket_message(socket, "update")
        assert update["view"]["seats"][0]["hand"] == [tobean.kind_named(name) for name in ("Soy", "Blue")]
        assert set(update["view"]["seats"][2]["hand"]) == {-1}
        for action in ("A pass", "A end trading"):
            socket.send_json({"type": "act", "version": update["version"], "action": action})
            before = update["version"]
            while update["version"] == before:
                update = next_socket_message(socket, "update")
            assert [tobean.name_of(card) for card in update["view"]["turned"]] == ["Garden", "Red"]
    answer = post_form(client, f"{address}/play", ply=1, seat=1, name="Nina")
    with table_socket(client, answer.headers["location"].rpartition("/")[2]) as socket:
        while next_socket_message(socket, "update")["version"] < 3:  # bots play in the other seats
            pass


@pytest.mark.parametrize(
    ("text", "english", "german"),
    [
        ("", "Choose a file or paste a text first.", "Wähle erst eine Datei aus"),
        ("rubbish", "line 1: the first line is", "Zeile 1: Die erste Zeile ist"),
        ("tobean table 1\ngame: chess\n", "this game is not installed here: chess", "nicht installiert: chess"),
        ("scenario: x\ngiven hand A: Purple\n", "line 2: hand A: ", "Zeile 2: hand A: "),
        ("scenario: x\ngiven turned: 3 Red\n", "line 2: turned: ", "Zeile 2: turned: "),
        ("tobean table 1\ngame: bohnanza\nplayers: 9\n", "line 3: players: ", "Zeile 3: players: "),
        ("tobean table 1\n" + "x" * 40_000, "line 2: this line is too long", "Zeile 2: "),
    ],
)
def test_invalid_positions_are_reported_in_the_language_of_the_visitor(
    client: TestClient, text: str, english: str, german: str
) -> None:
    for language, words in (("en", english), ("de", german)):
        status, page = bring(client, text, language)
        assert status == 422
        alert = re.search(r'role="alert">([^<]*)<', page)
        assert alert is not None
        assert words in alert[1].replace("&#39;", "'")
        assert text.strip()[:30] in page.replace("&#39;", "'")  # the pasted text is kept


@pytest.mark.long
def test_pasted_texts_have_the_limits_of_files(client: TestClient, tmp_path: Path) -> None:
    status, page = bring(client, "x" * (MAX_FILE + 1))
    assert status == 422
    assert "This text is too long." in page
    assert len(page) < MAX_FILE
    assert bring(client, "x" * MAX_BODY)[0] == 413
    with server_client(tmp_path, limits=1.0) as bounded:
        assert any("Too many files at once" in bring(bounded, "rubbish")[1] for _ in range(100))
