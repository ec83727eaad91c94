"""A friend who follows a link is told what this is, and the host's first button invites."""

from playwright.sync_api import expect

from tests.e2e.arrivals.test_newcomers import makes_a_table
from tests.e2e.conftest import MakePerson


def test_a_friend_learns_what_this_is_and_may_look_before_the_game_begins(person: MakePerson) -> None:
    anna, zoe = person("Adela"), person("Zelda")
    link = makes_a_table(anna)
    zoe.page.goto(link)
    zoe.sees("Adela invites you to play")
    zoe.sees("What is this?")
    zoe.sees("the game begins as soon as you sit down")
    expect(
        zoe.page.get_by_role("img", name="A board at the start of a game").locator(".board svg").first
    ).to_be_visible()
    zoe.page.get_by_role("main").get_by_role("link", name="Read the rules").click()
    expect(zoe.page.locator(".rules h2").first).to_be_visible()
    zoe.page.go_back()
    expect(zoe.button("Sit here")).to_be_visible()
    assert anna.view(link.rsplit("/", 1)[1])["table"]["status"] == "open"


def test_the_first_button_of_the_waiting_room_invites(person: MakePerson) -> None:
    anna = person("Agnes")
    makes_a_table(anna)
    first = anna.page.locator("main button.primary")
    expect(first).to_have_count(1)
    expect(first).to_have_text("Copy the link")


def test_a_link_that_leads_nowhere_else_says_so(person: MakePerson) -> None:
    anna = person("Alma")
    makes_a_table(anna)
    anna.sees("This link works on this computer only.")


def test_a_device_that_can_share_offers_it_first(person: MakePerson) -> None:
    anna = person("Amanda")
    anna.page.add_init_script("navigator.share = async (what) => { window.shared = what }")
    link = makes_a_table(anna)
    anna.button("Share").click()
    assert anna.page.evaluate("window.shared.url") == link


def test_guests_are_not_told_that_their_game_is_rated(person: MakePerson) -> None:
    anna = person("Ada")
    makes_a_table(anna)
    anna.sees("unrated")
