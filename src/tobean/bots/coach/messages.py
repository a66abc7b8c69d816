"""Texts of the coach. `{gain}` is an amount with its unit, `{own}` and `{other}` are the bare figures of both sides."""

from typing import Final

from tobean.i18n.catalogues import N_

THALERS: Final = N_("{figure} thalers")
ONE_THALER: Final = N_("{figure} thaler")
"""An amount that takes the singular: only 1 in English, 0.5 and 1.4 in French, too."""

REASONS: Final[dict[str, str]] = N_(
    {
        "accept": "Say yes: the deal is worth about {gain} to you and {other} to {partner}.",
        "accept gift": "Take the gift: {cards} is worth about {gain} to you.",
        "offer": "Offer {partner} {cards}: the deal would bring you about {gain} and the other side {other}.",
        "give": "Give {cards} away: without it you stand better by about {gain}.",
        "ask": "Ask {partner} for {cards}: it would bring you about {gain}.",
        "experience": "Games like this one have ended better with such a deal, by about {gain}.",
        "decline loss": "Say no: the deal would cost you about {gain}.",
        "decline little": "Say no: the deal would bring you next to nothing.",
        "decline envy": "Say no: the deal would help {partner} too much.",
        "call": "Call it out: another player may make an offer, and it binds you to nothing.",
        "withdraw": "Take the offer back: by now it would be a loss.",
        "end trading": "End the trading: no deal that suits both sides is in sight.",
        "plant matching": "Plant {cards} where a row grows already.",
        "plant new": "Begin a row of {cards} here.",
        "harvest": "Harvest {cards}: it pays {gain}, and the field is needed.",
        "harvest for card": "Harvest {cards}: it pays {gain}, and {needed} needs the field.",
        "harvest other grows": (
            "Harvest {cards}: {needed} needs a field, and {standing} is worth more if it goes on growing."
        ),
        "harvest protected": (
            "Harvest {cards}: {needed} needs a field, and a single bean may not be harvested "
            "while another field has more."
        ),
        "harvest for room": "Harvest {cards}: it pays nothing, but the field is needed, and it is missed least.",
        "discard": "Discard {cards}: planting it would cost more.",
        "pass": "Keep {cards} in your hand: planting it now would cost more than it brings.",
        "go on": "Go on: there is nothing to gain here.",
        "special": "This is worth about {gain} to you.",
        "has to be": "Something has to be done here, and this costs least.",
        "plant matching now": (
            "Plant {cards} where a row grows already: anything else is worse by about {gain} or more."
        ),
        "plant new now": "Begin a row of {cards} here: anything else is worse by about {gain} or more.",
        "harvest now": "Harvest {cards} now: anything else is worse by about {gain} or more.",
        "best": "This is better than anything else by about {gain}.",
        "as good as any": "Nothing is clearly better here: this is as good as any.",
        "wait": "Wait: {partner} is on turn.",
        "wait for answers": "Wait: the others have to answer first.",
        "wait for trading": "Wait until {partner} trades.",
        "wait or ask": "No deal with {partner} helps you now: wait, or ask for something yourself.",
        "look for": "For your fields you could use {cards}.",
        "front has no room": "{cards} comes next in your hand and has no room on your fields: try to give it away.",
    }
)
"""Reasons for an action, by name."""

REVIEW: Final[dict[str, str]] = N_(
    {
        "deals": "Deals",
        "deal": (
            "Turn {turn}: {who} gives {cards}, {partner} gives {gets}: worth {own} thalers "
            "to {who}, {other} to {partner}."
        ),
        "no deals": "No deals were made.",
        "missed deals": "The biggest missed deals",
        "missed deal": (
            "Turn {turn}: {who} could have given {partner} {cards} for {gets}: {own} thalers "
            "for {who}, {other} for {partner}."
        ),
        "missed harvests": "The biggest missed harvests",
        "missed harvest": (
            "Action {ply}, turn {turn}: {who} could have harvested {cards} for {thalers}; that was better by {gain}."
        ),
        "wrong harvest": (
            "Action {ply}, turn {turn}: {who} harvested {cards} for {thalers}; another action was better by {gain}."
        ),
        "none": "None worth mentioning.",
        "balance": "Gained by deals: {balance}.",
        "gave": "{who} gave {partner} {cards} and got {gets}.",
        "you gave": "You gave {partner} {cards} and got {gets}.",
        "gave away": "{who} gave {partner} {cards} as a gift.",
        "you gave away": "You gave {partner} {cards} as a gift.",
        "was given": "{who} got {gets} from {partner} as a gift.",
        "you was given": "You got {gets} from {partner} as a gift.",
        "no deal": "Better: no deal.",
        "left": "The trading ended although {who} and {partner} could both have gained by a deal.",
        "you left": "The trading ended although you and {partner} could both have gained by a deal.",
        "rather trade": "Better: give {partner} {cards} for {gets}.",
        "rather give": "Better: give {partner} {cards}.",
        "rather ask": "Better: ask {partner} for {gets} as a gift.",
        "chose": "{who} chose “{action}”.",
        "you chose": "You chose “{action}”.",
        "rather do": "Better: “{action}”.",
    }
)
"""Headings and sentences of a review, by name."""
