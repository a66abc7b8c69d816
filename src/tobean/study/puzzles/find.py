"""Search for puzzles in games.

A position becomes a puzzle in three steps. Positions where `sprout` does what a stronger bot would do are dropped.
A few trials of these two answers drop most others. Fresh trials of all answers are the proof, so that luck in the
first ones proves nothing.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Final

from tobean.bots.match import play_match
from tobean.bots.merchant.lookahead import is_special
from tobean.bots.registry import untimed_bot
from tobean.games import GAMES
from tobean.kernel.actions import Action, BuyField
from tobean.kernel.chance import chance_from
from tobean.kernel.observation.observation import Observation, observe
from tobean.kernel.table import Table
from tobean.record.record import Record, parse_record
from tobean.record.table_text import parse_table, table_text
from tobean.study.puzzles.answers import answers_to, is_trading, sprout_answer
from tobean.study.puzzles.proof import MIN_GAP, Trials
from tobean.study.puzzles.puzzle import COMMON_THEMES, Answer, Puzzle, puzzle_id, theme_of

PAIR_TRIALS: Final = ((8, 0.8), (32, 2.0))
"""Trials of the merchant's answer and `sprout`'s, and the standard errors by which the former must lead after them."""
PROOF_TRIALS: Final = 240
FUTILE_TRIALS: Final = 60
"""Trials after which a proof that will fail is given up."""
PLAYER: Final = "merchant"
MAX_PLAYERS: Final = 3
"""Games of more players take longer to prove; a game that needs more is searched with the fewest it allows."""
OPENING: Final = 0.4
"""Share of a game that is not searched."""
MAX_PER_GAME: Final = 4
MIN_WRONG: Final = 2
"""Fewer wrong answers make a puzzle only in trading, where the question may be yes or no."""
CONFIRMING_TRIALS: Final = 120
CONFIRMED_LEAD: Final = 0.25
"""Thalers by which a best answer must lead every wrong one in a repeated proof with fewer trials."""
SOLVERS: Final = ("miser", "merchant", "mendel", "sage@0.5")
"""Bots whose answers tell how hard a puzzle is; `sprout` never finds the best one."""


@dataclass(frozen=True)
class BotGame:
    """A game that bots play in order to be searched."""

    game: str
    seed: str
    theme: str = ""
    """The only theme to search for; "" for all."""

    def record(self) -> Record:
        chance = chance_from(f"{self.seed} players")
        possible = GAMES[self.game].players
        counts = [count for count in possible if count <= MAX_PLAYERS] or [min(possible)]
        return play_match(self.game, [PLAYER] * chance.choice(counts), self.seed).record


@dataclass(frozen=True)
class RecordedGame:
    """A recorded game that is to be searched."""

    text: str
    theme: str = ""

    def record(self) -> Record:
        return parse_record(self.text)


def find_in_game(source: BotGame | RecordedGame) -> list[Puzzle]:
    """Return the puzzles of a game: at most one per theme, and few in total, so that they differ."""
    found: list[Puzzle] = []
    for table in decisions_of(source.record()):
        if source.theme and not may_have_theme(table, source.theme):
            continue
        puzzle = puzzle_at(table, f"{table.ply}")
        if puzzle is None or (source.theme and puzzle.theme != source.theme):
            continue
        if all(puzzle.theme != other.theme for other in found):
            found.append(puzzle)
            if source.theme or len(found) == MAX_PER_GAME:
                break
    return found


def may_have_theme(table: Table, theme: str) -> bool:
    """Whether a puzzle here may have a theme: one that is a special action needs that action to be legal."""
    if theme in COMMON_THEMES:
        return True
    return any(theme == action.VERB for action in table.legal_actions(table.awaited))


def decisions_of(record: Record) -> Iterator[Table]:
    """Yield a copy of the table at each decision with a choice, in a random order that depends on the record only.

    Decisions about actions that only this game has come first. The first part of a game is left out, because it decides
    little and takes longest to prove.
    """
    tables = [
        table.clone()
        for table, _, _ in record.replay()
        if not table.over and len(table.legal_actions(table.awaited)) > 1
    ]
    order = list(range(int(OPENING * len(tables)), len(tables)))
    chance_from(len(tables)).shuffle(order)
    order.sort(key=lambda index: not has_special_action(tables[index]))
    for index in order:
        yield tables[index]


def has_special_action(table: Table) -> bool:
    """Whether the awaited seat may do something that only this game has."""
    return any(is_special(action) and not isinstance(action, BuyField) for action in table.legal_actions(table.awaited))


def puzzle_at(source: Table, seed: int | str, *, may_be_easy: bool = False) -> Puzzle | None:
    """Return the puzzle in a position; None if no answer is proven to be best, or if `sprout` finds it.

    With `may_be_easy`, for lessons, `sprout` may find the answer.
    """
    position = table_text(source)
    table = parse_table(position)  # the proof must be about the position in the file
    seat = source.awaited
    view, actions = observe(table, seat), table.legal_actions(seat)
    answers = answers_to(view, actions, chance_from(f"{seed} answers"))
    if len(answers) < 2:
        return None
    usual = answers.index(sprout_answer(view, actions))
    min_wrong = 1 if is_trading(actions) else MIN_WRONG
    stronger = untimed_bot(PLAYER).choose(view, actions, chance_from(f"{seed} {PLAYER}"))
    if not may_be_easy:
        if stronger not in answers or stronger == answers[usual]:
            return None  # a stronger bot sees nothing better
        if not seems_better(view, [stronger, answers[usual]], seed):
            return None
    trials = Trials(view, answers, f"{seed} proof")
    trials.sample(FUTILE_TRIALS)
    best = trials.best()
    if (
        not (may_be_easy or leads(trials, best, usual))
        or sum(leads(trials, best, index) for index in range(len(answers))) < min_wrong
    ):
        return None
    trials.sample(PROOF_TRIALS - FUTILE_TRIALS)
    puzzle = proven_puzzle(trials, None if may_be_easy else usual, min_wrong, position, actions)
    if puzzle is None:
        return None
    # Among many positions some pass the proof by luck, so it is repeated.
    _, is_confirmed = confirm_puzzle((puzzle, f"{seed} again"))
    return puzzle if is_confirmed else None


def seems_better(view: Observation, pair: list[Action], seed: int | str) -> bool:
    """Whether the first of two answers may be clearly better, by a few trials of these alone."""
    trials = Trials(view, pair, f"{seed} pair")
    for count, required in PAIR_TRIALS:
        trials.sample(count)
        lead, error = trials.lead(0, 1)
        if lead < MIN_GAP / 2 or lead < required * error:
            return False
    return True


def leads(trials: Trials, best: int, other: int) -> bool:
    """Whether `best` leads by so much that more trials may prove `other` to be worse."""
    lead, error = trials.lead(best, other)
    return lead >= MIN_GAP - error and lead > error


def proven_puzzle(
    trials: Trials, usual: int | None, min_wrong: int, position: str, actions: list[Action]
) -> Puzzle | None:
    """Return the puzzle if min_wrong answers, `usual` among them, are proven to be worse than the best one.

    Answers that are not proven to be worse are left out; they count as solutions, too.
    """
    best = trials.best()
    worse = [index for index in range(len(trials.actions)) if trials.is_proven(best, index)]
    if (usual is not None and usual not in worse) or len(worse) < min_wrong:
        return None
    solution = str(trials.actions[best])
    near = [str(action) for index, action in enumerate(trials.actions) if index != best and index not in worse]
    shown = sorted([best, *worse])
    return Puzzle(
        id=puzzle_id(position, trials.view.seat),
        game=trials.view.rules.name,
        theme=theme_of(trials.view, [trials.actions[index] for index in shown], trials.actions[best]),
        seat=trials.view.seat,
        position=position,
        answers=tuple(Answer(str(trials.actions[index]), round(trials.mean(index), 2)) for index in shown),
        best=shown.index(best),
        near=tuple(near),
        gap=round(min(trials.lead(best, index)[0] for index in worse), 2),
        trials=len(trials.scores[best]),
        solved_by=solvers(trials.view, actions, (solution, *near)),
    )


def solvers(view: Observation, actions: list[Action], solutions: Collection[str]) -> tuple[str, ...]:
    """Return the bots that choose a solution."""
    found = []
    for name in SOLVERS:
        chosen = untimed_bot(name).choose(view, actions, chance_from(f"{name} {view.ply}"))
        if str(chosen) in solutions:
            found.append(name)
    return tuple(found)


def confirm_puzzle(job: tuple[Puzzle, str]) -> tuple[str, bool]:
    """Repeat the proof of a puzzle with another seed; a job for a pool of worker processes.

    Returns the id of the puzzle, and whether its best answer leads all others again.
    """
    puzzle, seed = job
    trials = Trials(puzzle.view(), puzzle.actions(), f"{seed} {puzzle.id}")
    trials.sample(CONFIRMING_TRIALS)
    others = [index for index in range(len(puzzle.answers)) if index != puzzle.best]
    return puzzle.id, all(trials.lead(puzzle.best, index)[0] >= CONFIRMED_LEAD for index in others)
