"""Damaged and hostile input: mutations of every kind of text that people may upload or send. Used by
`tests/tools/fuzz.py` and by the tests.

A mutation is identified by its seed. Its result is either valid, and then survives being written and read back, or
refused with a `TobeanError`; anything else is a fault.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

import tobean
from tests.support.engine.tables import VARIANTS, table_in_mid_game
from tests.support.paths import GOLDEN, SCENARIOS
from tobean.games import game_with_cards
from tobean.games.card_set import parse_card_file, parse_card_set, with_cards
from tobean.kernel.chance import chance_from
from tobean.record.scenarios.runner import run_scenario
from tobean.record.scenarios.scenario import parse_scenarios
from tobean.session import Viewer
from tobean.session.replay import Replay
from tobean.session.wire.messages import encode

NUMBERS = (
    "0", "-1", "1", "7", "8", "10", "61", "100", "401", "1000", "65536", "999999999", "1000000000", "4294967296",
    "9" * 23, "9" * 5000, "0x" + "f" * 5000, "1e9", "1e999", "-9223372036854775809", "²", "٣", "1_0", "1.5", "nan",
    "inf", "true", "1979-05-27",
)  # fmt: skip
CHARACTERS: tuple[str, ...] = (
    "\x00", "\x07", "\x0b", "\x0c", "\x1c", "\x1e", "\x85", "\u2028", "\u2029", "\ud800", "\udfff", "\ufeff", "\u202e",
    "\u200b", "\t", "\r", "\n", " ", "ß", "İ", "🫘", *"\"'\\#:;,=@?*/[]{}().",
)  # fmt: skip
CHUNKS = (
    "[" * 3000, "]" * 3000, "{" * 3000, '{"a":' * 1500, "(" * 500, "a." * 6000, "Red, " * 3000, "1000 Red, " * 400,
    "A" * 40_000, '"""', "'''", "\\u0000", "\\ud800", "\\u2028", '"\\"' * 9000, "turned Red, " * 2000,
    " (declined by A" * 500, "; trading" * 3000, "+Move" * 2000, "any", "nothing", "rest", "?", "card -1",
)  # fmt: skip


# --- seed texts --------------------------------------------------------------------------------------------


@cache
def records() -> tuple[str, ...]:
    found = [path.read_text(encoding="utf-8") for path in sorted(GOLDEN.glob("*.record"))]
    own = tobean.Game("bohnedikt", 3, 5, cards=card_sets()[-1], talk_limit=3)
    chance = chance_from("mutations")
    while not own.table.over:
        own.play(own.table.sample_action(own.table.awaited, chance))
    # Most possible errors are in the first lines.
    return tuple("\n".join(text.splitlines()[:120]) + "\n" for text in [*found, own.record.text()])


@cache
def card_sets() -> tuple[dict[str, Any], ...]:
    return (
        {"game": "bohnanza", "name": "own", "beans": {"Red": {"count": 9, "beanometer": [2, 3, 4, 5], "name": "Ruby"}}},
        {"game": "rabohnzel", "beans": {"Mean": {"count": 12, "german": "Fiese Bohne", "provenance": "card"}}},
        {"game": "bohnedikt", "edicts": {"U3": {"count": 2, "text": "No."}}, "extras": {"Green/Red": {"count": 3}}},
    )  # fmt: skip


def toml_of(cards: dict[str, Any]) -> str:
    lines = [f"{key} = {json.dumps(value)}" for key, value in cards.items() if isinstance(value, str)]
    for key, section in cards.items():
        if isinstance(section, dict):
            for name, values in section.items():
                lines.append(f"[{key}.{json.dumps(name)}]")
                lines += [f"{word} = {json.dumps(value)}" for word, value in values.items()]
    return "\n".join(lines) + "\n"


@cache
def card_files() -> tuple[str, ...]:
    return tuple(toml_of(cards) for cards in card_sets())


@cache
def card_jsons() -> tuple[str, ...]:
    return tuple(json.dumps(cards) for cards in card_sets())


@cache
def tables() -> tuple[tobean.Table, ...]:
    return tuple(table_in_mid_game(game, players, seed) for game, players in VARIANTS for seed in range(6))


@cache
def table_texts() -> tuple[str, ...]:
    own = tobean.new_game("bohnanza", cards=card_sets()[0])
    return tuple(tobean.table_text(table) for table in (*tables(), own))


@cache
def snapshots() -> tuple[str, ...]:
    return tuple(json.dumps(tobean.snapshot(table), indent=0) for table in tables())


@cache
def scenarios() -> tuple[str, ...]:
    found: list[str] = []
    for path in sorted(SCENARIOS.rglob("*.scenario")):
        parts = re.split(r"(?m)^(?=scenario:)", path.read_text(encoding="utf-8"))
        found += [part for part in parts if part.startswith("scenario:")]
    return tuple(found)


@cache
def messages() -> tuple[str, ...]:
    return tuple(
        json.dumps(message)
        for message in (
            {"type": "act", "version": 0, "action": "A plant Red 1"},
            {"type": "act", "version": 3, "action": "A offer all: turned Soy, Chili@4 for Red"},
            {"type": "preview", "version": 3, "action": "A offer B: Red@1 for 2 Soy"},
            {"type": "considering"},
            {"type": "shown", "turn": 1},
            {"type": "nothing", "turn": 1},
            {
                "type": "act",
                "version": 3,
                "action": "A accept 1: Red@1",
                "offer": {"number": 1, "seat": 1, "cards": [3], "wants": [2]},
            },
            {"type": "act", "version": 3, "action": "A call: have Soy; want Red"},
            {"type": "act", "version": 4, "action": "A end trading"},
            {"type": "why", "action": "A harvest 1: discard Red, Blue"},
            {"type": "why", "action": "A counter 3 to B: Red@2 for Soy"},
            {"type": "chat", "text": "hello you"},
            {"type": "talk", "text": "2 Soy + Chili for a Red?"},
            {"type": "talk", "text": "suche 3 Blaue, gebe Soja"},
            {"type": "wish", "kinds": [0, 1, 2]},
            {"type": "standing", "orders": ["have Soy; want Red", "decline"]},
            {"type": "introduction", "lesson": "plant", "away": False},
            {"type": "undo", "version": 2},
            {"type": "hint", "version": 2},
            {"type": "earlier", "before": 10},
            {"type": "seat", "do": "leave", "seat": 1},
            {"type": "seat", "do": "fill", "seat": 1, "bot": "sprout"},
            {"type": "seat", "do": "reclaim", "seat": 1},
            {"type": "start", "fill": True},
            {"type": "rematch"},
            {"type": "refresh"},
            {"type": "ping"},
        )
    )


# --- mutations -------------------------------------------------------------------------------------------------


def mutated(seeds: tuple[str, ...], rng: Random) -> str:
    """One of the seed texts after one mild mutation, or after one to four of any kind."""
    text = rng.choice(seeds)
    if rng.random() < 0.4:
        return rng.choice(MILD)(text, seeds, rng)
    for _ in range(rng.choice((1, 1, 1, 2, 2, 3, 4))):
        text = rng.choice(MUTATORS)(text, seeds, rng)[:400_000]
    return text


def other_number(text: str, seeds: tuple[str, ...], rng: Random) -> str:
    """Replaces a number, in range or absurd."""
    found = list(re.finditer(r"[0-9]+", text))
    if not found:
        return text
    at = rng.choice(found)
    fresh = str(rng.randrange(12)) if rng.random() < 0.5 else rng.choice(NUMBERS)
    return text[: at.start()] + fresh + text[at.end() :]


def other_word(text: str, seeds: tuple[str, ...], rng: Random) -> str:
    """Replaces a word by one of this or of another text."""
    found = list(re.finditer(r"[^\s,:;=\"\[\]{}]+", text))
    words: list[str] = re.findall(r"[^\s,:;=\"\[\]{}]+", text if rng.random() < 0.6 else rng.choice(seeds))
    if not found or not words:
        return text
    at = rng.choice(found)
    return text[: at.start()] + rng.choice(words) + text[at.end() :]


def other_value(text: str, seeds: tuple[str, ...], rng: Random) -> str:
    """Replaces the rest of a line by that of another line, preferably one with the same beginning."""
    lines, strange = text.splitlines(), rng.choice(seeds).splitlines()
    if not lines or not strange:
        return text
    at = rng.randrange(len(lines))
    head = lines[at].partition(":")[0]
    alike = [line for line in strange if line.partition(":")[0] == head] or strange
    lines[at] = rng.choice(alike) if rng.random() < 0.7 else f"{head}:{rng.choice(strange).partition(':')[2]}"
    return "\n".join(lines) + "\n"


def other_lines(text: str, seeds: tuple[str, ...], rng: Random) -> str:
    """Removes, duplicates or moves a line, or inserts one of another text."""
    lines = text.splitlines()
    if not lines:
        return text
    at, to = rng.randrange(len(lines)), rng.randrange(len(lines))
    kind = rng.randrange(5)
    if kind == 0:
        del lines[at]
    elif kind == 1:
        lines.insert(to, lines[at])
    elif kind == 2:
        lines[at], lines[to] = lines[to], lines[at]
    elif kind == 3:
        lines.insert(to, rng.choice(rng.choice(seeds).splitlines() or [""]))
    else:
        lines[at:at] = [lines[at]] * rng.choice((2, 30, 2000))
    return "\n".join(lines) + "\n"


def other_characters(text: str, seeds: tuple[str, ...], rng: Random) -> str:
    """Removes or duplicates characters, or inserts hostile ones."""
    at = rng.randrange(len(text) + 1)
    to = min(len(text), at + rng.choice((1, 1, 2, 10, 100)))
    kind = rng.randrange(4)
    if kind == 0:
        return text[:at] + text[to:]
    if kind == 1:
        return text[:to] + text[at:]
    if kind == 2:
        return text[:at] + chr(rng.choice((rng.randrange(128), rng.randrange(0x3000)))) + text[to:]
    return text[:at] + rng.choice(CHARACTERS) + text[at:]


def hostile_chunk(text: str, seeds: tuple[str, ...], rng: Random) -> str:
    """Inserts something long, deep or unusual, anywhere or at the end of a line."""
    ends = [found.start() for found in re.finditer(r"\n|$", text)]
    at = rng.choice(ends) if rng.random() < 0.6 else rng.randrange(len(text) + 1)
    return text[:at] + rng.choice(CHUNKS) + text[at:]


def spliced(text: str, seeds: tuple[str, ...], rng: Random) -> str:
    """Joins the beginning of one text and the end of another."""
    lines, strange = text.splitlines(), rng.choice(seeds).splitlines()
    return "\n".join(lines[: rng.randrange(len(lines) + 1)] + strange[rng.randrange(len(strange) + 1) :]) + "\n"


MILD = (other_number, other_word, other_value, other_lines)
"""Mutations whose result is often still acceptable."""
MUTATORS = (
    other_number, other_number, other_word, other_word, other_word, other_value, other_lines, other_characters,
    other_characters, hostile_chunk, spliced,
)  # fmt: skip


# --- checks --------------------------------------------------------------------------------------------------


def try_record(brought: str, rng: Random) -> None:
    record = tobean.parse_record(brought)
    text = record.text()
    assert tobean.parse_record(text).text() == text, "a record is not read back"
    text.encode()
    replay = Replay(record)
    for frame in replay.frames(Viewer(None, open=True), max(0, replay.plies - 1)):
        encode(frame)


def try_table(text: str, rng: Random) -> None:
    check_accepted_table(tobean.parse_table(text), rng)


def check_accepted_table(table: tobean.Table, rng: Random) -> None:
    """Checks that an accepted table can be written, observed from every seat, and played on."""
    text = tobean.table_text(table)
    assert tobean.table_text(tobean.parse_table(text)) == text, "a table text is not read back"
    text.encode()
    chance = chance_from(rng.randrange(1000))
    for turn in range(12):
        for seat in range(table.players):
            view = tobean.observe(table, seat)
            table.legal_actions(seat)
            if turn == 0:
                tobean.determinize(view, chance)
        if table.over:
            table.result()
            return
        table.apply(table.sample_action(table.awaited, chance))


def try_snapshot(text: str, rng: Random) -> None:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return  # Python's own error for the JSON
    table = tobean.restore(data)
    again = tobean.snapshot(table)
    assert tobean.snapshot(tobean.restore(again)) == again, "a snapshot is not read back"
    json.dumps(again, ensure_ascii=False).encode()


def try_cards(data: dict[str, object], rng: Random) -> None:
    game = data.get("game")
    rules = with_cards(tobean.GAMES[game if isinstance(game, str) and game in tobean.GAMES else "bohnanza"], data)
    rules.card_set.encode()
    assert game_with_cards(rules.name, rules.card_set) == rules, "a card set is not read back"
    game_played = tobean.Game(rules.name, rules.players[0], rng.randrange(1000), cards=data)
    text = game_played.record.text()
    assert tobean.parse_record(text).text() == text, "a record with a card set is not read back"
    check_accepted_table(game_played.table, rng)


def try_card_file(text: str, rng: Random) -> None:
    try_cards(parse_card_file(text), rng)


def try_card_json(text: str, rng: Random) -> None:
    try_cards(parse_card_set(text), rng)


def try_scenario(text: str, rng: Random) -> None:
    for scenario in parse_scenarios(text):
        run_scenario(scenario)


KINDS: dict[str, tuple[Callable[[], tuple[str, ...]], Callable[[str, Random], None]]] = {
    "record": (records, try_record),
    "table text": (table_texts, try_table),
    "snapshot": (snapshots, try_snapshot),
    "card file": (card_files, try_card_file),
    "card set": (card_jsons, try_card_json),
    "scenario": (scenarios, try_scenario),
}
"""For each kind of input the seeds that are mutated, and the check that reads them."""


@dataclass
class Tally:
    """Counts of tried and accepted mutations, and the slowest one."""

    tried: int = 0
    accepted: int = 0
    slowest: float = 0.0
    slowest_input: str = ""

    def add(self, other: Tally) -> None:
        self.tried += other.tried
        self.accepted += other.accepted
        if other.slowest > self.slowest:
            self.slowest, self.slowest_input = other.slowest, other.slowest_input


def prepare() -> None:
    """Creates the seed texts, so that their cost is not attributed to a mutation."""
    for seeds, _ in KINDS.values():
        seeds()


def try_one(kind: str, seed: int, tally: Tally) -> None:
    """Creates and tries one mutation; raises an error if the result is a fault."""
    seeds, attempt = KINDS[kind]
    rng = Random(f"{kind} {seed}")
    text = mutated(seeds(), rng)
    begun = time.process_time()
    try:
        attempt(text, rng)
        tally.accepted += 1
    except tobean.TobeanError as error:
        str(error).encode()
    tally.tried += 1
    took = time.process_time() - begun
    if took > tally.slowest:
        tally.slowest, tally.slowest_input = took, f"{kind} {seed}"
