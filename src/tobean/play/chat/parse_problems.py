"""Error messages for typed talk that cannot be understood. `{about}` is the word or the kind in question."""

from typing import Final

from tobean.i18n.catalogues import N_, text
from tobean.i18n.narrator import narrator_of
from tobean.kernel.rules import Rules

PROBLEMS: Final[dict[str, str]] = N_(
    {
        "number": "“{about}” is not a number of cards.",
        "word": "I do not know the word “{about}”. Try “Soy for a Red” or “I want Red”.",
        "foreign": "There is no “{about}” in this game.",
        "no kind": "I found no bean in that. Try “Soy for a Red” or “I want Red”.",
        "same side": "Both sides sound the same: say what you give and what you want.",
        "sides": "That has too many sides: say what you give and what you want.",
        "which side": "Do you give it or do you want it? Try “Soy for a Red”, “I have Soy” or “I want Soy”.",
        "which cards": "Which cards do you mean? Name them, as in “two Soy for a Red”.",
        "who": "Name one player, or nobody to ask the whole table.",
        "not": "“{about}” leaves open what you mean: say what you give and what you want.",
        "not held": "You have {about} to give.",
        "not held, several": "You do not have {about} to give.",
    }
)
"""For `not held`, `{about}` is "no Stink"; for `not held, several` it is "2 Stink"."""


def problem_text(problem: str, about: str, rules: Rules, language: str) -> str:
    """Return the message for a sentence that could not be parsed. With `not held`, `about` is a kind and a count."""
    if problem == "not held":
        kind, count = [int(number) for number in about.split()]
        narrator = narrator_of(rules, language)
        name = narrator.kinds[kind]
        if count > 1:
            problem, about = "not held, several", narrator.grammar.label(count, name, narrator.is_bean(kind))
        else:
            about = narrator.grammar.none(name)
    return text(PROBLEMS[problem], language, rules.name).format(about=about)
