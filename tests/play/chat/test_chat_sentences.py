"""Sentences as people type them, in all languages: shares read as meant, and shares answered with a question.

The data files have one sentence per line: a position, the sentence, and its readings in notation without hand
positions, any of which is correct. `call` stands for a call or a question to all, `ask B` for a question to one player,
`chat` for a line that is about no deal. The positions:

- `mine`: Ben (A) is trading in his own turn. He has Blue, Stink and two Green, and Soy and Chili are turned over.
- `theirs`: the same turn of Emil (B); Ben has a Garden as well.
- `offered`: `mine` with an open offer of Emil, a Red for the Stink.
- `full`: Ben is trading with the bots Emil (B), Ida (C) and Otto (D), and has three cards of every kind. Open offers to
  Ben, or of Ben to all, follow after a semicolon: `full; C 2 Soy for Stink`.
- The name of another game: Ben, Emil and Ada play it, and Ben, who has three cards of every kind, is trading in his own
  turn. Al Cabohne, where Ben and Emil play, has no trading.
- `table 1`, `table 2`, `table 3`: Mia (A) with the bots Ben (B), Clara (C) and Otto (D), see `TABLES`.

Where several offers are open, the reading of an answer ends with the maker's letter: `accept C`.
"""

import re
from functools import cache

import pytest

import tobean
from tests.support.paths import CHAT_SENTENCES
from tests.support.sessions import Driver, started_session
from tobean.games import GAMES, game_named
from tobean.i18n import LANGUAGES
from tobean.kernel.actions import EndTrading, Pass
from tobean.kernel.cards import name_of
from tobean.kernel.notation.card_parser import parse_cards
from tobean.play import Setup, Viewer
from tobean.play.chat.questions import DEAL, question_from_statement
from tobean.play.chat.trade_help import talk
from tobean.play.session.seats import bot_seat, person_seat
from tobean.view.observation import observe

NAMES = ("Ben", "Emil", "Ada")
FULL = "full"
NAMES_OF_FULL = ("Ben", "Emil", "Ida", "Otto")
NAMES_OF_TABLES = ("Mia", "Ben", "Clara", "Otto")
TABLES = {
    "table 1": (0, "Green, Green, Red, Blue, Stink", "Soy, Chili", ()),
    "table 2": (1, "Black-eyed, Soy, Soy, Blue, Green", "Red, Garden", ("B offer A: turned Red for Soy",)),
    "table 3": (
        0,
        "Red, Chili, Chili, Black-eyed, Stink",
        "Garden, Blue",
        ("C offer A: Soy@1 for Garden", "D offer A: Stink@2, Stink@3 for Blue"),
    ),
}
"""The active player, Mia's hand, the cards turned over, and the offers open to Mia."""
TRADING = ("rabohnzel", "excalibohn", "bohnedikt")
HAND_OF_OTHERS = "Soy, Stink, Stink, Garden"
FEWEST = {"en": 900, "de": 900, "fr": 350}
FEWEST_OTHERWISE = 150
"""Minimum number of sentences per language."""
SHARE = 0.97
"""Minimum share of sentences that are read as meant or answered with a question."""
READ = 0.88
"""Minimum share of sentences read as meant: a parser that only asks back is no help."""
MISREAD = 0.0
"""Maximum share of wrong readings, the worst outcome."""
ASKED = "asks back"
CHAT = "chat"


@cache
def position(name: str) -> Driver:
    if name.startswith(FULL):
        return full(name.split(";")[1:])
    if name in GAMES:
        return of_game(name)
    if name in TABLES:
        return at_table(*TABLES[name])
    active = 1 if name == "theirs" else 0
    seats = tuple(person_seat(name, f"key of {name}") for name in NAMES)
    driver = Driver(*started_session(Setup("bohnanza", seats, {"talk_limit": 5}, start=active)))
    table = driver.session.table
    hands = (("Garden", "Blue", "Stink", "Green", "Green"), ("Garden", "Red", "Red", "Blue", "Soy"), ("Garden", "Red"))
    for seat, hand in enumerate(hands):
        table.hands[seat] = [tobean.kind_named(card) for card in hand]
    letter = "AB"[active]
    driver.person_acts(active, f"{letter} plant Garden 1")
    driver.person_acts(active, f"{letter} pass")
    table.turned[:] = [tobean.kind_named("Soy"), tobean.kind_named("Chili")]
    if name == "offered":
        driver.person_acts(1, "B offer A: Red@2 for Stink")
    return driver


def of_game(game: str) -> Driver:
    players = min(len(NAMES), max(game_named(game).players))
    seats = tuple(person_seat(name, f"key of {name}") for name in NAMES[:players])
    driver = Driver(*started_session(Setup(game, seats, {}, start=0)))
    table = driver.session.table
    while game in TRADING and not (table.active == 0 and str(table.decision).startswith("trading")):
        seat = table.may_act()[0]
        actions = table.legal_actions(seat)
        passing = [action for action in actions if isinstance(action, (Pass, EndTrading))]
        driver.person_acts(seat, repr((passing or actions)[0]))
    table.hands[0] = [bean.kind for bean in table.rules.beans for _ in range(3)]
    return driver


def full(offers: list[str]) -> Driver:
    ben, *others = NAMES_OF_FULL
    seats = (person_seat(ben, f"key of {ben}"), *[bot_seat(name, "merchant") for name in others])
    driver = Driver(*started_session(Setup("bohnanza", seats, {"talk_limit": 5}, start=0)))
    table = driver.session.table
    kinds = [bean.kind for bean in table.rules.beans]
    table.hands[0] = [kind for kind in kinds for _ in range(3)]
    driver.person_acts(0, f"A plant {name_of(kinds[0])} 1")
    driver.person_acts(0, "A pass")
    table.turned[:] = kinds[:2]
    for offer in offers:
        letter, _, deal = offer.strip().partition(" ")
        seat, to = "ABCD".index(letter), "all" if letter == "A" else "A"
        given, _, wanted = deal.partition(" for ")
        if seat:
            table.hands[seat] = parse_cards(given)
        cards = [f"{name_of(card)}@{place}" for card, place in placed(parse_cards(given), table.hands[seat])]
        do = f"{letter} offer {to}: {', '.join(cards)} for {wanted}"
        driver.session.act(seat, do, driver.session.version, driver.now, 1, "bot" if seat else "person")
    return driver


def at_table(active: int, hand: str, turned: str, offers: tuple[str, ...]) -> Driver:
    mia, *others = NAMES_OF_TABLES
    seats = (person_seat(mia, f"key of {mia}"), *[bot_seat(name, "merchant") for name in others])
    driver = Driver(*started_session(Setup("bohnanza", seats, {"talk_limit": 5}, start=active)))
    session = driver.session
    table = session.table

    def act(seat: int, do: str) -> None:
        session.act(seat, do, session.version, driver.now, 1, "bot" if seat else "person")

    letter = "ABCD"[active]
    table.hands[active] = parse_cards("Garden, Garden")
    act(active, f"{letter} plant Garden 1")
    act(active, f"{letter} pass")
    for seat in range(4):
        table.hands[seat] = parse_cards(HAND_OF_OTHERS if seat else hand)
    table.turned[:] = parse_cards(turned)
    for offer in offers:
        act("ABCD".index(offer[0]), offer)
    return driver


def placed(cards: list[int], hand: list[int]) -> list[tuple[int, int]]:
    """The cards with their positions in a hand, counted from 1."""
    free = list(enumerate(hand, 1))
    found: list[tuple[int, int]] = []
    for card in cards:
        at = next(at for at, held in free if held == card)
        free.remove((at, card))
        found.append((card, at))
    return found


def sentences(language: str) -> list[tuple[str, str, list[str]]]:
    lines = (CHAT_SENTENCES / f"sentences_{language}.txt").read_text("utf-8").splitlines()
    parts = [[part.strip() for part in line.split("|")] for line in lines if not line.startswith("#")]
    return [(place, said, readings.split(" / ")) for place, said, readings in parts]


def outcome(place: str, said: str) -> str:
    """Reading of a sentence of Ben, in the format of the data files."""
    session = position(place).session
    answer = talk(session, Viewer(0, "en"), said)
    if answer["question"]:
        return asked(place, said)
    if answer["choices"] or answer.get("asks") or (answer["do"] and not answer["legal"]):
        assert answer["choices"] or answer["why"]
        return ASKED
    if not answer["do"]:
        return CHAT
    found = re.sub(r"@\d+|turned ", "", str(answer["do"])).removeprefix("A ")
    verb = found.split(" ")[0]
    if verb not in ("accept", "decline", "withdraw"):
        return in_order(re.sub(r"^counter \d+ to", "offer", found))
    offers = session.table.offers
    maker = next(offer.seat for offer in offers if offer.number == int(found.split()[1].strip(":")))
    return f"{verb} {'ABCD'[maker]}" if len(offers) > 1 else verb


def asked(place: str, said: str) -> str:
    session = position(place).session
    found = question_from_statement(said, observe(session.table, 0), session.names)
    assert found is not None
    whom = "call" if found.to < 0 else f"ask {'ABCD'[found.to]}"
    if found.form != DEAL:
        return f"{whom}: {found.form}"
    sides = [("have", found.gives), ("want", found.wants)]
    return in_order(f"{whom}: " + "; ".join(f"{word} {tobean.cards_text(kinds)}" for word, kinds in sides if kinds))


def in_order(reading: str) -> str:
    """The same reading with the cards of each side sorted and spelled out, as in "Green, Green"."""

    def sorted_cards(found: re.Match[str]) -> str:
        cards = re.sub(r"(\d) (\S+?)(?=,|$)", lambda many: ", ".join([many[2]] * int(many[1])), found[0])
        return ", ".join(sorted(cards.split(", ")))

    return re.sub(r"(?:\d )?[A-Z][a-z-]+(?:, (?:\d )?[A-Z][a-z-]+)*(?= for|;|$)", sorted_cards, reading)


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_are_read_correctly_or_queried(language: str) -> None:
    lines = sentences(language)
    assert len({(place, said) for place, said, _ in lines}) == len(lines) >= FEWEST.get(language, FEWEST_OTHERWISE)
    read = misread = lost = 0
    failures: list[str] = []
    for place, said, readings in lines:
        found = outcome(place, said)
        if found in [in_order(reading) for reading in readings]:
            read += 1
        elif found != ASKED or readings == [CHAT]:
            misread += found not in (CHAT, ASKED)
            lost += found == CHAT
            failures.append(f"{place} | {said} | {' / '.join(readings)}, not {found}")
    report = f"{read} of {len(lines)} read, {misread} misread, {lost} taken for chat:\n" + "\n".join(failures)
    assert len(failures) <= (1 - SHARE) * len(lines), report
    assert misread <= MISREAD * len(lines), report
    assert read >= READ * len(lines), report
