"""My things, found by whoever knows no address: name, password, sessions, games, data, the way out."""

import json
from pathlib import Path

from playwright.sync_api import expect

from tests.e2e.arrivals.test_newcomers import makes_a_table, signs_up
from tests.e2e.conftest import MakePerson
from tests.e2e.people import Person
from tests.e2e.places import PASSWORD


def goes_to_my_things(person: Person, name: str) -> None:
    person.page.get_by_role("banner").get_by_role("link", name=name).click()


def test_a_guest_is_offered_an_account_not_a_password_to_type(person: MakePerson) -> None:
    anna = person("Gudrun")
    makes_a_table(anna)
    anna.open("account")
    expect(anna.page.get_by_role("button", name="Make an account").first).to_have_attribute("aria-pressed", "true")
    expect(anna.page.get_by_label("Name", exact=True)).to_have_value("Gudrun")


def test_a_guest_can_take_another_name(person: MakePerson) -> None:
    anna = person("Hilde")
    makes_a_table(anna)
    goes_to_my_things(anna, "Hilde")
    anna.page.get_by_label("New name").fill("Mathilde")
    anna.button("Rename").click()
    expect(anna.page.get_by_role("banner").get_by_role("link", name="Mathilde")).to_be_visible()
    assert anna.ask("GET", "api/me")["player"]["name"] == "Mathilde"


def test_an_account_changes_its_password_and_signs_in_with_it(person: MakePerson) -> None:
    anna = person().open()
    signs_up(anna, "Ottilie")
    goes_to_my_things(anna, "Ottilie")
    anna.page.get_by_label("Old password").fill(PASSWORD)
    anna.page.get_by_label("New password").fill("seven boats on the river")
    anna.button("Change the password").click()
    anna.sees("The new password holds from now on.")
    other = person("Other").open("account")
    other.page.get_by_label("Name", exact=True).fill("Ottilie")
    other.page.get_by_label("Password", exact=True).fill("seven boats on the river")
    other.page.locator("form").get_by_role("button", name="Sign in").click()
    expect(other.page.get_by_role("banner").get_by_role("link", name="Ottilie")).to_be_visible()
    anna.page.reload()
    anna.button("Sign out there").click()
    expect(anna.page.get_by_role("button", name="Sign out there")).to_have_count(0)
    other.page.reload()
    expect(other.page.get_by_role("banner").get_by_role("link", name="Sign in")).to_be_visible()


def test_finished_games_have_a_day_and_say_you_won(person: MakePerson) -> None:
    anna, zoe = person("Irma"), person("Zita")
    table = anna.be().make_table([{"kind": "me"}, {"kind": "open"}], options={"discards": "open"})
    zoe.be().ask("POST", f"api/tables/{table}/seats/2", {})
    zoe.ask("POST", f"api/tables/{table}/resign", {"seat": None})
    anna.open("account").sees("You won")
    zoe.open("account").sees("You lost to Irma")
    anna.page.get_by_label("Outcome").select_option("lost")
    anna.sees("No finished games yet.")


def test_everything_about_me_can_be_taken_along_and_deleted(person: MakePerson, tmp_path: Path) -> None:
    anna = person().open()
    signs_up(anna, "Paulina")
    goes_to_my_things(anna, "Paulina")
    with anna.page.expect_download() as coming:
        anna.page.get_by_role("link", name="Download everything about me").click()
    coming.value.save_as(tmp_path / "me.json")
    assert json.loads((tmp_path / "me.json").read_text())["player"]["name"] == "Paulina"
    anna.button("Delete my account").click()
    anna.page.locator("form").filter(has_text="can’t be undone").get_by_label("Password").fill(PASSWORD)
    anna.button("Delete for good").click()
    expect(anna.page.get_by_role("banner").get_by_role("link", name="Sign in")).to_be_visible()
    assert anna.ask("GET", "api/me")["player"] is None
