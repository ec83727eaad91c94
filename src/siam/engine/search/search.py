"""Search: the best move of a position within limits, with the winning chances of each camp."""

import threading
import time
from dataclasses import dataclass, field, replace

import numpy as np

from siam.engine.core.bits import IntArray
from siam.engine.core.codec import encode, move_of, position_ground
from siam.engine.core.layout import PROVINCES, TO_MOVE
from siam.engine.evaluation.quantized import Evaluation
from siam.engine.evaluation.shipped import evaluation_for
from siam.engine.search.candidates import new_candidates
from siam.engine.search.endgame import new_endgame
from siam.engine.search.limits import Limits
from siam.engine.search.proofs import Lore, Proof, Prover, can_be_foreseen, can_be_proven, foresee, prove
from siam.engine.search.results import Line, SearchResult
from siam.engine.search.reuse import continue_from
from siam.engine.search.session import BREADTH_SIZE, KNOWN_PROOFS, Session, grow_tree
from siam.engine.search.session import STYLE as STYLE_NUMBERS
from siam.engine.search.tree import MAX_DEPTH, PROVEN, Tree, best_child, camp_index, new_tree, node_worth, plant
from siam.engine.search.widening import Breadth
from siam.engine.search.workspace import MAX_BOARDS, NO_STEP, new_desk
from siam.rules import PASS, Move, Position, camps
from siam.rules.turns import advance

THREADS = 2
WIDER = (Breadth(48, 60, MAX_BOARDS, PROVINCES), Breadth(400, 250, MAX_BOARDS, PROVINCES))
"""What the champion looks at where it looks long."""
_SURE_CARDS = 3
"""So few cards left are proven before anything else: that takes a small part of a second."""
_EASY_CARDS = 4
"""So few cards left are proven on all processors before the tree is grown, for a part of the time."""
_FIRST_PART = 0.5
_PROOFS_PER_SECOND = 400_000
_FORESEEN_PER_SECOND = 50_000
"""Of three players: most of these positions have one card left, and are decided by a search of their own."""
_PROOFS_PER_NODE = 100
"""How many positions an exact search may look at, for each second or node of the limits."""
_SLICE = 64
"""So many leaves are looked at before the time is looked at: some milliseconds."""
_NO_LIMIT = 1 << 62


@dataclass(frozen=True, slots=True)
class Style:
    """How a search looks around."""

    curiosity: float = 0.6
    foresight: float = 0.4
    """With two camps, how much the best line below a move counts beside the mean of all that was seen there."""
    temperature: float = 0.06
    root_moves: int = 40
    root_boards: int = 200
    moves: int = 16
    boards: int = 8
    beam: int = 4
    endgame_cards: int = 5
    """With so few cards left and two camps, the ending is searched to the end too."""
    clock_cards: int = 6
    """The same for searches that are limited by time alone."""
    foreseen_cards: int = 2
    """With so few cards left, three players and no limit but time, the ending is searched to the end."""
    leaf_proofs: int = 1000
    """How many positions may be looked at to prove a leaf of two camps, for each card left beyond the first."""
    leaf_proof_cards: int = 2
    wider: tuple[Breadth, ...] = WIDER
    """With two camps, nodes that are visited often get more moves."""


STYLE = Style()


@dataclass(slots=True)
class Search:
    """A tree that grows on demand."""

    position: Position
    evaluation: Evaluation
    style: Style = STYLE
    room: int = 240_000
    begun: float = field(default_factory=time.monotonic)
    """When the search was asked for: the time that is already gone counts."""
    previous: "Search | None" = None
    """An earlier search of the same game; what it found out about this position is kept."""
    ground: IntArray = field(init=False)
    tree: Tree = field(init=False)
    stop: threading.Event = field(default_factory=threading.Event)
    """Set it, and a running search ends as soon as it has an answer."""
    prover: Prover | None = None
    """Takes the place of a thread; the search ends when it has found a move."""
    lore: Lore | None = None
    """What is proven about endings of this game."""
    _session: Session = field(init=False)

    def __post_init__(self) -> None:
        self.ground = position_ground(self.position)
        self.tree = new_tree(self.room)
        self._session = self._new_session()
        state, previous, self.previous = encode(self.position), self.previous, None
        plant(self.ground, self.tree, state, self.evaluation, self._session.desk)
        if previous is not None and previous.evaluation is self.evaluation:
            continue_from(self._session, previous._session)

    def _new_session(self) -> Session:
        style = np.array([getattr(self.style, name) for name in STYLE_NUMBERS], np.float64)
        wider = np.array(self._wider, np.int64).reshape(-1, BREADTH_SIZE)
        more = max((breadth.moves for breadth in self._wider), default=0)
        return Session(
            *(self.ground, self.evaluation, self.tree),
            lock=np.zeros(1, np.int64),
            depth=np.zeros(1, np.int64),
            style=style,
            wider=wider,
            desk=new_desk(self.evaluation.bias.size),
            candidates=new_candidates(max(self.style.root_moves, self.style.moves)),
            more=new_candidates(more),
            endgames=new_endgame(0, KNOWN_PROOFS),
            line=np.zeros(MAX_DEPTH, np.int64),
        )

    @property
    def nodes(self) -> int:
        """How many leaves have been looked at."""
        return int(self.tree.visits[0])

    @property
    def depth(self) -> int:
        """How many moves deep the tree has been looked into."""
        return int(self._session.depth[0])

    @property
    def _wider(self) -> tuple[Breadth, ...]:
        """Return when nodes get more moves: with two camps, where one reply can refute a move."""
        return self.style.wider if len(self.position.players) != 3 else ()

    def run(self, limits: Limits) -> None:
        """Grow the tree until a limit is reached, or the answer is wanted."""
        until = None if limits.seconds is None else self.begun + limits.seconds
        session = self._session
        self._work(session, until, 1)  # the root first, alone
        session.desk.random[0] = 1  # what follows does not depend on how the root was looked at
        nodes = _NO_LIMIT if limits.nodes is None else limits.nodes
        threads = 1 if until is None or self.prover is not None else THREADS
        others = [
            threading.Thread(target=self._work, args=(self._beside(session), until, nodes), daemon=True)
            for _ in range(threads - 1)
        ]
        for thread in others:
            thread.start()
        self._work(session, until, nodes)
        for thread in others:
            thread.join()

    def _beside(self, session: Session) -> Session:
        """Return a session that grows the same tree with room of its own."""
        return self._new_session()._replace(lock=session.lock, depth=session.depth)

    def _work(self, session: Session, until: float | None, nodes: int) -> None:
        while not self._is_late(until) and not grow_tree(session, nodes, _SLICE):
            pass

    def _is_late(self, until: float | None) -> bool:
        is_late = self.stop.is_set() or (until is not None and time.monotonic() >= until)
        is_late = is_late or (self.prover is not None and self.prover.has_move)
        return is_late and self.nodes > 0  # the root is needed for an answer

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
        is_sure = bool(tree.proven[best] == PROVEN)
        proven = is_sure and (found[0].value_by_camp[camp] == 1.0 or bool(tree.proven[0] == PROVEN))
        return SearchResult(found[0].moves[0], found[0].value_by_camp, found, self.nodes, self.depth, proven)

    def _line(self, node: int) -> Line:
        tree, position = self.tree, self.position
        values = tuple(float(node_worth(tree, node, camp)) for camp in range(len(camps(len(position.players)))))
        visits, proven = int(tree.visits[node]), bool(tree.proven[node] == PROVEN)
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


class _Memory:
    """The latest search that was limited by time: the next move of the same game goes on with it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._latest: Search | None = None

    def take(self) -> Search | None:
        """Hand over the search; nobody else gets it meanwhile."""
        with self._lock:
            latest, self._latest = self._latest, None
            return latest

    def keep(self, search: Search) -> None:
        """Remember a finished search."""
        with self._lock:
            self._latest = search


_MEMORY = _Memory()


def choose(
    position: Position, limits: Limits, *, evaluation: Evaluation | None = None, style: Style = STYLE
) -> SearchResult:
    """Find the move to play."""
    return analyse(position, limits, lines=1, evaluation=evaluation, style=style)


def analyse(
    position: Position,
    limits: Limits,
    *,
    lines: int = 3,
    evaluation: Evaluation | None = None,
    style: Style = STYLE,
    stop: threading.Event | None = None,
) -> SearchResult:
    """Find the best lines; when `stop` is set, those found so far are given.

    A search limited by time begins with the tree of the one before, if that reached this position; one
    limited by nodes begins anew, so that it repeats exactly.
    """
    if position.is_over:
        raise ValueError("the game is over")
    stop = stop or threading.Event()
    previous = _MEMORY.take() if limits.nodes is None else None
    lore = None if previous is None else previous.lore
    evaluation = evaluation or evaluation_for(len(position.players), position.board)
    search = Search(position, evaluation, style, previous=previous, stop=stop)
    proof, prover = _proof_before(search, limits, lore)
    if lines == 1:
        if proof is not None and proof.line is not None:
            if prover is not None:
                prover.end()
            if limits.nodes is None:
                _MEMORY.keep(search)
            return SearchResult(proof.line.moves[0], proof.value_by_camp, (proof.line,), proof.looked_at, 1, True)
        search.prover = prover if proof is None else None  # what has been proven takes no thread
    try:
        search.run(limits)
    finally:
        if prover is not None:
            prover.end()
            proof = prover.proof
        if limits.nodes is None:
            _MEMORY.keep(search)
    found = search.result(lines)
    if position.card_count <= 1:  # the rest is forced, and every chance exact
        return replace(found, lines=tuple(replace(line, proven=True) for line in found.lines), proven=True)
    return found if proof is None else _with_proof(found, proof, lines)


def _proof_before(search: Search, limits: Limits, lore: Lore | None) -> tuple[Proof | None, Prover | None]:
    """Prove an ending before the tree is grown, if that is quick, and begin to do so beside it if not.

    By the clock, what was proven before in this game is known, and with few cards left all processors do it at first.
    """
    position, style, cards = search.position, search.style, search.position.card_count
    if limits.nodes is None and limits.seconds is not None:
        if can_be_foreseen(position) and cards <= style.foreseen_cards:
            return foresee(position, int(_FORESEEN_PER_SECOND * limits.seconds)), None
        if not can_be_proven(position) or cards > style.clock_cards:
            return None, None
        prover = Prover(position, threads=THREADS if cards <= _EASY_CARDS else 1, lore=lore)
        search.lore = prover.lore
        prover.start()
        if cards <= _EASY_CARDS:
            prover.wait(_FIRST_PART * limits.seconds, search.stop)
            prover.withdraw()
        return prover.proof, prover
    if not can_be_proven(position) or cards > style.endgame_cards:
        return None, None
    if limits.seconds is None or cards <= _SURE_CARDS:
        return prove(position, _proof_budget(limits)), None
    prover = Prover(position)
    prover.start()
    return None, prover


def _with_proof(found: SearchResult, proof: Proof, lines: int) -> SearchResult:
    """Put what was proven in front of what was found."""
    best = proof.line or replace(found.lines[0], value_by_camp=proof.value_by_camp, proven=True)
    others = tuple(line for line in found.lines if line.moves[0] != best.moves[0])
    return SearchResult(best.moves[0], proof.value_by_camp, (best, *others)[:lines], found.nodes, found.depth, True)


def _proof_budget(limits: Limits) -> int:
    """Return how many positions a proof may look at before the search."""
    if limits.seconds is not None:
        return int(_PROOFS_PER_SECOND * limits.seconds)
    return _PROOFS_PER_NODE * (limits.nodes or 0)
