"""Golden games: one record a game and number of players, and its transcripts. `make golden` writes them anew."""

from __future__ import annotations

from pathlib import Path

import tobean
from kit import VARIANTS
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


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for game, players in VARIANTS:
        for name, text in golden_texts(game, players).items():
            (FOLDER / name).write_text(text, encoding="utf-8")
            print(name)
