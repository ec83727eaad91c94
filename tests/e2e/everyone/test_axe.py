"""No page breaks a rule of WCAG 2.2 AA that axe can check: by day, by lamplight, and in high contrast.

Colours are the same on a phone, so there the other rules are checked only.
"""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.e2e.conftest import MakePerson
from tests.e2e.places import Scenery, places

AXE = (Path(__file__).parents[3] / "web/node_modules/axe-core/axe.min.js").read_text(encoding="utf-8")
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
LOOKS = (("light", ""), ("dark", ""), ("light", "more"), ("dark", "more"))
PHONE = {"width": 360, "height": 640}
DESKTOP = {"width": 1280, "height": 860}

RUN = """async ([tags, coloursOnly]) => {
  const options = { runOnly: { type: 'tag', values: tags }, resultTypes: ['violations'] }
  if (coloursOnly) options.runOnly = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }
  const { violations } = await axe.run(document, options)
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => ({
    id, target: node.target.join(' '), why: node.failureSummary, html: node.html.slice(0, 160),
  })))
}"""


def wear(page: Page, theme: str, contrast: str) -> None:
    page.evaluate(
        """async ([theme, contrast]) => {
          document.documentElement.dataset.theme = theme
          if (contrast) document.documentElement.dataset.contrast = contrast
          else delete document.documentElement.dataset.contrast
          // Colours that are inherited change one frame after another.
          for (let frame = 0; frame < 4; frame += 1) await new Promise(requestAnimationFrame)
        }""",
        [theme, contrast],
    )


def violations(page: Page, *, colours_only: bool) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = page.evaluate(RUN, [TAGS, colours_only])
    return found


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_axe_finds_nothing_on_any_page(person: MakePerson, scenery: Scenery, size: dict[str, int]) -> None:
    anna = person(viewport=size)
    found: list[str] = []
    for place in places():
        page = scenery.go(anna, place)
        page.evaluate(f"window.axe === undefined && (() => {{ {AXE} }})()")
        for look in LOOKS if size is DESKTOP else LOOKS[:1]:
            wear(page, *look)
            found += [
                f"{place.name} {look}: {one['id']} {one['target']} {one['html']}\n  {one['why']}"
                for one in violations(page, colours_only=look != LOOKS[0])
            ]
    assert not found, "\n".join(found)
