"""Tables in the phase of trading, in which a player types a sentence: the positions of the collected sentences.

- `mine`: Ben (A) is trading in his own turn. He has Blue, Stink and two Green, and Soy and Chili are turned over.
- `theirs`: the same turn of Emil (B); Ben has a Garden as well.
- `offered`: `mine` with an open offer of Emil, a Red for the Stink.
- `full`: Ben is trading with the bots Emil (B), Ida (C) and Otto (D), and has three cards of every kind. Open offers to
  Ben, or of Ben to all, follow after a semicolon: `full; C 2 Soy for Stink`.
- The name of another game: Ben, Emil and Ada play it, and Ben, who has three cards of every kind, is trading in his own
  turn. Al Cabohne, where Ben and Emil play, has no trading.
- `table 1`, `table 2`, `table 3`: Mia (A) with the bots Ben (B), Clara (C) and Otto (D), see `TABLES`.
"""

from functools import cache

import tobean
from tests.support.sessions import Driver, started_session
from tobean.games import GAMES, game_named
from tobean.kernel.actions import EndTrading, Pass
from tobean.kernel.cards import name_of
from tobean.kernel.notation.card_parser import parse_cards
from tobean.session import Setup
from tobean.session.seats import bot_seat, person_seat

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
