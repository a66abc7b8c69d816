"""Many games of bots, spread over worker processes.

Game n depends on the plan and on n alone, and workers deal out the numbers in turn (worker 2 of 4 plays 1, 5, 9, ...):
the outcome is the same for any number of workers. Each worker has a pipe to the parent, through which it sends a tally
now and then; the pipe ends when the worker does.
"""

from __future__ import annotations

import os
import signal
from collections import Counter
from dataclasses import dataclass, field
from multiprocessing import Pipe, Process
from multiprocessing.connection import wait
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Final

from tobean.bots import bot_named
from tobean.bots.match import play_match
from tobean.cli.output import Failed
from tobean.cli.tally import Tally, counting
from tobean.games import game_with_cards
from tobean.games.cardset import parse_card_set
from tobean.kernel.actions import seat_name
from tobean.kernel.chance import chance_from
from tobean.kernel.errors import TobeanError
from tobean.kernel.setup import new_table
from tobean.record.record import Game

if TYPE_CHECKING:
    from collections.abc import Generator
    from multiprocessing.connection import Connection

PATIENCE: Final = 0.1
"""Seconds of work that a worker reports at once."""


@dataclass(frozen=True)
class Plan:
    """The games that are to be played."""

    game: str
    games: int
    players: int
    lineup: tuple[str, ...]
    """The name of a bot for each seat of the first game."""
    rotate: bool = True
    seed: str = "0"
    start: int = 0
    options: dict[str, int | bool | None] = field(default_factory=dict)
    records: str = ""
    """The folder for the records; "" for none."""
    cards: str = ""
    """A card set of one's own, as JSON."""

    def seating(self, number: int) -> list[str]:
        """The bots of a game by seat: from game to game all move up one seat."""
        shift = number if self.rotate else 0
        return [self.lineup[(seat - shift) % self.players] for seat in range(self.players)]


def play_game(plan: Plan, number: int, tally: Tally) -> None:
    """Play a game to its end and take it in."""
    seed = f"{plan.seed} game {number}"
    names = plan.seating(number)
    game: Game | None = None
    if plan.records:
        players = [f"{name} {seat_name(seat)}" for seat, name in enumerate(names)]
        cards = parse_card_set(plan.cards) if plan.cards else None
        game = Game(plan.game, players, seed, None, plan.start, cards, **plan.options)
        table = game.table
    else:
        rules = game_with_cards(plan.game, plan.cards)
        table = new_table(rules, plan.players, chance_from(seed), plan.options, None, plan.start)
    counts: Counter[str] = Counter()
    act = counting(table, game.play if game else table.apply, counts)
    try:
        play_match(table, [bot_named(name) for name in names], chance_from(f"{seed} bots"), act)
    except TobeanError as error:
        raise Failed(f"game {number + 1} of seed {plan.seed}: {error}") from error
    if game:
        record_file(plan, number).write_text(game.record.text(), encoding="utf-8")
    tally.add(table, names, counts)


def record_file(plan: Plan, number: int) -> Path:
    return Path(plan.records) / f"{plan.game}-{number + 1:0{len(str(plan.games))}}.record"


def play_all(plan: Plan, workers: int) -> Generator[Tally, None, None]:
    """Play the games, and tell about them bit by bit."""
    workers = min(workers, plan.games)
    if workers > 1:
        yield from play_spread(plan, workers)
        return
    for number in range(plan.games):
        tally = Tally()
        play_game(plan, number, tally)
        yield tally


def play_spread(plan: Plan, workers: int) -> Generator[Tally, None, None]:
    running: dict[Connection, Process] = {}
    try:
        for first in range(workers):
            ours, theirs = Pipe(duplex=False)
            process = Process(target=work, args=(plan, first, workers, ours, theirs), daemon=True)
            process.start()
            theirs.close()
            running[ours] = process
        while running:
            for ready in wait(list(running)):
                channel = next(channel for channel in running if channel is ready)
                try:
                    news = channel.recv()
                except EOFError:
                    finish(running.pop(channel))
                    continue
                if not isinstance(news, Tally):
                    raise Failed(str(news))
                yield news
    finally:
        for process in running.values():
            process.terminate()
            process.join()


def finish(process: Process) -> None:
    process.join()
    if process.exitcode:
        raise Failed(f"a worker process ended before its work was done (exit code {process.exitcode})")


def work(plan: Plan, first: int, step: int, parents: Connection, channel: Connection) -> None:
    """A worker: sends tallies or, if something goes wrong, a sentence."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # The parent ends its workers.
    parents.close()  # Else the pipe would not break when the parent is gone.
    tally, sent = Tally(), monotonic()
    try:
        for number in range(first, plan.games, step):
            play_game(plan, number, tally)
            if monotonic() - sent > PATIENCE:
                channel.send(tally)
                tally, sent = Tally(), monotonic()
        if tally.games:
            channel.send(tally)
    except BrokenPipeError:
        os._exit(0)  # Nobody is there to hear it.
    except (Failed, OSError) as error:
        channel.send(str(error))
    channel.close()
