"""Decide how one game of a tournament is played, and what happens to an agent that fails."""

import traceback
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from siam.arena.play.entrants import Chooser
from siam.arena.play.plans import Job, seed_of
from siam.notation import Record, format_record, parse_options, parse_position, parse_record
from siam.rules import Game, Move, Position, SiamError, board_finder, camp_of, camps, load_board

_OURS = Path(__file__).parents[2]


@dataclass(frozen=True, slots=True)
class Result:
    """A game that was played: who sat where, who won, and its record."""

    number: int
    match: int
    deal: int
    seats: tuple[int, ...]
    winners: tuple[int, ...]
    ending: str
    turns: int
    record: str
    label: str = ""
    fault: str = ""
    chances: tuple[tuple[float, ...], ...] = ()
    """What chance of winning each seat had before each move, as the engine sees it, if it was asked."""

    @property
    def shares(self) -> tuple[float, ...]:
        """What each seat gets of the win: camps that win together share it, members of a camp share theirs."""
        players = len(self.seats)
        winning = [camp for camp in camps(players) if camp[0] in self.winners]
        if not winning:  # nobody wins: everybody lost alike
            winning = list(camps(players))
        parts = [0.0] * players
        for camp in winning:
            for seat in camp:
                parts[seat] = 1 / (len(winning) * len(camp))
        return tuple(parts)

    def share_of(self, entrant: int) -> float:
        """What an entrant gets of the win."""
        return sum(part for seat, part in zip(self.seats, self.shares, strict=True) if seat == entrant)

    def to_json(self) -> dict[str, Any]:
        """Write the result down."""
        return asdict(self)

    @classmethod
    def from_json(cls, content: dict[str, Any]) -> "Result":
        """Read a result back."""
        listed = {name: tuple(content[name]) for name in ("seats", "winners")}
        return cls(**{**content, **listed, "chances": tuple(map(tuple, content.get("chances", ())))})


def play_job(job: Job, agents: Sequence[Chooser], names: Sequence[str], seconds: float | None = None) -> Result:
    """Play one game; an agent that fails to give a legal move loses it."""
    board = load_board(job.board)
    setup = parse_position(job.setup, parse_options(job.options), find_board=lambda name: board)
    game, fault = Game(setup), ""
    while game.outcome is None:
        seat = game.position.to_move
        try:
            game = game.play(
                _choice(agents[job.seats[seat]], game.position, seconds, seed_of(job.seed, len(game.turns)))
            )
        except (Exception, SystemExit) as problem:  # somebody else's code: whatever it does, the tournament goes on
            fault = _one_line(
                f"{names[job.seats[seat]]} (seat {seat + 1}): {type(problem).__name__}: {problem}{_place(problem)}"
            )
            break
    tags = {f"Seat{seat + 1}": names[entrant] for seat, entrant in enumerate(job.seats)}
    if job.software:
        tags["Software"] = job.software
    record = Record.of(game, Event="Arena", Round=f"{job.deal + 1}.{job.number + 1}", **tags)
    if game.outcome is not None:
        winners = game.outcome.winners
    else:
        loser = camp_of(len(job.seats), game.position.to_move)
        winners = tuple(seat for seat in range(len(job.seats)) if seat not in loser)
        record = record.given_up(winners, f"given up: {fault}")
    return Result(
        job.number,
        job.match,
        job.deal,
        job.seats,
        winners,
        record.ending,
        len(game.turns),
        format_record(record),
        job.label,
        fault,
        () if fault or job.chances is None else _chances(game, job.chances),
    )


def _chances(game: Game, nodes: int) -> tuple[tuple[float, ...], ...]:
    """Return each seat's chance of winning before each move: that of its camp, by a search of so many nodes."""
    from siam.engine import Limits, analyse

    told = []
    for position in game.positions[:-1]:
        by_camp = analyse(position, Limits(nodes=nodes), lines=1).value_by_camp
        seats = range(len(position.players))
        camp = {seat: number for number, members in enumerate(camps(len(seats))) for seat in members}
        told.append(tuple(round(by_camp[camp[seat]], 4) for seat in seats))
    return tuple(told)


def games_of(results: Iterable[Result], board: str) -> Iterator[Game]:
    """Read the games of a tournament on this map: records name a map file by its name, not by its path."""
    find_board = board_finder(load_board(board))
    return (parse_record(result.record, find_board=find_board).game for result in results)


def _choice(agent: Chooser, position: Position, seconds: float | None, seed: int) -> Move:
    move: Any = agent.choose(position, seconds=seconds, seed=seed)
    if not isinstance(move, Move):
        raise SiamError(f"{move!r} is no move")
    return move


def _place(problem: BaseException) -> str:
    """Return where in an agent's own code an error was raised; empty if it was raised in ours."""
    frames = traceback.extract_tb(problem.__traceback__)
    last = frames[-1] if frames else None
    if last is None or Path(last.filename).is_relative_to(_OURS):
        return ""
    return f" ({Path(last.filename).name}, line {last.lineno}, in {last.name})"


def _one_line(text: str) -> str:
    """Make one line of a text, of characters that can be written."""
    return " ".join(text.encode(errors="replace").decode().split())
