"""What tests of several packages share."""

from pathlib import Path

import pytest

from tests.docs.pages import ROOT, blocks


@pytest.fixture
def ring_file(tmp_path: Path) -> Path:
    """A map of one's own: the ring that the page about map files shows."""
    file = tmp_path / "ring.toml"
    file.write_text(next(blocks(ROOT / "docs" / "maps.md", "toml")), encoding="utf-8")
    return file
