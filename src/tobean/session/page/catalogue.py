"""Card catalogue of a game for clients: names, numbers, beanometers and texts. It is the same for every viewer."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

import msgspec

from tobean.games import GAMES
from tobean.i18n.narrator import Narrator, narrator_of
from tobean.kernel.cards import KIND_NAMES, KIND_OF, Bean, Extra
from tobean.kernel.rules import Rules
from tobean.session.page.page_plugin import CardGroup, page_of

BEANS: Final = CardGroup("kinds", "bean", ())
"""Group of the field cards that belong to no group of the game."""
EXTRAS: Final = CardGroup("extras", "extra", ())
"""Group of the other cards that belong to no group of the game."""


def key_of(kind: int) -> str:
    """Return the name of a kind in picture files."""
    return KIND_NAMES[kind].lower().replace(" ", "-").replace("/", "-")


def named(kind: int, name: str, narrator: Narrator) -> dict[str, object]:
    """Return the names of a kind in pictures, notation and sentences, and the kind it is requested as in a deal."""
    return {
        "id": kind,
        "key": key_of(kind),
        "written": KIND_NAMES[kind],
        "asked": KIND_OF[kind],
        "name": name,
        "many": narrator.grammar.many(name, narrator.is_bean(kind)),
        "short": name,
    }


def kind_name(kind: int, rules: Rules, language: str) -> str:
    return narrator_of(rules, language).kinds[kind]


def full_name(card: Bean | Extra, group: CardGroup, narrator: Narrator) -> str:
    """Return the name of a card together with the caption of its group: `Sacrifice Blue/Red`."""
    name = narrator.kinds[card.kind]
    caption = narrator.text(group.caption) if group.caption else ""
    return name if name.startswith(caption) else f"{caption} {name}"


def has_printed_text(card: Bean | Extra, rules: Rules) -> bool:
    """Whether clients show the text on the card itself. They show the value of a spell in their own way."""
    return isinstance(card, Bean) or card not in GAMES[rules.name].extras


def card_data(card: Bean | Extra, rules: Rules, language: str, group: CardGroup) -> dict[str, object]:
    """Return a card as clients know it, with the properties of its group."""
    narrator = narrator_of(rules, language)
    name = narrator.kinds[card.kind]
    data = {**named(card.kind, name, narrator), "short": narrator.grammar.short(name)}
    if isinstance(card, Bean):
        data |= {"pays": list(card.steps), "meter": narrator.beanometer(card)}
    about = narrator.about(card)
    printed = narrator.printed((card.kind,)) if has_printed_text(card, rules) else ""
    data |= {"count": card.count, "text": printed, "about": about.text, "rule": about.rule, "of": group.of}
    if group is not BEANS:
        full = full_name(card, group, narrator)
        if full != name:
            data |= dict.fromkeys(("name", "short", "many"), full)
        if card.kind in narrator.messages.shown:
            data["kinds"] = narrator.messages.shown[card.kind]
        caption = narrator.text(group.caption) if group.caption else ""
        data |= {"corner": group.corner(card.kind), "caption": caption, "token": group.token}
    return {**data, **group.more(card.kind)}


def group_data(kind: int, rules: Rules, language: str) -> dict[str, object]:
    """Return the data of a kind that stands for several different cards in a request."""
    return {**named(kind, kind_name(kind, rules, language), narrator_of(rules, language)), "of": "group"}


def back_data(kind: int, behind: str, rules: Rules, language: str) -> dict[str, object]:
    """Return the data of a hand card's back that differs from the others."""
    name = kind_name(kind, rules, language)
    return {"id": kind, "key": f"back-{behind}", "name": name, "short": name, "of": "back", "behind": behind}


def things_data(narrator: Narrator) -> dict[str, object]:
    """Return the explanations of all things and figures on the table of this game."""
    messages = narrator.messages
    abouts = {**messages.things, **{key: figure.about for key, figure in messages.figures.items()}}
    explanations = {
        key: narrator.translate_explanation(about) for key, about in abouts.items() if narrator.applies(about.rule)
    }
    return {key: {"about": about.text, "rule": about.rule} for key, about in explanations.items()}


def grouped_cards(rules: Rules) -> Iterator[tuple[CardGroup, Bean | Extra]]:
    """Yield all cards of the game with their groups, beans first."""
    group_of = {kind: group for group in page_of(rules.name).groups for kind in group.kinds}
    yield from [(group_of.get(bean.kind, BEANS), bean) for bean in rules.beans]
    yield from [(group_of.get(extra.kind, EXTRAS), extra) for extra in rules.extras]


@lru_cache(maxsize=256)
def catalogue(rules: Rules, players: int, language: str) -> msgspec.Raw:
    """Return all cards of the game by their number, as JSON."""
    page = page_of(rules.name)
    kinds = [bean.kind for bean in rules.beans]
    wanted = sorted({KIND_OF[kind] for kind in kinds})
    groups: dict[str, list[dict[str, object]]] = {"kinds": [], **{group.name: [] for group in page.groups}}
    for group, card in grouped_cards(rules):
        groups.setdefault(group.name, []).append(card_data(card, rules, language, group))
    data: dict[str, object] = {
        **groups,
        "groups": [group_data(kind, rules, language) for kind in wanted if kind not in kinds],
        "wanted": wanted,
        "things": things_data(narrator_of(rules, language)),
        "backs": [back_data(kind, behind, rules, language) for kind, behind in page.backs.items()],
        **page.catalogue(players),
    }
    return msgspec.Raw(msgspec.json.encode(data))
