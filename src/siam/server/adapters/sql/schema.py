"""Name the tables of the database as they are now; `migrations/` says how they came about."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

METADATA = MetaData()

PLAYERS = Table(
    "players",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("name", String(64), nullable=False),
    Column("name_key", String(96), unique=True),  # accounts only: guests may share a name
    Column("created", Float, nullable=False),
    Column("password_hash", String(255)),
    Column("mail", String(255)),
    Column("language", String(8)),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("rated_games", Integer, nullable=False),
    Column("settings", Text, nullable=False),
    Column("webhook_url", Text),
    Column("webhook_when", String(8), nullable=False),
    Column("mail_when", String(8), nullable=False),
    Column("push_when", String(8), nullable=False),
    Column("version", Integer, nullable=False, server_default="0"),  # counts the changes of the row
)

SESSIONS = Table(
    "sessions",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("secret_hash", String(64), nullable=False, unique=True),
    Column("player", String(32), ForeignKey("players.id"), nullable=False, index=True),
    Column("created", Float, nullable=False),
    Column("seen", Float, nullable=False),
    Column("agent", String(200), nullable=False),
    Column("is_token", Boolean, nullable=False),
)

TABLES = Table(
    "tables",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("number", BigInteger, nullable=False),  # microseconds of its making: newest first, in pages
    Column("host", String(32), ForeignKey("players.id"), nullable=False, index=True),
    Column("created", Float, nullable=False),
    Column("status", String(10), nullable=False),
    Column("public", Boolean, nullable=False),
    Column("document", Text, nullable=False),
    Column("revision", Integer, nullable=False),
    Column("version", Integer, nullable=False),
    Column("turn", Integer, nullable=False),
    Column("to_move", Integer),
    Column("mover", String(32)),
    Column("since", Float),
    Column("deadline", Float),
    Column("result", Text),
    Index("tables_by_status", "status", "public", "number"),
    Index("tables_by_deadline", "deadline"),
)

SEATS = Table(
    "seats",
    METADATA,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("player", String(32), index=True),
    Column("won", Boolean),
)

VISITS = Table(
    "visits",
    METADATA,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("player", String(32), primary_key=True),
    Column("seen", Float, nullable=False),
)

LOG = Table(
    "log",
    METADATA,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("version", Integer, primary_key=True),
    Column("turn", Integer, nullable=False),
    Column("kind", String(12), nullable=False),
    Column("seat", Integer),
    Column("at", Float, nullable=False),
    Column("text", Text),
    Column("auto", Boolean, nullable=False),
    Column("key", String(96)),
    UniqueConstraint("table_id", "key", name="log_key"),
)

CHAT = Table(
    "chat",
    METADATA,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("at", Float, nullable=False),
    Column("name", String(64), nullable=False),
    Column("seat", Integer),
    Column("text", Text),
    Column("greeting", String(24)),
    Column("room", String(12), nullable=False),
)

RATINGS = Table(
    "ratings",
    METADATA,
    Column("table_id", String(32), primary_key=True),
    Column("player", String(32), primary_key=True),
    Column("at", Float, nullable=False),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
)

ANALYSES = Table(
    "analyses",
    METADATA,
    Column("table_id", String(32), primary_key=True),
    Column("document", Text, nullable=False),
)

SUBSCRIPTIONS = Table(
    "subscriptions",
    METADATA,
    Column("endpoint", String(1000), primary_key=True),
    Column("player", String(32), nullable=False, index=True),
    Column("document", Text, nullable=False),
)

CALLS = Table(
    "calls",
    METADATA,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("player", String(32), nullable=False),
    Column("channel", String(10), nullable=False),
    Column("table_id", String(32)),
    Column("version", Integer, nullable=False),
    Column("due", Float, nullable=False, index=True),
    Column("attempts", Integer, nullable=False),
)

FACTS = Table(
    "facts",
    METADATA,
    Column("name", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)
