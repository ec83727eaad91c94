"""Somebody clicks twice where once is enough: what moves under the pointer meanwhile is not clicked."""

from typing import Any

import pytest
from playwright.sync_api import Locator, Route, expect

from tests.e2e.conftest import MakePerson
from tests.e2e.people import Person

PHONE = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}
DESKTOP = {"viewport": {"width": 1280, "height": 860}}
BENEATH = """([x, y]) => document.elementFromPoint(x, y)?.closest('button, a, [data-step], [role=tab]') !== null"""
OPEN = {"discards": "open", "table_talk": "open"}
every_window = pytest.mark.parametrize("window", [PHONE, DESKTOP], ids=["phone", "desktop"])


def sit_down(anna: Person, **wishes: object) -> str:
    seats: list[dict[str, object]] = [{"kind": "me"}, {"kind": "bot", "level": "random"}]
    table = anna.make_table(seats, seed=11, options=OPEN, **wishes)
    anna.open(f"table/{table}").waits_for_turn()
    return table


def clicks_twice(anna: Person, control: Locator) -> bool:
    """Click a control, and once more as quickly when it is gone; say whether another one was there by then."""
    control.wait_for()
    box = control.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    mouse = anna.page.mouse
    mouse.move(x, y)
    mouse.down()
    mouse.up()
    expect(control).to_have_count(0)
    beneath = bool(anna.page.evaluate(BENEATH, [x, y]))
    mouse.down(click_count=2)
    mouse.up(click_count=2)
    return beneath


def has_done_nothing(anna: Person, table: str) -> None:
    expect(anna.bar.locator(".chip")).to_have_count(0)
    expect(anna.page.get_by_text("First choose a card")).to_have_count(0)
    expect(anna.page.get_by_role("dialog")).to_have_count(0)
    assert anna.view(table)["you"]["my_turn"]


def fail(route: Route) -> None:
    route.abort()


@every_window
def test_two_clicks_that_hide_a_hint_do_nothing_else(person: MakePerson, window: dict[str, Any]) -> None:
    anna = person(**window).be()
    anna.expected_troubles = ("ERR_FAILED",)
    anna.context.route("**/*.wasm", fail)  # the server's hint, which lies over a control
    table = sit_down(anna)
    anna.button("Hint").click()
    assert clicks_twice(anna, anna.page.get_by_role("button", name="Hide", exact=True))
    has_done_nothing(anna, table)


@every_window
def test_two_clicks_that_put_trouble_aside_do_nothing_else(person: MakePerson, window: dict[str, Any]) -> None:
    anna = person(**window).be()
    anna.expected_troubles = ("/hint", "ERR_FAILED")
    for path in ("**/*.wasm", "**/hint"):  # neither the page nor the server can advise
        anna.context.route(path, fail)
    table = sit_down(anna)
    anna.button("Hint").click()
    assert clicks_twice(anna, anna.page.get_by_role("button", name="All right", exact=True))
    has_done_nothing(anna, table)


@every_window
def test_two_clicks_that_end_a_pause_do_nothing_else(person: MakePerson, window: dict[str, Any]) -> None:
    anna = person(**window).be()
    table = sit_down(anna, clock={"kind": "live", "seconds": 900, "increment": 5})
    anna.ask("POST", f"api/tables/{table}/proposals", {"kind": "pause"})
    assert clicks_twice(anna, anna.page.get_by_role("button", name="Go on", exact=True))
    has_done_nothing(anna, table)


def test_two_clicks_at_once_end_a_pause_once(person: MakePerson) -> None:
    anna = person(**DESKTOP).be()
    table = sit_down(anna, clock={"kind": "live", "seconds": 900, "increment": 5})
    anna.ask("POST", f"api/tables/{table}/proposals", {"kind": "pause"})
    asked: list[str] = []
    anna.page.on("request", lambda request: asked.append(request.url) if request.url.endswith("/resume") else None)
    go_on = anna.page.get_by_role("button", name="Go on", exact=True)
    go_on.dblclick()
    expect(go_on).to_have_count(0)
    assert len(asked) == 1


def test_a_control_that_stays_is_clicked_as_often_as_somebody_likes(person: MakePerson) -> None:
    anna = person(**DESKTOP).be()
    sit_down(anna)
    button = anna.page.get_by_role("button", name="Neighbours and reach")
    button.dblclick()
    expect(button).to_have_attribute("aria-pressed", "false")
    button.click(click_count=3)
    expect(button).to_have_attribute("aria-pressed", "true")
