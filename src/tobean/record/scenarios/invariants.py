"""Consistency checks of positions: rejects tables that cannot be (docs/scenarios.md).

Whether play can lead to a position is not checked: a scenario may begin with any table on which the rules make sense.
"""

from collections import Counter

from tobean.kernel.actions import MakeOffer
from tobean.kernel.errors import BadTable, Illegal, Phrase
from tobean.kernel.notation.input_limits import MAX_CALLS, MAX_CARDS, MAX_CARDS_NAMED, MAX_FACTS, MAX_OPEN_OFFERS
from tobean.kernel.notation.parameters import TABLE
from tobean.kernel.phases.planting import PlantDue
from tobean.kernel.state.hands import NO_PILE, note_offered_cards, pile_of
from tobean.kernel.state.piles import END_NO_CARDS, END_RUN_OUT, MAKE_PILE, Draw, TurnOver
from tobean.kernel.table import Table
from tobean.kernel.trade.offers import Offer
from tobean.kernel.trade.trade_rules import check_offer_allowed


def check_table(table: Table) -> None:
    """Raise `BadTable` unless the engine could have stopped at this table. Records the facts that its offers prove."""
    check_sizes(table)
    if table.component is not None:
        table.component.check(table)
    elif any(len(set(row)) > 1 for rows in table.fields for row in rows):
        raise BadTable("a field holds beans of one kind (K3)")
    check_facts(table)
    if table.agenda:
        check_agenda(table)
        check_moment(table)
    check_run_outs(table)
    check_offers(table)
    check_calls(table)
    for offer in table.offers:
        note_offered_cards(table, offer.seat, offer.cards, offer.places)  # an open offer proves its cards (I2)


def check_agenda(table: Table) -> None:
    """Check that all steps belong to this game, and that the top one is an open decision."""
    for index, step in enumerate(table.agenda):
        if not table.rules.knows_step(step, table.players):
            raise BadTable(
                "next: {step!r} is not a step of {title} with {players} players",
                step=step,
                title=table.rules.title,
                players=table.players,
            )
        if not step.fits(table):
            raise BadTable("next: {step!r} does not fit this table", step=step)
        step.check_agenda_index(table, index)
    top = table.agenda[-1]
    if not top.is_decision or top.done(table):
        raise BadTable("nobody has anything to decide at {top!r}: a table stops only at an open decision", top=top)
    check_order(table)
    if table.run_outs >= table.last_run_out and not table.no_pile:
        raise BadTable("after run-out {run_outs} there is no draw pile (K10)", run_outs=table.run_outs)
    if table.no_pile and not table.ending:
        raise BadTable("the draw pile is empty, but the game has not come to its last run-out (K10)")
    if table.ending and not table.no_pile:
        raise BadTable("ending: there is a draw pile, so the last run-out has not come yet (K10)")
    if MAKE_PILE in table.agenda and table.draw_size:
        raise BadTable("next: a new draw pile is made only when the old one has run out (K10)")


def check_order(table: Table) -> None:
    """Check that the phases to come are the rest of a turn, and that nothing else comes after a phase (O1)."""
    rules = table.rules
    repeated = [type(step) for step in rules.turn_steps(table.players) if type(step) in rules.nested_steps]
    turn = [step for step in rules.turn_steps(table.players) if type(step) not in repeated]
    phase_classes = [type(phase) for phase in turn]
    if type(table.agenda[0]) is not phase_classes[-1]:
        raise BadTable("next: the last step of a turn is {step!r} (O1)", step=turn[-1])
    in_phase = False
    for step in reversed(table.agenda):
        if type(step) in phase_classes:
            in_phase = True
        elif type(step) in repeated:
            continue
        elif in_phase:
            raise BadTable("next: {step!r} interrupts a phase, so it comes before all phases (O1)", step=step)
        elif table.agenda.count(step) > 1:
            raise BadTable("next: {step!r} comes only once", step=step)
    phases = [step for step in table.agenda if type(step) in phase_classes]
    for index, step in enumerate(phases):
        if index == len(turn):
            raise BadTable("next: {step!r} is not in the order of a turn (O1)", step=step)
        phase = turn[-1 - index]
        begun = index == len(phases) - 1
        if type(step) is not type(phase) or (not begun and step != phase):
            raise BadTable(
                "next: {then!r} follows {phase!r}, not {step!r} (O1)",
                then=phases[index - 1],
                phase=phase,
                step=step,
            )
        if isinstance(phase, (TurnOver, Draw)) and step.values() > phase.values():
            raise BadTable("next: {step!r}: in a turn it is {phase!r} at most", step=step, phase=phase)


def expected_pile(table: Table) -> int:
    """Return the number that the current draw pile must have.

    Every run-out but the last makes a new pile (K10), if there are cards (K11).
    """
    return table.run_outs - 1 if table.draw_size == 0 else table.run_outs


def check_run_outs(table: Table) -> None:
    """Check that the run-outs, the draw pile and the reason for the end of the game fit together (K10, K11)."""
    pile = expected_pile(table)
    if pile < 0:
        raise BadTable("run-outs: there is no draw pile, so it has run out at least once (K10)")
    if table.pile != pile:
        raise BadTable(
            "run-outs: {run_outs}, so the draw pile made last is pile {right}, not pile {pile} (K10)",
            run_outs=table.run_outs,
            right=pile,
            pile=table.pile,
        )
    if table.ending.startswith(END_RUN_OUT) and table.run_outs != table.last_run_out:
        raise BadTable(
            "run-outs: the last run-out is number {last_run_out}, not number {run_outs} (K10)",
            last_run_out=table.last_run_out,
            run_outs=table.run_outs,
        )
    if table.ending.startswith(END_NO_CARDS) and table.run_outs == table.last_run_out:
        raise BadTable("ending: at the last run-out no new pile is made, whatever cards there are (K10)")


def check_moment(table: Table) -> None:
    """Check that turned-over cards, cards set aside and deals exist only in phases that allow them (B4, B5, T5)."""
    phases = list(dict.fromkeys([step.phase for step in reversed(table.phases) if step.phase]))
    trade_phases = [step.phase for step in table.phases if step.is_trading or isinstance(step, PlantDue)]
    if any(table.aside) and table.phase not in trade_phases:
        raise BadTable("aside: cards are set aside only from the trading until they are planted (T5)")
    if table.deals < table.rules.trade_rules.min_deals(table):
        raise BadTable(
            "aside: cards are set aside only by deals, and there were {deals} in this turn (T5)", deals=table.deals
        )
    trading = [phases.index(step.phase) for step in table.phases if step.is_trading]
    current = phases.index(table.phase) if table.phase in phases else 0
    if table.deals and not (trading and current >= trading[0]):
        raise BadTable("deals: nobody has traded yet in this turn (T1)")
    turned_counts = [step.count for step in table.phases if isinstance(step, TurnOver)]
    if turned_counts:
        if table.turned and table.phase not in trade_phases:
            raise BadTable("turned: cards lie turned over only from phase 2 until they are planted (B4, B5)")
        most = sum(turned_counts) + (0 if table.component is None else table.component.extra_turned_cards())
        if len(table.turned) > most:
            raise BadTable("turned: at most {most} cards can lie turned over now (B4)", most=most)


def check_deal_allowed(table: Table, offer: Offer) -> None:
    """Raise `BadTable` if the game's additional rules for deals forbid this offer."""
    action = MakeOffer(offer.seat, offer.to, offer.cards, offer.places, offer.wants, offer.answers)
    try:
        check_offer_allowed(table, action)
    except Illegal as error:
        raise BadTable("offer {number}: {reason}", number=offer.number, reason=error) from error


def check_offers(table: Table) -> None:
    """Check that the offers could have been made here, with cards that are there (T1, T6, T7)."""
    trade_phases = [step.phase for step in table.agenda if step.is_trading]
    if (table.offers or table.calls) and table.phase not in trade_phases:
        raise BadTable("there are offers and calls only while cards are traded (T7, T8)")
    if len({offer.number for offer in table.offers}) < len(table.offers):
        raise BadTable("two offers have the same number")
    for seat in range(table.players):
        if sum(offer.seat == seat for offer in table.offers) > MAX_OPEN_OFFERS:
            raise BadTable("one player has at most {most} offers open (T7)", most=MAX_OPEN_OFFERS)
    for offer in table.offers:
        check_offer(table, offer)


def check_offer(table: Table, offer: Offer) -> None:
    others = [TABLE, *range(table.players)] if offer.seat == table.active else [table.active]
    if offer.seat >= table.players or offer.to not in others or offer.to == offer.seat:
        raise BadTable("offer {number} is not for anybody it could be for (T1)", number=offer.number)
    if len(offer.wants) > MAX_CARDS_NAMED or any(card not in table.requestable_kinds for card in offer.wants):
        raise BadTable("offer {number} asks for other cards than beans of this game (T6)", number=offer.number)
    if not offer.cards and not offer.wants:
        raise BadTable("offer {number} is about nothing (T3)", number=offer.number)
    if offer.declined >> table.players:
        raise BadTable("offer {number} is declined by a seat that is not in this game", number=offer.number)
    if any(offer.declined >> seat & 1 and not offer.is_for(seat) for seat in range(table.players)):
        raise BadTable("offer {number} is declined by a seat to which it is not addressed (T7)", number=offer.number)
    hand = table.hands[offer.seat]
    positions = [place for place in offer.places if place >= 0]
    for card, place in zip(offer.cards, offer.places, strict=True):
        if place >= len(hand) or (place >= 0 and hand[place] != card) or card not in table.kinds:
            raise BadTable("offer {number} stakes cards that are not there (T6)", number=offer.number)
    if len(set(positions)) < len(positions) or not offer.still_covered(table.turned, table.aside[offer.seat]):
        raise BadTable("offer {number} stakes cards that are not there (T6)", number=offer.number)
    if offer.number != table.agenda[-1].demanded_offer(table):
        check_deal_allowed(table, offer)
    if not 0 < offer.number <= table.offer_count:
        raise BadTable(
            "offers made: {offer_count}, but there is an offer {number}",
            offer_count=table.offer_count,
            number=offer.number,
        )


def check_calls(table: Table) -> None:
    if len(table.calls) > MAX_CALLS:
        raise BadTable("there are at most {most} calls on a table", most=MAX_CALLS)
    for call in table.calls:
        kinds = (*call.has, *call.wants)
        if call.seat >= table.players or max(len(call.has), len(call.wants)) > MAX_CARDS_NAMED:
            raise BadTable("{call!r}: nobody here can have called that", call=call)
        if not kinds or any(card not in table.requestable_kinds for card in kinds):
            raise BadTable("{call!r}: a call names beans of this game (T8)", call=call)


def check_facts(table: Table) -> None:
    """Check that all proven facts are true of the hands (I2)."""
    if len(table.shown) > MAX_FACTS:
        raise BadTable("there are at most {most} proven cards on a table", most=MAX_FACTS)
    for fact in table.shown:
        cards = table.hands[fact.seat][: fact.reach] if fact.seat < table.players else []
        if len(cards) != fact.reach or cards.count(fact.card) < fact.count or fact.count < 1:
            raise BadTable("something is said to be proven that is not true of the hand")


def check_sizes(table: Table) -> None:
    if len(table.talk) != table.players:
        raise BadTable("talk: there must be {players} numbers", players=table.players)
    if 0 <= table.talk_limit < max(table.talk):
        raise BadTable("talk: each player makes at most {most} offers and calls in a turn (T8)", most=table.talk_limit)
    if table.run_outs > table.last_run_out:
        raise BadTable("the game ends with run-out {last_run_out} (K10)", last_run_out=table.last_run_out)
    if table.pile > table.run_outs:
        raise BadTable(
            "after {run_outs} run-outs there is no pile {pile} (K10)", run_outs=table.run_outs, pile=table.pile
        )
    if sum(bean_counts(table).values()) > MAX_CARDS:
        raise BadTable("a game has at most {most} cards", most=MAX_CARDS)
    for seat in range(table.players):
        if len(table.origins[seat]) != len(table.hands[seat]):
            raise BadTable("each hand card needs the number of the pile it was drawn from")
        for card, origin in zip(table.hands[seat], table.origins[seat], strict=True):
            if (pile_of(origin) == NO_PILE) != (card in table.rules.hand_extras):
                raise BadTable(
                    "only cards that are not beans come from no draw pile, and they always do ({none})", none=NO_PILE
                )
            if table.pile < pile_of(origin) != NO_PILE:
                raise BadTable("a hand card cannot come from a pile that is not made yet")
    check_field_counts(table)


def check_field_counts(table: Table) -> None:
    rules = table.rules
    fewest = rules.initial_fields(table.players)
    most = rules.most_fields(table.players, table.options)
    count = fewest if fewest == most else Phrase("{fewest} to {most}", fewest=fewest, most=most)
    rule = rules.fields_rule_of(table.players)
    counts = [len(rows) for rows in table.fields]
    if min(counts) < fewest:
        raise BadTable("each player has {count} fields at this table ({rule})", count=count, rule=rule)
    if max(counts) > most:
        raise BadTable(
            "each player has {count} fields at this table ({rule}); a game in which players gain more says so in "
            "`opens_field` and `max_fields` of its rules",
            count=count,
            rule=rule,
        )


def bean_counts(table: Table) -> Counter[int]:
    """Count the beans of each kind in all places of the table."""
    cards: Counter[int] = Counter()
    for seat in range(table.players):
        for pile in (table.hands[seat], table.thalers[seat], table.aside[seat], *table.fields[seat]):
            cards.update(pile)
    for pile in (table.stack, table.discard, table.turned):
        cards.update(pile)
    if table.component is not None:
        cards.update(table.component.cards())
    for card, count in enumerate(table.bag):
        cards[card] += count
    for card in table.rules.hand_extras:
        cards[card] = 0
    return +cards
