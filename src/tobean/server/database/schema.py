"""Tables of the database. The log is the source of truth; `tables` and `sits` are derived from it for the lists."""

from typing import Final

from sqlalchemy import Boolean, Column, Float, Index, Integer, MetaData, String, Table, Text, text

METADATA: Final = MetaData(
    naming_convention={"pk": "pk_%(table_name)s", "ix": "ix_%(table_name)s_%(column_0_name)s"},
)

ARCHIVED_FORMAT: Final = 2
"""Format of a log with an archived part."""
TO_PACK: Final = "state = 'over' AND seq >= packed"
"""Condition for finished games with entries that have not been archived."""

LOG: Final = Table(
    "log",
    METADATA,
    Column("table_id", String(32), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("entry", Text, nullable=False),
    sqlite_with_rowid=False,
    postgresql_partition_by="HASH (table_id)",
)
"""Events of each table in order, as JSON entries that a session is replayed from. Of an archived table only later
entries are here, and the last archived one, which the next entry has to follow."""

TABLES: Final = Table(
    "tables",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("game", String(32), nullable=False),
    Column("host", String(32), nullable=False),
    Column("public", Boolean, nullable=False),
    Column("state", String(16), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("opened", Float, nullable=False),
    Column("updated", Float, nullable=False),
    Column("wakes", Float, nullable=True),
    Column("summary", Text, nullable=False),
    Column("packed", Integer, nullable=False, server_default="0"),
    Column("archive", Text, nullable=False, server_default=""),
    Column("revision", Integer, nullable=False, server_default="0"),
    Index("ix_tables_state_updated", "state", "updated"),
    Index("ix_tables_host", "host"),
    Index("ix_tables_wakes", "wakes"),
    Index("ix_tables_to_pack", "updated", sqlite_where=text(TO_PACK), postgresql_where=text(TO_PACK)),
)
"""One row a table, for the lobby and the lists. `seq` is the number of the last log entry it was derived from, `wakes`
the time when the table needs the server's attention without a request: a bot's move, a clock. The first `packed`
entries of its log are in the archive, under the name `archive`. `revision` grows whenever entries are rewritten:
erasure, restore."""

MENTIONS: Final = Table(
    "mentions",
    METADATA,
    Column("table_id", String(32), primary_key=True),
    Column("who", String(64), primary_key=True),
    Index("ix_mentions_who", "who"),
)
"""Persons that the log of a table names, in a seat or in the chat, archived or not (store/mentions.py)."""

STRAYS: Final = Table(
    "strays",
    METADATA,
    Column("name", String(128), primary_key=True),
    Column("at", Float, nullable=False),
)
"""Names in the archive without a table: reserved since `at`, or, with 0, about to be deleted."""

SITS: Final = Table(
    "sits",
    METADATA,
    Column("table_id", String(32), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("person", String(32), nullable=False),
    Index("ix_sits_person", "person"),
)
"""Person in each seat."""

CLEARED: Final = Table(
    "cleared",
    METADATA,
    Column("person", String(32), primary_key=True),
    Column("table_id", String(32), primary_key=True),
    Column("at", Float, nullable=False),
    Index("ix_cleared_table_id", "table_id"),
)
"""Tables that a person has removed from their own list; one with later activity is listed again."""

PERSONS: Final = Table(
    "persons",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("created", Float, nullable=False),
    Column("valid_from", Float, nullable=False),
    Column("epoch", Integer, nullable=False, server_default="0"),
    Column("face", Integer, nullable=False, server_default="0"),
)
"""Every person with a name, and the picture they have chosen (`face`, 0: none). Cookies of an earlier `epoch` are
invalid; of those from before epochs existed, the ones signed before `valid_from`."""

RECORDS: Final = Table(
    "records",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("person", String(32), nullable=False),
    Column("text", Text, nullable=False),
    Column("brought", Float, nullable=False),
    Index("ix_records_person", "person"),
)
"""Records of games that people have uploaded."""

FACTS: Final = Table(
    "facts",
    METADATA,
    Column("owner", String(32), primary_key=True),
    Column("key", String(128), primary_key=True),
    Column("value", Text, nullable=False),
    Column("score", Float, nullable=True),
    Column("at", Float, nullable=False),
    Index("ix_facts_key_score", "key", "score"),
)
"""Facts about a person beside their tables, as JSON by key, such as an attempt at a puzzle; an empty owner is the
server itself. People with the same key are ranked by `score`. See store/facts.py."""

REVOKED: Final = Table(
    "revoked",
    METADATA,
    Column("cookie", String(32), primary_key=True),
    Column("at", Float, nullable=False),
)
"""Revoked cookies, and used links to another device."""

SERVERS: Final = Table(
    "servers",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("door", Text, nullable=False),
    Column("address", Text, nullable=False),
    Column("protocol", Integer, nullable=False),
    Column("version", Text, nullable=False),
    Column("expires", Float, nullable=False),
)
"""Servers that run on this database. One without a heartbeat until `expires`, by the clock of the database, counts
as dead. Others reach it by its Unix socket `door`, on the same machine, or at its `address`."""

LEASES: Final = Table(
    "leases",
    METADATA,
    Column("table_id", String(32), primary_key=True),
    Column("owner", String(32), nullable=False),
    Column("fence", Integer, nullable=False),
    Column("format", Integer, nullable=False),
    Index("ix_leases_owner", "owner"),
)
"""Owner of each table while that server is alive; "" for none. `fence` is a fencing token: it grows with every
change of owner, and writes of an earlier owner are refused. `format` is that of the log: older servers do not open the
table."""
