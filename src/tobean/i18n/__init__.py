"""Events, refusals, choices and questions as sentences that players read, in English and German."""

from tobean.i18n.card_names import cards_text
from tobean.i18n.catalogues import LANGUAGES
from tobean.i18n.error_messages import told
from tobean.i18n.narrator import game_messages_of, label, sentence
from tobean.i18n.prompts import OpenPrompt, open_prompt

__all__ = ["LANGUAGES", "OpenPrompt", "open_prompt", "cards_text", "label", "sentence", "told", "game_messages_of"]
