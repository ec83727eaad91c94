"""A table at which everything went well: the truth of it, and what two players and a watcher did and saw there.

Anna moves, Bertha moves, Anna says something, Bertha asks for a pause, Anna agrees. Every second something happens;
asking takes a tenth of one.
"""

from dataclasses import dataclass, field

from bench.chaos.checks.anomalies import Anomaly
from bench.chaos.checks.clocks import Life, Timeline
from bench.chaos.checks.everything import check_everything
from bench.chaos.checks.sights import first_steps, instant
from bench.chaos.course import Standing, course_of
from bench.chaos.history import (
    Answer,
    Answered,
    AnyWish,
    AskSteps,
    ClockSeen,
    Deed,
    Event,
    Heard,
    Last,
    Listed,
    LoggedEntry,
    Make,
    Propose,
    Result,
    Say,
    Sight,
    Submit,
    Take,
    Try,
)
from bench.chaos.truth import Clock, Row, Said, TableTruth

from siam.notation import format_move, format_position
from siam.rules.half_move import HalfMove
from siam.rules.options import Options
from siam.rules.position import Position
from siam.rules.setups import deal

TABLE = "table"
ANNA, BERTHA, CARL = "p_anna", "p_bertha", "p_carl"
OPTIONS = Options.from_values({"discards": "open"})
NOON = 1_000_000.0
"""The wall clock when the steady one began."""
SOON = 0.1
TIME = Clock(seconds=600.0, increment=2.0)


def first_move(position: Position) -> str:
    """Play the first card in the first way there is."""
    half = HalfMove(position)
    half = half.then(half.legal_steps[1])
    while half.move is None:
        half = half.then(half.legal_steps[0])
    return format_move(position.board, half.move)


def at(seconds: float, result: Result = Result.DONE, code: str = "", answered: Answered | None = None) -> Try:
    """Return a try that began then."""
    return Try(0, seconds, seconds + SOON, result, code, answered or Answered())


def deed(player: str, wish: AnyWish, *tries: Try) -> Deed:
    """Return a deed at the table."""
    return Deed(player, player, TABLE, wish, tries)


@dataclass
class Scene:
    """The truth of the table, and everything that happened there; a test may change either."""

    truth: TableTruth
    deeds: dict[str, Deed] = field(default_factory=dict)
    others: list[Event] = field(default_factory=list)
    outages: list[tuple[float, float]] = field(default_factory=list)

    @property
    def course(self) -> tuple[Standing, ...]:
        """Where the table stood at each version."""
        return course_of(self.truth)

    def anomalies(self) -> list[Anomaly]:
        """Check everything."""
        events = [*self.deeds.values(), *self.others]
        timeline = Timeline([Life(0, 0.0, (NOON,))], self.outages)
        return check_everything({TABLE: self.truth}, {TABLE: self.truth.rest}, events, timeline)


def row(version: int, turn: int, kind: str, seat: int | None, seconds: float, text: str | None, key: str = "") -> Row:
    """Return an entry of the log that was made some seconds after the beginning."""
    return Row(version, turn, kind, seat, NOON + seconds, text, False, key or None)


def sight(scene: Scene, version: int, seconds: float, who: str = CARL, socket: int = 1) -> Sight:
    """Return what somebody sees of a version on a socket, as it should be."""
    standing = scene.course[version - 1]
    position = standing.position
    left = standing.times_at(NOON + seconds)
    entry = scene.truth.log[version - 1]
    deadline = standing.since + standing.times[position.to_move]
    return Sight(
        who=who,
        player=who,
        table=TABLE,
        worker=0,
        socket=socket,
        end=seconds,
        version=version,
        turn=standing.turn,
        status="running",
        since_version=version - 1,
        position=standing.text,
        to_move=position.to_move + 1,
        since=instant(standing.since),
        deadline=instant(deadline) if standing.runs else None,
        paused=standing.paused_at is not None,
        clocks=tuple(
            ClockSeen(round(seat_left, 3), standing.runs and seat == position.to_move)
            for seat, seat_left in enumerate(left)
        ),
        legal=first_steps(position) if scene.truth.players[position.to_move] == who else (),
        log=(
            LoggedEntry(
                version=version,
                turn=entry.turn,
                kind=entry.kind,
                seat=None if entry.seat is None else entry.seat + 1,
                at=instant(entry.at),
                move=entry.text if entry.kind == "move" else None,
            ),
        ),
    )


def good_scene() -> Scene:
    """Return the scene in which nothing is wrong."""
    setup = deal(2, 7, options=OPTIONS)
    players = (ANNA, BERTHA) if setup.to_move == 0 else (BERTHA, ANNA)
    first, second = setup.to_move, 1 - setup.to_move
    log = [row(1, 0, "start", None, 2.0, f"1 {format_position(setup)}")]
    truth = TableTruth(TABLE, players[0], "running", 1, 0, players, TIME, {"discards": "open"}, tuple(log), ())
    moves = []
    for version, mover, player, seconds in ((2, first, ANNA, 3.05), (3, second, BERTHA, 4.05)):
        moves.append(first_move(course_of(truth)[-1].position))
        key = f"{player[-6:]}:{version}"
        log.append(row(version, version - 1, "move", mover, seconds, moves[-1], key))
        truth = TableTruth(
            TABLE, players[0], "running", version, version - 1, players, TIME, truth.options, tuple(log), ()
        )
    log.append(row(4, 2, "pause", second, 7.05, None))
    said = (Said(1, NOON + 5.05, "hello", "table", ANNA),)
    truth = TableTruth(TABLE, players[0], "running", 4, 2, players, TIME, truth.options, tuple(log), said)
    scene = Scene(truth)
    scene.deeds = {
        "make": deed(players[0], Make(2), at(1.0, answered=Answered(id=TABLE))),
        "take": deed(players[1], Take(2), at(1.95)),
        "first": deed(ANNA, Submit(1, moves[0], "2"), at(3.0, answered=Answered(version=2, turn=1))),
        "second": deed(BERTHA, Submit(2, moves[1], "3"), at(4.0, answered=Answered(version=3, turn=2))),
        "steps": deed(ANNA, AskSteps(3, ()), at(4.5, answered=Answered(legal=first_steps(scene.course[2].position)))),
        "late": deed(BERTHA, Submit(1, "pass", "late"), at(4.6, Result.REFUSED, "stale")),
        "say": deed(ANNA, Say("hello"), at(5.0)),
        "propose": deed(BERTHA, Propose("pause", 3), at(6.0, answered=Answered(proposal=1))),
        "agree": deed(ANNA, Answer(1, "pause", 3, True), at(7.0)),
    }
    scene.others = [
        sight(scene, 2, 3.08),
        sight(scene, 3, 4.08),
        Heard(CARL, TABLE, 1, 5.08, 1, "hello", ANNA),
        Listed(TABLE, 5.2, 5.3, 0, "running", 3, 2, scene.course[2].position.to_move + 1),
        sight(scene, 4, 7.08),
        Last(CARL, CARL, TABLE, 0, 1, 4, 1),
    ]
    return scene
