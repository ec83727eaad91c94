"""What tests of several packages share."""

from collections import Counter
from pathlib import Path

import pytest

from tests.docs.pages import ROOT, blocks


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Refuse two tests of one name: workers are given tests by name, so only one of them would run."""
    twice = [name for name, times in Counter(item.nodeid for item in items).items() if times > 1]
    if twice:
        raise pytest.UsageError(f"several tests have these names: {', '.join(twice)}")


@pytest.fixture
def ring_file(tmp_path: Path) -> Path:
    """A map of one's own: the ring that the page about map files shows."""
    file = tmp_path / "ring.toml"
    [ring] = (text for text in blocks(ROOT / "docs" / "maps.md", "toml") if 'name = "ring"' in text)
    file.write_text(ring, encoding="utf-8")
    return file
