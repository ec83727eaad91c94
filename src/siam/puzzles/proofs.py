"""Decide by brute force over the rules whether a camp wins whatever the others do, and how a try is refuted.

If everybody passes from a position on, the game walks down one line of positions to its end, and the outcome along it
never changes. So a position is decided by walking that line backwards and asking, wherever somebody holds a card,
whether playing it there would turn the outcome.
"""

from siam.rules import PASS, Move, Position, Seat, advance, camp_of, legal_moves, standing_outcome, steps_of


def mover_camp(position: Position) -> tuple[Seat, ...]:
    """Return the seats that win together with the one to move."""
    return camp_of(len(position.players), position.to_move)


class Prover:
    """Proves for one camp, and counts the positions that it looks at on the way."""

    def __init__(self, camp: tuple[Seat, ...]) -> None:
        self.camp = camp
        self.looked_at = 0

    def forces_win(self, position: Position) -> bool:
        """Return whether the camp wins alone from here, whatever the others do; a partner plays along."""
        self.looked_at += 1
        won = self.stands_won(position)
        for instant in reversed(_passing_line(position)):
            ours = instant.to_move in self.camp
            if ours != won and self._is_turned(instant, won=ours):
                won = ours
        return won

    def stands_won(self, position: Position) -> bool:
        """Return whether the camp wins alone if everybody passes from here on."""
        return standing_outcome(position).winners == self.camp

    def turning_card(self, position: Position, *, won: bool) -> Move | None:
        """Find the first move with a card after which the camp forces a win, or no longer does."""
        for move in in_order(position):
            if move != PASS and self.forces_win(advance(position, move).position) == won:
                return move
        return None

    def _is_turned(self, position: Position, *, won: bool) -> bool:
        """Return whether some card here makes the camp force a win, or no longer do so."""
        return any(
            self.forces_win(advance(position, move).position) == won for move in legal_moves(position) if move != PASS
        )

    def refutation(self, position: Position) -> tuple[Move, ...]:
        """Return moves to the end of the game by which the camp, which forces no win here, misses it."""
        moves: list[Move] = []
        while not position.is_over:
            move = self._refuting_move(position)
            moves.append(move)
            position = advance(position, move).position
        return tuple(moves)

    def _refuting_move(self, position: Position) -> Move:
        if position.to_move in self.camp or not position.player.hand:
            return PASS
        passed = advance(position, PASS).position
        if self.stands_won(position):
            return self.turning_card(position, won=False) or PASS
        if self.forces_win(passed):
            turning = self.turning_card(position, won=False)
            assert turning is not None, "nothing refutes a forced win"
            return turning
        return PASS


def in_order(position: Position) -> list[Move]:
    """List the legal moves in the order of their steps: passing first, then card by card, choice by choice."""
    return sorted(legal_moves(position), key=lambda move: [step.id for step in steps_of(move)])


def winning_moves(position: Position, *, at_most: int | None = None, prover: Prover | None = None) -> list[Move]:
    """List the first moves after which the mover's camp wins whatever the others do, no more than asked for."""
    prover = prover or Prover(mover_camp(position))
    found: list[Move] = []
    for move in in_order(position):
        if prover.forces_win(advance(position, move).position):
            found.append(move)
            if len(found) == at_most:
                break
    return found


def _passing_line(position: Position) -> list[Position]:
    """List the positions with a card to play, as long as everybody passes."""
    line: list[Position] = []
    while not position.is_over and position.card_count:
        if position.player.hand:
            line.append(position)
        position = advance(position, PASS).position
    return line
