"""Play games in the browser, one turn after another."""

from collections.abc import Mapping

from tests.e2e.people import Person


def whole_move(person: Person, table: str, seed: int) -> list[str]:
    """Choose a whole move from what the server lists, another for each seed; nothing if only passing is left."""
    view = person.view(table)
    steps: list[str] = []
    legal = [step for step in view["you"]["legal"] if step != "pass"]
    while legal:
        steps.append(legal[(seed * 7 + len(steps) * 3) % len(legal)])
        answer = person.ask("POST", f"api/tables/{table}/steps", {"after": view["version"], "steps": steps})
        legal = answer["legal"]
    return steps


def wait_for_version(person: Person, table: str, after: int) -> None:
    """Wait until the server has taken a move."""
    for _ in range(600):
        if person.view(table)["version"] > after:
            return
        person.page.wait_for_timeout(50)
    raise AssertionError(f"no move came after version {after}")


def play_to_the_end(people: Mapping[int, Person], table: str, *, pass_every: int = 3, at_most: int = 140) -> int:
    """Let the people at these seats play until the game is over; say how many cards they played."""
    cards = 0
    anybody = next(iter(people.values()))
    for turn in range(at_most):
        view = anybody.view(table)
        if view["result"]:
            return cards
        mover = people.get(view["state"]["to_move"])
        if mover is None:
            wait_for_version(anybody, table, view["version"])
            continue
        mover.waits_for_turn()
        if turn % pass_every != pass_every - 1 and (steps := whole_move(mover, table, turn)):
            mover.plays(steps)
            cards += 1
        else:
            mover.passes()
        wait_for_version(mover, table, view["version"])
    raise AssertionError("the game does not end")
