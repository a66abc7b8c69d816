"""Loading a session from the lines of its log."""

from tobean.play.session.entries import parse_log
from tobean.play.session.session import Session


def load_session(lines: list[str] | tuple[str, ...]) -> Session:
    """Replay a log; raises `BadLog`."""
    session = Session.resume(parse_log(lines))
    session.last_line = lines[-1]
    return session
