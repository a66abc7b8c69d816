"""Seconds that a round takes for one person among bots, and the offers that the person gets.

    python bench/round_time.py [--games 4] [--turns 40] [--only GAME] [--players all] [--bot merchant] [--tempo 100]
                               [--person trader|passing|newcomer] [--any-offer]

One person plays each game with three bots (Al Cabohne: with one; `--players all`: every number of players), on a
simulated clock. The person answers within 2 seconds, takes 1 second for each further action in a row (`--further`) and
says "nothing from me" whenever bots wait for an answer.

- A `trader` plays what the coach advises, accepts good offers, declines the rest (in the own turn by ending the
  trading), calls out one question in the own turn and types one off turn.
- A `passing` person plays what the coach advises, asks nothing and declines everything.
- A `newcomer` does the same with safe moves instead of advice, so that the fields are often full.

Prints for each game the seconds of a round (from one own turn to the next), how many of them were pauses of bots and
how many the own turn took; the person's actions in a round; the offers made to the person outside their turn; the talk
among bots; the seconds until a question was answered; and of all offers to the person, other than of cards they have
asked for, those that the page marks with "no room". With `--any-offer` bots also offer people cards they cannot plant.
"""

import argparse
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from statistics import mean, median
from typing import Any, Final

from tobean.bots.coach.coach import hint
from tobean.bots.merchant.merchant import Merchant
from tobean.bots.merchant.proposals import most_wanted_kinds, spare_kinds
from tobean.bots.merchant.valuation.deal_value import DealEvaluator
from tobean.games import GAMES
from tobean.kernel.actions import Accept, Action, Call, Decline, EndTrading, MakeOffer
from tobean.kernel.cards import name_of
from tobean.kernel.chance import chance_from
from tobean.kernel.observation.observation import observe
from tobean.session import Entry, Session, Setup, bot_seat, person_seat
from tobean.session.bots.bot_requests import run_request
from tobean.session.bots.bot_scheduler import BOT, BotRequest, BotScheduler
from tobean.session.bots.fallback_move import fallback_move
from tobean.session.bots.reply_scheduler import ReplyRequest, reply_request
from tobean.session.log.entries import Acted, Said
from tobean.session.wire.deal_preview import offer_preview

NAMES: Final = ("Timon", "Otto", "Greta", "Bruno", "Hanna", "Jost", "Karla")
PERSON: Final = 0
TRADER: Final = "trader"
PASSING: Final = "passing"
NEWCOMER: Final = "newcomer"
PERSONS: Final = (TRADER, PASSING, NEWCOMER)
ANSWER_SECONDS: Final = 2.0
"""Seconds the person takes to react to an action of another player."""
FURTHER_ACT_SECONDS: Final = 1.0
"""Seconds the person takes for each further action in a row."""
LONGEST_WAIT: Final = 3.0
"""Seconds the person waits for answers to a question in their own turn."""
NO_OFFER_TEXT: Final = "nothing from me"


@dataclass
class Round:
    """From one own turn of the person to the next."""

    seconds: float = 0.0
    own: float = 0.0
    """Seconds of the own turn."""
    pauses: float = 0.0
    """Seconds spent waiting for bots."""
    acts: int = 0
    """Number of the person's actions."""
    asked: int = 0
    """Offers made to the person outside their turn, other than answers to their questions."""
    begged: int = 0
    """Offers to the person, or to the whole table, that want cards for nothing."""
    bots_talk: int = 0
    """Offers and calls of bots that were not for the person."""


@dataclass
class Question:
    """A question of the person, and the seconds until its first answer; None if unanswered."""

    at: float
    turn: int
    seconds: float | None = None


@dataclass
class SimulatedGame:
    """One game on a simulated clock."""

    session: Session
    log: list[Entry]
    further: float = FURTHER_ACT_SECONDS
    person: str = TRADER
    any_offer: bool = False
    """Whether bots also offer people cards they cannot plant."""
    now: float = 200.0
    rounds: list[Round] = field(default_factory=list)
    questions: list[Question] = field(default_factory=list)
    offers: dict[tuple[int, int], bool | None] = field(default_factory=dict)
    """Offers to the person by turn and number: whether there was no room for the cards; None if the person had asked
    for them."""

    def __post_init__(self) -> None:
        self.bot_scheduler = BotScheduler(self.session)
        self.seen: dict[tuple[object, ...], float] = {}
        self.acted_at = 0.0
        self.acted_version = -1
        self.turn_began = 0.0
        self.chance = chance_from("evening")

    # --- the clock -----------------------------------------------------------------------------------------

    def play(self, turns: int) -> None:
        """Play up to this turn, or to the end."""
        while self.session.state == "playing" and self.session.table.turn <= turns:
            before = self.session.table.turn
            at, act, is_bot = min(self.pending_events(), key=lambda event: event[0])
            if self.rounds and is_bot:
                self.rounds[-1].pauses += max(0.0, at - self.now)
            self.now = max(self.now, at)
            act()
            if self.session.state == "playing" and self.session.table.turn != before:
                self.end_turn()

    def pending_events(self) -> list[tuple[float, Callable[[], None], bool]]:
        """Return the pending actions: time, function, and whether a bot acts."""
        found: list[tuple[float, Callable[[], None], bool]] = []
        due = self.next_person_act()
        if due is not None:
            found.append((due[0], lambda: self.person_acts(due[1]), False))
        ask = self.bot_scheduler.next(self.now, {PERSON})
        if ask is not None:
            found.append((ask.at, lambda: self.bot_acts(ask), True))
        for reply in self.bot_scheduler.reply_scheduler.due(self.now):
            found.append((reply.at, lambda reply=reply: self.bot_replies(reply), True))  # type: ignore[misc]
        return found

    def end_turn(self) -> None:
        if self.rounds and not self.rounds[-1].own:
            self.rounds[-1].own = self.now - self.turn_began
        if self.session.table.active == PERSON:
            if self.rounds:
                self.rounds[-1].seconds = self.now - self.turn_began
            self.rounds.append(Round())
            self.turn_began = self.now

    # --- bots ----------------------------------------------------------------------------------------------

    def bot_acts(self, ask: BotRequest) -> None:
        found: dict[str, Any] = {"do": None}
        if ask.bot:
            found = self.bot_reply(self.bot_scheduler.build_request(ask, self.chance.new_seed()))
        done = self.bot_scheduler.play(ask, found["do"], self.now, self.chance.new_seed())
        if done and found.get("remark"):
            done += self.bot_scheduler.bot_chat.remark(ask.seat, ask.bot, found["remark"], self.now)
        self.log += done
        for entry in done:
            if isinstance(entry, Acted) and entry.by == BOT and self.rounds:
                self.record_action(self.session.read(ask.seat, entry.do), self.rounds[-1])
        self.record_offers()

    def bot_reply(self, request: dict[str, object]) -> dict[str, Any]:
        """Return the reply of a bot, computed as in a worker."""
        if self.any_offer:
            request["guests"] = 0
        return run_request(json.loads(json.dumps(request)))

    def record_offers(self, was_requested: bool = False) -> None:
        """Record each new offer to the person that was not declined automatically."""
        table = self.session.table
        for offer in table.offers:
            if (
                offer.is_for(PERSON)
                and not offer.declined >> PERSON & 1
                and (table.turn, offer.number) not in self.offers
            ):
                preview = offer_preview(offer, observe(table, PERSON), table)
                lacks_room = preview is not None and bool(preview["no_room"])
                self.offers[table.turn, offer.number] = None if was_requested else lacks_room

    def record_action(self, action: Action, this: Round) -> None:
        """Count a voluntary action of a bot that concerns the person."""
        table = self.session.table
        if isinstance(action, MakeOffer) and table.offers[-1].is_for(PERSON):
            answered = table.offers[-1].declined >> PERSON & 1  # offers they cannot pay are declined for them
            this.asked += table.active != PERSON and not answered
            this.begged += not action.cards
        elif isinstance(action, (MakeOffer, Call)):
            this.bots_talk += 1

    def bot_replies(self, reply: ReplyRequest) -> None:
        found = self.bot_reply(reply_request(self.session, reply, self.chance.new_seed()))
        done = self.bot_scheduler.reply(reply, found, self.now, self.chance.new_seed())
        self.log += done
        self.record_offers(was_requested=bool(reply.question.wants))
        for entry in done:
            for each in self.questions:
                if isinstance(entry, Said) and each.seconds is None:
                    each.seconds = self.now - each.at

    # --- the person ----------------------------------------------------------------------------------------

    def since(self, *what: object) -> float:
        """Return the time at which the person has finished thinking about a situation first seen now, or since their
        last action."""
        return max(self.seen.setdefault(what, self.now), self.acted_at) + ANSWER_SECONDS

    def next_person_act(self) -> tuple[float, Action | str] | None:
        """Return the person's next action or message, and its time."""
        table = self.session.table
        if table.decision.is_trading:
            return self.in_trading()
        if table.awaited != PERSON:
            return None
        in_a_row = self.acted_at and self.session.version == self.acted_version
        at = self.acted_at + self.further if in_a_row else self.since("move", self.session.version)
        if self.person == NEWCOMER:
            return at, fallback_move(table, PERSON)
        advised = hint(observe(table, PERSON), table.legal_actions(PERSON), chance_from(self.session.version))
        assert advised is not None
        return at, advised.action

    def in_trading(self) -> tuple[float, Action | str] | None:
        return self.as_trader() if self.person == TRADER else self.declining()

    def declining(self) -> tuple[float, Action | str] | None:
        """Outside their turn decline each offer and say "nothing from me"; in their own turn end the trading."""
        table = self.session.table
        if table.active == PERSON:
            return self.since("end", table.turn), EndTrading(PERSON)
        for offer in table.offers:
            if offer.is_for(PERSON) and not offer.declined >> PERSON & 1:
                return self.since("offer", table.turn, offer.number), Decline(PERSON, offer.number)
        return self.pass_priority()

    def pass_priority(self) -> tuple[float, Action | str] | None:
        window = self.bot_scheduler.window(PERSON, self.now, {PERSON})
        return None if window is None else (self.since("word", self.session.table.turn), NO_OFFER_TEXT)

    def as_trader(self) -> tuple[float, Action | str] | None:
        table = self.session.table
        own = table.active == PERSON
        evaluator = DealEvaluator(view := observe(table, PERSON), Merchant().judge(view))
        actions = table.legal_actions(PERSON)
        for offer in table.offers:
            if offer.is_for(PERSON) and not offer.declined >> PERSON & 1:
                ways: list[Action] = [act for act in actions if isinstance(act, Accept) and act.number == offer.number]
                best, _ = evaluator.best_answer(ways)
                if best is not None or not own:
                    return self.since("offer", table.turn, offer.number), best or Decline(PERSON, offer.number)
        asked = self.question(evaluator)
        if asked is not None:
            return self.since("question", table.turn), asked
        if not own:
            return self.pass_priority()
        waiting = [each.at + LONGEST_WAIT for each in self.questions if each.turn == table.turn and not each.seconds]
        return max([self.since("end", table.turn), *waiting]), EndTrading(PERSON)

    def question(self, evaluator: DealEvaluator) -> Action | str | None:
        """One call in the own turn, and one typed question outside it in each round."""
        table = self.session.table
        own, next_one = table.active == PERSON, table.active == (PERSON + 1) % table.players
        if not (own or next_one) or any(each.turn == table.turn for each in self.questions):
            return None
        has = spare_kinds(evaluator)
        wants = most_wanted_kinds(evaluator, has)
        if own:
            return Call(PERSON, has[:1], wants[:1]) if has or wants else None
        return f"What do you want for a {name_of(wants[0])}?" if wants else None

    def person_acts(self, action: Action | str) -> None:
        self.acted_at = self.now
        table = self.session.table
        if action == NO_OFFER_TEXT:
            self.bot_scheduler.waive_priority(PERSON, table.turn, self.now)
            return
        if isinstance(action, (Call, str)):
            self.questions.append(Question(self.now, table.turn))
        if isinstance(action, str):
            self.log += self.session.say(PERSON, NAMES[PERSON], action, self.now)
        else:
            self.log += self.session.take(action, self.session.version, self.now, self.chance.new_seed())
        self.acted_version = self.session.version
        if self.rounds:
            self.rounds[-1].acts += 1


def new_game_with_person(
    game: str,
    bot: str = "merchant",
    tempo: int = 100,
    seed: int = 0,
    further: float = FURTHER_ACT_SECONDS,
    players: int = 0,
    person: str = TRADER,
    any_offer: bool = False,
) -> SimulatedGame:
    """Return a table with one person at the first seat; 0 `players` are four, or as many as the game allows."""
    players = players or min(4, max(GAMES[game].players))
    seats = (person_seat(NAMES[0], "person"), *[bot_seat(name, bot) for name in NAMES[1:players]])
    session, log = Session.open(Setup(game, seats, tempo=tempo), 100.0)
    return SimulatedGame(session, log + session.start(101.0, seed), further, person, any_offer)


HEAD: Final = (
    "game         players rounds | seconds mean median   90 %   most pauses    own |  acts"
    " | asked mean most begged | bots | answered  mean  most | no room"
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=4, help="games of each kind")
    parser.add_argument("--turns", type=int, default=40, help="maximum number of turns of each game")
    parser.add_argument("--only", help="only this game")
    parser.add_argument("--players", default="", help="a number of players, or `all`")
    parser.add_argument("--bot", default="merchant")
    parser.add_argument("--tempo", type=int, default=100)
    parser.add_argument(
        "--further", type=float, default=FURTHER_ACT_SECONDS, help="seconds for each further action in a row"
    )
    parser.add_argument("--person", choices=PERSONS, default=TRADER)
    parser.add_argument("--any-offer", action="store_true", help="bots also offer people cards they cannot plant")
    given = parser.parse_args()
    print(HEAD)
    for game in [given.only] if given.only else GAMES:
        for players in player_counts(game, given.players):
            played: list[SimulatedGame] = []
            for seed in range(given.games):
                played.append(
                    new_game_with_person(
                        game, given.bot, given.tempo, seed, given.further, players, given.person, given.any_offer
                    )
                )
                played[-1].play(given.turns)
            print(line(game, players, played), flush=True)


def player_counts(game: str, choice: str) -> list[int]:
    """Return the numbers of players to measure."""
    allowed = [number for number in GAMES[game].players if number > 1]
    if choice == "all":
        return allowed
    return [number for number in allowed if number == int(choice)] if choice else [min(4, max(allowed))]


def line(game: str, players: int, played: list[SimulatedGame]) -> str:
    rounds = [each for simulated in played for each in simulated.rounds[:-1]]
    questions = [each for simulated in played for each in simulated.questions]
    offers = [no_room for simulated in played for no_room in simulated.offers.values() if no_room is not None]
    times = sorted(each.seconds for each in rounds)
    asked = [each.asked for each in rounds]
    waits = [each.seconds for each in questions if each.seconds is not None]
    longest, average = max(waits, default=0.0), mean(waits or [0.0])
    return (
        f"{game:12} {players:7} {len(rounds):6} | {mean(times):12.1f} {median(times):6.1f}"
        f" {times[len(times) * 9 // 10]:6.1f} {times[-1]:6.1f} {mean(each.pauses for each in rounds):6.1f}"
        f" {mean(each.own for each in rounds):6.1f} | {mean(each.acts for each in rounds):5.1f}"
        f" | {mean(asked):10.2f} {max(asked):4} {sum(each.begged for each in rounds):6}"
        f" | {mean(each.bots_talk for each in rounds):4.1f}"
        f" | {len(waits):4}/{len(questions):<4} {average:4.1f} {longest:5.1f} | {sum(offers):3}/{len(offers)}"
    )


if __name__ == "__main__":
    main()
