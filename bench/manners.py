"""How long a round takes with a polite person among bots, and how often they are asked.

    python bench/manners.py [--games 4] [--turns 40] [--only GAME] [--bot merchant] [--tempo 100]

One person plays each game with three bots (Al Cabohne: with one), on a clock of its own: nothing here waits. The person
answers within 2 seconds, takes 1 second for each further act in a row (`--further`), plays what the coach advises, says
yes to the offers that are good and no to the rest (in the own turn by ending the trading), calls out one question in
the own turn, types one off turn, and says "nothing from me" whenever bots wait for their word. Prints for each game
the seconds of a round (from one own turn to the next) and of the own turn in it, what the person did in a round, how
many offers were put to them off turn, how much bots said to each other, and how many seconds their questions
waited for the first answer.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import dataclass, field
from statistics import mean
from typing import TYPE_CHECKING, Any, Final

from tobean.bots.coach.coach import hint
from tobean.bots.merchant.bargaining import Bazaar
from tobean.bots.merchant.merchant import Merchant
from tobean.bots.merchant.proposing import longed_for, to_spare
from tobean.games import GAMES
from tobean.kernel.actions import Accept, Call, Decline, EndTrading, MakeOffer
from tobean.kernel.cards import name_of
from tobean.kernel.chance import chance_from
from tobean.play import Session, Setup, bot_seat, person_seat
from tobean.play.bots.answering import request
from tobean.play.bots.manners import BOT, Manners
from tobean.play.bots.thinking import answer
from tobean.play.session.entries import Acted, Said
from tobean.view.observation import observe

if TYPE_CHECKING:
    from collections.abc import Callable

    from tobean.kernel.actions import Action
    from tobean.play import Entry
    from tobean.play.bots.answering import Reply
    from tobean.play.bots.manners import Ask

NAMES: Final = ("Timon", "Otto", "Greta", "Bruno")
PERSON: Final = 0
THOUGHT: Final = 2.0
"""So many seconds the person takes to answer whatever others have done ..."""
FURTHER: Final = 1.0
"""... and so many for each further act of the own."""
LONGEST_WAIT: Final = 3.0
"""So long the person waits for answers to a question in the own turn before going on."""
NOTHING: Final = "nothing from me"


@dataclass
class Round:
    """From one own turn of the person to the next."""

    seconds: float = 0.0
    own: float = 0.0
    """The seconds of the own turn."""
    acts: int = 0
    """What the person did."""
    asked: int = 0
    """Offers put to the person off turn, other than answers to what they asked."""
    begged: int = 0
    """Offers to the person, or to the whole table, that want cards for nothing."""
    bots_talk: int = 0
    """Offers and calls of bots that were not for the person."""


@dataclass
class Question:
    """What the person asked, and after how many seconds somebody answered; None: nobody did."""

    at: float
    turn: int
    seconds: float | None = None


@dataclass
class Evening:
    """One game on a clock of its own."""

    session: Session
    log: list[Entry]
    further: float = FURTHER
    now: float = 200.0
    rounds: list[Round] = field(default_factory=list)
    questions: list[Question] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.manners = Manners(self.session)
        self.seen: dict[tuple[object, ...], float] = {}
        self.acted_at = 0.0
        self.acted_version = -1
        self.turn_began = 0.0
        self.chance = chance_from("evening")

    # --- the clock -----------------------------------------------------------------------------------------

    def play(self, turns: int) -> None:
        """So many turns, or to the end."""
        while self.session.state == "playing" and self.session.table.turn <= turns:
            before = self.session.table.turn
            at, act = min(self.coming(), key=lambda each: each[0])
            self.now = max(self.now, at)
            act()
            if self.session.state == "playing" and self.session.table.turn != before:
                self.turn_is_over()

    def coming(self) -> list[tuple[float, Callable[[], None]]]:
        """All that is about to happen: when, and how."""
        found: list[tuple[float, Callable[[], None]]] = []
        due = self.person_due()
        if due is not None:
            found.append((due[0], lambda: self.person_acts(due[1])))
        ask = self.manners.next(self.now, {PERSON})
        if ask is not None:
            found.append((ask.at, lambda: self.bot_acts(ask)))
        for reply in self.manners.answering.due(self.now):
            found.append((reply.at, lambda reply=reply: self.bot_replies(reply)))  # type: ignore[misc]
        return found

    def turn_is_over(self) -> None:
        if self.rounds and not self.rounds[-1].own:
            self.rounds[-1].own = self.now - self.turn_began
        if self.session.table.active == PERSON:
            if self.rounds:
                self.rounds[-1].seconds = self.now - self.turn_began
            self.rounds.append(Round())
            self.turn_began = self.now

    # --- bots ----------------------------------------------------------------------------------------------

    def bot_acts(self, ask: Ask) -> None:
        found: dict[str, Any] = {"do": None}
        if ask.bot:
            found = answer(json.loads(json.dumps(self.manners.question(ask, self.chance.bits()))))
        done = self.manners.play(ask, found["do"], self.now, self.chance.bits())
        if done and found.get("remark"):
            done += self.manners.talking.remark(ask.seat, ask.bot, found["remark"], self.now)
        self.log += done
        for entry in done:
            if isinstance(entry, Acted) and entry.by == BOT and self.rounds:
                self.note(self.session.read(ask.seat, entry.do), self.rounds[-1])

    def note(self, action: Action, this: Round) -> None:
        """What a bot did of its own accord, as far as it concerns the person."""
        table = self.session.table
        if isinstance(action, MakeOffer) and table.offers[-1].is_for(PERSON):
            answered = table.offers[-1].declined >> PERSON & 1  # what they cannot pay is declined for them
            this.asked += table.active != PERSON and not answered
            this.begged += not action.cards
        elif isinstance(action, (MakeOffer, Call)):
            this.bots_talk += 1

    def bot_replies(self, reply: Reply) -> None:
        found = answer(json.loads(json.dumps(request(self.session, reply, self.chance.bits()))))
        done = self.manners.reply(reply, found, self.now, self.chance.bits())
        self.log += done
        for entry in done:
            for each in self.questions:
                if isinstance(entry, Said) and each.seconds is None:
                    each.seconds = self.now - each.at

    # --- the person ----------------------------------------------------------------------------------------

    def since(self, *what: object) -> float:
        """When the person has thought about what is there since now, or since their last act."""
        return max(self.seen.setdefault(what, self.now), self.acted_at) + THOUGHT

    def person_due(self) -> tuple[float, Action | str] | None:
        """What the person does or says next, and when."""
        table = self.session.table
        if table.decision.trades:
            return self.in_trading()
        if table.awaited != PERSON:
            return None
        advised = hint(observe(table, PERSON), table.legal_actions(PERSON), chance_from(self.session.version))
        assert advised is not None
        in_a_row = self.acted_at and self.session.version == self.acted_version
        at = self.acted_at + self.further if in_a_row else self.since("move", self.session.version)
        return at, advised.action

    def in_trading(self) -> tuple[float, Action | str] | None:
        table = self.session.table
        own = table.active == PERSON
        bazaar = Bazaar(view := observe(table, PERSON), Merchant().judge(view))
        actions = table.legal_actions(PERSON)
        for offer in table.offers:
            if offer.is_for(PERSON) and not offer.declined >> PERSON & 1:
                ways: list[Action] = [act for act in actions if isinstance(act, Accept) and act.number == offer.number]
                best, _ = bazaar.best_answer(ways)
                if best is not None or not own:
                    return self.since("offer", table.turn, offer.number), best or Decline(PERSON, offer.number)
        asked = self.question(bazaar)
        if asked is not None:
            return self.since("question", table.turn), asked
        if not own:
            window = self.manners.window(PERSON, self.now, {PERSON})
            return None if window is None else (self.since("word", table.turn), NOTHING)
        waiting = [each.at + LONGEST_WAIT for each in self.questions if each.turn == table.turn and not each.seconds]
        return max([self.since("end", table.turn), *waiting]), EndTrading(PERSON)

    def question(self, bazaar: Bazaar) -> Action | str | None:
        """One question in the own turn, called out, and one off turn in each round, typed."""
        table = self.session.table
        own, next_one = table.active == PERSON, table.active == (PERSON + 1) % table.players
        if not (own or next_one) or any(each.turn == table.turn for each in self.questions):
            return None
        has = to_spare(bazaar)
        wants = longed_for(bazaar, has)
        if own:
            return Call(PERSON, has[:1], wants[:1]) if has or wants else None
        return f"What do you want for a {name_of(wants[0])}?" if wants else None

    def person_acts(self, action: Action | str) -> None:
        self.acted_at = self.now
        table = self.session.table
        if action == NOTHING:
            self.manners.pass_word(PERSON, table.turn, self.now)
            return
        if isinstance(action, (Call, str)):
            self.questions.append(Question(self.now, table.turn))
        if isinstance(action, str):
            self.log += self.session.say(PERSON, NAMES[PERSON], action, self.now)
        else:
            self.log += self.session.take(action, self.session.version, self.now, self.chance.bits())
        self.acted_version = self.session.version
        if self.rounds:
            self.rounds[-1].acts += 1


def evening(game: str, bot: str = "merchant", tempo: int = 100, seed: int = 0, further: float = FURTHER) -> Evening:
    """A table with one person, who sits first."""
    players = min(4, max(GAMES[game].players))
    seats = (person_seat(NAMES[0], "person"), *[bot_seat(name, bot) for name in NAMES[1:players]])
    session, log = Session.open(Setup(game, seats, tempo=tempo), 100.0)
    return Evening(session, log + session.start(101.0, seed), further)


HEAD: Final = (
    "game        rounds | seconds mean   90 %   most    own |  acts"
    " | asked mean most begged | bots | answered  mean  most"
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=4, help="games of each kind")
    parser.add_argument("--turns", type=int, default=40, help="so many turns of each at most")
    parser.add_argument("--only", help="one game alone")
    parser.add_argument("--bot", default="merchant")
    parser.add_argument("--tempo", type=int, default=100)
    parser.add_argument("--further", type=float, default=FURTHER, help="seconds for each further act in a row")
    given = parser.parse_args()
    print(HEAD)
    for game in [given.only] if given.only else GAMES:
        rounds: list[Round] = []
        questions: list[Question] = []
        for seed in range(given.games):
            played = evening(game, given.bot, given.tempo, seed, given.further)
            played.play(given.turns)
            rounds += played.rounds[:-1]
            questions += played.questions
        print(line(game, rounds, questions), flush=True)


def line(game: str, rounds: list[Round], questions: list[Question]) -> str:
    times = sorted(each.seconds for each in rounds)
    asked = [each.asked for each in rounds]
    waits = [each.seconds for each in questions if each.seconds is not None]
    longest, usual = max(waits, default=0.0), mean(waits or [0.0])
    return (
        f"{game:12} {len(rounds):5} | {mean(times):12.1f} {times[len(times) * 9 // 10]:6.1f} {times[-1]:6.1f}"
        f" {mean(each.own for each in rounds):6.1f} | {mean(each.acts for each in rounds):5.1f}"
        f" | {mean(asked):10.2f} {max(asked):4} {sum(each.begged for each in rounds):6}"
        f" | {mean(each.bots_talk for each in rounds):4.1f}"
        f" | {len(waits):4}/{len(questions):<4} {usual:4.1f} {longest:5.1f}"
    )


if __name__ == "__main__":
    main()
