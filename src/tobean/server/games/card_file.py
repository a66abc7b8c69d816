"""The cards of a game as a TOML file: a starting point for a custom card set."""

import json

from tobean.i18n.card_names import kind_name
from tobean.i18n.catalogues import LANGUAGES, N_, SOURCE, text
from tobean.kernel.cards import KIND_NAMES, Bean, Extra
from tobean.kernel.rules import Rules


def card_file(rules: Rules, language: str) -> str:
    """Return the file with hints in this language. Read back unchanged, it changes nothing."""
    hints = (
        text(N_("The cards of {game}. Change what is different on yours."), language).format(game=rules.title),
        text(N_("Delete what is already right: what is not listed stays as it is."), language),
        text(N_("A beanometer is the cards for 1, 2, 3 and 4 thalers; 0: there is no such step."), language),
    )
    head = [*(f"# {hint}" for hint in hints), "", f"game = {quoted(rules.name)}", f"name = {quoted(rules.title)}"]
    cards = [*(bean_lines(rules, bean) for bean in rules.beans), *(extra_lines(extra) for extra in rules.extras)]
    return "\n".join([*head, *(line for lines in cards for line in ("", *lines))]) + "\n"


def bean_lines(rules: Rules, bean: Bean) -> list[str]:
    """Return the lines of a bean; beans named by their effect have a section of their own and no beanometer."""
    lines = [f"[{'beans' if bean.steps else rules.effect_section}.{quoted(bean.name)}]", f"count = {bean.count}"]
    if bean.steps:
        lines.append(f"beanometer = {list(bean.steps)}")
        for language in LANGUAGES:
            key = "name" if language == SOURCE else f"name_{language}"
            lines.append(f"{key} = {quoted(bean.custom_name(language) or kind_name(bean.kind, language, rules.name))}")
    return [*lines, f"text = {quoted(bean.text)}"] if bean.text else lines


def extra_lines(extra: Extra) -> list[str]:
    lines = [f"[extras.{quoted(KIND_NAMES[extra.kind])}]", f"count = {extra.count}"]
    return [*lines, f"text = {quoted(extra.text)}"] if extra.text else lines


def quoted(value: str) -> str:
    """Quote a text as TOML does."""
    return json.dumps(value, ensure_ascii=False)
