"""The page of the architecture names every room of the house, and files that exist."""

import re
from pathlib import Path

import pytest

from tests.docs.pages import ROOT

PAGE = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
TREE = PAGE.split("```text\n")[1].split("```")[0]
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


def rooms() -> list[str]:
    """List the folders of source."""
    found = {
        file.parent
        for part, kinds in (("src/siam", (".py",)), ("web/src", (".ts", ".svelte")))
        for file in (ROOT / part).rglob("*")
        if file.suffix in kinds and file.stem != "__init__" and "migrations" not in file.parts
    }
    return sorted(folder.relative_to(ROOT).as_posix() for folder in found)


@pytest.mark.parametrize("room", rooms())
def test_every_room_stands_in_the_tree(room: str) -> None:
    assert re.search(rf"(?<![\w/]){re.escape(room.rpartition('/')[2])}/", TREE) or f"{room}/" in TREE


@pytest.mark.parametrize("name", sorted(set(re.findall(r"(?<![\w/])([\w/]+)/(?=[\s,)])", TREE))))
def test_every_folder_of_the_tree_is_there(name: str) -> None:
    places = {"tests", *rooms(), *(str(parent) for room in rooms() for parent in Path(room).parents)}
    assert any((ROOT / place / name).is_dir() for place in places)
