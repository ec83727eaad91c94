"""Run migrations on the connection that the server passes in."""

from alembic import context

from siam.server.adapters.sql.schema import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
