"""Errors and illegal actions as sentences, such as "Field 2 is empty: there is nothing to harvest. (K7)"."""

import re
from collections.abc import Sequence
from datetime import date
from typing import Final

from tobean.i18n.card_names import kind_name, player
from tobean.i18n.catalogues import SOURCE, check_language, text
from tobean.i18n.languages.grammar import grammar_of
from tobean.kernel.errors import Illegal, Phrase, TobeanError, format_message
from tobean.kernel.message_args import KindArg, SeatArg

PLACEHOLDER: Final = re.compile(r"\{[^{}]*\}")


class KindPhrase:
    """The name of a kind in a sentence.

    A translation may ask for a form: `{card:spoken}` "eine Rote Bohne", `{card:the}` "die Rote Bohne", `{card:none}`
    "keine Rote Bohne", `{card:many}` "Rote Bohnen"; capitalised where it begins a sentence, `{card:The}`.
    """

    def __init__(self, name: str, language: str) -> None:
        self.name = name
        self.grammar = grammar_of(language)

    def __str__(self) -> str:
        return self.name

    def __format__(self, form: str) -> str:
        if not form:
            return self.name
        text = self.in_form(form.lower())
        return text[0].upper() + text[1:] if form[0].isupper() else text

    def in_form(self, form: str) -> str:
        if form == "spoken":
            return self.grammar.spoken(1, self.name)
        if form == "the":
            return self.grammar.the(self.name)
        if form == "none":
            return self.grammar.none(self.name)
        if form == "many":
            return self.grammar.many(self.name)
        raise ValueError(f"unknown form {form!r} of a kind; known: spoken, the, none, many")


def error_text(
    error: TobeanError | Phrase, names: Sequence[str] = (), language: str = SOURCE, game: str | None = None
) -> str:
    """Return an error as a sentence in this language, with the number of the rule that forbids an action.

    `names` are the players by seat, `game` is the game being played, if any.
    """
    sentence = error_sentence(error, names, language, game)
    return f"{sentence} ({error.rule})" if isinstance(error, Illegal) else sentence


def error_sentence(
    error: TobeanError | Phrase, names: Sequence[str] = (), language: str = SOURCE, game: str | None = None
) -> str:
    """Return the sentence without the number, for readers that show the rule in their own way."""
    check_language(language)
    template = text(error.template, language, game)
    if template == error.template and has_words(template):
        language = SOURCE  # without a translation the whole sentence is English
    arguments = {name: placeholder_value(value, names, language, game) for name, value in error.arguments.items()}
    if isinstance(error, Phrase):
        return template.format(**arguments)
    return format_message(template, arguments)


def placeholder_value(value: object, names: Sequence[str], language: str, game: str | None) -> object:
    """Return what fills a placeholder: the name of a player or a card, a date as people write it, a nested sentence."""
    if isinstance(value, (TobeanError, Phrase)):
        return error_text(value, names, language, game)
    if isinstance(value, SeatArg):
        return player(value.seat, names)
    if isinstance(value, KindArg):
        return KindPhrase(kind_name(value.kind, language, game) if value.kind >= 0 else str(value), language)
    return grammar_of(language).day(value) if isinstance(value, date) else value


def has_words(template: str) -> bool:
    """Whether a template has letters outside its placeholders, that is, anything to translate."""
    return any(letter.isalpha() for letter in PLACEHOLDER.sub("", template))
