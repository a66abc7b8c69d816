"""Perfect recall of a game played token by token: information states, and other tables that have the same one.

An information state is what a seat has seen and done since the deal, and what it sees now. Events alone do not suffice:
*go on* creates none, and neither does a seat that is asked out of turn and passes. So each action of a seat is listed
with its ply. The ply also distinguishes states that differ only in the number of such silent actions by other seats.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, final

from tobean.kernel.errors import BadInput
from tobean.kernel.observation.determinize import determinize
from tobean.kernel.observation.information_state import entry_text
from tobean.kernel.observation.observation import observe
from tobean.research.tokens.token_game import CHANCE, NEVER, TokenGame

if TYPE_CHECKING:
    from random import Random

    from tobean.kernel.actions import Action
    from tobean.kernel.chance import Chance
    from tobean.kernel.table import Table


class SeatChoice(NamedTuple):
    """The decision of an asked seat."""

    events_before: int
    ply: int
    seat: int
    action: Action | None
    """None if the seat was asked out of turn and passed."""


class HistoryText(NamedTuple):
    """The history of a seat as text, as far as it was formatted. Histories only grow, so formatting continues here."""

    text: str
    events: int
    choices: int


@final
class RecordedGame:
    """A token game with the information states of its seats. Play by `say` and `draw`."""

    def __init__(self, game: TokenGame) -> None:
        if game.table.events is None:
            raise BadInput("a recorded game needs a table that collects events: create it with `collect_events=True`")
        self.game = game
        self.choices: list[SeatChoice] = []
        self.histories: list[HistoryText] = [HistoryText("", 0, 0)] * game.setting.players
        self.is_sampled = False
        """Whether this game comes from `resample`; its earlier chance outcomes belong to another table."""

    def __deepcopy__(self, memo: object) -> RecordedGame:
        return self.copy()

    def copy(self) -> RecordedGame:
        other = RecordedGame(self.game.copy())
        other.choices, other.histories, other.is_sampled = self.choices.copy(), self.histories.copy(), self.is_sampled
        return other

    def say(self, token: int) -> bool:
        """Say a token for the asked seat. Returns whether the action was completed."""
        game = self.game
        partial_action, seat, ply = game.partial_action, game.seat, game.table.ply
        events_before = len(game.table.events or ())
        completed = game.say(token)
        if completed:
            action = None if partial_action is None else partial_action.action
            self.choices.append(SeatChoice(events_before, ply, seat, action))
        return completed

    def draw(self, outcome: int) -> None:
        """Apply an outcome of a chance node."""
        self.game.draw(outcome)

    # --- information states --------------------------------------------------------------------------------

    def history(self, seat: int) -> str:
        """Return all events as this seat saw them, and its own actions in notation after `>`, in order."""
        text, event_count, choice_count = self.histories[seat]
        events = self.game.table.events or []
        lines: list[str] = []
        for events_before, ply, chooser, action in self.choices[choice_count:]:
            if chooser == seat:
                lines += [entry_text(event.seen_by(seat)) for event in events[event_count:events_before]]
                lines.append(f"{'> nothing' if action is None else entry_text(action)} (ply {ply})")
                event_count = events_before
        lines += [entry_text(event.seen_by(seat)) for event in events[event_count:]]
        if lines:
            text = "\n".join([text, *lines] if text else lines)
        self.histories[seat] = HistoryText(text, len(events), len(self.choices))
        return text

    def information_state(self, seat: int) -> str:
        """Return the history of this seat, its observation, and the tokens of its current action."""
        return f"{self.history(seat)}\n\n{self.observation(seat)}"

    def observation(self, seat: int) -> str:
        """Return the current observation of this seat, and the tokens of its current action."""
        game = self.game
        lines = [str(observe(game.table, seat))]
        if seat == game.seat:
            lines.append("You may do something." if game.volunteers else "You are asked.")
            lines += game.setting.grammar.names(game.said_tokens)
        return "\n".join(lines)

    # --- other tables with the same information state ------------------------------------------------------

    def resample(self, seat: int, rng: int | str | Random | Chance) -> RecordedGame:
        """Return a copy in which the cards that this seat does not know are dealt again.

        The seat has the same information state there. Those of the others start with what they see at the new table:
        their histories belong to cards that they no longer have.
        """
        game = self.game
        if game.over:
            return self.copy()
        if game.seat == CHANCE:
            raise BadInput("a table that waits for chance cannot be sampled again: draw first")
        table = determinize(observe(game.table, seat), rng)
        table.events = []
        if game.table.explicit:
            table.stop_at_chance()
        other = RecordedGame(copy_to_table(game, table) if seat == game.seat else restart_action_at_table(game, table))
        other.histories = [
            HistoryText(self.history(seat) if each == seat else f"Sampled again:\n{observe(table, each)}", 0, 0)
            for each in range(game.setting.players)
        ]
        other.is_sampled = True
        return other


def copy_to_table(game: TokenGame, table: Table) -> TokenGame:
    """Return the same point of a game at another table, where the asked seat has said the same tokens."""
    other = TokenGame(game.setting, table, game)
    other.feature_plies = [NEVER] * game.setting.players
    return other


def restart_action_at_table(game: TokenGame, table: Table) -> TokenGame:
    """Return the same point of a game at another table, where the asked seat starts its action again."""
    other = TokenGame(game.setting, table, None, game.bots, game.chance.copy(), begins=False)
    other.turn_policy = game.turn_policy.copy(table)
    if game.volunteers:
        other.turn_policy.seats_to_ask.append(game.seat)
    else:
        other.turn_policy.others_were_asked = True
    other.advance()
    return other
