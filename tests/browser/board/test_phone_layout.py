"""Phone layout: the prompt is on top, nothing is cut off, and everything can be read in place."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.support.browser.games import random_game, write_record
from tests.support.browser.layout import FITS, is_uncovered, resize
from tests.support.browser.player import Player
from tests.support.browser.scenarios import ALONE, CROWDED, LAST_MOVE, MOVING, MUCH_MAGIC
from tests.support.browser.stage import ScriptedTable

PHONE = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}
SIZES = ((360, 640), (390, 844), (844, 390), (1280, 800))

TRADING = """
given players: Timon, Nina, Keno
given phase: 2
given active: Nina
given hand Timon: Red, Soy, Chili, Soy
given field Timon 1: 3 Soy
given hand Nina: Blue, Chili, Stink
given hand Keno: Blue, Chili, Stink
given turned: Red, Chili
"""
OWN_TRADING = """
given players: Timon, Nina, Keno
given phase: 2
given hand Timon: Red, Soy, Chili, Soy
given field Timon 1: 3 Soy
given field Timon 2: 2 Blue
given hand Nina: Blue, Chili, Stink
given hand Keno: Blue, Chili, Stink
given turned: Red, Chili
when Nina offer Timon: Blue@1 for Red
"""
ONE_PARTNER = """
given players: Timon, Nina, Keno
given phase: 2
given hand Timon: Red, Soy, Chili, Green/Soy
given turned: Red, U3
"""

BOXES = """(selector) => {
  const seen = [...document.querySelectorAll(selector)].filter((each) => each.checkVisibility());
  const found = seen.map((each) => each.getBoundingClientRect());
  return found.map(({left, top, right, bottom}) => [left, top, right, bottom]);
}"""
OUTSIDE = """() => [...document.querySelectorAll(".board button, .board input, .board select, .board a")]
  .filter((each) => each.checkVisibility() && !each.closest(".hand, .visually-hidden, .due, .stock, .spells"))
  .filter((each) => each.getBoundingClientRect().right > innerWidth + 1)
  .map((each) => each.outerHTML.slice(0, 120))"""
"""Controls beyond the right edge, except in strips that scroll."""


def boxes(scripted_table: ScriptedTable, selector: str) -> list[list[float]]:
    found: list[list[float]] = scripted_table.page.evaluate(BOXES, selector)
    assert found, selector
    return found


def overlapping(one: list[float], other: list[float]) -> bool:
    return one[0] < other[2] - 1 and other[0] < one[2] - 1 and one[1] < other[3] - 1 and other[1] < one[3] - 1


def test_a_question_lies_over_an_open_sheet(visitor: Callable[..., Player]) -> None:
    ada = visitor(**PHONE)
    scripted_table = ScriptedTable(ada, "bohnanza")
    scripted_table.show_scenario(TRADING)
    ada.page.locator("nav.sheets button", has_text="Log").tap()
    expect(ada.page.locator(".talkpanel")).to_be_visible()
    scripted_table.act("B offer A: Blue@1 for Soy")
    expect(ada.page.locator("section.prompt [data-answer=accept]")).to_be_visible()
    assert is_uncovered(scripted_table, "section.prompt [data-answer]")
    expect(ada.page.locator(".talkpanel #line")).to_be_visible()


def test_ending_the_trading_and_finishing_the_offer_lie_apart(visitor: Callable[..., Player]) -> None:
    for language in ("en", "de"):
        ada = visitor(language=language, **PHONE)
        scripted_table = ScriptedTable(ada, "bohnanza", language=language)
        scripted_table.show_scenario(OWN_TRADING)
        ada.card(2).tap()
        expect(ada.page.locator(".action.finish")).to_be_visible()
        resize(scripted_table, 360, 640)
        found = boxes(scripted_table, "section.prompt .actions .action")
        assert not any(overlapping(one, other) for at, one in enumerate(found) for other in found[at + 1 :])
        whole = "(found) => found.every((each) => each.scrollWidth <= each.clientWidth + 1)"
        assert ada.page.locator("section.prompt .actions .action").evaluate_all(whole)
        assert all(box[2] <= 360 for box in found), found


def test_edicts_are_read_in_place(visitor: Callable[..., Player]) -> None:
    ada = visitor(**PHONE)
    scripted_table = ScriptedTable(ada, "bohnedikt")
    scripted_table.show_scenario(ONE_PARTNER)
    text = ada.page.locator(".edict p")
    text.tap()
    explained = ada.page.locator(".explained")
    expect(explained).to_contain_text("one")
    expect(explained).to_be_visible()
    # No deal partner has been chosen yet, so none is named.
    expect(ada.page.locator("[data-explain='thing:partner']")).to_have_count(0)


def test_spells_say_what_they_do_where_they_are_chosen(visitor: Callable[..., Player]) -> None:
    ada = visitor(**PHONE)
    scripted_table = ScriptedTable(ada, "rabohnzel")
    scripted_table.show_scenario(MUCH_MAGIC)
    ada.page.get_by_role("button", name="What can I do?").tap()
    activating = ada.page.locator("dialog[open] [data-do^='A play Magic@2']").first
    expect(activating.locator("small").first).to_contain_text(re.compile(r"\w+ \w+ \w+"))


def test_a_card_is_moved_in_the_hand_by_two_taps(visitor: Callable[..., Player]) -> None:
    ada = visitor(**PHONE)
    scripted_table = ScriptedTable(ada, "rabohnzel")
    scripted_table.show_scenario(MOVING)
    ada.page.locator(".spells.own .spell.usable").first.tap()
    question = ada.page.locator("section.prompt .question")
    expect(question).to_contain_text("Tap the card that moves.")
    expect(ada.page.locator(".hand .aimed")).to_have_count(5)
    ada.card(2).tap()
    expect(question).to_contain_text("Tap the place where Princess goes.")
    expect(ada.page.locator(".hand .aimed")).to_have_count(4)
    ada.card(0).tap()
    expect(ada.page.locator("[data-rove=hand]").first).to_have_attribute("aria-label", re.compile("^Princess"))
    assert scripted_table.received[-1]["action"] == "A cast Move 3 1"


def test_help_on_a_phone_is_about_fingers(visitor: Callable[..., Player]) -> None:
    ada = visitor(**PHONE)
    ScriptedTable(ada, "bohnanza").show_scenario(TRADING)
    ada.page.get_by_role("button", name="Help").tap()
    dialog = ada.page.locator("dialog[open]")
    expect(dialog).to_contain_text("Keep a finger on a card")
    expect(dialog.locator("kbd")).to_have_count(0)


def test_alone_against_the_mafia_the_goal_is_on_the_table(visitor: Callable[..., Player]) -> None:
    for language, goal, streak in (("en", "more than 0 thalers", "in a row"), ("de", "mehr als 0 Taler", "in Folge")):
        ada = visitor(language=language, **PHONE)
        scripted_table = ScriptedTable(ada, "al-cabohne", language=language)
        scripted_table.show_scenario(ALONE)
        expect(ada.page.locator(".goal")).to_contain_text(goal)
        assert is_uncovered(scripted_table, ".goal")
        ada.page.locator(".goal").tap()
        expect(ada.page.locator(".explained")).to_contain_text(streak)


@pytest.mark.parametrize("scenario", [CROWDED["al-cabohne"], ALONE])
def test_bosses_stay_in_sight_while_one_chooses(visitor: Callable[..., Player], scenario: str) -> None:
    ada = visitor(language="de", **PHONE)
    scripted_table = ScriptedTable(ada, "al-cabohne", language="de")
    for width, height in SIZES[:3]:
        scripted_table.show_scenario(scenario)
        resize(scripted_table, width, height)
        ada.card(0, "turned").tap(position={"x": 6, "y": 10})
        expect(ada.page.locator(".handle.picked")).to_have_count(1)
        assert is_uncovered(scripted_table, ".boss .field"), (width, height)
        found = boxes(scripted_table, "section.prompt .actions .action")
        assert all(box[2] <= width for box in found), (width, height, found)


FIVE = """
given players: Timon, Nina, Keno, Eiko, Paula
given phase: 2
given field Nina 1: 3 Soy
given field Nina 2: Blue
given field Keno 1: 6 Blue
given field Eiko 1: 2 Red
given field Paula 1: Garden
given hand Timon: Red, Soy
given hand Nina: Red, Soy
given turned: Red, Chili
"""


def test_what_grows_at_the_others_covers_no_name(visitor: Callable[..., Player]) -> None:
    ada = visitor(**PHONE)
    scripted_table = ScriptedTable(ada, "bohnanza")
    scripted_table.show_scenario(FIVE)
    for width, height in SIZES[:3]:
        resize(scripted_table, width, height)
        names = boxes(scripted_table, ".seat .slot:last-child .card .name")
        for badge in boxes(scripted_table, ".seat .tally > *"):
            assert not any(overlapping(badge, name) for name in names), (width, badge)


def test_the_buttons_of_seats_are_whole(visitor: Callable[..., Player]) -> None:
    for language in ("en", "de"):
        ada = visitor(language=language, **PHONE)
        scripted_table = ScriptedTable(ada, "bohnanza", seat=None, language=language)
        for width, height in SIZES:
            scripted_table.show_scenario(FIVE, bots=range(5))
            resize(scripted_table, width, height)
            buttons = ada.page.locator(".seat .pill.small")
            expect(buttons).to_have_count(5)
            whole = """(found) => found.filter((each) => {
              const box = each.getBoundingClientRect(), seat = each.closest(".seat").getBoundingClientRect();
              const inside = box.left >= seat.left && box.right <= seat.right && box.bottom <= seat.bottom;
              return !inside || each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 1;
            }).length"""
            assert buttons.evaluate_all(whole) == 0, (language, width)


def test_a_refused_hint_can_be_asked_for_again(visitor: Callable[..., Player]) -> None:
    ada = visitor(**PHONE)
    scripted_table = ScriptedTable(ada, "al-cabohne")
    scripted_table.show_scenario(CROWDED["al-cabohne"], bots=[1])
    coach = ada.page.locator(".coach")
    for refusal in (
        {"type": "refused", "rule": "", "text": "Wait.", "for": "hint"},
        {"type": "error", "text": "Wait."},
    ):
        coach.click()
        expect(coach).to_contain_text("Thinking")
        scripted_table.send(refusal)
        expect(coach).to_contain_text("Hint")


def test_a_replay_fits(visitor: Callable[..., Player], tmp_path: Path) -> None:
    kept = write_record(tmp_path, random_game("a replay on a phone"))
    ada = visitor(language="de")
    page = ada.page
    page.goto("/replays")
    page.locator("input[type=file]").set_input_files(kept)
    page.locator("form:has(input[type=file]) button").click()
    expect(page.locator(".replay")).to_be_visible()
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        if page.locator(".replay details:not([open]) summary").is_visible():
            page.locator(".replay summary").click()
        expect(page.locator(".replay .buttons")).to_be_visible()
        seen = page.locator(".replay :is(button, input, select):visible")
        edges = seen.evaluate_all("(found) => found.map((each) => each.getBoundingClientRect().right)")
        assert edges
        assert max(edges) <= width, (width, edges)
        # The page computes its layout again after a resize.
        page.wait_for_function(
            "() => document.querySelector('.replay').getBoundingClientRect().bottom <= innerHeight + 1"
        )


@pytest.mark.parametrize("language", ["en", "de"])
def test_nothing_that_can_be_pressed_lies_beyond_the_edge(visitor: Callable[..., Player], language: str) -> None:
    for game, scenario in CROWDED.items():
        ada = visitor(language=language)
        scripted_table = ScriptedTable(ada, game, language=language)
        scripted_table.show_scenario(scenario)
        for width, height in SIZES:
            resize(scripted_table, width, height)
            assert ada.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), (game, width)
            assert ada.page.evaluate(OUTSIDE) == [], (game, width)


def test_a_rule_that_is_linked_to_lies_free(visitor: Callable[..., Player]) -> None:
    for width, height in SIZES:
        ada = visitor(language="de", viewport={"width": width, "height": height})
        ada.page.goto("/rules/bohnanza#B7")
        expect(ada.page.locator("#B7")).to_be_in_viewport()
        top = """() => {
          const rule = document.getElementById("B7"), box = rule.getBoundingClientRect();
          return rule.contains(document.elementFromPoint(box.left + 20, box.top + 12));
        }"""
        ada.page.wait_for_function(top)


def test_a_lost_connection_is_told_at_once(visitor: Callable[..., Player]) -> None:
    ada = visitor(**PHONE)
    scripted_table = ScriptedTable(ada, "bohnanza")
    scripted_table.show_scenario(TRADING)
    ada.page.evaluate(
        """() => {
          window.told = 0;
          const look = () => (window.told += document.querySelectorAll(".banner").length);
          new MutationObserver(look).observe(document.body, {childList: true, subtree: true});
          dispatchEvent(new Event("offline"));
        }"""
    )
    ada.page.wait_for_function("() => window.told > 0")
    expect(ada.page.locator(".banner")).to_have_count(0)  # and it reconnects


def test_a_server_that_falls_silent_is_noticed(visitor: Callable[..., Player]) -> None:
    """A phone without a network keeps its socket open for minutes."""
    ada = visitor(**PHONE)
    scripted_table = ScriptedTable(ada, "bohnanza")
    ada.page.clock.install()
    scripted_table.show_scenario(TRADING)
    scripted_table.silent = True
    ada.page.clock.run_for(9_000)
    expect(ada.page.locator(".banner")).to_have_count(0)
    ada.page.clock.run_for(6_000)
    expect(ada.page.locator(".banner")).to_contain_text("connection is lost")


def test_a_notice_covers_nothing_that_is_asked(visitor: Callable[..., Player]) -> None:
    ada = visitor(**PHONE)
    scripted_table = ScriptedTable(ada, "bohnanza")
    scripted_table.show_scenario(OWN_TRADING)
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


def test_one_note_at_a_time(visitor: Callable[..., Player]) -> None:
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


def test_keys_work_beside_boxes_and_reach_the_answers(visitor: Callable[..., Player]) -> None:
    ada = visitor()
    scripted_table = ScriptedTable(ada, "bohnanza")
    scripted_table.show_scenario(OWN_TRADING)
    press, page = ada.page.keyboard.press, ada.page
    page.locator("input[name=partner]").first.focus()
    press("q")
    answer = "() => document.activeElement.dataset.answer"
    found = []
    for _ in range(3):
        found.append(page.evaluate(answer))
        press("ArrowRight")
    assert found == ["accept", "counter", "decline"]


def test_everything_in_the_log_is_everything(visitor: Callable[..., Player]) -> None:
    ada = visitor()
    scripted_table = ScriptedTable(ada, "bohnanza")
    scripted_table.show_scenario(TRADING)
    scripted_table.act("B offer A: Blue@1 for Soy", "A decline 1", "B offer A: Chili@2 for Soy", "A decline 2")
    page = ada.page
    page.locator("#tab-log").click()
    expect(page.locator(".log .collapsed")).to_have_count(1)
    page.locator(".log-filter select").select_option("all")
    expect(page.locator(".log .collapsed")).to_have_count(0)
    expect(page.locator(".log .log-line", has_text="Nina offers")).to_have_count(2)


def test_what_is_said_covers_no_card_turned_over(visitor: Callable[..., Player]) -> None:
    ada = visitor()
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


UPRIGHT_AND_SIDEWAYS = ((360, 640), (390, 844), (844, 390), (640, 360))
MUCH_TO_FEED = """
given players: Marc
given phase: 4
given hand Marc: Puff, Blue, Fire, Pole, Kidney
given field Marc 1: 2 Pole
given field Marc 2: 4 Blue
given field Marc 3: 2 Puff
given boss Al: 5 Stink
given turned: Fire, Green
"""
"""No revealed card fits a field, and two bosses take any card."""
WITH_UNDO = """
given players: Marc, Volker
given phase: 1
given hand Marc: Kidney, Pole, Blue, Fire, Green
given field Marc 1: 3 Kidney
given boss Al: 2 Puff
given boss Don: Stink
"""
MANY_HARVESTS = """
given players: Timon, Nina, Keno, Eiko
given phase: 1
given hand Timon: Sword, White, Princess
given field Timon 1: 2 Magic
given field Timon 2: 2 Mean
given field Timon 3: 2 Pluck
"""
TWO_ASIDE = """
given players: Timon, Nina, Keno, Eiko
given phase: 3
given hand Timon: Pluck, Pluck, Sword
given aside Timon: Sword, Mean
given spells Timon: Hand, Beans
"""
EDICT_TO_PLANT = """
given players: Timon, Nina, Keno, Eiko
given phase: 3
given hand Timon: Black-eyed, Soy, Chili, Stink, Stink, Stink, Green/Soy
given field Timon 1: Blue
given field Timon 2: 2 Chili
given turned: F3, Garden
given edicts: F3
"""
EDICT_TO_USE = """
given players: Timon, Nina, Keno, Eiko
given phase: 1
given hand Timon: Blue, Soy, Chili, Green/Soy
given field Timon 1: Blue
given field Timon 2: Soy
given discard: Blue
given draw: F2, Red
when Timon plant Blue 1
when Timon pass
"""
EDICTS_OFFERED = """
given players: Timon, Nina, Keno, Eiko
given phase: 2
given hand Timon: Black-eyed, Soy, Chili, Stink, Stink, Stink, Green/Soy
given hand Nina: U1, F7, Blue
given field Timon 1: Blue
given field Timon 2: 2 Chili
given turned: F3, Garden
given edicts: F3
when Nina offer Timon: U1@1, F7@2 for Black-eyed
"""
"""States with long German labels or many buttons."""
LONG_CHOICES = (
    ("al-cabohne", MUCH_TO_FEED),
    ("al-cabohne", WITH_UNDO),
    ("excalibohn", MANY_HARVESTS),
    ("excalibohn", TWO_ASIDE),
    ("bohnedikt", EDICT_TO_PLANT),
    ("bohnedikt", EDICT_TO_USE),
    ("bohnedikt", EDICTS_OFFERED),
)
BUTTONS = "section.prompt :is(.actions, .pending) button"


@pytest.mark.parametrize(("game", "scenario"), LONG_CHOICES)
def test_long_choices_leave_the_own_fields_and_the_hand_in_sight(
    visitor: Callable[..., Player], game: str, scenario: str
) -> None:
    ada = visitor(language="de", **PHONE)
    scripted_table = ScriptedTable(ada, game, language="de")
    scripted_table.show_scenario(scenario)
    if scenario == WITH_UNDO:
        ada.page.locator("section.prompt .action.planting").first.tap()
        expect(ada.page.locator("section.prompt .undo")).to_be_visible()
    for width, height in UPRIGHT_AND_SIDEWAYS:
        resize(scripted_table, width, height)
        ada.page.wait_for_function(FITS)
        assert is_uncovered(scripted_table, ".dock .hand li:first-child .card"), (game, width)


def test_the_hint_stays_beside_the_question_while_an_action_is_under_way(visitor: Callable[..., Player]) -> None:
    ada = visitor(language="de", **PHONE)
    ada.play_now("excalibohn")
    hint = ada.page.locator("section.prompt.yours .actions:has(.action:not(.coach)) .coach")
    ada.play_until(lambda: hint.count() > 0)
    moved = """(hint) => {
      const prompt = hint.closest("section");
      const before = hint.getBoundingClientRect().top;
      prompt.classList.add("busy");
      const after = hint.getBoundingClientRect().top;
      prompt.classList.remove("busy");
      const buttons = prompt.querySelector(".action:not(.coach)").getBoundingClientRect();
      return [after - before, before + hint.offsetHeight - buttons.top];
    }"""
    for width, height in UPRIGHT_AND_SIDEWAYS:
        ada.page.set_viewport_size({"width": width, "height": height})
        jump, overlap = hint.evaluate(moved)
        assert jump == 0, width
        assert overlap <= 4, width  # the transparent rim of the sign


def test_what_bosses_collect_is_not_covered_by_its_count(visitor: Callable[..., Player]) -> None:
    ada = visitor(language="de", **PHONE)
    scripted_table = ScriptedTable(ada, "al-cabohne", language="de")
    scripted_table.show_scenario(MUCH_TO_FEED)
    for width, height in UPRIGHT_AND_SIDEWAYS[:3]:  # on the lowest phone a boss is narrower than a card and a count
        resize(scripted_table, width, height)
        cards = boxes(scripted_table, ".boss .row .slot:last-child .card")
        counts = boxes(scripted_table, ".boss .tally > *")
        assert counts
        assert not any(overlapping(card, count) for card in cards for count in counts), width


def test_an_edict_that_is_asked_about_is_quoted_once(visitor: Callable[..., Player]) -> None:
    ada = visitor(language="de", **PHONE)
    scripted_table = ScriptedTable(ada, "bohnedikt", language="de")
    scripted_table.show_scenario(EDICT_TO_USE)
    expect(ada.page.locator(".question")).to_contain_text("oberste Karte des Ablagestapels")
    expect(ada.page.locator(".edict.quoted")).to_be_hidden()
    resize(scripted_table, 1280, 800)
    expect(ada.page.locator(".edict.quoted")).to_be_visible()


def test_spells_break_no_word(visitor: Callable[..., Player]) -> None:
    ada = visitor(language="de", **PHONE)
    scripted_table = ScriptedTable(ada, "excalibohn", language="de")
    scripted_table.show_scenario(TWO_ASIDE)
    lines = """(names) => names.map((name) => {
      const text = document.createRange();
      text.selectNodeContents(name);
      const tops = new Set([...text.getClientRects()].map(({top}) => Math.round(top)));
      const wraps = getComputedStyle(name).overflowWrap !== "normal";
      return [name.textContent, tops.size, !wraps && name.scrollWidth <= name.clientWidth];
    })"""
    for width, height in UPRIGHT_AND_SIDEWAYS:
        resize(scripted_table, width, height)
        for name, count, is_whole in ada.page.locator(".spells.own .name").evaluate_all(lines):
            assert is_whole, (name, width)
            assert count <= len(name.replace("\u00ad", " ").split()), (name, width)


def test_the_sheet_in_which_an_offer_is_put_together_has_no_button_that_leads_there(
    visitor: Callable[..., Player],
) -> None:
    ada = visitor(language="de", **PHONE)
    scripted_table = ScriptedTable(ada, "bohnanza", language="de")
    scripted_table.show_scenario(OWN_TRADING)
    ada.page.locator("section.prompt [data-answer=counter]").tap()
    expect(ada.page.locator(".composer")).to_be_visible()
    expect(ada.page.locator("section.prompt .finish")).to_be_hidden()


def test_the_result_shows_its_buttons_on_a_phone_held_sideways(visitor: Callable[..., Player]) -> None:
    ada = visitor(language="de", **PHONE)
    scripted_table = ScriptedTable(ada, "al-cabohne", language="de")
    scripted_table.show_scenario(LAST_MOVE)
    scripted_table.act("A go on")
    expect(ada.page.locator(".result")).to_be_visible()
    resize(scripted_table, 844, 390)
    assert is_uncovered(scripted_table, ".result .buttons > *")


def test_what_a_phone_leaves_out_is_listed_by_a_button(visitor: Callable[..., Player]) -> None:
    ada = visitor(**PHONE)
    scripted_table = ScriptedTable(ada, "al-cabohne")
    scripted_table.show_scenario(MUCH_TO_FEED)
    page = ada.page
    page.locator("section.prompt .rest").tap()
    page.locator("dialog[open]").get_by_role("button", name="Harvest field 2").tap()
    expect(page.locator("[data-field='1']")).to_have_attribute("aria-label", re.compile("empty"))
    # A desktop screen has room for all of it.
    resize(scripted_table, 1280, 800)
    scripted_table.show_scenario(MUCH_TO_FEED)
    expect(page.locator("section.prompt .hung").first).to_be_visible()


def test_whose_turn_it_is_takes_two_lines_at_most(visitor: Callable[..., Player]) -> None:
    ada = visitor(language="de", **PHONE)
    scripted_table = ScriptedTable(ada, "al-cabohne", language="de")
    scripted_table.show_scenario(CROWDED["al-cabohne"])
    expect(ada.page.locator(".phases .now")).to_contain_text("Aufgedecktes anbauen")
    lines = """() => {
      const text = document.createRange();
      text.selectNodeContents(document.querySelector(".whose"));
      return new Set([...text.getClientRects()].map(({top}) => Math.round(top))).size;
    }"""
    for width, height in UPRIGHT_AND_SIDEWAYS:
        resize(scripted_table, width, height)
        assert ada.page.evaluate(lines) <= 2, width
    ada = visitor(language="de", **PHONE)
    scripted_table = ScriptedTable(ada, "excalibohn", language="de")
    scripted_table.show_scenario(TWO_ASIDE.replace("aside Timon", "aside Nina"))
    expect(ada.page.locator(".phases .now")).to_contain_text("Gehandeltes anbauen")
    for width, height in UPRIGHT_AND_SIDEWAYS:
        resize(scripted_table, width, height)
        assert ada.page.evaluate(lines) <= 2, width


def test_the_bosses_and_the_goal_lie_inside(visitor: Callable[..., Player]) -> None:
    ada = visitor(language="de", **PHONE)
    scripted_table = ScriptedTable(ada, "al-cabohne", language="de")
    scripted_table.show_scenario(ALONE)
    for width, height in UPRIGHT_AND_SIDEWAYS:
        resize(scripted_table, width, height)
        found = [*boxes(scripted_table, ".boss .field"), *boxes(scripted_table, ".goal")]
        assert min(box[0] for box in found) >= 2, width
        assert max(box[2] for box in found) <= width - 2, width


def test_an_offer_that_arrives_puts_accept_and_counter_where_no_button_was(visitor: Callable[..., Player]) -> None:
    ada = visitor(language="de", **PHONE)
    scripted_table = ScriptedTable(ada, "bohnanza", language="de")
    for active in ("own", "other"):
        scripted_table.show_scenario(
            OWN_TRADING.replace("when Nina offer Timon: Blue@1 for Red\n", "") if active == "own" else TRADING
        )
        if active == "other":
            scripted_table.start_priority_window(600)
            expect(ada.page.locator("section.prompt .nothing")).to_be_visible()
        resize(scripted_table, 360, 640)
        before = boxes(scripted_table, BUTTONS)
        scripted_table.act("B offer A: Blue@1 for Red")
        expect(ada.page.locator("section.prompt [data-answer=accept]")).to_be_visible()
        drawn = boxes(scripted_table, "section.prompt :is([data-answer=accept], [data-answer=counter])")
        assert not any(overlapping(one, other) for one in before for other in drawn), active


def test_an_offer_and_a_card_laid_out_fit_the_lowest_phone(visitor: Callable[..., Player]) -> None:
    ada = visitor(language="de", **PHONE)
    scripted_table = ScriptedTable(ada, "bohnanza", language="de")
    scripted_table.show_scenario(OWN_TRADING)
    ada.card(2).tap()
    expect(ada.page.locator(".action.finish")).to_be_visible()
    for width, height in UPRIGHT_AND_SIDEWAYS:
        resize(scripted_table, width, height)
        ada.page.wait_for_function(FITS)


def test_a_replay_held_sideways_leaves_the_middle_free(visitor: Callable[..., Player], tmp_path: Path) -> None:
    kept = write_record(tmp_path, random_game("a replay held sideways", "al-cabohne", ("Ada", "Ben")))
    ada = visitor(language="de", viewport={"width": 844, "height": 390})
    page = ada.page
    page.goto("/replays")
    page.locator("input[type=file]").set_input_files(kept)
    page.locator("form:has(input[type=file]) button").click()
    expect(page.locator(".replay")).to_be_visible()
    lies_free = """() => {
      const film = document.querySelector(".replay").getBoundingClientRect();
      return [...document.querySelectorAll(".boss .field, .turned, .dock .hand li:first-child .card")].every((each) => {
        const box = each.getBoundingClientRect();
        const beside = box.right <= film.left + 1 || box.left >= film.right - 1;
        return beside || box.bottom <= film.top + 1 || box.top >= film.bottom - 1;
      });
    }"""
    for width, height in ((360, 640), (844, 390), (640, 360)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function(lies_free)
        page.wait_for_function(FITS)


SACRIFICE = """
given players: Timon, Nina, Keno, Eiko
given phase: 3
given hand Timon: Red, Blue, Chili, Blue/Chili, Garden
given field Timon 1: 3 Soy
given field Timon 2: 2 Chili
given aside Timon: Soy, Soy
"""


def test_sacrifices_are_chosen_by_their_button_which_lies_free(visitor: Callable[..., Player]) -> None:
    ada = visitor(language="de", **PHONE)
    scripted_table = ScriptedTable(ada, "bohnedikt", language="de")
    scripted_table.show_scenario(SACRIFICE)
    for width, height in UPRIGHT_AND_SIDEWAYS:
        resize(scripted_table, width, height)
        assert is_uncovered(scripted_table, ".sacrifice:not(.card) .action"), width
        ada.page.wait_for_function(FITS)
        expect(ada.page.locator("section.prompt .action[data-do*=sacrifice]:visible")).to_have_count(0)
    ada.page.locator(".sacrifice:not(.card) .action").tap()
    expect(ada.page.locator("dialog[open]")).to_contain_text("Welche Karten")


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
    ada = visitor(**{**PHONE, "viewport": {"width": 844, "height": 390}})
    scripted_table = ScriptedTable(ada, "al-cabohne")
    scripted_table.show_scenario(ALONE)
    assert ada.page.evaluate(MANY_MOMENTS) == [True, True]
