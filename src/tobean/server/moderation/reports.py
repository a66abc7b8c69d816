"""Reports of players about other players."""

import time
from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import Connection, insert, select, update

from tobean.kernel.errors import BadInput
from tobean.server.database.moderation_schema import REPORTS

MAX_REPORT: Final = 1000
MAX_LISTED: Final = 100


def add_report(connection: Connection, table: str, about: str, by: str, text: str) -> None:
    stripped = text.strip()
    if not stripped or len(stripped) > MAX_REPORT:
        raise BadInput("A report has 1 to {most} characters.", most=MAX_REPORT)
    values = {"at": time.time(), "table_id": table, "about": about, "by": by, "text": stripped, "done": False}
    connection.execute(insert(REPORTS).values(values))


def open_reports(connection: Connection) -> Sequence[Any]:
    """List the reports that no operator has settled."""
    return connection.execute(select(REPORTS).where(~REPORTS.c.done).order_by(REPORTS.c.at).limit(MAX_LISTED)).all()


def settle_report(connection: Connection, number: int) -> None:
    done = connection.execute(update(REPORTS).where(REPORTS.c.id == number).values(done=True))
    if not done.rowcount:
        raise BadInput("there is no report {number}", number=number)
