"""Rules in pictures: examples drawn on the rules page, and an overlay on the map that shows neighbours and reach."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from siam.translation import LANGUAGES
from tests.e2e.conftest import MakePerson

PHONE = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}
DESKTOP = {"viewport": {"width": 1280, "height": 860}}
PICTURES = ["3.3", "5.6", "5.7", "5.8", "5.9", "5.11", "6.3"]
WIDER_THAN_THE_PAGE = "document.documentElement.scrollWidth > innerWidth"


@pytest.mark.parametrize("language", sorted(LANGUAGES))
@pytest.mark.parametrize("window", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_the_rules_have_pictures(person: MakePerson, language: str, window: dict[str, Any]) -> None:
    anna = person(locale=language, **window).open("rules")
    figures = anna.page.get_by_role("figure")
    expect(figures).to_have_count(len(PICTURES))
    for paragraph, figure in zip(PICTURES, figures.all(), strict=True):
        picture = figure.get_by_role("img")
        expect(picture).to_have_attribute("aria-label", re.compile(rf"§{re.escape(paragraph)}\b"))
        expect(picture.locator("[data-anchor]").first).to_be_attached()
        assert (
            figure.evaluate(
                """(figure) => {
              let before = figure.previousElementSibling
              while (before && !/^H[23]$/.test(before.tagName)) before = before.previousElementSibling
              return before?.id
            }"""
            )
            == paragraph
        )
    assert not anna.page.evaluate(WIDER_THAN_THE_PAGE)


@pytest.mark.parametrize("window", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_the_map_shows_neighbours_and_how_far_a_card_reaches(person: MakePerson, window: dict[str, Any]) -> None:
    anna = person(**window).be()
    table = anna.make_table([{"kind": "me"}, {"kind": "bot", "level": "random"}], seed=11, options={"discards": "open"})
    anna.open(f"table/{table}").waits_for_turn()
    page = anna.page
    assert page.locator("[data-border]").count() == 0
    page.get_by_role("button", name="Neighbours and reach").click()
    borders = anna.ask("GET", "api/boards/siam")["borders"]
    drawn = {str(line.get_attribute("data-border")) for line in page.locator("[data-border]").all()}
    assert drawn == {"-".join(sorted(border.split("-"))) for border in borders}
    told = {one["card"]: one["provinces"] for one in anna.ask("GET", f"api/tables/{table}/reach")["cards"]}
    strip = page.get_by_role("group", name="Neighbours and reach")
    for card, name in (("R", "Rama"), ("L", "Lao"), ("2", "2 vs 1")):
        strip.get_by_role("button", name=name, exact=True).click()
        expect(strip).to_contain_text(f"{name} reaches")
        marked = {str(land.get_attribute("data-reached")) for land in page.locator("[data-reached]").all()}
        assert marked == set(told[card])
    assert not page.evaluate(WIDER_THAN_THE_PAGE)
    assert not overlap(strip, page.get_by_role("group", name="Board"))
    page.get_by_role("button", name="Neighbours and reach").click()
    expect(page.locator("[data-border]")).to_have_count(0)


@pytest.mark.parametrize("window", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_a_move_can_be_made_below_the_overlay(person: MakePerson, window: dict[str, Any]) -> None:
    anna = person(**window).be()
    table = anna.make_table([{"kind": "me"}, {"kind": "bot", "level": "random"}], seed=11, options={"discards": "open"})
    anna.open(f"table/{table}").waits_for_turn()
    anna.page.get_by_role("button", name="Neighbours and reach").click()
    if window is PHONE:
        anna.page.get_by_role("tab", name="Hand").click()
    anna.page.locator('.hand [data-step="R"]').click()
    expect(anna.bar.locator(".chip")).to_have_count(1)
    anna.page.locator('.board [data-step="kho"]').click()
    expect(anna.bar.locator(".chip")).to_have_count(2)


def overlap(one: Locator, other: Locator) -> bool:
    """Return whether two parts of a page cover each other."""
    a, b = one.bounding_box(), other.bounding_box()
    assert a is not None
    assert b is not None
    across = a["x"] < b["x"] + b["width"] and b["x"] < a["x"] + a["width"]
    return across and a["y"] < b["y"] + b["height"] and b["y"] < a["y"] + a["height"]
