"""A fresh browser without a session: come in by a link or from the lobby, be somebody, sign out, be somebody else."""

import json

from playwright.sync_api import Page, expect

from tests.e2e.conftest import MakePerson
from tests.e2e.gaming import wait_for_version, whole_move
from tests.e2e.people import Person
from tests.e2e.places import PASSWORD


def makes_a_table(host: Person) -> str:
    """Come in at the first page and make a table for two by what can be seen there; give its link."""
    host.open()
    host.page.get_by_role("link", name="Make a table").first.click()
    host.page.get_by_label("Your name").fill(host.name)
    host.button("Make this table").click()
    return host.page.get_by_label("Link to this table").input_value()


def play_in_turn(people: list[Person], table: str, turns: int) -> None:
    """Let these two play by what they see, without loading anything anew."""
    for turn in range(turns):
        view = people[0].view(table)
        mover = next(one for one in people if one.view(table)["you"]["my_turn"])
        mover.waits_for_turn()
        expect(mover.page.get_by_role("list", name="Your hand").get_by_role("button").first).to_be_visible()
        mover.plays(whole_move(mover, table, turn))
        wait_for_version(mover, table, view["version"])


def sees_everybody_present(person: Person, other: str) -> None:
    row = person.page.get_by_role("list", name="Players").get_by_role("listitem").filter(has_text=other)
    expect(row).to_be_visible()
    expect(row.get_by_text("away", exact=True)).to_have_count(0)


def test_a_friend_who_follows_a_link_sits_down_and_plays(person: MakePerson) -> None:
    anna, zoe = person("Anna"), person("Zoe")
    zoe.page.goto(makes_a_table(anna))
    zoe.page.get_by_label("Your name").fill("Zoe")
    zoe.button("Sit here").click()
    table = zoe.page.url.rsplit("/", 1)[1]
    sees_everybody_present(anna, "Zoe")
    play_in_turn([anna, zoe], table, 4)
    sees_everybody_present(anna, "Zoe")
    sees_everybody_present(zoe, "Anna")


def test_a_stranger_from_the_lobby_sits_down_and_plays(person: MakePerson) -> None:
    anna, zoe = person("Anita"), person("Zora")
    makes_a_table(anna)
    table = anna.page.url.rsplit("/", 1)[1]
    zoe.open()
    zoe.page.get_by_role("link", name="Tables", exact=True).click()
    zoe.page.get_by_role("listitem").filter(has_text="Anita").get_by_role("link", name="Join").click()
    zoe.page.get_by_label("Your name").fill("Zora")
    zoe.button("Sit here").click()
    sees_everybody_present(anna, "Zora")
    play_in_turn([anna, zoe], table, 4)
    sees_everybody_present(anna, "Zora")


def signs_up(person: Person, name: str) -> None:
    """Make an account by what can be seen on any page."""
    header = person.page.get_by_role("banner")
    header.locator(".me").click()
    person.page.get_by_role("button", name="Make an account").first.click()
    person.page.get_by_label("Name", exact=True).fill(name)
    person.page.get_by_label("Password", exact=True).fill(PASSWORD)
    person.page.locator("form").get_by_role("button", name="Make an account").click()
    expect(header.get_by_role("link", name=name)).to_be_visible()


def signs_out(person: Person, name: str) -> None:
    """Go by the own name in the header, as somebody does who knows no address."""
    person.page.get_by_role("banner").get_by_role("link", name=name).click()
    person.button("Sign out").click()


def test_an_account_finds_games_settings_and_the_way_out_behind_its_name(person: MakePerson) -> None:
    anna = person().open()
    signs_up(anna, "Olga")
    anna.page.get_by_role("banner").get_by_role("link", name="Olga").click()
    for way in ("My games", "Settings"):
        expect(anna.page.get_by_role("main").get_by_role("link", name=way)).to_be_visible()
    anna.button("Sign out").click()
    expect(anna.page.get_by_role("banner").get_by_role("link", name="Sign in")).to_be_visible()
    assert anna.ask("GET", "api/me")["player"] is None


def test_a_guest_can_sign_out_and_is_told_what_that_means(person: MakePerson) -> None:
    anna = person("Gerda")
    makes_a_table(anna)
    signs_out(anna, "Gerda")
    anna.sees("a guest cannot sign in again")
    anna.button("Sign out all the same").click()
    expect(anna.page.get_by_role("banner").get_by_role("link", name="Sign in")).to_be_visible()
    assert anna.ask("GET", "api/me")["player"] is None


def opens_a_second_window(person: Person, path: str) -> Page:
    page = person.context.new_page()
    page.goto(person.base + path)
    return page


def test_signing_out_in_one_window_takes_the_cards_from_the_other(person: MakePerson) -> None:
    anna = person().open()
    signs_up(anna, "Paula")
    seats: list[dict[str, object]] = [{"kind": "me"}, {"kind": "bot", "level": "random"}]
    table = anna.make_table(seats, options={"discards": "top"})
    heard: list[str] = []
    second = anna.context.new_page()
    second.on("websocket", lambda line: line.on("framereceived", lambda text: heard.append(str(text))))
    second.goto(f"{anna.base}table/{table}")
    expect(second.get_by_role("list", name="Your hand")).to_be_visible()
    signs_out(anna, "Paula")
    expect(second.get_by_text("You are watching").locator("visible=true").first).to_be_visible()
    expect(second.get_by_role("list", name="Your hand")).to_have_count(0)
    expect(second.get_by_role("banner").get_by_role("link", name="Sign in")).to_be_visible()
    views = [told for told in map(json.loads, heard) if told["type"] == "view"]
    assert views[-1]["you"]["seats"] == []
    assert all(player["hand"] is None for player in views[-1]["state"]["players"])


def test_signing_in_in_one_window_gives_the_other_its_cards(person: MakePerson) -> None:
    anna = person().open()
    signs_up(anna, "Quinta")
    table = anna.make_table([{"kind": "me"}, {"kind": "bot", "level": "random"}], options={"discards": "open"})
    signs_out(anna, "Quinta")
    second = opens_a_second_window(anna, f"table/{table}")
    expect(second.get_by_text("You are watching").locator("visible=true").first).to_be_visible()
    anna.page.get_by_role("banner").get_by_role("link", name="Sign in").click()
    anna.page.get_by_label("Name", exact=True).fill("Quinta")
    anna.page.get_by_label("Password", exact=True).fill(PASSWORD)
    anna.page.locator("form").get_by_role("button", name="Sign in").click()
    expect(second.get_by_role("list", name="Your hand")).to_be_visible()
    expect(second.get_by_role("banner").get_by_role("link", name="Quinta")).to_be_visible()


def test_a_guest_who_makes_an_account_keeps_the_seat_in_every_window(person: MakePerson) -> None:
    anna, zoe = person("Rosa"), person("Zoe")
    link = makes_a_table(anna)
    table = link.rsplit("/", 1)[1]
    second = opens_a_second_window(anna, f"table/{table}")
    expect(second.get_by_role("button", name="Leave", exact=True)).to_be_visible()
    signs_up(anna, "Rosalind")
    expect(second.get_by_role("banner").get_by_role("link", name="Rosalind")).to_be_visible()
    zoe.page.goto(link)
    zoe.button("Sit here").click()
    expect(second.get_by_role("list", name="Your hand")).to_be_visible()
