"""Build the engine's WebAssembly module and the client's types for it: `make wasm`.

The module, its manifest and the types are committed, so that nobody who plays or hosts has to build them.
`python web/engine/build.py --types` writes the types only, `--check FILE` builds the module into another file.
"""

import hashlib
import json
import sys
from importlib.metadata import version
from pathlib import Path

from siam.engine.portable import compiler

compiler.prepare()

from typescript import board_texts, exports_text, levels_text, marks_text  # noqa: E402

from siam.engine.portable import memory, shipped  # noqa: E402

TARGET = Path(__file__).parents[1] / "src/engine"
PACKAGES = ("numba", "llvmlite", "ziglang")


def build() -> bytes:
    """Compile every export into one module."""
    gathering = compiler.Gathering()
    exports = shipped.exports()
    names = [export.name for export in exports]
    with gathering.listening():
        wrappers = [
            compiler.wrapper(name, function, result, arguments, [compiler.WORD for _ in arguments])
            for name, (function, result, arguments) in memory.SYMBOLS.items()
        ]
        for export in exports:
            outside = [crossing.outside for _, crossing in export.arguments]
            inside = [crossing.inside for _, crossing in export.arguments]
            result = export.result.outside if export.result else "void"
            wrappers.append(compiler.wrapper(export.name, export.function, result, outside, inside))
    whole = compiler.linked([*gathering.modules, *wrappers], [*names, *memory.SYMBOLS])
    return compiler.link(compiler.optimised(whole), names)


def write_types() -> None:
    """Write the client's types."""
    (TARGET / "exports.ts").write_text(exports_text(shipped.exports()), encoding="utf-8")
    (TARGET / "levels.ts").write_text(levels_text(), encoding="utf-8")
    (TARGET / "marks.ts").write_text(marks_text(), encoding="utf-8")
    for name, text in board_texts().items():
        (TARGET / f"boards/{name}.json").write_text(text, encoding="utf-8")


def main() -> None:
    """Build everything, or only the types, or only the module into another file."""
    write_types()
    if sys.argv[1:] == ["--types"]:
        return
    module = build()
    if sys.argv[1:2] == ["--check"]:
        Path(sys.argv[2]).write_bytes(module)
        return
    shipped.MODULE.write_bytes(module)
    manifest = {
        "sha256": hashlib.sha256(module).hexdigest(),
        "built with": {name: version(name) for name in PACKAGES},
        "sources": shipped.sources(),
    }
    shipped.MANIFEST.write_text(json.dumps(manifest, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
