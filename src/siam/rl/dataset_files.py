"""Decide how training rows lie in a file: as columns of Parquet, or as arrays of NumPy.

Parquet takes a group of rows at a time, so that memory never holds them all; NumPy's arrays are collected and written
when the file is closed. Either way a new file is opened before the first game, and takes the place of an old one when
it is closed, after an interruption too; if nothing was written to it, the old one stays.
"""

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, BinaryIO, Final, TypeAlias

import numpy as np

from siam.arena.play.plans import Plan
from siam.extras import need
from siam.rl.dataset import COLUMNS, Column, Rows, metadata_of

SAMPLE: Final = Path(__file__).parent / "samples" / "champion-2.npz"
"""The first games of the data set of docs/rl/datasheet.md."""
GAMES_A_GROUP: Final = 64
"""So many games are kept in memory before their rows are written."""

Write: TypeAlias = Callable[[Rows], None]


@contextmanager
def renewed(path: Path) -> Iterator[BinaryIO]:
    """Open a file that replaces an older one when it is closed, unless nothing was written."""
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_name(f"{path.name}.new")
    try:
        with new.open("wb") as file:
            yield file
    finally:
        if new.exists() and new.stat().st_size:
            new.replace(path)
        else:
            new.unlink(missing_ok=True)


@contextmanager
def open_rows(path: Path, plan: Plan) -> Iterator[Write]:
    """Open a file for the rows of a plan; its context gives what writes them."""
    with renewed(path) as file, KINDS[path.suffix](file, json.dumps(metadata_of(plan))) as write:
        yield write


@contextmanager
def _open_npz(file: BinaryIO, metadata: str) -> Iterator[Write]:
    groups: list[Rows] = []
    try:
        yield groups.append
    finally:
        if groups:
            columns = {name: np.concatenate([group[name] for group in groups]) for name in COLUMNS}
            np.savez_compressed(file, allow_pickle=False, metadata=np.array(metadata), **columns)


@contextmanager
def _open_parquet(file: BinaryIO, metadata: str) -> Iterator[Write]:
    need("pyarrow", "arena")
    from pyarrow import parquet, schema

    columns = schema([_field(name, column) for name, column in COLUMNS.items()], metadata={"siam": metadata})
    with ExitStack() as begun:
        writer: Any = None

        def write(rows: Rows) -> None:
            nonlocal writer
            writer = writer or begun.enter_context(parquet.ParquetWriter(file, columns, compression="zstd"))
            writer.write_table(_table(rows, columns))

        yield write


KINDS: Final = {".npz": _open_npz, ".parquet": _open_parquet}


def _field(name: str, column: Column) -> Any:
    from pyarrow import field, from_numpy_dtype, list_

    number = from_numpy_dtype(column.type)
    is_single = column.width == 1
    return field(name, number if is_single else list_(number, column.width), metadata={"meaning": column.meaning})


def _table(rows: Rows, columns: Any) -> Any:
    from pyarrow import FixedSizeListArray, Table, array

    arrays = [
        array(values) if values.ndim == 1 else FixedSizeListArray.from_arrays(array(values.ravel()), values.shape[1])
        for values in rows.values()
    ]
    return Table.from_arrays(arrays, schema=columns)
