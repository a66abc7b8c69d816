"""Golden games: one record a game and number of players, and its transcripts. `make golden` writes them anew.

    python tests/golden.py FOLDER bohnsai:3

writes those of an installed game into a folder, from which `pytest tests/test_golden.py --golden FOLDER` reads them.
"""

from __future__ import annotations

import sys
from pathlib import Path

import tobean
from kit import HOUSE_VARIANTS
from tobean.bots.match import play_out
from tobean.lab.population import player_named
from tobean.speech import LANGUAGES, sentence

FOLDER = Path(__file__).parent / "golden"
PLAYERS = ("Timon", "Nina", "Keno", "Eiko", "Anna")
LINES = 150


def golden_record(game: str, players: int) -> tobean.Record:
    """A game of three kinds of bots that are frozen: always the same."""
    played = tobean.Game(game, PLAYERS[:players], seed=f"golden {players}", talk_limit=5)
    bots = [player_named(name) for name in ("sprout-1", "random-1", "sprout-1", "miser-1", "random-1")[:players]]
    play_out(played.table, bots, tobean.chance_from("golden"), played.play)
    return played.record


def played_record(game: str, players: int) -> tobean.Record:
    """The golden game as we keep it; of an installed game one that is played now."""
    kept = FOLDER / f"{game}-{players}.record"
    return tobean.parse_record(kept.read_text(encoding="utf-8")) if kept.is_file() else golden_record(game, players)


def transcript(record: tobean.Record, language: str, seat: int | None) -> str:
    """The first lines of what was told: everything, or as one seat heard it."""
    lines: list[str] = []
    rules = record.rules()
    for _, action, events in record.replay():
        if action is not None and seat is None:
            lines.append(f"> {action!r}")
        seen = [event if seat is None else event.seen_by(seat) for event in events]
        lines += [sentence(event, rules, record.players, language) for event in seen]
    return "\n".join([*lines[:LINES], "...", *lines[-LINES // 3 :]]) + "\n"


def golden_texts(game: str, players: int) -> dict[str, str]:
    record = golden_record(game, players)
    texts = {f"{game}-{players}.record": record.text()}
    for language in LANGUAGES:
        texts[f"{game}-{players}.{language}.txt"] = transcript(record, language, None)
    texts[f"{game}-{players}.seat-A.en.txt"] = transcript(record, "en", 0)
    return texts


def main(folder: Path, variants: list[tuple[str, int]]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for game, players in variants:
        for name, text in golden_texts(game, players).items():
            (folder / name).write_text(text, encoding="utf-8")
            print(name)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        named = [(game, int(players)) for game, _, players in (each.partition(":") for each in sys.argv[2:])]
        main(Path(sys.argv[1]), named)
    else:
        main(FOLDER, HOUSE_VARIANTS)
