"""People play whole games against bots and each other."""

from playwright.sync_api import expect

from tests.e2e.conftest import MakePerson
from tests.e2e.gaming import play_to_the_end, wait_for_version, whole_move
from tests.e2e.people import CARDS

OPEN: dict[str, object] = {"discards": "open"}


def test_a_stranger_plays_a_bot_with_one_click(person: MakePerson) -> None:
    anna = person().open()
    anna.button("Play a bot now").click()
    anna.page.wait_for_url("**/table/*")
    anna.waits_for_turn()
    anna.sees("Your turn")
    anna.sees("If everyone passes now")
    hand = anna.page.get_by_role("list", name="Your hand")
    assert hand.get_by_role("button").count() == len(CARDS) + 1


def test_two_people_in_two_browsers_play_a_whole_game(person: MakePerson) -> None:
    anna, bertha = person("Anna").be(), person("Bertha").be()
    table = anna.make_table([{"kind": "me"}, {"kind": "open"}], options=OPEN)
    anna.open(f"table/{table}").sees("The game starts by itself")
    bertha.open(f"table/{table}").button("Sit here").click()
    anna.sees("If everyone passes now")
    assert play_to_the_end({1: anna, 2: bertha}, table) >= 8
    result = anna.view(table)["result"]
    winner, loser = (anna, bertha) if 1 in result["winners"] else (bertha, anna)
    winner.sees("You win!")
    loser.sees(f"{winner.name} wins")
    loser.sees("Replay and analyse")


def test_four_people_play_a_game_of_two_teams(person: MakePerson) -> None:
    people = {seat: person(name).be() for seat, name in enumerate(("Anna", "Bertha", "Carl", "Dora"), 1)}
    table = people[1].make_table([{"kind": "me"}, {"kind": "open"}, {"kind": "open"}, {"kind": "open"}], options=OPEN)
    for seat, one in people.items():
        one.open(f"table/{table}")
        if seat > 1:
            one.page.get_by_role("listitem").filter(has_text="free").first.get_by_role(
                "button", name="Sit here"
            ).click()
    people[1].sees("If everyone passes now")
    play_to_the_end(people, table, pass_every=2)
    winners = people[1].view(table)["result"]["winners"]
    assert sorted(winners) in ([1, 3], [2, 4])
    for seat in winners:
        people[seat].sees("You win!")


def test_a_person_plays_three_bots(person: MakePerson) -> None:
    anna = person().be()
    bot: dict[str, object] = {"kind": "bot", "level": "random"}
    table = anna.make_table([{"kind": "me"}, bot, bot, bot], options=OPEN)
    anna.open(f"table/{table}")
    play_to_the_end({1: anna}, table)
    expect(anna.page.get_by_role("dialog")).to_contain_text("win")
    expect(anna.page.get_by_role("dialog")).to_contain_text("§")


def test_two_people_at_one_screen_hide_their_hands(person: MakePerson) -> None:
    anna = person().be()
    seats: list[dict[str, object]] = [{"kind": "me"}, {"kind": "here", "name": "Paul"}]
    table = anna.make_table(seats, options={"discards": "top"})
    anna.open(f"table/{table}")
    names = {1: "Anna", 2: "Paul"}
    for _ in range(4):
        view = anna.view(table)
        name = names[view["state"]["to_move"]]
        anna.sees(f"Pass the device to {name}")
        assert anna.page.locator(".hand [data-step]").count() == 0
        anna.page.get_by_role("button", name=f"I am {name}: show my cards").click()
        anna.plays(whole_move(anna, table, view["turn"]))
        wait_for_version(anna, table, view["version"])


def test_a_guest_joins_by_link_in_two_clicks(person: MakePerson) -> None:
    anna, stranger = person("Anna").be(), person("Zoe")
    table = anna.make_table([{"kind": "me"}, {"kind": "open"}], options=OPEN, visibility="link")
    anna.open(f"table/{table}")
    link = anna.page.get_by_label("Link to this table").input_value()
    stranger.page.goto(link)
    stranger.page.get_by_label("Your name").fill("Zoe")
    stranger.button("Sit here").click()
    stranger.sees("If everyone passes now")
    anna.sees("Zoe")
    expect(anna.page.get_by_role("list", name="Players")).to_contain_text("Zoe")


def test_a_table_is_made_with_open_discards_and_a_word_about_the_book(person: MakePerson) -> None:
    anna = person().open("new")
    expect(anna.page.get_by_label("Open: everybody sees which cards were played")).to_be_checked()
    anna.sees("The book shows the top card only")
    anna.button("Make this table").click()
    anna.sees("The game starts by itself")
    anna.sees("open discards")
    anna.button("Fill with bots and start").click()
    anna.sees("If everyone passes now")
