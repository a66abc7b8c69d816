"""Finished games can be archived; on PostgreSQL the log is partitioned, each partition with its own index to vacuum."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"

PARTS = 16
TO_PACK = sa.text("state = 'over' AND seq >= packed")


def upgrade() -> None:
    op.add_column("tables", sa.Column("packed", sa.Integer, nullable=False, server_default="0"))
    op.add_column("tables", sa.Column("archive", sa.Text, nullable=False, server_default=""))
    op.create_index("ix_tables_to_pack", "tables", ["updated"], sqlite_where=TO_PACK, postgresql_where=TO_PACK)
    op.create_table(
        "mentions",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("who", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "who", name="pk_mentions"),
    )
    op.create_index("ix_mentions_who", "mentions", ["who"])
    op.create_table(
        "strays",
        sa.Column("name", sa.String(128), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_strays"),
    )
    if op.get_bind().dialect.name == "postgresql":
        take_apart()


def take_apart() -> None:
    """Partition the log by table. Concurrent writers wait."""
    op.execute("ALTER TABLE log RENAME TO log_before")
    op.execute("ALTER INDEX pk_log RENAME TO pk_log_before")
    op.execute(
        "CREATE TABLE log (table_id varchar(32) NOT NULL, seq integer NOT NULL, entry text NOT NULL, "
        "CONSTRAINT pk_log PRIMARY KEY (table_id, seq)) PARTITION BY HASH (table_id)"
    )
    for part in range(PARTS):
        op.execute(f"CREATE TABLE log_{part:02} PARTITION OF log FOR VALUES WITH (MODULUS {PARTS}, REMAINDER {part})")
    op.execute("INSERT INTO log SELECT table_id, seq, entry FROM log_before")
    op.execute("DROP TABLE log_before")


def put_together() -> None:
    op.execute("ALTER TABLE log RENAME TO log_parts")
    op.execute("ALTER INDEX pk_log RENAME TO pk_log_parts")
    op.create_table(
        "log",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("seq", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("entry", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seq", name="pk_log"),
    )
    op.execute("INSERT INTO log SELECT table_id, seq, entry FROM log_parts")
    op.execute("DROP TABLE log_parts")


def downgrade() -> None:
    if op.get_bind().dialect.name == "postgresql":
        put_together()
    op.drop_table("strays")
    op.drop_table("mentions")
    op.drop_index("ix_tables_to_pack", "tables")
    with op.batch_alter_table("tables") as tables:
        tables.drop_column("archive")
        tables.drop_column("packed")
