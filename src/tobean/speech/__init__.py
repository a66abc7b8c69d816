"""Events, refusals, choices and questions as sentences that players read, in English and German."""

from tobean.speech.asking import Asked, asked
from tobean.speech.catalogues import LANGUAGES
from tobean.speech.deeds import label
from tobean.speech.refusals import told
from tobean.speech.telling import cards_text, sentence

__all__ = ["LANGUAGES", "Asked", "asked", "cards_text", "label", "sentence", "told"]
