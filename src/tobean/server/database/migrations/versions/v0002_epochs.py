"""Cookies carry the epoch of their person, so that revoking all of them does not depend on any clock."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("persons", sa.Column("epoch", sa.Integer, nullable=False, server_default="0"))


def downgrade() -> None:
    with op.batch_alter_table("persons") as persons:
        persons.drop_column("epoch")
