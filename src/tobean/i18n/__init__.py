"""Texts for players: catalogues, grammar, and the wording of events, actions, prompts and errors."""

from tobean.i18n.card_names import cards_text
from tobean.i18n.catalogues import LANGUAGES
from tobean.i18n.error_messages import error_text
from tobean.i18n.narrator import game_messages_of, label, sentence
from tobean.i18n.prompts import OpenPrompt, open_prompt

__all__ = [
    "LANGUAGES",
    "OpenPrompt",
    "open_prompt",
    "cards_text",
    "error_text",
    "label",
    "sentence",
    "game_messages_of",
]
