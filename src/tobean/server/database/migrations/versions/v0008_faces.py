"""People choose one picture of themselves for all tables."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.add_column("persons", sa.Column("face", sa.Integer, nullable=False, server_default="0"))


def downgrade() -> None:
    with op.batch_alter_table("persons") as persons:
        persons.drop_column("face")
