"""Decide where modules of `py:` entrants are found: in the working directory too."""

import os
import sys
from pathlib import Path


def find_modules_here() -> None:
    """Look for modules in the working directory, in this process and in those that it starts."""
    here = str(Path.cwd())
    sys.path.insert(0, here)
    os.environ["PYTHONPATH"] = os.pathsep.join([here, os.environ.get("PYTHONPATH", "")]).rstrip(os.pathsep)
