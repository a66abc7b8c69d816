"""Events, refusals, choices and questions as sentences that players read, in English and German."""

from tobean.speech.asking import Asked, asked
from tobean.speech.catalogues import LANGUAGES
from tobean.speech.refusals import told
from tobean.speech.speaker import cards_text
from tobean.speech.teller import label, sentence, words_of

__all__ = ["LANGUAGES", "Asked", "asked", "cards_text", "label", "sentence", "told", "words_of"]
