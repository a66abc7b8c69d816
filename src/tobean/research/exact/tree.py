"""The whole game tree of a small game in arrays: nodes, information sets, chance and returns.

Nodes are numbered by depth, so a pass over the tree is one array operation per level. An information set is the
sequence of events that a seat has seen and of tokens that it has said since the deal: perfect recall.
"""

from __future__ import annotations

from typing import Any, Final, final

from tobean.extras import with_install_hint
from tobean.kernel.errors import BadInput
from tobean.research.tokens.setting import Setting
from tobean.research.tokens.token_game import CHANCE, TokenGame

try:
    import numpy as np
except ModuleNotFoundError as missing:
    raise with_install_hint(missing) from missing

MAX_NODES: Final = 2_000_000
"""Default limit of a tree; about a kilobyte of memory per node while it is built."""
TERMINAL: Final = -1
"""In place of a seat: the game is over."""
NO_INDEX: Final = -1


class TreeTooLarge(BadInput):
    """A game with more histories than the limit."""


@final
class InformationSet:
    """The knowledge of a seat at one of its decisions, and its legal tokens."""

    def __init__(self, seat: int, tokens: list[int], view: bytes, first_slot: int, own_depth: int) -> None:
        self.seat = seat
        self.tokens = tokens
        self.view = view
        """The observation of the seat, the input of a learned policy."""
        self.first_slot = first_slot
        """Index of its first token in the arrays of a policy; the others follow."""
        self.own_depth = own_depth
        """Number of earlier decisions of the same seat."""


@final
class GameTree:
    """All histories of a setting. `parent`, `actor`, `slot` and `chance` have one entry for each node.

    A policy is an array with a probability for each *slot*: a legal token at an information set.
    """

    def __init__(self, setting: Setting, max_nodes: int = MAX_NODES) -> None:
        self.setting = setting
        self.players = setting.players
        self.information_sets: list[InformationSet] = []
        builder = TreeBuilder(setting, self.information_sets, max_nodes)
        builder.build()
        self.levels: list[slice] = builder.levels
        """The nodes of each depth, the root first."""
        self.parent: Any = np.array(builder.parent, np.int64)
        self.actor: Any = np.array(builder.actor, np.int64)
        """The seat that decides at each node; CHANCE or TERMINAL."""
        self.information_set: Any = np.array(builder.information_set, np.int64)
        """The information set of each decision; NO_INDEX for other nodes."""
        self.slot: Any = np.array(builder.slot, np.int64)
        """The slot of the token that leads to each node; NO_INDEX after chance and for the root."""
        self.chance: Any = np.array(builder.chance, np.float64)
        """The probability of the outcome that leads to each node; 1 after a token."""
        self.returns: Any = np.zeros((len(self.parent), self.players))
        """The returns of all seats at terminal nodes, else 0."""
        self.returns[builder.terminals] = builder.terminal_returns
        self.slot_count = sum(len(each.tokens) for each in self.information_sets)
        self.slot_set: Any = np.repeat(
            np.arange(len(self.information_sets)), [len(each.tokens) for each in self.information_sets]
        )
        """The information set of each slot."""
        self.set_seat: Any = np.array([each.seat for each in self.information_sets], np.int64)
        self.set_own_depth: Any = np.array([each.own_depth for each in self.information_sets], np.int64)

    def __repr__(self) -> str:
        counts = self.counts()
        return (
            f"<GameTree of {self.setting.rules.title}: " + ", ".join(f"{n} {what}" for what, n in counts.items()) + ">"
        )

    def counts(self) -> dict[str, int]:
        """Return the size of the tree in numbers."""
        return {
            "histories": len(self.parent),
            "terminal histories": int((self.actor == TERMINAL).sum()),
            "chance nodes": int((self.actor == CHANCE).sum()),
            "decisions": int((self.actor >= 0).sum()),
            "information states": len(self.information_sets),
            "depth": len(self.levels) - 1,
        }

    def uniform_policy(self) -> Any:
        """Return the policy that says all legal tokens equally often."""
        return 1.0 / np.bincount(self.slot_set)[self.slot_set]

    def policy_from(self, probabilities: Any) -> Any:
        """Return the policy of a function or net that gives a probability to each token of the vocabulary.

        `probabilities` has a row for each information set; illegal tokens are ignored.
        """
        rows = np.asarray(probabilities, np.float64)
        if rows.shape != (len(self.information_sets), self.setting.tokens):
            raise BadInput("a policy needs {count} rows of probabilities", count=len(self.information_sets))
        tokens = np.concatenate([np.asarray(each.tokens) for each in self.information_sets])
        chosen = rows[self.slot_set, tokens]
        totals = np.bincount(self.slot_set, chosen)[self.slot_set]
        return np.where(totals > 0.0, chosen / np.maximum(totals, 1e-300), self.uniform_policy())

    def views(self) -> Any:
        """Return the observations of all information sets, one row each."""
        rows = np.frombuffer(b"".join([each.view for each in self.information_sets]), np.uint8)
        return rows.reshape(len(self.information_sets), self.setting.size)

    def masks(self) -> Any:
        """Return the legal tokens of all information sets, one row each."""
        masks = np.zeros((len(self.information_sets), self.setting.tokens), np.uint8)
        masks[self.slot_set, np.concatenate([np.asarray(each.tokens) for each in self.information_sets])] = 1
        return masks

    # --- values --------------------------------------------------------------------------------------------

    def edges(self, policy: Any) -> Any:
        """Return the probability with which each node is reached from its parent."""
        return np.where(self.slot >= 0, policy[self.slot], self.chance)

    def values(self, edges: Any) -> Any:
        """Return the expected returns of all seats at each node."""
        values = self.returns.copy()
        for level in reversed(self.levels[1:]):
            np.add.at(values, self.parent[level], values[level] * edges[level, None])
        return values

    def expected_returns(self, policy: Any) -> Any:
        """Return the expected returns of all seats from the deal on."""
        return self.values(self.edges(policy))[0]

    def best_response(self, policy: Any, seat: int) -> tuple[float, Any]:
        """Return the best return of a seat against the others' policy, and a policy that reaches it.

        A token can be chosen once those of all later decisions of the seat are known: one pass for each number of
        earlier decisions, the largest first.
        """
        answer = policy.copy()
        own_edge = (self.slot >= 0) & (self.set_seat[self.slot_set[self.slot]] == seat)
        others = np.where(own_edge, 1.0, self.edges(policy))
        reach = np.ones(len(self.parent))
        for level in self.levels[1:]:
            reach[level] = reach[self.parent[level]] * others[level]
        own_sets = self.set_seat == seat
        own_nodes = np.flatnonzero(own_edge)
        own_slots = self.slot[own_nodes]
        depth_of_slot = self.set_own_depth[self.slot_set]
        for depth in range(int(self.set_own_depth[own_sets].max(initial=-1)), -1, -1):
            values = self.values(self.edges(answer))[:, seat]
            chosen = depth_of_slot[own_slots] == depth
            gains = np.full(self.slot_count, -np.inf)
            gains[own_slots[chosen]] = 0.0
            np.add.at(gains, own_slots[chosen], (reach * values)[own_nodes[chosen]])
            slots = np.flatnonzero(gains > -np.inf)
            order = slots[np.lexsort((slots, -gains[slots], self.slot_set[slots]))]
            first = order[np.unique(self.slot_set[order], return_index=True)[1]]
            answer[slots] = 0.0
            answer[first] = 1.0
        return float(self.values(self.edges(answer))[0, seat]), answer

    def gains(self, policy: Any) -> list[float]:
        """Return the gain of each seat from its best response, if the others keep to the policy."""
        returns = self.expected_returns(policy)
        return [self.best_response(policy, seat)[0] - float(returns[seat]) for seat in range(self.players)]

    def nash_conv(self, policy: Any) -> float:
        """Return the sum of the gains of all seats; 0 at an equilibrium."""
        return sum(self.gains(policy))

    def gambit_text(self) -> str:
        """Return the tree as an extensive-form game in Gambit's format (.efg), which OpenSpiel and Gambit read."""
        players = " ".join(f'"seat {seat}"' for seat in range(self.players))
        lines = [f'EFG 2 R "{self.setting.rules.title}" {{ {players} }}']
        children: list[list[int]] = [[] for _ in self.parent]
        for node in range(1, len(self.parent)):
            children[self.parent[node]].append(node)
        stack = [0]
        outcomes = 0
        numbers = np.zeros(len(self.information_sets), np.int64)  # within the sets of a seat, as OpenSpiel wants them
        for seat in range(self.players):
            own = np.flatnonzero(self.set_seat == seat)
            numbers[own] = np.arange(1, len(own) + 1)
        while stack:
            node = stack.pop()
            actor = int(self.actor[node])
            stack.extend(reversed(children[node]))
            if actor == TERMINAL:
                outcomes += 1
                lines.append(f't "" {outcomes} "" {{ {", ".join(repr(float(x)) for x in self.returns[node])} }}')
            elif actor == CHANCE:
                odds = " ".join(f'"{place}" {float(self.chance[each])!r}' for place, each in enumerate(children[node]))
                lines.append(f'c "" {node + 1} "" {{ {odds} }} 0')
            else:
                number = int(self.information_set[node])
                tokens = " ".join(f'"{token}"' for token in self.information_sets[number].tokens)
                lines.append(f'p "" {actor + 1} {numbers[number]} "{number}" {{ {tokens} }} 0')
        return "\n".join(lines) + "\n"


@final
class TreeBuilder:
    """Expands all histories level by level."""

    def __init__(self, setting: Setting, information_sets: list[InformationSet], max_nodes: int) -> None:
        self.setting = setting
        self.sets = information_sets
        self.max_nodes = max_nodes
        self.parent: list[int] = []
        self.actor: list[int] = []
        self.information_set: list[int] = []
        self.slot: list[int] = []
        self.chance: list[float] = []
        self.levels: list[slice] = []
        self.terminals: list[int] = []
        self.terminal_returns: list[list[float]] = []
        self.sequence_numbers: dict[tuple[int, object], int] = {}
        """Numbers of all sequences of events and tokens of a seat, by the preceding sequence and the last entry."""
        self.set_of_sequence: dict[tuple[int, int], int] = {}
        self.slots = 0

    def build(self) -> None:
        seats = self.setting.players
        game = TokenGame(self.setting, self.setting.explicit_table())
        start = tuple(-1 - seat for seat in range(seats))
        level = [(game, NO_INDEX, NO_INDEX, 1.0, self.extend(start, game, 0), (0,) * seats)]
        while level:
            first = len(self.parent)
            below = []
            for game, parent, slot, chance, sequences, decisions in level:
                node = self.add(game, parent, slot, chance)
                events = len(game.table.events or ())
                if game.over:
                    self.terminals.append(node)
                    self.terminal_returns.append(game.returns())
                elif game.seat == CHANCE:
                    for kind, odds in game.table.chance_outcomes():
                        child = game.copy()
                        child.draw(kind)
                        below.append((child, node, NO_INDEX, odds, self.extend(sequences, child, events), decisions))
                else:
                    seat = game.seat
                    number = self.find_set(game, sequences[seat], decisions[seat])
                    self.information_set[node] = number
                    later = (*decisions[:seat], decisions[seat] + 1, *decisions[seat + 1 :])
                    for place, token in enumerate(game.next_tokens):
                        child = game.copy()
                        child.say(token)
                        said = (*sequences[:seat], self.sequence_number(sequences[seat], token), *sequences[seat + 1 :])
                        slot = self.sets[number].first_slot + place
                        below.append((child, node, slot, 1.0, self.extend(said, child, events), later))
                if first + len(level) + len(below) > self.max_nodes:
                    raise TreeTooLarge(
                        "{title} has more than {most} histories", title=self.setting.rules.title, most=self.max_nodes
                    )
            self.levels.append(slice(first, len(self.parent)))
            level = below

    def add(self, game: TokenGame, parent: int, slot: int, chance: float) -> int:
        self.parent.append(parent)
        self.actor.append(TERMINAL if game.over else game.seat)
        self.information_set.append(NO_INDEX)
        self.slot.append(slot)
        self.chance.append(chance)
        return len(self.parent) - 1

    def sequence_number(self, sequence: int, entry: object) -> int:
        """Return the number of a sequence continued by an event or a token."""
        return self.sequence_numbers.setdefault((sequence, entry), len(self.sequence_numbers))

    def extend(self, sequences: tuple[int, ...], game: TokenGame, events: int) -> tuple[int, ...]:
        """Return the sequences of all seats after the events that have happened since."""
        new = (game.table.events or [])[events:]
        extended = []
        for seat, sequence in enumerate(sequences):
            for event in new:
                sequence = self.sequence_number(sequence, repr(event.seen_by(seat)))
            extended.append(sequence)
        return tuple(extended)

    def find_set(self, game: TokenGame, sequence: int, own_depth: int) -> int:
        """Return the information set of a decision; a new one gets the next number."""
        key = game.seat, sequence
        number = self.set_of_sequence.get(key)
        if number is None:
            number = self.set_of_sequence[key] = len(self.sets)
            tokens = list(game.next_tokens)
            self.sets.append(InformationSet(game.seat, tokens, game.view(game.seat), self.slots, own_depth))
            self.slots += len(tokens)
        elif self.sets[number].tokens != game.next_tokens:
            raise AssertionError(f"one information set, different tokens: {self.sets[number].tokens}")
        return number
