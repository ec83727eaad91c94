"""Where figures come from: the version, the commit, the engine's signature and its weights, for reports and files.

Two runs with the same four play the same games, wherever no clock is used.
"""

import hashlib
import subprocess
from functools import cache
from pathlib import Path
from typing import TypeAlias

from siam import __version__

_PACKAGE = Path(__file__).parent
_WEIGHTS = _PACKAGE / "engine" / "evaluation" / "weights"

Provenance: TypeAlias = dict[str, str | None]


@cache
def provenance() -> Provenance:
    """Return the version, the commit (None outside a clone), the engine's signature, and a hash of its weights."""
    from siam.engine.bench import signature  # compiled code, which whoever only reads a report has no need of

    return {"siam": __version__, "commit": commit_of(_PACKAGE), "signature": signature(), "weights": weights_hash()}


def told(made: Provenance) -> str:
    """Format a provenance in one line, for people."""
    commit = made.get("commit")
    return (
        f"siam {made.get('siam')}{f', commit {commit}' if commit else ''}, "
        f"signature {made.get('signature')}, weights {made.get('weights')}"
    )


def commit_of(package: Path) -> str | None:
    """Return the commit of the clone that a package lies in, with `+` if sources were edited; None if it is in none.

    A package that was installed into somebody's environment may lie inside another repository, which does not know it.
    """
    if _git(package, "ls-files", "--error-unmatch", "__init__.py") is None:
        return None
    commit = _git(package, "rev-parse", "--short=12", "HEAD")
    edited = _git(package, "status", "--porcelain", "--untracked-files=no", "--", ".")
    return f"{commit}{'+' if edited else ''}" if commit else None


def weights_hash(folder: Path = _WEIGHTS) -> str:
    """Return a short hash of every weight file that ships."""
    digest = hashlib.sha256()
    for file in sorted(folder.glob("*.npz")):
        digest.update(file.name.encode())
        digest.update(file.read_bytes())
    return digest.hexdigest()[:12]


def _git(folder: Path, *words: str) -> str | None:
    try:
        command = ("git", "-C", str(folder), *words)
        done = subprocess.run(command, capture_output=True, text=True, timeout=10, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout.strip() if done.returncode == 0 else None
