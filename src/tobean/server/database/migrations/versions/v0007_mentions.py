"""Index from every person to the tables whose log names them, by id only; indexes for removal and erasure."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"

INDEXES = (
    ("ix_tables_host", "tables", "host"),
    ("ix_cleared_table_id", "cleared", "table_id"),
    ("ix_records_person", "records", "person"),
    ("ix_reports_table_id", "reports", "table_id"),
)
ADD = sa.text("INSERT INTO mentions (table_id, who) VALUES (:table, :who) ON CONFLICT DO NOTHING")
SEATED = "INSERT INTO mentions (table_id, who) SELECT table_id, person FROM sits WHERE true ON CONFLICT DO NOTHING"
NAMING = 'SELECT table_id, {entry} AS entry FROM log WHERE entry LIKE \'%"person":"%\''
BATCH_SIZE = 1000
STREAM = {"stream_results": True, "yield_per": BATCH_SIZE}


def upgrade() -> None:
    op.add_column("tables", sa.Column("revision", sa.Integer, nullable=False, server_default="0"))
    for name, table, column in INDEXES:
        op.create_index(name, table, [column])
    # Spectators were stored by name, which does not identify the person.
    op.execute("DELETE FROM mentions WHERE who LIKE 'watching %'")
    op.execute(SEATED)
    connection = op.get_bind()
    # SQLite stores any bytes as text, and the driver refuses those that are not UTF-8.
    entry = "CAST(entry AS BLOB)" if connection.dialect.name == "sqlite" else "entry"
    rows = connection.execute(sa.text(NAMING.format(entry=entry)), execution_options=STREAM)
    for some in rows.partitions(BATCH_SIZE):
        found = sorted({(table, who) for table, entry in some for who in persons_in(entry)})
        if found:
            connection.execute(ADD, [{"table": table, "who": who} for table, who in found])


def persons_in(line: str | bytes) -> set[str]:
    try:
        entry = json.loads(line)
        seats = entry["setup"]["seats"] if entry["entry"] == "opened" else [entry["now"]]
        return {seat.get("person", "") for seat in seats} - {""}
    except (ValueError, KeyError, TypeError, AttributeError):  # a damaged entry, which `tobean admin check` reports
        return set()


def downgrade() -> None:
    for name, table, _ in INDEXES:
        op.drop_index(name, table)
    with op.batch_alter_table("tables") as tables:
        tables.drop_column("revision")
