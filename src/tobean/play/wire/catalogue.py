"""The cards of a game as a client needs them: names, numbers, beanometers, texts. The same for everybody."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

import msgspec

from tobean.kernel.cards import GERMAN_NAMES, KIND_OF, NAMES, Bean
from tobean.play.wire.page import CardGroup, page_of
from tobean.speech.catalogues import text as translated
from tobean.speech.telling import names_called

if TYPE_CHECKING:
    from tobean.kernel.cards import Extra
    from tobean.kernel.rules import Rules

BEANS: Final = CardGroup("kinds", "bean", ())
"""Where cards are that grow on fields and that no group of the game has."""
EXTRAS: Final = CardGroup("extras", "extra", ())
"""... and others."""


def key_of(kind: int) -> str:
    """How pictures of a kind are called."""
    return NAMES[kind].lower().replace(" ", "-").replace("/", "-")


def texts_printed(rules: Rules) -> dict[int, str]:
    """Other texts on cards, of a card set of one's own."""
    if not rules.card_set:
        return {}
    beans = {bean.kind: bean.text for bean in rules.beans if bean.text}
    return beans | {extra.kind: extra.text for extra in rules.extras if extra.text}


def kind_name(kind: int, rules: Rules, language: str) -> str:
    usual = GERMAN_NAMES if language == "de" else NAMES
    return names_called(rules, language).get(kind, usual[kind])


def short_name(name: str, language: str) -> str:
    """`Rote` for `Rote Bohne`, `Sau` for `Saubohne`."""
    if language != "de":
        return name
    for ending in (" Bohne", "bohne"):
        if name.endswith(ending) and len(name) > len(ending):
            return name.removesuffix(ending)
    return name


def card_data(card: Bean | Extra, rules: Rules, language: str, group: CardGroup) -> dict[str, object]:
    """A card as all clients know it, with what its group says about it."""
    name = kind_name(card.kind, rules, language)
    data: dict[str, object] = {"id": card.kind, "key": key_of(card.kind), "name": name, "short": name}
    if isinstance(card, Bean):
        data |= {"short": short_name(name, language), "pays": list(card.steps)}
    data |= {"count": card.count, "text": text_on(card, rules, language), "of": group.of}
    if group is not BEANS:
        caption = translated(group.caption, language, rules.name) if group.caption else ""
        data |= {"corner": group.corner(card.kind), "caption": caption, "token": group.token}
    return {**data, **group.more(card.kind)}


def text_on(card: Bean | Extra, rules: Rules, language: str) -> str:
    """What is printed on a card: by a card set of one's own, else in the language, else by the rules."""
    if rules.card_set and card.text:
        return card.text
    printed = page_of(rules.name).printed(card.kind, language)
    if printed is not None:
        return printed
    return card.text if isinstance(card, Bean) else ""


def group_data(kind: int, rules: Rules, language: str) -> dict[str, object]:
    """What is asked for under one name though the cards differ."""
    name = kind_name(kind, rules, language)
    return {"id": kind, "key": key_of(kind), "name": name, "short": name, "of": "group"}


def back_data(kind: int, behind: str, rules: Rules, language: str) -> dict[str, object]:
    """The back of a hand card that is not like the others."""
    name = kind_name(kind, rules, language)
    return {"id": kind, "key": f"back-{behind}", "name": name, "short": name, "of": "back", "behind": behind}


@lru_cache(maxsize=256)
def catalogue(rules: Rules, players: int, language: str) -> msgspec.Raw:
    """All cards of the game by their number."""
    page = page_of(rules.name)
    kinds = [bean.kind for bean in rules.beans]
    wanted = sorted({KIND_OF[kind] for kind in kinds})
    group_of = {kind: group for group in page.groups for kind in group.kinds}
    groups: dict[str, list[dict[str, object]]] = {"kinds": [], **{group.name: [] for group in page.groups}}
    for usual, cards in ((BEANS, rules.beans), (EXTRAS, rules.extras)):
        for card in cards:
            group = group_of.get(card.kind, usual)
            groups.setdefault(group.name, []).append(card_data(card, rules, language, group))
    data: dict[str, object] = {
        **groups,
        "groups": [group_data(kind, rules, language) for kind in wanted if kind not in kinds],
        "wanted": wanted,
        "backs": [back_data(kind, behind, rules, language) for kind, behind in page.backs.items()],
        **page.catalogue(players),
    }
    return msgspec.Raw(msgspec.json.encode(data))
