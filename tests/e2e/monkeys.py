"""Somebody who does anything at random, remembers it, and can say what led to a false picture."""

import random
import re
from collections.abc import Sequence

from tests.e2e.people import Person

OTHERS = "main button:not([data-step]), main [role=tab]"
LINKS = "header a, main a[href]:not([download]):not([target])"
NEVER = re.compile(
    r"resign|end the game|bot to play|play again|rematch|another game|share|copy|fill|hint|analyse|best move|what if",
    re.IGNORECASE,
)
"""What would end the game, leave for another one, or takes the engine's time."""

REMEMBERED = 30


class Monkey:
    """Whoever does anything at random, and remembers it."""

    def __init__(self, seed: int | str, people: Sequence[Person]) -> None:
        self.seed = seed
        self.people = people
        self.chance = random.Random(seed)
        self.deeds: list[str] = []
        self.looks = 0

    def note(self, person: Person, deed: str) -> None:
        self.deeds.append(f"{self.people.index(person)} {person.name}: {deed}")

    def click_one_of(self, person: Person, selector: str) -> bool:
        """Hit something of this kind, if there is anything; sometimes twice."""
        things = [one for one in person.reachable(selector) if not NEVER.search(one["words"])]
        if not things:
            return False
        thing = self.chance.choice(things)
        twice = self.chance.random() < 0.2
        self.note(person, f"clicks {'twice on ' if twice else ''}{thing['words']}")
        if twice:
            person.page.mouse.dblclick(thing["x"], thing["y"])
        else:
            person.hits(thing["x"], thing["y"])
        return True

    def press(self, person: Person, keys: Sequence[str]) -> None:
        key, times = self.chance.choice(keys), self.chance.choice((1, 1, 1, 4))
        self.note(person, f"presses {key} {times} times")
        person.presses(key, times)

    def stray(self, person: Person) -> None:
        """Follow any link; whoever looks where everybody is goes back by the browser's button."""
        if not person.page.locator("dialog[open]").count() and self.click_one_of(person, LINKS):
            person.page.wait_for_timeout(self.chance.choice((0, 50, 300)))

    def come_back(self, person: Person, place: str) -> None:
        """Go back to where the monkeys are; whoever can't any more opens the page again."""
        for _ in range(3):
            if place in person.page.url:
                return
            self.note(person, "goes back")
            person.goes_back()
        if place not in person.page.url:
            person.open(place)

    def fail_if(self, problems: Sequence[str]) -> None:
        """Stop with everything that led here, if something is wrong."""
        assert not problems, "\n".join(
            [
                f"seed {self.seed}, after {len(self.deeds)} deeds:",
                *problems,
                "lately:",
                *self.deeds[-REMEMBERED:],
            ]
        )
