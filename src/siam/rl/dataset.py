"""Games of an agent with itself as training rows: one row for every step, with what came of the game.

docs/rl/dataset.md describes the columns. The same seed writes the same rows whatever the number of processes.
A game that the agent gave up has no end to learn from, and no rows.
"""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from siam.arena.play.entrants import Entrant
from siam.arena.play.games import Result, games_of
from siam.arena.play.plans import Plan
from siam.notation import format_options
from siam.provenance import provenance
from siam.rl import observation
from siam.rl.step_ids import steps_of
from siam.rl.stepped_game import SteppedGame
from siam.rules import BOOK, Game, Options, load_board


class Column(NamedTuple):
    """A column of the rows: the type of its numbers, how many a row has, and what they mean."""

    type: str
    width: int
    meaning: str


SCHEMA: Final = 2
COLUMNS: Final = {
    "game": Column("int32", 1, "number of the game, from 0"),
    "turn": Column("int16", 1, "moves played before this one"),
    "part": Column("int8", 1, "steps of this move before this one"),
    "seat": Column("int8", 1, "who chose, from 0"),
    "observation": Column("int8", observation.SIZE, "what that seat saw (siam.rl.observation)"),
    "mask": Column("int8", observation.ACTIONS, "legal steps"),
    "action": Column("int8", 1, "the step that was chosen"),
    "reward": Column(
        "float32",
        1,
        "what the seat got at the end of the game: -1 lost; 1 won, with three players 2, or 0.5 for each of two who "
        "share the win; 0 if nobody won (colony_loses) or everybody",
    ),
    "turns_left": Column("int16", 1, "moves until the end of the game, this one included"),
    "ending": Column("int8", 1, "who ruled in the end: 0 Rama, 1 Lao, 2 Malay, 3 the British"),
    "chances": Column(
        "float32",
        4,
        "each seat's chance of winning before this move, as a search with `chances` nodes sees it; partners have the "
        "same; NaN where nobody sits, and everywhere if no search was asked for",
    ),
}

Rows: TypeAlias = dict[str, NDArray[Any]]


def plan_of(
    agent: Entrant | str,
    players: int,
    games: int,
    *,
    seed: int = 1,
    board: str = "siam",
    options: Options = BOOK,
    seconds: float | None = None,
    chances: int | None = None,
) -> Plan:
    """Plan the games of an agent with itself."""
    load_board(board)  # a faulty map is told before the first game
    return Plan(
        (agent,),
        players=players,
        deals=games,
        seed=seed,
        format="self",
        board=board,
        options=options,
        seconds=seconds,
        chances=chances,
    )


def rows_of(results: Sequence[Result], *, board: str = "siam") -> Rows:
    """Make the columns of all steps of the finished games; a map file must be named here again."""
    finished = [result for result in results if not result.fault]
    parts = [_rows_of_game(result, game) for result, game in zip(finished, games_of(finished, board), strict=True)]
    return {name: np.concatenate([_empty(column), *(part[name] for part in parts)]) for name, column in COLUMNS.items()}


def metadata_of(plan: Plan) -> dict[str, Any]:
    """Return how the rows of a plan came to be."""
    return {
        "schema": SCHEMA,
        **provenance(),
        "agent": str(plan.entrants[0]),
        "players": plan.players,
        "map": load_board(plan.board).name,
        "options": format_options(plan.options),
        "seed": plan.seed,
        "seconds": plan.seconds,
        "chances": plan.chances,
    }


def _rows_of_game(result: Result, game: Game) -> Rows:
    table = SteppedGame(game.setup)
    parts: dict[str, list[Any]] = {name: [] for name in COLUMNS}
    unknown = (np.nan,) * COLUMNS["chances"].width
    chances = [(*told, *unknown[len(told) :]) for told in result.chances]
    for turn, played in enumerate(game.turns):
        for part, step in enumerate(steps_of(played.move)):
            parts["turn"].append(turn)
            parts["part"].append(part)
            parts["seat"].append(table.seat)
            parts["observation"].append(table.observe(table.seat))
            parts["mask"].append(table.mask)
            parts["action"].append(step)
            parts["turns_left"].append(len(game.turns) - turn)
            parts["chances"].append(chances[turn] if chances else unknown)
            table.step(step)
    rewards = table.rewards()
    parts["reward"] = [rewards[seat] for seat in parts["seat"]]
    parts["game"] = [result.number] * len(parts["seat"])
    parts["ending"] = ["RLMB".index(result.ending)] * len(parts["seat"])
    return {name: np.array(parts[name], column.type) for name, column in COLUMNS.items()}


def _empty(column: Column) -> NDArray[Any]:
    return np.empty((0, column.width) if column.width > 1 else 0, column.type)
