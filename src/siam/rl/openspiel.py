"""King of Siam for OpenSpiel: importing this module registers the game `python_king_of_siam`.

The set-up is a row of chance nodes; after it there are no secrets. Actions are the forty steps, so a player acts
several times in a row while making a move. docs/rl/openspiel.md tells more.
"""

from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.observation import IIGObserverForPublicInfoGame

from siam.arena.play.entrants import chooser
from siam.engine.core.codec import decode, encode
from siam.engine.core.last_card import legal_steps
from siam.engine.core.layout import MOVE, OVER, STAGE, TO_MOVE
from siam.engine.core.steps import derive
from siam.notation import format_position, format_step
from siam.rl import observation
from siam.rl.chance_setup import FOLLOWER_DRAWS, MOST_OUTCOMES, Kind, bag_of, can_be_drawn, kind_of, outcomes, row_of
from siam.rl.kernels import observe, steps_after, write_rewards
from siam.rl.step_ids import steps_of
from siam.rules import STEPS, Board, Options, Position, load_board

NAME = "python_king_of_siam"
_PARAMETERS = {
    "players": 2,
    "map": "siam",
    "first_player": "lowest",
    "capital_last": False,
    "colony_loses": False,
}
_TYPE = pyspiel.GameType(
    short_name=NAME,
    long_name="King of Siam (Python)",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=4,
    min_num_players=2,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    provides_factored_observation_string=True,
    parameter_specification=_PARAMETERS,
)


class KingOfSiamGame(pyspiel.Game):  # type: ignore[misc]
    """The game with its parameters."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**_PARAMETERS, **(params or {})}
        players = int(given["players"])
        options = Options.from_values({name: given[name] for name in ("first_player", "capital_last", "colony_loses")})
        self.kind = kind_of(players, load_board(given["map"]), options)
        information = pyspiel.GameInfo(
            num_distinct_actions=observation.ACTIONS,
            max_chance_outcomes=MOST_OUTCOMES,
            num_players=players,
            min_utility=-1.0,
            max_utility=2.0 if players == 3 else 1.0,
            utility_sum=0.0,
            # a card is at most five steps; before each there may be n - 1 passes; a struggle ends with n
            max_game_length=8 * players * (5 + players - 1) + 8 * players,
        )
        super().__init__(_TYPE, information, params or {})

    def __reduce__(self) -> Any:
        """Pickle and copy by the parameters: OpenSpiel's own way makes a game without what this class adds.

        The function is one of this module, so whoever unpickles in another process has the game registered by it.
        """
        return _loaded, (self.get_parameters(),)

    def __deepcopy__(self, memo: Any) -> "KingOfSiamGame":
        return self  # a game is never changed

    def __copy__(self) -> "KingOfSiamGame":
        return self

    def new_initial_state(self) -> "KingOfSiamState":
        """Begin before the set-up."""
        return KingOfSiamState(self)

    def action_to_string(self, player: int, action: int) -> str:
        """Format a player's action in our notation; what a draw means, only a state can tell."""
        if player == pyspiel.PlayerId.CHANCE:
            return str(super().action_to_string(player, action))
        return _spelt(self.kind.board, action)

    def make_py_observer(
        self, iig_obs_type: pyspiel.IIGObservationType | None = None, params: dict[str, Any] | None = None
    ) -> Any:
        """Make an observer of the position, or of the history; of private things there is nothing to observe."""
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return Observer()
        return IIGObserverForPublicInfoGame(iig_obs_type, params)

    def max_chance_nodes_in_history(self) -> int:
        """Count the draws of the set-up."""
        return self.kind.draws


def _loaded(parameters: dict[str, Any]) -> "KingOfSiamGame":
    game: KingOfSiamGame = pyspiel.load_game(NAME, parameters)
    return game


def game_of(position: Position) -> "KingOfSiamGame":
    """Return the game with the number of players, the map and the options of a position."""
    board = str(position.board.file or position.board.name)
    return _loaded({"players": len(position.players), "map": board, **position.options.differing})


def state_at(position: Position) -> "KingOfSiamState":
    """Return a state that begins in a position, for searches; it has no history, so it cannot be serialised."""
    state = game_of(position).new_initial_state()
    state.so_far.begin(encode(position))
    return state


class _GameSoFar:
    """What a state holds beside OpenSpiel's own things: copied quickly when it is cloned, pickled as its history."""

    __slots__ = ("actions", "bag", "drawn", "ground", "kind", "legal", "player", "row", "setup")

    def __init__(self, kind: Kind) -> None:
        self.kind = kind
        self.ground = kind.ground
        self.drawn: list[int] = []
        self.bag: list[int] = []
        self.setup: Any = None
        self.row: Any = None
        self.actions: list[int] = []
        self.legal = 0
        self.player = int(pyspiel.PlayerId.CHANCE)

    def __deepcopy__(self, memo: Any) -> "_GameSoFar":
        twin = _GameSoFar.__new__(_GameSoFar)
        twin.kind, twin.ground, twin.setup = self.kind, self.ground, self.setup
        twin.drawn, twin.bag, twin.actions = self.drawn, self.bag, self.actions[:]
        twin.legal, twin.player = self.legal, self.player
        if self.row is None:
            twin.drawn, twin.bag, twin.row = self.drawn[:], self.bag[:], None
        else:
            twin.row = self.row.copy()
        return twin

    def __reduce__(self) -> Any:
        kind = self.kind
        return _replayed, (
            kind.players,
            str(kind.board.file or kind.board.name),
            kind.options.differing,
            self.drawn,
            self.actions,
        )

    def can(self, action: int) -> bool:
        """Return whether this may be drawn or done now."""
        if self.row is None:
            return can_be_drawn(self.kind, self.drawn, self.bag, action)
        return action >= 0 and bool(self.legal >> action & 1)

    def draw(self, outcome: int) -> None:
        self.drawn.append(outcome)
        number = len(self.drawn) - self.kind.players
        if number == 0:
            self.bag = bag_of(self.kind, self.drawn)
        elif 0 < number <= FOLLOWER_DRAWS:
            self.bag[outcome] -= 1
        if len(self.drawn) == self.kind.draws:
            row = row_of(self.kind, self.drawn)
            derive(self.ground, row)
            self.begin(row)

    def begin(self, row: Any) -> None:
        """Let the play begin in this row."""
        self.setup, self.row = row, row.copy()
        is_over = row[STAGE] == OVER
        self.legal = 0 if is_over else int(legal_steps(self.ground, self.row))
        self.player = int(pyspiel.PlayerId.TERMINAL if is_over else row[TO_MOVE])

    def step(self, action: int) -> None:
        self.actions.append(action)
        self.legal = legal = steps_after(self.ground, self.row, action)
        self.player = int(self.row[TO_MOVE]) if legal else int(pyspiel.PlayerId.TERMINAL)

    def last_position(self) -> tuple[Position, list[int]]:
        """Replay the game up to the last whole move; return the position and the steps since."""
        row, steps = self.setup.copy(), []
        resting = row.copy()
        for action in self.actions:
            steps_after(self.ground, row, action)
            steps.append(action)
            if row[STAGE] in (MOVE, OVER):
                resting, steps = row.copy(), []
        kind = self.kind
        return decode(resting, kind.board, kind.options, kind.players), steps


def _replayed(players: int, board: str, options: dict[str, object], drawn: list[int], actions: list[int]) -> _GameSoFar:
    """Replay a history of draws and steps."""
    so_far = _GameSoFar(kind_of(players, load_board(board), Options.from_values(options)))
    for outcome in drawn:
        so_far.draw(outcome)
    for action in actions:
        so_far.step(action)
    return so_far


class KingOfSiamState(pyspiel.State):  # type: ignore[misc]
    """A game in progress."""

    def __init__(self, game: KingOfSiamGame) -> None:
        super().__init__(game)
        self.so_far = _GameSoFar(game.kind)

    def current_player(self) -> int:
        """Return whose turn it is: a seat, chance, or nobody's."""
        return self.so_far.player

    def is_terminal(self) -> bool:
        """Whether the game has ended."""
        return self.so_far.player == -4

    def _legal_actions(self, player: int) -> list[int]:
        """List the legal steps in order."""
        legal = self.so_far.legal
        actions = []
        while legal:
            lowest = legal & -legal
            actions.append(lowest.bit_length() - 1)
            legal ^= lowest
        return actions

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """List what can be drawn next."""
        return outcomes(self.so_far.kind, self.so_far.drawn, self.so_far.bag)

    def _apply_action(self, action: int) -> None:
        so_far = self.so_far
        if not so_far.can(action):
            raise pyspiel.SpielError(f"action {action} is not legal for player {so_far.player}")
        if so_far.row is None:
            so_far.draw(action)
        else:
            so_far.step(action)

    def _action_to_string(self, player: int, action: int) -> str:
        """Format a step in our notation, or a draw in words."""
        kind = self.so_far.kind
        if player != pyspiel.PlayerId.CHANCE:
            return _spelt(kind.board, action)
        number = len(self.so_far.drawn)
        if number < kind.players:
            return f"help card {action + 1}"
        return "RLM"[action] if number < kind.players + FOLLOWER_DRAWS else kind.board.codes[action]

    def returns(self) -> list[float]:
        """Return everybody's reward: -1 for losers, whose losses the winners share."""
        found = np.zeros(self.so_far.kind.players, np.float32)
        if self.is_terminal():
            write_rewards(self.so_far.ground, self.so_far.row, found)
        values: list[float] = found.tolist()
        return values

    def position(self) -> Position:
        """Return the position at the beginning of the move that is being made."""
        return self.so_far.last_position()[0]

    def __str__(self) -> str:
        so_far = self.so_far
        if so_far.row is None:
            return "set-up " + " ".join(map(str, so_far.drawn))
        position, steps = so_far.last_position()
        board = so_far.kind.board
        return " ".join([format_position(position), *(_spelt(board, step) for step in steps)])


class Observer:
    """Shows a state to a player: as a tensor, whole or field by field (`siam.rl.observation`), or as our notation."""

    def __init__(self) -> None:
        self._row = np.zeros(observation.SIZE, np.int8)
        self.tensor = np.zeros(observation.SIZE, np.float32)
        self.dict = {field.name: self.tensor[field.start : field.start + field.size] for field in observation.FIELDS}

    def set_from(self, state: KingOfSiamState, player: int) -> None:
        """Fill the tensor."""
        so_far = state.so_far
        if so_far.row is None:
            self.tensor.fill(0)
            return
        observe(so_far.ground, so_far.row, player, self._row)
        self.tensor[:] = self._row

    def string_from(self, state: KingOfSiamState, player: int) -> str:
        """Write the state."""
        return str(state)


class AgentBot(pyspiel.Bot):  # type: ignore[misc]
    """Any object with `choose` as a bot of OpenSpiel's: it chooses a whole move and hands out its steps."""

    def __init__(self, player: int, agent: Any, seed: int = 0) -> None:
        super().__init__()
        self._player = player
        self._agent = chooser(agent)
        self._seed = seed
        self._steps: list[int] = []

    def player_id(self) -> int:
        """The seat it plays."""
        return self._player

    def provides_policy(self) -> bool:
        """It tells its choice only."""
        return False

    def restart_at(self, state: KingOfSiamState) -> None:
        """Forget the move it was making."""
        self._steps = []

    def step(self, state: KingOfSiamState) -> int:
        """Return the next step of its move."""
        if not self._steps:
            position, begun = state.so_far.last_position()
            if begun:
                raise ValueError("this bot cannot go on with a move that somebody else began")
            seed = self._seed + len(state.so_far.actions)
            self._steps = steps_of(self._agent.choose(position, seed=seed))
        return self._steps.pop(0)


def _spelt(board: Board, action: int) -> str:
    return format_step(board, STEPS[action])


pyspiel.register_game(_TYPE, KingOfSiamGame)
