"""Notices, lessons, the log and help on a phone, and a lost connection."""

import datetime
from collections.abc import Callable

from playwright.sync_api import expect

from tests.support.browser.layout import keep_notes, resize
from tests.support.browser.phone import OWN_TRADING, PHONE, SIZES, TRADING, boxes, overlapping
from tests.support.browser.player import Player
from tests.support.browser.scenarios import ALONE
from tests.support.browser.stage import ScriptedTable, scripted_visitor
from tobean.i18n import LANGUAGES


def test_help_on_a_phone_explains_touch_input(visitor: Callable[..., Player]) -> None:
    ada = visitor(**PHONE)
    ScriptedTable(ada, "bohnanza").show_scenario(TRADING)
    ada.page.get_by_role("button", name="Help").tap()
    dialog = ada.page.locator("dialog[open]")
    expect(dialog).to_contain_text("Keep a finger on a card")
    expect(dialog.locator("kbd")).to_have_count(0)


def test_a_linked_rule_is_not_covered(visitor: Callable[..., Player]) -> None:
    for width, height in SIZES:
        ada = visitor(language="de", viewport={"width": width, "height": height})
        ada.page.goto("/rules/bohnanza#B7")
        expect(ada.page.locator("#B7")).to_be_in_viewport()
        top = """() => {
          const rule = document.getElementById("B7"), box = rule.getBoundingClientRect();
          return rule.contains(document.elementFromPoint(box.left + 20, box.top + 12));
        }"""
        ada.page.wait_for_function(top)


def test_a_lost_connection_is_shown_immediately(visitor: Callable[..., Player]) -> None:
    ada, _ = scripted_visitor(visitor, "bohnanza", TRADING, **PHONE)
    ada.page.evaluate(
        """() => {
          window.bannerCount = 0;
          const look = () => (window.bannerCount += document.querySelectorAll(".banner").length);
          new MutationObserver(look).observe(document.body, {childList: true, subtree: true});
          dispatchEvent(new Event("offline"));
        }"""
    )
    ada.page.wait_for_function("() => window.bannerCount > 0")
    expect(ada.page.locator(".banner")).to_have_count(0)  # and it reconnects


def test_a_silent_server_is_reported(visitor: Callable[..., Player]) -> None:
    """A phone without a network keeps its socket open for minutes.

    The clock stands still between the steps: otherwise the page would reconnect before the banner is seen.
    """
    ada = visitor(**PHONE)
    scripted_table = ScriptedTable(ada, "bohnanza")
    clock = ada.page.clock
    clock.install(time=datetime.datetime(2026, 1, 1, tzinfo=datetime.UTC))
    scripted_table.show_scenario(TRADING)
    scripted_table.silent = True
    clock.pause_at(datetime.datetime(2026, 1, 2, tzinfo=datetime.UTC))  # the page sends a ping
    clock.fast_forward(5_900)
    expect(ada.page.locator(".banner")).to_have_count(0)
    clock.fast_forward(200)
    expect(ada.page.locator(".banner")).to_contain_text("connection is lost")


OFFLINE = """() => {
  document.getElementById("table").dataset.alone = "/alone/en/";
  const getRegistration = async (scope) => ({scope, active: {}});
  Object.defineProperty(navigator, "serviceWorker", {value: {getRegistration}});
  window.WebSocket = class extends EventTarget { static OPEN = 1; readyState = 0; close() {} };
  dispatchEvent(new Event("offline"));
}"""
"""No socket opens any more, and the site for playing alone works."""


def test_the_banner_of_a_lost_connection_covers_no_message(visitor: Callable[..., Player]) -> None:
    """The longest banner, with the way to play alone, and the notices and prompts that come while it is shown."""
    for language in LANGUAGES:
        ada = visitor(language=language, **PHONE)
        scripted_table = ScriptedTable(ada, "bohnanza", language=language)
        scripted_table.show_scenario(OWN_TRADING)
        ada.page.evaluate(OFFLINE)
        expect(ada.page.locator(".banner a")).to_be_visible()
        ada.page.locator("[data-answer=accept]").tap()
        expect(ada.page.locator(".notice")).to_be_visible()  # it could not be sent
        for width, height in (*SIZES, (320, 568)):
            resize(scripted_table, width, height)
            banner = boxes(scripted_table, ".banner")[0]
            for message in (".notice", "section.prompt"):
                assert not overlapping(banner, boxes(scripted_table, message)[0]), (language, width, message)
            whole = "(banner) => banner.scrollHeight <= banner.clientHeight + 1"
            assert ada.page.locator(".banner").evaluate(whole), (language, width)
        resize(scripted_table, 360, 640)
        ada.page.locator("nav.sheets button").nth(1).tap()
        expect(ada.page.locator("section.prompt.raised")).to_be_visible()
        raised = boxes(scripted_table, "section.prompt.raised")[0]
        assert not overlapping(boxes(scripted_table, ".banner")[0], raised), language


def test_a_notice_does_not_cover_the_prompt(visitor: Callable[..., Player]) -> None:
    ada, scripted_table = scripted_visitor(visitor, "bohnanza", OWN_TRADING, **PHONE)
    text = "Only the front card of the hand can be planted, and only on a field where its own kind grows."
    for width, height in SIZES:
        resize(scripted_table, width, height)
        scripted_table.send({"type": "refused", "rule": "K3", "text": text, "for": ""})
        expect(ada.page.locator(".notice")).to_have_count(1)
        question = boxes(scripted_table, "section.prompt .line")[0]
        assert not overlapping(boxes(scripted_table, ".notice")[0], question), (width, height)


ONE_NOTE = """async () => {
  const {introductionNote} = await import("/static/table/help/introduction.js");
  const {eventBanner} = await import("/static/table/motion/event_banner.js");
  const {render} = await import("/static/table/render.js");
  const {state} = await import("/static/table/state.js");
  document.body.innerHTML = '<div class="board"></div><div id="note"></div>';
  const note = document.getElementById("note");
  const lesson = {introduction: {number: 1, count: 2, missed: [], lesson: {key: "x", text: "Look!", at: ".board"}}};
  const shown = (update, values) => {
    Object.assign(state, {moment: null, notice: null, advice: null, explained: null, preview: null, update, ...values});
    render([eventBanner(), introductionNote()], note);
    return [...note.querySelectorAll(".moment, .lesson")].map(({className}) => className).join(" ");
  };
  const moment = [{title: "The mafia", text: "takes Red", cards: [], times: 1, until: 0}];
  const notice = {text: "No."};
  const found = [shown({}, {moment}), shown({}, {moment, notice}), shown(lesson, {moment}), shown(lesson, {notice})];
  return [...found, shown(lesson, {advice: {text: "Plant."}})];
}"""


def test_one_notice_is_shown_at_a_time(visitor: Callable[..., Player]) -> None:
    """Notices and hints, which the viewer requested, precede lessons, and lessons precede recent events."""
    page = visitor(**PHONE).page
    page.goto("/rules")
    assert page.evaluate(ONE_NOTE) == ["moment", "", "lesson", "", ""]


LEARNED = """async () => {
  const {introductionNote, skipLearned} = await import("/static/table/help/introduction.js");
  const {useConnection} = await import("/static/table/net/actions.js");
  const {render} = await import("/static/table/render.js");
  const {settings} = await import("/static/table/settings.js");
  const {state} = await import("/static/table/state.js");
  document.body.innerHTML = '<div class="board"></div><div id="note"></div>';
  const sent = [];
  useConnection({send: (message) => sent.push(message)});
  const at = (game) => {
    state.hello = {table: {game}};
    const lesson = {key: "hand", text: "A queue.", at: ".board"};
    state.update = {introduction: {number: 1, count: 2, missed: [], lesson}};
    skipLearned();
    render(introductionNote(), document.getElementById("note"));
    return document.querySelectorAll(".lesson").length;
  };
  const first = at("bohnanza");
  document.querySelector("[data-close]").click();
  const kept = JSON.parse(localStorage.getItem("tobean settings")).learned;
  return [first, at("bohnanza"), at("rabohnzel"), sent.length, kept];
}"""


def test_a_lesson_is_not_repeated_in_another_game(visitor: Callable[..., Player]) -> None:
    page = visitor().page
    page.goto("/rules")
    assert page.evaluate(LEARNED) == [1, 1, 0, 2, {"A queue.": "bohnanza"}]


def test_keys_work_while_a_checkbox_has_focus_and_reach_the_answers(visitor: Callable[..., Player]) -> None:
    ada, _ = scripted_visitor(visitor, "bohnanza", OWN_TRADING)
    press, page = ada.page.keyboard.press, ada.page
    page.locator("input[name=partner]").first.focus()
    press("q")
    answer = "() => document.activeElement.dataset.answer"
    found = []
    for _ in range(3):
        found.append(page.evaluate(answer))
        press("ArrowRight")
    assert found == ["accept", "counter", "decline"]


CLOSE_AND_OPEN = """() => {
  document.querySelector("dialog").close();
  document.body.dispatchEvent(new KeyboardEvent("keydown", {key: ",", bubbles: true}));
}"""
"""The browser reports a closed dialog after the next key press that follows immediately."""


def test_a_dialog_opens_immediately_after_another_was_closed(visitor: Callable[..., Player]) -> None:
    ada, _ = scripted_visitor(visitor, "bohnanza", OWN_TRADING)
    page = ada.page
    page.locator("[data-rove=hand]").first.focus()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    page.evaluate(CLOSE_AND_OPEN)
    expect(page.get_by_role("dialog", name="Settings")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    assert page.evaluate("document.activeElement.dataset.rove") == "hand"


def test_the_complete_log_has_every_entry(visitor: Callable[..., Player]) -> None:
    ada, scripted_table = scripted_visitor(visitor, "bohnanza", TRADING)
    scripted_table.act("B offer A: Blue@1 for Soy", "A decline 1", "B offer A: Chili@2 for Soy", "A decline 2")
    page = ada.page
    page.locator("#tab-log").click()
    expect(page.locator(".log .collapsed")).to_have_count(1)
    page.locator(".log-filter select").select_option("all")
    expect(page.locator(".log .collapsed")).to_have_count(0)
    expect(page.locator(".log .log-line", has_text="Nina offers")).to_have_count(2)


def test_chat_covers_no_turned_over_card(visitor: Callable[..., Player]) -> None:
    ada = visitor()
    keep_notes(ada.page)
    scripted_table = ScriptedTable(ada, "bohnanza")
    scripted_table.show_scenario(TRADING)
    for width, height in SIZES:
        resize(scripted_table, width, height)
        for seat in (1, 2):
            scripted_table.say(
                seat, "I would give two Blue and a Stink for one of your Soy, and that is my last word on it!"
            )
        expect(ada.page.locator(".bubble")).to_have_count(2)
        cards = boxes(scripted_table, ".turned .card")
        assert not any(overlapping(bubble, card) for bubble in boxes(scripted_table, ".bubble") for card in cards), (
            width
        )


MANY_MOMENTS = """async () => {
  const {eventBanner, showEvents} = await import("/static/table/motion/event_banner.js");
  const {state} = await import("/static/table/state.js");
  const {render} = await import("/static/table/render.js");
  state.me = 0;
  const event = (number) => ({title: `Title ${number}`, text: `${number} ` + "takes a card from a field. ".repeat(4)});
  showEvents([1, 2, 3, 4].map((number) => ({seat: 1, moment: {...event(number), all: false}, cards: []})));
  const place = document.body.appendChild(document.createElement("div"));
  render(eventBanner(), place);
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  const note = place.querySelector(".moment");
  const last = [...note.querySelectorAll(".event-line")].pop();
  const isInside = last.getBoundingClientRect().bottom <= note.getBoundingClientRect().bottom;
  return [isInside, note.textContent.includes("Title 4")];
}"""


def test_the_newest_of_many_moments_is_not_cut_off(visitor: Callable[..., Player]) -> None:
    ada, _ = scripted_visitor(visitor, "al-cabohne", ALONE, **{**PHONE, "viewport": {"width": 844, "height": 390}})
    assert ada.page.evaluate(MANY_MOMENTS) == [True, True]
