"""Talk at a table: nobody misses a line, wherever the talk lies, and nobody has to read it."""

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import MakePerson
from tests.e2e.everyone.test_screen_reader import LISTEN
from tests.e2e.people import Person
from tests.e2e.table.test_proposals import TALKING, says

NEW_LINES = re.compile("new lines? of talk")
PHONE = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}
TABLET = {"viewport": {"width": 820, "height": 1180}}


def two_who_talk(person: MakePerson, **window: object) -> tuple[Person, Person]:
    """Seat Anna at a desk, and Bertha wherever the window says."""
    anna, bertha = person("Anna").be(), person("Bertha", **window).be()
    table = anna.make_table([{"kind": "me"}, {"kind": "open"}], options=TALKING, seed=5)
    bertha.ask("POST", f"api/tables/{table}/seats/2", {})
    for one in (anna, bertha):
        one.open(f"table/{table}").sees("If everyone passes now" if one is anna else "Pass")
    return anna, bertha


def test_on_a_phone_the_tab_says_that_somebody_spoke(person: MakePerson) -> None:
    anna, bertha = two_who_talk(person, **PHONE)
    marker = bertha.page.get_by_role("tab", name="Log").get_by_label(NEW_LINES)
    expect(marker).to_have_count(0)
    says(anna, "Hello Bertha")
    expect(marker).to_have_text("1")
    says(anna, "Are you there?")
    expect(marker).to_have_text("2")
    bertha.reloads()
    expect(marker).to_have_text("2")
    bertha.page.get_by_role("tab", name="Log").tap()
    bertha.sees("Are you there?")
    expect(marker).to_have_count(0)
    bertha.page.get_by_role("tab", name="Hand").tap()
    says(bertha_at_the_log(bertha), "Yes")
    bertha.page.get_by_role("tab", name="Hand").tap()
    expect(marker).to_have_count(0)


def bertha_at_the_log(bertha: Person) -> Person:
    bertha.page.get_by_role("tab", name="Log").tap()
    return bertha


def test_where_the_talk_lies_below_the_fold_a_button_leads_to_it(person: MakePerson) -> None:
    anna, bertha = two_who_talk(person, **TABLET)
    says(anna, "Hello Bertha")
    bertha.page.get_by_role("button", name=NEW_LINES).click()
    expect(bertha.page.get_by_role("region", name="Talk").get_by_text("Hello Bertha")).to_be_in_viewport()
    expect(bertha.page.get_by_role("button", name=NEW_LINES)).to_have_count(0)


@pytest.mark.parametrize("window", [{}, PHONE], ids=["desk", "phone"])
def test_whoever_mutes_the_talk_neither_sees_nor_hears_it(person: MakePerson, window: dict[str, object]) -> None:
    anna, bertha = two_who_talk(person, **window)
    says(anna, "Hello Bertha")
    if window:
        bertha.page.get_by_role("tab", name="Log").tap()
    bertha.clicks("Mute the talk")
    talk = bertha.page.get_by_role("region", name="Talk")
    expect(talk).not_to_contain_text("Hello Bertha")
    if window:
        bertha.page.get_by_role("tab", name="Hand").tap()
    says(anna, "Why so quiet?")
    expect(anna.page.get_by_role("region", name="Talk")).to_contain_text("Why so quiet?")
    bertha.reloads()
    if window:
        expect(bertha.page.get_by_role("tab", name="Log")).to_have_text("Log")
        bertha.page.get_by_role("tab", name="Log").tap()
    bertha.sees("The talk is muted.")
    expect(talk).not_to_contain_text("Why so quiet?")
    assert "Why so quiet?" not in bertha.page.get_by_role("log", name="What happens").inner_text()
    bertha.clicks("Show the talk")
    expect(talk).to_contain_text("Why so quiet?")


def test_a_screen_reader_says_each_line_of_the_others_once(person: MakePerson) -> None:
    anna, bertha = two_who_talk(person)
    for one in (anna, bertha):
        one.page.evaluate(LISTEN)
    says(anna, "Hello Bertha")
    expect(bertha.page.get_by_role("log", name="What happens")).to_contain_text("Anna: Hello Bertha")
    said = [one.page.evaluate("said.filter((line) => line.includes('Hello'))") for one in (anna, bertha)]
    assert said == [[], ["Anna: Hello Bertha"]]


def test_what_is_said_without_a_network_is_not_lost(person: MakePerson) -> None:
    anna, bertha = person("Anna", shaky=True).be(), person("Bertha").be()
    table = anna.make_table([{"kind": "me"}, {"kind": "open"}], options=TALKING, seed=5)
    bertha.ask("POST", f"api/tables/{table}/seats/2", {})
    for one in (anna, bertha):
        one.open(f"table/{table}").sees("If everyone passes now")
    anna.loses_network()
    says(anna, "Hello Bertha")
    anna.sees("The server does not answer. Nothing is lost")
    expect(anna.page.get_by_label("Say something")).to_have_value("Hello Bertha")
    anna.finds_network()
    anna.clicks("Say")
    expect(bertha.page.get_by_role("region", name="Talk")).to_contain_text("Hello Bertha")
    expect(anna.page.get_by_label("Say something")).to_have_value("")


def test_the_silence_at_a_table_of_four_ends_with_the_game(person: MakePerson) -> None:
    anna, bertha = person("Anna").be(), person("Bertha").be()
    bot: dict[str, object] = {"kind": "bot", "level": "random"}
    table = anna.make_table([{"kind": "me"}, {"kind": "open"}, bot, bot], seed=5)
    bertha.ask("POST", f"api/tables/{table}/seats/2", {})
    anna.open(f"table/{table}")
    expect(anna.page.get_by_label("Greet")).to_be_visible()
    expect(anna.page.get_by_label("Say something")).to_have_count(0)
    proposal = anna.ask("POST", f"api/tables/{table}/proposals", {"kind": "end"})
    bertha.ask("POST", f"api/tables/{table}/proposals/{proposal['id']}", {"accept": True})
    expect(anna.page.get_by_label("Say something")).to_be_attached()
