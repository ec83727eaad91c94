"""Let monkeys loose for a while: `make monkey MINUTES=10 SEED=1`.

Browsers click, press, reload and lose the network at random: four windows around a table, then one with a replay, one
with a puzzle, one with the lessons, round after round, each with a seed of its own. Whenever everything lies still,
each must show what the server says. A seed repeats the deeds, as far as a server's haste can be repeated.
"""

import argparse
import random
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tests.browsers import launch_browser
from tests.e2e.hosting import start_host
from tests.e2e.lessons import lessons
from tests.e2e.lone_monkeys import LessonMonkey, PuzzleMonkey, ReplayMonkey, any_puzzle
from tests.e2e.monkeys import Monkey
from tests.e2e.people import Person
from tests.e2e.places import Scenery, make_scenery
from tests.e2e.table_monkey import HARMLESS, TableMonkey, go_home, people_at_a_table
from tests.e2e.truths import names_of_provinces

DEEDS_AT_A_TABLE = 200
DEEDS_ALONE = 80


@contextmanager
def alone(browser: Browser, base: str, scenery: Scenery) -> Iterator[Person]:
    """Give somebody a window in which things move, as the Anna of the scenery."""
    context = browser.new_context(locale="en", viewport={"width": 1280, "height": 860}, reduced_motion="no-preference")
    context.add_cookies(scenery.cookies)  # type: ignore[arg-type]
    person = Person("Anna", base, context)
    person.expected_troubles = HARMLESS
    yield person
    context.close()


def play_round(browser: Browser, scenery: Scenery, seed: int) -> Iterator[Monkey]:
    """Let one monkey of each kind loose; yields each when it is done."""
    chance = random.Random(seed)
    people, table = people_at_a_table(browser, scenery.base, seed, chance.choice((2, 2, 3, 4)))
    monkey = TableMonkey(seed, people, table)
    monkey.run(DEEDS_AT_A_TABLE)
    go_home(people)
    yield monkey
    with alone(browser, scenery.base, scenery) as person:
        provinces = names_of_provinces(person, scenery.tables["over"])
        replay = ReplayMonkey(seed, person, scenery.tables[chance.choice(("over", "mine"))], provinces)
        replay.run(DEEDS_ALONE)
        yield replay
    with alone(browser, scenery.base, scenery) as person:
        puzzle = PuzzleMonkey(seed, person, any_puzzle(person, chance), provinces)
        puzzle.run(DEEDS_ALONE)
        yield puzzle
    with alone(browser, scenery.base, scenery) as person:
        lesson = LessonMonkey(seed, person, lessons(), provinces)
        lesson.run(DEEDS_ALONE)
        yield lesson


def main() -> None:
    """Let monkeys loose until the time is over, or until one of them sees something false."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    ends = time.monotonic() + given.minutes * 60
    deeds, looks, seed = 0, 0, given.seed
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        host = start_host(Path(folder))
        browser = launch_browser(playwright)
        try:
            scenery = make_scenery(browser, host.url)
            while time.monotonic() < ends:
                for monkey in play_round(browser, scenery, seed):
                    deeds, looks = deeds + len(monkey.deeds), looks + monkey.looks
                    print(f"seed {seed}: {type(monkey).__name__} did {len(monkey.deeds)} deeds", flush=True)
                seed += 1
        finally:
            browser.close()
            host.stop()
    print(f"{deeds} deeds, {looks} looks, nothing false")


if __name__ == "__main__":
    main()
