"""Search: the best move of a position within limits, with the winning chances of each camp."""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace

import numpy as np

from siam.engine.bits import IntArray
from siam.engine.codec import encode, move_of, position_ground
from siam.engine.endgame import LOSS, UNKNOWN, WIN, new_endgame, solve
from siam.engine.evaluation import net_for
from siam.engine.layout import PROVINCES, TO_MOVE
from siam.engine.limits import Limits
from siam.engine.moves import NO_STEP, Candidates, Desk, new_candidates, new_desk, score_moves
from siam.engine.net import Net
from siam.engine.results import Line, SearchResult
from siam.engine.tree import (
    MAX_DEPTH,
    Tree,
    back_up,
    best_child,
    camp_index,
    grow,
    new_tree,
    node_worth,
    pick_leaf,
    plant,
)
from siam.rules import PASS, Move, Position, camp_of, camps
from siam.rules.turns import advance

THREADS = 2
_PROOFS_PER_SECOND = 100_000
_PROOFS_PER_NODE = 100
"""How many positions an exact search may look at, for each second or node of the limits."""


@dataclass(frozen=True, slots=True)
class Style:
    """How a search looks around."""

    curiosity: float = 0.6
    temperature: float = 0.06
    root_moves: int = 40
    root_boards: int = 200
    moves: int = 16
    boards: int = 8
    beam: int = 4
    endgame_cards: int = 3
    """With so few cards left and two camps, the ending is searched to the end first."""


STYLE = Style()


@dataclass(slots=True)
class Search:
    """A tree that grows on demand."""

    position: Position
    net: Net
    style: Style = STYLE
    room: int = 120_000
    ground: IntArray = field(init=False)
    tree: Tree = field(init=False)
    depth: int = 0
    stopped: bool = False
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def __post_init__(self) -> None:
        self.ground = position_ground(self.position)
        self.tree = new_tree(self.room)
        plant(self.ground, self.tree, encode(self.position), self.net, self._new_desk())

    def _new_desk(self) -> Desk:
        return new_desk(self.net.bias.size)

    @property
    def nodes(self) -> int:
        """How many leaves have been looked at."""
        return int(self.tree.visits[0])

    def run(self, limits: Limits) -> None:
        """Grow the tree until a limit is reached, or `stop` is called."""
        until = None if limits.seconds is None else time.monotonic() + limits.seconds
        self._work(until, 1, self._new_desk())  # the root first, alone
        threads = 1 if until is None else THREADS
        others = [
            threading.Thread(target=self._work, args=(until, limits.nodes, self._new_desk()), daemon=True)
            for _ in range(threads - 1)
        ]
        for thread in others:
            thread.start()
        self._work(until, limits.nodes, self._new_desk())
        for thread in others:
            thread.join()

    def stop(self) -> None:
        """Let a running search end soon."""
        self.stopped = True

    def _work(self, until: float | None, nodes: int | None, desk: Desk) -> None:
        candidates = new_candidates(max(self.style.root_moves, self.style.moves))
        line = np.zeros(MAX_DEPTH, np.int64)
        tree, ground = self.tree, self.ground
        while not (self.stopped or self._is_done(until, nodes)):
            with self._lock:
                depth = int(pick_leaf(ground, tree, self.style.curiosity, line))
            leaf = int(line[depth])
            if not tree.proven[leaf] or leaf == 0:
                self._expand(leaf, candidates, desk)
            with self._lock:
                back_up(ground, tree, line, depth)
                self.depth = max(self.depth, depth + 1)

    def _is_done(self, until: float | None, nodes: int | None) -> bool:
        if self.nodes and (until is not None and time.monotonic() >= until):
            return True
        if nodes is not None and self.nodes >= nodes:
            return True
        tree = self.tree
        settled = self.nodes > 0 and (bool(tree.proven[0]) or tree.width[0] == 1)
        return settled or int(tree.used[0]) + 2 * self.style.moves + self.style.root_moves > self.room

    def _expand(self, leaf: int, candidates: Candidates, desk: Desk) -> None:
        style = self.style
        keep, wide, beam = style.moves, style.boards, style.beam
        if leaf == 0:
            keep, wide, beam = style.root_moves, style.root_boards, PROVINCES
        count = score_moves(self.ground, self.tree.states[leaf], self.net, desk, candidates, keep, wide, beam)
        with self._lock:
            grow(self.ground, self.tree, leaf, candidates, count, self.net, desk, style.temperature)

    def result(self, lines: int = 1) -> SearchResult:
        """Tell what has been found so far."""
        tree = self.tree
        best = int(best_child(self.ground, tree, 0))
        camp = int(camp_index(self.ground, tree.states[0, TO_MOVE]))
        children = range(int(tree.first[0]), int(tree.first[0] + tree.width[0]))
        others = sorted(
            (child for child in children if child != best),
            key=lambda child: (-int(tree.visits[child]), -float(node_worth(tree, child, camp))),
        )
        found = tuple(self._line(child) for child in [best, *others][:lines])
        proven = bool(tree.proven[best]) and (found[0].value_by_camp[camp] == 1.0 or bool(tree.proven[0]))
        return SearchResult(found[0].moves[0], found[0].value_by_camp, found, self.nodes, self.depth, proven)

    def _line(self, node: int) -> Line:
        tree, position = self.tree, self.position
        values = tuple(float(node_worth(tree, node, camp)) for camp in range(len(camps(len(position.players)))))
        visits, proven = int(tree.visits[node]), bool(tree.proven[node])
        moves: list[Move] = []
        while True:
            move = self._move(position, node)
            moves.append(move)
            position = advance(position, move).position
            if tree.first[node] < 0 or position.is_over or len(moves) >= 8:
                return Line(tuple(moves), values, visits, proven)
            node = int(best_child(self.ground, tree, node))

    def _move(self, position: Position, node: int) -> Move:
        steps = [int(step) for step in self.tree.paths[node] if step != NO_STEP]
        return PASS if steps == [0] else move_of(position, steps)


def choose(
    position: Position, limits: Limits, *, seed: int = 0, net: Net | None = None, style: Style = STYLE
) -> SearchResult:
    """Find the move to play."""
    return analyse(position, limits, lines=1, net=net, style=style)


def analyse(
    position: Position,
    limits: Limits,
    *,
    lines: int = 3,
    net: Net | None = None,
    style: Style = STYLE,
    started: Callable[[Search], None] | None = None,
) -> SearchResult:
    """Find the best lines; `started` gets the search, to stop it early."""
    if position.is_over:
        raise ValueError("the game is over")
    search = Search(position, net or net_for(len(position.players), position.board), style)
    if started is not None:
        started(search)
    proof = prove(position, _proof_budget(limits)) if position.card_count <= style.endgame_cards else None
    if proof is not None and proof.proven and lines == 1:
        return proof
    search.run(limits)
    found = search.result(lines)
    if proof is None or found.proven:
        return found
    others = tuple(line for line in found.lines if line.moves[0] != proof.move)
    return replace(proof, lines=(*proof.lines, *others)[:lines], nodes=found.nodes, depth=found.depth)


def prove(position: Position, budget: int) -> SearchResult | None:
    """Search an ending of two camps to the end; None if the budget of positions does not suffice.

    A lost position gives None as well: which of its losing moves is best is left to the tree.
    """
    if len(position.players) == 3 or position.card_count < 2 or position.is_over:
        return None
    endgame = new_endgame(budget)
    endgame.rows[0, 0] = encode(position)
    worth = int(solve(position_ground(position), endgame, 0, LOSS, WIN))
    if worth in (UNKNOWN, LOSS):
        return None
    steps = [int(step) for step in endgame.paths[0] if step >= 0]
    move = PASS if steps == [0] else move_of(position, steps)
    own = camp_of(len(position.players), position.to_move)[0]
    values = tuple(worth / WIN if camp == own else 1 - worth / WIN for camp in range(2))
    looked_at = budget - int(endgame.budget[0])
    return SearchResult(move, values, (Line((move,), values, looked_at, True),), looked_at, 1, True)


def _proof_budget(limits: Limits) -> int:
    if limits.seconds is None:
        return _PROOFS_PER_NODE * (limits.nodes or 0)
    return int(_PROOFS_PER_SECOND * limits.seconds)
