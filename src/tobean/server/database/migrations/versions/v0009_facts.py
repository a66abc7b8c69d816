"""Facts about people beside their tables: puzzles, ratings, days, statistics, notes."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.create_table(
        "facts",
        sa.Column("owner", sa.String(32), nullable=False),
        sa.Column("key", sa.String(128), nullable=False),
        sa.Column("value", sa.Text, nullable=False),
        sa.Column("score", sa.Float, nullable=True),
        sa.Column("at", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("owner", "key", name="pk_facts"),
    )
    op.create_index("ix_facts_key_score", "facts", ["key", "score"])


def downgrade() -> None:
    op.drop_table("facts")
