"""Where compiled code is kept, so that it is never taken stale from there. Nothing is compiled or loaded here.

Numba notices edits of the file that a function stands in, but not of the functions it calls elsewhere. So
compiled code is kept under a fingerprint of all sources of this package, and that of another package's kernels
under one of theirs below it: any edit begins a new directory.
"""

import contextlib
import hashlib
import os
import shutil
import stat
import tempfile
from collections.abc import Sequence
from functools import cache
from pathlib import Path

_SOURCES = Path(__file__).parents[1]
_COMPLETE = "complete"
_SAID = "said"


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
    return temporary_directory(name, [place / name for place in places])


def temporary_directory(name: str, compiled: Sequence[Path]) -> Path:
    """Return a directory of our own below the temporary one, with what lies compiled where nothing can be written.

    The compiler's library reads only where it may write. Whoever else could write there could have us run anything,
    so a directory that somebody else has made is left alone.
    """
    own = Path(tempfile.gettempdir()) / f"siam-{os.getuid()}"
    if not _is_private(own):
        own = Path(tempfile.mkdtemp(prefix=f"siam-{os.getuid()}-"))
    directory = own / name
    source = next((place for place in compiled if (place / _COMPLETE).exists()), None)
    if source is not None and not (directory / _COMPLETE).exists():
        part = Path(tempfile.mkdtemp(dir=own))
        shutil.copytree(source, part / name)  # with the times of the files
        with contextlib.suppress(OSError):  # another process of ours was faster
            (part / name).rename(directory)
        shutil.rmtree(part, ignore_errors=True)
    return directory


def _is_private(directory: Path) -> bool:
    """Make a directory that nobody else can write to; False if it can't be, or is somebody else's."""
    try:
        directory.mkdir(mode=0o700, exist_ok=True)
        found = directory.lstat()
    except OSError:
        return False
    return stat.S_ISDIR(found.st_mode) and found.st_uid == os.getuid() and not found.st_mode & 0o077


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


def claim_notice() -> bool:
    """Return whether nobody has been told yet that this installation is being compiled; from now on somebody has."""
    try:
        CACHE_DIRECTORY.mkdir(parents=True, exist_ok=True)
        (CACHE_DIRECTORY / _SAID).touch(exist_ok=False)
    except FileExistsError:
        return False
    except OSError:
        return True
    return True


def note_complete() -> None:
    """Note that everything has been compiled."""
    CACHE_DIRECTORY.mkdir(parents=True, exist_ok=True)
    (CACHE_DIRECTORY / _COMPLETE).touch()
