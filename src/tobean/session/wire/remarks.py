"""Remarks of bots in the language of the viewer."""

from tobean.bots import Remark, remark_text
from tobean.kernel.errors import TobeanError
from tobean.record.notation import parse_kinds
from tobean.session.log.entries import RemarkMeaning, Said
from tobean.session.session import Session


def translated_remark(meaning: RemarkMeaning, session: Session, language: str) -> str:
    """Return a remark in this language, with the game's names of its cards."""
    remark = Remark(meaning.occasion, parse_kinds(meaning.kinds))
    return remark_text(remark, meaning.voice, language, meaning.count, session.rules)


def chat_text(entry: Said, session: Session, language: str) -> str:
    """Return a chat line for a viewer with this language; typed text is not translated."""
    if entry.meant is None or language == session.setup.language:
        return entry.text
    try:
        return translated_remark(entry.meant, session, language)
    except TobeanError:  # a log of another version may have occasions and cards that are unknown here
        return entry.text
