"""Name the tables of the database as they are now; `migrations/` has the way there."""

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
    false,
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
    Column("mail_verified", Boolean, nullable=False, server_default=false()),
    Column("muted_until", Float),
    Column("banned", Boolean, nullable=False, server_default=false()),
    Column("deleted", Float),
    Column("names_due", Boolean, nullable=False, server_default=false()),  # tables and chat still show another name
)

SESSIONS = Table(
    "sessions",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("secret_hash", String(64), nullable=False, unique=True),
    Column("player", String(32), ForeignKey("players.id"), nullable=False, index=True),
    Column("created", Float, nullable=False),
    Column("seen", Float, nullable=False, index=True),
    Column("agent", String(200), nullable=False),
    Column("is_token", Boolean, nullable=False),
)

TABLES = Table(
    "tables",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("number", BigInteger, nullable=False),  # microseconds of its making: newest first, in pages
    Column("host", String(32), ForeignKey("players.id"), nullable=False),
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
    Column("person", String(40)),  # who is charged for it
    Column("bots", Integer, nullable=False, server_default="0"),
    Column("own_map", Boolean, nullable=False, server_default=false()),
    Column("imprint", String(32)),  # of the position, empty where fewer than two people play; none: an older server's
    Index("tables_by_host", "host", "status"),
    Index("tables_by_person", "person", "status"),
    Index("tables_by_imprint", "imprint"),
    Index("tables_by_status", "status", "public", "number"),
    Index("tables_by_deadline", "deadline"),
)

SEATS = Table(
    "seats",
    METADATA,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("player", String(32)),
    Column("won", Boolean),
    Index("seats_by_player", "player", "won"),
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
    Column("player", String(32), index=True),
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

LINKS = Table(
    "links",
    METADATA,
    Column("secret_hash", String(64), primary_key=True),
    Column("player", String(32), ForeignKey("players.id"), nullable=False, index=True),
    Column("purpose", String(10), nullable=False),
    Column("until", Float),
    Column("detail", String(255), nullable=False),
)

BLOCKS = Table(
    "blocks",
    METADATA,
    Column("player", String(32), primary_key=True),
    Column("blocked", String(32), primary_key=True, index=True),
    Column("since", Float, nullable=False),
)

REPORTS = Table(
    "reports",
    METADATA,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("at", Float, nullable=False),
    Column("by", String(32), nullable=False, index=True),
    Column("player", String(32), nullable=False),
    Column("name", String(64), nullable=False),
    Column("table_id", String(32)),
    Column("reason", String(12), nullable=False),
    Column("text", Text, nullable=False),
    Column("said", Text, nullable=False),
    Column("closed", Float),
)
