"""Records, comparable to PGN in chess: players, options, chance results and actions. They replay without a generator.

tobean record 1
game: bohnanza
edition: AMIGO 01661 (v5), rules 1
players: Timon, Nina, Keno
options: third_field=no, talk_limit=none
start: A

deal => Red, Soy, ...
1 A plant Red 1
2 A pass => Soy, Blue
result: A 12, B 10, C 9; winner A
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from tobean.games import game_named, game_with_cards
from tobean.games.card_set import rules_with_card_set
from tobean.games.registry import default_game
from tobean.kernel.actions import Action
from tobean.kernel.base.seats import SEAT_LETTERS, seat_name
from tobean.kernel.cards import cards_text, sorted_cards
from tobean.kernel.chance import Chance, chance_from
from tobean.kernel.component import Options
from tobean.kernel.errors import BadInput, BadRecord, GameNotInstalled, Illegal, Phrase, TobeanError
from tobean.kernel.events import Event
from tobean.kernel.notation.input_limits import MAX_MOVES, MAX_NAME_LENGTH, is_one_line, lines_of
from tobean.kernel.phases.setup import check_deck, check_players, checked_options, new_table
from tobean.kernel.rules import Rules
from tobean.kernel.state.repr_hooks import REPR_HOOKS, summary
from tobean.kernel.table import Table
from tobean.record.notation import parse_action, parse_kinds, parse_known_cards, parse_seat
from tobean.record.position_entries import options_text
from tobean.record.start_position import HEAD, table_at
from tobean.record.table_text import line_of_error, parse_options

HEADER: Final = "tobean record 1"
POSITION_PREFIX: Final = "table "
"""Prefix of each line of the position with which a record begins, if that is not a deal."""


def check_name(name: str) -> str:
    """Return the name of a player if it can be used in a record."""
    if not name.strip() or name != name.strip() or len(name) > MAX_NAME_LENGTH or re.search(r"[,:;=]", name):
        raise BadInput(
            "{name!r} is not a name for a player: 1 to 40 characters without comma, colon, semicolon, =", name=name
        )
    if not is_one_line(name):
        raise BadInput(
            "{name!r} is not a name for a player: there is a character in it that cannot be printed", name=name
        )
    return name


def check_names(names: Sequence[str]) -> tuple[str, ...]:
    """Return the names of all players; they must differ, and none may be the letter of another seat."""
    for seat, name in enumerate(names):
        check_name(name)
        if list(names).count(name) > 1:
            raise BadInput("two players are called {name!r}: names must differ", name=name)
        if name.upper() in tuple(SEAT_LETTERS[: len(names)]) and name.upper() != SEAT_LETTERS[seat]:
            raise BadInput("{name!r} is the letter of another seat and cannot be a name here", name=name)
    return tuple(names)


@dataclass(slots=True)
class Move:
    """An action, the chance results that followed, and its line in the parsed text."""

    action: Action
    chance: tuple[int, ...]
    line: int = 0


@dataclass
class Record:
    """A game from the deal on, finished or not."""

    game: str
    players: tuple[str, ...]
    options: Options
    start: int = 0
    deck: tuple[int, ...] | None = None
    """All cards of the game, sorted, if they differ from the game's own."""
    deal: tuple[int, ...] = ()
    moves: list[Move] = field(default_factory=list)
    result: str = ""
    cards: str = ""
    """The custom card set as JSON."""
    position: dict[str, str] = field(default_factory=dict)
    """The table with which it begins, if that is not a deal: its entries other than those of the head."""
    position_lines: dict[str, int] = field(default_factory=dict)
    deal_line: int = 0
    result_line: int = 0

    def __repr__(self) -> str:
        end = self.result or "not over"
        return f"<Record of {self.game}: {', '.join(self.players)}; {len(self.moves)} moves; {end}>"

    def __str__(self) -> str:
        return self.text()

    def rules(self) -> Rules:
        """Return the current rules for this game and its cards."""
        return game_with_cards(self.game, self.cards)

    def text(self) -> str:
        rules = self.rules()
        lines = [HEADER, f"game: {self.game}", f"edition: {rules.edition}"]
        lines.append(f"players: {', '.join(self.players)}")
        lines.append(f"options: {options_text(self.options) or 'nothing'}")
        lines.append(f"start: {seat_name(self.start)}")
        if self.cards:
            lines.append(f"cards: {self.cards}")
        if self.deck is not None:
            lines.append(f"deck: {cards_text(self.deck)}")
        lines.append("")
        if self.position:
            lines += [f"{POSITION_PREFIX}{key}: {value}" for key, value in self.position.items()]
        else:
            lines.append(f"deal => {cards_text(self.deal)}")
        for number, move in enumerate(self.moves, start=1):
            results = f" => {cards_text(move.chance)}" if move.chance else ""
            lines.append(f"{number} {move.action!r}{results}")
        if self.result:
            lines.append(f"result: {self.result}")
        return "\n".join(lines) + "\n"

    def replay(self) -> Iterator[tuple[Table, Action | None, list[Event]]]:
        """Yield the table after the deal and after each action, with the events. It is always the same table object.

        Raises `BadRecord` with the line where the record violates the current rules.
        """
        rules = self.rules()
        chance = Chance(1, 1)
        chance.scripted_only = True
        chance.script = list(reversed(self.deal))
        try:
            table = self.first_table(rules, chance)
        except TobeanError as error:
            line = line_of_error(error, self.position_lines, self.deal_line)
            raise BadRecord("line {line}: {reason}", line=line, reason=error) from error
        check_script(chance, self.deal_line)
        yield table, None, drain_events(table)
        for move in self.moves:
            chance.script = list(reversed(move.chance))
            try:
                table.apply(move.action)
            except Illegal as error:
                raise BadRecord(
                    "line {line}: {action!r} is refused: {reason}", line=move.line, action=move.action, reason=error
                ) from error
            except TobeanError as error:
                raise BadRecord("line {line}: {reason}", line=move.line, reason=error) from error
            check_script(chance, move.line)
            yield table, move.action, drain_events(table)
        truth = str(table.result()) if table.over else Phrase("the game is not over")
        if self.result and self.result != truth:
            raise BadRecord(
                "line {line}: the result is not what was played: {truth}", line=self.result_line, truth=truth
            )

    def first_table(self, rules: Rules, chance: Chance) -> Table:
        """Return the table after the deal, or the position with which the record begins."""
        players = len(self.players)
        if self.position:
            return table_at(self.position, rules, players, self.options, self.start, chance)
        return new_table(rules, players, chance, self.options, None, self.start, True, self.deck)

    def final(self) -> Table:
        last: Table | None = None
        for table, _, _ in self.replay():
            last = table
        assert last is not None
        return last


def check_script(chance: Chance, line: int) -> None:
    if chance.script:
        raise BadRecord("line {line}: more chance results than the action brings", line=line)


def drain_events(table: Table) -> list[Event]:
    events = table.events or []
    table.events = []
    return events


class Game:
    """A game that is recorded while it is played."""

    def __init__(
        self,
        game: str = "",
        players: int | Sequence[str] = 4,
        seed: int | str | Chance = 0,
        deck: Sequence[int] | None = None,
        start: int = 0,
        cards: str | Path | Mapping[str, object] | None = None,
        **options: int | bool | None,
    ) -> None:
        """Take the arguments of `tobean.new_game`; `players` may also be names. The default is the first game."""
        rules = rules_with_card_set(game_named(game or default_game()), cards)
        if isinstance(players, int):
            check_players(rules, players)
            names: Sequence[str] = [f"Player {letter}" for letter in SEAT_LETTERS[:players]]
        else:
            names = players
        chance = chance_from(seed)
        chance.drawn = []
        self.table = new_table(rules, len(names), chance, dict(options), deck, start, True)
        self.opening_events = drain_events(self.table)
        """The events of the deal."""
        self.record = Record(
            rules.name,
            check_names(names),
            checked_options(rules, dict(options)),
            self.table.start,
            None if deck is None else sorted_cards(deck),
            tuple(chance.drawn),
            cards=rules.card_set,
        )
        chance.drawn.clear()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self.record == other.record and self.table == other.table

    def __repr__(self) -> str:
        return f"<Game of {', '.join(self.record.players)}: {summary(self.table)}>"

    def _repr_html_(self) -> str:
        """Return the drawing shown by notebooks: the table as it is now, with all cards visible."""
        return REPR_HOOKS.html(self.table)

    def play(self, action: Action, ply: int = -1) -> list[Event]:
        """Apply an action; returns its events in full. Show a seat only `event.seen_by(seat)`."""
        self.table.apply(action, ply)
        drawn = self.table.chance.drawn
        assert drawn is not None
        self.record.moves.append(Move(action, tuple(drawn)))
        drawn.clear()
        if self.table.over:
            self.record.result = str(self.table.result())
        return drain_events(self.table)


def parse_record(text: str) -> Record:
    """Parse a record. `replay` checks its lines against the rules."""
    lines = lines_of(text, BadRecord)
    if not lines or lines[0].strip() != HEADER:
        raise BadRecord("line 1: a record begins with {header!r}", header=HEADER)
    header: dict[str, tuple[int, str]] = {}
    record: Record | None = None
    for number, line in enumerate(lines[1:], start=2):
        content = line.strip()
        if not content or content.startswith("#"):
            continue
        try:
            if content.startswith("deal =>"):
                if record is not None:
                    raise BadInput("the cards are dealt twice")
                record = record_from(header)
                record.deal = parse_known_cards(content.removeprefix("deal =>"))
                record.deal_line = number
            elif content.startswith(POSITION_PREFIX):
                if record is None:
                    record = record_from(header)
                    record.deal_line = number
                add_entry(record, content.removeprefix(POSITION_PREFIX), number)
            elif record is None:
                key, colon, value = content.partition(":")
                if not colon or key in header:
                    raise BadInput("{content!r} does not belong in the head of a record", content=content)
                header[key] = (number, value.strip())
            else:
                add_line(record, content, number)
        except (BadRecord, GameNotInstalled):
            raise
        except TobeanError as error:
            raise BadRecord("line {line}: {reason}", line=number, reason=error) from error
    if record is None:
        raise BadRecord("line {line}: the record ends before the deal", line=len(lines))
    return record


def add_entry(record: Record, content: str, line: int) -> None:
    """Add an entry of the position with which a record begins."""
    key, colon, value = (part.strip() for part in content.partition(":"))
    if not colon or key in record.position or key in HEAD or record.deal or record.moves or record.result:
        raise BadInput("{content!r} does not belong there", content=POSITION_PREFIX + content)
    record.position[key] = value
    record.position_lines[key] = line


def add_line(record: Record, content: str, line: int) -> None:
    """Add a move or the result."""
    if record.result:
        raise BadInput("nothing comes after the result")
    if content.startswith("result:"):
        record.result = content.removeprefix("result:").strip()
        record.result_line = line
    elif len(record.moves) == MAX_MOVES:
        raise BadInput("too many moves; the maximum is {most}", most=MAX_MOVES)
    else:
        record.moves.append(parse_move(content, len(record.moves) + 1, line, len(record.players)))


def parse_move(content: str, expected: int, line: int, players: int) -> Move:
    match = re.fullmatch(r"([0-9]{1,9}) (.*?)(?: => (.*))?", content)
    if not match:
        raise BadInput(
            "{content!r} is not a move; write `{expected} A plant Red 1`", content=content, expected=expected
        )
    if int(match[1]) != expected:
        raise BadInput(
            "this should be move {expected}, not {given}: a line is missing or too many",
            expected=expected,
            given=match[1],
        )
    return Move(parse_action(match[2], SEAT_LETTERS[:players]), parse_known_cards(match[3] or ""), line)


def record_from(header: dict[str, tuple[int, str]]) -> Record:
    def entry(key: str) -> str:
        if key not in header:
            raise BadInput("the head of the record has no {key!r}", key=key)
        return header[key][1]

    unknown = set(header) - {"game", "edition", "players", "options", "start", "cards", "deck"}
    if unknown:
        key = min(unknown)
        raise BadRecord("line {line}: unknown entry {key!r}", line=header[key][0], key=key)
    rules = game_with_cards(entry("game"), header.get("cards", (0, ""))[1])
    if entry("edition") != rules.edition:
        raise BadRecord(
            "line {line}: played by the rules {given!r}; these are {edition!r}",
            line=header["edition"][0],
            given=entry("edition"),
            edition=rules.edition,
        )
    players = entry("players").split(",")
    try:
        check_players(rules, len(players))  # their number is checked before their names
    except BadInput as error:
        raise BadRecord("line {line}: {reason}", line=header["players"][0], reason=error) from error
    names = check_names([name.strip() for name in players])
    start = parse_seat(entry("start"), SEAT_LETTERS[: len(players)])
    options = checked_options(rules, parse_options(entry("options")))
    deck: tuple[int, ...] | None = None
    if "deck" in header:
        deck = parse_kinds(header["deck"][1])
        check_deck(rules, len(players), deck)
    return Record(rules.name, names, options, start, deck, cards=rules.card_set)
