"""The page of the arena: well formed, accessible, and self-contained."""

from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tobean.cli.main import main
from tobean.i18n.translator import Translator
from tobean.research.arena.arena_game import ArenaSetting, Fixture, Outcome
from tobean.research.arena.schedule import Pairing
from tobean.research.report.arena_page import report
from tobean.research.report.number_text import p_text, signed, span, time_text
from tobean.research.report.plots import Scale, forest_plot, histogram, nice_step
from tobean.research.statistics.intervals import Interval
from tobean.research.statistics.summary import summarize

VOID_ELEMENTS = {"meta", "br", "line", "circle", "rect"}


class Reader(HTMLParser):
    """Parses a page; fails at an end tag that was not opened."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self.feed(page)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))
        if tag not in VOID_ELEMENTS:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)

    def count(self, tag: str) -> int:
        return sum(1 for seen, _ in self.seen if seen == tag)


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("report") / "report.html"
    args = ["arena", "sprout", "miser", "--deals", "2", "-p", "3", "-w", "1", "-q", "--json", "--html", str(path)]
    assert main(args) == 0
    return path.read_text(encoding="utf-8")


def test_the_page_is_well_formed_and_complete(page: str) -> None:
    read = Reader(page)
    text = " ".join(read.words)
    for part in ("One against the rest", "Matrix", "Ratings", "Seats", "Trading and time", "Who favours whom"):
        assert part in text
    assert "12 games, seed 0" in text
    assert read.count("svg") > 8
    assert read.count("h1") == 1


def test_the_page_is_self_contained(page: str) -> None:
    assert page.startswith("<!doctype html>")
    for forbidden in ("http", "<script", "src=", "url(", "@import", "<link"):
        assert forbidden not in page
    assert "prefers-color-scheme:dark" in page
    assert 'name="viewport"' in page
    assert '<html lang="en">' in page


def test_tables_can_be_read_aloud(page: str) -> None:
    read = Reader(page)
    assert read.count("table") == read.count("caption") == read.count("thead") > 4
    for tag, attributes in read.seen:
        if tag == "th":
            assert attributes["scope"] in ("col", "row")
        if tag == "svg":
            assert attributes["aria-hidden"] == "true"
        if tag == "div" and attributes.get("class") == "scroll":
            assert attributes["tabindex"] == "0"
            assert attributes["aria-label"]


def test_names_and_faults_are_escaped() -> None:
    nasty = "<b>&'\"</b>.py"
    games = [Outcome(Fixture(0, (nasty, "b")), culprit=nasty, fault=f"{nasty} <script>"), game(0, ("b", nasty))]
    pairs = [Pairing(nasty, "b"), Pairing("b", nasty)]
    found = summarize(ArenaSetting("al-cabohne", 2), pairs, {each.fixture: each for each in games})
    text = report(found, interrupted=True)
    read = Reader(text)
    assert read.count("b") == read.count("script") == 0
    assert "(interrupted)" in text
    assert "1 of 2 games were aborted" in text


def game(deal: int, lineup: tuple[str, ...]) -> Outcome:
    zeros = (0,) * len(lineup)
    return Outcome(Fixture(deal, lineup), (7, 5), (1, 2), (0,), offers=zeros, accepted=zeros, calls=zeros)


def test_a_run_without_a_whole_deal_has_a_page() -> None:
    setting, pair = ArenaSetting("al-cabohne", 2), Pairing("a", "b")
    page = report(summarize(setting, [pair], {Fixture(0, ("a", "b")): game(0, ("a", "b"))}), interrupted=False)
    assert Reader(page).count("h1") == 1


def test_an_unwritable_page_is_reported_in_one_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["arena", "miser", "-d", "1", "-w", "1", "--html", str(tmp_path / "nowhere" / "page.html")]) == 2
    captured = capsys.readouterr()
    assert (captured.out, captured.err.count("\n")) == ("", 1)
    assert "No such file or directory" in captured.err


@given(st.floats(-100, 100), st.floats(1e-3, 200))
def test_scales_stay_within_the_plot(low: float, width: float) -> None:
    scale = Scale(low, low + width)
    assert 0 < float(scale.at(low)[:-1]) < float(scale.at(low + width)[:-1]) < 100
    ticks = scale.ticks()
    assert 2 <= len(ticks) <= 8
    assert all(0 <= float(scale.at(tick)[:-1]) <= 100 for tick in ticks)
    assert width / 8 <= nice_step(width) <= width / 2


@given(st.lists(st.floats(-30, 30), min_size=1, max_size=50))
def test_histograms_hold_all_values(values: list[float]) -> None:
    read = Reader(histogram(values, str))
    heights = [float(attributes["height"] or 0) for tag, attributes in read.seen if tag == "rect"]
    assert max(heights) == 64
    assert read.count("rect") == 21


def test_forest_plots_mark_significant_leads() -> None:
    drawn = forest_plot([("a", Interval(2, 1, 3)), ("b", Interval(-2, -3, -1)), ("c", Interval(0.1, -1, 1))], 0.0, str)
    marks = [attributes["class"] for tag, attributes in Reader(drawn).seen if tag == "g"]
    assert marks == ["good", "bad", "even"]


def test_wording() -> None:
    translator, german = Translator(), Translator("de")
    assert [signed(value, translator) for value in (-0.001, 0.0, 1.005, -2.5)] == ["+0.00", "+0.00", "+1.00", "-2.50"]
    assert span(Interval(0, -1, 1), translator) == "-1.00 \N{EN DASH} +1.00"
    assert [p_text(p, translator) for p in (0.00001, 0.0312, 1.0)] == ["< 0.0001", "0.0312", "1.0000"]
    assert [time_text(time, translator) for time in (2.5e-6, 0.0123, 1.5)] == ["2.5 µs", "12.3 ms", "1.5 s"]
    assert [p_text(0.00001, german), time_text(1.5, german), german.figure(1234.5, ",.1f")] == [
        "< 0,0001",
        "1,5 s",
        "1.234,5",
    ]
