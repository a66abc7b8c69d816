"""Golden games: one record per game and number of players, and its transcripts. `make golden` rewrites them.

    python -m tests.tools.golden_games FOLDER bohnsai:3

writes those of an installed game into a folder, from which `pytest tests/record/test_golden_games.py --golden FOLDER`
reads them. `bohnsai:3:miser-1,random-1,sprout-1` names the bots, seat by seat; a file in the folder stores them.
"""

import sys
from pathlib import Path

import tobean
from tests.support.engine.tables import BUILTIN_VARIANTS
from tests.support.paths import GOLDEN
from tobean.bots.game_loop import play_to_end
from tobean.games.registry import game_folder
from tobean.i18n import LANGUAGES, sentence
from tobean.i18n.catalogues import SOURCE
from tobean.research.opponents.population import lab_bot

PLAYERS = ("Timon", "Nina", "Keno", "Eiko", "Anna")
BOTS = ("sprout-1", "random-1", "sprout-1", "miser-1", "random-1")
"""Frozen bots of three kinds, whose choices never change."""
MAX_FIRST_LINES = 150


def bots_of(folder: Path, game: str, players: int) -> tuple[str, ...]:
    """Return the bots of the golden game in this folder, seat by seat."""
    named = folder / f"{game}-{players}.bots"
    return tuple(named.read_text(encoding="utf-8").split()) if named.is_file() else BOTS[:players]


def golden_record(game: str, players: int, bots: tuple[str, ...] = BOTS) -> tobean.Record:
    played = tobean.Game(game, PLAYERS[:players], seed=f"golden {players}", talk_limit=5)
    named = [lab_bot(name) for name in bots[:players]]
    play_to_end(played.table, named, tobean.chance_from("golden"), played.play)
    return played.record


def played_record(game: str, players: int) -> tobean.Record:
    """Return the stored golden game; for an installed game a newly played one."""
    kept = GOLDEN / f"{game}-{players}.record"
    return tobean.parse_record(kept.read_text(encoding="utf-8")) if kept.is_file() else golden_record(game, players)


def transcript(record: tobean.Record, language: str, seat: int | None) -> str:
    """Return the beginning and the end of the narration, with all cards or as one seat sees it."""
    lines: list[str] = []
    rules = record.rules()
    for _, action, events in record.replay():
        if action is not None and seat is None:
            lines.append(f"> {action!r}")
        seen = [event if seat is None else event.seen_by(seat) for event in events]
        lines += [sentence(event, rules, record.players, language) for event in seen]
    return "\n".join([*lines[:MAX_FIRST_LINES], "...", *lines[-MAX_FIRST_LINES // 3 :]]) + "\n"


def game_languages(game: str) -> list[str]:
    """Return the languages into which a game is translated; a game in another package may lack some."""
    folder = game_folder(game)
    return [each for each in LANGUAGES if each == SOURCE or folder.joinpath("locale", f"{each}.po").is_file()]


def golden_texts(game: str, players: int, bots: tuple[str, ...] = BOTS) -> dict[str, str]:
    record = golden_record(game, players, bots)
    texts = {f"{game}-{players}.record": record.text()}
    if bots[:players] != BOTS[:players]:
        texts[f"{game}-{players}.bots"] = "\n".join(bots) + "\n"
    for language in game_languages(game):
        texts[f"{game}-{players}.{language}.txt"] = transcript(record, language, None)
    texts[f"{game}-{players}.seat-A.en.txt"] = transcript(record, "en", 0)
    return texts


def write(folder: Path, game: str, players: int, bots: tuple[str, ...]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in golden_texts(game, players, bots).items():
        (folder / name).write_text(text, encoding="utf-8")
        print(name)


def main(arguments: list[str]) -> None:
    if not arguments:
        for game, players in BUILTIN_VARIANTS:
            write(GOLDEN, game, players, BOTS)
        return
    folder = Path(arguments[0])
    for wanted in arguments[1:]:
        game, number, *named = wanted.split(":")
        players = int(number)
        bots = tuple(named[0].split(",")) if named else bots_of(folder, game, players)
        if len(bots) != players:
            raise SystemExit(f"{wanted}: {players} players need {players} bots")
        write(folder, game, players, bots)


if __name__ == "__main__":
    main(sys.argv[1:])
