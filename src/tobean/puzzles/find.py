"""Search for puzzles in games.

A position becomes a puzzle in three steps. Cheap checks drop most positions. A few trials on sampled tables then show
whether one answer may be clearly best. Fresh trials prove it, so that a lucky first impression cannot.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Final

from tobean.bots.match import play_match
from tobean.bots.registry import untimed_bot
from tobean.games import GAMES
from tobean.kernel.actions import Action
from tobean.kernel.chance import chance_from
from tobean.kernel.table import Table
from tobean.puzzles.answers import answers_to, is_trading, sprout_answer
from tobean.puzzles.proof import MIN_GAP, NEAR, Trials, same_scores
from tobean.puzzles.puzzle import Answer, Puzzle, puzzle_id, theme_of
from tobean.record.record import Record, parse_record
from tobean.record.table_text import parse_table, table_text
from tobean.view.observation import Observation, observe

FIRST_TRIALS: Final = 10
MORE_TRIALS: Final = 30
PROOF_TRIALS: Final = 240
FUTILE_TRIALS: Final = 60
"""Trials after which a proof that will fail is given up."""
MIN_FIRST_LEAD: Final = 0.8
"""Standard errors of the lead after the first trials; below, the position is dropped."""
MIN_LATER_LEAD: Final = 2.0
PLAYER: Final = "merchant"
MAX_PLAYERS: Final = 5
MAX_PER_GAME: Final = 4
MIN_ANSWERS: Final = 3
"""Fewer answers are a puzzle only in trading, where the question is yes or no."""
CONFIRMING_TRIALS: Final = 120
CONFIRMED_LEAD: Final = 0.25
"""Thalers by which a best answer must lead every wrong one in a repeated proof with fewer trials."""
SOLVERS: Final = ("miser", "sprout", "merchant", "mendel", "sage@0.5")
"""Bots whose answers give a puzzle its first rating, from weak to strong."""


@dataclass(frozen=True)
class BotGame:
    """A game that bots play in order to be searched."""

    game: str
    seed: str

    def record(self) -> Record:
        chance = chance_from(f"{self.seed} players")
        counts = [count for count in GAMES[self.game].players if count <= MAX_PLAYERS]
        return play_match(self.game, [PLAYER] * chance.choice(counts), self.seed).record


@dataclass(frozen=True)
class RecordedGame:
    """A recorded game that is to be searched."""

    text: str

    def record(self) -> Record:
        return parse_record(self.text)


def find_in_game(source: BotGame | RecordedGame) -> list[Puzzle]:
    """Return the puzzles of a game: at most one per theme, and few in total, so that they differ."""
    found: list[Puzzle] = []
    for table in decisions_of(source.record()):
        puzzle = puzzle_at(table, f"{table.ply}")
        if puzzle is not None and all(puzzle.theme != other.theme for other in found):
            found.append(puzzle)
            if len(found) == MAX_PER_GAME:
                break
    return found


def decisions_of(record: Record) -> Iterator[Table]:
    """Yield a copy of the table at each decision with a choice, in a random order that depends on the record only."""
    tables = [
        table.clone()
        for table, _, _ in record.replay()
        if not table.over and len(table.legal_actions(table.awaited)) > 1
    ]
    order = list(range(len(tables)))
    chance_from(len(tables)).shuffle(order)
    for index in order:
        yield tables[index]


def puzzle_at(source: Table, seed: int | str) -> Puzzle | None:
    """Return the puzzle in a position, None if no answer is proven to be best or if `sprout` finds it."""
    position = table_text(source)
    table = parse_table(position)  # what the file says is what is proven
    seat = source.awaited
    view, actions = observe(table, seat), table.legal_actions(seat)
    answers = answers_to(view, actions, chance_from(f"{seed} answers"))
    if len(answers) < 2:
        return None
    usual = answers.index(sprout_answer(view, actions))
    if untimed_bot(PLAYER).choose(view, actions, chance_from(f"{seed} merchant")) == answers[usual]:
        return None  # a stronger bot sees nothing better
    best = promising_answer(view, answers, usual, seed)
    if best is None:
        return None
    trials = Trials(view, answers, f"{seed} proof")
    trials.sample(FUTILE_TRIALS)
    if trials.best() != best or not all(could_be_proven(trials, best, index) for index in range(len(answers))):
        return None
    trials.sample(PROOF_TRIALS - FUTILE_TRIALS)
    return None if trials.best() != best else proven_puzzle(trials, best, usual, position, actions)


def could_be_proven(trials: Trials, best: int, other: int) -> bool:
    """Whether more trials could still prove that `other` is worse than `best` or as good."""
    lead, error = trials.lead(best, other)
    return lead <= NEAR + error or lead >= MIN_GAP - error


def promising_answer(view: Observation, answers: list[Action], usual: int, seed: int | str) -> int | None:
    """Return the answer that seems clearly best after a few trials, None without one or if `sprout` chooses it."""
    trials = Trials(view, answers, f"{seed} first")
    for count, required in ((FIRST_TRIALS, MIN_FIRST_LEAD), (MORE_TRIALS, MIN_LATER_LEAD)):
        trials.sample(count)
        best = trials.best()
        if best == usual or same_scores(trials, best, usual):
            return None
        for index in range(len(answers)):
            if index == best or same_scores(trials, best, index):
                continue
            lead, error = trials.lead(best, index)
            if lead < MIN_GAP / 2 or lead < required * error:
                return None
    return trials.best()


def proven_puzzle(
    trials: Trials, best: int, usual: int, position: str, actions: list[Action]
) -> Puzzle | None:
    """Return the puzzle if the best answer leads all answers but its equals by `MIN_GAP`, significantly."""
    shown: list[Answer] = []
    equal: list[str] = []
    gap = 1000.0
    for index, action in enumerate(trials.actions):
        notation = str(action)
        lead, _ = trials.lead(best, index)
        if index != best and lead <= NEAR:
            if index == usual:
                return None
            equal.append(notation)
        elif index == best or trials.is_proven(best, index):
            shown.append(Answer(notation, round(trials.mean(index), 2)))
            gap = gap if index == best else min(gap, lead)
        else:
            return None
    if len(shown) < (2 if is_trading(actions) else MIN_ANSWERS):
        return None
    solution = str(trials.actions[best])
    return Puzzle(
        id=puzzle_id(position, trials.view.seat),
        game=trials.view.rules.name,
        theme=theme_of(trials.view, trials.actions[best]),
        seat=trials.view.seat,
        position=position,
        answers=tuple(shown),
        best=[answer.action for answer in shown].index(solution),
        equal=tuple(equal),
        gap=round(gap, 2),
        trials=len(trials.scores[0]),
        solved_by=solvers(trials.view, actions, (solution, *equal)),
    )


def solvers(view: Observation, actions: list[Action], solutions: Collection[str]) -> tuple[str, ...]:
    """Return the bots that choose a solution."""
    found = []
    for name in SOLVERS:
        chosen = untimed_bot(name).choose(view, actions, chance_from(f"{name} {view.ply}"))
        if str(chosen) in solutions:
            found.append(name)
    return tuple(found)


def is_confirmed(job: tuple[Puzzle, str]) -> tuple[str, bool]:
    """Repeat the proof of a puzzle with another seed. Returns its id and whether the best answer leads all others."""
    puzzle, seed = job
    trials = Trials(puzzle.view(), puzzle.actions(), f"{seed} {puzzle.id}")
    trials.sample(CONFIRMING_TRIALS)
    others = [index for index in range(len(puzzle.answers)) if index != puzzle.best]
    return puzzle.id, all(trials.lead(puzzle.best, index)[0] >= CONFIRMED_LEAD for index in others)
