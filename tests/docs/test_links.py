"""Every link inside the documentation leads somewhere."""

from pathlib import Path

import pytest

from tests.docs.pages import anchors, every_page, links, name


@pytest.mark.parametrize("page", every_page(), ids=name)
def test_every_link_to_another_page_or_heading_resolves(page: Path) -> None:
    broken = [link for link in links(page) if not _leads_somewhere(page, link)]
    assert broken == []


def _leads_somewhere(page: Path, link: str) -> bool:
    if link.startswith(("https://", "http://")):
        return True  # outside pages are not ours to check
    path, _, anchor = link.partition("#")
    target = page.parent / path if path else page
    return target.exists() and (not anchor or anchor in anchors(target))
