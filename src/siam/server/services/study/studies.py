"""Play on positions without a table: for tutorials and puzzles."""

from siam.notation import NotationError, format_move, format_position, parse_move, parse_position
from siam.rules import BUILT_IN, IllegalMoveError, Position, deal, load_board, play
from siam.server import messages as wire
from siam.server.domain.live_game import follow_turn
from siam.server.domain.log import Entry, Moved
from siam.server.domain.refusals import Code, Refusal
from siam.server.messages.game import State
from siam.server.messages.study import Hint, Studied, StudyPlayed
from siam.server.ports import Ids, Outage, Question, Thinkers
from siam.server.services.study.hints import Hints
from siam.server.views.events import entry_made
from siam.server.views.outcomes import result_made
from siam.server.views.state import state_seen
from siam.server.views.steps import steps_made, without_effect
from siam.server.views.studied_state import lone_game, position_state
from siam.server.views.tables import read_options

REPLY_SECONDS = 1.0


class Studying:
    """Positions that belong to no table; all hands are open."""

    def __init__(self, thinkers: Thinkers, hints: Hints, ids: Ids) -> None:
        self.thinkers = thinkers
        self.hints = hints
        self.ids = ids

    def steps(self, text: str, options: wire.Options, steps: list[str]) -> Studied:
        """Show a position and what can come next."""
        position = read_position(text, options)
        return studied(position_state(position), position, steps)

    def play(self, text: str, options: wire.Options, move: str) -> StudyPlayed:
        """Play a move."""
        return _play(read_position(text, options), move)

    async def reply(self, person: str, text: str, options: wire.Options, level: str) -> StudyPlayed:
        """Let a bot move, unless several people play on that position now."""
        position = read_position(text, options)
        await self.hints.check_fairness(position)
        if position.is_over:
            raise Refusal(Code.NOT_RUNNING, "the game is over")
        if level not in self.thinkers.levels(len(position.players)):
            raise Refusal(Code.INVALID, "there is no such level", field="level")
        question = Question(format_position(position), position.options.values, None, person, waits=True)
        try:
            move = await self.thinkers.choose(question, level, REPLY_SECONDS, self.ids.seed())
        except Outage as problem:
            raise Refusal(Code.UNAVAILABLE, str(problem)) from None
        return _play(position, move)

    async def hint(self, person: str, text: str, options: wire.Options) -> Hint:
        """Advise, unless several people play on that position now."""
        position = read_position(text, options)
        await self.hints.check_fairness(position)
        return await self.hints.advise(position, person)

    def deal(self, players: int, seed: int | None, board: str, options: wire.Options) -> State:
        """Deal a position."""
        if board not in BUILT_IN:
            raise Refusal(Code.INVALID, "there is no such board", field="board")
        seed = self.ids.seed() if seed is None else seed
        return position_state(deal(players, seed, board=load_board(board), options=read_options(options)))


def studied(state: State, position: Position, steps: list[str]) -> Studied:
    """Show a position with a move in the making on it."""
    made = steps_made(position, 0, steps)
    return Studied(
        state=state,
        legal=made.legal,
        without_effect=without_effect(position),
        parts=made.parts,
        next=made.next,
        move=made.move,
        complete=made.complete,
        no_effect=made.no_effect,
        preview=made.preview,
    )


def read_position(text: str, options: wire.Options) -> Position:
    """Read a position from a request; only the built-in boards are known."""
    try:
        return parse_position(text, read_options(options))
    except NotationError as problem:
        raise Refusal(Code.INVALID, str(problem), field="position") from None


def _play(position: Position, text: str) -> StudyPlayed:
    try:
        turn = play(position, parse_move(position.board, text))
    except NotationError as problem:
        raise Refusal(Code.NOT_A_MOVE, str(problem)) from None
    except IllegalMoveError as problem:
        raise Refusal(Code.ILLEGAL_MOVE, str(problem), reason=problem.reason.name) from None
    entry = Entry(2, turn.seat, 0.0, Moved(format_move(position.board, turn.move)))
    game = follow_turn(lone_game(position), entry, turn)
    return StudyPlayed(
        entry=entry_made(entry, 1, position, turn.events),
        state=state_seen(game, frozenset(range(game.players)), 0.0),
        result=result_made(game.result, game.position),
    )
