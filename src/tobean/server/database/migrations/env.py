"""Alembic environment: runs the migrations on the connection that `migrate` passes."""

from alembic import context

from tobean.server.database.schema import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    # SQLite cannot alter much in place: a batch copies the table.
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
