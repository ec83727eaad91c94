"""The built module that ships with the package, and what it was built from."""

import ast
import hashlib
import json
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, Final

HERE: Final = Path(__file__).parent
MODULE: Final = HERE / "siam.wasm"
MANIFEST: Final = HERE / "siam.json"
FACADES: Final = ("positions", "turns", "outcomes", "forms", "nets", "searches", "explanations", "puzzles")
"""The modules of this package whose functions are exported."""
_ENGINE: Final = HERE.parent
_BESIDE: Final = {"core/cache.py", "core/compiling.py"}
"""How kernels are compiled natively, and where that is kept: nothing of it is in the module."""


def exports() -> list[Any]:
    """Return everything that the module exports, in order."""
    from siam.engine.portable.boundary import EXPORTS

    for name in FACADES:
        import_module(f"siam.engine.portable.{name}")
    places = {f"siam.engine.portable.{name}": place for place, name in enumerate(FACADES)}
    return sorted(EXPORTS, key=lambda export: places[export.module])


def sources() -> dict[str, str]:
    """Return a short hash of each source file that the module is made of: the façades and all that they import."""
    waiting = [HERE / "compiler.py", *(HERE / f"{name}.py" for name in FACADES)]
    found: dict[str, str] = {}
    while waiting:
        file = waiting.pop()
        name = file.relative_to(_ENGINE).as_posix()
        if name not in found and name not in _BESIDE:
            content = file.read_bytes()
            found[name] = hashlib.sha256(content).hexdigest()[:16]
            waiting += _imported(content)
    return dict(sorted(found.items()))


def _imported(content: bytes) -> Iterator[Path]:
    """List the engine's files that a source imports."""
    for node in ast.walk(ast.parse(content)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("siam.engine."):
            names = [node.module or "", *(f"{node.module}.{alias.name}" for alias in node.names)]
            for name in names:
                file = _ENGINE.joinpath(*name.split(".")[2:]).with_suffix(".py")
                if file.is_file():
                    yield file


@cache
def manifest() -> dict[str, Any]:
    """Return what is written beside the module: its sources, its own hash, and the versions it was built with."""
    return dict(json.loads(MANIFEST.read_text(encoding="utf-8")))
