"""Table texts (our FEN) and snapshots: any position as text a person can read and write, and back.

    tobean table 1
    game: bohnanza
    players: 3
    hand A: Red, 2 Blue
    ...

A snapshot is the same as a JSON object, and has the state of the generator too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from tobean.games import game_with_cards
from tobean.kernel.bounds import MOST_CALLS, MOST_CARDS, MOST_FACTS, MOST_NAMED, MOST_OFFERS, lines_of
from tobean.kernel.cards import NAMES, is_number
from tobean.kernel.chance import LOW, MULTIPLIER, Chance, chance_from
from tobean.kernel.errors import BadInput, BadTable, GameMissing
from tobean.kernel.hands import NO_PILE, pile_of, remember
from tobean.kernel.looks import LOOKS
from tobean.kernel.setup import empty_table
from tobean.kernel.trading import Trading
from tobean.kernel.values import TABLE
from tobean.record.entries import Reader, entries, read_entries
from tobean.view.observation import Observation

if TYPE_CHECKING:
    from tobean.kernel.table import Table

HEADER: Final = "tobean table 1"
SNAPSHOT: Final = "tobean snapshot 1"


def table_text(table: Table) -> str:
    """The position as text. Reading it back gives a table with the same entries."""
    return "\n".join([HEADER, *[f"{key}: {value}" for key, value in entries(table).items()]]) + "\n"


def position_text(position: Table | Observation) -> str:
    """What `str` of a table or of an observation is."""
    if isinstance(position, Observation):
        return "\n".join([f"{key}: {value}" for key, value in entries(position).items()]) + "\n"
    return table_text(position)


LOOKS.text = position_text


def parse_table(text: str, seed: int | str = 0) -> Table:
    """The table that a table text describes; `seed` decides the chance that is still to come."""
    lines = lines_of(text.strip(), BadTable)
    if not lines or lines[0].strip() != HEADER:
        raise BadTable("line 1: a table text begins with {header!r}", header=HEADER)
    found: dict[str, str] = {}
    for number, line in enumerate(lines[1:], start=2):
        key, colon, value = line.partition(":")
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        if not colon:
            raise BadTable(
                "line {line}: {text!r} has no colon; write `hand A: Red, 2 Blue`", line=number, text=line.strip()
            )
        if key.strip() in found:
            raise BadTable("line {line}: {key!r} is said twice", line=number, key=key.strip())
        found[key.strip()] = value.strip()
    return table_from(found, chance_from(seed))


def snapshot(table: Table) -> dict[str, object]:
    """The whole state as a JSON object, at any decision."""
    return {
        "format": SNAPSHOT,
        "table": entries(table),
        "chance": [int(table.chance.low), int(table.chance.carry)],
        "script": list(table.chance.script or []),
    }


def restore(data: object) -> Table:
    """The table of a snapshot."""
    if not isinstance(data, dict) or data.get("format") != SNAPSHOT:
        raise BadTable("a snapshot is a JSON object with the format {snapshot!r}", snapshot=SNAPSHOT)
    found, chance, script = data.get("table"), data.get("chance"), data.get("script")
    if not isinstance(found, dict) or not all(isinstance(value, str) for value in found.values()):
        raise BadTable("the snapshot has no table: `table` must be an object of texts")
    if not isinstance(chance, list) or len(chance) != 2 or not all(type(number) is int for number in chance):
        raise BadTable("the snapshot has no generator: `chance` must be two numbers")
    if not (0 <= chance[0] <= LOW and 0 <= chance[1] < MULTIPLIER and chance != [0, 0]):
        raise BadTable("the snapshot's generator is out of range")
    if not isinstance(script, list) or len(script) > MOST_CARDS:
        raise BadTable("the snapshot's `script` must be a list of numbers, at most {most}", most=MOST_CARDS)
    if not all(type(number) is int and 0 <= number < len(NAMES) for number in script):
        raise BadTable("the snapshot's `script` must be a list of numbers of cards")
    check_entries(found)
    table = table_from(cast("dict[str, str]", found), Chance(chance[0], chance[1]))
    table.chance.script = list(script)
    return table


def check_entries(found: dict[object, object]) -> None:
    """Is this as much text as a table text may have?"""
    lines = lines_of("\n".join(f"{key}: {value}" for key, value in found.items()), BadTable)
    if len(lines) != len(found):
        raise BadTable("an entry of the snapshot's table has more than one line")


def parse_options(text: str) -> dict[str, int | bool | None]:
    """`third_field=no, talk_limit=6` as a dictionary."""
    options: dict[str, int | bool | None] = {}
    for part in text.split(","):
        if not part.strip() or part.strip() == "nothing":
            continue
        name, equals, value = (word.strip() for word in part.partition("="))
        if not equals:
            raise BadInput("{part!r} is no option; write `third_field=yes`", part=part.strip())
        if value in ("yes", "no"):
            options[name] = value == "yes"
        elif value == "none":
            options[name] = None
        elif is_number(value):
            options[name] = int(value)
        else:
            raise BadInput("{value!r} is no value of an option: yes, no, none or a number", value=value)
    return options


def table_from(found: dict[str, str], chance: Chance) -> Table:
    """The table with these entries."""
    reader = Reader(found)
    try:
        table = build(reader, chance)
    except (BadTable, GameMissing):
        raise
    except BadInput as error:
        raise BadTable("{reason}", reason=error) from error
    reader.finish()
    check_table(table)
    return table


def build(reader: Reader, chance: Chance) -> Table:
    rules = game_with_cards(reader.text("game"), reader.left.pop("cards", ""))
    table = empty_table(rules, reader.number("players"), parse_options(reader.text("options")), chance)
    read_entries(reader, table)
    return table


def check_table(table: Table) -> None:
    """Is this a table at which the engine could have stopped? What its offers prove is noted."""
    table_sizes(table)
    if table.component is not None:
        table.component.check(table)
    elif any(len(set(row)) > 1 for rows in table.fields for row in rows):
        raise BadTable("a field holds beans of one kind (K3)")
    check_offers(table)
    check_calls(table)
    check_facts(table)
    if table.agenda:
        check_agenda(table)
    for offer in table.offers:
        remember(table, offer.seat, offer.cards, offer.places)  # an open offer proves its cards (I2)


def check_agenda(table: Table) -> None:
    """Steps of this game, and on top of them a decision that is open."""
    for step in table.agenda:
        if not table.rules.knows_step(step, table.players):
            raise BadTable(
                "next: {step!r} is no step of {title} with {players} players",
                step=step,
                title=table.rules.title,
                players=table.players,
            )
        if not step.fits(table):
            raise BadTable("next: {step!r} does not fit to this table", step=step)
    top = table.agenda[-1]
    if not top.waits or top.done(table):
        raise BadTable("nobody has anything to decide at {top!r}: a table stops only at an open decision", top=top)
    if table.run_outs >= table.last_run_out and not table.no_pile:
        raise BadTable("after run-out {run_outs} there is no draw pile (K10)", run_outs=table.run_outs)
    if table.no_pile and not table.ending:
        raise BadTable("the draw pile is empty, but the game has not come to its last run-out (K10)")


def check_offers(table: Table) -> None:
    """Offers that could have been made here, with cards that are there (T1, T6, T7)."""
    if (table.offers or table.calls) and not any(isinstance(step, Trading) for step in table.agenda):
        raise BadTable("there are offers and calls only while cards are traded (T7, T8)")
    if len({offer.number for offer in table.offers}) < len(table.offers):
        raise BadTable("two offers have the same number")
    for seat in range(table.players):
        if sum(offer.seat == seat for offer in table.offers) > MOST_OFFERS:
            raise BadTable("one player has at most {most} offers open (T7)", most=MOST_OFFERS)
    for offer in table.offers:
        others = [TABLE, *range(table.players)] if offer.seat == table.active else [table.active]
        if offer.seat >= table.players or offer.to not in others or offer.to == offer.seat:
            raise BadTable("offer {number} is not for anybody it could be for (T1)", number=offer.number)
        if len(offer.wants) > MOST_NAMED or any(card not in table.wanted_kinds for card in offer.wants):
            raise BadTable("offer {number} asks for other cards than beans of this game (T6)", number=offer.number)
        if not offer.cards and not offer.wants:
            raise BadTable("offer {number} is about nothing (T3)", number=offer.number)
        if offer.declined >> table.players:
            raise BadTable("offer {number} is declined by somebody who is not there", number=offer.number)
        hand = table.hands[offer.seat]
        hidden = [place for place in offer.places if place >= 0]
        for card, place in zip(offer.cards, offer.places, strict=True):
            if place >= len(hand) or (place >= 0 and hand[place] != card) or card not in table.kinds:
                raise BadTable("offer {number} stakes cards that are not there (T6)", number=offer.number)
        if len(set(hidden)) < len(hidden) or not offer.still_covered(table.turned, table.aside[offer.seat]):
            raise BadTable("offer {number} stakes cards that are not there (T6)", number=offer.number)
        if not 0 < offer.number <= table.offer_count:
            raise BadTable(
                "offers made: {offer_count}, but there is an offer {number}",
                offer_count=table.offer_count,
                number=offer.number,
            )


def check_calls(table: Table) -> None:
    if len(table.calls) > MOST_CALLS:
        raise BadTable("there are at most {most} calls on a table", most=MOST_CALLS)
    for call in table.calls:
        kinds = (*call.has, *call.wants)
        if call.seat >= table.players or max(len(call.has), len(call.wants)) > MOST_NAMED:
            raise BadTable("{call!r}: nobody here can have called that", call=call)
        if not kinds or any(card not in table.wanted_kinds for card in kinds):
            raise BadTable("{call!r}: a call names beans of this game (T8)", call=call)


def check_facts(table: Table) -> None:
    """What is said to be proven must be true of the hands (I2)."""
    if len(table.shown) > MOST_FACTS:
        raise BadTable("there are at most {most} proven cards on a table", most=MOST_FACTS)
    for fact in table.shown:
        held = table.hands[fact.seat][: fact.reach] if fact.seat < table.players else []
        if len(held) != fact.reach or held.count(fact.card) < fact.count or fact.count < 1:
            raise BadTable("something is said to be proven that is not true of the hand")


def table_sizes(table: Table) -> None:
    if len(table.talk) != table.players:
        raise BadTable("talk: there must be {players} numbers", players=table.players)
    if table.run_outs > table.last_run_out:
        raise BadTable("the game ends with run-out {last_run_out} (K10)", last_run_out=table.last_run_out)
    if table.pile > table.run_outs:
        raise BadTable(
            "after {run_outs} run-outs there is no pile {pile} (K10)", run_outs=table.run_outs, pile=table.pile
        )
    if cards_of(table) > MOST_CARDS:
        raise BadTable("a game has at most {most} cards", most=MOST_CARDS)
    for seat in range(table.players):
        if len(table.origins[seat]) != len(table.hands[seat]):
            raise BadTable("each hand card needs the number of the pile it was drawn from")
        for card, origin in zip(table.hands[seat], table.origins[seat], strict=True):
            if (pile_of(origin) == NO_PILE) != (card in table.rules.hand_extras):
                raise BadTable(
                    "only cards that are no beans come from no draw pile, and they always do ({none})", none=NO_PILE
                )
            if table.pile < pile_of(origin) != NO_PILE:
                raise BadTable("a hand card cannot come from a pile that is not made yet")
        fewest = table.rules.fields[table.rules.players.index(table.players)]
        most = max(table.rules.most_fields, fewest)
        if not fewest <= len(table.fields[seat]) <= most:
            raise BadTable("each player has {fewest} to {most} fields", fewest=fewest, most=most)


def cards_of(table: Table) -> int:
    """How many bean cards there are, wherever they lie."""
    piles = [*table.hands, *table.thalers, *table.aside, table.discard, table.turned]
    piles += [row for rows in table.fields for row in rows]
    own = 0 if table.component is None else len(table.component.cards())
    return table.draw_size + own + sum(len(pile) for pile in piles)
