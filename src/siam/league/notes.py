"""Keep what a league showed in a file, so that a page can tell it: one note for each command, the latest counts."""

import json
import shlex
from dataclasses import asdict, dataclass
from pathlib import Path

import click


@dataclass(frozen=True, slots=True)
class Note:
    """What one command showed, as lines of Markdown, perhaps with a picture that lies beside the file."""

    command: str
    lines: tuple[str, ...]
    picture: str | None = None


def read_notes(path: Path) -> dict[str, Note]:
    """Read the notes of a file by their titles; none if there is no file, ValueError if it holds something else."""
    if not path.exists():
        return {}
    try:
        kept = json.loads(path.read_text(encoding="utf-8"))
        return {title: Note(**{**note, "lines": tuple(note["lines"])}) for title, note in kept.items()}
    except (ValueError, KeyError, TypeError, AttributeError) as problem:
        raise ValueError(f"{path}: no notes of a league: {problem}") from None


def keep_note(path: Path, title: str, note: Note) -> None:
    """Add a note to a file, in place of an earlier one with this title."""
    notes = read_notes(path) | {title: note}
    text = json.dumps({title: asdict(note) for title, note in notes.items()}, ensure_ascii=False, indent=1)
    path.write_text(text + "\n", encoding="utf-8")


def command_of(context: click.Context, *, without: str) -> str:
    """Return the command that is being carried out, without one of its options and all that are as by default."""
    words = ["python", "-m", "siam.league", str(context.info_name)]
    for parameter in context.command.params:
        value = context.params[str(parameter.name)]
        values = value if isinstance(value, tuple) else (value,)
        if isinstance(parameter, click.Argument):
            words += map(str, values)
        elif parameter.name != without and value is not None and value != parameter.default:
            for each in values:
                words += [parameter.opts[0], str(each)]
    return shlex.join(words)
