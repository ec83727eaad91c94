"""A guest has no password: the link of a seat gives it back when the browser has forgotten who sat there."""

from playwright.sync_api import expect

from tests.e2e.arrivals.test_newcomers import makes_a_table, play_in_turn
from tests.e2e.conftest import MakePerson
from tests.e2e.people import Person


def keeps_the_seat(person: Person) -> str:
    """Ask for the link of the own seat, and keep it somewhere."""
    person.clicks("Show my link")
    return person.page.get_by_label("Link to your seat").input_value()


def starts_with_zoe(anna: Person, zoe: Person) -> str:
    link = makes_a_table(anna)
    zoe.follows(link)
    zoe.types("Your name", zoe.name)
    zoe.clicks("Sit here")
    expect(zoe.hand).to_be_visible()
    return link


def opens_the_menu(person: Person) -> None:
    person.page.locator(".menu").get_by_role("button", name="Menu").click()


def test_a_guest_whom_the_browser_has_forgotten_comes_back_by_the_kept_link(person: MakePerson) -> None:
    anna, zoe = person("Anna"), person("Zoe")
    link = starts_with_zoe(anna, zoe)
    opens_the_menu(zoe)
    kept = keeps_the_seat(zoe)
    zoe.presses("Escape")
    play_in_turn([anna, zoe], link.rsplit("/", 1)[1], 2)
    zoe.loses_all_cookies()
    zoe.reloads()
    zoe.sees("You are watching")
    zoe.follows(kept)
    expect(zoe.hand).to_be_visible()
    assert "seat=" not in zoe.page.url, "nobody reads the secret over a shoulder"
    play_in_turn([anna, zoe], link.rsplit("/", 1)[1], 2)
    zoe.reloads()
    expect(zoe.hand).to_be_visible()


def test_whoever_is_not_known_at_a_table_of_guests_is_told_how_to_get_a_seat_back(person: MakePerson) -> None:
    anna, zoe = person("Anna"), person("Zoe")
    starts_with_zoe(anna, zoe)
    opens_the_menu(zoe)
    kept = keeps_the_seat(zoe)
    zoe.walks_away()
    zoe.loses_all_cookies()
    zoe.comes_back().follows(kept.split("#")[0])
    zoe.sees("Is one of these seats yours?")
    zoe.clicks("Get it back")
    zoe.types("Link to your seat", kept)
    zoe.clicks("Sit down again")
    expect(zoe.hand).to_be_visible()
    zoe.sees_no_more("Is one of these seats yours?")


def test_the_seat_can_be_kept_before_the_game_begins(person: MakePerson) -> None:
    anna = person("Anna")
    makes_a_table(anna)
    kept = keeps_the_seat(anna)
    phone = person("Anna", viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True)
    phone.follows(kept)
    expect(phone.button("Leave")).to_be_visible()


def test_a_link_that_holds_no_more_says_so_and_shows_the_table(person: MakePerson) -> None:
    anna, zoe = person("Anna"), person("Zoe")
    starts_with_zoe(anna, zoe)
    opens_the_menu(zoe)
    void = keeps_the_seat(zoe)
    zoe.reloads()
    opens_the_menu(zoe)
    assert keeps_the_seat(zoe) != void
    late = person("Late")
    late.expected_troubles = ("404",)
    late.follows(void)
    late.sees("This link holds no more")
    late.sees("You are watching")


def test_a_link_is_followed_in_a_window_that_shows_the_table_already(person: MakePerson) -> None:
    anna, zoe = person("Anna"), person("Zoe")
    starts_with_zoe(anna, zoe)
    if anna.is_to_move():
        anna.passes()
    zoe.waits_for_turn()
    opens_the_menu(zoe)
    kept = keeps_the_seat(zoe)
    zoe.loses_all_cookies()
    zoe.reloads()
    zoe.sees("You are watching")
    zoe.follows(kept)
    expect(zoe.hand.get_by_role("button").first).to_be_visible()
    zoe.chooses("L")


def test_an_account_needs_no_link(person: MakePerson) -> None:
    anna, zoe = person("Anna"), person("Zoe")
    starts_with_zoe(anna, zoe)
    opens_the_menu(zoe)
    zoe.sees("Keep your seat")
    zoe.ask("POST", "api/accounts", {"name": "Zoe Kept", "password": "three elephants in a row"})
    zoe.reloads()
    opens_the_menu(zoe)
    zoe.sees("Whoever has this link can watch.")
    zoe.sees_no_more("Keep your seat")
