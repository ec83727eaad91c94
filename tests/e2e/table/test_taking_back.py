"""Taking back a move: at once against bots, by consent among people, and whatever is refused says why."""

from playwright.sync_api import expect

from tests.e2e.conftest import MakePerson
from tests.e2e.gaming import wait_for_version, whole_move
from tests.e2e.people import Person
from tests.e2e.table.test_proposals import two_at_a_table

BOT: dict[str, object] = {"kind": "bot", "level": "random"}
FIVE_MINUTES = {"kind": "live", "seconds": 300, "increment": 10}


def plays_against_a_bot(anna: Person, **wishes: object) -> str:
    table = anna.be().make_table([{"kind": "me"}, BOT], options={"discards": "open"}, seed=3, **wishes)
    anna.open(f"table/{table}").waits_for_turn()
    return table


def plays_a_card(anna: Person, table: str, seed: int) -> None:
    """Play, and wait until the bot has answered."""
    version = anna.view(table)["version"]
    anna.plays(whole_move(anna, table, seed))
    wait_for_version(anna, table, version + 1)
    anna.waits_for_turn()


def seconds_on_the_clock(anna: Person) -> int:
    shown = anna.page.get_by_role("list", name="Players").get_by_label("Clock:").first.inner_text()
    minutes, seconds = shown.strip().split(":")
    return int(minutes) * 60 + int(seconds)


def test_against_a_bot_a_move_is_taken_back_by_a_button_in_sight(person: MakePerson) -> None:
    anna = person()
    table = plays_against_a_bot(anna, clock=FIVE_MINUTES)
    expect(anna.page.get_by_role("button", name="Take back")).to_have_count(0)
    first = anna.view(table)["turn"]
    plays_a_card(anna, table, 2)
    assert seconds_on_the_clock(anna) > 300, "a move is rewarded with some seconds"
    anna.clicks("Take back")
    anna.sees("A move was taken back")
    anna.waits_for_turn()
    assert anna.view(table)["turn"] == first
    assert seconds_on_the_clock(anna) <= 300
    undone = anna.log.locator("del.what")
    expect(undone).to_have_count(2)
    expect(undone.first).to_contain_text("Taken back:")
    expect(undone.first).to_have_css("text-decoration-line", "line-through")
    expect(anna.log.get_by_role("link", name="Replay from turn")).to_have_count(first)
    expect(anna.page.get_by_role("button", name="Take back")).to_have_count(0)
    plays_a_card(anna, table, 4)
    expect(undone).to_have_count(2)
    expect(anna.log.get_by_role("link", name="Replay from turn")).to_have_count(first + 2)


def test_two_quick_clicks_take_back_one_move(person: MakePerson) -> None:
    anna = person()
    table = plays_against_a_bot(anna)
    plays_a_card(anna, table, 2)
    after_one = anna.view(table)["turn"]
    plays_a_card(anna, table, 4)
    version = anna.view(table)["version"]
    anna.clicks_twice("Take back")
    wait_for_version(anna, table, version)
    anna.sees("A move was taken back")
    anna.page.wait_for_timeout(300)
    assert anna.view(table)["turn"] == after_one


def test_among_people_nothing_is_taken_back_without_asking(person: MakePerson) -> None:
    first, second, table = two_at_a_table(person)
    first.plays(whole_move(first, table, 3))
    second.waits_for_turn()
    expect(first.page.get_by_role("button", name="Take back")).to_have_count(0)


def test_whatever_the_table_refuses_says_why(person: MakePerson) -> None:
    first, second, table = two_at_a_table(person)
    for one in (first, second):
        one.expected_troubles = ("409",)
    first.plays(whole_move(first, table, 3))
    second.waits_for_turn()
    for wish, why in (
        ("Ask to take back a move", "each one once"),
        ("Ask for a pause", "You can ask again after the next move"),
    ):
        for answer in ("Decline", None):
            first.page.locator(".menu").get_by_role("button", name="Menu").click()
            first.clicks(wish)
            if answer:
                second.clicks(answer)
                expect(first.page.locator(".notices")).not_to_contain_text("asks")
        first.sees(why)
        first.clicks("All right")


def test_resigning_without_a_network_says_that_it_did_not_count(person: MakePerson) -> None:
    anna = person(shaky=True)
    table = plays_against_a_bot(anna)
    anna.page.locator(".menu").get_by_role("button", name="Menu").click()
    anna.clicks("Resign")
    anna.loses_network()
    anna.clicks("Yes, resign this game")
    anna.sees("The server does not answer. Nothing is lost")
    anna.finds_network()
    assert anna.view(table)["result"] is None
