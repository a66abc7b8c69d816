"""Remarks of bots as sentences, in the voice of a personality."""

from typing import Final

from tobean.bots.base import Remark
from tobean.bots.voice.phrases import BOT, COMMON, VOICES
from tobean.i18n.card_names import CardNamer
from tobean.i18n.catalogues import text
from tobean.i18n.narrator import narrator_of
from tobean.kernel.errors import BadInput
from tobean.kernel.rules import Rules

OCCASIONS: Final = tuple(COMMON)
"""Occasions on which a bot can make a remark."""


def variants(occasion: str, voice: str) -> tuple[str, ...]:
    """Return all sentences of a personality on an occasion, its own ones first."""
    common = COMMON.get(occasion)
    if common is None:
        raise BadInput(
            "unknown occasion {occasion!r}; known: {known}",
            occasion=occasion,
            known=", ".join(OCCASIONS),
        )
    return VOICES.get(voice, {}).get(occasion, ()) + common


def remark_text(
    remark: Remark, voice: str = "", language: str = "en", count: int = 0, rules: Rules | None = None
) -> str:
    """Return the remark as a short sentence.

    `voice` is the name of a personality. `count` chooses among the variants; pass the number of a turn or of a remark,
    so that the bot does not repeat itself. `rules` are those of the game, which may have its own names for cards.
    """
    card_namer = CardNamer(language) if rules is None else narrator_of(rules, language)
    texts = variants(remark.occasion, voice)
    sentence = text(texts[count % len(texts)], language, context=BOT).format(kinds=card_namer.spoken(remark.kinds))
    return sentence[:1].upper() + sentence[1:]
