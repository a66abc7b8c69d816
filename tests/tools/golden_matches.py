"""Golden matches: one for each bot level and game. `make golden` rewrites them.

    python -m tests.tools.golden_matches           # play all of them and compare; exit code 1 if any differ
    python -m tests.tools.golden_matches --write   # write golden_matches.txt

Bots choose the same on every processor, Python version and build. tests/tools/check_wheel.py runs this file against an
installed wheel, so it needs only the standard library and the package.
"""

import hashlib
import sys
from pathlib import Path

import tobean

GOLDEN_FILE = Path(__file__).parents[1] / "data" / "golden_matches.txt"
LEVELS = ("random", "miser", "sprout", "merchant", "mendel")
SEARCHING = ("sage@0.02", "mendel@0.02")
"""Searching bots take a hundred times as long, so their matches stop after `SEARCHED_PLIES`."""
SEARCHED_PLIES = 40
BUILTIN_GAMES = ("bohnanza", "rabohnzel", "excalibohn", "al-cabohne", "bohnedikt")
MATCHES = [
    (game, players, level)
    for game in BUILTIN_GAMES
    for players in sorted({min(tobean.GAMES[game].players), max(tobean.GAMES[game].players)})
    for level in (*LEVELS, *SEARCHING)
]


def match_line(game: str, players: int, level: str) -> str:
    """Play a match and return it as one line: game, number of players, level, thalers, number of actions, and their
    digest.

    Every other seat is a merchant's, so that each level makes and receives offers.
    """
    bots = [level if seat % 2 == 0 else "merchant" for seat in range(players)]
    limit = SEARCHED_PLIES if level in SEARCHING else 10**6
    result, record = tobean.play_match(game, bots, "golden", talk_limit=4, until=lambda table: table.ply >= limit)
    actions = [repr(action) for _, action, _ in record.replay() if action is not None]
    digest = hashlib.blake2b("\n".join(actions).encode(), digest_size=6).hexdigest()
    thalers = "-".join(map(str, result.thalers))
    return f"{game} {players} {level}: {thalers}, {len(actions)} actions, {digest}"


def golden_lines() -> dict[tuple[str, int, str], str]:
    """Return the lines of the golden file by game, number of players and level."""
    lines = GOLDEN_FILE.read_text(encoding="utf-8").splitlines()
    found = {}
    for line in lines:
        game, players, level = line.partition(":")[0].split()
        found[game, int(players), level] = line
    return found


def write() -> None:
    GOLDEN_FILE.write_text("".join(f"{match_line(*match)}\n" for match in MATCHES), encoding="utf-8")


def main() -> int:
    """Compare all matches; returns the exit code."""
    golden = golden_lines()
    different = [line for match in MATCHES if (line := match_line(*match)) != golden[match]]
    print("\n".join([*different, f"golden matches: {len(MATCHES) - len(different)} of {len(MATCHES)} as they were"]))
    return 1 if different else 0


if __name__ == "__main__":
    if sys.argv[1:] == ["--write"]:
        write()
    else:
        raise SystemExit(main())
