"""Tables that are only partly described: what is not said is filled in sensibly and always in the same way.

Beside the entries of a table text there are some that a person would rather write: `players` as names, `phase`,
`draw` for the top cards, `any` for some card, `rest` for where all other cards are.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from tobean.games import game_with_cards
from tobean.games.finder import first_game
from tobean.kernel.blanks import KindBlank
from tobean.kernel.cards import cards_text, is_number
from tobean.kernel.chance import Chance, chance_from
from tobean.kernel.errors import BadInput
from tobean.kernel.hands import NO_PILE
from tobean.kernel.piles import END_NO_CARDS, END_RUN_OUT, MAKE_PILE, TurnOver
from tobean.kernel.seats import SEAT_LETTERS, parse_seat
from tobean.kernel.setup import check_players, checked_options, new_table
from tobean.kernel.words import ANY, parse_cards
from tobean.record.entries import Reader, options_text
from tobean.record.invariants import check_table
from tobean.record.record import check_name
from tobean.record.tabletext import build, parse_options

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tobean.kernel.component import Options
    from tobean.kernel.rules import Rules
    from tobean.kernel.table import Table

RESTS: Final = ("draw", "discard", "out")
SEAT_KEYS: Final = ("hand", "thalers", "aside", "drawn")


def player_names(given: dict[str, str], rules: Rules) -> tuple[str, ...]:
    """The players of a partial table: names, or a number, or as many as suits the game best."""
    text = given.get("players", "")
    if is_number(text) or not text:
        count = int(text) if text else rules.players[len(rules.players) // 2]
        return tuple(SEAT_LETTERS[:count])
    players = text.split(",")
    check_players(rules, len(players))
    names = tuple(check_name(name.strip()) for name in players)
    for name in names:
        if " " in name or names.count(name) > 1:
            raise BadInput("{name!r}: in a scenario players have different names of one word", name=name)
    return names


def with_letters(key: str, names: Sequence[str]) -> str:
    """`hand Nina` as `hand B`; other keys as they are."""
    words = key.split()
    lower = [name.lower() for name in names]
    if len(words) > 1 and (words[0] in (*SEAT_KEYS, "field", "fields") or words[1].lower() in lower):
        words[1] = SEAT_LETTERS[parse_seat(words[1], names)]
    return " ".join(words)


def letters_for(text: str, names: Sequence[str]) -> str:
    """`Timon offer Nina: Red@2 for Soy` as `A offer B: Red@2 for Soy`."""
    letters = dict(zip(names, SEAT_LETTERS, strict=False))
    return re.sub("|".join(rf"\b{re.escape(name)}\b" for name in names), lambda found: letters[found[0]], text)


class Filler:
    """Hands out the cards that nobody has spoken of, by a chance that is always the same."""

    def __init__(self, rules: Rules) -> None:
        self.counts = {bean.kind: bean.count for bean in rules.beans}
        self.chance = chance_from("fill")
        self.reserved: list[int] = []

    def take(self, card: int) -> None:
        if card not in self.counts:
            raise BadInput("{card} is not a bean of this game", card=KindBlank(card))
        if self.counts[card] == 0:
            raise BadInput("there are not so many {card} in the game", card=KindBlank(card))
        self.counts[card] -= 1

    def reserve(self, cards: Sequence[int]) -> None:
        """Keep these cards, as far as they are left, for whoever draws them."""
        for card in cards:
            if self.counts.get(card, 0) > 0:
                self.counts[card] -= 1
                self.reserved.append(card)

    def any_card(self) -> int:
        left = self.left()
        if not left:
            raise BadInput("there are no cards left to fill in")
        card = self.chance.choice(left)
        self.counts[card] -= 1
        return card

    def left(self) -> list[int]:
        return [card for card, count in self.counts.items() for _ in range(count)]


def partial_table(given: dict[str, str], chance: Chance, coming: Sequence[int] = ()) -> tuple[Table, tuple[str, ...]]:
    """A whole table from a partial description, and the names of its players.

    Cards that chance will bring, the `coming` ones, are not filled in elsewhere.
    """
    rules = game_with_cards(given.get("game") or first_game(), given.get("cards", ""))
    names = player_names(given, rules)
    check_players(rules, len(names))
    if "deck" in given:
        return dealt_table(given, rules, names, chance), names
    said = {with_letters(key, names): value for key, value in given.items()}
    for key, value in said.items():
        if re.fullmatch(r"(offer|call|shown|lacks) \d+", key):
            said[key] = letters_for(value, names)
    keys = tuple(said)
    full = complete(said, rules, names, coming)
    reader = Reader(full)
    table = build(reader, chance)
    reader.finish()
    if "deals" not in keys:
        table.deals = rules.dealing.least_deals(table)
    if "turn" not in keys and any(len(rows) > rules.fields_of(table.players) for rows in table.fields):
        table.turn = table.players + 1  # everybody has had a turn in which to get a further field
    go_on_from(table, keys)
    check_table(table)
    return table, names


def go_on_from(table: Table, said: Sequence[str]) -> None:
    """On to the first decision. What was said of the game's own things, cards apart, must still hold there."""
    own = table.component
    before = {} if own is None else {key: text for key, text in own.entries().items() if key not in own.piles()}
    table.advance()
    after = {} if table.component is None else table.component.entries()
    for key in said:
        if key in before and after.get(key) != before[key]:
            raise BadInput(
                "{key}: the game itself says {text} here, by what else lies on the table",
                key=key,
                text=after.get(key, "nothing"),
            )


def dealt_table(given: dict[str, str], rules: Rules, names: Sequence[str], chance: Chance) -> Table:
    """A game from its very beginning, dealt from a deck in a given order."""
    for key in given:
        if key not in ("game", "players", "options", "start", "deck"):
            raise BadInput("with a deck the game begins with the deal: {key!r} cannot be given", key=key)
    start = parse_seat(given.get("start", "A"), names)
    options = parse_options(given.get("options", ""))
    return new_table(rules, len(names), chance, options, parse_pile(given["deck"]), start)


def complete(said: dict[str, str], rules: Rules, names: Sequence[str], coming: Sequence[int]) -> dict[str, str]:
    """All entries of the table: those said, and sensible ones for the rest."""
    letters = SEAT_LETTERS[: len(names)]
    ending = said.pop("ending", "none")
    last_run_out = rules.last_run_out[rules.players.index(len(names))]
    run_outs = said.pop("run-outs", str(least_run_outs(ending, last_run_out)))
    has_pile = ending == "none" and repr(MAKE_PILE) not in said.get("next", "")
    piles = run_outs if has_pile or not is_number(run_outs) else str(max(0, int(run_outs) - 1))
    options = parse_options(said.pop("options", ""))
    start = letters[parse_seat(said.pop("start", "A"), names)]
    full = {
        "game": rules.name,
        "players": str(len(names)),
        "options": options_text(options),
        "start": start,
        "active": letters[parse_seat(said.pop("active", start), names)],
        "turn": said.pop("turn", "1"),
        "ply": said.pop("ply", "0"),
        "run-outs": run_outs,
        "pile": said.pop("pile", piles),
        "deals": said.pop("deals", "0"),
        "talk": said.pop("talk", " ".join("0" for _ in letters)),
        "ending": ending,
    }
    said.pop("game", None)
    said.pop("players", None)
    full["next"] = said.pop("next") if "next" in said else agenda_text(said, rules, len(names))
    said.pop("phase", None)
    rest = said.pop("rest", "draw")
    if rest not in RESTS:
        raise BadInput("rest: {rest!r} must be one of {known}", rest=rest, known=", ".join(RESTS))
    fill_cards(said, full, rules, letters, checked_options(rules, options), rest, coming)
    numbers = [int(key.split()[1]) for key in said if re.fullmatch(r"offer [0-9]{1,9}", key)]
    full["offers made"] = said.pop("offers made", str(max(numbers, default=0)))
    full.update(said)
    return full


def least_run_outs(ending: str, last: int) -> int:
    """How often the draw pile has run out at least, if the game comes to its end for this reason (K10, K11)."""
    if ending.startswith(END_RUN_OUT):
        return last
    return 1 if ending.startswith(END_NO_CARDS) else 0


def agenda_text(said: dict[str, str], rules: Rules, players: int) -> str:
    """The steps from the named phase on. Without a name: trading if cards lie turned over, else phase 1."""
    steps = list(rules.turn_of(players))
    trades = any(isinstance(step, TurnOver) for step in steps)
    phase = said.get("phase", "2" if trades and "turned" in said else "1")
    if not is_number(phase) or int(phase) not in [step.phase for step in steps]:
        raise BadInput("phase: {phase!r} is not a phase of {title}", phase=phase, title=rules.title)
    while steps[0].phase != int(phase):
        steps.pop(0)
    if int(phase) == 2 and "turned" in said:
        # The cards lie there already: nothing more is turned over.
        while any(isinstance(step, TurnOver) for step in steps):
            steps.pop(0)
    return "; ".join(repr(step) for step in steps)


def fill_cards(
    said: dict[str, str],
    full: dict[str, str],
    rules: Rules,
    letters: str,
    options: Options,
    rest: str,
    coming: Sequence[int],
) -> None:
    """Every pile of cards: first those that were named, then `any`, then what is left."""
    fields = rules.fields[rules.players.index(len(letters))]
    keys = ["turned", "discard", "draw top", "draw bag"]
    if "draw" in said:
        said["draw top"] = said.pop("draw")
    for letter in letters:
        said.setdefault(f"hand {letter}", f"{rules.hand_size} any")
        numbers = [int(key[-1]) for key in said if re.fullmatch(rf"field {letter} [1-9]", key)]
        count = max([fields, *numbers])
        keys += [f"hand {letter}", f"thalers {letter}", f"aside {letter}"]
        keys += [f"field {letter} {number}" for number in range(1, count + 1)]
    fresh = None if rules.component is None else rules.component(len(letters), options)
    own: dict[str, str] = {}
    if fresh is not None:
        keys += fresh.piles()
        own = {key: said.pop(key) for key in fresh.entries() if key in said and key not in fresh.piles()}
    filler = Filler(rules)
    piles: dict[str, list[int]] = {}
    for key in keys:
        piles[key] = parse_pile(said.pop(key, "nothing"))
        for card in piles[key]:
            if card != ANY and not (card in rules.hand_extras and key.startswith("hand ")):
                filler.take(card)
    filler.reserve(coming)
    for cards in piles.values():
        cards[:] = [filler.any_card() if card == ANY else card for card in cards]
    left = filler.left() + filler.reserved
    if rest == "draw":
        piles["draw bag"] += left
    elif rest == "discard":
        piles["discard"][:0] = left
    if fresh is not None:
        fresh.fill(rules, [piles[f"hand {letter}"] for letter in letters], own)
        full.update({key: own.get(key, text) for key, text in fresh.entries().items() if key not in fresh.piles()})
    for key, cards in piles.items():
        full[key] = cards_text(cards)
    for letter in letters:
        piles_of = [str(NO_PILE) if card in rules.hand_extras else full["pile"] for card in piles[f"hand {letter}"]]
        full[f"drawn {letter}"] = said.pop(f"drawn {letter}", " ".join(piles_of) or "nothing")


def parse_pile(text: str) -> list[int]:
    """Cards, or a bare number of any cards."""
    if is_number(text):
        text = f"{text} any" if int(text) else "nothing"
    return parse_cards(text)
