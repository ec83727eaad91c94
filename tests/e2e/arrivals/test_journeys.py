"""Whole journeys of people with fresh browsers, who know no address and do only what can be seen."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.e2e.arrivals.test_newcomers import makes_a_table
from tests.e2e.conftest import MakePerson
from tests.e2e.gaming import wait_for_version
from tests.e2e.hosting import Host, start_host
from tests.e2e.people import CARDS, Person
from tests.e2e.places import PASSWORD
from tests.e2e.truths import differences, names_of_provinces, settle, truth_of_table

PHONE = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}
DAY = 24 * 60 * 60.0


def table_of(person: Person) -> str:
    return person.page.url.split("/table/")[1].split("?")[0]


def see_the_truth(people: list[Person], table: str) -> None:
    """Hold what all of them see to what the server says."""
    provinces = names_of_provinces(people[0], table)

    def look(one: Person) -> list[str]:
        return differences(one, lambda shown: truth_of_table(one, table, provinces, shown))

    assert settle(people, look) == []


def play_in_turn(people: list[Person], table: str, turns: int, seed: int = 1) -> None:
    """Let whoever is to move play by sight."""
    chance = random.Random(seed)
    for _ in range(turns):
        mover = next(one for one in people if one.view(table)["you"]["my_turn"])
        version = mover.view(table)["version"]
        mover.plays_something(chance)
        wait_for_version(mover, table, version)


def makes_an_account(person: Person) -> None:
    """Go by the own name in the header, on a phone behind its menu, and become somebody with a password."""
    person.page.get_by_role("banner").get_by_role("link", name=person.name, exact=True).click()
    person.types("Password", PASSWORD)
    person.page.locator("form").get_by_role("button", name="Make an account").click()
    expect(person.button("Play a bot now")).to_be_visible()


def signs_in(person: Person, name: str) -> None:
    person.page.get_by_role("banner").get_by_role("link", name="Sign in").click()
    person.types("Name", name)
    person.types("Password", PASSWORD)
    person.page.locator("form").get_by_role("button", name="Sign in").click()
    expect(person.page.get_by_role("banner").get_by_role("link", name=name, exact=True)).to_be_attached()


def goes_home_from_the_table(person: Person) -> None:
    person.page.locator(".menu").get_by_role("button", name="Menu").click()
    person.clicks("To the first page")


def plays_a_bot_on_the_server(person: Person) -> str:
    """Make a table against a bot that anybody can find again elsewhere; gives its id."""
    person.clicks("Make a table")
    person.selects("Seat 2", "a bot")
    person.clicks("Make this table")
    person.page.wait_for_url("**/table/*")
    return table_of(person)


def test_a_friend_comes_by_a_messenger_on_a_phone_and_plays_on_at_a_desk(person: MakePerson) -> None:
    anna, zoe = person("Anna"), person("Zenobia", **PHONE)
    link = makes_a_table(anna)
    zoe.follows(link).sees("What is this?")
    zoe.types("Your name", "Zenobia")
    zoe.clicks("Sit here")
    anna.sees("Zenobia")
    table = table_of(zoe)
    play_in_turn([anna, zoe], table, 4)
    see_the_truth([anna, zoe], table)
    goes_home_from_the_table(zoe)
    zoe.page.get_by_role("banner").get_by_role("button", name="Menu").click()
    makes_an_account(zoe)
    desk = person("Zenobia").follows(link)
    desk.sees("You are watching")
    signs_in(desk, "Zenobia")
    desk.clicks("Continue")
    expect(desk.hand).to_be_visible()
    play_in_turn([anna, desk], table, 2, seed=2)
    zoe.clicks("Continue")
    see_the_truth([anna, desk, zoe], table)


def test_a_family_at_one_screen_hides_its_hands_from_each_other(person: MakePerson) -> None:
    anna = person("Anna").comes_in()
    anna.clicks("Make a table")
    anna.types("Your name", "Anna")
    anna.clicks("3")
    for seat, name in ((2, "Paul"), (3, "Oma")):
        anna.selects(f"Seat {seat}", "somebody at this screen")
        anna.page.get_by_label("Name", exact=True).nth(seat - 2).fill(name)
    anna.page.get_by_label("By the book: only the top card of a pile is seen").check()
    anna.clicks("Make this table")
    anna.page.wait_for_url("**/table/*")
    table, chance = table_of(anna), random.Random(3)
    for turn in range(6):
        view = anna.view(table)
        name = next(seat["name"] for seat in view["seats"] if seat["seat"] == view["state"]["to_move"])
        anna.sees(f"Pass the device to {name}")
        anna.presses("Escape", 4)
        anna.presses("1", 4)
        assert anna.page.locator(".hand [data-step]").count() == 0
        if turn == 2:
            anna.reloads()
        anna.clicks(f"I am {name}: show my cards")
        hand = view["state"]["players"][view["state"]["to_move"] - 1]["cards"]
        expect(anna.hand.get_by_role("listitem")).to_have_count(hand)
        anna.plays_something(chance)
        wait_for_version(anna, table, view["version"])


def test_two_strangers_meet_in_the_lobby_and_neither_double_clicks_nor_lost_networks_harm(person: MakePerson) -> None:
    anna, zoe = person("Antje"), person("Zarah", shaky=True)
    anna.comes_in().clicks("Make a table")
    anna.types("Your name", "Antje")
    anna.clicks_twice("Make this table")
    anna.sees("Invite")
    zoe.comes_in().clicks("Tables")
    join = zoe.page.get_by_role("listitem").filter(has_text="Antje").get_by_role("link", name="Join")
    expect(join).to_have_count(1)
    join.click()
    zoe.sees("What is this?")
    zoe.goes_back()
    zoe.page.go_forward()
    zoe.types("Your name", "Zarah")
    zoe.clicks_twice("Sit here")
    anna.sees("Zarah")
    table = table_of(zoe)
    play_in_turn([anna, zoe], table, 3)
    zoe.loses_network()
    zoe.sees("the table is shown as it was")
    if anna.view(table)["you"]["my_turn"]:
        anna.plays_something(random.Random(4))
    zoe.finds_network()
    see_the_truth([anna, zoe], table)
    second = zoe.opens_a_second_tab()
    play_in_turn([anna, second], table, 2, seed=5)
    see_the_truth([anna, zoe, second], table)


@pytest.fixture
def moved(tmp_path: Path) -> Iterator[Host]:
    """A server whose clock can be moved."""
    host = start_host(tmp_path, movable_clock=True)
    yield host
    host.stop()


def test_a_game_by_correspondence_lasts_days_and_ends_when_somebody_stays_away(person: MakePerson, moved: Host) -> None:
    people = [person("Anna", moved.url), person("Bertha", moved.url, **PHONE)]
    anna, bertha = people
    anna.comes_in().clicks("Make a table")
    anna.types("Your name", "Anna")
    anna.selects("Clock", "three days a move")
    anna.clicks("Make this table")
    bertha.follows(anna.page.get_by_label("Link to this table").input_value())
    bertha.types("Your name", "Bertha")
    bertha.clicks("Sit here")
    anna.sees("If everyone passes now")
    table = table_of(anna)
    for one in people:
        one.walks_away()
    for day in range(3):
        mover = next(one for one in people if one.view(table)["you"]["my_turn"])
        mover.comes_back().sees("It is your turn in 1 game.")
        mover.clicks("Continue")
        mover.plays_something(random.Random(day))
        wait_for_version(mover, table, 1 + day)
        see_the_truth([mover], table)
        mover.walks_away()
        moved.move_clock(DAY)
    waiting = next(one for one in people if not one.view(table)["you"]["my_turn"])
    moved.move_clock(2 * DAY - 60)
    waiting.comes_back().clicks("Continue")
    waiting.sees("chooses …")
    moved.move_clock(120)
    waiting.sees("You win!")
    waiting.sees("ran out of time")
    see_the_truth([waiting], table)


def test_a_guest_registers_later_signs_out_and_goes_on_at_another_machine(person: MakePerson) -> None:
    anna = person("Wanda").comes_in()
    table = plays_a_bot_on_the_server(anna)
    anna.plays_something(random.Random(1))
    goes_home_from_the_table(anna)
    guest = anna.page.get_by_role("banner").locator(".me")
    guest.click()
    anna.types("Name", "Wanda")
    anna.types("Password", PASSWORD)
    anna.page.locator("form").get_by_role("button", name="Make an account").click()
    anna.page.get_by_role("banner").get_by_role("link", name="Wanda", exact=True).click()
    anna.clicks("Sign out")
    expect(anna.page.get_by_role("banner").get_by_role("link", name="Sign in")).to_be_visible()
    anna.comes_in()
    anna.sees_no_more("My games")
    elsewhere = person("Wanda").comes_in()
    signs_in(elsewhere, "Wanda")
    elsewhere.clicks("Continue")
    elsewhere.waits_for_turn()
    elsewhere.plays_something(random.Random(2))
    elsewhere.waits_for_turn()
    see_the_truth([elsewhere], table)


def test_somebody_watches_from_the_lobby_and_touches_nothing(person: MakePerson) -> None:
    anna, bertha, zoe = person("Ulrike"), person("Berit"), person("Zoe", **PHONE)
    bertha.follows(makes_a_table(anna))
    bertha.types("Your name", "Berit")
    bertha.clicks("Sit here")
    anna.sees("If everyone passes now")
    table = table_of(anna)
    zoe.comes_in()
    zoe.page.get_by_role("banner").get_by_role("button", name="Menu").click()
    zoe.clicks("Tables")
    zoe.page.get_by_role("listitem").filter(has_text="Ulrike").get_by_role("link", name="Watch").click()
    zoe.sees("You are watching")
    anna.sees("1 watching")
    play_in_turn([anna, bertha], table, 3)
    zoe.presses("p", 4)
    zoe.presses("1", 4)
    assert zoe.lit() == set()
    see_the_truth([anna, bertha, zoe], table)
    zoe.reloads()
    see_the_truth([zoe], table)


def test_somebody_who_is_always_faster_than_the_animation_sees_no_false_table(person: MakePerson) -> None:
    anna = person("Eile", reduced_motion="no-preference").comes_in()
    table, chance = plays_a_bot_on_the_server(anna), random.Random(6)
    anna.waits_for_turn()
    for turn in range(5):
        if anna.view(table)["result"]:
            break
        version = anna.view(table)["version"]
        if turn % 2:
            anna.presses("p", 4)
        else:
            anna.presses(str(chance.randint(1, len(CARDS) + 1)))
            anna.presses("Backspace", 4)
            anna.plays_something(chance)
        wait_for_version(anna, table, version)
        anna.presses(" ", 4)
        anna.presses("p")
        see_the_truth([anna], table)
        anna.presses("Escape", 4)
    anna.page.get_by_role("link", name="Replay from turn 1", exact=True).click()
    anna.sees("turn 1 of")
    anna.presses("ArrowRight", 4)
    last = anna.ask("GET", f"api/tables/{table}/replay")["turns"][-1]["turn"]
    anna.sees(f"turn {min(5, last)} of {last}")
