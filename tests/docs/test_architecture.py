"""The page of the architecture names files that exist."""

import re

import pytest

from tests.docs.pages import ROOT

PAGE = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
WAYS = PAGE.split("## The ways, file by file")[1]


def named_files() -> list[str]:
    """List the files of the ways; in a row of the table those without a folder lie beside the one before."""
    found: list[str] = []
    for line in WAYS.splitlines():
        cells = line.split("|")
        text = cells[1] if line.startswith("|") and len(cells) > 2 else line
        web, folder = "web: " in text, ""
        for name in re.findall(r"`(?:web: )?([\w./]+\.(?:py|ts|svelte))`", text):
            folder = name.rpartition("/")[0] or folder
            path = name if "/" in name else f"{folder}/{name}"
            found.append(f"{'web/src' if web else 'src/siam'}/{path}")
    return found


def test_the_ways_name_many_files() -> None:
    assert len(named_files()) > 30


@pytest.mark.parametrize("file", named_files())
def test_every_file_of_the_ways_is_there(file: str) -> None:
    assert (ROOT / file).is_file() or (ROOT / file.replace("src/siam", "web/src", 1)).is_file()
