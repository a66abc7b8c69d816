"""What a viewer can do, with what a client needs to hang it on things: cards, places, fields, offers, people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from tobean.games.invoking import DemandSwap, Invoke
from tobean.games.mafia_actions import Feed
from tobean.games.sacrifice_phases import DropSacrifice
from tobean.games.sacrifices import Sacrifice
from tobean.kernel.actions import (
    Accept,
    Action,
    BuyField,
    Decline,
    DiscardTurned,
    EndTrading,
    GoOn,
    Harvest,
    MakeOffer,
    Pass,
    Plant,
    Withdraw,
)
from tobean.magic.actions import Activate, Cast, Choose, CounterAttack, Keep, PlayMagic, Use
from tobean.speech.deeds import label

Parts = dict[str, object]

VERBS: Final[dict[type[Action], str]] = {
    Plant: "plant",
    Pass: "pass",
    GoOn: "go on",
    Harvest: "harvest",
    DiscardTurned: "discard",
    BuyField: "buy field",
    MakeOffer: "offer",
    Accept: "accept",
    Decline: "decline",
    Withdraw: "withdraw",
    EndTrading: "end trading",
    Use: "use",
    PlayMagic: "play",
    Keep: "keep",
    Choose: "choose",
    CounterAttack: "counterattack",
    Activate: "activate",
    Cast: "cast",
    Feed: "feed",
    Sacrifice: "sacrifice",
    DropSacrifice: "drop",
    Invoke: "invoke",
    DemandSwap: "demand",
}


def parts_of(action: Action) -> Parts:
    """The verb of an action and its parts by name."""
    found: Parts = {"verb": VERBS[type(action)]}
    if isinstance(action, Plant):
        found.update(card=action.card, place=action.place, field=action.field)
    elif isinstance(action, Harvest):
        found.update(field=action.field)
    elif isinstance(action, (DiscardTurned, Choose, DropSacrifice)):
        found.update(card=action.card)
    elif isinstance(action, Accept):
        found.update(offer=action.number, cards=action.cards, places=action.places)
    elif isinstance(action, (Decline, Withdraw)):
        found.update(offer=action.number)
    elif isinstance(action, Use):
        found.update(field=action.field, spells=action.spells, with_attack=action.with_attack)
        if action.target >= 0:
            found.update(other=action.target)
    elif isinstance(action, PlayMagic):
        found.update(place=action.place, spell=action.spell)
    elif isinstance(action, Activate):
        found.update(spell=action.spell)
    elif isinstance(action, Cast):
        found.update(cast_parts(action))
    elif isinstance(action, Feed):
        found.update(boss=action.boss, card=action.card, place=action.place)
    elif isinstance(action, Sacrifice):
        found.update(cards=action.cards, places=action.places)
    elif isinstance(action, DemandSwap):
        found.update(
            edict=action.edict, other=action.to, card=action.card, place=action.place, wants=(action.wanted,)
        )  # fmt: skip
    elif isinstance(action, Invoke):
        found.update(edict=action.edict)
        if action.card >= 0:
            found.update(card=action.card, place=action.place)
    return found


def cast_parts(action: Cast) -> Parts:
    """Which parts a spell has depends on the spell (R17-R27)."""
    found: Parts = {"spell": action.spell}
    if action.target >= 0:
        found.update(other=action.target, number=action.number)
    elif action.card >= 0:
        found.update(card=action.card, place=action.place, field=action.field)
    elif action.number or action.to:
        found.update({"from": action.number, "to": action.to})
    if action.without:
        found.update(without=True)
    return found


def action_data(action: Action, names: Sequence[str], language: str, called: Mapping[int, str]) -> Parts:
    """An action as a client shows it: `do` is what it sends back."""
    return {"do": repr(action), "label": label(action, names, language, called), **parts_of(action)}
