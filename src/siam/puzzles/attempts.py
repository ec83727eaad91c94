"""Decide whether a try solves a puzzle, what the others answer, and how a wrong try is refuted."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from siam.puzzles.proofs import Prover, in_order, mover_camp
from siam.puzzles.puzzle import Puzzle
from siam.rules import PASS, Game, Move, Position, Turn, advance, play


class Status(StrEnum):
    """How a try stands."""

    SOLVED = "solved"
    GO_ON = "go_on"
    WRONG = "wrong"


@dataclass(frozen=True, slots=True)
class Judgement:
    """How a try stands, and the game it led to: the tries and the others' answers, to the end unless it goes on."""

    status: Status
    game: Game


def attempt(puzzle: Puzzle, moves: Sequence[Move]) -> Judgement:
    """Judge the solver's moves, with the others' answers between them; an illegal one raises IllegalMoveError.

    A right move keeps the win whatever the others do. A wrong one is refuted to the end of the game.
    """
    prover = Prover(mover_camp(puzzle.position))
    game = Game(puzzle.position)
    status = Status.GO_ON
    for move in moves:
        if status is not Status.GO_ON:
            raise ValueError("the puzzle is over")
        turn = play(game.position, move)
        if not prover.forces_win(turn.position):
            refuting = prover.refutation(turn.position)
            return Judgement(Status.WRONG, _follow(game, (turn, *_turns(turn.position, refuting))))
        game = _follow(game, (turn, *_defence(turn.position, prover, puzzle.position.to_move)))
        status = Status.SOLVED if game.position.is_over else Status.GO_ON
    return Judgement(status, game)


def _defence(position: Position, prover: Prover, solver: int) -> tuple[Turn, ...]:
    """Let the others answer until the solver has something to decide, or to the end of the game.

    Whoever can turn the outcome as it stands does so; everybody else passes, the solver too where that keeps the win.
    """
    turns: list[Turn] = []
    while not position.is_over:
        move: Move = PASS
        if position.to_move == solver and position.player.hand:
            passed = advance(position, PASS).position
            if not prover.stands_won(position) or not prover.forces_win(passed):
                break
        elif position.to_move not in prover.camp:
            move = _threat(position, prover)
        turns.append(advance(position, move))
        position = turns[-1].position
    return tuple(turns)


def _threat(position: Position, prover: Prover) -> Move:
    if not prover.stands_won(position):
        return PASS
    for move in in_order(position):
        if move != PASS and not prover.stands_won(advance(position, move).position):
            return move
    return PASS


def _turns(position: Position, moves: Sequence[Move]) -> tuple[Turn, ...]:
    turns: list[Turn] = []
    for move in moves:
        turns.append(advance(position, move))
        position = turns[-1].position
    return tuple(turns)


def _follow(game: Game, turns: tuple[Turn, ...]) -> Game:
    return Game(game.setup, (*game.turns, *turns))
