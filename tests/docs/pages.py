"""What the tests of the documentation read: the pages, their headings, links and code blocks."""

import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]

_FENCE = re.compile(r"^```(\w*)[^\n]*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_CODE = re.compile(r"`[^`\n]*`")
_LINK = re.compile(r"\[[^\]]+\]\(([^)\s]+)\)")


def every_page() -> list[Path]:
    """List every Markdown page that the project shows to people."""
    folders = (ROOT / "docs", ROOT / "locale", ROOT / "examples")
    inside = (page for folder in folders for page in folder.rglob("*.md"))
    return sorted([*ROOT.glob("*.md"), *inside])


def name(page: Path) -> str:
    """Name a page by its path inside the project, for the list of tests."""
    return page.relative_to(ROOT).as_posix()


def prose(page: Path) -> str:
    """Return the text of a page without its code blocks."""
    return _FENCE.sub("", page.read_text(encoding="utf-8"))


def blocks(page: Path, language: str) -> Iterator[str]:
    """Return the code blocks of a page that are marked with a language."""
    for marked, text in _FENCE.findall(page.read_text(encoding="utf-8")):
        if marked == language:
            yield text


def headings(page: Path) -> list[str]:
    """List the headings of a page, without their marks."""
    return [line.lstrip("#").strip() for line in prose(page).splitlines() if re.match(r"#+ ", line)]


def anchors(page: Path) -> set[str]:
    """Name the places inside a page that a link can lead to, spelt as code hosts spell them."""
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings(page)}


def links(page: Path) -> list[str]:
    """List where the links of a page lead."""
    return _LINK.findall(_CODE.sub("code", prose(page)))
