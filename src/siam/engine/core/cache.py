"""Where compiled code is kept, so that it is never taken stale from there. Nothing is compiled or loaded here.

Numba notices edits of the file that a function stands in, but not of the functions it calls elsewhere. So
compiled code is kept under a fingerprint of all sources of this package, and that of another package's kernels
under one of theirs below it: any edit begins a new directory.
"""

import hashlib
import os
import shutil
import tempfile
from functools import cache
from pathlib import Path

_SOURCES = Path(__file__).parents[1]
_COMPLETE = "complete"


@cache
def fingerprint(sources: Path = _SOURCES) -> str:
    """Return a short hash of every source file of a package, the engine's if none is named."""
    digest = hashlib.sha256()
    for source in sorted(sources.rglob("*.py")):
        digest.update(source.relative_to(sources).as_posix().encode())
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def _writable(directory: Path) -> bool:
    try:
        directory.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=directory):
            return True
    except OSError:
        return False


def _cache_directory() -> Path:
    name = f"engine-{fingerprint()}"
    given = os.environ.get("NUMBA_CACHE_DIR")
    home = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    places = [Path(given)] if given else [_SOURCES / "__pycache__", Path(home) / "siam"]
    for place in places:
        if _writable(place / name):
            return place / name
    return Path(tempfile.gettempdir()) / f"siam-{os.getuid()}" / name


CACHE_DIRECTORY = _cache_directory()


def directory_for(source: Path) -> Path:
    """Return where the compiled code of a source file is kept; what another package had there before goes."""
    package = source.parent
    if package.is_relative_to(_SOURCES):
        return CACHE_DIRECTORY
    directory = CACHE_DIRECTORY / f"{package.name}-{fingerprint(package)}"
    if not directory.exists():
        clear_stale(directory)
    return directory


def clear_stale(directory: Path = CACHE_DIRECTORY) -> None:
    """Remove what was compiled from earlier sources, if it lies beside the engine, where nobody else needs it."""
    if "__pycache__" in directory.parts:
        for other in directory.parent.glob(f"{directory.name.rpartition('-')[0]}-*"):
            if other != directory:
                shutil.rmtree(other, ignore_errors=True)


def is_complete() -> bool:
    """Return whether everything has been compiled that bots and analyses need."""
    return (CACHE_DIRECTORY / _COMPLETE).exists()


def note_complete() -> None:
    """Note that everything has been compiled."""
    CACHE_DIRECTORY.mkdir(parents=True, exist_ok=True)
    (CACHE_DIRECTORY / _COMPLETE).touch()
