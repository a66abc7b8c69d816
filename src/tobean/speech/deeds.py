"""Names an action to a person who may choose it: "Plant Blue on field 1"."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from tobean.games.al_cabohne import texts as al_cabohne_texts
from tobean.games.al_cabohne.actions import Feed
from tobean.games.bohnedikt.invoking import NO_CARD, DemandSwap, Invoke
from tobean.games.bohnedikt.sacrifice_phases import DropSacrifice
from tobean.games.bohnedikt.sacrifices import Sacrifice
from tobean.games.magic.actions import Activate, Cast, Choose, CounterAttack, Keep, PlayMagic, Use
from tobean.games.magic.spells import BEANS, FIELD, MOVE, SWAP
from tobean.kernel.actions import (
    Accept,
    Action,
    BuyField,
    Call,
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
from tobean.kernel.places import ASIDE, FRONT, TURNED
from tobean.kernel.values import TABLE
from tobean.speech import deed_texts
from tobean.speech.telling import balance, language_named, listed, player, renamed

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_TEXTS: Final = {"en": deed_texts.ENGLISH, "de": deed_texts.GERMAN}

BARE: Final[dict[type[Action], str]] = {
    Pass: "pass",
    GoOn: "go on",
    BuyField: "buy field",
    EndTrading: "end trading",
    Keep: "keep",
    CounterAttack: "counter-attack",
}
"""Actions that are said in one word."""

CASTS: Final = {SWAP: "cast swap", MOVE: "cast move", FIELD: "cast field", BEANS: "cast beans"}
"""Spells that need more to be said than their name."""


@dataclass(frozen=True)
class Deed:
    """Which text names an action, and what its blanks hold. Fields and places count from 0."""

    name: str
    cards: tuple[int, ...] = ()
    places: tuple[int, ...] = ()
    wants: tuple[int, ...] = ()
    spells: tuple[int, ...] = ()
    field: int = 0
    number: int = 0
    place: int = 0
    boss: int = 0
    edict: int = -1
    partner: int = TABLE


def deed(action: Action) -> Deed:
    """What is done."""
    if type(action) in BARE:
        return Deed(BARE[type(action)])
    if isinstance(action, Plant):
        name = "plant" if action.place == FRONT else "plant due"
        return Deed(name, (action.card,), (action.place,), field=action.field)
    if isinstance(action, Harvest):
        return Deed("harvest, in order" if action.discards else "harvest", action.discards, field=action.field)
    if isinstance(action, DiscardTurned):
        return Deed("discard", (action.card,))
    if isinstance(action, Feed):
        return Deed("feed", (action.card,), (action.place,), boss=action.boss)
    return deed_in_trading(action) or deed_by_magic(action) or deed_in_monastery(action) or Deed(repr(action))


def deed_in_trading(action: Action) -> Deed | None:
    if isinstance(action, MakeOffer):
        name = ("counter" if action.answers else "offer") + balance(action.cards, action.wants)
        return Deed(name, action.cards, action.places, action.wants, number=action.answers, partner=action.to)
    if isinstance(action, Accept):
        name = "accept" if action.cards else "accept, a gift"
        return Deed(name, action.cards, action.places, number=action.number)
    if isinstance(action, Decline):
        return Deed("decline", number=action.number)
    if isinstance(action, Withdraw):
        return Deed("withdraw", number=action.number)
    if isinstance(action, Call):
        return Deed("call" + balance(action.has, action.wants), action.has, wants=action.wants)
    return None


def deed_by_magic(action: Action) -> Deed | None:
    if isinstance(action, Use):
        name = "use with attack" if action.target >= 0 else "use alone with attack"
        if not action.with_attack:
            name = "use for spells" if action.spells else "use on" if action.target >= 0 else "use"
        return Deed(name, field=action.field, spells=action.spells, partner=action.target)
    if isinstance(action, PlayMagic):
        return Deed("play magic", place=action.place, spells=(action.spell,))
    if isinstance(action, Choose):
        return Deed("choose", (action.card,))
    if isinstance(action, Activate):
        return Deed("activate", spells=(action.spell,))
    if isinstance(action, Cast):
        return Deed(
            "cast without" if action.without else CASTS.get(action.spell, "cast"),
            (action.card,) if action.card >= 0 else (),
            (action.place,) if action.card >= 0 else (),
            spells=(action.spell,),
            field=action.field,
            number=action.number + 1,
            place=action.to,
            partner=action.target,
        )
    return None


def deed_in_monastery(action: Action) -> Deed | None:
    if isinstance(action, Sacrifice):
        return Deed("sacrifice", action.cards, action.places)
    if isinstance(action, DropSacrifice):
        return Deed("drop", (action.card,))
    if isinstance(action, Invoke):
        if action.card == NO_CARD:
            return Deed("invoke", (action.edict,))
        return Deed("invoke with", (action.card,), (action.place,), edict=action.edict)
    if isinstance(action, DemandSwap):
        wants = (action.wanted,)
        return Deed("demand", (action.card,), (action.place,), wants, edict=action.edict, partner=action.to)
    return None


def label(action: Action, names: Sequence[str], language: str = "en", called: Mapping[int, str] | None = None) -> str:
    """What a button says that does this; `names` are the players by seat, `called` other names for cards."""
    words = renamed(language_named(language), called)
    done = deed(action)
    text = _TEXTS[language].get(done.name)
    if text is None:
        return done.name
    partner = player(done.partner, names)
    places = deed_texts.PLACES[language]
    placed: list[str] = []
    for card, place in zip(done.cards, done.places, strict=False):  # most deeds say no places
        where = places["turned" if place == TURNED else "aside" if place == ASIDE else "hand"]
        placed.append(where.format(card=listed((card,), words, words.label), place=place + 1))
    said = text.format(
        cards=listed(done.cards, words, words.spoken),
        labels=listed(done.cards, words, words.label),
        wants=listed(done.wants, words, words.spoken),
        spells=listed(done.spells, words, words.label),
        placed=words.last_and.join([", ".join(placed[:-1]), placed[-1]] if len(placed) > 1 else placed),
        edict=words.kinds[done.edict] if done.edict >= 0 else "",
        whom=words.table_given if done.partner == TABLE else partner,
        asked=words.table_asked if done.partner == TABLE else partner,
        partner=partner,
        field=done.field + 1,
        number=done.number,
        place=done.place + 1,
        boss=al_cabohne_texts.BOSSES[done.boss],
    )
    return said[:1].upper() + said[1:]
