"""Every action has a name and every decision a prompt, in both languages, in all games."""

import re
from itertools import pairwise

import pytest

from tobean import name_of
from tobean.games import GAMES, new_game
from tobean.games.al_cabohne.mafia import mafia_of
from tobean.games.magic.cards import HAND, MOVE
from tobean.games.magic.component import magic_of
from tobean.games.magic.spell_card import SpellCard
from tobean.games.magic.spells.front_card_spells import CardFlow
from tobean.i18n import LANGUAGES, game_messages_of, label
from tobean.i18n.prompts import open_prompt
from tobean.kernel.actions import Action, GoOn, Plant
from tobean.kernel.chance import chance_from
from tobean.kernel.notation.card_locations import ASIDE, FRONT
from tobean.kernel.notation.card_parser import parse_cards
from tobean.kernel.observation.observation import observe
from tobean.kernel.state.action_cache import planting
from tobean.kernel.table import Table
from tobean.record.notation import parse_action
from tobean.record.position_defaults import partial_table
from tobean.session.wire.viewer_state import has_no_room

NAMES = ("Ada", "Ben", "Cleo", "Dov", "Eva")


def is_copy(table: Table, action: Action) -> bool:
    """Whether planting this card is equivalent to planting an equal turned-over card."""
    return (
        isinstance(action, Plant)
        and action.place == ASIDE
        and action.card in table.turned
        and not table.agenda[-1].distinguishes_turned_from_aside(table.component)
    )


@pytest.mark.parametrize(("game", "players"), [(game, count) for game in GAMES for count in GAMES[game].players])
def test_every_action_and_decision_of_a_game_has_a_text(game: str, players: int) -> None:
    chance = chance_from(f"asking {game} {players}")
    table = new_game(game, players, seed=3, talk_limit=4)
    words = game_messages_of(table.rules)
    while not table.over:
        for seat in range(players):
            legal, seen = table.legal_actions(seat), observe(table, seat)
            for language in LANGUAGES:
                for labels in (
                    [label(action, table.rules, NAMES, language) for action in legal],
                    # Previews; a turned-over card and the same card set aside are one choice.
                    [
                        label(action, table.rules, NAMES, language, seen)
                        for action in legal
                        if not is_copy(table, action)
                    ],
                ):
                    assert len(set(labels)) == len(labels), labels
                    assert all(labels)
                    assert not any("{" in text for text in labels)
            assert all(words.action_key(action) in words.actions for action in legal)
        assert table.agenda[-1].prompt_key(table) in words.questions
        for viewer in range(players):
            view = observe(table, viewer)
            for language in LANGUAGES:
                said = open_prompt(view, viewer, NAMES, language)
                assert said == open_prompt(table, viewer, NAMES, language)  # public facts only
                assert said.text
                assert said.rule
        assert open_prompt(table, -1, NAMES).text
        table.apply(table.sample_action(table.awaited, chance))
    assert open_prompt(table, 0, NAMES).seat == -1


@pytest.mark.parametrize(
    ("game", "notation", "english", "german"),
    [
        ("bohnanza", "A plant Red 1", "Plant Red on field 1", "Rote Bohne auf Feld 1 anbauen"),
        ("bohnanza", "A offer all: turned Soy for 2 Red", "Offer the table Soy for 2 Red", None),
        ("bohnanza", "A offer B: nothing for Red", "Ask Ben for Red as a gift", None),
        ("bohnanza", "B accept 1: Red@2", "Accept offer 1 and give Red (hand card 2)", None),
        (
            "excalibohn",
            "A use 1 on B with Attack",
            "Use the ability of field 1 on Ben, with the attack spell",
            None,
        ),
        (
            "rabohnzel",
            "A use 2: Move, Hand",
            "Use the ability of field 2 and activate: Move spell and Hand spell",
            None,
        ),
        ("rabohnzel", "A cast Swap B 1", "Use the Swap spell: give it to Ben for face-down spell 1", None),
        ("rabohnzel", "A cast Move 3 1", "Use the Move spell: move hand card 3 to position 1", None),
        ("rabohnzel", "A cast Trade without", "Use the Trade spell without a third card", None),
        ("al-cabohne", "A feed Al Fire@3", "Give Al Cabohne Fire (hand card 3)", None),
        (
            "bohnedikt",
            "B sacrifice Red@2, aside Green",
            "Sacrifice Red (hand card 2) and Green (set aside): plant them on God's acre in this order",
            None,
        ),
        ("bohnedikt", "A invoke F1", "Use Edict “One more card”", "Edikt „Eine Karte mehr“ nutzen"),
        (
            "bohnedikt",
            "A invoke F8 on B: turned Blue for Soy",
            "By edict: demand Soy of Ben for Blue (turned over); any player who holds one must swap",
            "Per Edikt: von Ben Sojabohne für Blaue Bohne (aufgedeckt) verlangen; wer eine hat, muss tauschen",
        ),
    ],
)
def test_labels(game: str, notation: str, english: str, german: str | None) -> None:
    action, rules = parse_action(notation), GAMES[game]
    assert label(action, rules, NAMES) == english
    if german:
        assert label(action, rules, NAMES, "de") == german
    assert label(action, rules, NAMES, "de") != english


def test_an_action_without_a_text_is_named_by_its_notation() -> None:
    assert label(parse_action("A feed Al Fire@3"), GAMES["bohnanza"], NAMES) == "A feed Al Fire@3"


def test_every_seat_that_can_answer_is_prompted() -> None:
    table = new_game("bohnanza", 3, seed=1)
    while not table.may_talk(0):
        table.apply(table.legal_actions(0)[0])
    said = [open_prompt(table, 0, NAMES).text]
    table.apply(parse_action("A offer all: nothing for Red"))
    assert [open_prompt(table, viewer, NAMES).rule for viewer in range(3)] == ["T8", "T4", "T4"]
    assert open_prompt(table, 2, NAMES).seat == 2
    said.append(open_prompt(table, 0, NAMES).text)
    table.apply(parse_action("B decline 1"))
    said.append(open_prompt(table, 0, NAMES).text)
    assert all(first != second for first, second in pairwise(said))


def test_an_offer_is_named_by_its_player_not_its_number() -> None:
    table = new_game("bohnanza", 3, seed=1)
    while not table.may_talk(0):
        table.apply(table.legal_actions(0)[0])
    table.apply(parse_action(f"A offer B: turned {name_of(table.turned[0])} for nothing"))
    names = {label(action, table.rules, NAMES, seen=observe(table, 1)) for action in table.legal_actions(1)}
    assert {f"Accept a gift of {NAMES[0]}: {name_of(table.turned[0])}", f"Decline the offer of {NAMES[0]}"} <= names
    table.apply(parse_action("B decline 1"))
    table.apply(parse_action(f"A offer B: turned {name_of(table.turned[1])} for {name_of(table.hands[1][0])}"))
    named = [label(action, table.rules, NAMES, seen=observe(table, 1)) for action in table.legal_actions(1)]
    assert "Decline offer 2" in named  # the number distinguishes two offers of one person
    assert any(text.startswith(f"Accept the offer of {NAMES[0]}: get ") for text in named)


@pytest.mark.parametrize("players", [1, 2])
def test_passing_is_prompted_only_where_legal(players: int) -> None:
    """Prompts use public facts only; where the hand decides, the prompt says so (A10)."""
    chance = chance_from(f"go on {players}")
    table = new_game("al-cabohne", players, seed=4)
    seen: set[str] = set()
    while not table.over:
        key = table.agenda[-1].prompt_key(table)
        if key.startswith("plant revealed"):
            seen.add(key)
            may = any(isinstance(action, GoOn) for action in table.legal_actions(table.active))
            named = "go on" in open_prompt(table, table.active, NAMES).text
            assert named == may or key in ("plant revealed", "plant revealed, hungry")
        table.apply(table.sample_action(table.awaited, chance))
    assert ("plant revealed, all" in seen) == (players == 1)
    assert "plant revealed, planted" in seen


@pytest.mark.parametrize(
    ("game", "field", "notation", "english", "german"),
    [
        (
            "bohnanza",
            "4 Blue",
            "A harvest 1",
            "Harvest field 1: 4 Blue for 1 thaler",
            "Feld 1 ernten: 4 Blaue Bohnen für einen Taler",
        ),
        (
            "bohnanza",
            "4 Blue",
            "A plant Blue 1",
            "Plant Blue on field 1 (then 5)",
            "Blaue Bohne auf Feld 1 anbauen (dann 5)",
        ),
        (
            "bohnanza",
            "4 Blue",
            "A plant Red 2",
            "Plant Red on the empty field 2",
            "Rote Bohne auf dem leeren Feld 2 anbauen",
        ),
        (
            "rabohnzel",
            "2 Sword",
            "A use 1 on B",
            "Attack Ben with field 1: draw one of 3 thalers; a Princess is yours",
            "Ben mit Feld 1 angreifen: einen von 3 Talern ziehen; eine Prinzessbohne gehört dir",
        ),
        (
            "excalibohn",
            "4 White",
            "A use 1",
            "Draw a card with field 1, and plant it if you like",
            "Mit Feld 1 eine Karte ziehen und, wenn du magst, anbauen",
        ),
        (
            "rabohnzel",
            "2 Cape",
            "A harvest 1",
            "Harvest field 1: 2 Cape for nothing and a spell card",
            "Feld 1 ernten: 2 Kapbohnen für nichts und eine Zauberkarte",
        ),
        ("rabohnzel", "Cape", "A harvest 1", "Harvest field 1: Cape for nothing", "Feld 1 ernten: Kapbohne für nichts"),
        (
            "bohnedikt",
            "2 Red",
            "A harvest 1",
            "Harvest the monastery garden: 2 Red for 1 thaler",
            "Klostergarten ernten: 2 Rote Bohnen für einen Taler",
        ),
        (
            "bohnedikt",
            "2 Red",
            "A sacrifice Blue@2, Soy@3",
            "Sacrifice Blue (hand card 2) and Soy (hand card 3): God's acre then pays 1 thaler",
            "Blaue Bohne (Handkarte 2) und Sojabohne (Handkarte 3) opfern: Der Gottesacker bringt dann einen Taler",
        ),
        (
            "bohnedikt",
            "2 Red",
            "A invoke F5: turned Red",
            "By edict: give Ben Red (turned over); nobody can refuse",
            "Per Edikt: Ben bekommt Rote Bohne (aufgedeckt) und kann nicht ablehnen",
        ),
    ],
)
def test_a_button_previews_its_effect(game: str, field: str, notation: str, english: str, german: str) -> None:
    table = new_game(game, 3, seed=1)
    table.fields[0] = [tuple(parse_cards(field)), ()]
    table.thalers[1] = tuple(parse_cards(field)[:1] * 3)
    action = parse_action(notation)
    for language, said in (("en", english), ("de", german)):
        assert label(action, table.rules, NAMES, language, observe(table, 0)) == said


def test_the_preview_of_a_gift_shows_the_harvest_of_a_boss() -> None:
    table = new_game("al-cabohne", 2, seed=1)
    mafia = mafia_of(table)
    mafia.rows[1] = tuple(parse_cards("3 Green"))
    table.turned = parse_cards("2 Green, Blue")
    for notation, said in (
        ("A feed Don turned Green", "Give Don Corlebohne Green (turned over): he harvests for 2 thalers"),
        ("A feed Don Green@1", "Give Don Corlebohne Green (hand card 1): then 4"),
    ):
        assert label(parse_action(notation), table.rules, NAMES, "en", observe(table, 0)) == said


def test_a_player_without_room_is_prompted_to_harvest() -> None:
    """Only a harvest can be done before the front card is planted (K5)."""
    table = new_game("bohnanza", 4, seed=1)
    seat, front = table.active, table.hands[table.active][0]
    assert not has_no_room(table, seat, table.legal_actions(seat))
    table.fields[seat] = [tuple([kind] * 2) for kind in table.kinds if kind != front][:2]
    assert has_no_room(table, seat, table.legal_actions(seat))
    assert not has_no_room(table, (seat + 1) % 4, table.legal_actions((seat + 1) % 4))
    assert open_prompt(table, seat, NAMES, "en", no_room=True).text == (
        "No room for your front card: harvest a field first."
    )
    table.fields[seat] = [(), *table.fields[seat][1:]]
    table.apply(planting(seat, front, FRONT, 0))
    second = table.hands[seat][0]
    table.fields[seat] = [tuple([kind] * 2) for kind in table.kinds if kind != second][:2]
    assert has_no_room(table, seat, table.legal_actions(seat))  # passing is the only action left
    said = open_prompt(table, seat, NAMES, "en", no_room=True).text
    assert said == "No room for the next card: harvest a field first, or pass."


def test_lack_of_room_for_revealed_cards_is_explained() -> None:
    """A solo player has to plant all of them (A17); hand cards may go to bosses, which frees no field."""
    given = {"game": "al-cabohne", "players": "1", "phase": "4", "turned": "Pole", "hand A": "Puff"}
    given |= {"boss Al": "Puff", "boss Don": "Green", "boss Joe": "Blue"}
    given |= {"field A 1": "2 Kidney", "field A 2": "Fire", "field A 3": "nothing"}
    room, _ = partial_table(given, chance_from(1))
    assert not has_no_room(room, 0, room.legal_actions(0))
    full, _ = partial_table(given | {"field A 3": "Stink"}, chance_from(1))
    assert {type(action).__name__ for action in full.legal_actions(0)} == {"Feed", "Harvest"}
    assert has_no_room(full, 0, full.legal_actions(0))
    said = open_prompt(full, 0, NAMES, "en", no_room=True).text
    assert said == "No room for the revealed cards: harvest a field first."


def test_lack_of_room_for_a_card_flow_is_explained() -> None:
    table = new_game("rabohnzel", 3, seed=1)
    seat, front = table.active, table.hands[table.active][0]
    table.agenda.append(CardFlow())
    assert not has_no_room(table, seat, table.legal_actions(seat))
    table.fields[seat] = [tuple([kind] * 2) for kind in table.kinds if kind != front][:2]
    assert has_no_room(table, seat, table.legal_actions(seat))
    assert open_prompt(table, seat, NAMES, "en", no_room=True).text.startswith(
        "Card flow: no room for your front card."
    )


def test_a_lack_of_room_is_not_shown_to_others() -> None:
    """The front card is secret (I1, I3), and a waiting player can often do nothing but harvest."""
    table = new_game("bohnanza", 3, seed=1)
    other = (table.active + 1) % 3
    assert open_prompt(table, other, NAMES, "en", no_room=True) == open_prompt(table, other, NAMES, "en")


def test_spectators_are_not_prompted_to_act() -> None:
    table = new_game("bohnanza", 3, seed=1)
    chance = chance_from("watching")
    seen: set[str] = set()
    while not table.over:
        for language in LANGUAGES:
            text = open_prompt(table, -1, NAMES, language).text
            assert not re.search(r"\b(you|du|offer something|biete|tu|propose quelque chose)\b", text, re.IGNORECASE), (
                text
            )
        seen.add(table.decision.name)
        table.apply(table.sample_action(table.awaited, chance))
    assert {"trading", "plant from hand", "before drawing"} <= seen


def test_a_harvest_previews_the_discards_its_owner_chooses() -> None:
    table = new_game("rabohnzel", 3, seed=1)
    white, pluck = (parse_cards(name)[0] for name in ("White", "Pluck"))
    table.fields[0][0] = (white, pluck)
    seen = observe(table, 0)
    said = [
        label(parse_action(do), table.rules, NAMES, seen=seen) for do in ("A harvest 1", "A harvest 1: discard Pluck")
    ]
    assert said == [
        "Harvest field 1: White and Pluck for 1 thaler",
        "Harvest field 1: White and Pluck for 1 thaler; Pluck is discarded",
    ]


def test_a_harvest_previews_the_closing_of_the_third_field() -> None:
    """R18"""
    table = new_game("rabohnzel", 3, seed=1)
    (cape,) = parse_cards("Cape")
    table.fields[0] = [(cape, cape), (), (cape,)]
    said = label(parse_action("A harvest 1"), table.rules, NAMES, seen=observe(table, 0))
    assert said == "Harvest field 1: 2 Cape for nothing and a spell card; you are back to two fields then"


def test_a_swap_previews_a_spell_that_was_seen() -> None:
    """R19; an unseen spell stays secret (I3)."""
    table = new_game("rabohnzel", 3, seed=1)
    magic = magic_of(table)
    magic.spells[1] = (SpellCard(HAND, False, 0b010, False),)
    magic.spells[2] = (SpellCard(MOVE, False, 0b101, False),)
    said = [
        label(parse_action(f"A cast Swap {other} 1"), table.rules, NAMES, seen=seen)
        for other, seen in (("B", table), ("B", observe(table, 0)), ("C", observe(table, 0)))
    ]
    assert said == [
        "Use the Swap spell: give it to Ben for the only face-down spell",
        "Use the Swap spell: give it to Ben for the only face-down spell",
        "Use the Swap spell: give it to Cleo for the Move spell",
    ]
