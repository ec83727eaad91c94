"""Decide what is said where a library is missing that only an extra of the package brings."""

import json
import shlex
from importlib.metadata import PackageNotFoundError, distribution
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import unquote, urlsplit

from siam.rules import SiamError
from siam.translation import ENGLISH, Translator, translator


class MissingExtraError(SiamError, ImportError):
    """Something that needs another extra of the package; for those who try an import it is an ImportError."""


def need(library: str, extra: str, _: Translator | None = None) -> None:
    """Raise MissingExtraError at once if a library is missing that the work needs later."""
    try:
        is_there = find_spec(library) is not None
    except ValueError:  # loaded in a strange way, or kept from being loaded
        is_there = False
    if not is_there:
        raise missing_extra(library, extra, _)


def missing_extra(library: str, extra: str, _: Translator | None = None) -> MissingExtraError:
    """Return the sentence that names a missing library and what brings it."""
    _ = _ or translator(ENGLISH)
    command = how_to_install(extra)
    return MissingExtraError(_("{library} is missing; this brings it: {command}", library=library, command=command))


def how_to_install(extra: str) -> str:
    """Write the command that installs an extra: from the clone that this installation came from, or the registry."""
    clone, is_editable = _clone()
    if clone is None:
        return f"pip install 'siam[{extra}]'"
    return f"cd {shlex.quote(str(clone))} && pip install {'-e ' if is_editable else ''}'.[{extra}]'"


def _clone() -> tuple[Path | None, bool]:
    """Return the clone that is installed, if it is still there, and whether its sources are run in place."""
    try:
        text = distribution("siam").read_text("direct_url.json")
    except PackageNotFoundError:  # run from the sources, without being installed
        above = Path(__file__).resolve().parents[2]
        return (above, True) if (above / "pyproject.toml").is_file() else (None, False)
    told = json.loads(text or "{}")
    folder = Path(unquote(urlsplit(told.get("url", "")).path))
    if "dir_info" not in told or not (folder / "pyproject.toml").is_file():
        return None, False
    return folder, bool(told["dir_info"].get("editable"))
