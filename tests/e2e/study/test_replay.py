"""A replay shows what was, however quickly somebody goes through it."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import MakePerson
from tests.e2e.people import CARDS, Person
from tests.e2e.places import Scenery

# What is drawn, read from the page: followers and control by province, supply, courts, cards left, discards, mover.
DRAWN = """() => {
  const all = (selector, root = document) => [...root.querySelectorAll(selector)]
  const rows = all('[aria-label="Players"] > li')
  return {
    followers: all('table tbody tr').map((row) => [...row.children].map((cell) => cell.textContent.trim())),
    courts: rows.map((row) => all(".court .count b", row).map((one) => Number(one.textContent))),
    discards: rows.map((row) => all('.discards .tile .unseen', row).map((name) => name.textContent)),
    mover: rows.findIndex((row) => row.classList.contains('turn')) + 1,
    hand: all('[aria-label="Your hand"] .name').map((name) => name.textContent),
    standing: document.querySelector('.replay .top .scoreboard .unseen')?.textContent,
    flights: all('.flight').length,
  }
}"""


def drawn(person: Person) -> Any:
    return person.page.evaluate(DRAWN)


@pytest.mark.parametrize("pause", [50, 200, 600])
@pytest.mark.parametrize("way", ["key", "button"])
def test_stepping_quickly_ends_in_the_position_of_the_turn(
    person: MakePerson, scenery: Scenery, pause: int, way: str
) -> None:
    table = scenery.tables["mine"]
    quick, slow = person("Quick", reduced_motion="no-preference"), person("Slow")
    for one in (quick, slow):
        one.context.add_cookies(scenery.cookies)  # type: ignore[arg-type]
    quick.open(f"replay/{table}").sees("turn 0 of")
    for _ in range(8):
        if way == "key":
            quick.page.keyboard.press("ArrowRight")
        else:
            quick.button("One turn on").click()
        quick.page.wait_for_timeout(pause)
    quick.sees("turn 8 of")
    slow.open(f"replay/{table}?turn=8").sees("turn 8 of")
    expect(quick.page.locator(".flight")).to_have_count(0)
    told = slow.ask("GET", f"api/tables/{table}/replay")["turns"][8]["state"]
    wanted = drawn(slow)
    assert wanted["mover"] == told["to_move"]
    assert wanted["courts"] == [player["court"] for player in told["players"]]
    assert wanted["discards"] == [[CARDS[card] for card in player["discards"]] for player in told["players"]]
    assert any(wanted["discards"]), "something was played by then"
    assert sorted(wanted["hand"]) == sorted(CARDS[card] for card in told["players"][0]["hand"])
    assert wanted["standing"].startswith("If everyone passes now: ")
    for _ in range(100):
        if drawn(quick) == wanted:
            break
        quick.page.wait_for_timeout(100)
    quick.page.wait_for_timeout(3_000)  # whatever still runs behind has had its time
    assert drawn(quick) == wanted


def test_going_back_and_forth_in_the_middle_of_a_move_ends_where_one_is(person: MakePerson, scenery: Scenery) -> None:
    table = scenery.tables["mine"]
    quick, slow = person("Quick", reduced_motion="no-preference"), person("Slow")
    for one in (quick, slow):
        one.context.add_cookies(scenery.cookies)  # type: ignore[arg-type]
    quick.open(f"replay/{table}").sees("turn 0 of")
    for key in ("ArrowRight", "ArrowRight", "ArrowLeft", "End", "ArrowLeft", "Home", "ArrowRight", "ArrowRight"):
        quick.page.keyboard.press(key)
        quick.page.wait_for_timeout(120)
    slow.open(f"replay/{table}?turn=2").sees("turn 2 of")
    wanted = drawn(slow)
    for _ in range(100):
        if drawn(quick) == wanted:
            break
        quick.page.wait_for_timeout(100)
    quick.page.wait_for_timeout(3_000)
    assert drawn(quick) == wanted
