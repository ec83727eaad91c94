"""What people do where no server answers: each journey begins at the first page, and asks nobody for anything."""

import random
import re
from collections.abc import Callable

from playwright.sync_api import expect

from siam.puzzles import Status, attempt, puzzle_set
from siam.rules import PASS
from tests.e2e.lessons import lessons
from tests.e2e.network.test_here import begins_here, passes_to_the_end
from tests.e2e.people import Person
from tests.e2e.study.test_puzzles import clicks
from tests.e2e.study.test_tutorial import do

HERE = re.compile(r"/table/\??here_\w+$")
MOVES = 3


def makes_a_table(somebody: Person, players: str = "2", **seats: str) -> None:
    somebody.comes_in()
    somebody.page.get_by_role("main").get_by_role("link", name="Make a table").click()
    if players != "2":
        somebody.button(players).click()
    for seat, who in seats.items():
        somebody.page.get_by_label(seat.replace("_", " ").capitalize()).select_option(who)
    somebody.button("Make this table").click()
    expect(somebody.page).to_have_url(HERE)


def plays_a_game_against_level_3(anna: Person) -> None:
    begins_here(anna)
    anna.waits_for_turn()
    anna.sees_no_more("Is one of these seats yours?")
    chance = random.Random(3)
    for _ in range(MOVES):
        anna.plays_something(chance)
    passes_to_the_end(anna)


def plays_with_three(anna: Person) -> None:
    makes_a_table(anna, "3")
    passes_to_the_end(anna)


def plays_in_a_team_with_three_bots(anna: Person) -> None:
    makes_a_table(anna, "4, in two teams")
    anna.passes()
    anna.waits_for_turn()


def plays_around_one_screen(anna: Person) -> None:
    makes_a_table(anna, seat_2="here")
    anna.passes()
    anna.passes()
    anna.waits_for_turn()


def asks_for_a_hint_and_reloads_in_a_move(anna: Person) -> None:
    begins_here(anna)
    anna.waits_for_turn()
    anna.button("Hint").click()
    anna.sees("Hint:")
    anna.chooses(next(step for step in sorted(anna.lit()) if len(step) == 1))
    anna.reloads()
    expect(anna.bar.locator(".chip")).to_have_count(1)
    anna.comes_in()
    anna.page.get_by_role("region", name="On this device").get_by_role("link", name="Continue").first.click()
    expect(anna.bar.locator(".chip")).to_have_count(1)


def looks_at_a_game_again(anna: Person) -> None:
    begins_here(anna, "Mali, level 1")
    passes_to_the_end(anna)
    anna.page.get_by_role("dialog").get_by_role("link", name="Replay and analyse").click()
    anna.button("Analyse this game").click()
    expect(anna.page.get_by_role("img", name="Winning chances over the game")).to_be_visible(timeout=90_000)
    expect(anna.page.get_by_role("progressbar")).to_have_count(0, timeout=90_000)
    anna.presses("ArrowRight")
    anna.sees("turn 1 of")
    anna.reloads()
    anna.sees("turn 1 of")


def solves_a_puzzle(anna: Person) -> None:
    puzzle = next(
        one
        for one in puzzle_set().values()
        if one.solution != PASS and attempt(one, [one.solution]).status is Status.SOLVED
    )
    anna.comes_in()
    anna.clicks("Puzzles")
    anna.page.get_by_role("link", name=puzzle.id).click()
    anna.passes()
    anna.sees("Not that one")
    anna.button("Try again").click()
    anna.button("Hint").click()
    anna.plays(clicks(puzzle.position, puzzle.solution))
    anna.sees("Solved!")
    anna.reloads()
    anna.sees("One move wins")


def learns_the_game(anna: Person) -> None:
    anna.comes_in()
    anna.page.get_by_role("link", name="Learn in ten minutes").click()
    all_lessons = lessons()
    for number, lesson in enumerate(all_lessons, start=1):
        anna.sees(f"Lesson {number} of {len(all_lessons)}")
        do(anna, lesson)
        anna.button("Finish" if number == len(all_lessons) else "Next lesson").click()
    anna.sees("You know the game")


def reads_the_rules(anna: Person) -> None:
    anna.comes_in()
    anna.clicks("Rules")
    expect(anna.page.locator(".rules h2").first).to_be_visible()
    expect(anna.page.locator(".rules figure").first).to_be_visible()
    anna.page.get_by_role("navigation", name="Contents").get_by_role("link").last.click()
    expect(anna.page).to_have_url(re.compile(r"#"))


def looks_from_two_windows(anna: Person) -> None:
    begins_here(anna, "Mali, level 1")
    anna.waits_for_turn()
    second = anna.opens_a_second_tab()
    second.waits_for_turn()
    anna.passes()
    anna.waits_for_turn()
    second.waits_for_turn()
    logs = [one.log.get_by_role("listitem") for one in (anna, second)]
    expect(logs[0]).not_to_have_count(0)
    expect(logs[1]).to_have_count(logs[0].count())
    second.page.close()


JOURNEYS: tuple[Callable[[Person], None], ...] = (
    plays_a_game_against_level_3,
    plays_with_three,
    plays_in_a_team_with_three_bots,
    plays_around_one_screen,
    asks_for_a_hint_and_reloads_in_a_move,
    looks_at_a_game_again,
    solves_a_puzzle,
    learns_the_game,
    reads_the_rules,
    looks_from_two_windows,
)
