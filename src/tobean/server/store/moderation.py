"""What whoever runs a server has said about tables and people, and what players have reported."""

from __future__ import annotations

from typing import Final

from sqlalchemy import BigInteger, Boolean, Column, Float, Index, Integer, String, Table, Text

from tobean.server.database.schema import METADATA

ORDERS: Final = Table(
    "orders",
    METADATA,
    # SQLite numbers rows by itself only where the key is called INTEGER.
    Column("id", BigInteger().with_variant(Integer, "sqlite"), primary_key=True, autoincrement=True),
    Column("at", Float, nullable=False),
    Column("what", String(16), nullable=False),
    Column("key", String(64), nullable=False),
)
"""What has been changed behind the back of the servers that run: they look here every second (admin/orders.py)."""

CLOSED: Final = Table(
    "closed",
    METADATA,
    Column("table_id", String(32), primary_key=True),
    Column("at", Float, nullable=False),
)
"""Tables at which nobody plays on."""

SANCTIONS: Final = Table(
    "sanctions",
    METADATA,
    Column("who", String(64), primary_key=True),
    Column("what", String(8), primary_key=True),
    Column("until", Float, nullable=False),
)
"""Who may not come (`ban`: a person or an address) or not talk (`mute`: a person), and until when."""

REPORTS: Final = Table(
    "reports",
    METADATA,
    Column("id", BigInteger().with_variant(Integer, "sqlite"), primary_key=True, autoincrement=True),
    Column("at", Float, nullable=False),
    Column("table_id", String(32), nullable=False),
    Column("about", String(64), nullable=False),
    Column("by", String(64), nullable=False),
    Column("text", Text, nullable=False),
    Column("done", Boolean, nullable=False),
    Index("ix_reports_table_id", "table_id"),
    Index("ix_reports_about", "about"),
    Index("ix_reports_by", "by"),
)
"""What players have told about others: the persons are ids, "" for somebody without one."""

ERASED: Final = Table(
    "erased",
    METADATA,
    Column("digest", String(64), primary_key=True),
    Column("alias", String(32), nullable=False),
    Column("at", Float, nullable=False),
)
"""Who has been deleted: a digest of the person's id, which tells nobody who it was but finds them in a backup that is
restored, and what they are called now."""
