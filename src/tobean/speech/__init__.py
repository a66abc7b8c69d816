"""Events and refusals as sentences that players read, in English and German."""

from tobean.speech.telling import LANGUAGES, cards_text, refusal, sentence

__all__ = ["LANGUAGES", "cards_text", "refusal", "sentence"]
