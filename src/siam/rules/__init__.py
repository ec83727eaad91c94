"""The rulebook as pure functions on frozen values; standard library only.

The names that most programs need stand here; the modules behind them tell the rules, one idea each.
"""

from siam.rules.boards import Board, Province, load_board, parse_board
from siam.rules.cards import FULL_HAND, Card, Hand
from siam.rules.endings import Criterion, FactionVerdict, Outcome, SeatVerdict, outcome, standing_outcome
from siam.rules.errors import BoardError, Illegality, IllegalMoveError, OptionError, SiamError
from siam.rules.factions import FACTIONS, Control, Faction
from siam.rules.followers import Cell, Followers
from siam.rules.game import Game, play
from siam.rules.half_move import HalfMove
from siam.rules.legality import LegalMoves, legal_moves, why_illegal
from siam.rules.moves import (
    NO_EFFECT,
    PASS,
    Action,
    Move,
    NoEffect,
    Pass,
    Place,
    Play,
    Swap,
    SwapTiles,
    place,
    swap,
)
from siam.rules.options import BOOK, Discards, FirstPlayer, Options, TableTalk
from siam.rules.position import Player, Position
from siam.rules.seats import Seat, camp_of, camps
from siam.rules.setups import deal
from siam.rules.steps import STEPS, CardStep, FollowerStep, PassStep, ProvinceStep, Step
from siam.rules.struggles import controller
from siam.rules.turns import Turn
from siam.rules.views import SeatView, seat_views

__all__ = [
    "BOOK",
    "FACTIONS",
    "FULL_HAND",
    "NO_EFFECT",
    "PASS",
    "STEPS",
    "Action",
    "Board",
    "BoardError",
    "Card",
    "CardStep",
    "Cell",
    "Control",
    "Criterion",
    "Discards",
    "Faction",
    "FactionVerdict",
    "FirstPlayer",
    "FollowerStep",
    "Followers",
    "Game",
    "HalfMove",
    "Hand",
    "IllegalMoveError",
    "Illegality",
    "LegalMoves",
    "Move",
    "NoEffect",
    "OptionError",
    "Options",
    "Outcome",
    "Pass",
    "PassStep",
    "Place",
    "Play",
    "Player",
    "Position",
    "Province",
    "ProvinceStep",
    "Seat",
    "SeatVerdict",
    "SeatView",
    "SiamError",
    "Step",
    "Swap",
    "SwapTiles",
    "TableTalk",
    "Turn",
    "camp_of",
    "camps",
    "controller",
    "deal",
    "legal_moves",
    "load_board",
    "outcome",
    "parse_board",
    "place",
    "play",
    "seat_views",
    "standing_outcome",
    "swap",
    "why_illegal",
]
