"""On a phone: what is asked lies on top, nothing is cut off, and everything can be read in place."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from browser.stage import Stage
from browser.test_mended import MUCH_MAGIC
from browser.test_offers import CROWDED, FITS, sees, size
from tobean.kernel.chance import chance_from
from tobean.record.record import Game

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from browser.player import Player

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
MOVING = """
given players: Timon, Nina, Keno
given phase: 1
given hand Timon: Sword, White, Princess, Mean, Cape
given spells Timon: Move up, Hand
"""
ALONE = """
given players: Marc
given phase: 4
given hand Marc: Puff, Blue, Fire, Pole, Kidney
given field Marc 1: 3 Fire
given field Marc 2: 2 Blue
given boss Al: 2 Pole
given boss Don: Kidney
given turned: Blue, Fire
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
OUTSIDE = """() => [...document.querySelectorAll(".felt button, .felt input, .felt select, .felt a")]
  .filter((each) => each.checkVisibility() && !each.closest(".hand, .unseen, .due, .stock, .spells"))
  .filter((each) => each.getBoundingClientRect().right > innerWidth + 1)
  .map((each) => each.outerHTML.slice(0, 120))"""
"""What can be pressed and lies beyond the right edge, apart from strips that scroll."""


def boxes(stage: Stage, selector: str) -> list[list[float]]:
    found: list[list[float]] = stage.page.evaluate(BOXES, selector)
    assert found, selector
    return found


def overlapping(one: list[float], other: list[float]) -> bool:
    return one[0] < other[2] - 1 and other[0] < one[2] - 1 and one[1] < other[3] - 1 and other[1] < one[3] - 1


def test_a_question_lies_over_an_open_sheet(visitor: Callable[..., Player]) -> None:
    ada = visitor(**PHONE)
    stage = Stage(ada, "bohnanza")
    stage.lay(TRADING)
    ada.page.locator("nav.sheets button", has_text="Log").tap()
    expect(ada.page.locator(".talkpanel")).to_be_visible()
    stage.act("B offer A: Blue@1 for Soy")
    expect(ada.page.locator("section.asked [data-answer=accept]")).to_be_visible()
    assert sees(stage, "section.asked [data-answer]")
    expect(ada.page.locator(".talkpanel #line")).to_be_visible()


def test_ending_the_trading_and_finishing_the_offer_lie_apart(visitor: Callable[..., Player]) -> None:
    for language in ("en", "de"):
        ada = visitor(language=language, **PHONE)
        stage = Stage(ada, "bohnanza", language=language)
        stage.lay(OWN_TRADING)
        ada.card(2).tap()
        expect(ada.page.locator(".deed.finish")).to_be_visible()
        size(stage, 360, 640)
        found = boxes(stage, "section.asked .deeds .deed")
        assert not any(overlapping(one, other) for at, one in enumerate(found) for other in found[at + 1 :])
        whole = "(found) => found.every((each) => each.scrollWidth <= each.clientWidth + 1)"
        assert ada.page.locator("section.asked .deeds .deed").evaluate_all(whole)
        assert all(box[2] <= 360 for box in found), found


def test_edicts_are_read_in_place(visitor: Callable[..., Player]) -> None:
    ada = visitor(**PHONE)
    stage = Stage(ada, "bohnedikt")
    stage.lay(ONE_PARTNER)
    text = ada.page.locator(".edict p")
    text.tap()
    explained = ada.page.locator(".explained")
    expect(explained).to_contain_text("one")
    expect(explained).to_be_visible()
    # Nobody has been dealt with yet, so nobody is named.
    expect(ada.page.locator("[data-explain='thing:partner']")).to_have_count(0)


def test_spells_say_what_they_do_where_they_are_chosen(visitor: Callable[..., Player]) -> None:
    ada = visitor(**PHONE)
    stage = Stage(ada, "rabohnzel")
    stage.lay(MUCH_MAGIC)
    ada.page.get_by_role("button", name="What can I do?").tap()
    activating = ada.page.locator("dialog[open] [data-do^='A play Magic@2']").first
    expect(activating.locator("small").first).to_contain_text(re.compile(r"\w+ \w+ \w+"))


def test_a_card_is_moved_in_the_hand_by_two_taps(visitor: Callable[..., Player]) -> None:
    ada = visitor(**PHONE)
    stage = Stage(ada, "rabohnzel")
    stage.lay(MOVING)
    ada.page.locator(".spells.own .spell.usable").first.tap()
    question = ada.page.locator("section.asked .question")
    expect(question).to_contain_text("Tap the card that moves.")
    expect(ada.page.locator(".hand .aimed")).to_have_count(5)
    ada.card(2).tap()
    expect(question).to_contain_text("Tap the place where Princess goes.")
    expect(ada.page.locator(".hand .aimed")).to_have_count(4)
    ada.card(0).tap()
    expect(ada.page.locator("[data-rove=hand]").first).to_have_attribute("aria-label", re.compile("^Princess"))
    assert stage.heard[-1]["action"] == "A cast Move 3 1"


def test_help_on_a_phone_is_about_fingers(visitor: Callable[..., Player]) -> None:
    ada = visitor(**PHONE)
    Stage(ada, "bohnanza").lay(TRADING)
    ada.page.get_by_role("button", name="Help").tap()
    dialog = ada.page.locator("dialog[open]")
    expect(dialog).to_contain_text("Keep a finger on a card")
    expect(dialog.locator("kbd")).to_have_count(0)


def test_alone_against_the_mafia_the_goal_is_on_the_table(visitor: Callable[..., Player]) -> None:
    for language, goal, streak in (("en", "more than 0 thalers", "in a row"), ("de", "mehr als 0 Taler", "in Folge")):
        ada = visitor(language=language, **PHONE)
        stage = Stage(ada, "al-cabohne", language=language)
        stage.lay(ALONE)
        expect(ada.page.locator(".goal")).to_contain_text(goal)
        assert sees(stage, ".goal")
        ada.page.locator(".goal").tap()
        expect(ada.page.locator(".explained")).to_contain_text(streak)


@pytest.mark.parametrize("scenario", [CROWDED["al-cabohne"], ALONE])
def test_bosses_stay_in_sight_while_one_chooses(visitor: Callable[..., Player], scenario: str) -> None:
    ada = visitor(language="de", **PHONE)
    stage = Stage(ada, "al-cabohne", language="de")
    for width, height in SIZES[:3]:
        stage.lay(scenario)
        size(stage, width, height)
        ada.card(0, "turned").tap(position={"x": 6, "y": 10})
        expect(ada.page.locator(".handle.picked")).to_have_count(1)
        assert sees(stage, ".boss .bed"), (width, height)
        found = boxes(stage, "section.asked .deeds .deed")
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
    stage = Stage(ada, "bohnanza")
    stage.lay(FIVE)
    for width, height in SIZES[:3]:
        size(stage, width, height)
        names = boxes(stage, ".seat .slot:last-child .card .name")
        for badge in boxes(stage, ".seat .tally > *"):
            assert not any(overlapping(badge, name) for name in names), (width, badge)


def test_the_buttons_of_seats_are_whole(visitor: Callable[..., Player]) -> None:
    for language in ("en", "de"):
        ada = visitor(language=language, **PHONE)
        stage = Stage(ada, "bohnanza", seat=None, language=language)
        for width, height in SIZES:
            stage.lay(FIVE, bots=range(5))
            size(stage, width, height)
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
    stage = Stage(ada, "al-cabohne")
    stage.lay(CROWDED["al-cabohne"], bots=[1])
    coach = ada.page.locator(".coach")
    for refusal in (
        {"type": "refused", "rule": "", "text": "Wait.", "for": "hint"},
        {"type": "error", "text": "Wait."},
    ):
        coach.click()
        expect(coach).to_contain_text("Thinking")
        stage.tell(refusal)
        expect(coach).to_contain_text("Hint")


def test_a_replay_fits(visitor: Callable[..., Player], tmp_path: Path) -> None:
    game = Game("bohnanza", ("Ada", "Ben", "Cleo"), 1, talk_limit=4)
    chance = chance_from("a replay on a phone")
    while not game.table.over:
        game.play(game.table.sample_action(game.table.awaited, chance))
    kept = tmp_path / "game.record"
    kept.write_text(game.record.text(), encoding="utf-8")
    ada = visitor(language="de")
    page = ada.page
    page.goto("/replays")
    page.locator("input[type=file]").set_input_files(kept)
    page.locator("form:has(input[type=file]) button").click()
    expect(page.locator(".film")).to_be_visible()
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        if page.locator(".film details:not([open]) summary").is_visible():
            page.locator(".film summary").click()
        expect(page.locator(".film .buttons")).to_be_visible()
        seen = page.locator(".film :is(button, input, select):visible")
        edges = seen.evaluate_all("(found) => found.map((each) => each.getBoundingClientRect().right)")
        assert edges
        assert max(edges) <= width, (width, edges)
        # The page lays itself out anew after a change of size.
        page.wait_for_function(
            "() => document.querySelector('.film').getBoundingClientRect().bottom <= innerHeight + 1"
        )


@pytest.mark.parametrize("language", ["en", "de"])
def test_nothing_that_can_be_pressed_lies_beyond_the_edge(visitor: Callable[..., Player], language: str) -> None:
    for game, scenario in CROWDED.items():
        ada = visitor(language=language)
        stage = Stage(ada, game, language=language)
        stage.lay(scenario)
        for width, height in SIZES:
            size(stage, width, height)
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
    stage = Stage(ada, "bohnanza")
    stage.lay(TRADING)
    ada.page.evaluate(
        """() => {
          window.told = 0;
          const look = () => (window.told += document.querySelectorAll(".banner").length);
          new MutationObserver(look).observe(document.body, {childList: true, subtree: true});
          dispatchEvent(new Event("offline"));
        }"""
    )
    ada.page.wait_for_function("() => window.told > 0")
    expect(ada.page.locator(".banner")).to_have_count(0)  # and it connects anew


def test_a_server_that_falls_silent_is_noticed(visitor: Callable[..., Player]) -> None:
    """A phone without a network keeps its socket open for minutes."""
    ada = visitor(**PHONE)
    stage = Stage(ada, "bohnanza")
    ada.page.clock.install()
    stage.lay(TRADING)
    stage.silent = True
    ada.page.clock.run_for(9_000)
    expect(ada.page.locator(".banner")).to_have_count(0)
    ada.page.clock.run_for(6_000)
    expect(ada.page.locator(".banner")).to_contain_text("connection is lost")


def test_a_notice_covers_nothing_that_is_asked(visitor: Callable[..., Player]) -> None:
    ada = visitor(**PHONE)
    stage = Stage(ada, "bohnanza")
    stage.lay(OWN_TRADING)
    text = "Only the front card of the hand can be planted, and only on a field where its own kind grows."
    for width, height in SIZES:
        size(stage, width, height)
        stage.tell({"type": "refused", "rule": "K3", "text": text, "for": ""})
        expect(ada.page.locator(".notice")).to_have_count(1)
        question = boxes(stage, "section.asked .line")[0]
        assert not overlapping(boxes(stage, ".notice")[0], question), (width, height)


ONE_NOTE = """async () => {
  const {learnGuide} = await import("/static/table/learn.js");
  const {momentCard} = await import("/static/table/moments.js");
  const {render} = await import("/static/table/lit.js");
  const {state} = await import("/static/table/state.js");
  document.body.innerHTML = '<div class="felt"></div><div id="note"></div>';
  const note = document.getElementById("note");
  const lesson = {introduction: {number: 1, count: 2, missed: [], lesson: {key: "x", text: "Look!", at: ".felt"}}};
  const shown = (update, values) => {
    Object.assign(state, {moment: null, notice: null, advice: null, explained: null, preview: null, update, ...values});
    render([momentCard(), learnGuide()], note);
    return [...note.querySelectorAll(".moment, .lesson")].map(({className}) => className).join(" ");
  };
  const moment = [{title: "The mafia", text: "takes Red", cards: [], times: 1, until: 0}];
  const notice = {text: "No."};
  const found = [shown({}, {moment}), shown({}, {moment, notice}), shown(lesson, {moment}), shown(lesson, {notice})];
  return [...found, shown(lesson, {advice: {text: "Plant."}})];
}"""


def test_one_note_at_a_time(visitor: Callable[..., Player]) -> None:
    """A notice or a hint, which were asked for, go before a lesson, and that before what has just happened."""
    page = visitor(**PHONE).page
    page.goto("/rules")
    assert page.evaluate(ONE_NOTE) == ["moment", "", "lesson", "", ""]


LEARNED = """async () => {
  const {learnGuide, skipLearned} = await import("/static/table/learn.js");
  const {useLine} = await import("/static/table/deeds.js");
  const {render} = await import("/static/table/lit.js");
  const {settings} = await import("/static/table/settings.js");
  const {state} = await import("/static/table/state.js");
  document.body.innerHTML = '<div class="felt"></div><div id="note"></div>';
  const sent = [];
  useLine({send: (message) => sent.push(message)});
  const at = (game) => {
    state.hello = {table: {game}};
    const lesson = {key: "hand", text: "A queue.", at: ".felt"};
    state.update = {introduction: {number: 1, count: 2, missed: [], lesson}};
    skipLearned();
    render(learnGuide(), document.getElementById("note"));
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
    stage = Stage(ada, "bohnanza")
    stage.lay(OWN_TRADING)
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
    stage = Stage(ada, "bohnanza")
    stage.lay(TRADING)
    stage.act("B offer A: Blue@1 for Soy", "A decline 1", "B offer A: Chili@2 for Soy", "A decline 2")
    page = ada.page
    page.locator("#tab-log").click()
    expect(page.locator(".log .folded")).to_have_count(1)
    page.locator(".sieve select").select_option("all")
    expect(page.locator(".log .folded")).to_have_count(0)
    expect(page.locator(".log .told", has_text="Nina offers")).to_have_count(2)


def test_what_is_said_covers_no_card_turned_over(visitor: Callable[..., Player]) -> None:
    ada = visitor()
    stage = Stage(ada, "bohnanza")
    stage.lay(TRADING)
    for width, height in SIZES:
        size(stage, width, height)
        for seat in (1, 2):
            stage.say(seat, "I would give two Blue and a Stink for one of your Soy, and that is my last word on it!")
        expect(ada.page.locator(".bubble")).to_have_count(2)
        cards = boxes(stage, ".turned .card")
        assert not any(overlapping(bubble, card) for bubble in boxes(stage, ".bubble") for card in cards), width


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
"""Nothing that lies there fits a field, and two bosses take anything."""
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
"""What is said at length in German, or takes up much room."""
LONG_CHOICES = (
    ("al-cabohne", MUCH_TO_FEED),
    ("al-cabohne", WITH_UNDO),
    ("excalibohn", MANY_HARVESTS),
    ("excalibohn", TWO_ASIDE),
    ("bohnedikt", EDICT_TO_PLANT),
    ("bohnedikt", EDICT_TO_USE),
    ("bohnedikt", EDICTS_OFFERED),
)
LAST_MOVE = """
given players: Marc, Volker
given phase: 6
given run-outs: 2
given hand Marc: Pole
given boss Al: Pole
given boss Don: Kidney
given draw: Blue
given discard: 4 Stink
given rest: out
"""
BUTTONS = "section.asked :is(.deeds, .pending) button"


@pytest.mark.parametrize(("game", "scenario"), LONG_CHOICES)
def test_long_choices_leave_the_own_fields_and_the_hand_in_sight(
    visitor: Callable[..., Player], game: str, scenario: str
) -> None:
    ada = visitor(language="de", **PHONE)
    stage = Stage(ada, game, language="de")
    stage.lay(scenario)
    if scenario == WITH_UNDO:
        ada.page.locator("section.asked .deed.planting").first.tap()
        expect(ada.page.locator("section.asked .undo")).to_be_visible()
    for width, height in UPRIGHT_AND_SIDEWAYS:
        size(stage, width, height)
        ada.page.wait_for_function(FITS)
        assert sees(stage, ".dock .hand li:first-child .card"), (game, width)


def test_the_hint_stays_beside_the_question_while_an_action_is_under_way(visitor: Callable[..., Player]) -> None:
    ada = visitor(language="de", **PHONE)
    ada.play_now("excalibohn")
    hint = ada.page.locator("section.asked.yours .deeds:has(.deed:not(.coach)) .coach")
    ada.play_until(lambda: hint.count() > 0)
    moved = """(hint) => {
      const asked = hint.closest("section");
      const before = hint.getBoundingClientRect().top;
      asked.classList.add("busy");
      const after = hint.getBoundingClientRect().top;
      asked.classList.remove("busy");
      const buttons = asked.querySelector(".deed:not(.coach)").getBoundingClientRect();
      return [after - before, before + hint.offsetHeight - buttons.top];
    }"""
    for width, height in UPRIGHT_AND_SIDEWAYS:
        ada.page.set_viewport_size({"width": width, "height": height})
        jump, overlap = hint.evaluate(moved)
        assert jump == 0, width
        assert overlap <= 4, width  # the transparent rim of the sign


def test_what_bosses_collect_is_not_covered_by_its_count(visitor: Callable[..., Player]) -> None:
    ada = visitor(language="de", **PHONE)
    stage = Stage(ada, "al-cabohne", language="de")
    stage.lay(MUCH_TO_FEED)
    for width, height in UPRIGHT_AND_SIDEWAYS[
        :3
    ]:  # on the lowest phone the bosses are narrower than a card and a count
        size(stage, width, height)
        cards = boxes(stage, ".boss .row .slot:last-child .card")
        counts = boxes(stage, ".boss .tally > *")
        assert counts
        assert not any(overlapping(card, count) for card in cards for count in counts), width


def test_an_edict_that_is_asked_about_is_quoted_once(visitor: Callable[..., Player]) -> None:
    ada = visitor(language="de", **PHONE)
    stage = Stage(ada, "bohnedikt", language="de")
    stage.lay(EDICT_TO_USE)
    expect(ada.page.locator(".question")).to_contain_text("oberste Karte des Ablagestapels")
    expect(ada.page.locator(".edict.quoted")).to_be_hidden()
    size(stage, 1280, 800)
    expect(ada.page.locator(".edict.quoted")).to_be_visible()


def test_spells_break_no_word(visitor: Callable[..., Player]) -> None:
    ada = visitor(language="de", **PHONE)
    stage = Stage(ada, "excalibohn", language="de")
    stage.lay(TWO_ASIDE)
    lines = """(names) => names.map((name) => {
      const text = document.createRange();
      text.selectNodeContents(name);
      const tops = new Set([...text.getClientRects()].map(({top}) => Math.round(top)));
      const wraps = getComputedStyle(name).overflowWrap !== "normal";
      return [name.textContent, tops.size, !wraps && name.scrollWidth <= name.clientWidth];
    })"""
    for width, height in UPRIGHT_AND_SIDEWAYS:
        size(stage, width, height)
        for name, count, is_whole in ada.page.locator(".spells.own .name").evaluate_all(lines):
            assert is_whole, (name, width)
            assert count <= len(name.replace("\u00ad", " ").split()), (name, width)


def test_the_sheet_in_which_an_offer_is_put_together_has_no_button_that_leads_there(
    visitor: Callable[..., Player],
) -> None:
    ada = visitor(language="de", **PHONE)
    stage = Stage(ada, "bohnanza", language="de")
    stage.lay(OWN_TRADING)
    ada.page.locator("section.asked [data-answer=counter]").tap()
    expect(ada.page.locator(".composer")).to_be_visible()
    expect(ada.page.locator("section.asked .finish")).to_be_hidden()


def test_the_result_shows_its_buttons_on_a_phone_held_sideways(visitor: Callable[..., Player]) -> None:
    ada = visitor(language="de", **PHONE)
    stage = Stage(ada, "al-cabohne", language="de")
    stage.lay(LAST_MOVE)
    stage.act("A go on")
    expect(ada.page.locator(".result")).to_be_visible()
    size(stage, 844, 390)
    assert sees(stage, ".result .buttons > *")


def test_what_a_phone_leaves_out_is_listed_by_a_button(visitor: Callable[..., Player]) -> None:
    ada = visitor(**PHONE)
    stage = Stage(ada, "al-cabohne")
    stage.lay(MUCH_TO_FEED)
    page = ada.page
    page.locator("section.asked .rest").tap()
    page.locator("dialog[open]").get_by_role("button", name="Harvest field 2").tap()
    expect(page.locator("[data-field='1']")).to_have_attribute("aria-label", re.compile("empty"))
    # A desk has room for all of it.
    size(stage, 1280, 800)
    stage.lay(MUCH_TO_FEED)
    expect(page.locator("section.asked .hung").first).to_be_visible()


def test_whose_turn_it_is_takes_two_lines_at_most(visitor: Callable[..., Player]) -> None:
    ada = visitor(language="de", **PHONE)
    stage = Stage(ada, "al-cabohne", language="de")
    stage.lay(CROWDED["al-cabohne"])
    expect(ada.page.locator(".phases .now")).to_contain_text("Aufgedecktes anbauen")
    lines = """() => {
      const text = document.createRange();
      text.selectNodeContents(document.querySelector(".whose"));
      return new Set([...text.getClientRects()].map(({top}) => Math.round(top))).size;
    }"""
    for width, height in UPRIGHT_AND_SIDEWAYS:
        size(stage, width, height)
        assert ada.page.evaluate(lines) <= 2, width
    ada = visitor(language="de", **PHONE)
    stage = Stage(ada, "excalibohn", language="de")
    stage.lay(TWO_ASIDE.replace("aside Timon", "aside Nina"))
    expect(ada.page.locator(".phases .now")).to_contain_text("Gehandeltes anbauen")
    for width, height in UPRIGHT_AND_SIDEWAYS:
        size(stage, width, height)
        assert ada.page.evaluate(lines) <= 2, width


def test_the_bosses_and_the_goal_lie_inside(visitor: Callable[..., Player]) -> None:
    ada = visitor(language="de", **PHONE)
    stage = Stage(ada, "al-cabohne", language="de")
    stage.lay(ALONE)
    for width, height in UPRIGHT_AND_SIDEWAYS:
        size(stage, width, height)
        found = [*boxes(stage, ".boss .bed"), *boxes(stage, ".goal")]
        assert min(box[0] for box in found) >= 2, width
        assert max(box[2] for box in found) <= width - 2, width


def test_an_offer_that_arrives_puts_accept_and_counter_where_no_button_was(visitor: Callable[..., Player]) -> None:
    ada = visitor(language="de", **PHONE)
    stage = Stage(ada, "bohnanza", language="de")
    for active in ("own", "other"):
        stage.lay(OWN_TRADING.replace("when Nina offer Timon: Blue@1 for Red\n", "") if active == "own" else TRADING)
        if active == "other":
            stage.wait_for_word(600)
            expect(ada.page.locator("section.asked .nothing")).to_be_visible()
        size(stage, 360, 640)
        before = boxes(stage, BUTTONS)
        stage.act("B offer A: Blue@1 for Red")
        expect(ada.page.locator("section.asked [data-answer=accept]")).to_be_visible()
        drawn = boxes(stage, "section.asked :is([data-answer=accept], [data-answer=counter])")
        assert not any(overlapping(one, other) for one in before for other in drawn), active


def test_an_offer_and_a_card_laid_out_fit_the_lowest_phone(visitor: Callable[..., Player]) -> None:
    ada = visitor(language="de", **PHONE)
    stage = Stage(ada, "bohnanza", language="de")
    stage.lay(OWN_TRADING)
    ada.card(2).tap()
    expect(ada.page.locator(".deed.finish")).to_be_visible()
    for width, height in UPRIGHT_AND_SIDEWAYS:
        size(stage, width, height)
        ada.page.wait_for_function(FITS)


def test_a_replay_held_sideways_leaves_the_middle_free(visitor: Callable[..., Player], tmp_path: Path) -> None:
    game = Game("al-cabohne", ("Ada", "Ben"), 1)
    chance = chance_from("a replay held sideways")
    while not game.table.over:
        game.play(game.table.sample_action(game.table.awaited, chance))
    kept = tmp_path / "game.record"
    kept.write_text(game.record.text(), encoding="utf-8")
    ada = visitor(language="de", viewport={"width": 844, "height": 390})
    page = ada.page
    page.goto("/replays")
    page.locator("input[type=file]").set_input_files(kept)
    page.locator("form:has(input[type=file]) button").click()
    expect(page.locator(".film")).to_be_visible()
    lies_free = """() => {
      const film = document.querySelector(".film").getBoundingClientRect();
      return [...document.querySelectorAll(".boss .bed, .turned, .dock .hand li:first-child .card")].every((each) => {
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
    stage = Stage(ada, "bohnedikt", language="de")
    stage.lay(SACRIFICE)
    for width, height in UPRIGHT_AND_SIDEWAYS:
        size(stage, width, height)
        assert sees(stage, ".sacrifice:not(.card) .deed"), width
        ada.page.wait_for_function(FITS)
        expect(ada.page.locator("section.asked .deed[data-do*=sacrifice]:visible")).to_have_count(0)
    ada.page.locator(".sacrifice:not(.card) .deed").tap()
    expect(ada.page.locator("dialog[open]")).to_contain_text("Welche Karten")


MANY_MOMENTS = """async () => {
  const {showMoments} = await import("/static/table/moments.js");
  const {state} = await import("/static/table/state.js");
  const {momentCard} = await import("/static/table/moments.js");
  const {render} = await import("/static/table/lit.js");
  state.me = 0;
  const told = (number) => ({title: `Title ${number}`, text: `${number} ` + "takes a card from a field. ".repeat(4)});
  showMoments([1, 2, 3, 4].map((number) => ({seat: 1, moment: {...told(number), all: false}, cards: []})));
  const place = document.body.appendChild(document.createElement("div"));
  render(momentCard(), place);
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  const note = place.querySelector(".moment");
  const last = [...note.querySelectorAll(".scene")].pop();
  const isInside = last.getBoundingClientRect().bottom <= note.getBoundingClientRect().bottom;
  return [isInside, note.textContent.includes("Title 4")];
}"""


def test_the_newest_of_many_moments_is_not_cut_off(visitor: Callable[..., Player]) -> None:
    ada = visitor(**{**PHONE, "viewport": {"width": 844, "height": 390}})
    stage = Stage(ada, "al-cabohne")
    stage.lay(ALONE)
    assert ada.page.evaluate(MANY_MOMENTS) == [True, True]
