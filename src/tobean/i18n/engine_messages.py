"""Messages for the engine's own events, actions, prompts and results; those of every game build on them."""

from collections.abc import Sequence
from typing import Final

from tobean.i18n.action_previews import PREVIEW_BUILDERS, PREVIEW_TEXTS
from tobean.i18n.game_messages import Explanation, GameMessages, Moment, Outcome, Phase, Prompt, Reason
from tobean.kernel.actions import Accept, Call, Harvest, MakeOffer, Plant
from tobean.kernel.events import Event
from tobean.kernel.notation.card_locations import FRONT
from tobean.kernel.rules import Result
from tobean.kernel.table import Table


def balance(gives: Sequence[int], asks: Sequence[int]) -> str:
    """Return the variant of an offer or call by what is missing: gifts are worded differently from exchanges (T3)."""
    if not asks:
        return ", giving only"
    return "" if gives else ", asking only"


# --- events --------------------------------------------------------------------------------------------------


def offered(event: Event) -> str:
    return ("countered" if event["answers"] else "offered") + balance(event.cards, event["wants"])


def traded(event: Event) -> str:
    return "traded" + balance(event.cards, event["gets"])


def called(event: Event) -> str:
    return "called" + balance(event["has"], event["wants"])


EVENTS: Final = {
    "dealt hand": "{seat} is dealt {cards}.",
    "turn": "Turn {turn}: {seat} is the active player.",
    "planted": "{seat} plants {cards} on field {field}.",
    "passed": "{seat} passes.",
    "harvested": "{seat} harvests {cards} from field {field} and earns {thalers:thalers}.",
    "bought field": "{seat} pays {price:thalers} for another field and puts {cards} on the discard pile.",
    "turned over": "{seat} turns over {cards}.",
    "discarded": "{seat} discards {cards}.",
    "took from discard": "{seat} takes {cards} from the discard pile.",
    "offered": "{seat} offers {to} {cards} for {wants} (offer {offer}).",
    "offered, giving only": "{seat} offers {to} {cards} for nothing (offer {offer}).",
    "offered, asking only": "{seat} asks {to:asked} for {wants} as a gift (offer {offer}).",
    "countered": "{seat} counters offer {answers} and offers {to} {cards} for {wants} (offer {offer}).",
    "countered, giving only": "{seat} counters offer {answers} and offers {to} {cards} for nothing (offer {offer}).",
    "countered, asking only": (
        "{seat} counters offer {answers} and asks {to:asked} for {wants} as a gift (offer {offer})."
    ),
    "declined": "{seat} declines offer {offer}.",
    "withdrew": "{seat} withdraws offer {offer}.",
    "lapsed": "Offer {offer} from {seat} lapses.",
    "traded": "{partner} accepts offer {offer} and gives {seat} {gets} for {cards}.",
    "traded, giving only": "{partner} accepts offer {offer} and gets {cards} from {seat} as a gift.",
    "traded, asking only": "{partner} accepts offer {offer} and gives {seat} {gets} as a gift.",
    "called": '{seat} calls: "I have {has} and want {wants}."',
    "called, giving only": '{seat} calls: "I have {has}."',
    "called, asking only": '{seat} calls: "I want {wants}."',
    "ended trading": "{seat} ends the trading.",
    "drew": "{seat} draws {cards}.",
    "ran out": "The draw pile runs out for {run_out:nth}.",
    "shuffled": "The discard pile is shuffled: the new draw pile has {size:cards}.",
    "ended": "The game is over.",
    "took back": "{seat} takes back the last action.",
    "left": "{seat} has left the table. A bot plays on.",
    "gave up": "{seat} has left the table. The game has ended.",
    "stood in": "A bot plays on for {seat}.",
    "returned": "{seat} is back and plays again.",
    "sat down": "A person now plays for {seat}, until now a bot.",
    "went away": "{seat} is away.",
    "came back": "{seat} is back.",
}

MOMENTS: Final = {
    "ran out": Moment("The draw pile is used up"),
    "ran out, last": Moment(
        "The last draw pile is used up", "The draw pile runs out for {run_out:nth}: the game ends with this turn."
    ),
}


def ran_out(event: Event) -> str:
    return "ran out, last" if event.get("last") else "ran out"


RULES: Final = {
    "dealt hand": "B2",
    "turn": "O1",
    "planted": "B3",
    "passed": "B3",
    "harvested": "K6",
    "bought field": "B10",
    "turned over": "B4",
    "offered": "T6",
    "called": "T8",
    "declined": "T4",
    "withdrew": "T7",
    "lapsed": "T7",
    "traded": "T4",
    "ended trading": "T8",
    "drew": "B6",
    "ran out": "K10",
    "shuffled": "K10",
    "ended": "B8",
}

# --- actions -------------------------------------------------------------------------------------------------


def plant(action: Plant) -> str:
    return "plant" if action.place == FRONT else "plant due"


def harvest(action: Harvest) -> str:
    return "harvest, in order" if action.discards else "harvest"


def offer(action: MakeOffer) -> str:
    return ("counter" if action.answers else "offer") + balance(action.cards, action.wants)


def accept(action: Accept) -> str:
    return "accept" if action.cards else "accept, a gift"


def call(action: Call) -> str:
    return "call" + balance(action.has, action.wants)


ACTIONS: Final = {
    "plant": "Plant {card} on field {field}",
    "plant due": "Plant {card@place} on field {field}",
    "pass": "Pass",
    "go on": "Go on",
    "harvest": "Harvest field {field}",
    "harvest, in order": "Harvest field {field} and discard in this order: {discards:label}",
    "buy field": "Buy a third field",
    "discard": "Discard {card}",
    "offer": "Offer {to} {cards} for {wants}",
    "offer, giving only": "Offer {to} {cards} for nothing",
    "offer, asking only": "Ask {to:asked} for {wants} as a gift",
    "counter": "Counter-offer to {to}: {cards} for {wants}",
    "counter, giving only": "Counter-offer to {to}: {cards} for nothing",
    "counter, asking only": "Counter-offer to {to}: nothing for {wants}",
    "accept": "Accept offer {number} and give {cards@places}",
    "accept, a gift": "Accept offer {number} as a gift",
    "decline": "Decline offer {number}",
    "withdraw": "Withdraw offer {number}",
    "call": "Call: I have {has} and want {wants}",
    "call, giving only": "Call: I have {has}",
    "call, asking only": "Call: I want {wants}",
    "end trading": "End the trading",
}

# --- prompts -------------------------------------------------------------------------------------------------

OVER: Final = "over"
TRADING: Final = "trading"
ANSWER: Final = "trading, answer"
WAITING: Final = "trading, waiting"
NO_ROOM: Final = ", no room"
"""Suffix for the key of a prompt to plant when only a harvest can make room (K5)."""
FRONT_HAS_NO_ROOM: Final = Prompt(
    "K5", "No room for your front card: harvest a field first.", "{who} has to make room for a card."
)
NEXT_HAS_NO_ROOM: Final = Prompt(
    "K5", "No room for the next card: harvest a field first, or pass.", "{who} may plant a second card."
)

QUESTIONS: Final = {
    OVER: Prompt("B8", "The game is over.", "The game is over."),
    "plant from hand": Prompt("B3", "Plant the front card of your hand.", "{who} plants the front card."),
    "plant from hand, second": Prompt("B3", "Plant the next card, or pass.", "{who} may plant a second card."),
    "plant due": Prompt("B5", "Plant your cards in any order.", "{who} plants cards that were turned over or traded."),
    "plant from hand" + NO_ROOM: FRONT_HAS_NO_ROOM,
    "plant from hand, second" + NO_ROOM: NEXT_HAS_NO_ROOM,
    "plant due" + NO_ROOM: Prompt(
        "K5", "No room for your cards: harvest a field first.", "{who} has to make room for a card."
    ),
    TRADING: Prompt(
        "T8", "Trade, or end the trading.", "{who} is trading: offer something, or wait.", "{who} is trading."
    ),
    ANSWER: Prompt("T4", "Answer offer {offer}: accept, decline or counter.", "{who} is thinking about an offer."),
    WAITING: Prompt("T8", "Waiting for {who}. You may trade on, or end the trading.", ""),
    "last chance": Prompt(
        "K8",
        "The draw pile may run out: harvest now, or go on.",
        "{who} goes on; you may harvest before.",
        "{who} is about to go on.",
    ),
}

# --- outcomes ------------------------------------------------------------------------------------------------

MOST: Final = "{who} wins with the most thalers: {thalers}."


def reason(table: Table, result: Result) -> Reason:
    """Return the outcome: most thalers win; in a tie the seat decides (B8, B9)."""
    if result.rival:
        return Reason("richer" if result.winners else "rival")
    return Reason("most" if result.thalers.count(max(result.thalers)) == 1 else "furthest")


OUTCOMES: Final = {
    "most": Outcome("B8", MOST),
    "furthest": Outcome(
        "B9",
        "{tied} have {thalers} thalers each. In a tie the player furthest from the starting player, clockwise, wins. "
        "{start} started, so {who} wins.",
        "{tied} have {thalers} thaler each. In a tie the player furthest from the starting player, clockwise, wins. "
        "{start} started, so {who} wins.",
    ),
    "richer": Outcome(
        "B8",
        "{who} wins with {thalers} thalers, more than {rival} with {rivals}.",
        "{who} wins with {thalers} thaler, more than {rival} with {rivals}.",
    ),
    "rival": Outcome(
        "B8",
        "{rival} wins with {rivals} thalers: nobody has more.",
        "{rival} wins with {rivals} thaler: nobody has more.",
        counted="rivals",
    ),
}

# --- things on the table -------------------------------------------------------------------------------------

THINGS: Final = {
    "field": Explanation(
        "K7",
        "Cards of one kind grow on a field. You may harvest it whenever you like: the more cards, the more thalers. "
        "A single card may not be harvested while another of your fields has more than one.",
    ),
    "thalers": Explanation(
        "K6",
        "Thalers are what you win with. At a harvest as many cards as the beanometer pays are turned over and become "
        "thalers; the other cards go to the discard pile. A thaler keeps its bean on the other side: that bean is "
        "missing from the deck as long as the card is a thaler.",
    ),
    "hand": Explanation(
        "K2",
        "A hand is a queue: its order never changes. You plant the front card, and new cards join at the back.",
    ),
    "draw pile": Explanation(
        "K10",
        "Cards are drawn and turned over from here. When the last one is taken, the discard pile is shuffled and "
        "becomes the new draw pile.",
    ),
    "discard pile": Explanation(
        "K12", "Harvested cards that did not become thalers lie here, the latest on top, until they are shuffled."
    ),
    "run-outs": Explanation(
        "K10", "Each dot is one time that the draw pile runs out, red when it has happened. The last one ends the game."
    ),
    "turned over": Explanation(
        "B4",
        "These cards belong to the player whose turn it is: to keep or to trade. Whatever is left has to be planted.",
    ),
    "set aside": Explanation("T5", "Cards from a deal. They do not join the hand and have to be planted in phase 3."),
}

KERNEL: Final = GameMessages(
    home="tobean",
    events=EVENTS,
    moments=MOMENTS,
    moment_variants={"ran out": ran_out},
    event_variants={"offered": offered, "traded": traded, "called": called},
    actions=ACTIONS,
    action_variants={"plant": plant, "harvest": harvest, "offer": offer, "accept": accept, "call": call},
    preview_builders=PREVIEW_BUILDERS,
    action_previews=PREVIEW_TEXTS,
    questions=QUESTIONS,
    rules=RULES,
    rules_at={"plant due": {"planted": "B5"}},
    outcomes=OUTCOMES,
    reason=reason,
    things=THINGS,
    phases=(
        Phase(
            1,
            "1",
            "plant",
            Explanation(
                "B3", "Plant the front card of your hand. If you like, plant the next one, too; never a third."
            ),
        ),
        Phase(
            2,
            "2",
            "trade",
            Explanation(
                "B4",
                "Two cards are turned over. Trade these and hand cards with the others, as long as the player whose "
                "turn it is likes; the others deal with that player only.",
            ),
        ),
        Phase(
            3,
            "3",
            "plant traded",
            Explanation(
                "B5", "All plant the cards they got by trading. The cards turned over and kept are planted, too."
            ),
        ),
        Phase(
            4,
            "4",
            "draw",
            Explanation("B6", "Draw three cards to the back of your hand. Then it is the next player's turn."),
        ),
    ),
)
