"""Remarks of bots in the language of the viewer."""

from tobean.bots import Remark, remark_text
from tobean.kernel.errors import TobeanError
from tobean.play.session.entries import Meant, Said
from tobean.play.session.session import Session
from tobean.record.notation import parse_kinds


def translated_remark(meant: Meant, session: Session, language: str) -> str:
    """Return a remark in this language, with the game's names of its cards."""
    remark = Remark(meant.occasion, parse_kinds(meant.kinds))
    return remark_text(remark, meant.voice, language, meant.count, session.rules)


def chat_text(said: Said, session: Session, language: str) -> str:
    """Return a chat line for a viewer with this language; typed text is not translated."""
    if said.meant is None or language == session.setup.language:
        return said.text
    try:
        return translated_remark(said.meant, session, language)
    except TobeanError:  # a log of another version may have occasions and cards that are unknown here
        return said.text
