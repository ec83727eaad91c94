"""Somebody who never saw the game goes through the tutorial and then plays a gentle game."""

import pytest
from playwright.sync_api import expect

from siam.notation import format_step, parse_move, parse_position
from siam.rules import HalfMove, play
from tests.e2e.conftest import MakePerson
from tests.e2e.lessons import Lesson, lessons
from tests.e2e.people import Person

LESSONS = lessons()


def do(anna: Person, lesson: Lesson) -> None:
    """Do what the lesson shows as its example."""
    if lesson.example == ("pass",):
        anna.passes()
    else:
        anna.plays(list(lesson.example))


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.id)
def test_the_position_and_the_example_of_each_lesson_are_legal(lesson: Lesson) -> None:
    position = parse_position(lesson.position)
    half = HalfMove(position)
    for text in lesson.example:
        half = half.then(next(step for step in half.legal_steps if format_step(position.board, step) == text))
    assert half.move
    position = play(position, half.move).position
    for answer in lesson.answers:
        if not position.is_over:
            position = play(position, parse_move(position.board, answer)).position


def test_the_tutorial_from_start_to_end_and_a_gentle_game(person: MakePerson) -> None:
    anna = person().open()
    anna.page.get_by_role("link", name="Learn in ten minutes").click()
    for number, lesson in enumerate(LESSONS, start=1):
        anna.sees(f"Lesson {number} of {len(LESSONS)}")
        do(anna, lesson)
        anna.button("Finish" if number == len(LESSONS) else "Next lesson").click()
    anna.sees("You know the game")
    anna.button("Play a gentle game").click()
    anna.page.wait_for_url("**/table/*")
    anna.sees("If everyone passes now")
    expect(anna.page.get_by_role("list", name="Players").get_by_text("Mali", exact=True)).to_be_visible()
    anna.waits_for_turn()
    expect(anna.button("Hint")).to_be_enabled()


def test_a_move_that_misses_the_point_is_told_and_can_be_tried_again(person: MakePerson) -> None:
    anna = person().open("tutorial")
    for _ in range(3):
        anna.button("Skip").click()
    anna.sees("Taking weakens what you back")
    anna.plays(["L", "chi", "chi", "L@chi"])
    anna.sees("Tied: the follower you took was the one that Chiang Mai needed.")
    anna.button("Try again").click()
    anna.plays(["L", "chi", "chi", "L@lua"])
    anna.sees("That is the heart of the game")


def test_any_lesson_is_chosen_from_the_list_and_one_goes_back_by_a_button(person: MakePerson) -> None:
    anna = person().open("tutorial")
    expect(anna.page.get_by_role("button", name="Back", exact=True)).to_have_count(0)
    anna.page.get_by_role("button", name=f"Lesson 1 of {len(LESSONS)}").click()
    listed = anna.page.get_by_role("dialog").get_by_role("listitem").get_by_role("button")
    expect(listed).to_have_count(len(LESSONS))
    expect(anna.page.get_by_role("dialog").locator("[aria-current=step]")).to_contain_text("1")
    listed.nth(3).click()
    expect(anna.page.get_by_role("dialog")).to_have_count(0)
    anna.sees("Taking weakens what you back")
    anna.plays(["L", "chi", "chi", "L@chi"])
    anna.clicks("Back")
    anna.sees(f"Lesson 3 of {len(LESSONS)}")
    expect(anna.page.locator(".lesson.task")).to_be_visible()
    anna.reloads()
    anna.sees(f"Lesson 3 of {len(LESSONS)}")


def test_the_tutorial_goes_on_where_it_was_left(person: MakePerson) -> None:
    anna = person().open("tutorial")
    anna.passes()
    anna.button("Next lesson").click()
    anna.sees("When two quarrel")
    anna.page.reload()
    anna.sees("When two quarrel")
