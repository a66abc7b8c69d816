"""What happened, and lessons, lie over the table, in sight and out of the way of what one decides by.

The modules of the page are asked alone: nobody has to play until two things happen at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from browser.test_touch import PHONE

if TYPE_CHECKING:
    from collections.abc import Callable

    from browser.player import Player

JOINED = """async () => {
  const {showMoments} = await import("/static/table/moments.js");
  const {state} = await import("/static/table/state.js");
  state.me = 0;
  const event = (text, seat = 1) => ({seat, moment: {title: "The mafia", text, all: false}, cards: []});
  const shown = () => state.moment.map(({text, times}) => `${text} ${times}`);
  const steps = [];
  showMoments([event("takes Red"), event("takes Red"), event("mine", 0)]);
  steps.push(shown());
  showMoments([event("takes Blue")]);
  steps.push(shown());
  showMoments(["a", "b", "c"].map((text) => event(text)));
  steps.push(shown());
  for (const line of state.moment) line.until = 0;
  showMoments([event("later")]);
  steps.push(shown());
  return steps;
}"""
ESCAPE = """async () => {
  const {startKeys} = await import("/static/table/keys.js");
  const {useLine} = await import("/static/table/deeds.js");
  const {state} = await import("/static/table/state.js");
  const sent = [];
  useLine({send: (message) => sent.push(message)});
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
  const {momentCard, showMoments} = await import("/static/table/moments.js");
  const {render} = await import("/static/table/lit.js");
  const {state} = await import("/static/table/state.js");
  document.body.innerHTML = '<section class="turned"></section><section class="asked"></section><div id="note"></div>';
  const lay = (selector, top, height) =>
    Object.assign(document.querySelector(selector).style, {position: "fixed", left: 0, right: 0, top, height});
  lay(".turned", "60px", "70px");
  lay(".asked", "300px", "340px");
  state.me = 0;
  showMoments([{seat: 1, moment: {title: "The mafia", text: "takes Red", all: false}, cards: []}]);
  const sheet = Object.assign(document.createElement("link"), {rel: "stylesheet", href: "/static/table/moments.css"});
  document.head.append(sheet);
  await new Promise((done) => (sheet.onload = done));
  render(momentCard(), document.getElementById("note"));
  await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
  const box = document.querySelector(".moment").getBoundingClientRect();
  return [...document.querySelectorAll(".turned, .asked")]
    .map((each) => each.getBoundingClientRect())
    .filter((each) => each.top < box.bottom && box.top < each.bottom).length;
}"""

LESSON_FIRST = """async () => {
  const {momentCard, showMoments} = await import("/static/table/moments.js");
  const {state} = await import("/static/table/state.js");
  state.me = 0;
  state.update = {introduction: null};
  showMoments([{seat: 1, moment: {title: "The mafia", text: "takes Red", all: false}, cards: []}]);
  const before = typeof momentCard() === "object";
  state.update = {introduction: {lesson: {key: "plant", text: "Plant."}}};
  return [before, typeof momentCard() === "object"];
}"""
IN_SIGHT = """async () => {
  const {learnGuide} = await import("/static/table/learn.js");
  const {render} = await import("/static/table/lit.js");
  const {state} = await import("/static/table/state.js");
  document.body.innerHTML = '<div class="felt"><section class="things"></section></div><div id="note"></div>';
  document.querySelector(".things").style.display = "contents";  // there, and nothing that could be pointed at
  document.getElementById("note").style.cssText = "position: fixed; top: 100vh";
  state.update = {introduction: {number: 1, count: 2, missed: [], lesson: {key: "x", text: "Look!", at: ".things"}}};
  render(learnGuide(), document.getElementById("note"));
  const note = document.querySelector(".lesson");
  note.style.position = "fixed";
  await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
  const box = note.getBoundingClientRect();
  return box.top >= 0 && box.bottom <= innerHeight;
}"""

READ_OUT = """async () => {
  const {liveRegion} = await import("/static/table/asked.js");
  const {render} = await import("/static/table/lit.js");
  const {speak} = await import("/static/table/state.js");
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
    speak(line);
    render(liveRegion(), note);
  }
  await new Promise(requestAnimationFrame);
  return [heard.join() === lines.join(), note.querySelectorAll("p").length < lines.length];
}"""


def test_what_comes_meanwhile_is_put_below_and_the_oldest_makes_room(visitor: Callable[..., Player]) -> None:
    page = visitor().page
    page.goto("/rules")
    assert page.evaluate(JOINED) == [
        ["takes Red 2"],
        ["takes Red 2", "takes Blue 1"],
        ["takes Blue 1", "a 1", "b 1", "c 1"],
        ["later 1"],
    ]


def test_escape_closes_what_lies_on_top_before_a_lesson(visitor: Callable[..., Player]) -> None:
    page = visitor().page
    page.goto("/rules")
    assert page.evaluate(ESCAPE) == [None, 0, [{"type": "introduction", "lesson": "plant"}]]


def test_on_a_phone_it_covers_neither_the_cards_that_lie_there_nor_the_question(visitor: Callable[..., Player]) -> None:
    page = visitor(**PHONE).page
    page.goto("/rules")
    assert page.evaluate(COVERED) == 0


def test_a_lesson_and_what_happened_do_not_lie_there_together(visitor: Callable[..., Player]) -> None:
    page = visitor().page
    page.goto("/rules")
    assert page.evaluate(LESSON_FIRST) == [True, False]


def test_a_lesson_is_in_sight_whatever_it_is_about(visitor: Callable[..., Player]) -> None:
    """The bots wait for whoever reads: out of sight it would hold up the game for good."""
    page = visitor(**PHONE).page
    page.goto("/rules")
    assert page.evaluate(IN_SIGHT)


def test_each_line_is_read_out_once(visitor: Callable[..., Player]) -> None:
    """The region forgets old lines; what moves up is not new."""
    page = visitor().page
    page.goto("/rules")
    assert page.evaluate(READ_OUT) == [True, True]
