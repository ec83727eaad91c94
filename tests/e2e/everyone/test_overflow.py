"""No text hangs out of its place, is cut off, or makes a page scroll sideways, on any page in any language."""

from pathlib import Path

import pytest
from playwright.sync_api import Page

from siam.translation import LANGUAGES
from tests.e2e.conftest import MakePerson
from tests.e2e.lessons import lessons
from tests.e2e.places import Scenery, places

OVERFLOWING = (Path(__file__).parent / "overflow.js").read_text(encoding="utf-8")
WIDE = {"width": 1440, "height": 900}
SIZES = (WIDE, {"width": 1280, "height": 720}, {"width": 820, "height": 1180}, {"width": 360, "height": 640})


def overflowing(page: Page, where: str) -> list[str]:
    """Look at a page in every size, from a desk to a small phone."""
    found = []
    for size in SIZES:
        page.set_viewport_size(size)  # type: ignore[arg-type]
        page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        found += [f"{where}, {size['width']}: {text}" for text in page.evaluate(OVERFLOWING)]
    return found


@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_every_text_fits_its_place(person: MakePerson, scenery: Scenery, language: str) -> None:
    anna = person(viewport=WIDE, locale=language)
    found: list[str] = []
    for place in places():
        anna.page.set_viewport_size(WIDE)  # type: ignore[arg-type]
        page = scenery.go(anna, place)
        found += overflowing(page, place.name)
        if place.name == "another's turn":
            for tab in ("struggles", "players", "log"):
                page.locator(f"#tab-{tab}").dispatch_event("click")
                found += [f"{tab}: {text}" for text in page.evaluate(OVERFLOWING)]
        if place.name == "tutorial":
            for number in range(2, len(lessons()) + 1):
                page.locator(".lesson .quiet").last.dispatch_event("click")
                page.locator(f"progress[value='{number - 1}']").wait_for(state="attached")
                found += overflowing(page, f"lesson {number}")
    assert not found, "\n".join(sorted(set(found)))
