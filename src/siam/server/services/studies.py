"""Play on positions without a table: for tutorials and puzzles."""

from siam.notation import NotationError, format_move, format_position, parse_move, parse_position
from siam.rules.boards import BUILT_IN, load_board
from siam.rules.errors import IllegalMoveError
from siam.rules.game import play
from siam.rules.position import Position
from siam.rules.setups import deal
from siam.server.domain.clocks import NO_CLOCK
from siam.server.domain.live_game import Course, begin, follow_turn
from siam.server.domain.log import Entry, Moved, Started
from siam.server.domain.refusals import Code, Refusal
from siam.server.domain.rulesets import RULES_VERSION
from siam.server.messages.game import StateSeen
from siam.server.messages.study import Hint, Studied, StudyPlayed
from siam.server.messages.tables import OptionsWire
from siam.server.ports import Chance, Outage, Question, Thinkers
from siam.server.services.hints import Advising
from siam.server.views.events import entry_made
from siam.server.views.outcomes import result_made
from siam.server.views.state import state_seen
from siam.server.views.steps import steps_made
from siam.server.views.tables import read_options

REPLY_SECONDS = 1.0


class Studying:
    """Positions of nobody's table; all hands are open."""

    def __init__(self, thinkers: Thinkers, advising: Advising, chance: Chance) -> None:
        self.thinkers = thinkers
        self.advising = advising
        self.chance = chance

    def steps(self, text: str, options: OptionsWire, steps: list[str]) -> Studied:
        """Show a position and what can come next."""
        position = read_position(text, options)
        made = steps_made(position, 0, steps)
        return Studied(_state(position), made.legal, made.move, made.complete, made.no_effect, made.preview)

    def play(self, text: str, options: OptionsWire, move: str) -> StudyPlayed:
        """Play a move."""
        return _play(read_position(text, options), move)

    def check_fairness(self, text: str, options: OptionsWire) -> None:
        """Refuse advice on what people play on now, whatever else the question says: no advice behind their backs."""
        asked = _on_the_table(read_position(text, options))
        for desk in self.advising.replays.desks:
            course = desk.course
            if course is None or course.result is not None or len(desk.table.people_playing(course)) < 2:
                continue
            if _on_the_table(course.position) == asked:
                raise Refusal(Code.NO_HINTS)

    async def reply(self, text: str, options: OptionsWire, level: str) -> StudyPlayed:
        """Let a bot move."""
        position = read_position(text, options)
        if position.is_over:
            raise Refusal(Code.NOT_RUNNING, "the game is over")
        if level not in self.thinkers.levels():
            raise Refusal(Code.INVALID, "there is no such level", field="level")
        question = Question(format_position(position), position.options.values, None)
        try:
            move = await self.thinkers.choose(question, level, REPLY_SECONDS, self.chance.seed())
        except Outage as problem:
            raise Refusal(Code.UNAVAILABLE, str(problem)) from None
        return _play(position, move)

    async def hint(self, text: str, options: OptionsWire) -> Hint:
        """Advise."""
        return await self.advising.advise(read_position(text, options))

    def deal(self, players: int, seed: int | None, board: str, options: OptionsWire) -> StateSeen:
        """Deal a position."""
        if board not in BUILT_IN:
            raise Refusal(Code.INVALID, "there is no such board", field="board")
        seed = self.chance.seed() if seed is None else seed
        return _state(deal(players, seed, board=load_board(board), options=read_options(options)))


def read_position(text: str, options: OptionsWire) -> Position:
    """Read a position from a request; only the built-in boards are known."""
    try:
        return parse_position(text, read_options(options))
    except NotationError as problem:
        raise Refusal(Code.INVALID, str(problem), field="position") from None


def _on_the_table(position: Position) -> tuple[object, ...]:
    """Return what lies on the board and before the players.

    Whose turn it is, the passes, the order of the latest cards and the banned swap are left out, as is the order of
    the seats: with any of them changed the question is still about the same game.
    """
    board = (position.board.name, position.track, position.controls, position.followers)
    return *board, sorted(position.players)


def _course(position: Position) -> Course:
    entry = Entry(1, None, 0.0, Started(format_position(position), RULES_VERSION))
    return begin(entry, position.board, position.options, NO_CLOCK)


def _state(position: Position) -> StateSeen:
    return state_seen(_course(position), frozenset(range(len(position.players))), 0.0)


def _play(position: Position, text: str) -> StudyPlayed:
    try:
        turn = play(position, parse_move(position.board, text))
    except NotationError as problem:
        raise Refusal(Code.NOT_A_MOVE, str(problem)) from None
    except IllegalMoveError as problem:
        raise Refusal(Code.ILLEGAL_MOVE, str(problem), reason=problem.reason.name) from None
    entry = Entry(2, turn.seat, 0.0, Moved(format_move(position.board, turn.move)))
    course = follow_turn(_course(position), entry, turn)
    return StudyPlayed(
        entry=entry_made(entry, 1, position, turn.events),
        state=state_seen(course, frozenset(range(course.players)), 0.0),
        result=result_made(course.result, course.position),
    )
