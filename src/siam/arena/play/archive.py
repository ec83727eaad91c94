"""Decide how a tournament is kept: a line of JSON for each game as it ends, and all records as `.siam`.

The lines are the truth: whatever else stands in the directory can be made from them again. A tournament that
was killed goes on after its last whole line. What was played once stays, even if fewer deals are asked for later.
"""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any, TextIO

from siam.arena.play.games import Result
from siam.arena.play.plans import Plan
from siam.notation import format_graph
from siam.provenance import Provenance, provenance
from siam.rules import SiamError, load_board

LINES = "games.jsonl"
RECORDS = "games.siam"
LOCK = "games.lock"
LATER_TERMS: dict[str, Any] = {"sprt": None, "chances": None}
"""What the plans of older archives do not say, because nobody could ask for it."""


class ArchiveError(SiamError):
    """A directory that holds another tournament, or lines that cannot be read."""


class Archive:
    """The games of one tournament on disk, in the order of the plan."""

    def __init__(self, results: Sequence[Result], lines: TextIO, records: TextIO) -> None:
        self.results = list(results)
        self._lines = lines
        self._records = records

    def append(self, result: Result) -> None:
        """Keep a game."""
        self._lines.write(_line(result))
        self._lines.flush()
        self._records.write("\n" * bool(self.results) + result.record)
        self._records.flush()
        self.results.append(result)


@contextmanager
def open_archive(directory: Path, plan: Plan) -> Iterator[Archive]:
    """Open the archive of a plan with what it holds already; nobody else may write there meanwhile."""
    with _claimed(directory):
        results: list[Result] = []
        makers: list[Provenance] = []
        if (directory / LINES).exists():
            kept, results = _read(directory)
            makers = makers_of(directory)
            _check_map(plan, directory)
            plan = _prolonged(plan, kept, directory)
        if provenance() not in makers:
            makers.append(provenance())
        terms = {"plan": plan.to_json(), "graph": format_graph(load_board(plan.board)), "made_by": makers}
        header = json.dumps(terms, ensure_ascii=False)
        _replace(directory / LINES, f"{header}\n" + "".join(map(_line, results)))
        _replace(directory / RECORDS, "\n".join(result.record for result in results))
        with (
            (directory / LINES).open("a", encoding="utf-8") as lines,
            (directory / RECORDS).open("a", encoding="utf-8") as records,
        ):
            yield Archive(results, lines, records)


def read_archive(directory: Path) -> tuple[Plan, list[Result]]:
    """Read a tournament that was kept."""
    kept, results = _read(directory)
    try:
        return Plan.from_json(kept), results
    except (ValueError, KeyError, TypeError):
        raise ArchiveError(f"{directory} holds no tournament") from None


def makers_of(directory: Path) -> list[Provenance]:
    """Return what versions played the games of a stored tournament, the first one first; none in old archives."""
    try:
        with (directory / LINES).open(encoding="utf-8") as lines:
            return list(json.loads(lines.readline()).get("made_by", []))
    except (OSError, ValueError, AttributeError, TypeError):
        raise ArchiveError(f"{directory} holds no tournament") from None


@contextmanager
def _claimed(directory: Path) -> Iterator[None]:
    """Keep all others from writing into a directory, where the system can; a process that ends lets go."""
    try:
        directory.mkdir(parents=True, exist_ok=True)
        lock = (directory / LOCK).open("w")
    except OSError as problem:
        raise ArchiveError(f"{directory} is no directory to keep games in: {problem.strerror}") from None
    with lock:
        with suppress(ModuleNotFoundError):  # only Unix knows such locks
            fcntl: Any = import_module("fcntl")
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise ArchiveError(f"another run keeps its games in {directory}; choose another directory") from None
        yield


def _read(directory: Path) -> tuple[dict[str, Any], list[Result]]:
    """Read the terms of the plan and the games."""
    try:
        content = (directory / LINES).read_bytes()
        whole = content[: content.rfind(b"\n")]  # a line that was cut short was never finished
        header, *lines = whole.decode().split("\n")
        kept = {**LATER_TERMS, **json.loads(header)["plan"]}
    except (OSError, ValueError, KeyError, TypeError):
        raise ArchiveError(f"{directory} holds no tournament") from None
    try:
        return kept, [Result.from_json(json.loads(line)) for line in lines]
    except (ValueError, KeyError, TypeError) as problem:
        raise ArchiveError(f"{directory / LINES}: {problem}") from None


def _check_map(plan: Plan, directory: Path) -> None:
    """Refuse to go on upon a map that has changed; old archives do not say what theirs was."""
    with (directory / LINES).open(encoding="utf-8") as lines:
        graph = json.loads(lines.readline()).get("graph")
    if graph is not None and graph != format_graph(load_board(plan.board)):
        raise ArchiveError(f"{directory} has games on another map called {load_board(plan.board).name}")


def _prolonged(plan: Plan, kept: dict[str, Any], directory: Path) -> Plan:
    """Return the plan with at least as many deals as the stored one, which it must equal in everything else."""
    asked = json.loads(json.dumps(plan.to_json()))
    if {**kept, "deals": 0} != {**asked, "deals": 0}:
        raise ArchiveError(f"{directory} holds another tournament; choose another directory")
    return replace(plan, deals=max(plan.deals, kept["deals"]))


def _line(result: Result) -> str:
    return json.dumps(result.to_json(), ensure_ascii=False) + "\n"


def _replace(path: Path, text: str) -> None:
    """Write a file whole or not at all."""
    draft = path.with_name(path.name + ".new")
    draft.write_text(text, encoding="utf-8")
    draft.replace(path)
