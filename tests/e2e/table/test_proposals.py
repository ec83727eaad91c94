"""Proposals between two people: asked, agreed to, gone, and the talk goes on."""

from playwright.sync_api import expect

from tests.e2e.conftest import MakePerson
from tests.e2e.gaming import wait_for_version, whole_move
from tests.e2e.people import Person

TALKING = {"discards": "open", "table_talk": "open"}


def two_at_a_table(person: MakePerson) -> tuple[Person, Person, str]:
    """Seat two people who may talk; the first of them is to move."""
    anna, bertha = person("Anna").be(), person("Bertha").be()
    table = anna.make_table([{"kind": "me"}, {"kind": "open"}], options=TALKING, seed=5)
    for one in (anna, bertha):
        one.open(f"table/{table}")
    bertha.button("Sit here").click()
    for one in (anna, bertha):
        one.sees("If everyone passes now")
    first = next(one for one in (anna, bertha) if one.view(table)["you"]["my_turn"])
    return (first, bertha if first is anna else anna, table)


def says(person: Person, text: str) -> None:
    person.page.get_by_label("Say something").fill(text)
    person.button("Say").click()


def asks_to_take_back(person: Person) -> None:
    person.page.locator(".menu").get_by_role("button", name="Menu").click()
    person.button("Ask to take back a move").click()


def notices(person: Person) -> str:
    return person.page.locator(".notices").inner_text()


def test_a_take_back_is_agreed_with_a_double_click_and_the_talk_stays(person: MakePerson) -> None:
    first, second, table = two_at_a_table(person)
    for one in (first, second):
        says(one, f"{one.name} says hello")
    first.waits_for_turn()
    first.plays(whole_move(first, table, 3))
    second.waits_for_turn()
    asks_to_take_back(first)
    second.sees(f"{first.name} asks to take back the move of turn 1.")
    for one in (first, second):
        for speaker in (first, second):
            expect(one.page.get_by_role("region", name="Talk")).to_contain_text(f"{speaker.name} says hello")
    version = first.view(table)["version"]
    second.button("Agree").dblclick()
    wait_for_version(first, table, version)
    for one in (first, second):
        expect(one.page.locator(".notices")).not_to_contain_text("asks to take back")
    first.waits_for_turn()
    says(second, "once more then")
    for one in (first, second):
        talk = one.page.get_by_role("region", name="Talk")
        expect(talk).to_contain_text("once more then")
        expect(talk).to_contain_text(f"{first.name} says hello")
    assert first.view(table)["turn"] == 0
    assert (notices(first), notices(second)) == ("", "")


def test_a_declined_proposal_goes_and_the_talk_stays(person: MakePerson) -> None:
    first, second, table = two_at_a_table(person)
    says(first, "hello there")
    first.plays(whole_move(first, table, 3))
    second.waits_for_turn()
    asks_to_take_back(first)
    second.button("Decline").dblclick()
    for one in (first, second):
        expect(one.page.locator(".notices")).not_to_contain_text("asks to take back")
        expect(one.page.get_by_role("region", name="Talk")).to_contain_text("hello there")
    second.waits_for_turn()


def test_a_move_makes_a_proposal_lapse_for_everybody(person: MakePerson) -> None:
    first, second, table = two_at_a_table(person)
    first.plays(whole_move(first, table, 3))
    second.waits_for_turn()
    asks_to_take_back(first)
    second.sees("asks to take back the move of turn 1.")
    second.passes()
    first.waits_for_turn()
    for one in (first, second):
        expect(one.page.locator(".notices")).not_to_contain_text("asks to take back")
