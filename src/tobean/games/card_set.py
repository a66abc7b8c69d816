"""Custom card sets: numbers, names and texts of printed cards, in a TOML file.

    game = "rabohnzel"
    name = "our copy"

    [beans.Mean]
    count = 13
    beanometer = [3, 5, 7, 8]
    name = "Nasty"
    name_de = "Fiese Bohne"

Anything not listed stays as it is. `name` is the English name, `name_XX` the name in the language XX.
The set becomes part of the rules, and with them of records, table texts and snapshots.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final, cast

from tobean.kernel.cards import KIND_NAMES, Bean, Extra
from tobean.kernel.errors import BadCards, Phrase, quoted
from tobean.kernel.notation.input_limits import (
    MAX_CARD_FILE_LENGTH,
    MAX_CARD_SET_LENGTH,
    MAX_CARD_TEXT_LENGTH,
    MAX_CARDS,
    MAX_CARDS_OF_KIND,
    MAX_DIGITS,
    MAX_DOTS,
    MAX_NAME_LENGTH,
    MAX_NESTING,
    depth_of,
    is_one_line,
)
from tobean.kernel.rules import Rules

CUSTOM_CARD_SET: Final = "own card set"
TOML_TEXT: Final = re.compile(r"""#[^\n]*|\"{3}|'{3}|"(?:[^"\\\n]|\\.)*"?|'[^'\n]*'?""")
"""Comments and texts of a TOML file, and the beginning of multi-line texts. A text without an end is matched to the
end of its line, because searching for its end again and again would take very long."""
JSON_TEXT: Final = re.compile(r'"(?:[^"\\]|\\.)*"?')
NAME_KEY: Final = re.compile(r"name_([a-z]{2,3})")
SOURCE_LANGUAGE: Final = "en"
LONG_NUMBER: Final = re.compile(rf"[0-9]{{{MAX_DIGITS + 1}}}")


def read_card_set(path: str | Path) -> dict[str, object]:
    try:
        text = Path(path).read_text(encoding="utf-8")
    except OSError as error:
        raise BadCards("{path}: cannot be read: {reason}", path=path, reason=error.strerror) from error
    except UnicodeDecodeError as error:
        raise BadCards("{path}: cannot be read: this is not text in UTF-8", path=path) from error
    try:
        return parse_card_file(text)
    except BadCards as error:
        raise BadCards("{path}: {reason}", path=path, reason=error) from error


def parse_card_file(text: str) -> dict[str, object]:
    """Parse a card set in TOML. Its shape is checked first, because some small files take very long to parse."""
    check_length(text, MAX_CARD_FILE_LENGTH)
    bare = TOML_TEXT.sub(strip_text, text)
    check_shape(bare)
    if any(line.count(".") > MAX_DOTS for line in bare.split("\n")):
        raise BadCards(
            "the card set has a line with too many dots; the maximum outside its texts is {most}", most=MAX_DOTS
        )
    try:
        import tomllib  # imported late: few programs read card sets, but all import this module

        return tomllib.loads(text)
    except ValueError as error:
        raise BadCards("the card set is not TOML: {reason}", reason=error) from error


def strip_text(match: re.Match[str]) -> str:
    """Remove a text, so that only the shape of a file is left."""
    if match[0] in ('"' * 3, "'" * 3):
        raise BadCards("a text of the card set is on one line, in plain quotation marks")
    return ""


def parse_card_set(text: str) -> dict[str, object]:
    check_length(text, MAX_CARD_SET_LENGTH)
    check_shape(JSON_TEXT.sub("", text))
    try:
        data = json.loads(text)
    except ValueError as error:
        raise BadCards("the card set is not JSON: {reason}", reason=error) from error
    if not isinstance(data, dict):
        raise BadCards("the card set must be a JSON object")
    return data


def check_length(text: str, max_length: int) -> None:
    if len(text) > max_length:
        raise BadCards("the card set is too long: it may have {most} characters", most=max_length)


def check_shape(bare: str) -> None:
    """Check numbers and brackets of a card set without its texts: parsers fail on long numbers and deep nesting."""
    if LONG_NUMBER.search(bare):
        raise BadCards("the card set has a number that is too long: it may have {most} digits", most=MAX_DIGITS)
    if depth_of(bare) > MAX_NESTING:
        raise BadCards("the card set is nested too deeply: its brackets may be {most} deep", most=MAX_NESTING)


def with_cards(rules: Rules, data: Mapping[str, object]) -> Rules:
    """Return these rules with a custom card set."""
    effect_section = (rules.effect_section,) if rules.effect_section else ()
    check_keys(data, ("game", "name", "beans", *effect_section, "extras"), "the card set")
    if "game" not in data:
        raise BadCards("the card set does not say for which game it is: write game = {name!r}", name=rules.name)
    if data.get("game") != rules.name:
        raise BadCards(
            "the card set is for the game {given}, not for {name!r}", given=quoted(data.get("game")), name=rules.name
        )
    text_of("the card set", data, "name", "")
    changes = section(data, "beans")
    if rules.effect_section:
        changes |= effect_changes(rules, section(data, rules.effect_section))
    known = {bean.name: bean for bean in rules.beans}
    for name in changes:
        if name not in known:
            raise BadCards(
                "{title} has no bean {given}; known: {known}",
                title=rules.title,
                given=quoted(name),
                known=", ".join(known),
            )
    beans = tuple(changed_bean(bean, changes[bean.name]) if bean.name in changes else bean for bean in rules.beans)
    check_names(beans)
    extras = changed_extras(rules, section(data, "extras"))
    smallest = max(rules.cards_dealt_to(players) + players for players in rules.players)
    if sum(bean.count for bean in beans) <= smallest:
        raise BadCards(
            "with this card set {title} has too few cards: more than {smallest} are needed",
            title=rules.title,
            smallest=smallest,
        )
    if sum(bean.count for bean in beans) + sum(extra.count for extra in extras) > MAX_CARDS:
        raise BadCards(
            "with this card set {title} has too many cards; the maximum is {most}", title=rules.title, most=MAX_CARDS
        )
    text = json.dumps(data, sort_keys=True, ensure_ascii=False)
    check_length(text, MAX_CARD_SET_LENGTH)
    return replace(rules, beans=beans, extras=extras, card_set=text)


def check_keys(data: Mapping[str, object], known: tuple[str, ...], what: str) -> None:
    for key in data:
        if key not in known:
            raise BadCards(
                "{what}: unknown entry {given}; known: {known}", what=what, given=quoted(key), known=", ".join(known)
            )


def section(data: Mapping[str, object], key: str) -> dict[str, Mapping[str, object]]:
    """Return a table of tables of the file."""
    tables = data.get(key, {})
    if not isinstance(tables, Mapping) or not all(isinstance(value, Mapping) for value in tables.values()):
        raise BadCards("{key}: write [{key}.NAME] and below it what is printed on that card", key=key)
    return cast("dict[str, Mapping[str, object]]", dict(tables))


def check_names(beans: tuple[Bean, ...]) -> None:
    """Check that no two cards have the same name and that no name could be read as two.

    Names in the catalogues are not checked, only English names and those of the set itself.
    """
    for language in sorted({SOURCE_LANGUAGE, *(code for bean in beans for code, _ in bean.names_by_language)}):
        seen: dict[str, str] = {}
        for bean in beans:
            name = bean.custom_name(language) or (KIND_NAMES[bean.kind] if language == SOURCE_LANGUAGE else "")
            if not name:
                continue
            if len(name) > MAX_NAME_LENGTH:
                raise BadCards(
                    "{card}: the name {name!r} is too long: it may have {most} characters",
                    card=bean.name,
                    name=name,
                    most=MAX_NAME_LENGTH,
                )
            if re.search(r"[,:;@]", name):
                raise BadCards(
                    "{card}: the name {name!r} may not hold comma, colon, semicolon or @", card=bean.name, name=name
                )
            if name in seen:
                raise BadCards(
                    "{card}: {other} is called {name!r} already", card=bean.name, other=seen[name], name=name
                )
            seen[name] = bean.name


def effect_changes(rules: Rules, changes: dict[str, Mapping[str, object]]) -> dict[str, Mapping[str, object]]:
    """Check changes to cards that are named by their effect; only known effects can be used."""
    effects = [bean.name for bean in rules.beans if not bean.steps]
    for name, change in changes.items():
        if name not in effects:
            known = ", ".join(effects)
            raise BadCards(
                "{section}: unknown effect {given}; known: {known}",
                section=rules.effect_section,
                given=quoted(name),
                known=known,
            )
        if "beanometer" in change:
            raise BadCards("{name}: such a card has no beanometer", name=name)
    return changes


def count_of(name: str, change: Mapping[str, object], before: int, fewest: int) -> int:
    count = change.get("count", before)
    if type(count) is not int or not fewest <= count <= MAX_CARDS_OF_KIND:
        raise BadCards(
            "{name}: count must be a number from {fewest} to {most}, not {given}",
            name=name,
            fewest=fewest,
            most=MAX_CARDS_OF_KIND,
            given=quoted(count),
        )
    return count


def text_of(name: str, change: Mapping[str, object], key: str, before: str) -> str:
    text = change.get(key, before)
    if not isinstance(text, str) or not is_one_line(text):
        raise BadCards("{name}: {key} must be a text of one line", name=name, key=key)
    if len(text) > MAX_CARD_TEXT_LENGTH:
        raise BadCards(
            "{name}: {key} is too long: it may have {most} characters", name=name, key=key, most=MAX_CARD_TEXT_LENGTH
        )
    return text


def changed_bean(bean: Bean, change: Mapping[str, object]) -> Bean:
    name = bean.name
    check_keys(
        {key: value for key, value in change.items() if not NAME_KEY.fullmatch(key)},
        ("count", "beanometer", "name", "name_XX", "text", "provenance"),
        name,
    )
    steps = bean.steps
    if "beanometer" in change:
        steps = beanometer(name, change["beanometer"])
    return replace(
        bean,
        count=count_of(name, change, bean.count, 0 if not bean.steps else 1),
        steps=steps,
        provenance=text_of(name, change, "provenance", CUSTOM_CARD_SET),
        text=text_of(name, change, "text", bean.text),
        names_by_language=changed_names(bean, change),
    )


def changed_names(bean: Bean, change: Mapping[str, object]) -> tuple[tuple[str, str], ...]:
    names = dict(bean.names_by_language)
    for key in change:
        if key == "name":
            names[SOURCE_LANGUAGE] = text_of(bean.name, change, key, "")
        elif match := NAME_KEY.fullmatch(key):
            names[match[1]] = text_of(bean.name, change, key, "")
    return tuple(sorted((code, name) for code, name in names.items() if name))


def beanometer(name: str, steps: object) -> tuple[int, ...]:
    """Check a beanometer: four numbers of cards, 0 for a step that is not printed; more thalers need more cards
    (K6)."""
    if not isinstance(steps, list) or len(steps) != 4 or not all(type(step) is int and step >= 0 for step in steps):
        raise BadCards(
            "{name}: a beanometer is four numbers: the cards for 1, 2, 3 and 4 thalers, 0 for none", name=name
        )
    if max(steps) > MAX_CARDS_OF_KIND:
        raise BadCards("{name}: a beanometer has numbers from 0 to {most}", name=name, most=MAX_CARDS_OF_KIND)
    printed = [step for step in steps if step]
    if not printed or printed != sorted(set(printed)):
        raise BadCards(
            "{name}: the beanometer {steps} does not rise: more thalers need more cards", name=name, steps=steps
        )
    return tuple(steps)


def changed_extras(rules: Rules, changes: dict[str, Mapping[str, object]]) -> tuple[Extra, ...]:
    known = [KIND_NAMES[extra.kind] for extra in rules.extras]
    for name in changes:
        if name not in known:
            raise BadCards(
                "{title} has no card {given}; known: {known}",
                title=rules.title,
                given=quoted(name),
                known=", ".join(known) or Phrase("none but beans"),
            )
    extras: list[Extra] = []
    for extra in rules.extras:
        change = changes.get(KIND_NAMES[extra.kind])
        if change is not None:
            name = KIND_NAMES[extra.kind]
            check_keys(change, ("count", "text", "provenance"), name)
            if extra.fixed and change.get("count", extra.count) != extra.count:
                raise BadCards("{name}: the rules know exactly {count} of this card", name=name, count=extra.count)
            extra = replace(
                extra,
                count=count_of(name, change, extra.count, 0),
                provenance=text_of(name, change, "provenance", CUSTOM_CARD_SET),
                text=text_of(name, change, "text", extra.text),
            )
        extras.append(extra)
    return tuple(extras)


def rules_with_card_set(game: Rules, cards: object) -> Rules:
    """Return the rules with a card set given as a path, as a mapping, or not at all."""
    if cards is None:
        return game
    if isinstance(cards, (str, Path)):
        return with_cards(game, read_card_set(cards))
    if isinstance(cards, Mapping):
        return with_cards(game, cards)
    raise BadCards("a card set is a file or a mapping, not {type}", type=type(cards).__name__)
