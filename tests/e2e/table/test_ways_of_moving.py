"""The same move can be dragged, tapped or typed, taken back step by step, and confirmed as the player likes it."""

import json
from itertools import pairwise

import pytest
from playwright.sync_api import Locator, expect

from tests.e2e.conftest import MakePerson
from tests.e2e.gaming import wait_for_version, whole_move
from tests.e2e.people import Person

OPEN: dict[str, object] = {"discards": "open"}
SEATS: list[dict[str, object]] = [{"kind": "me"}, {"kind": "here", "name": "Paul"}]


def sit_down(anna: Person, **wishes: object) -> str:
    """Sit down at a table for two at one screen."""
    table = anna.make_table(SEATS, options=OPEN, seed=1, **wishes)
    anna.open(f"table/{table}").waits_for_turn()
    return table


def prefer(anna: Person, **wishes: str) -> None:
    """Keep a preference in the browser, as the settings page does."""
    anna.context.add_init_script(f"localStorage.setItem('siam.preferences', {json.dumps(json.dumps(wishes))})")


def middle(thing: Locator) -> tuple[float, float]:
    box = thing.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_card_is_dragged_onto_the_board_and_a_follower_to_the_court(person: MakePerson) -> None:
    anna = person().be()
    table = sit_down(anna)
    mouse = anna.page.mouse
    mouse.move(*middle(anna.page.locator('[data-drag="1"]')))
    mouse.down()
    board = anna.page.locator(".board").first.bounding_box()
    assert board is not None
    mouse.move(board["x"] + 30, board["y"] + board["height"] / 2, steps=6)
    mouse.up()
    expect(anna.bar.locator(".chip")).to_have_text(["1 vs 1"])
    first, second, last = _swap(anna, table)
    mouse.move(*middle(anna.page.locator(f'.board [data-step="{first}"] use').first))
    mouse.down()
    mouse.move(600, 400, steps=3)
    expect(anna.bar.locator(".chip")).to_have_count(2)
    mouse.move(*middle(anna.page.locator(f'.board [data-step="{second}"] use').first), steps=6)
    mouse.up()
    expect(anna.bar.locator(".chip")).to_have_count(3)
    mouse.move(*middle(anna.page.locator(f'.board [data-step="{last}"] use').first))
    mouse.down()
    mouse.move(*middle(anna.page.locator('[data-drop="court"]').first), steps=6)
    mouse.up()
    expect(anna.bar.locator(".chip")).to_have_count(4)
    anna.button("Confirm").click()
    wait_for_version(anna, table, 1)


def _swap(anna: Person, table: str) -> list[str]:
    """Choose the steps of a 1 vs 1."""
    steps = ["1"]
    while legal := anna.ask("POST", f"api/tables/{table}/steps", {"after": 1, "steps": steps})["legal"]:
        steps.append(legal[0])
    return steps[1:]


def test_a_move_is_made_and_taken_back_with_keys_alone(person: MakePerson) -> None:
    anna = person().be()
    table = sit_down(anna)
    chips = anna.bar.locator(".chip")
    press = anna.page.keyboard.press
    press("4")
    expect(chips).to_have_text(["1 vs 1"])
    press("Backspace")
    expect(chips).to_have_count(0)
    press("2")
    expect(chips).to_have_text(["Khon Thai"])
    for count in range(2, 6):
        anna.page.locator(".board [data-step]").first.focus()
        press("ArrowDown")
        press("ArrowUp")
        press("Enter")
        expect(chips).to_have_count(count)
    chips.nth(2).click()
    expect(chips).to_have_count(2)
    while chips.count() < 5:
        before = chips.count()
        anna.page.locator(".board [data-step]").first.press("Enter")
        expect(chips).to_have_count(before + 1)
    expect(anna.button("Confirm")).to_be_enabled()
    anna.page.locator("body").press("Enter")
    wait_for_version(anna, table, 1)
    anna.waits_for_turn()
    press("p")
    wait_for_version(anna, table, 2)
    expect(anna.page.get_by_role("region", name="Log")).to_contain_text("passes.")


@pytest.mark.parametrize("clock", ["none", "live"])
def test_live_and_slow_games_have_their_own_way_of_confirming(clock: str, person: MakePerson) -> None:
    anna = person().be()
    prefer(anna, confirmSlow="never", confirmLive="double")
    wishes = {"clock": {"kind": "live", "seconds": 900, "increment": 5}} if clock == "live" else {}
    table = sit_down(anna, **wishes)
    steps = whole_move(anna, table, 4)
    for step in steps[:-1]:
        anna.chooses(step)
    last = anna.page.locator(f'[data-step="{steps[-1]}"]').locator("visible=true").first
    last.dispatch_event("click")
    if clock == "live":
        anna.sees("Ready: tap the last choice again")
        assert anna.view(table)["version"] == 1
        province = steps[-1].split("@")[-1]
        anna.page.locator(f'.board .land[data-anchor="{province}"]').dispatch_event("click")
    wait_for_version(anna, table, 1)


def test_what_happened_since_my_last_turn_is_shown_again(person: MakePerson) -> None:
    anna, bertha = person("Anna", reduced_motion="no-preference").be(), person("Bertha").be()
    table = anna.make_table([{"kind": "me"}, {"kind": "open"}], options=OPEN, seed=1)
    bertha.ask("POST", f"api/tables/{table}/seats/2", {})
    people = {1: anna, 2: bertha}
    for turn in range(5):
        view = anna.view(table)
        if turn > 1 and view["state"]["to_move"] == 1:
            break
        mover = people[view["state"]["to_move"]]
        body = {"after": view["version"], "move": "pass", "key": f"{table}-{turn}", "seat": None}
        mover.ask("POST", f"api/tables/{table}/moves", body)
    anna.open(f"table/{table}")
    anna.button("Show what happened since my last turn").click()
    happening = anna.page.locator(".happening")
    expect(happening).to_be_visible()
    happening.click()
    expect(happening).to_have_count(0)


def test_the_next_game_in_which_it_is_my_turn_is_one_click_away(person: MakePerson) -> None:
    anna = person().be()
    waiting = anna.make_table(SEATS, options=OPEN, seed=1)
    table = anna.make_table(SEATS, options=OPEN, seed=1)
    anna.ask("POST", f"api/tables/{table}/resign", {"seat": 1})
    anna.open(f"table/{table}").sees("resigned")
    anna.page.get_by_role("dialog").get_by_role("link", name="Next game where it is my turn").click()
    anna.page.wait_for_url(f"**/table/{waiting}")
    anna.waits_for_turn()


def test_a_board_without_outlines_is_drawn_as_circles_and_roads(person: MakePerson) -> None:
    anna = person().be()
    codes = ["aaa", "bbb", "ccc", "ddd", "eee", "fff", "ggg", "hhh"]
    homes = {"aaa": "rama", "ccc": "lao", "fff": "malay"}
    borders = [f"{one}-{other}" for one, other in pairwise(codes)] + ["aaa-hhh", "bbb-ggg"]
    provinces = [
        f'[[provinces]]\ncode = "{code}"\n'
        + (f'home = "{homes[code]}"\n' if code in homes else "")
        + f'names = {{ en = "{code.title()}" }}'
        for code in codes
    ]
    board = "\n".join(["version = 1", 'name = "ring"', f"borders = {json.dumps(borders)}", *provinces])
    table = anna.make_table(SEATS, options=OPEN, board_file=board)
    anna.open(f"table/{table}").waits_for_turn()
    expect(anna.page.locator(".board .road")).to_have_count(len(borders))
    for code in codes:
        expect(anna.page.locator(f'.board [data-anchor="{code}"]').first).to_be_visible()
