"""What goes over the wire, as types: the OpenAPI description and the client's types are made from these.

Those here have a counterpart of the same name in `domain` or `rules`, and are used as `wire.Entry`.
"""

from siam.server.messages.game import Criterion, Entry, Outcome, Part, Result
from siam.server.messages.order import BlockedPlayer, Blocks
from siam.server.messages.people import NewToken, Notifications, Session, Sessions, Token, Tokens, Webhook
from siam.server.messages.puzzles import Puzzle
from siam.server.messages.reasons import Reason
from siam.server.messages.server import BotLevel, Limits, Rules
from siam.server.messages.table_requests import Clock, DaysClock, LiveClock, NoClock, Options
from siam.server.messages.tables import ChatLine, Log, NewTable, Proposal

__all__ = [
    "BlockedPlayer",
    "Blocks",
    "BotLevel",
    "ChatLine",
    "Clock",
    "Criterion",
    "DaysClock",
    "Entry",
    "Limits",
    "LiveClock",
    "Log",
    "NewTable",
    "NewToken",
    "NoClock",
    "Notifications",
    "Options",
    "Outcome",
    "Part",
    "Proposal",
    "Puzzle",
    "Reason",
    "Result",
    "Rules",
    "Session",
    "Sessions",
    "Token",
    "Tokens",
    "Webhook",
]
