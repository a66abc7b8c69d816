"""Complete error messages: they name the current situation, and German sentences have articles."""

import ast
import re

import pytest

import tobean
from tests.support.engine.tables import new_test_table
from tobean.i18n import error_text
from tobean.i18n.catalogue_files.used_texts import PACKAGE_FOLDER, literals
from tobean.i18n.error_messages import placeholder_value
from tobean.kernel.errors import Illegal
from tobean.kernel.message_args import KindArg
from tobean.record.notation import parse_action
from tobean.record.scenarios.runner import start_of_scenario
from tobean.record.scenarios.scenario import parse_scenarios


def refusal(given: str, taken: tuple[str, ...], action: str, language: str) -> str:
    """Message for an action that is refused after these lines and actions."""
    lines = ["scenario: A refusal", *given.split("; "), "then over: no"]
    (scenario,) = parse_scenarios("\n".join(lines))
    table, names, _ = start_of_scenario(scenario)
    for step in taken:
        table.apply(parse_action(step, names))
    with pytest.raises(Illegal) as refused:
        table.apply(parse_action(action, names))
    return error_text(refused.value, names, language, table.rules.name)


THREE = "given players: Timon, Nina, Keno"
BOHNANZA = f"{THREE}, Eiko"
MAGIC = f"given game: rabohnzel; {THREE}; given phase: 15"
SWORDS = f"{MAGIC}; given field Timon 1: Sword; given field Nina 1: 2 Mean; given thalers Nina: Sword"
COUNTERED = f"{SWORDS}; given field Timon 2: 2 Cape; given thalers Timon: White"
BY_THEMSELVES = "given game: excalibohn; " + SWORDS.removeprefix("given game: rabohnzel; ").replace(
    "thalers Nina: Sword", "thalers Nina: Pluck"
)
TRIBUTE = (
    f"given game: bohnedikt; {THREE}; given hand Timon: Blue/Soy; given field Timon 1: 3 Chili; given turned: nothing; "
    "given field Nina 1: 2 Blue; given thalers Nina: 4 Soy; given run-outs: 1; given draw: Red; given discard: 6 Blue; "
    "given rest: out"
)
EDICTS = f"given game: bohnedikt; {THREE}; given turned: F8, F3"


@pytest.mark.parametrize(
    ("given", "taken", "action", "english", "german"),
    [
        (
            COUNTERED,
            ("Timon use 1 on Nina",),
            "Nina harvest 1",
            "Nina is under attack and may not harvest until the attack is over. (R14)",
            "Nina wird angegriffen und darf nicht ernten, bis der Angriff vorbei ist. (R14)",
        ),
        (
            COUNTERED,
            ("Timon use 1 on Nina",),
            "Timon harvest 2",
            "Because of the counter-attack Timon may not harvest until the attack is over. (R14)",
            "Wegen des Gegenangriffs darf Timon nicht ernten, bis der Angriff vorbei ist. (R14)",
        ),
        (
            BY_THEMSELVES,
            ("Timon use 1 on Nina",),
            "Nina harvest 1",
            "An attack is being carried out: nobody may harvest until it is over. (E6)",
            "Ein Angriff ist im Gange: Bis er vorbei ist, darf niemand ernten. (E6)",
        ),
        (
            TRIBUTE,
            ("Timon end trading", "Timon go on"),
            "Nina harvest 1",
            "Timon must harvest now to have enough thalers for the tribute. (D16)",
            "Timon muss jetzt ernten, um genug Taler für den Tribut zu haben. (D16)",
        ),
        (
            "given game: al-cabohne; given players: Marc, Volker; given phase: 3; given field Volker 1: 3 Blue",
            (),
            "Volker harvest 1",
            "Volker may harvest only on their own turn; now it is the turn of Marc. (A12)",
            "Volker darf nur im eigenen Zug ernten: Am Zug ist Marc. (A12)",
        ),
        (
            f"{MAGIC}; given turned: nothing".replace("phase: 15", "phase: 3"),
            (),
            "Timon discard turned Cape",
            "Cards turned over are discarded only after the trade spell was used. (R20)",
            "Aufgedeckte Karten dürfen nur abgelegt werden, wenn der Handelszauber angewendet wurde. (R20)",
        ),
        (
            f"{MAGIC}; given spells Timon: Flow up, Hand up",
            (),
            "Timon cast Hand",
            "This is not the time for Hand spell. (R26)",
            "Jetzt ist nicht der richtige Zeitpunkt für die Zauberkarte „Handkartenzauber“. (R26)",
        ),
        (
            f"{BOHNANZA}; given hand Timon: Red; given field Timon 1: Stink; given field Timon 2: 2 Blue",
            (),
            "Timon plant Red 1",
            "There is no room for Red: harvest a field first. (K5)",
            "Für eine Rote Bohne ist kein Platz: Erst muss ein Feld geerntet werden. (K5)",
        ),
        (
            f"{BOHNANZA}; given hand Timon: Red; given field Timon 1: Stink; given field Timon 2: 2 Red",
            (),
            "Timon plant Red 1",
            "Red cannot go onto field 1, where Stink grows. (K3)",
            "Eine Rote Bohne passt nicht auf Feld 1: Dort wachsen Saubohnen. (K3)",
        ),
        (
            f"{BOHNANZA}; given hand Timon: Red; given field Timon 1: Stink",
            (),
            "Timon plant Red 1",
            "Red is a new kind here and needs an empty field. (K5)",
            "Die Rote Bohne ist hier eine neue Sorte und braucht ein leeres Feld. (K5)",
        ),
        (
            f"{BOHNANZA}; given hand Timon: Red; given turned: Blue",
            (),
            "Timon offer Nina: Soy@1 for Blue",
            "You have no Soy in your hand. (T6)",
            "Du hast keine Sojabohne auf der Hand. (T6)",
        ),
        (
            f"{BOHNANZA}; given hand Timon: Stink, Red; given turned: Blue",
            (),
            "Timon offer Nina: Stink@1, Stink@2 for Blue",
            "You do not have 2 Stink in your hand. (T6)",
            "Du hast keine 2 Saubohnen auf der Hand. (T6)",
        ),
        (
            f"{BOHNANZA}; given hand Timon: Red, Stink; given turned: Blue",
            (),
            "Timon offer Nina: Stink@1 for Blue",
            "Your Stink has moved within your hand: choose it again. (T6)",
            "Die Saubohne liegt jetzt an einer anderen Stelle deiner Hand: Bitte noch einmal wählen. (T6)",
        ),
        (
            f"{BOHNANZA}; given hand Timon: Stink, Stink; given turned: Blue",
            (),
            "Timon offer Nina: Stink@1, Stink@1 for Blue",
            "The same Stink cannot be offered twice. (T6)",
            "Du kannst dieselbe Karte nicht zweimal anbieten (Saubohne). (T6)",
        ),
        (
            f"{BOHNANZA}; given turned: Blue",
            (),
            "Timon offer Nina: turned Red for Soy",
            "There is no turned-over Red. (T2)",
            "Es liegt keine Rote Bohne aufgedeckt da. (T2)",
        ),
        (
            f"{BOHNANZA}; given turned: Blue; given hand Keno: Red",
            (),
            "Keno offer Nina: Red@1 for Soy",
            "You can trade only with Timon, whose turn it is. (T1)",
            "Du kannst nur mit Timon handeln: Timon ist am Zug. (T1)",
        ),
        (
            f"{BOHNANZA}; given phase: 3; given turned: Blue",
            (),
            "Timon plant aside Red 1",
            "You have no Red set aside. (B5)",
            "Für dich liegt keine Rote Bohne beiseite. (B5)",
        ),
        (
            "given game: al-cabohne; given players: Marc, Volker; given phase: 5; given hand Marc: Blue; "
            "given boss Al: Fire; given boss Don: Pole",
            (),
            "Marc feed Al Fire@1",
            "You have no Fire in your hand. (A9)",
            "Du hast keine Feuerbohne auf der Hand. (A9)",
        ),
        (
            f"{MAGIC}; given hand Timon: Cape; given spells Timon: Flow",
            (),
            "Timon play Magic@1: Flow",
            "You have no Magic in your hand. (R5)",
            "Du hast keine Zauberbohne auf der Hand. (R5)",
        ),
        (
            f"{BOHNANZA}; given hand Timon: Red; given turned: Blue",
            (),
            "Timon offer Nina: turned Blue, turned Blue for Soy",
            "There are not 2 Blue turned over. (T2)",
            "Es liegen keine 2 Blaue Bohnen aufgedeckt da. (T2)",
        ),
        (
            f"{BOHNANZA}; given options: talk_limit=1; given turned: Blue",
            ("Timon offer Nina: turned Blue for Soy",),
            "Timon offer Keno: turned Blue for Soy",
            "At this table each player makes only one offer or call a turn. (T8)",
            "An diesem Tisch macht jeder nur ein Angebot oder einen Zuruf je Zug. (T8)",
        ),
        (
            f"{BOHNANZA}; given options: talk_limit=0; given turned: Blue",
            (),
            "Timon offer Keno: turned Blue for Soy",
            "At this table nobody makes offers or calls. (T8)",
            "An diesem Tisch macht niemand Angebote oder Zurufe. (T8)",
        ),
        (
            f"{MAGIC}",
            (),
            "Timon buy field",
            "No field is for sale in this game. (B10)",
            "In diesem Spiel kann man keine Felder kaufen. (B10)",
        ),
        (
            f"{EDICTS}; given hand Timon: Red; given hand Nina: Soy",
            ("Timon invoke F8 on Nina: Red@1 for Soy",),
            "Nina decline 1",
            "Nina holds what Edict “Demanded swap” asks for and must swap. (D5)",
            "Nina hat, was das Edikt „Zwangstausch“ verlangt, und muss tauschen. (D5)",
        ),
        (
            f"{EDICTS}; given hand Timon: Red",
            (),
            "Timon invoke F4: Red@1",
            "Edict “Gift to the right” is not in force. (D5)",
            "Das Edikt „Gabe nach rechts“ gilt jetzt nicht. (D5)",
        ),
    ],
)
def test_refusals_explain_the_situation(
    given: str, taken: tuple[str, ...], action: str, english: str, german: str
) -> None:
    assert refusal(given, taken, action, "en") == english
    assert refusal(given, taken, action, "de") == german


INTERNAL = re.compile(
    r"\bcard \{|\{place\}|\bply\b|\bposition of the hand\b|\{what\}|\{action\}|\bthe own\b", re.IGNORECASE
)
"""Terms of the notation and of the engine, which players do not know."""
SAID_TO_PLAYERS = ("kernel", "games", "play/session", "play/talk")


def test_no_refusal_mentions_positions_or_the_engine() -> None:
    """Covers every message of an illegal or refused action; `StaleAction` is for programs."""
    found = []
    for layer in SAID_TO_PLAYERS:
        for path in (PACKAGE_FOLDER / layer).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and ast.unparse(node.func) in ("Illegal", "Refused"):
                    found += [each for argument in node.args for each in literals(argument) if " " in each]
    assert len(found) > 100
    assert [sentence for sentence in found if INTERNAL.search(sentence)] == []


def test_forms_of_a_kind() -> None:
    red = KindArg(tobean.kind_named("Red"))
    edict = KindArg(tobean.kind_named("F8"))
    for form, of_red, of_edict in [
        ("", "Rote Bohne", "Edikt „Zwangstausch“"),
        ("spoken", "eine Rote Bohne", "ein Edikt „Zwangstausch“"),
        ("the", "die Rote Bohne", "das Edikt „Zwangstausch“"),
        ("The", "Die Rote Bohne", "Das Edikt „Zwangstausch“"),
        ("none", "keine Rote Bohne", "kein Edikt „Zwangstausch“"),
        ("many", "Rote Bohnen", "Edikte „Zwangstausch“"),
    ]:
        assert format(placeholder_value(red, (), "de", "bohnedikt"), form) == of_red
        assert format(placeholder_value(edict, (), "de", "bohnedikt"), form) == of_edict
    with pytest.raises(ValueError, match="unknown form 'all'"):
        format(placeholder_value(red, (), "de", "bohnedikt"), "all")


def test_a_fixed_number_of_fields_is_stated_as_one_number() -> None:
    text = tobean.table_text(new_test_table("bohnanza", 4, 1))
    with pytest.raises(tobean.BadTable, match=r"each player has 2 fields at this table \(B1\)"):
        tobean.parse_table(text.replace("field A 2: nothing\n", "field A 2: nothing\nfield A 3: nothing\n"))
