"""Decide which questions the page about the balance answers, and which figures answer them.

Figures stand in rows (a faction, a place, a card, each on its map) and columns (numbers of players, and all together).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import TypeAlias

from siam.arena.balance.figures import Aspect, Balance, points_of, shares_of, stands_out
from siam.arena.figures.estimates import Estimate
from siam.arena.reports.report import PLAYER_WORDS
from siam.rules import FACTIONS, Board, Card, Control, load_board

Names: TypeAlias = Mapping[int, str]
Rows: TypeAlias = dict[str, dict[str, Estimate]]
Reader: TypeAlias = Callable[[Sequence[Balance], Aspect], dict[int, Estimate]]

RULER_NAMES: Names = {Control.RAMA: "Rama", Control.LAO: "Lao", Control.MALAY: "Malay", Control.BRITISH: "colony"}
PLACE_NAMES: Names = {0: "starts", 1: "comes second", 2: "comes third"}
HELP_NAMES: Names = {1: "1 (Rama, Lao)", 2: "2 (Lao, Malay)", 3: "3 (Rama, Malay)", 4: "4 (as the next player)"}
CARD_NAMES: Names = {
    Card.MAHARACHA: "Maharacha",
    Card.KHON_THAI: "Khon Thai (one of two)",
    Card.ONE_VS_ONE: "1 vs 1",
    Card.TWO_VS_ONE: "2 vs 1",
    Card.RAMA: "Rama",
    Card.LAO: "Lao",
    Card.MALAI: "Malai",
}
ALL = "all"
COLUMNS = (*(f"{word} players" for word in PLAYER_WORDS.values()), ALL)


@dataclass(frozen=True, slots=True)
class Section:
    """A question of the page: its words, its figures by row and column, and what its picture is called and measures."""

    heading: str
    words: str
    rows: Rows
    picture: str
    measure: str
    are_shares: bool = False
    """Whether figures are shares of the whole, rather than differences in percentage points."""

    @property
    def columns(self) -> list[str]:
        """The numbers of players; if there are several, all together come last."""
        return [column for column in COLUMNS if any(column in figures for figures in self.rows.values())]

    def stands_out(self, row: str, column: str) -> bool:
        """Return whether a difference is larger than the largest of its column would be by chance."""
        among = sum(column in figures for figures in self.rows.values())
        return not self.are_shares and stands_out(self.rows[row][column], among=among)


def sections(found: Sequence[Balance]) -> list[Section]:
    """Return every question with its figures."""
    return [rulers(found), homes(found), starts(found), help_cards(found), price(found), cards(found)]


def rulers(found: Sequence[Balance]) -> Section:
    """Ask who rules in the end."""
    return Section(
        "Who rules in the end",
        "How often each faction rules, and how often the country becomes a colony, with every seat starting once.",
        _by_map(found, attrgetter("rulers"), lambda board: RULER_NAMES, read=shares_of),
        "rulers",
        "share of the games in %",
        are_shares=True,
    )


def homes(found: Sequence[Balance]) -> Section:
    """Ask which homes a map favours."""
    return Section(
        "Which homes the maps favour",
        "By how many percentage points each faction rules more or less than a third of the kingdoms. Help cards\n"
        "treat the factions alike and every seat starts once, so nothing but the homes tells the factions apart.",
        _by_map(found, attrgetter("homes"), _home_names),
        "homes",
        "percentage points of the kingdoms above a third",
    )


def starts(found: Sequence[Balance]) -> Section:
    """Ask what it is worth to start."""
    return Section(
        "Who starts",
        "By how many percentage points a player wins more or less often than a fair share, which is a half, or a\n"
        "third with three players. With four the team counts: the one that does not start *comes second*.",
        _by_map_and_all(found, attrgetter("places"), PLACE_NAMES),
        "start",
        "percentage points of the wins above a fair share",
    )


def help_cards(found: Sequence[Balance]) -> Section:
    """Ask what each help card is worth."""
    return Section(
        "Help cards",
        "By how many percentage points the holder of a help card wins more or less often than a fair share, which\n"
        "is the mean of the help cards in the same game. With four players the team counts.",
        _by_map(found, attrgetter("help_cards"), lambda board: HELP_NAMES),
        "help",
        "percentage points of the wins above a fair share",
    )


def price(found: Sequence[Balance]) -> Section:
    """Ask what any action card is worth."""
    return Section(
        "The price of any card",
        "How many percentage points of the wins a player loses who begins with seven cards against eight. Which\n"
        "card is missing changes from deal to deal.",
        _by_map_and_all(found, attrgetter("price"), {0: "a card less"}),
        "price",
        "percentage points of the wins lost",
    )


def cards(found: Sequence[Balance]) -> Section:
    """Ask what each action card is worth beside the others."""
    return Section(
        "One card against another",
        "How many percentage points of the wins a player loses who begins without the card, more (+) or less (-)\n"
        "than the mean of the cards in the same deal. Everybody begins with seven cards here. Rama, Lao and Malai do\n"
        "the same for their factions: what differs between them are the homes, or the agent's habits.",
        _rows(found, attrgetter("cards"), CARD_NAMES),
        "cards",
        "percentage points of the wins lost, against the mean of the cards",
    )


def on_each_map(found: Sequence[Balance]) -> list[tuple[Board, list[Balance]]]:
    """Put the tables of each map together."""
    boards = dict.fromkeys(one.board for one in found)
    return [(load_board(board), [one for one in found if one.board == board]) for board in boards]


def for_each_number(found: Sequence[Balance]) -> list[tuple[int, list[Balance]]]:
    """Put the tables of each number of players together."""
    counts = sorted({one.players for one in found})
    return [(count, [one for one in found if one.players == count]) for count in counts]


def _home_names(board: Board) -> Names:
    return {
        faction: f"{RULER_NAMES[faction]} in {board.provinces[board.homes[faction]].name()}" for faction in FACTIONS
    }


def _by_map(
    found: Sequence[Balance], aspect: Aspect, names: Callable[[Board], Names], *, read: Reader = points_of
) -> Rows:
    rows: Rows = {}
    for board, tables in on_each_map(found):
        rows |= _rows(tables, aspect, names(board), place=f"{board.name}: ", read=read)
    return rows


def _by_map_and_all(found: Sequence[Balance], aspect: Aspect, names: Names) -> Rows:
    rows = _by_map(found, aspect, lambda board: names)
    return rows if len(on_each_map(found)) == 1 else rows | _rows(found, aspect, names, place="all maps: ")


def _rows(found: Sequence[Balance], aspect: Aspect, names: Names, *, place: str = "", read: Reader = points_of) -> Rows:
    columns = {f"{PLAYER_WORDS[count]} players": tables for count, tables in for_each_number(found)}
    if len(columns) > 1:
        columns[ALL] = list(found)
    rows: Rows = {}
    for column, tables in columns.items():
        for thing, estimate in read(tables, aspect).items():
            rows.setdefault(place + names[thing], {})[column] = estimate
    return rows
