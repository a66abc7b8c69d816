"""Drives sessions like a server, with a simulated clock and bots in this process."""

import json
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any

import tobean
from tobean.games.card_set import with_cards
from tobean.kernel.cards import name_of
from tobean.kernel.chance import Chance, chance_from
from tobean.kernel.phases.setup import new_table
from tobean.kernel.phases.trading import Trading
from tobean.kernel.table import Table
from tobean.record.position_entries import entries as table_entries
from tobean.session import Entry, Session, Setup, bot_seat, person_seat
from tobean.session.bots.bot_requests import run_request
from tobean.session.bots.bot_scheduler import BotRequest, BotScheduler
from tobean.session.bots.reply_scheduler import reply_request
from tobean.session.log.entries import Said

NAMES = ("Timon", "Nina", "Keno", "Eiko", "Ada")


def attributes_of(thing: object) -> dict[str, object]:
    names = thing.__dict__ if hasattr(thing, "__dict__") else type(thing).__mypyc_attrs__  # type: ignore[attr-defined]
    return {name: getattr(thing, name) for name in names}


def setup_of(game: str, players: int, bots: tuple[int, ...] = (), bot: str = "sprout", **more: Any) -> Setup:
    """A table of people, with bots in some seats."""
    seats = tuple(
        bot_seat(name, bot) if seat in bots else person_seat(name, f"key of {name}")
        for seat, name in enumerate(NAMES[:players])
    )
    return Setup(game, seats, {"talk_limit": 5}, **more)


def started_session(setup: Setup, seed: int = 1) -> tuple[Session, list[Entry]]:
    session, log = Session.open(setup, 100.0)
    return session, log + session.start(101.0, seed)


def play_randomly(session: Session, log: list[Entry], seed: int, most: int = 10_000) -> Iterator[tobean.Action]:
    """Plays all seats randomly, including off-turn actions; yields the actions."""
    chance = chance_from(f"play on {seed}")
    while session.state == "playing" and most:
        most -= 1
        seats = session.table.may_act()
        seat = chance.choice(seats) if chance.randbelow(4) == 0 else seats[0]
        action = session.table.sample_action(seat, chance)
        log += session.act(seat, repr(action), session.version, 102.0 + session.version, chance.new_seed())
        yield action


Think = Callable[[dict[str, object]], dict[str, object]]
Person = Callable[[Session, float, Chance], tobean.Action | None]


class Driver:
    """Runs a table with bots, in the order and at the times of the bot scheduler."""

    def __init__(self, session: Session, log: list[Entry], seed: int = 1, think: Think = run_request) -> None:
        self.session = session
        self.log = log
        self.bot_scheduler = BotScheduler(session)
        self.chance = chance_from(f"driver {seed}")
        self.think = think
        self.now = 200.0
        self.requests: list[tuple[float, BotRequest]] = []

    def next_request(self, present: Collection[int] | None = None) -> BotRequest:
        """The request that is due next; fails if only people can continue."""
        ask = self.bot_scheduler.next(self.now, present)
        assert ask is not None
        return ask

    def step(self) -> bool:
        """Makes one move of a bot; returns False when only people can continue."""
        ask = self.bot_scheduler.next(self.now)
        if ask is None:
            return False
        self.run_bot_request(ask)
        return True

    def run_bot_request(self, ask: BotRequest) -> None:
        """Computes a bot's answer to the request and plays it."""
        self.now = max(self.now, ask.at)
        self.requests.append((self.now, ask))
        do: object = None
        fault = ""
        if ask.bot:
            request = self.bot_scheduler.build_request(ask, self.chance.new_seed())
            try:
                do = self.think(json.loads(json.dumps(request)))["do"]
            except ZeroDivisionError:
                fault = "crash"
        assert do is None or isinstance(do, str)
        self.log += self.bot_scheduler.play(ask, do, self.now, self.chance.new_seed(), fault)

    def ask_bots(self, seat: int, text: str) -> list[Said]:
        """Sends a chat line of a person; returns the answers of the bots."""
        self.log += self.session.say(seat, self.session.names[seat], text, self.now)
        return self.deliver_replies()

    def deliver_replies(self) -> list[Said]:
        """Delivers all answers of bots to questions of people."""
        found: list[Said] = []
        while replies := self.bot_scheduler.reply_scheduler.due(self.now):
            reply = min(replies, key=lambda reply: reply.at)
            self.now = max(self.now, reply.at)
            thought = self.think(json.loads(json.dumps(reply_request(self.session, reply, self.chance.new_seed()))))
            entries = self.bot_scheduler.reply(reply, thought, self.now, self.chance.new_seed())
            assert entries
            self.log += entries
            found += [entry for entry in entries if isinstance(entry, Said)]
        return found

    def until_people(self, most: int = 5000) -> None:
        """Lets bots play until a person is needed or the game is over."""
        for _ in range(most):
            if not self.step():
                return
        raise AssertionError("the bots never stop")

    def person_acts(self, seat: int, do: str) -> None:
        self.log += self.session.act(seat, do, self.session.version, self.now, self.chance.new_seed())


def kind(name: str) -> int:
    return tobean.kind_named(name)


def session_in_trading(bots: tuple[int, ...] = ()) -> Driver:
    """Timon is active; Soy and Blue are turned over, and the hands are known."""
    driver = Driver(*started_session(setup_of("bohnanza", 3, bots=bots, start=0)))
    table = driver.session.table
    for seat in range(3):
        table.hands[seat] = [kind(name) for name in ("Garden", "Soy", "Chili", "Red", "Stink")]
    driver.person_acts(0, "A plant Garden 1")
    driver.person_acts(0, "A pass")
    assert isinstance(table.decision, Trading)
    table.turned[:] = [kind("Soy"), kind("Blue")]
    return driver


def session_state(session: Session) -> dict[str, object]:
    """The complete state of a session, for comparison."""
    return {
        "table": None if session.state == "open" else table_entries(session.table),
        "seats": session.seats,
        "seq": session.seq,
        "version": session.version,
        "at": session.at,
        "awaited since": session.awaited_since,
        "feed": [(entry.number, entry.version, entry.event) for entry in session.feed],
        "chat": session.chat,
        "wishes": session.wishes,
        "orders": session.orders,
        "record": None if session.state == "open" else session.record().text(),
        "undo": (session.undo_window.begin, session.undo_window.seat),
        "fresh": None if session.staleness is None else attributes_of(session.staleness),
    }


TALKERS = ("Ben", "Ada", "Karl Otto")


def table_in_trading(active: int = 0, cards: Mapping[str, object] | None = None) -> tobean.Table:
    """Ben is active; Soy and Blue are turned over; all were dealt Garden, Soy, Chili, Red, Stink."""
    deck = [tobean.kind_named(name) for name in ("Garden", "Soy", "Chili", "Red", "Stink")] * 3
    deck += [tobean.kind_named("Soy"), tobean.kind_named("Blue")] + [tobean.kind_named("Green")] * 40
    rules = with_cards(tobean.GAMES["bohnanza"], cards or {"game": "bohnanza"})
    table = new_table(rules, 3, chance_from(1), {}, deck=deck, start=active)
    table.apply(tobean.Plant(active, deck[0], 0, 0))
    table.apply(tobean.Pass(active))
    return table


def front_card(table: Table) -> str:
    """Name of the front card of seat A's hand."""
    return name_of(table.hands[0][0])
