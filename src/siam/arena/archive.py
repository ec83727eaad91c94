"""Decide how a tournament is kept: a line of JSON for each game as it ends, and all records as `.siam`.

The lines are the truth: whatever else stands in the directory can be made from them again. A tournament that
was killed goes on after its last whole line.
"""

import json
from pathlib import Path
from types import TracebackType
from typing import Any

from siam.arena.games import Result
from siam.arena.plans import Plan
from siam.rules import SiamError

LINES = "games.jsonl"
RECORDS = "games.siam"


class ArchiveError(SiamError):
    """A directory that holds another tournament, or lines that cannot be read."""


class Archive:
    """The games of one tournament on disk, in the order of the plan."""

    def __init__(self, directory: Path, plan: Plan) -> None:
        directory.mkdir(parents=True, exist_ok=True)
        self.directory = directory
        self.results = _read(directory / LINES, plan)
        header = json.dumps({"plan": plan.to_json()}, ensure_ascii=False)
        lines = [header, *(_line(result) for result in self.results)]
        _replace(directory / LINES, "".join(f"{line}\n" for line in lines))
        _replace(directory / RECORDS, "\n".join(result.record for result in self.results))
        self._lines = (directory / LINES).open("a", encoding="utf-8")
        self._records = (directory / RECORDS).open("a", encoding="utf-8")

    def append(self, result: Result) -> None:
        """Keep a game."""
        self._lines.write(_line(result) + "\n")
        self._lines.flush()
        self._records.write("\n" * bool(self.results) + result.record)
        self._records.flush()
        self.results.append(result)

    def __enter__(self) -> "Archive":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._lines.close()
        self._records.close()


def read_archive(directory: Path) -> tuple[Plan, list[Result]]:
    """Read a tournament that was kept."""
    try:
        with (directory / LINES).open(encoding="utf-8") as lines:
            plan = Plan.from_json(json.loads(lines.readline())["plan"])
    except (OSError, ValueError, KeyError, TypeError):
        raise ArchiveError(f"{directory} holds no tournament") from None
    return plan, _read(directory / LINES, plan)


def _read(path: Path, plan: Plan) -> list[Result]:
    if not path.exists():
        return []
    text = path.read_text(encoding="utf-8")
    whole = text[: text.rfind("\n") + 1].splitlines()  # a line that was cut short was never finished
    if not whole:
        return []
    try:
        header: dict[str, Any] = json.loads(whole[0])
        results = [Result.from_json(json.loads(line)) for line in whole[1:]]
    except (ValueError, TypeError) as problem:
        raise ArchiveError(f"{path}: {problem}") from None
    kept = header.get("plan", {})
    if {**kept, "deals": 0} != {**json.loads(json.dumps(plan.to_json())), "deals": 0}:
        raise ArchiveError(f"{path.parent} holds another tournament; choose another directory")
    return results


def _line(result: Result) -> str:
    return json.dumps(result.to_json(), ensure_ascii=False)


def _replace(path: Path, text: str) -> None:
    """Write a file whole or not at all."""
    draft = path.with_name(path.name + ".new")
    draft.write_text(text, encoding="utf-8")
    draft.replace(path)
