"""Decide who rules Siam, who wins, and by which criteria (§7)."""

from collections.abc import Callable, Iterable
from enum import Enum
from functools import cache
from typing import NamedTuple, TypeAlias

from siam.rules.display import explained, shown_by
from siam.rules.errors import A_POSITION, wrong_type
from siam.rules.factions import CONTROLS, FACTIONS, Control, Faction
from siam.rules.followers import Followers
from siam.rules.position import BRITISH_LIMIT, Position
from siam.rules.seats import PLAYER_COUNTS, Seat, camp_of, camps
from siam.rules.struggles import standing_controls


class Criterion(Enum):
    """A sentence of §7 that helps to decide; the value is its paragraph."""

    COLONY = "§6.4"
    MOST_PROVINCES = "§7.1"
    LATEST_PROVINCE = "§7.1 tie"
    MOST_OF_RULING = "§7.3a"
    MOST_OF_SECOND = "§7.3b"
    EARLIEST_LAST_CARD = "§7.3c"
    MOST_SETS = "§7.4"
    LATEST_CARD = "§7.4 tie"
    PARTNER_WINS = "§7.5"
    NOBODY_WINS = "§8"

    def __repr__(self) -> str:
        return f"Criterion.{self.name}"

    def __str__(self) -> str:
        return str(self.value)


@explained(criterion="Which sentence of §7.", figures="Each faction with its figure.", left="Who is left after it.")
class FactionVerdict(NamedTuple):
    """A criterion that compares factions, with each one's figure, and who is left."""

    criterion: Criterion
    figures: tuple[tuple[Control, int], ...]
    left: tuple[Control, ...]


@explained(
    criterion="Which sentence of §7.",
    faction="Whose followers are counted, if any are.",
    figures="Each camp with its figure.",
    left="Which camps are left after it.",
)
class SeatVerdict(NamedTuple):
    """A criterion that compares players (or teams), with their figures, and who is left.

    The figures of a card criterion are ranks: 0 never played, and the greater the later.
    """

    criterion: Criterion
    faction: Faction | None
    figures: tuple[tuple[tuple[Seat, ...], int], ...]
    left: tuple[tuple[Seat, ...], ...]


Verdict: TypeAlias = FactionVerdict | SeatVerdict


@explained(
    ending="The faction that rules, or British for a colony.",
    winners="The seats that win, counted from 0.",
    trail="Every criterion that was needed, in order.",
)
class Outcome(NamedTuple):
    """Who rules (or British, for a colony), who wins, and every criterion that was needed."""

    ending: Control
    winners: tuple[Seat, ...]
    trail: tuple[Verdict, ...]

    def __str__(self) -> str:
        return str(shown_by("outcome_text")(self))

    def _repr_html_(self) -> str:
        return str(shown_by("outcome_table")(self))


def outcome(position: Position) -> Outcome | None:
    """Return the outcome of a finished game, None while it goes on."""
    if not isinstance(position, Position):
        raise wrong_type(A_POSITION, position)
    return standing_outcome(position) if position.is_over else None


def standing_outcome(position: Position) -> Outcome:
    """Return the outcome if everybody passes from here on."""
    if not isinstance(position, Position):
        raise wrong_type(A_POSITION, position)
    courts = tuple(player.court for player in position.players)
    return decide(standing_controls(position), courts, position.recency, colony_loses=position.options.colony_loses)


def decide(
    controls: tuple[Control, ...],
    courts: tuple[Followers, ...],
    recency: tuple[Seat, ...],
    *,
    colony_loses: bool,
) -> Outcome:
    """Decide a game from the controls in the order of the struggles, the courts and who played last (§7)."""
    if controls.count(Control.BRITISH) >= BRITISH_LIMIT:
        return _decide_colony(courts, recency, colony_loses=colony_loses)
    return _decide_kingdom(controls, courts, recency)


@cache
def ranking(controls: tuple[Control, ...]) -> tuple[Faction, ...]:
    """Rank the factions by provinces, of tied ones the one that gained a province last (§7.1, §7.2, R-13)."""
    latest = {control: box for box, control in enumerate(controls) if control != Control.BRITISH}
    ranked = sorted(latest, key=lambda control: (-controls.count(control), -latest[control]))
    return tuple(FACTIONS[control] for control in ranked)


def _decide_colony(courts: tuple[Followers, ...], recency: tuple[Seat, ...], *, colony_loses: bool) -> Outcome:
    colony = FactionVerdict(Criterion.COLONY, ((Control.BRITISH, BRITISH_LIMIT),), (Control.BRITISH,))
    if colony_loses:
        return Outcome(Control.BRITISH, (), (colony, SeatVerdict(Criterion.NOBODY_WINS, None, (), ())))
    contest = _Contest(camps(len(courts)), (colony,))
    contest.keep(max, Criterion.MOST_SETS, [_sets(courts[seat] for seat in seats) for seats in contest.left])
    if contest.is_open:
        contest.keep(max, Criterion.LATEST_CARD, [_latest_card(seats, recency) for seats in contest.left])
    return Outcome(Control.BRITISH, _winners(contest.left), contest.trail)


def _decide_kingdom(controls: tuple[Control, ...], courts: tuple[Followers, ...], recency: tuple[Seat, ...]) -> Outcome:
    ruling, *others = ranking(controls)
    contest = _Contest(_EVERY_SEAT[len(courts)], _ruling_trail(controls, ruling))
    contest.keep(max, Criterion.MOST_OF_RULING, [court[ruling] for court in courts], ruling)
    if contest.is_open and others:
        second = others[0]
        contest.keep(max, Criterion.MOST_OF_SECOND, [courts[seat][second] for (seat,) in contest.left], second)
    if contest.is_open:
        contest.keep(min, Criterion.EARLIEST_LAST_CARD, [_latest_card(seats, recency) for seats in contest.left])
    if len(courts) == 4:
        contest.left = tuple(sorted({camp_of(4, seat) for (seat,) in contest.left}))
        contest.trail += (SeatVerdict(Criterion.PARTNER_WINS, None, (), contest.left),)
    return Outcome(CONTROLS[ruling], _winners(contest.left), contest.trail)


@cache
def _ruling_trail(controls: tuple[Control, ...], ruling: Faction) -> tuple[Verdict, ...]:
    """Tell how the ruling faction was found (§7.1)."""
    counts = tuple((control, controls.count(control)) for control in CONTROLS[: len(FACTIONS)])
    most = max(count for _, count in counts)
    leaders = tuple(faction for faction, count in counts if count == most)
    found = FactionVerdict(Criterion.MOST_PROVINCES, counts, leaders)
    if len(leaders) == 1:
        return (found,)
    last_boxes = tuple((leader, _last_box(controls, leader)) for leader in leaders)
    return (found, FactionVerdict(Criterion.LATEST_PROVINCE, last_boxes, (CONTROLS[ruling],)))


def _last_box(controls: tuple[Control, ...], control: Control) -> int:
    return max(box for box, other in enumerate(controls, start=1) if other == control)


_EVERY_SEAT = {players: tuple((seat,) for seat in range(players)) for players in PLAYER_COUNTS}


class _Contest:
    """Contenders (players or teams) that criteria thin out, one after another, until one is left."""

    __slots__ = ("left", "trail")

    def __init__(self, contenders: tuple[tuple[Seat, ...], ...], trail: tuple[Verdict, ...]) -> None:
        self.left = contenders
        self.trail = trail

    @property
    def is_open(self) -> bool:
        """Whether there is something left to decide."""
        return len(self.left) > 1

    def keep(
        self, best: Callable[[list[int]], int], criterion: Criterion, figures: list[int], faction: Faction | None = None
    ) -> None:
        """Keep the contenders with the best figure."""
        wanted = best(figures)
        compared = tuple(zip(self.left, figures, strict=True))
        self.left = tuple([seats for seats, figure in compared if figure == wanted])
        self.trail += (SeatVerdict(criterion, faction, compared, self.left),)


def _sets(courts: Iterable[Followers]) -> int:
    """Count complete sets, partners' courts put together (§7.4, §7.5)."""
    together = Followers()
    for court in courts:
        together = together.union(court)
    return together.sets


def _latest_card(seats: tuple[Seat, ...], recency: tuple[Seat, ...]) -> int:
    """Rank how late the latest card of these seats was played; 0 if they never played (R-14, R-15)."""
    return max([recency.index(seat) + 1 if seat in recency else 0 for seat in seats])


def _winners(left: tuple[tuple[Seat, ...], ...]) -> tuple[Seat, ...]:
    return tuple(sorted([seat for seats in left for seat in seats]))
