"""People play whole games against bots and each other."""

from tests.e2e.conftest import MakePerson
from tests.e2e.people import CARDS, Person


def next_steps(person: Person, table: str, *, seed: int) -> list[str]:
    """Choose a whole move from what the server lists, differently each time."""
    view = person.view(table)
    steps: list[str] = []
    legal = [step for step in view["you"]["legal"] if step != "pass"]
    while legal:
        steps.append(legal[(seed * 7 + len(steps) * 3) % len(legal)])
        answer = person.ask("POST", f"api/tables/{table}/steps", {"after": view["version"], "steps": steps})
        legal = answer["legal"]
    return steps


def test_a_stranger_plays_a_bot_with_one_click(person: MakePerson) -> None:
    anna = person().open()
    anna.button("Play a bot now").click()
    anna.page.wait_for_url("**/table/*")
    anna.waits_for_turn()
    anna.sees("Your turn")
    anna.sees("If everyone passes now")
    hand = anna.page.get_by_role("list", name="Your hand")
    assert hand.get_by_role("button").count() == len(CARDS) + 1


def test_two_people_in_two_browsers_play_a_whole_game(person: MakePerson) -> None:
    anna, bertha = person("Anna").be(), person("Bertha").be()
    table = anna.make_table([{"kind": "me"}, {"kind": "open"}], options={"discards": "open"})
    anna.open(f"table/{table}")
    anna.sees("The game starts by itself")
    bertha.open(f"table/{table}").button("Sit here").click()
    played = 0
    for turn in range(90):
        view = anna.view(table)
        if view["result"]:
            break
        mover = (anna, bertha)[view["state"]["to_move"] - 1]
        mover.waits_for_turn()
        if turn % 3 != 2 and (steps := next_steps(mover, table, seed=turn)):
            mover.plays(steps)
            played += 1
        else:
            mover.passes()
        mover.page.wait_for_function(
            "version => fetch(`api/tables/" + table + "`).then(a => a.json()).then(v => v.version > version)", arg=view["version"]
        )
    assert played >= 8
    result = anna.view(table)["result"]
    assert result is not None
    winner, loser = (anna, bertha) if 1 in result["winners"] else (bertha, anna)
    winner.sees("You win!")
    loser.sees(f"{winner.name} wins")
    loser.sees("Replay and analyse")
