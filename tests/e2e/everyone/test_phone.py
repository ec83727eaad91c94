"""On a phone: a move by tapping, targets for a thumb, nothing beside the page, a board that can be enlarged."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import MakePerson
from tests.e2e.gaming import wait_for_version, whole_move
from tests.e2e.people import Person
from tests.e2e.places import Scenery, places

UPRIGHT = {"width": 360, "height": 640}
SIDEWAYS = {"width": 640, "height": 360}
TOUCH = {"has_touch": True, "is_mobile": True, "device_scale_factor": 2}

# Everything that can be tapped and is smaller than 44 pixels; links inside a line of text may be as small as the line.
# On the map a follower's province is the target, so the followers themselves are not measured.
SMALL = """() => {
  const inLine = (element) => element.matches('a') && getComputedStyle(element).display === 'inline'
  const found = []
  for (const element of document.querySelectorAll('a[href], button, input, select, summary, [role="button"]')) {
    if (!element.checkVisibility() || inLine(element) || element.closest('.unseen, svg g')) continue
    if (element.matches('a[href="#main"]')) continue
    const target = element.closest('label.choice') ?? element
    const { width, height } = target.getBoundingClientRect()
    if (width < 43.5 || height < 43.5) {
      found.push(`${Math.round(width)} x ${Math.round(height)} ${element.outerHTML.slice(0, 90)}`)
    }
  }
  return found
}"""


def tap(page: Page, step: str) -> None:
    """Tap a choice where a thumb would: a card or button in its middle, a province on its land."""
    target = page.locator(f'[data-step="{step}"]').locator("visible=true").first
    target.scroll_into_view_if_needed()
    spot: list[float] = target.evaluate(
        """(element) => {
          const box = element.getBoundingClientRect()
          for (const [x, y] of [[0.5, 0.5], [0.3, 0.5], [0.7, 0.5], [0.5, 0.3], [0.5, 0.7], [0.3, 0.3], [0.7, 0.7]]) {
            const [left, top] = [box.x + box.width * x, box.y + box.height * y]
            if (element.contains(document.elementFromPoint(left, top))) return [left, top]
          }
          return [box.x + box.width / 2, box.y + box.height / 2]
        }"""
    )
    page.touchscreen.tap(spot[0], spot[1])


def tap_a_move(person: Person, table: str, seed: int) -> None:
    steps = whole_move(person, table, seed)
    chips = person.bar.locator(".chip")
    for count, step in enumerate(steps, 1):
        tap(person.page, step)
        if "@" in step:
            # In a province with several followers the bar asks which one is meant.
            expect(chips.nth(count - 1).or_(person.bar.get_by_role("group")).first).to_be_visible()
            if chips.count() < count:
                faction = {"R": "Rama", "L": "Lao", "M": "Malay"}[step[0]]
                person.bar.get_by_role("group").get_by_role("button", name=faction).tap()
        expect(chips).to_have_count(count)
    person.button("Confirm").tap()


def sideways_room(page: Page) -> int:
    room: int = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    return room


@pytest.mark.parametrize("size", [UPRIGHT, SIDEWAYS], ids=["upright", "sideways"])
def test_whole_moves_by_tapping(person: MakePerson, size: dict[str, int]) -> None:
    anna = person(viewport=size, **TOUCH).be()
    seats: list[dict[str, object]] = [{"kind": "me"}, {"kind": "here", "name": "Paul"}]
    table = anna.make_table(seats, options={"discards": "open"}, seed=4)
    anna.open(f"table/{table}")
    for seed in (1, 3):
        view = anna.view(table)
        anna.waits_for_turn()
        tap_a_move(anna, table, seed)
        wait_for_version(anna, table, view["version"])
    assert sideways_room(anna.page) <= 0
    for tab in ("Struggles", "Players", "Hand"):
        anna.page.get_by_role("tab", name=tab).tap()
        expect(anna.page.locator(f"#panel-{tab.lower()}")).to_be_visible()


def test_courts_are_in_sight_and_followers_are_picked_in_one_row(person: MakePerson) -> None:
    anna = person(viewport=UPRIGHT, **TOUCH).be()
    seats: list[dict[str, object]] = [{"kind": "me"}]
    seats += [{"kind": "here", "name": name} for name in ("Bo", "Cy", "Di")]
    table = anna.make_table(seats, options={"discards": "open"}, seed=4)
    anna.open(f"table/{table}").waits_for_turn()
    for tab in ("Struggles", "Players", "Log", "Hand"):
        anna.page.get_by_role("tab", name=tab).tap()
        courts = anna.page.get_by_role("list", name="Courts").get_by_role("listitem")
        expect(courts).to_have_count(4)
        for court in courts.all():
            expect(court).to_be_in_viewport(ratio=1)
    tap(anna.page, "1")
    expect(anna.bar.locator(".chip")).to_have_count(1)
    board = anna.page.get_by_role("group", name="Board")
    before = board.bounding_box()
    lands = {box["province"]: box["followers"] for box in anna.view(table)["state"]["track"]}
    crowded = next(code for code, followers in lands.items() if all(followers))
    anna.page.locator(f'.board .land[data-anchor="{crowded}"]').dispatch_event("click")
    row = anna.bar.get_by_role("group").get_by_role("button")
    expect(row).to_have_count(3)
    tops = [(one.bounding_box() or {"y": 0})["y"] for one in row.all()]
    assert max(tops) - min(tops) < 2, "they lie in one row"
    after = board.bounding_box()
    assert before is not None
    assert after is not None
    assert abs(before["height"] - after["height"]) <= 12, "the map keeps its size"


def test_no_name_on_a_small_map_lies_over_followers_or_another_name(person: MakePerson, scenery: Scenery) -> None:
    anna = person(viewport=UPRIGHT, **TOUCH)
    covered = []
    for name in ("my turn", "another's turn", "watching four", "replay", "tutorial", "puzzle"):
        page = scenery.go(anna, next(place for place in places() if place.name == name))
        covered += [f"{name}: {one}" for one in page.evaluate(COVERED)]
    assert not covered, "\n".join(covered)


# What covers a name on the map by more than a hair: another name, followers, a marker, or the supply.
COVERED = """() => {
  const box = (element) => element.getBoundingClientRect()
  // A line of text is higher than its letters.
  const names = [...document.querySelectorAll('.board .name text')].map((element) => {
    const { left, right, top, bottom, height } = box(element)
    return { what: element.textContent, left, right, top: top + height * 0.22, bottom: bottom - height * 0.2 }
  })
  const others = [...document.querySelectorAll('.board .piece, .board .marker, .board .shield')].map((element) => {
    const { left, right, top, bottom } = box(element)
    return { what: element.getAttribute('class'), left, right, top, bottom }
  })
  const over = (a, b) => {
    const across = Math.min(a.right, b.right) - Math.max(a.left, b.left)
    return Math.min(across, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top))
  }
  return names.flatMap((name, at) => {
    const covering = [...names.slice(at + 1), ...others].filter((other) => over(name, other) > 2.5)
    return covering.map((other) => `${name.what} and ${other.what}`)
  })
}"""


def test_every_target_is_large_enough_for_a_thumb(person: MakePerson, scenery: Scenery) -> None:
    anna = person(viewport=UPRIGHT, **TOUCH)
    small = []
    for place in places():
        if place.hovers:
            continue
        page = scenery.go(anna, place)
        small += [f"{place.name}: {one}" for one in page.evaluate(SMALL)]
        for tab in closed_tabs(page):
            page.get_by_role("tab", name=tab).tap()
            small += [f"{place.name}, {tab}: {one}" for one in page.evaluate(SMALL)]
        if sideways_room(page) > 0:
            small.append(f"{place.name}: scrolls sideways")
    assert not small, "\n".join(small)


def closed_tabs(page: Page) -> list[str]:
    """Name the parts of a table that are not open; under a dialog none can be opened."""
    if page.locator("dialog[open]").count():
        return []
    return page.locator("[role=tab][aria-selected=false]").all_inner_texts()


@pytest.mark.parametrize("size", [UPRIGHT, SIDEWAYS], ids=["upright", "sideways"])
def test_a_table_is_never_longer_than_the_window(person: MakePerson, scenery: Scenery, size: dict[str, int]) -> None:
    anna = person(viewport=size, **TOUCH)
    longer = []
    for place in places():
        if place.hovers or not place.address.startswith(("table/{mine", "table/{watched", "table/{over", "replay")):
            continue
        page = scenery.go(anna, place)
        for tab in closed_tabs(page) or [""]:
            if tab:
                page.get_by_role("tab", name=tab).tap()
            if page.evaluate("document.documentElement.scrollHeight > innerHeight"):
                longer.append(f"{place.name} {tab}")
    assert not longer, "\n".join(longer)


def test_two_fingers_enlarge_the_board(person: MakePerson, scenery: Scenery) -> None:
    anna = person(viewport=UPRIGHT, **TOUCH)
    page = scenery.go(anna, next(place for place in places() if place.name == "another's turn"))
    box = page.get_by_role("group", name="Board").bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    client = anna.context.new_cdp_session(page)

    def touch(kind: str, *gaps: float) -> None:
        points: list[dict[str, Any]] = [{"x": x + gap, "y": y, "id": at} for at, gap in enumerate(gaps)]
        client.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", -20)
    touch("touchStart", -20, 20)
    for gap in (30, 45, 60, 80):
        touch("touchMove", -gap, gap)
    touch("touchEnd")
    zoomed = page.locator(".zoomed").get_attribute("transform") or ""
    assert "scale(" in zoomed
    assert float(zoomed.rsplit("scale(", 1)[1].rstrip(")")) > 1.5


def test_everything_can_be_reached_at_twice_the_size(person: MakePerson, scenery: Scenery) -> None:
    """A window of 1280 by 720 at 200 % is one of 640 by 360 with two pixels for one."""
    anna = person(viewport=SIDEWAYS, device_scale_factor=2)
    lost = []
    for place in places():
        if place.hovers:
            continue
        page = scenery.go(anna, place)
        if sideways_room(page) > 0:
            lost.append(f"{place.name}: scrolls sideways")
        lost += [f"{place.name}: {one}" for one in page.evaluate(UNREACHABLE)]
    assert not lost, "\n".join(lost)


# Buttons and links that cannot be scrolled to a place where they are on top.
UNREACHABLE = """() => {
  const found = []
  const top = document.querySelector('dialog[open]') ?? document
  for (const element of top.querySelectorAll('a[href], button, input, select, summary')) {
    if (!element.checkVisibility() || element.closest('.unseen') || element.matches('a[href="#main"]')) continue
    element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
    const target = element.closest('label') ?? element
    const box = element.getBoundingClientRect()
    const there = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
    if (!there || !(target.contains(there) || there.contains(target))) found.push(element.outerHTML.slice(0, 90))
  }
  return found
}"""
