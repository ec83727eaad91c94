"""What ships was built from the sources as they are."""

import gzip
import hashlib
import sys
from pathlib import Path

from siam.engine.portable.shipped import MODULE, exports, manifest, sources

WEB = Path(__file__).parents[2] / "web"
LARGEST = 150_000


def test_the_module_was_built_from_these_sources() -> None:
    assert manifest()["sources"] == sources(), "the kernels have changed: run make wasm"
    assert manifest()["sha256"] == hashlib.sha256(MODULE.read_bytes()).hexdigest()


def test_the_module_is_small() -> None:
    assert len(gzip.compress(MODULE.read_bytes())) < LARGEST


def test_the_clients_types_are_those_of_the_module() -> None:
    sys.path.insert(0, str(WEB / "engine"))
    try:
        from typescript import board_texts, exports_text, levels_text, marks_text  # type: ignore[import-not-found]
    finally:
        sys.path.remove(str(WEB / "engine"))
    assert (WEB / "src/engine/exports.ts").read_text(encoding="utf-8") == exports_text(exports())
    assert (WEB / "src/engine/levels.ts").read_text(encoding="utf-8") == levels_text()
    assert (WEB / "src/engine/marks.ts").read_text(encoding="utf-8") == marks_text()
    boards = WEB / "src/engine/boards"
    assert {file.stem: file.read_text(encoding="utf-8") for file in boards.iterdir()} == board_texts()
