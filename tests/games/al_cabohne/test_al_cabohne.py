"""Al Cabohne beyond its scenarios: invalid input, card locations, and the text of the result."""

import re
from pathlib import Path

import pytest

import tobean
from tests.support.engine.tables import new_test_table, random_walk
from tobean.cli.main import main
from tobean.games.al_cabohne.cards import BOSSES
from tobean.games.al_cabohne.mafia import THRESHOLDS, mafia_of
from tobean.i18n import label
from tobean.kernel.chance import chance_from
from tobean.kernel.phases.playout import playout
from tobean.kernel.state.harvest import row_payout
from tobean.record.position_defaults import partial_table

TABLE = tobean.table_text(new_test_table("al-cabohne", 2, 1))


@pytest.mark.parametrize("players", [1, 2])
@pytest.mark.parametrize("seed", range(6))
def test_invariants_hold(players: int, seed: int) -> None:
    """No boss keeps a row worth his threshold (A1), no boss has a kind twice (A2), all bosses begin with a card."""
    for table in random_walk("al-cabohne", players, seed):
        mafia = mafia_of(table)
        assert len(mafia.rows) == (3 if players == 1 else 2)
        if table.ply == 0:
            assert all(mafia.rows)
        for boss, row in enumerate(mafia.rows):
            assert not row or row_payout(table, row) < THRESHOLDS[boss]
        for rows in (*table.fields, mafia.rows):
            kinds = [row[0] for row in rows if row]
            assert len(set(kinds)) == len(kinds)
            assert all(len(set(row)) == 1 for row in rows if row)
        for seat in range(players):
            assert seat == table.active or not table.legal_actions(seat)


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("boss Al: ", "boss Jim: ", "the entry 'boss Al' is missing"),
        ("mafia thalers: nothing", "mafia thalers: Soy", "mafia thalers: only beans of the game"),
        ("mafia thalers: nothing", "mafia thalers: Purple", "mafia thalers: unknown kind of card: 'Purple'"),
        ("laid aside: nothing", "laid aside: ?", "laid aside: only beans of the game"),
        ("boss Al: ", "boss Al: 9 Pole\n#", "Al harvests as soon as the row is worth 3 thalers (A1)"),
        ("boss Al: ", "boss Al: Blue, Pole\n#", "one kind (K3)"),
        ("field A 1: nothing\nfield A 2: nothing", "field A 1: Pole\nfield A 2: Pole", "two fields (A2)"),
        ("field A 1: nothing", "field A 1: Pole, Blue", "one kind (K3)"),
        ("next: plant own 0", "next: plant own 7", "not a number from 0 to 2"),
        ("next: plant own 0", "next: replenish 2", "stops only at an open decision"),
    ],
)
def test_an_impossible_table_text_is_refused(old: str, new: str, reason: str) -> None:
    assert old in TABLE
    with pytest.raises(tobean.BadTable, match=re.escape(reason)):
        tobean.parse_table(TABLE.replace(old, new, 1))


def test_two_bosses_with_one_kind_are_refused() -> None:
    text = re.sub(r"boss (Al|Don): .*", r"boss \1: Pole", TABLE)
    with pytest.raises(tobean.BadTable, match=r"two fields \(A2\)"):
        tobean.parse_table(text)


@pytest.mark.parametrize(
    ("players", "deck", "reason"),
    [
        (2, "10 Blue", "too small"),
        (1, "7 Blue", "7 cards are dealt"),
        (2, "10 Fire, 3 Blue", "every boss needs a kind of his own"),
        (2, "10 Fire, Blue, Pole", "one card must be left to draw"),
        (1, "7 Fire, 20 Blue", "every boss needs a kind of his own"),
        (2, "10 Fire, Soy, 10 Blue", "Soy is not a bean of Al Cabohne"),
    ],
)
def test_a_deck_with_too_few_beans_for_the_bosses_is_refused(players: int, deck: str, reason: str) -> None:
    with pytest.raises(tobean.BadDeck, match=reason):
        tobean.new_game("al-cabohne", players, deck=tobean.parse_cards(deck))


@pytest.mark.parametrize("text", ["A feed", "A feed Al", "A feed Jim Blue@1", "A feed Al Blue", "A feed Al 2 Blue@1"])
def test_an_unreadable_gift_is_refused(text: str) -> None:
    with pytest.raises(tobean.BadNotation):
        tobean.parse_action(text)


@pytest.mark.parametrize("boss", BOSSES)
def test_a_gift_reads_back(boss: str) -> None:
    for card in ("Blue@3", "turned Blue"):
        assert repr(tobean.parse_action(f"A feed {boss.lower()} {card}")) == f"A feed {boss} {card}"


@pytest.mark.parametrize(
    ("thalers", "winners", "ranks"),
    [
        ((5, 4, 3), (0,), (1, 2)),
        ((5, 3, 4), (0,), (1, 3)),
        ((5, 5, 4), (0, 1), (1, 1)),
        ((5, 4, 5), (), (2, 3)),
        ((4, 4, 5), (), (2, 2)),
    ],
)
def test_places_count_the_mafia(
    thalers: tuple[int, int, int], winners: tuple[int, ...], ranks: tuple[int, ...]
) -> None:
    """A15: a player level with the mafia ranks behind it."""
    table = new_test_table("al-cabohne", 2, 1)
    table.agenda.clear()
    blue = tobean.kind_named("Blue")
    table.thalers = [(blue,) * thalers[0], (blue,) * thalers[1]]
    mafia_of(table).thalers = (blue,) * thalers[2]
    result = table.result()
    assert (result.winners, result.ranks) == (winners, ranks)
    assert (result.rival, result.rival_thalers) == ("mafia", thalers[2])


def test_the_talk_limit_changes_nothing() -> None:
    for limit in (None, 0, 3):
        table = tobean.new_game("al-cabohne", 2, seed=4, talk_limit=limit)
        assert not table.may_talk(0)
        assert not table.may_talk(1)
        playout(table, chance_from(4))
        assert [len(pile) for pile in table.thalers] == [len(pile) for pile in last_thalers()]


def last_thalers() -> list[tuple[int, ...]]:
    table = tobean.new_game("al-cabohne", 2, seed=4)
    playout(table, chance_from(4))
    return table.thalers


def test_a_shown_hand_stays_known_until_its_cards_leave() -> None:
    """A10, I2: a seat that was shown a hand remembers it; cards drawn later are secret."""
    given = {"game": "al-cabohne", "phase": "5", "hand A": "2 Pole", "boss Al": "nothing", "boss Don": "Pole"}
    table, _ = partial_table(given, chance_from(1))
    table.apply(tobean.GoOn(0))
    table.apply(tobean.GoOn(0))
    pole = tobean.kind_named("Pole")
    view = tobean.observe(table, 1)
    assert view.hands[0] == [pole, pole, tobean.HIDDEN, tobean.HIDDEN]
    for seed in range(5):
        assert tobean.determinize(view, seed).hands[0][:2] == [pole, pole]


def test_the_mafia_in_the_last_line_of_a_replay(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    deck = tobean.parse_cards("7 Pole, Kidney, Blue, Fire, Stink")
    game = tobean.Game("al-cabohne", ["Marc"], deck=deck)
    for line in ("plant Pole 1", "plant Pole 1", "go on", "plant turned Stink 2", "go on", "go on"):
        game.play(tobean.parse_action(f"A {line}"))
    path = tmp_path / "solo.record"
    path.write_text(game.record.text(), encoding="utf-8")
    assert game.record.text().endswith("result: A 0; mafia 0; winner mafia\n")
    assert main(["replay", str(path)]) == 0
    assert capsys.readouterr().out.endswith("\nThalers: Marc 0, the mafia 0 (counted double, A19). The mafia wins.\n")
    assert main(["replay", str(path), "--lang", "de"]) == 0
    assert capsys.readouterr().out.endswith("\nTaler: Marc 0, die Mafia 0 (doppelt gezählt, A19). Die Mafia gewinnt.\n")
    assert main(["replay", str(path), "--json"]) == 0
    assert '"rival": "mafia"' in capsys.readouterr().out


def test_the_mafia_has_a_row_in_the_statistics(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sim", "al-cabohne", "-p", "1", "-n", "3", "-w", "1"]) == 0
    assert "mafia" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("growing", "said"),
    [("nothing", "2 Saubohnen auf dem leeren Feld 1 anbauen"), ("Stink", "2 Saubohnen auf Feld 1 anbauen (dann 3)")],
)
def test_all_revealed_cards_of_a_kind_are_planted_together(growing: str, said: str) -> None:
    given = {"game": "al-cabohne", "phase": "5", "field A 1": growing, "turned": "Stink, Blue, Stink"}
    given |= {"boss Al": "Pole", "boss Don": "Kidney"}
    table, _ = partial_table(given, chance_from(1))
    action = tobean.parse_action("A plant turned Stink 1")
    assert label(action, table.rules, ("Nina", "Timon"), "de", tobean.observe(table, 0)) == said
    table.apply(action)
    assert table.turned == [tobean.kind_named("Blue")]
