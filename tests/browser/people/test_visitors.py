"""An invited friend, a spectator, hostile names and chat, and socket messages that no page would send."""

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from tests.support.browser.games import seat_two_people
from tests.support.browser.player import Player, play_together

HOSTILE = "<img src=x onerror=alert(1)>"


def test_a_friend_joins_by_the_link_and_a_stranger_watches(visitor: Callable[..., Player]) -> None:
    ada, ben, eve = visitor(), visitor(), visitor()
    link = ada.open_table("bohnanza", {1: "open", 2: "sprout"})
    expect(ada.page.locator("img.qr")).to_be_visible()
    ada.page.get_by_role("button", name="Copy the link").click()
    expect(ada.page.locator("[data-give] [role=status]")).to_have_text("Copied.")
    ben.sit_down(link, "Ben")
    expect(ada.page.get_by_text("Ben")).to_be_visible()
    ada.start()
    ben.wait_for_table()
    eve.page.goto(link)
    eve.wait_for_table()
    assert eve.page.locator(".hand").count() == 0
    assert eve.page.locator("[data-do]").count() == 0
    expect(eve.page.locator(".seat")).to_have_count(3)
    shown = eve.page.content()
    for card in ada.page.locator("[data-rove=hand]").all():
        assert (card.get_attribute("aria-label") or "?") not in shown
    expect(eve.page.locator(".watching")).to_contain_text("You are watching")
    eve.page.locator("#talker").fill("Eve")
    eve.page.get_by_role("button", name="Join the chat").click()
    eve.page.locator("#line").fill("Good luck, both of you!")
    eve.page.locator("#line").press("Enter")
    ada.page.get_by_role("tab", name="Chat").click()
    expect(ada.page.locator(".chat")).to_contain_text("Good luck, both of you!")
    # She deletes her account: her line disappears from the others' pages, which stay connected.
    eve.page.goto(link.partition("/tables/")[0] + "/me")
    eve.page.get_by_label("I am sure.").check()
    eve.page.get_by_role("button", name="Delete everything about me").click()
    expect(ada.page.locator(".chat")).not_to_contain_text("Good luck")
    expect(ada.page.locator(".chat")).to_contain_text("N.N. ")
    expect(ada.page.locator(".chat")).to_contain_text("…")


def test_only_the_person_who_left_is_offered_the_seat(visitor: Callable[..., Player]) -> None:
    (_, ben, link), eve = seat_two_people(visitor, "sprout"), visitor()
    eve.page.goto(link)
    eve.wait_for_table()
    ben.page.get_by_role("button", name="Leave the table").click()
    ben.page.get_by_role("button", name="Leave", exact=True).click()
    expect(ben.page.locator(".returning")).to_contain_text("A bot plays for you.")
    expect(ben.page.get_by_role("button", name="Sit here")).to_have_count(0)
    # The spectator may take the seat of the sprout, but not Ben's.
    expect(eve.page.get_by_role("button", name="Sit here")).to_have_count(1)
    expect(eve.page.get_by_role("button", name="Come back")).to_have_count(0)
    expect(eve.page.locator(".returning")).to_have_count(0)
    ben.page.locator(".returning button").click()
    expect(ben.page.locator("[data-rove=hand]").first).to_be_visible()


def test_hostile_names_and_chat(visitor: Callable[..., Player]) -> None:
    ada, ben = visitor(), visitor()
    alarms: list[str] = []
    for player in (ada, ben):
        player.page.on("dialog", lambda dialog: alarms.append(dialog.message))
    link = ada.open_table("bohnanza", {1: "open", 2: "sprout"}, name="<b>Ada</b>")
    ben.sit_down(link, "</script>Ben")
    ada.start()
    ben.wait_for_table()
    expect(ada.page.locator(".dock .who")).to_contain_text("<b>Ada</b>")
    ada.page.get_by_role("tab", name="Chat").click()
    ben.page.get_by_role("tab", name="Chat").click()
    ben.page.locator("#line").fill(HOSTILE)
    ben.page.locator("#line").press("Enter")
    expect(ada.page.locator("#tabpanel")).to_contain_text(HOSTILE)
    assert ada.page.locator("#tabpanel img").count() == 0
    assert not alarms


SOCKET = """async ([path, messages]) => {
  const socket = new WebSocket(new URL(path, location.href.replace("http", "ws")));
  const heard = [];
  socket.onmessage = (event) => heard.push(JSON.parse(event.data));
  await new Promise((done, failed) => { socket.onopen = done; socket.onerror = () => failed(new Error("no line")); });
  for (const message of messages) socket.send(message);
  socket.send('{"type": "ping"}');
  while (!["pong", "update"].every((type) => heard.some((message) => message.type === type)))
    await new Promise((done) => setTimeout(done, 20));
  const open = socket.readyState === WebSocket.OPEN;
  socket.close();
  return {heard, open};
}"""


def said_to(player: Player, path: str, messages: list[Any]) -> dict[str, Any]:
    texts = [message if isinstance(message, str) else json.dumps(message) for message in messages]
    answer: dict[str, Any] = player.page.evaluate(SOCKET, [path, texts])
    return answer


def test_forged_stale_and_foreign_messages_change_nothing(visitor: Callable[..., Player]) -> None:
    ada, ben, eve = visitor(), visitor(), visitor()
    link = ada.open_table("bohnanza", {1: "open", 2: "miser"})
    ben.sit_down(link, "Ben")
    ada.start()
    ben.wait_for_table()
    eve.page.goto("/")
    path = link.removeprefix(ada.server.url) + "/socket"

    def planting() -> Player | None:
        """The player asked to plant, if any: no bot acts until then."""
        for player in (ada, ben):
            seen = player.read_state()
            if seen["awaited"] and any(" plant " in do for do in seen["actions"]):
                return player
        return None

    play_together([ada, ben], planting)
    version = said_to(ada, path, [])["heard"][1]["version"]
    hostile: list[Any] = [
        *("{", "null", "[]", '"act"', "0", "{}"),
        {"type": "nonsense"},
        {"type": "act"},
        {"type": "act", "version": "x", "action": 7},
        {"type": "act", "version": version, "action": "A fly to the moon"},
        {"type": "act", "version": version - 1, "action": "A end trading"},
        {"type": "act", "version": version, "action": "A" * 5000},
        {"type": "wish", "kinds": ["x", 10**9]},
        {"type": "chat", "text": ""},
        {"type": "undo", "version": -1},
        {"type": "start"},
    ]
    foreign = [{"type": "act", "version": version, "action": f"{seat} harvest 1"} for seat in "ABC"]
    for player, messages in ((eve, hostile + foreign), (ben, hostile), (ada, hostile)):
        answer = said_to(player, path, messages)
        assert {"hello", "update"} <= {message["type"] for message in answer["heard"]}
        assert any(message["type"] in ("error", "refused") for message in answer["heard"])
    after = said_to(ada, path, [])["heard"][1]
    assert after["version"] == version
    ada.page.reload()
    ada.wait_for_table()


def test_strangers_see_no_hand(visitor: Callable[..., Player]) -> None:
    ada, eve = visitor(), visitor()
    link = ada.open_table("bohnedikt", {1: "sprout", 2: "sprout"})
    ada.start()
    eve.page.goto("/")
    path = link.removeprefix(ada.server.url) + "/socket"
    for query in ("", "?seat=0", "?seat=1&since=0", "?seat=-1", "?seat=x"):
        heard = said_to(eve, path + query, [])["heard"]
        hello = next(message for message in heard if message["type"] == "hello")
        for message in heard:
            if message["type"] == "update":
                assert message["view"]["seat"] is None
                backs = {card["id"] for card in hello["catalogue"]["backs"]}
                assert {card for seat in message["view"]["seats"] for card in seat["hand"]} <= {-1, *backs}
