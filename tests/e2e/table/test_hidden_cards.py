"""Cards that are hidden stay hidden: behind the veil of a shared screen, and in the log."""

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import MakePerson
from tests.e2e.gaming import wait_for_version, whole_move
from tests.e2e.people import Person

NAMES = {1: "Anna", 2: "Paul"}


def shared_table(person: MakePerson, **window: object) -> tuple[Person, str, str]:
    """Seat two people at one screen; gives the name of who is to move."""
    anna = person(**window).be()
    seats: list[dict[str, object]] = [{"kind": "me"}, {"kind": "here", "name": "Paul"}]
    table = anna.make_table(seats, options={"discards": "top"})
    anna.open(f"table/{table}")
    name = NAMES[anna.view(table)["state"]["to_move"]]
    anna.sees(f"Pass the device to {name}")
    return anna, table, name


def test_no_key_lifts_the_veil_or_picks_a_card_behind_it(person: MakePerson) -> None:
    anna, table, name = shared_table(person)
    show = anna.page.get_by_role("button", name=f"I am {name}: show my cards")
    for keys in (["Escape"] * 5, ["2", "Escape", "3", "Escape", "Escape", "p", "Enter"], ["1", "Escape", "8"]):
        for key in keys:
            anna.page.keyboard.press(key)
            anna.page.wait_for_timeout(60)
        expect(show).to_be_visible()
        assert anna.page.locator(".hand [data-step], .hand .card").count() == 0
        expect(anna.bar.locator(".chip")).to_have_count(0)
    assert anna.view(table)["version"] == 1
    show.click()
    anna.plays(whole_move(anna, table, 1))
    wait_for_version(anna, table, 1)


def test_steps_chosen_before_a_reload_lie_behind_the_veil(person: MakePerson) -> None:
    anna, table, name = shared_table(person)
    anna.page.get_by_role("button", name=f"I am {name}: show my cards").click()
    anna.chooses(whole_move(anna, table, 1)[0])
    anna.page.reload()
    anna.sees(f"Pass the device to {name}")
    expect(anna.bar.locator(".chip")).to_have_count(0)
    anna.page.get_by_role("button", name=f"I am {name}: show my cards").click()
    expect(anna.bar.locator(".chip")).to_have_count(1)


def test_the_next_player_s_cards_are_hidden_while_a_move_is_shown(person: MakePerson) -> None:
    anna, table, name = shared_table(person, reduced_motion="no-preference")
    # Remember every card that was ever drawn in the hand.
    anna.page.evaluate("""() => {
      window.seen = []
      const look = () => {
        window.seen.push(document.querySelectorAll('.hand .card').length)
        requestAnimationFrame(look)
      }
      window.begin = () => { window.seen = []; requestAnimationFrame(look) }
    }""")
    anna.page.get_by_role("button", name=f"I am {name}: show my cards").click()
    for step in whole_move(anna, table, 1):
        anna.chooses(step)
    other = NAMES[2 if name == "Anna" else 1]
    anna.button("Confirm").click()
    wait_for_version(anna, table, 1)
    anna.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    anna.page.evaluate("() => window.begin()")
    anna.sees(f"Pass the device to {other}")
    assert set(anna.page.evaluate("() => window.seen")) <= {0}


def log_of(person: Person) -> list[str]:
    return person.page.get_by_role("region", name="Log").get_by_role("listitem").all_inner_texts()


def settled_log(person: Person, turn: int) -> list[str]:
    """Read the log once the latest turn is in it and nothing more comes."""
    last = person.page.get_by_role("region", name="Log").get_by_role("listitem").last
    expect(last).to_contain_text(str(turn))
    person.page.wait_for_load_state("networkidle")
    return log_of(person)


@pytest.mark.parametrize("discards", ["open", "top"])
@pytest.mark.parametrize("table_talk", ["open", "silent"])
def test_the_live_log_is_the_log_after_a_reload(person: MakePerson, discards: str, table_talk: str) -> None:
    anna, bertha, zoe = person("Anna").be(), person("Bertha").be(), person("Zoe")
    options = {"discards": discards, "table_talk": table_talk}
    table = anna.make_table([{"kind": "me"}, {"kind": "open"}], options=options, seed=5)
    bertha.ask("POST", f"api/tables/{table}/seats/2", {})
    for one in (anna, bertha, zoe):
        one.open(f"table/{table}").sees("If everyone passes now")
    people = {1: anna, 2: bertha}
    for turn in range(7):
        view = anna.view(table)
        mover = people[view["state"]["to_move"]]
        mover.waits_for_turn()
        if turn == 4:
            mover.passes()
        else:
            mover.plays(whole_move(mover, table, turn))
        wait_for_version(mover, table, view["version"])
        if turn < 4:
            continue
        live = {one.name: settled_log(one, turn + 1) for one in (anna, bertha, zoe)}
        for one in (anna, bertha, zoe):
            one.page.reload()
            assert settled_log(one, turn + 1) == live[one.name], f"{one.name} after turn {turn + 1}"
        played = [line for line in live["Zoe"] if "plays" in line]
        assert discards == "open" or len(played) <= 2, "of each pile only the top card is seen"
