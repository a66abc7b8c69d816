"""Database tables for operators: commands, closed tables, sanctions, reports and erased persons."""

from typing import Final

from sqlalchemy import BigInteger, Boolean, Column, Float, Index, Integer, String, Table, Text

from tobean.server.database.schema import METADATA

ORDERS: Final = Table(
    "orders",
    METADATA,
    # SQLite assigns numbers by itself only if the type of the key is INTEGER.
    Column("id", BigInteger().with_variant(Integer, "sqlite"), primary_key=True, autoincrement=True),
    Column("at", Float, nullable=False),
    Column("what", String(16), nullable=False),
    Column("key", String(64), nullable=False),
)
"""Commands to running servers, which poll this table every second (moderation/commands.py)."""

CLOSED: Final = Table(
    "closed",
    METADATA,
    Column("table_id", String(32), primary_key=True),
    Column("at", Float, nullable=False),
)
"""Tables closed by an operator."""

SANCTIONS: Final = Table(
    "sanctions",
    METADATA,
    Column("who", String(64), primary_key=True),
    Column("what", String(8), primary_key=True),
    Column("until", Float, nullable=False),
)
"""Bans (`ban`: of a person or an address) and mutes (`mute`: of a person) with their end."""

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
"""Reports of players about others. Persons are ids, "" for a person without one."""

ERASED: Final = Table(
    "erased",
    METADATA,
    Column("digest", String(64), primary_key=True),
    Column("alias", String(32), nullable=False),
    Column("at", Float, nullable=False),
)
"""Erased persons: the pseudonym, and a digest of the id, which finds the person in a restored backup but does not
reveal them."""
