"""Games of an agent with itself as training rows: one row for every step, with what came of the game.

docs/rl/dataset.md describes the columns. The same seed writes the same rows whatever the number of processes.
A game that the agent gave up has no end to learn from, and no rows.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from siam.arena.entrants import Entrant
from siam.arena.games import Result, games_of
from siam.arena.plans import Plan
from siam.arena.running import run
from siam.rl import observation
from siam.rl.moving import steps_of
from siam.rl.table import Table
from siam.rules import BOOK, Options

SCHEMA: Final = 1
COLUMNS: Final = {
    "game": "int32: number of the game in this file",
    "turn": "int16: moves played before this one",
    "part": "int8: steps of this move before this one",
    "seat": "int8: who chose, from 0",
    "observation": f"int8 x {observation.SIZE}: what that seat saw (siam.rl.observation)",
    "mask": f"int8 x {observation.ACTIONS}: legal steps",
    "action": "int8: the step that was chosen",
    "reward": "float32: what the seat got at the end of the game: -1 lost, 1 (or 2, with three players) won",
    "turns_left": "int16: moves until the end of the game",
    "ending": "int8: who ruled in the end: 0 Rama, 1 Lao, 2 Malay, 3 British",
}


def play_games(
    agent: Entrant,
    players: int,
    games: int,
    *,
    seed: int = 1,
    board: str = "siam",
    options: Options = BOOK,
    processes: int = 1,
    watch: Callable[[Sequence[Result]], None] | None = None,
) -> list[Result]:
    """Let an agent play itself."""
    plan = Plan((agent,), players=players, deals=games, seed=seed, format="self", board=board, options=options)
    return run(plan, processes=processes, watch=watch)


def rows_of(results: Sequence[Result], *, board: str = "siam") -> dict[str, NDArray[Any]]:
    """Make the columns of all steps of the finished games; a map file must be named here again."""
    parts: dict[str, list[Any]] = {name: [] for name in COLUMNS}
    for number, (result, game) in enumerate(zip(results, games_of(results, board), strict=True)):
        if result.fault:
            continue
        table = Table(game.setup)
        begun: list[tuple[int, int]] = []
        for turn, played in enumerate(game.turns):
            for part, step in enumerate(steps_of(played.move)):
                seat = table.seat
                begun.append((seat, turn))
                parts["part"].append(part)
                parts["observation"].append(table.observe(seat))
                parts["mask"].append(table.mask)
                parts["action"].append(step)
                table.step(step)
        rewards = table.rewards()
        parts["game"] += [number] * len(begun)
        parts["seat"] += [seat for seat, _ in begun]
        parts["turn"] += [turn for _, turn in begun]
        parts["reward"] += [rewards[seat] for seat, _ in begun]
        parts["turns_left"] += [len(game.turns) - turn for _, turn in begun]
        parts["ending"] += ["RLMB".index(result.ending)] * len(begun)
    types = {name: meaning.split(":")[0].split(" ")[0] for name, meaning in COLUMNS.items()}
    shapes = {"observation": (0, observation.SIZE), "mask": (0, observation.ACTIONS)}
    return {
        name: np.array(values, types[name]) if values else np.zeros(shapes.get(name, (0,)), types[name])
        for name, values in parts.items()
    }


def save_rows(rows: dict[str, NDArray[Any]], path: Path) -> None:
    """Write the columns as `.npz` or `.parquet`."""
    if path.suffix == ".npz":
        np.savez_compressed(path, allow_pickle=False, schema=np.array(SCHEMA), **rows)
    elif path.suffix == ".parquet":
        _save_parquet(rows, path)
    else:
        raise ValueError(f"{path.name}: rows are written as .npz or .parquet")


def _save_parquet(rows: dict[str, NDArray[Any]], path: Path) -> None:
    from pyarrow import FixedSizeListArray, array, parquet, table

    columns = {
        name: FixedSizeListArray.from_arrays(array(values.ravel()), values.shape[1])
        if values.ndim == 2
        else array(values)
        for name, values in rows.items()
    }
    parquet.write_table(table(columns).replace_schema_metadata({"siam.schema": str(SCHEMA)}), path)
