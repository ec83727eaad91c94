"""Decide how one game of a tournament is played, and what happens to an agent that fails."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from siam.arena.play.entrants import Chooser
from siam.arena.play.plans import Job, seed_of
from siam.notation import Record, format_record, parse_options, parse_position, parse_record
from siam.notation.records import UNFINISHED
from siam.rules import Board, Game, Move, Position, SiamError, camp_of, camps, load_board


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
        return cls(**{**content, "seats": tuple(content["seats"]), "winners": tuple(content["winners"])})


def play_job(job: Job, agents: Sequence[Chooser], names: Sequence[str], seconds: float | None = None) -> Result:
    """Play one game; who fails to give a legal move has lost it."""
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
            fault = _one_line(f"{names[job.seats[seat]]} (seat {seat + 1}): {type(problem).__name__}: {problem}")
            break
    tags = {f"Seat{seat + 1}": names[entrant] for seat, entrant in enumerate(job.seats)}
    record = Record.of(game, Event="Arena", Round=f"{job.deal + 1}.{job.number + 1}", **tags)
    if game.outcome is not None:
        winners = game.outcome.winners
    else:
        loser = camp_of(len(job.seats), game.position.to_move)
        winners = tuple(seat for seat in range(len(job.seats)) if seat not in loser)
        result = " ".join(str(seat + 1) for seat in winners)
        comments = (*record.comments[:-1], f"given up: {fault}")
        record = Record(game, record.tags, comments, result, UNFINISHED)
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
    )


def games_of(results: Iterable[Result], board: str) -> Iterator[Game]:
    """Read the games of a tournament on this map: records name a map file by its name, not by its path."""
    played_on = load_board(board)

    def find_board(name: str) -> Board:
        return played_on if name == played_on.name else load_board(name)

    return (parse_record(result.record, find_board=find_board).game for result in results)


def _choice(agent: Chooser, position: Position, seconds: float | None, seed: int) -> Move:
    move: Any = agent.choose(position, seconds=seconds, seed=seed)
    if not isinstance(move, Move):
        raise SiamError(f"{move!r} is no move")
    return move


def _one_line(text: str) -> str:
    """Make one line of a text, of characters that can be written."""
    return " ".join(text.encode(errors="replace").decode().split())
