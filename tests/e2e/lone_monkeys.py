"""One browser that does anything at random with a replay, a puzzle or a lesson."""

import random
import re
from collections.abc import Sequence
from functools import cache
from typing import ClassVar

from tests.e2e.lessons import Lesson
from tests.e2e.monkeys import OTHERS, Monkey
from tests.e2e.people import CHOICES, Person
from tests.e2e.truths import Json, MovedOnError, Truth, differences, settle

DEEDS_BETWEEN_LOOKS = 8
REPLAY_KEYS = ("ArrowRight", "ArrowRight", "ArrowLeft", "Home", "End", " ")
STUDY_KEYS = ("1", "2", "3", "4", "5", "6", "7", "8", "p", "Backspace", "Enter", "Escape", " ", "ArrowRight")
STEPS_OF_A_MOVE = 8


class LoneMonkey(Monkey):
    """Somebody alone with one page."""

    keys: Sequence[str] = STUDY_KEYS
    weights: ClassVar[dict[str, int]] = {
        "choose": 34,
        "confirm": 14,
        "pass": 5,
        "other": 16,
        "key": 14,
        "skip": 5,
        "reload": 2,
        "stray": 2,
    }

    def __init__(self, seed: int | str, person: Person, place: str) -> None:
        super().__init__(seed, [person])
        self.person = person
        self.place = place
        person.open(place)

    def run(self, deeds: int) -> None:
        """Do so many deeds; look now and then, and at the end."""
        for number in range(deeds):
            self.act()
            if number % DEEDS_BETWEEN_LOOKS == DEEDS_BETWEEN_LOOKS - 1:
                self.look()
        self.look()

    def act(self) -> None:
        """Do something."""
        person = self.person
        match self.chance.choices(list(self.weights), list(self.weights.values()))[0]:
            case "choose":
                _ = self.click_one_of(person, CHOICES) or self.click_one_of(person, "[data-confirm]")
            case "confirm":
                self.click_one_of(person, "[data-confirm]")
            case "pass":
                self.click_one_of(person, '[aria-keyshortcuts="P"]')
            case "other":
                self.click_one_of(person, OTHERS)
            case "key":
                self.press(person, self.keys)
            case "skip":
                self.click_one_of(person, ".board, .happening")
            case "reload":
                self.note(person, "reloads")
                person.reloads()
            case "stray":
                self.stray(person)
            case "slide":
                self.click_one_of(person, "input[type=range]")
        person.page.wait_for_timeout(self.chance.choice((0, 0, 15, 80, 250)))
        self.come_back(person, self.place)

    def look(self) -> None:
        """Wait until everything lies still; then it must be what the server says."""
        self.looks += 1
        for _ in range(3):
            if self.person.page.locator("dialog[open]").count():
                self.person.presses("Escape")
        self.lay_aside()
        self.fail_if(settle([self.person], lambda person: differences(person, self.truth)))
        self.fail_if(self.person.troubles)

    def lay_aside(self) -> None:
        """Take a move in the making back."""
        for _ in range(STEPS_OF_A_MOVE):
            if self.person.page.locator(".rail .chip").count():
                self.person.presses("Backspace")

    def truth(self, shown: Json) -> Truth:
        """Return what must be seen now."""
        raise NotImplementedError


class ReplayMonkey(LoneMonkey):
    """Somebody who goes through a replay, back and forth, quicker than it can be told."""

    keys = REPLAY_KEYS
    weights: ClassVar[dict[str, int]] = {"key": 40, "other": 30, "slide": 12, "stray": 4, "reload": 3}

    def __init__(self, seed: int | str, person: Person, table: str, provinces: Json) -> None:
        super().__init__(seed, person, f"replay/{table}")
        self.replay: Json = person.ask("GET", f"api/tables/{table}/replay")
        self.provinces = provinces

    def lay_aside(self) -> None:
        """Stop the film."""
        pause = self.person.page.get_by_role("button", name="Pause", exact=True)
        if pause.count():
            pause.click()

    def truth(self, shown: Json) -> Truth:
        """Return the position of the turn that the page names."""
        turns: list[Json] = self.replay["turns"]
        heading = self.person.page.get_by_role("heading", level=1).inner_text()
        named = re.search(r"turn (\d+) of", heading)
        assert named, heading
        at = next(number for number, turn in enumerate(turns) if turn["turn"] == int(named[1]))
        seat = int(self.person.page.get_by_label("Look from the seat of").input_value())
        result = self.replay["result"]
        over = result is not None and at == len(turns) - 1
        state = turns[at]["state"]
        return Truth(
            state=state,
            log=[turn["entry"] for turn in turns[: at + 1] if turn["entry"]],
            provinces=self.provinces,
            hand=state["players"][seat - 1]["hand"] or [],
            over=over,
            winners=result["winners"] if over else [],
            leaves_out=frozenset({"strip"}),
        )


# The device judges moves in puzzles and lessons itself: what it is asked and answers is overheard on its way.
OVERHEARD = """(() => {
  const pass = Worker.prototype.postMessage
  const asked = new Map()
  const heard = new WeakSet()
  Worker.prototype.postMessage = function (message, ...rest) {
    if (/study.play$|puzzles.[^/]+.moves$/.test(message?.path ?? '')) {
      asked.set(message.call, message.body)
      if (!heard.has(this)) this.addEventListener('message', ({ data }) => {
        if (asked.has(data?.call) && data.answer) window.judged(asked.get(data.call), data.answer)
        asked.delete(data?.call)
      })
      heard.add(this)
    }
    pass.call(this, message, ...rest)
  }
})()"""


class StudyMonkey(LoneMonkey):
    """Somebody who tries moves on a position that has no table: what the server says of the last must be seen."""

    def __init__(self, seed: int | str, person: Person, place: str, provinces: Json) -> None:
        self.judged: list[tuple[Json, Json]] = []
        person.page.expose_binding("judged", lambda _, asked, answer: self.judged.append((asked, answer)))
        person.page.add_init_script(OVERHEARD)
        super().__init__(seed, person, place)
        self.provinces = provinces

    def guide(self, kind: str) -> str:
        """Return how far the page says that one has come: the second class of the words of guidance."""
        return str(self.person.page.locator(f".{kind}").get_attribute("class")).split()[1]

    def seen(self, state: Json, seat: int, result: Json | None, log: Sequence[Json]) -> Truth:
        """Return what must be seen of a state by whoever sits there."""
        return Truth(
            state=state,
            log=[{**entry, "turn": number} for number, entry in enumerate(log, 1)],
            provinces=self.provinces,
            hand=state["players"][seat - 1]["hand"] or [],
            over=result is not None,
            winners=result["winners"] if result else [],
            leaves_out=frozenset({"discards"}),
        )


class PuzzleMonkey(StudyMonkey):
    """Somebody who tries any move on a puzzle."""

    def __init__(self, seed: int | str, person: Person, puzzle: str, provinces: Json) -> None:
        super().__init__(seed, person, f"puzzle/{puzzle}", provinces)
        self.puzzle: Json = person.ask("GET", f"api/puzzles/{puzzle}")

    def truth(self, shown: Json) -> Truth:
        """Return the puzzle, or where the moves have led."""
        seat, status = self.puzzle["seat"], self.guide("puzzle")
        if status == "open":
            return self.seen(self.puzzle["state"], seat, None, [])
        # After an error one comes back to where the right moves have led.
        tried = [asked["moves"] for asked, told in self.judged if status != "go_on" or told["status"] == status]
        if not tried:
            raise MovedOnError(f"the page says {status}, and nothing was judged")
        # Each answer tells what came since the one before.
        answers = self._way_to(tried[-1])
        last = answers[-1]
        assert last["status"] == status, f"the page says {status}, the server {last['status']}"
        log = [entry for answer in answers for entry in answer["log"]]
        return self.seen(last["state"], seat, last["result"], log)

    def _way_to(self, moves: Sequence[str]) -> list[Json]:
        """Ask again for every answer on the way."""
        path = f"api/{self.place.replace('puzzle/', 'puzzles/')}/moves"
        return [self.person.ask("POST", path, {"moves": moves[: count + 1]}) for count in range(len(moves))]


class LessonMonkey(StudyMonkey):
    """Somebody who tries any move in any lesson, and skips when it gets boring."""

    def __init__(self, seed: int | str, person: Person, lessons: Sequence[Lesson], provinces: Json) -> None:
        super().__init__(seed, person, "tutorial", provinces)
        self.lessons = lessons
        self.begun = cache(
            lambda position: person.ask("POST", "api/study", {"position": position, "steps": []})["state"]
        )

    def act(self) -> None:
        """Do something, and begin again after the last lesson."""
        super().act()
        again = self.person.page.get_by_role("button", name="Begin again")
        if again.count():
            self.note(self.person, "begins again")
            again.click()

    def truth(self, shown: Json) -> Truth:
        """Return the position of the lesson that the page names, or where the move in it has led."""
        named = re.search(r"Lesson (\d+) of", self.person.page.locator(".lesson .place").inner_text())
        assert named
        lesson = self.lessons[int(named[1]) - 1]
        if self.guide("lesson") == "task":
            return self.seen(self.begun(lesson.position), 1, None, [])
        played = [asked for asked, _ in self.judged]
        beginnings = {one.position for one in self.lessons}
        begun = [at for at, asked in enumerate(played) if asked["position"] in beginnings]
        if not begun:
            raise MovedOnError("the page judges, and nothing was judged")
        assert played[begun[-1]]["position"] == lesson.position, "a move of another lesson is judged in this one"
        told = [self.person.ask("POST", "api/study/play", asked) for asked in played[begun[-1] :]]
        return self.seen(told[-1]["state"], 1, told[-1]["result"], [one["entry"] for one in told])


def any_puzzle(person: Person, chance: random.Random) -> str:
    """Choose a puzzle."""
    return str(chance.choice(person.ask("GET", "api/puzzles")["puzzles"])["id"])
