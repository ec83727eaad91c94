"""Answers that come late, because somebody was faster: what is shown belongs to where one is now."""

import random

from playwright.sync_api import Route, expect

from siam.puzzles import Status, attempt, puzzle_set
from siam.rules import PASS
from tests.e2e.conftest import MakePerson
from tests.e2e.people import Person
from tests.e2e.study.test_puzzles import clicks
from tests.e2e.truths import SHOWN, differences, names_of_provinces, settle, truth_of_table

LATE_MILLISECONDS = 700


class Held:
    """Requests of one kind that do not get through until they are let go."""

    def __init__(self, person: Person, address: str) -> None:
        self._routes: list[Route] = []
        self._holding = True
        person.page.route(address, self._asked)
        self._person = person

    def _asked(self, route: Route) -> None:
        if self._holding:
            self._routes.append(route)
        else:
            route.continue_()

    def wait_for_one(self) -> None:
        """Wait until something is asked, then let everything pass that comes later."""
        for _ in range(600):
            if self._routes:
                break
            self._person.page.wait_for_timeout(50)
        assert self._routes
        self._holding = False

    def let_go(self) -> None:
        """Let through what was held, and give the page time to make something of it."""
        for route in self._routes:
            with self._person.page.expect_response(route.request.url):
                route.continue_()
        self._person.page.wait_for_timeout(LATE_MILLISECONDS)


HOLD = """(path) => {
  const pass = Worker.prototype.postMessage
  Object.assign(window, { held: [], holding: true })
  Worker.prototype.postMessage = function (message, ...rest) {
    const go = () => pass.call(this, message, ...rest)
    if (window.holding && message?.path?.endsWith(path)) window.held.push(go)
    else go()
  }
}"""


class HeldHere:
    """The same for requests that the device itself answers."""

    def __init__(self, person: Person, path: str) -> None:
        self._page = person.page
        self._page.evaluate(HOLD, path)

    def wait_for_one(self) -> None:
        self._page.wait_for_function("() => window.held.length > 0")
        self._page.evaluate("window.holding = false")

    def let_go(self) -> None:
        self._page.evaluate("for (const go of window.held) go()")
        self._page.wait_for_timeout(LATE_MILLISECONDS)


def board(person: Person) -> object:
    shown = person.page.evaluate(SHOWN)
    return shown["provinces"], shown["courts"], shown["hand"], shown["log"]


def test_a_move_in_a_lesson_that_was_left_changes_nothing_in_the_next(person: MakePerson) -> None:
    anna = person().comes_in()
    anna.clicks("Learn in ten minutes")
    anna.sees("Lesson 1 of")
    held = HeldHere(anna, "api/study/play")
    anna.passes()
    held.wait_for_one()
    anna.clicks("Skip")
    anna.sees("Lesson 2 of")
    anna.waits_for_turn()
    before = board(anna)
    held.let_go()
    expect(anna.page.locator(".lesson.task")).to_be_visible()
    assert board(anna) == before


def test_a_lesson_that_is_set_up_late_does_not_lie_over_the_next(person: MakePerson) -> None:
    anna = person().comes_in()
    anna.clicks("Learn in ten minutes")
    anna.sees("Lesson 1 of")
    held = HeldHere(anna, "api/study")
    anna.clicks("Skip")
    held.wait_for_one()
    anna.clicks("Skip")
    anna.sees("Lesson 3 of")
    expect(anna.hand.get_by_role("button").first).to_be_visible()
    anna.page.wait_for_timeout(LATE_MILLISECONDS)
    before = board(anna)
    held.let_go()
    assert board(anna) == before


def test_a_puzzle_begun_again_is_not_judged_by_a_move_before(person: MakePerson) -> None:
    puzzle = next(
        one
        for one in puzzle_set().values()
        if one.solution != PASS and attempt(one, [one.solution]).status is Status.GO_ON
    )
    anna = person().comes_in()
    anna.clicks("Puzzles")
    anna.page.get_by_role("link", name=puzzle.id).click()
    anna.waits_for_turn()
    before = board(anna)
    anna.plays(clicks(puzzle.position, puzzle.solution))
    anna.sees("Right so far")
    held = HeldHere(anna, "/moves")
    anna.passes()
    held.wait_for_one()
    anna.clicks("From the start")
    anna.sees("One move wins")
    held.let_go()
    anna.sees("One move wins")
    assert board(anna) == before


def test_what_happened_is_not_told_over_a_move_made_meanwhile(person: MakePerson) -> None:
    people = [person("Anna").be(), person("Bertha").be()]
    table = people[0].make_table([{"kind": "me"}, {"kind": "open"}], options={"discards": "open"})
    people[1].ask("POST", f"api/tables/{table}/seats/2", {})
    for one in people:
        one.open(f"table/{table}")
    people.sort(key=lambda one: not one.view(table)["you"]["my_turn"])
    first, second = people
    first.plays_something(random.Random(1))
    second.waits_for_turn()
    held = Held(second, "**/replay")
    second.clicks("Show what happened since my last turn")
    held.wait_for_one()
    second.plays_something(random.Random(2))
    first.waits_for_turn()
    held.let_go()
    provinces = names_of_provinces(first, table)

    def look(one: Person) -> list[str]:
        return differences(one, lambda shown: truth_of_table(one, table, provinces, shown))

    assert settle(people, look) == []
