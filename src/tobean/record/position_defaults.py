"""Partial table texts: missing entries are filled in sensibly and reproducibly.

Besides the entries of a table text there are some that are easier to write: `players` as names, `phase`, `draw` for the
top cards, `any` for an arbitrary card, `rest` for the place of all other cards.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from tobean.games import game_with_cards
from tobean.games.registry import default_game
from tobean.kernel.base.seats import SEAT_LETTERS, parse_seat
from tobean.kernel.cards import cards_text
from tobean.kernel.chance import Chance, chance_from
from tobean.kernel.errors import BadInput
from tobean.kernel.message_args import KindArg
from tobean.kernel.notation.card_parser import ANY, parse_cards, parse_known_cards
from tobean.kernel.notation.input_limits import is_number
from tobean.kernel.phases.setup import check_players, checked_options, new_table
from tobean.kernel.state.hands import NO_PILE
from tobean.kernel.state.piles import END_NO_CARDS, END_RUN_OUT, MAKE_PILE, TurnOver
from tobean.record.position_entries import EntryReader, options_text
from tobean.record.record import check_name
from tobean.record.scenarios.invariants import check_table
from tobean.record.table_text import build, parse_options

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tobean.kernel.component import Options
    from tobean.kernel.rules import Rules
    from tobean.kernel.table import Table

RESTS: Final = ("draw", "discard", "out")
"""Places for the cards that no entry mentions; `out` leaves them out of the game."""
SEAT_KEYS: Final = ("hand", "thalers", "aside", "drawn")
"""First words of entries that each seat has, such as `hand A`."""


def player_names(given: dict[str, str], rules: Rules) -> tuple[str, ...]:
    """Return the players of a partial table: names, or letters for a number, by default one that suits the game."""
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
    """Replace a name by its letter: `hand Nina` becomes `hand B`; other keys are unchanged."""
    words = key.split()
    lower = [name.lower() for name in names]
    if len(words) > 1 and (words[0] in (*SEAT_KEYS, "field", "fields") or words[1].lower() in lower):
        words[1] = SEAT_LETTERS[parse_seat(words[1], names)]
    return " ".join(words)


def letters_for(text: str, names: Sequence[str]) -> str:
    """Replace names by letters: `Timon offer Nina: Red@2 for Soy` becomes `A offer B: Red@2 for Soy`."""
    letters = dict(zip(names, SEAT_LETTERS, strict=False))
    return re.sub("|".join(rf"\b{re.escape(name)}\b" for name in names), lambda match: letters[match[0]], text)


class CardAllocator:
    """Allocates the cards that no entry mentions, with a fixed seed."""

    def __init__(self, rules: Rules) -> None:
        self.counts = {bean.kind: bean.count for bean in rules.beans}
        self.chance = chance_from("fill")
        self.reserved: list[int] = []

    def take(self, card: int) -> None:
        if card not in self.counts:
            raise BadInput("{card} is not a bean of this game", card=KindArg(card))
        if self.counts[card] == 0:
            raise BadInput("there are not that many {card} in the game", card=KindArg(card))
        self.counts[card] -= 1

    def reserve(self, cards: Sequence[int]) -> None:
        """Keep these cards, as far as they are left, for the draw pile."""
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


def partial_table(
    given: dict[str, str], chance: Chance, scripted_cards: Sequence[int] = ()
) -> tuple[Table, tuple[str, ...]]:
    """Build a table from a partial description; returns it with the names of its players.

    The `scripted_cards`, which are drawn later, are not filled in elsewhere.
    """
    rules = game_with_cards(given.get("game") or default_game(), given.get("cards", ""))
    names = player_names(given, rules)
    check_players(rules, len(names))
    if "deck" in given:
        return table_from_deck(given, rules, names, chance), names
    given_entries = {with_letters(key, names): value for key, value in given.items()}
    for key, value in given_entries.items():
        if re.fullmatch(r"(offer|call|shown|lacks) \d+", key):
            given_entries[key] = letters_for(value, names)
    full = complete(given_entries.copy(), rules, names, scripted_cards)
    reader = EntryReader(full)
    table = build(reader, chance)
    reader.finish()
    if "deals" not in given_entries:
        table.deals = rules.trade_rules.min_deals(table)
    if "turn" not in given_entries and any(len(rows) > rules.initial_fields(table.players) for rows in table.fields):
        table.turn = table.players + 1  # every player has had a turn in which to gain another field
    advance_to_decision(table, given_entries)
    check_table(table)
    return table, names


def advance_to_decision(table: Table, given_entries: Iterable[str]) -> None:
    """Advance to the first decision. Given entries of the component, cards apart, must still hold there."""
    own = table.component
    before = {} if own is None else {key: text for key, text in own.entries().items() if key not in own.piles()}
    table.advance()
    after = {} if table.component is None else table.component.entries()
    for key in given_entries:
        if key in before and after.get(key) != before[key]:
            raise BadInput(
                "{key}: the rest of the table implies {text} here",
                key=key,
                text=after.get(key, "nothing"),
            )


def table_from_deck(given: dict[str, str], rules: Rules, names: Sequence[str], chance: Chance) -> Table:
    """Return a game from the beginning, dealt from a deck in a given order."""
    for key in given:
        if key not in ("game", "players", "options", "start", "deck"):
            raise BadInput("with a deck the game begins with the deal: {key!r} cannot be given", key=key)
    start = parse_seat(given.get("start", "A"), names)
    options = parse_options(given.get("options", ""))
    return new_table(rules, len(names), chance, options, parse_known_cards(given["deck"]), start)


def complete(
    given_entries: dict[str, str], rules: Rules, names: Sequence[str], scripted_cards: Sequence[int]
) -> dict[str, str]:
    """Return all entries of the table: the given ones, and sensible ones for the rest. Empties `given_entries`."""
    letters = SEAT_LETTERS[: len(names)]
    ending = given_entries.pop("ending", "none")
    last_run_out = rules.last_run_out[rules.players.index(len(names))]
    run_outs = given_entries.pop("run-outs", str(min_run_outs(ending, last_run_out)))
    has_pile = ending == "none" and repr(MAKE_PILE) not in given_entries.get("next", "")
    piles = run_outs if has_pile or not is_number(run_outs) else str(max(0, int(run_outs) - 1))
    options = parse_options(given_entries.pop("options", ""))
    start = letters[parse_seat(given_entries.pop("start", "A"), names)]
    full = {
        "game": rules.name,
        "players": str(len(names)),
        "options": options_text(options),
        "start": start,
        "active": letters[parse_seat(given_entries.pop("active", start), names)],
        "turn": given_entries.pop("turn", "1"),
        "ply": given_entries.pop("ply", "0"),
        "run-outs": run_outs,
        "pile": given_entries.pop("pile", piles),
        "deals": given_entries.pop("deals", "0"),
        "talk": given_entries.pop("talk", " ".join("0" for _ in letters)),
        "ending": ending,
    }
    given_entries.pop("game", None)
    given_entries.pop("players", None)
    full["next"] = (
        given_entries.pop("next") if "next" in given_entries else agenda_text(given_entries, rules, len(names))
    )
    given_entries.pop("phase", None)
    rest = given_entries.pop("rest", "draw")
    if rest not in RESTS:
        raise BadInput("rest: {rest!r} must be one of {known}", rest=rest, known=", ".join(RESTS))
    fill_cards(given_entries, full, rules, letters, checked_options(rules, options), rest, scripted_cards)
    numbers = [int(key.split()[1]) for key in given_entries if re.fullmatch(r"offer [0-9]{1,9}", key)]
    full["offers made"] = given_entries.pop("offers made", str(max(numbers, default=0)))
    full.update(given_entries)
    return full


def min_run_outs(ending: str, last: int) -> int:
    """Return the minimum number of run-outs if the game ends for this reason (K10, K11)."""
    if ending.startswith(END_RUN_OUT):
        return last
    return 1 if ending.startswith(END_NO_CARDS) else 0


def agenda_text(given_entries: dict[str, str], rules: Rules, players: int) -> str:
    """Return the steps from the given phase on. The default is trading if cards are turned over, else phase 1."""
    steps = list(rules.turn_steps(players))
    has_turning = any(isinstance(step, TurnOver) for step in steps)
    phase = given_entries.get("phase", "2" if has_turning and "turned" in given_entries else "1")
    if not is_number(phase) or int(phase) not in [step.phase for step in steps]:
        raise BadInput("phase: {phase!r} is not a phase of {title}", phase=phase, title=rules.title)
    while steps[0].phase != int(phase):
        steps.pop(0)
    prepared = [
        index
        for index, step in enumerate(steps)
        if step.phase == int(phase) and any(key in given_entries for key in step.SETS)
    ]
    return "; ".join(repr(step) for step in steps[max(prepared, default=-1) + 1 :])


def fill_cards(
    given_entries: dict[str, str],
    full: dict[str, str],
    rules: Rules,
    letters: str,
    options: Options,
    rest: str,
    scripted_cards: Sequence[int],
) -> None:
    """Move the entries of all piles to `full`: first the named cards, then `any`, then the rest."""
    fields = rules.fields[rules.players.index(len(letters))]
    keys = ["turned", "discard", "draw top", "draw bag"]
    if "draw" in given_entries:
        if "draw top" in given_entries:
            raise BadInput("draw top: it is the same as draw: give one of them")
        given_entries["draw top"] = given_entries.pop("draw")
    for letter in letters:
        given_entries.setdefault(f"hand {letter}", f"{rules.hand_size} any")
        numbers = [int(key[-1]) for key in given_entries if re.fullmatch(rf"field {letter} [1-9]", key)]
        count = max([fields, *numbers])
        keys += [f"hand {letter}", f"thalers {letter}", f"aside {letter}"]
        keys += [f"field {letter} {number}" for number in range(1, count + 1)]
    fresh = None if rules.component is None else rules.component(len(letters), options)
    own: dict[str, str] = {}
    if fresh is not None:
        keys += fresh.piles()
        for key, text in fresh.implied_piles(given_entries, full["run-outs"]).items():
            given_entries.setdefault(key, text)
        own = {
            key: given_entries.pop(key) for key in fresh.entries() if key in given_entries and key not in fresh.piles()
        }
    allocator = CardAllocator(rules)
    piles: dict[str, list[int]] = {}
    for key in keys:
        piles[key] = parse_pile(given_entries.pop(key, "nothing"))
        for card in piles[key]:
            if card != ANY and not (card in rules.hand_extras and key.startswith("hand ")):
                allocator.take(card)
    allocator.reserve(scripted_cards)
    for cards in piles.values():
        cards[:] = [allocator.any_card() if card == ANY else card for card in cards]
    left = allocator.left() + allocator.reserved
    if rest == "draw":
        piles["draw bag"] += left
    elif rest == "discard":
        piles["discard"][:0] = left
    if fresh is not None:
        fresh.fill_missing(rules, [piles[f"hand {letter}"] for letter in letters], own)
        full.update({key: own.get(key, text) for key, text in fresh.entries().items() if key not in fresh.piles()})
    for key, cards in piles.items():
        full[key] = cards_text(cards)
    for letter in letters:
        piles_of = [str(NO_PILE) if card in rules.hand_extras else full["pile"] for card in piles[f"hand {letter}"]]
        full[f"drawn {letter}"] = given_entries.pop(f"drawn {letter}", " ".join(piles_of) or "nothing")


def parse_pile(text: str) -> list[int]:
    """Parse cards, or a bare number of arbitrary cards."""
    if is_number(text):
        text = f"{text} any" if int(text) else "nothing"
    return parse_cards(text, allows_any=True)
