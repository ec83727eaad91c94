"""The table explains itself: the goal, the standing, what happened last, what can be done and why not."""

import re

from playwright.sync_api import Page, expect

from tests.e2e.conftest import MakePerson
from tests.e2e.gaming import wait_for_version, whole_move
from tests.e2e.people import Person

OPEN: dict[str, object] = {"discards": "open"}
ME: dict[str, object] = {"kind": "me"}
PAUL: dict[str, object] = {"kind": "here", "name": "Paul"}
FREE: dict[str, object] = {"kind": "open"}


def two_at_a_table(person: MakePerson, **window: object) -> tuple[Person, Person, str]:
    """Seat Anna first and Bertha second; Anna looks."""
    anna, bertha = person("Anna", **window).be(), person("Bertha").be()
    for seed in range(20):
        table = anna.make_table([ME, FREE], options=OPEN, seed=seed)
        bertha.ask("POST", f"api/tables/{table}/seats/2", {})
        if anna.view(table)["state"]["to_move"] == 1:
            anna.open(f"table/{table}").waits_for_turn()
            return anna, bertha, table
    raise AssertionError("the second seat always begins")


def plays_elsewhere(person: Person, table: str, seed: int) -> None:
    """Play a whole move on another device; with no card left, or seed 0, pass."""
    view = person.view(table)
    steps = whole_move(person, table, seed) if seed else []
    made = {"after": view["version"], "steps": steps}
    move = person.ask("POST", f"api/tables/{table}/steps", made)["move"] if steps else "pass"
    body = {"after": view["version"], "move": move, "key": f"{table} {view['version']}", "seat": None}
    person.ask("POST", f"api/tables/{table}/moves", body)


def test_the_scoreboard_tells_the_goal_and_how_it_stands_for_me(person: MakePerson) -> None:
    anna, bertha, table = two_at_a_table(person)
    bertha.open(f"table/{table}").sees("If everyone passes now")
    wins = {one.name: one.view(table)["state"]["standing"]["winners"] for one in (anna, bertha)}
    for seat, one in ((1, anna), (2, bertha)):
        verdict = one.page.locator(".scoreboard .verdict")
        expect(verdict).to_have_text("you win" if seat in wins[one.name] else re.compile("wins$"))
        board = one.page.locator(".scoreboard")
        expect(board).to_have_class(re.compile(r"\bgood\b" if seat in wins[one.name] else r"\bbad\b"))
    anna.page.locator(".scoreboard button").first.click()
    anna.sees("whoever has the most of its followers in the court wins")
    anna.sees("Who controls the most provinces?")
    anna.page.keyboard.press("Escape")
    expect(anna.page.locator(".scoreboard .why")).to_have_count(0)
    for step in whole_move(anna, table, 2):
        anna.chooses(step)
    anna.sees("After this move, if everyone passes")


def test_what_the_other_did_stays_on_the_map_until_i_move(person: MakePerson) -> None:
    anna, bertha, table = two_at_a_table(person)
    anna.plays(whole_move(anna, table, 1))
    wait_for_version(anna, table, 1)
    traces = anna.page.locator(".board .last-moves")
    expect(traces).to_have_count(0)
    plays_elsewhere(bertha, table, 2)
    anna.waits_for_turn()
    expect(traces).to_have_count(1)
    assert traces.locator(".touched").count() > 0
    anna.page.wait_for_timeout(3_000)
    expect(traces).to_have_count(1)
    anna.passes()
    expect(traces).to_have_count(0)


def test_the_log_does_not_give_away_what_is_still_to_be_shown(person: MakePerson) -> None:
    anna, bertha, table = two_at_a_table(person, reduced_motion="no-preference")
    anna.passes()
    wait_for_version(anna, table, 1)
    expect(anna.page.locator(".happening")).to_have_count(0)
    anna.page.evaluate("""() => {
      window.early = []
      const log = document.querySelector('.log ol')
      new MutationObserver(() => {
        const taken = log.innerText.includes('controls') || log.innerText.includes('British take')
        if (taken && !document.querySelector('.happening')) window.early.push(log.innerText)
        window.told = taken
      }).observe(log, { childList: true, subtree: true })
    }""")
    plays_elsewhere(bertha, table, 0)
    wait_for_version(anna, table, 2)
    expect(anna.page.locator(".board .struggle")).to_be_visible()
    expect(anna.page.locator(".board .struggle .count").first).to_be_visible()
    expect(anna.page.locator(".track .resolving")).to_be_visible()
    anna.waits_for_turn()
    expect(anna.page.locator(".board .struggle")).to_have_count(0)
    assert anna.page.evaluate("window.told")
    assert anna.page.evaluate("window.early") == []


def test_a_tap_anywhere_on_the_map_shows_the_end(person: MakePerson) -> None:
    anna, bertha, table = two_at_a_table(person, reduced_motion="no-preference")
    anna.passes()
    wait_for_version(anna, table, 1)
    plays_elsewhere(bertha, table, 3)
    happening = anna.page.locator(".happening")
    expect(happening).to_be_visible()
    box = anna.page.get_by_role("group", name="Board").bounding_box()
    assert box
    covered = happening.bounding_box()
    assert covered
    assert covered["x"] >= box["x"] + box["width"] or covered["y"] >= box["y"] + box["height"], "it lies over the map"
    anna.page.mouse.click(box["x"] + box["width"] * 0.4, box["y"] + box["height"] * 0.4)
    expect(happening).to_have_count(0)
    anna.waits_for_turn()


def test_each_step_is_counted_and_a_click_in_vain_says_why(person: MakePerson) -> None:
    anna, _, table = two_at_a_table(person)
    land = anna.page.locator(".board .land")
    land.first.dispatch_event("click")
    expect(anna.bar).to_contain_text("First choose a card from your hand.")
    anna.chooses("R")
    expect(anna.bar).to_contain_text("1 of 2")
    legal = anna.ask("POST", f"api/tables/{table}/steps", {"after": 1, "steps": ["R"]})["legal"]
    far = next(box["province"] for box in anna.view(table)["state"]["track"] if box["province"] not in legal)
    anna.page.locator(f'.board .land[data-anchor="{far}"]').dispatch_event("click")
    expect(anna.bar).to_contain_text("Only next to the faction’s home")
    expect(anna.page.locator(".board .land.refused")).to_have_count(1)
    expect(anna.bar.locator(".chip")).to_have_count(1)
    anna.chooses(legal[0])
    expect(anna.bar).to_contain_text("2 of 2")
    expect(anna.page.locator(".board .land.refused")).to_have_count(0)


def test_passing_on_goes_to_the_end_or_until_somebody_plays(person: MakePerson) -> None:
    anna, bertha, table = two_at_a_table(person)
    onwards = anna.page.get_by_role("button", name="Pass until somebody plays a card")
    onwards.click()
    for _ in range(2):
        wait_for_mover(bertha, table, 2)
        plays_elsewhere(bertha, table, 0)
    wait_for_mover(bertha, table, 2)
    plays_elsewhere(bertha, table, 5)
    anna.waits_for_turn()
    anna.page.wait_for_timeout(600)
    assert anna.view(table)["state"]["to_move"] == 1, "a card was played, so it is hers to decide"
    onwards.click()
    while not (view := bertha.view(table))["result"]:
        if view["state"]["to_move"] == 2:
            plays_elsewhere(bertha, table, 0)
        bertha.page.wait_for_timeout(50)
    expect(anna.page.get_by_role("dialog")).to_contain_text("win")


def wait_for_mover(person: Person, table: str, seat: int) -> None:
    for _ in range(400):
        if person.view(table)["state"]["to_move"] == seat:
            return
        person.page.wait_for_timeout(50)
    raise AssertionError(f"seat {seat} is never to move")


def top_of_bar(page: Page) -> float:
    box = page.get_by_role("region", name="Your move").bounding_box()
    assert box
    return box["y"]


def test_the_hand_closes_up_and_the_bar_stays_where_it_is(person: MakePerson) -> None:
    anna = person(viewport={"width": 1440, "height": 900}).be()
    table = anna.make_table([ME, PAUL], options=OPEN, seed=2)
    anna.open(f"table/{table}").waits_for_turn()
    start = top_of_bar(anna.page)
    for turn in range(12):
        view = anna.view(table)
        if view["result"]:
            break
        steps = whole_move(anna, table, turn)
        body = {"after": view["version"], "steps": steps}
        move = anna.ask("POST", f"api/tables/{table}/steps", body)["move"] if steps else "pass"
        sent = {"after": view["version"], "move": move, "key": f"{turn}", "seat": view["state"]["to_move"]}
        anna.ask("POST", f"api/tables/{table}/moves", sent)
    anna.waits_for_turn()
    mover = anna.view(table)["state"]["to_move"]
    left = anna.view(table)["state"]["players"][mover - 1]["cards"]
    hand = anna.page.get_by_role("list", name="Your hand").get_by_role("listitem")
    expect(hand).to_have_count(left)
    assert abs(top_of_bar(anna.page) - start) < 4


def test_the_lifted_card_is_the_one_that_was_clicked(person: MakePerson) -> None:
    anna, _, _ = two_at_a_table(person)
    cards = anna.page.get_by_role("list", name="Your hand").get_by_role("listitem")
    for at in (1, 2):
        cards.nth(at).get_by_role("button").click()
        expect(anna.bar.locator(".chip")).to_have_text(["Khon Thai"])
        expect(cards.nth(at).locator("[aria-pressed=true]")).to_have_count(1)
        expect(cards.locator("[aria-pressed=true]")).to_have_count(1)
        anna.button("Undo").click()
