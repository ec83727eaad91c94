"""Monkeys for a few seconds each: whatever they do, what is shown is what is. `make monkey` takes its time."""

import random

import pytest
from playwright.sync_api import Browser

from tests.e2e.conftest import MakePerson
from tests.e2e.hosting import Host
from tests.e2e.lessons import lessons
from tests.e2e.lone_monkeys import LessonMonkey, PuzzleMonkey, ReplayMonkey, any_puzzle
from tests.e2e.people import Person
from tests.e2e.places import Scenery
from tests.e2e.table_monkey import HARMLESS, TableMonkey, go_home, people_at_a_table
from tests.e2e.truths import names_of_provinces


@pytest.mark.parametrize(("seed", "seats"), [(1, 2), (2, 3)])
def test_four_windows_around_a_table_always_show_what_the_server_says(
    host: Host, browser: Browser, seed: int, seats: int
) -> None:
    people, table = people_at_a_table(browser, host.url, seed, seats)
    TableMonkey(seed, people, table).run(deeds=42)
    go_home(people)


@pytest.fixture
def anna(person: MakePerson, scenery: Scenery) -> Person:
    """The Anna of the scenery, in a window in which things move."""
    anna = person("Anna", reduced_motion="no-preference")
    anna.expected_troubles = HARMLESS
    anna.context.add_cookies(scenery.cookies)  # type: ignore[arg-type]
    return anna


def test_a_replay_shows_the_turn_that_it_names_whatever_is_pressed(anna: Person, scenery: Scenery) -> None:
    table = scenery.tables["over"]
    ReplayMonkey(1, anna, table, names_of_provinces(anna, table)).run(deeds=32)


def test_a_puzzle_shows_what_the_server_answered_whatever_is_tried(anna: Person, scenery: Scenery) -> None:
    provinces = names_of_provinces(anna, scenery.tables["over"])
    PuzzleMonkey(1, anna, any_puzzle(anna, random.Random(1)), provinces).run(deeds=32)


def test_a_lesson_shows_its_own_position_whatever_is_tried(anna: Person, scenery: Scenery) -> None:
    provinces = names_of_provinces(anna, scenery.tables["over"])
    LessonMonkey(1, anna, lessons(), provinces).run(deeds=32)
