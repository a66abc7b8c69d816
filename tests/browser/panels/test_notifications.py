"""Event notices and lessons: visible over the table, without covering the elements needed for a decision.

The page modules are called directly, because two simultaneous events are rare in a game.
"""

from collections.abc import Callable

from tests.support.browser.layout import PHONE
from tests.support.browser.player import Player

JOINED = """async () => {
  const {showEvents} = await import("/static/table/motion/event_banner.js");
  const {state} = await import("/static/table/state.js");
  state.me = 0;
  const event = (text, seat = 1) => ({seat, moment: {title: "The mafia", text, all: false}, cards: []});
  const shown = () => state.moment.map(({text, times}) => `${text} ${times}`);
  const steps = [];
  showEvents([event("takes Red"), event("takes Red"), event("mine", 0)]);
  steps.push(shown());
  showEvents([event("takes Blue")]);
  steps.push(shown());
  showEvents(["a", "b", "c"].map((text) => event(text)));
  steps.push(shown());
  for (const line of state.moment) line.until = 0;
  showEvents([event("later")]);
  steps.push(shown());
  return steps;
}"""
ESCAPE = """async () => {
  const {startKeys} = await import("/static/table/help/keyboard.js");
  const {useConnection} = await import("/static/table/net/actions.js");
  const {state} = await import("/static/table/state.js");
  const sent = [];
  useConnection({send: (message) => sent.push(message)});
  startKeys();
  state.update = {introduction: {lesson: {key: "plant"}}};
  state.moment = [{title: "", text: "", cards: [], times: 1, until: 0}];
  const press = () => document.dispatchEvent(new KeyboardEvent("keydown", {key: "Escape"}));
  press();
  const first = [state.moment, sent.length];
  press();
  return [...first, sent];
}"""
COVERED = """async () => {
  const {eventBanner, showEvents} = await import("/static/table/motion/event_banner.js");
  const {render} = await import("/static/table/render.js");
  const {state} = await import("/static/table/state.js");
  document.body.innerHTML = '<section class="turned"></section><section class="prompt"></section><div id="note"></div>';
  const lay = (selector, top, height) =>
    Object.assign(document.querySelector(selector).style, {position: "fixed", left: 0, right: 0, top, height});
  lay(".turned", "60px", "70px");
  lay(".prompt", "300px", "340px");
  state.me = 0;
  showEvents([{seat: 1, moment: {title: "The mafia", text: "takes Red", all: false}, cards: []}]);
  const href = "/static/table/motion/event_banner.css";
  const sheet = Object.assign(document.createElement("link"), {rel: "stylesheet", href});
  document.head.append(sheet);
  await new Promise((done) => (sheet.onload = done));
  render(eventBanner(), document.getElementById("note"));
  await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
  await Promise.all(document.getAnimations().map(({finished}) => finished));
  const box = document.querySelector(".moment").getBoundingClientRect();
  return [...document.querySelectorAll(".turned, .prompt")]
    .map((each) => each.getBoundingClientRect())
    .filter((each) => each.top < box.bottom && box.top < each.bottom).length;
}"""

LESSON_FIRST = """async () => {
  const {eventBanner, showEvents} = await import("/static/table/motion/event_banner.js");
  const {state} = await import("/static/table/state.js");
  state.me = 0;
  state.update = {introduction: null};
  showEvents([{seat: 1, moment: {title: "The mafia", text: "takes Red", all: false}, cards: []}]);
  const before = typeof eventBanner() === "object";
  state.update = {introduction: {lesson: {key: "plant", text: "Plant."}}};
  return [before, typeof eventBanner() === "object"];
}"""
IN_SIGHT = """async () => {
  const {introductionNote} = await import("/static/table/help/introduction.js");
  const {render} = await import("/static/table/render.js");
  const {state} = await import("/static/table/state.js");
  document.body.innerHTML = '<div class="board"><section class="things"></section></div><div id="note"></div>';
  document.querySelector(".things").style.display = "contents";  // there, and nothing that could be pointed at
  document.getElementById("note").style.cssText = "position: fixed; top: 100vh";
  state.update = {introduction: {number: 1, count: 2, missed: [], lesson: {key: "x", text: "Look!", at: ".things"}}};
  render(introductionNote(), document.getElementById("note"));
  const note = document.querySelector(".lesson");
  note.style.position = "fixed";
  await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
  const box = note.getBoundingClientRect();
  return box.top >= 0 && box.bottom <= innerHeight;
}"""

READ_OUT = """async () => {
  const {liveRegion} = await import("/static/table/board/prompt.js");
  const {render} = await import("/static/table/render.js");
  const {announce} = await import("/static/table/state.js");
  document.body.innerHTML = '<div id="note"></div>';
  const note = document.getElementById("note");
  render(liveRegion(), note);
  const heard = [];
  new MutationObserver((changes) => {
    for (const {type, target, addedNodes} of changes) {
      if (type === "characterData") heard.push(target.data);
      for (const added of addedNodes) if (added.matches?.("p")) heard.push(added.textContent);
    }
  }).observe(note, {childList: true, subtree: true, characterData: true});
  const lines = Array.from({length: 40}, (_, number) => `line ${number}`);
  for (const line of lines) {
    announce(line);
    render(liveRegion(), note);
  }
  await new Promise(requestAnimationFrame);
  return [heard.join() === lines.join(), note.querySelectorAll("p").length < lines.length];
}"""


def test_new_banners_stack_below_and_replace_the_oldest(visitor: Callable[..., Player]) -> None:
    page = visitor().page
    page.goto("/rules")
    assert page.evaluate(JOINED) == [
        ["takes Red 2"],
        ["takes Red 2", "takes Blue 1"],
        ["takes Blue 1", "a 1", "b 1", "c 1"],
        ["later 1"],
    ]


def test_escape_closes_dialogs_before_a_lesson(visitor: Callable[..., Player]) -> None:
    page = visitor().page
    page.goto("/rules")
    assert page.evaluate(ESCAPE) == [None, 0, [{"type": "introduction", "lesson": "plant"}]]


def test_on_a_phone_a_banner_covers_neither_cards_nor_prompt(visitor: Callable[..., Player]) -> None:
    page = visitor(**PHONE).page
    page.goto("/rules")
    assert page.evaluate(COVERED) == 0


def test_a_lesson_and_a_banner_are_not_shown_together(visitor: Callable[..., Player]) -> None:
    page = visitor().page
    page.goto("/rules")
    assert page.evaluate(LESSON_FIRST) == [True, False]


def test_a_lesson_is_visible_for_every_target(visitor: Callable[..., Player]) -> None:
    """Bots wait until a lesson is read: one off screen would block the game."""
    page = visitor(**PHONE).page
    page.goto("/rules")
    assert page.evaluate(IN_SIGHT)


def test_each_line_is_read_out_once(visitor: Callable[..., Player]) -> None:
    """The live region drops old lines; a line that moves up is not announced again."""
    page = visitor().page
    page.goto("/rules")
    assert page.evaluate(READ_OUT) == [True, True]
