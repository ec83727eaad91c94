"""Where compiled code is kept, so that it is never taken stale from there. Nothing is compiled or loaded here.

Numba notices edits of the file that a function stands in, but not of the functions it calls elsewhere. So
compiled code is kept under a fingerprint of all sources of this package: any edit begins a new directory.
"""

import hashlib
import os
import tempfile
from pathlib import Path

_SOURCES = Path(__file__).parent
_COMPLETE = "complete"


def fingerprint() -> str:
    """Give a short hash of every source file of the engine."""
    digest = hashlib.sha256()
    for source in sorted(_SOURCES.glob("*.py")):
        digest.update(source.name.encode())
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


def is_complete() -> bool:
    """Say whether everything has been compiled that bots and analyses need."""
    return (CACHE_DIRECTORY / _COMPLETE).exists()


def note_complete() -> None:
    """Note that everything has been compiled."""
    CACHE_DIRECTORY.mkdir(parents=True, exist_ok=True)
    (CACHE_DIRECTORY / _COMPLETE).touch()
