"""Streaks of won solo games, stored in a small text file with one line per game:

    tobean streak 1
    won 5f0c31a29b6e0d14 GAME: A 27; RIVAL 24; winner A
    lost 90aa41d7c35b8e02 GAME: A 20; RIVAL 20; winner RIVAL

The second word identifies the record, so that no game counts twice. The player of a solo game has seat A.
"""

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tobean.i18n.translator import Translator
from tobean.kernel.base.seats import seat_name
from tobean.kernel.cards import sorted_cards
from tobean.kernel.errors import BadInput
from tobean.kernel.notation.input_limits import lines_of
from tobean.record.record import Record

HEADER: Final = "tobean streak 1"
PLAYER: Final = 0
"""The seat of the solo player."""


@dataclass(frozen=True)
class StreakEntry:
    """A finished solo game."""

    won: bool
    digest: str
    """Hash of the record: the same game has the same digest."""
    game: str
    result: str

    def text(self) -> str:
        return f"{'won' if self.won else 'lost'} {self.digest} {self.game}: {self.result}"


def entry_of(record: Record) -> StreakEntry:
    """Replay a record and return its entry. Only finished solo games with the printed cards are accepted."""
    if len(record.players) != 1:
        raise BadInput("a streak is for solo games; this record has {count} players", count=len(record.players))
    if record.position:
        raise BadInput("a streak is for whole games; this record begins with a position and not with the deal")
    check_printed(record)
    table = record.final()
    if not table.over:
        raise BadInput("a streak is for finished games; this record stops before the end")
    result = table.result()
    moves = "\n".join(f"{move.action!r} {move.chance}" for move in record.moves)
    content = f"{record.game} {record.options} {record.cards} {record.deck} {record.deal}\n{moves}"
    digest = hashlib.blake2b(content.encode(), digest_size=8).hexdigest()
    return StreakEntry(PLAYER in result.winners, digest, record.game, str(result))


def check_printed(record: Record) -> None:
    """Reject custom cards: with those every game can be won."""
    printed = sorted_cards([bean.kind for bean in record.rules().beans for _ in range(bean.count)])
    if record.cards or (record.deck is not None and record.deck != printed):
        raise BadInput("a streak is for games with the printed cards; this record was played with others")


def with_entry(entries: Sequence[StreakEntry], entry: StreakEntry) -> list[StreakEntry]:
    """Append an entry, unless the same game is among the entries."""
    is_known = any(other.digest == entry.digest for other in entries)
    return list(entries) if is_known else [*entries, entry]


def current_streak(entries: Sequence[StreakEntry]) -> int:
    """Return the wins since the last game that was not won."""
    streak = 0
    for entry in entries:
        streak = streak + 1 if entry.won else 0
    return streak


def best_streak(entries: Sequence[StreakEntry]) -> int:
    best = streak = 0
    for entry in entries:
        streak = streak + 1 if entry.won else 0
        best = max(best, streak)
    return best


def streak_summary(entries: Sequence[StreakEntry], translator: Translator) -> str:
    """Return for example "Current streak: 2 wins. Best: 5 wins. 9 games, 7 won."."""
    say_plural, won = translator.say_plural, sum(entry.won for entry in entries)
    sentences = [
        say_plural("Current streak: {count} win.", "Current streak: {count} wins.", current_streak(entries)),
        say_plural("Best: {count} win.", "Best: {count} wins.", best_streak(entries)),
        say_plural("{count} game, {won} won.", "{count} games, {won} won.", len(entries), won=won),
    ]
    return " ".join(sentences)


def streak_text(entries: Sequence[StreakEntry]) -> str:
    return "\n".join([HEADER, *[entry.text() for entry in entries]]) + "\n"


def parse_streak(text: str) -> list[StreakEntry]:
    """Parse the text of a streak; errors name the line."""
    lines = lines_of(text, BadInput)
    if not lines or lines[0].strip() != HEADER:
        raise BadInput("line 1: a streak begins with {header!r}", header=HEADER)
    entries: list[StreakEntry] = []
    marks: set[str] = set()
    for number, line in enumerate(lines[1:], start=2):
        content = line.strip()
        if not content or content.startswith("#"):
            continue
        match = re.fullmatch(r"(won|lost) ([0-9a-f]{16}) ([^\s:]+): (.+)", content)
        if not match:
            raise BadInput("line {line}: {content!r} is not a game of a streak", line=number, content=content)
        if (match[1] == "won") != match[4].endswith(f"winner {seat_name(PLAYER)}"):
            raise BadInput(
                "line {line}: {given!r} is not what the result says: {result}",
                line=number,
                given=match[1],
                result=match[4],
            )
        entry = StreakEntry(match[1] == "won", match[2], match[3], match[4])
        if entry.digest in marks:
            raise BadInput("line {line}: this game appears twice", line=number)
        marks.add(entry.digest)
        entries.append(entry)
    return entries
