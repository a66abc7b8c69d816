"""Lessons shared by all games. Together they introduce a game without lessons of its own."""

from typing import Final

from tobean.i18n.catalogues import N_
from tobean.kernel.events import DECLINED, DREW, ENDED_TRADING, HARVESTED, OFFERED, PLANTED, TRADED
from tobean.kernel.phases.trading import Trading
from tobean.kernel.rules import Rules
from tobean.session.lessons import lesson

THE_HAND: Final = lesson.Lesson(
    "hand",
    N_(
        "This is your hand. It is a queue and is never sorted: the front card, on the left, is the next to be "
        "planted, "
        "and new cards join at the back."
    ),
    lesson.HAND,
    lesson.always,
    lesson.own_event(PLANTED),
)
PLANTING: Final = lesson.Lesson(
    "plant",
    N_(
        "Your turn! The front card must be planted. Tap one of your fields, or drag the card there. Only one kind "
        "grows on a field."
    ),
    lesson.FIELDS,
    lesson.must_plant,
    lesson.own_event(PLANTED),
)
SECOND_CARD: Final = lesson.Lesson(
    "second card",
    N_(
        "What you are asked always shows up here. Now you may plant the next card, too, if it suits you; otherwise "
        "pass. The letter with a number behind a sentence is its rule: tap it to read the rule."
    ),
    lesson.PROMPT,
    lesson.is_prompted("plant from hand, second"),
)
TURNED_OVER: Final = lesson.Lesson(
    "turned over",
    N_(
        "These cards were turned over, and they are yours. What fits your fields you keep; what does not is for "
        "trading."
    ),
    lesson.TURNED,
    lesson.may_trade,
)
TRADING: Final = lesson.Lesson(
    "trade",
    N_(
        "Make an offer: tap the cards that you give, in the middle or anywhere in your hand, choose what you want for"
        " "
        "them, and press Offer. That way you get rid of cards that stand in the way. Giving one away is often worth "
        "it, too."
    ),
    lesson.COMPOSER,
    lesson.may_trade,
    lesson.own_event(OFFERED),
)
END_OF_TRADING: Final = lesson.Lesson(
    "end of trading",
    N_("When you have traded enough, end the trading. You have to plant the cards that nobody took."),
    lesson.PROMPT,
    lesson.may_trade,
    lesson.own_event(ENDED_TRADING),
)
PLANTING_DUE: Final = lesson.Lesson(
    "plant due",
    N_(
        "All cards that you got, and those left of the cards turned over, must be planted now, one after the other: "
        "tap a card, then a field."
    ),
    lesson.FIELDS,
    lesson.is_prompted("plant due"),
)
BEANOMETER: Final = lesson.Lesson(
    "beanometer",
    N_(
        "A row grows. The field shows what a harvest pays now, and how many more cards the next thaler needs. "
        "Common beans need patience, rare ones pay early."
    ),
    lesson.FIELDS,
    lesson.has_row_of_two,
)
NO_ROOM: Final = lesson.Lesson(
    "no room",
    N_(
        "No field takes your card: harvest one first, by the button on the field. A field with a single card is "
        "protected while another of yours has more."
    ),
    lesson.FIELDS,
    lesson.no_field_accepts_card,
    lesson.own_event(HARVESTED),
)
HARVEST: Final = lesson.Lesson(
    "harvest",
    N_(
        "A harvest! As many cards as it paid were turned over: these are your thalers. A thaler keeps its bean on the "
        "other side, so that bean is out of the deck; the rest went to the discard pile. You may harvest at any time, "
        "also when it is not your turn."
    ),
    lesson.THALERS,
    lesson.own_event(HARVESTED),
)
AN_OFFER: Final = lesson.Lesson(
    "offer",
    N_(
        "Another player offers you a deal. Here you see what you would give and what you would get: accept, decline, "
        "or make a counter-offer. You have to plant what you get in a deal in the same turn."
    ),
    lesson.OFFER,
    lesson.has_offer_to_answer,
    lesson.any_of(lesson.own_event(DECLINED), lesson.own_event(TRADED)),
)
DRAWING: Final = lesson.Lesson(
    "pile",
    N_(
        "At the end of your turn you drew new cards from this pile to the back of your hand. The dots beside it count "
        "how often it has run out. The last time ends the game, and most thalers win."
    ),
    lesson.PILES,
    lesson.all_of(lesson.is_others_turn, lesson.own_event(DREW)),
)
LAST_ROUND: Final = lesson.Lesson(
    "last round",
    N_(
        "The last round: the draw pile is almost empty, and when it runs out now the game ends. Then all fields are "
        "harvested; cards in the hand are worth nothing."
    ),
    lesson.PILES,
    lesson.last_round,
)
CLOSING: Final = N_(
    "The game is over, and the player with the most thalers wins. A whole game goes through the draw pile several "
    "times; now you know how to play it."
)

BEFORE_TRADING: Final = (THE_HAND, PLANTING, SECOND_CARD)
ABOUT_TRADING: Final = (TURNED_OVER, AN_OFFER, TRADING, END_OF_TRADING)
"""Lessons about trading. An open offer is explained before the learner makes one."""
ABOUT_FIELDS: Final = (PLANTING_DUE, NO_ROOM, HARVEST, BEANOMETER)


def general_introduction(rules: Rules, players: int) -> lesson.Introduction:
    trades = any(isinstance(step, Trading) for step in rules.turn_steps(players))
    about_trading = ABOUT_TRADING if trades else ()
    return lesson.Introduction((*BEFORE_TRADING, *about_trading, *ABOUT_FIELDS, DRAWING, LAST_ROUND), CLOSING)
