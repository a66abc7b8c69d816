"""Refusals of a session in the words of the viewer's language."""

from __future__ import annotations

from collections.abc import Sequence

from tobean.kernel.errors import Illegal, TobeanError
from tobean.play.session.errors import BadSetup, Refused
from tobean.speech import refusal
from tobean.speech.catalogues import text
from tobean.speech.mistakes import mistake


def refusal_text(error: TobeanError, names: Sequence[str], language: str) -> str:
    """Why something was refused, as a sentence; what is only for writers of programs stays English."""
    if isinstance(error, Illegal):
        return refusal(error, names, language)
    if isinstance(error, (Refused, BadSetup)):
        said = text(error.template, language)
        return mistake(said.format(**error.blanks) if error.blanks else said, language)
    return mistake(str(error), language)
