"""Al Cabohne against a second, naive implementation of its rules: the same choices at every step, the same end."""

from dataclasses import dataclass, field

import pytest

import tobean
from tobean.games.al_cabohne.mafia import mafia_of
from tobean.kernel.cards import KIND_NAMES
from tobean.kernel.chance import chance_from

PAYS = {
    "Blue": (4, 6, 8, 10), "Kidney": (5, 6, 7, 8), "Fire": (3, 6, 8, 9), "Puff": (4, 5, 6, 7),
    "Stink": (3, 5, 7, 8), "Green": (3, 5, 6, 7), "Pole": (3, 4, 5, 6),
}  # fmt: skip
BOSSES = ("Al", "Don", "Joe")


def value(row: list[str]) -> int:
    return sum(len(row) >= needed for needed in PAYS[row[0]]) if row else 0


@dataclass
class Naive:
    """A second, slow and simple implementation of the game. Cards are names; draws are passed in from outside."""

    players: int
    hands: list[list[str]]
    rows: list[list[str]]
    discard: list[str]
    mafia: int
    pile: int
    active: int
    fields: list[list[list[str]]] = field(default_factory=list)
    thalers: list[list[str]] = field(default_factory=list)
    paid: list[str] = field(default_factory=list)
    turned: list[str] = field(default_factory=list)
    drawn: list[str] = field(default_factory=list)
    run_outs: int = 0
    planted: int = 0
    first: tuple[str, int] = ("", 0)
    phase: str = "plant"

    # --- legal actions ------

    def own_fields(self) -> list[list[str]]:
        return self.fields[self.active]

    def harvests(self) -> list[str]:
        crowded = any(len(row) > 1 for row in self.own_fields())
        return [f"harvest {n + 1}" for n, row in enumerate(self.own_fields()) if row and (len(row) > 1 or not crowded)]

    def purchases(self) -> list[str]:
        if self.players == 1 or len(self.own_fields()) == 3 or len(self.thalers[self.active]) < 4:
            return []
        return ["buy field"]

    def places(self, card: str) -> list[int]:
        grown = [n for n, row in enumerate(self.own_fields()) if row and row[0] == card]
        return grown or [n for n, row in enumerate(self.own_fields()) if not row]

    def may_go_there(self, card: str, place: int) -> bool:
        """Whether A6 allows this field: two kinds on two fields, one kind on a single field."""
        return not self.planted or (card == self.first[0]) == (place == self.first[1])

    def bosses(self, card: str) -> list[int]:
        collecting = [boss for boss, row in enumerate(self.rows) if row and row[0] == card]
        return collecting or [boss for boss, row in enumerate(self.rows) if not row]

    def must_feed_a_boss(self) -> bool:
        collected = {row[0] for row in self.rows if row}
        return not all(self.rows) and any(card not in collected for card in self.hands[self.active])

    def taxable_fields(self) -> list[tuple[int, int]]:
        return [
            (boss, n)
            for boss, row in enumerate(self.rows)
            for n, own in enumerate(self.own_fields())
            if row and own and own[0] == row[0]
        ]

    def moves(self) -> set[str]:
        hand = self.hands[self.active]
        found = self.harvests() + self.purchases()
        plantings = [f"plant turned {card} {n + 1}" for card in self.turned for n in self.places(card)]
        if self.phase == "leftovers":
            found += plantings + [f"discard turned {card}" for card in self.turned]
        elif self.phase == "plant" and self.planted < 2 and hand:
            found += [f"plant {hand[0]} {n + 1}" for n in self.places(hand[0]) if self.may_go_there(hand[0], n)]
            found += ["pass"] * self.planted
        elif self.phase == "revealed":
            found += plantings + [
                f"feed {BOSSES[boss]} turned {card}" for card in self.turned for boss in self.bosses(card)
            ]
            found += [
                f"feed {BOSSES[boss]} {card}@{n + 1}" for n, card in enumerate(hand) for boss in self.bosses(card)
            ]
            if not self.must_feed_a_boss() and not (self.players == 1 and self.turned):
                found.append("go on")
        else:
            found.append("go on")
        return {f"{'AB'[self.active]} {move}" for move in found}

    # --- effects --------

    def pay(self, row: list[str], purse: list[str] | None) -> None:
        count = value(row)
        if purse is None:
            self.mafia += count
        else:
            purse += row[len(row) - count :]
        self.discard += row[: len(row) - count]
        row.clear()

    def give(self, boss: int, cards: list[str]) -> None:
        self.rows[boss] += cards
        if value(self.rows[boss]) >= 3 - boss:  # Al harvests at three thalers, Don at two, Joe at one (A1)
            self.pay(self.rows[boss], None)

    def draw(self) -> str:
        card = self.drawn.pop(0)
        self.pile -= 1
        if self.pile == 0:
            self.run_outs += 1
            if self.run_outs < (1 if self.players == 1 else 3):
                self.discard += self.paid
                self.paid = []
                self.pile = len(self.discard)
                self.discard = []
        return card

    def reveal(self) -> None:
        count = 0
        while count < 3 and self.pile:
            card = self.draw()
            takers = [boss for boss, row in enumerate(self.rows) if row and row[0] == card]
            if takers:
                self.give(takers[0], [card])
            else:
                self.turned.append(card)
                count += 1
            while self.discard and self.discard[-1] in self.turned:
                self.turned.append(self.discard.pop())

    def play(self, action: str, drawn: list[str]) -> None:
        self.drawn = drawn
        words = action.split()[1:]
        if words[0] == "harvest":
            self.pay(self.own_fields()[int(words[1]) - 1], self.thalers[self.active])
        elif words[0] == "buy":
            self.paid += self.thalers[self.active][-4:]
            del self.thalers[self.active][-4:]
            self.own_fields().append([])
        elif words[:2] == ["plant", "turned"]:
            self.own_fields()[int(words[3]) - 1] += self.group(words[2])
        elif words[0] == "plant":
            self.own_fields()[int(words[2]) - 1].append(self.hands[self.active].pop(0))
            self.first = (words[1], int(words[2]) - 1)
            self.planted += 1
        elif words[0] == "discard":
            self.discard += self.group(words[2])
        elif words[0] == "feed" and words[2] == "turned":
            self.give(BOSSES.index(words[1]), self.group(words[3]))
        elif words[0] == "feed":
            self.give(BOSSES.index(words[1]), [self.hands[self.active].pop(int(words[2].split("@")[1]) - 1)])
        else:
            self.next_phase()
        self.skip_idle_phases()
        assert not self.drawn

    def group(self, card: str) -> list[str]:
        found = [one for one in self.turned if one == card]
        self.turned = [one for one in self.turned if one != card]
        return found

    def next_phase(self) -> None:
        if self.phase == "leftovers":
            self.phase = "tax"
        elif self.phase == "tax":
            for boss, n in sorted(self.taxable_fields()):
                self.give(boss, [self.own_fields()[n].pop()])
            self.phase, self.planted = "plant", 0
        elif self.phase == "plant":
            self.reveal()
            self.phase = "revealed"
        elif self.phase == "revealed":
            self.phase = "draw" if self.pile or self.players == 1 else "over"
        elif self.phase == "draw":
            for _ in range(2):
                if self.pile:
                    self.hands[self.active].append(self.draw())
            self.phase = "tax" if self.players == 1 else "leftovers"
            self.active = (self.active + 1) % self.players
            if not self.pile:
                self.phase = "over"
        if self.phase == "over":
            for row in self.rows:
                self.pay(row, None)
            for purse, rows in zip(self.thalers, self.fields, strict=True):
                for row in rows:
                    self.pay(row, purse)

    def skip_idle_phases(self) -> None:
        """Skips phases without a decision."""
        hand = self.hands[self.active]
        nothing = not any(self.own_fields()) and not self.purchases()
        if (
            (self.phase == "leftovers" and not self.turned)
            or (self.phase == "tax" and not self.taxable_fields())
            or (self.phase == "plant" and (self.planted == 2 or not hand) and nothing)
            or (self.phase == "revealed" and not self.turned and not hand and nothing)
        ):
            self.next_phase()
            self.skip_idle_phases()


def names(cards: list[int] | tuple[int, ...]) -> list[str]:
    return [KIND_NAMES[card] for card in cards]


def naive_of(table: tobean.Table) -> Naive:
    mafia = mafia_of(table)
    naive = Naive(
        table.players,
        [names(hand) for hand in table.hands],
        [names(row) for row in mafia.rows],
        names(table.discard),
        len(mafia.thalers),
        table.draw_size,
        table.active,
    )
    naive.fields = [[[] for _ in range(3 if table.players == 1 else 2)] for _ in range(table.players)]
    naive.thalers = [[] for _ in range(table.players)]
    return naive


@pytest.mark.parametrize("players", [1, 2])
@pytest.mark.parametrize("seed", range(25))
def test_a_naive_implementation_has_the_same_legal_actions_and_result(players: int, seed: int) -> None:
    table = tobean.new_game("al-cabohne", players, seed=seed, start=seed % players)
    naive, chance = naive_of(table), chance_from(f"naive {seed}")
    while not table.over:
        listed = table.legal_actions(table.awaited)
        assert {repr(action) for action in listed} == naive.moves()
        # Harvests are made rarer than uniform choice would make them, so that rows grow.
        calm = [action for action in listed if not isinstance(action, tobean.Harvest)]
        action = chance.choice(calm if calm and chance.randbelow(4) else listed)
        table.chance.drawn = []
        table.apply(action)
        naive.play(repr(action), names(table.chance.drawn))
        assert naive.discard == names(table.discard) or table.over
        assert naive.hands == [names(hand) for hand in table.hands]
        assert sorted(naive.turned) == sorted(names(table.turned))
        assert naive.mafia == len(mafia_of(table).thalers)
        assert naive.pile == table.draw_size
    assert naive.phase == "over"
    result = table.result()
    assert [len(purse) for purse in naive.thalers] == list(result.thalers)
    mafia = naive.mafia * (2 if players == 1 else 1)
    best = max(result.thalers)
    assert result.rival_thalers == mafia
    assert result.winners == tuple(seat for seat in range(players) if mafia < best == result.thalers[seat])
