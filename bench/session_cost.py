"""Cost of a table: an accepted action, its log entry, and the updates for all viewers as JSON.

    python bench/session_cost.py [--games 4]

Random play at one table of each game, with half of the viewers reading German. Prints microseconds of CPU time per
action; the engine's share is small, so compiled and interpreted differ less than in bench/engine.py.
"""

import argparse
import time

import tobean
from tobean.kernel.chance import chance_from
from tobean.play import Session, Setup, Viewer, entry_text, person_seat
from tobean.play.wire.messages import update

NAMES = ("Timon", "Nina", "Keno", "Eiko", "Ada")


def measure(game: str, players: int, seed: int) -> tuple[int, float, float, int]:
    """Play a game; returns the actions, the seconds for applying them, and the seconds and bytes of all updates."""
    seats = tuple(person_seat(name, name) for name in NAMES[:players])
    session, _ = Session.open(Setup(game, seats, {"talk_limit": 5}), 0.0)
    session.start(0.0, seed)
    viewers = [Viewer(seat, "de" if seat % 2 else "en") for seat in range(players)]
    chance = chance_from(seed)
    actions = size = 0
    apply_seconds = update_seconds = 0.0
    while session.state == "playing":
        seat = session.table.awaited
        do = repr(session.table.sample_action(seat, chance))
        begin = time.process_time()
        for entry in session.act(seat, do, session.version, 1.0, actions):
            entry_text(entry)
        between = time.process_time()
        for viewer in viewers:
            size += len(update(session, viewer))
        end = time.process_time()
        apply_seconds += between - begin
        update_seconds += end - between
        actions += 1
    return actions, apply_seconds, update_seconds, size


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=4, help="games of each kind")
    games = parser.parse_args().games
    print(f"{'game':12} viewers  action  updates    sum (microseconds)  bytes/update")
    for game in tobean.GAMES:
        players = 2 if game == "al-cabohne" else 4
        runs = [measure(game, players, seed) for seed in range(games)]
        actions, apply_seconds, update_seconds, size = (sum(column) for column in zip(*runs, strict=True))
        one, all_viewers = apply_seconds / actions * 1e6, update_seconds / actions * 1e6
        total = one + all_viewers
        print(f"{game:12} {players:7} {one:7.0f} {all_viewers:8.0f} {total:6.0f} {size / actions / players:32.0f}")


if __name__ == "__main__":
    main()
