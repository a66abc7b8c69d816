"""The cards of a game as a client needs them: names, numbers, beanometers, texts. The same for everybody."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import msgspec

from tobean.games.al_cabohne.bosses import BOSSES
from tobean.games.al_cabohne.mafia import THRESHOLDS, Mafia
from tobean.games.bohnedikt.cards import SACRIFICE_BACK, TWO_KINDS, is_edict
from tobean.games.bohnedikt.texts import ENGLISH_PRINTED, GERMAN_PRINTED
from tobean.games.magic.spells import SPELLS, VALUES
from tobean.kernel.cards import GERMAN_NAMES, KIND_OF, NAMES
from tobean.speech.telling import names_called

if TYPE_CHECKING:
    from tobean.kernel.cards import Bean, Extra
    from tobean.kernel.rules import Rules

PRINTED = {"en": ENGLISH_PRINTED, "de": GERMAN_PRINTED}


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


def bean_data(bean: Bean, rules: Rules, language: str) -> dict[str, object]:
    name = kind_name(bean.kind, rules, language)
    own = bean.text if rules.card_set else ""
    return {
        "id": bean.kind,
        "key": key_of(bean.kind),
        "name": name,
        "short": short_name(name, language),
        "count": bean.count,
        "pays": list(bean.steps),
        "text": own or PRINTED.get(language, {}).get(NAMES[bean.kind], bean.text),
        "of": "edict" if is_edict(bean.kind) else "bean",
    }


def extra_data(extra: Extra, rules: Rules, language: str) -> dict[str, object]:
    found: dict[str, object] = {
        "id": extra.kind,
        "key": key_of(extra.kind),
        "name": kind_name(extra.kind, rules, language),
        "short": kind_name(extra.kind, rules, language),
        "count": extra.count,
        "text": extra.text if rules.card_set else "",
    }
    if extra.kind in VALUES:
        return {**found, "of": "spell", "worth": VALUES[extra.kind]}
    return {**found, "of": "sacrifice", "kinds": list(TWO_KINDS[extra.kind])}


def group_data(kind: int, rules: Rules, language: str) -> dict[str, object]:
    """What is asked for under one name though the cards differ: an edict, whichever."""
    name = kind_name(kind, rules, language)
    return {"id": kind, "key": key_of(kind), "name": name, "short": name, "of": "group"}


def back_data(rules: Rules, language: str) -> dict[str, object]:
    name = kind_name(SACRIFICE_BACK, rules, language)
    return {"id": SACRIFICE_BACK, "key": "back-sacrifice", "name": name, "short": name, "of": "back"}


def boss_data(players: int) -> list[dict[str, object]]:
    """The bosses of Al Cabohne, as many as there are with so many players (A1, A16)."""
    count = 3 if players == 1 else 2
    return [{"id": boss, "name": BOSSES[boss], "threshold": THRESHOLDS[boss]} for boss in range(count)]


@lru_cache(maxsize=256)
def catalogue(rules: Rules, players: int, language: str) -> msgspec.Raw:
    """All cards of the game by their number."""
    component = rules.component(players) if rules.component is not None else None
    kinds = [bean.kind for bean in rules.beans]
    wanted = sorted({KIND_OF[kind] for kind in kinds})
    found: dict[str, object] = {
        "kinds": [bean_data(bean, rules, language) for bean in rules.beans if not is_edict(bean.kind)],
        "edicts": [bean_data(bean, rules, language) for bean in rules.beans if is_edict(bean.kind)],
        "spells": [extra_data(extra, rules, language) for extra in rules.extras if extra.kind in SPELLS],
        "sacrifices": [extra_data(extra, rules, language) for extra in rules.extras if extra.kind in TWO_KINDS],
        "groups": [group_data(kind, rules, language) for kind in wanted if kind not in kinds],
        "wanted": wanted,
        "backs": [back_data(rules, language)] if rules.back is not None else [],
        "bosses": boss_data(players) if isinstance(component, Mafia) else [],
    }
    return msgspec.Raw(msgspec.json.encode(found))
