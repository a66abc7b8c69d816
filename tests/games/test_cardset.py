"""Custom card sets: validated, used, and stored in the record."""

import re
from pathlib import Path

import pytest

import tobean
from tobean.games import GAMES
from tobean.games.card_set import parse_card_file, read_card_set, with_cards
from tobean.i18n import LANGUAGES
from tobean.i18n.card_names import kind_name, renamed_kinds_of
from tobean.kernel.cards import Bean, Extra
from tobean.kernel.chance import chance_from
from tobean.kernel.errors import BadCards
from tobean.record.position_entries import entries
from tobean.server.games.card_file import card_file

OURS = """
game = "rabohnzel"
name = "our copy"

[beans.Mean]
count = 12
beanometer = [2, 4, 0, 6]
name_de = "Fiese Bohne"
"""


@pytest.fixture
def ours(tmp_path: Path) -> Path:
    path = tmp_path / "ours.toml"
    path.write_text(OURS, encoding="utf-8")
    return path


def test_a_card_set_is_used_and_recorded(ours: Path) -> None:
    game = tobean.Game("rabohnzel", 3, seed=1, cards=ours, talk_limit=2)
    mean = tobean.kind_named("Mean")
    bean = next(bean for bean in game.table.rules.beans if bean.kind == mean)
    assert (bean.count, bean.steps, bean.names_by_language) == (12, (2, 4, 0, 6), (("de", "Fiese Bohne"),))
    assert game.table.pays[mean][:7] == [0, 0, 1, 1, 2, 2, 4]
    chance = chance_from(1)
    while not game.table.over:
        game.play(game.table.sample_action(game.table.awaited, chance))
    text = game.record.text()
    assert "cards: {" in text
    record = tobean.parse_record(text)
    assert record.text() == text
    assert entries(record.final()) == entries(game.table)


def test_a_card_set_stays_with_table_text_and_snapshot(ours: Path) -> None:
    table = tobean.new_game("rabohnzel", 3, seed=1, cards=ours)
    assert tobean.parse_table(tobean.table_text(table)).rules == table.rules
    assert tobean.restore(tobean.snapshot(table)).pays == table.pays
    assert tobean.determinize(tobean.observe(table, 0), 1).pays == table.pays


def test_omitted_keys_keep_the_printed_values() -> None:
    rules = tobean.GAMES["bohnanza"]
    own = with_cards(rules, {"game": "bohnanza"})
    assert own.beans == rules.beans
    assert with_cards(rules, {"game": "bohnanza", "beans": {"Red": {"count": 9}}}).beans[0] == rules.beans[0]


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        ({}, "does not say for which game it is"),
        ({"game": "bohnanza", "beans": {"Red": {"name": "Blue"}}}, "Red: Blue is called 'Blue' already"),
        ({"game": "bohnanza", "beans": {"Red": {"name_de": "Rot, Rot"}}}, "may not hold comma"),
        ({"game": "rabohnzel"}, "for the game 'rabohnzel', not for 'bohnanza'"),
        ({"game": "bohnanza", "colour": 1}, "unknown entry 'colour'"),
        ({"game": "bohnanza", "beans": 3}, "write [beans.NAME]"),
        ({"game": "bohnanza", "beans": {"Purple": {}}}, "has no bean 'Purple'; known: Blue"),
        ({"game": "bohnanza", "beans": {"Red": {"cost": 1}}}, "Red: unknown entry 'cost'"),
        ({"game": "bohnanza", "beans": {"Red": {"count": 0}}}, "Red: count must be a number from 1 to 60, not 0"),
        ({"game": "bohnanza", "beans": {"Red": {"count": "8"}}}, "not '8'"),
        ({"game": "bohnanza", "beans": {"Red": {"count": True}}}, "not True"),
        ({"game": "bohnanza", "beans": {"Red": {"beanometer": [2, 3, 4]}}}, "four numbers"),
        ({"game": "bohnanza", "beans": {"Red": {"beanometer": [2, 3, 3, 5]}}}, "does not rise"),
        ({"game": "bohnanza", "beans": {"Red": {"beanometer": [5, 4, 3, 2]}}}, "does not rise"),
        ({"game": "bohnanza", "beans": {"Red": {"beanometer": [0, 0, 0, 0]}}}, "does not rise"),
        ({"game": "bohnanza", "beans": {"Red": {"name": "a\nb"}}}, "a text of one line"),
        ({"game": "bohnanza", "edicts": {"U1": {}}}, "unknown entry 'edicts'"),
        ({"game": "bohnanza", "extras": {"Joker": {}}}, "has no card 'Joker'"),
        (
            {"game": "bohnanza", "beans": {name: {"count": 1} for name in ("Blue", "Chili", "Stink", "Green", "Soy")}},
            "too few cards",
        ),
    ],
)
def test_an_unusable_card_set_is_refused(data: dict[str, object], reason: str) -> None:
    with pytest.raises(BadCards, match=re.escape(reason)):
        tobean.new_game("bohnanza", cards=data)


def test_edicts_and_spells_are_checked_too() -> None:
    with pytest.raises(BadCards, match="edicts: unknown effect 'U9'; known: U1"):
        tobean.new_game("bohnedikt", cards={"game": "bohnedikt", "edicts": {"U9": {}}})
    with pytest.raises(BadCards, match="such a card has no beanometer"):
        tobean.new_game("bohnedikt", cards={"game": "bohnedikt", "edicts": {"U2": {"beanometer": [1, 2, 3, 4]}}})
    with pytest.raises(BadCards, match="know exactly 1"):
        tobean.new_game("rabohnzel", cards={"game": "rabohnzel", "extras": {"Move spell": {"count": 2}}})


def test_files_that_are_not_card_sets_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadCards, match="cannot be read"):
        read_card_set(tmp_path / "nowhere.toml")
    broken = tmp_path / "broken.toml"
    broken.write_text("game = ", encoding="utf-8")
    with pytest.raises(BadCards, match=re.escape("broken.toml: ")):
        read_card_set(broken)
    broken.write_bytes(b"\xff\xfe")
    with pytest.raises(BadCards, match="cannot be read"):
        read_card_set(broken)
    with pytest.raises(BadCards, match="a file or a mapping, not int"):
        tobean.new_game("bohnanza", cards=3)  # type: ignore[arg-type]


def test_the_command_line_takes_a_card_set(ours: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from tobean.cli.main import main

    assert main(["cards", "rabohnzel", "--cards", str(ours), "--json"]) == 0
    assert "Fiese Bohne" in capsys.readouterr().out
    folder = str(tmp_path / "games")
    assert main(["sim", "rabohnzel", "-n", "1", "-w", "1", "-q", "--cards", str(ours), "--records", folder]) == 0
    capsys.readouterr()
    (record,) = (tmp_path / "games").iterdir()
    assert main(["replay", str(record), "--lang", "de"]) == 0
    output = capsys.readouterr().out
    assert "Fiese Bohne" in output
    assert "Gemeine Bohne" not in output
    assert main(["cards", "bohnanza", "--cards", str(ours)]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_custom_edict_texts_are_narrated(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from tobean.cli.main import main

    own = tmp_path / "own.toml"
    texts = "\n".join(
        f'[edicts.{side}{number}]\ntext = "Foo {side}{number}"' for side in "UF" for number in range(1, 9)
    )
    own.write_text(f'game = "bohnedikt"\n{texts}\n', encoding="utf-8")
    assert main(["sim", "bohnedikt", "-n", "1", "-w", "1", "-q", "--cards", str(own), "--records", str(tmp_path)]) == 0
    capsys.readouterr()
    for language in LANGUAGES:
        assert main(["replay", str(tmp_path / "bohnedikt-1.record"), "--lang", language]) == 0
        assert "Foo U" in capsys.readouterr().out


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_example_of_a_card_set_changes_nothing(game: str, language: str) -> None:
    rules = GAMES[game]
    own = with_cards(rules, parse_card_file(card_file(rules, language)))

    def facts(cards: tuple[Bean | Extra, ...]) -> list[tuple[object, ...]]:
        return [(card.kind, card.count, getattr(card, "steps", ()), card.text) for card in cards]

    assert facts(own.beans) == facts(rules.beans)
    assert facts(own.extras) == facts(rules.extras)
    called = renamed_kinds_of(own, language)
    assert called == {kind: kind_name(kind, language, game) for kind in called}
