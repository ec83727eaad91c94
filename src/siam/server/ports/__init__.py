"""Declare what the services need from the world: storage, a bus, a clock, chance, thinkers, messengers."""

from siam.server.ports.messengers import Message, Messenger
from siam.server.ports.players import Notification, PlayerChanges, PlayerStore, PushSubscription, RatingChange
from siam.server.ports.problems import BUSY_SECONDS, Busy, Conflict, Damaged, Outage, Stale, Unusable
from siam.server.ports.system import Bus, Clock, Facts, Ids, Passwords, Workshop
from siam.server.ports.tables import NOT_BEGUN, Append, Creation, Holdings, Listed, Standing, TableStore, Visit
from siam.server.ports.thinkers import Advice, Question, Thinkers

__all__ = [
    "BUSY_SECONDS",
    "NOT_BEGUN",
    "Advice",
    "Append",
    "Bus",
    "Busy",
    "Clock",
    "Conflict",
    "Creation",
    "Damaged",
    "Facts",
    "Holdings",
    "Ids",
    "Listed",
    "Message",
    "Messenger",
    "Notification",
    "Outage",
    "Passwords",
    "PlayerChanges",
    "PlayerStore",
    "PushSubscription",
    "Question",
    "RatingChange",
    "Stale",
    "Standing",
    "TableStore",
    "Thinkers",
    "Unusable",
    "Visit",
    "Workshop",
]
