"""Error messages for typed talk that cannot be understood.

`{about}` is the word or the kind in question; `{give}` and `{want}` are two kinds of the game, for examples.
"""

from typing import Final

from tobean.i18n.catalogues import N_, text
from tobean.i18n.narrator import narrator_of
from tobean.kernel.cards import KIND_OF
from tobean.kernel.rules import Rules

PROBLEMS: Final[dict[str, str]] = N_(
    {
        "number": "“{about}” is not a number of cards.",
        "word": "I do not know the word “{about}”. Try “{give} for {want}” or “I want {want}”.",
        "foreign": "There is no “{about}” in this game.",
        "no kind": "I found no bean in that. Try “{give} for {want}” or “I want {want}”.",
        "same side": "Both sides sound the same: say what you give and what you want.",
        "sides": "That has too many sides: say what you give and what you want.",
        "which side": "Do you give it or do you want it? Try “{give} for {want}”, “I have {give}” or “I want {give}”.",
        "which cards": "Which cards do you mean? Name them, as in “{give} for {want}”.",
        "who": "Name one player, or nobody to ask the whole table.",
        "not": "“{about}” leaves open what you mean: say what you give and what you want.",
        "not held": "You have {about} to give.",
        "not held, several": "You do not have {about} to give.",
    }
)
"""For `not held`, `{about}` is "no Stink"; for `not held, several` it is "2 Stink"."""


def problem_text(problem: str, about: str, rules: Rules, language: str) -> str:
    """Return the message for a sentence that could not be parsed. With `not held`, `about` is a kind and a count."""
    narrator = narrator_of(rules, language)
    if problem == "not held":
        kind, count = [int(number) for number in about.split()]
        name = narrator.kinds[kind]
        if count > 1:
            problem, about = "not held, several", narrator.grammar.label(count, name, narrator.is_bean(kind))
        else:
            about = narrator.grammar.none(name)
    give, want = [narrator.grammar.spoken(1, narrator.kinds[KIND_OF[bean.kind]]) for bean in rules.beans[:2]]
    return text(PROBLEMS[problem], language, rules.name).format(about=about, give=give, want=want)
