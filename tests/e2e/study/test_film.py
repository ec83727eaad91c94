"""A replay as a film and as a lesson: it plays by itself, says what happens, names mistakes, and can be played on."""

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import MakePerson
from tests.e2e.people import Person
from tests.e2e.places import Scenery


def opens(person: MakePerson, scenery: Scenery, table: str, query: str = "", **window: object) -> Person:
    """Open a replay as the Anna who played."""
    anna = person(**window)
    anna.context.add_cookies(scenery.cookies)  # type: ignore[arg-type]
    return anna.open(f"replay/{scenery.tables[table]}{query}")


def analysed(anna: Person, table: str) -> list[dict[str, object]]:
    """Wait for the engine's opinion."""
    while (found := anna.ask("POST", f"api/tables/{table}/analysis"))["status"] != "done":
        anna.page.wait_for_timeout(500)
    turns: list[dict[str, object]] = found["turns"]
    return turns


def test_the_film_plays_to_the_end_and_stops_there(person: MakePerson, scenery: Scenery) -> None:
    anna = opens(person, scenery, "over")
    anna.sees("turn 0 of")
    last = len(anna.ask("GET", f"api/tables/{scenery.tables['over']}/replay")["turns"]) - 1
    anna.page.get_by_label("Speed").select_option("4")
    anna.button("Play the film").click()
    anna.sees(f"turn {last} of {last}")
    expect(anna.page.get_by_role("button", name="Play the film")).to_be_disabled()


def test_the_film_can_be_paused_and_a_step_by_hand_stops_it(person: MakePerson, scenery: Scenery) -> None:
    anna = opens(person, scenery, "mine")
    anna.button("Play the film").click()
    anna.sees("turn 1 of")
    anna.button("Pause").click()
    expect(anna.button("Play the film")).to_be_visible()
    anna.button("Play the film").click()
    anna.button("One turn back").click()
    expect(anna.button("Play the film")).to_be_visible()


def test_every_turn_has_its_caption(person: MakePerson, scenery: Scenery) -> None:
    anna = opens(person, scenery, "over")
    caption = anna.page.locator(".caption")
    expect(caption).to_have_text("The game begins.")
    box = caption.bounding_box()
    anna.button("One turn on").click()
    expect(caption).to_contain_text("plays")
    anna.button("To the end").click()
    expect(caption).to_contain_text("wins.")
    assert caption.bounding_box() == box, "captions move nothing"


def test_a_line_of_the_log_leads_to_its_turn(person: MakePerson, scenery: Scenery) -> None:
    anna = opens(person, scenery, "over", "?turn=6")
    anna.sees("turn 6 of")
    anna.page.get_by_role("link", name="Replay from turn 2", exact=True).click()
    anna.sees("turn 2 of")


def test_a_game_is_seen_from_the_seat_one_had(person: MakePerson, scenery: Scenery) -> None:
    bertha = person("Bertha").be("Beatrix")
    host = person("Host").be("Helga")
    table = host.make_table([{"kind": "me"}, {"kind": "open"}], options={"discards": "open"})
    bertha.ask("POST", f"api/tables/{table}/seats/2", {})
    bertha.ask("POST", f"api/tables/{table}/resign", {"seat": None})
    bertha.open(f"replay/{table}")
    expect(bertha.page.get_by_label("Look from the seat of")).to_have_value("2")


def test_the_best_move_is_the_one_that_the_analysis_found(person: MakePerson, scenery: Scenery) -> None:
    anna = opens(person, scenery, "over")
    table = scenery.tables["over"]
    mistakes = [turn for turn in analysed(anna, table) if turn["mark"]]
    if not mistakes:
        pytest.fail("this game has no mistake to look at")
    anna.page.reload()
    anna.page.get_by_label("Whose mistakes").select_option("0")
    review = anna.page.get_by_role("region", name="Mistakes")
    for mistake in mistakes[:4]:
        anna.button("Next mistake").click()
        anna.sees(f"turn {int(str(mistake['turn'])) - 1} of")
        better = review.locator(".better").inner_text().removeprefix("Better: ")
        caption = anna.page.locator(".caption")
        expect(caption).to_contain_text(f"Best: {better}")
        anna.button("One turn on").click()
        anna.button("One turn back").click()
        anna.button("Best move").click()
        expect(caption).to_contain_text(f"Best: {better}")


def test_a_mistake_says_why(person: MakePerson, scenery: Scenery) -> None:
    anna = opens(person, scenery, "over")
    table = scenery.tables["over"]
    mistake = next(turn for turn in analysed(anna, table) if turn["mark"] and turn["reason"])
    reason = mistake["reason"]
    assert isinstance(reason, dict)
    start = {
        "game_ends": "When the game ends by the best line",
        "lines": "If everyone passes at the end of the best line",
        "moves": "If everyone passes right after it",
    }[reason["horizon"]]
    words = {
        "rules": re.compile("rules|colony"),
        "wins": re.compile("the win goes to"),
        "leads": re.compile(r"\d to \d for|tied, then"),
        "gains": re.compile(r"\d to \d for .* instead of"),
        "keeps_card": re.compile("keeps a card"),
    }
    anna.open(f"replay/{table}?turn={int(str(mistake['turn'])) - 1}")
    anna.page.get_by_label("Whose mistakes").select_option("0")
    why = anna.page.get_by_role("region", name="Mistakes").locator(".why")
    for claim in reason["claims"]:
        expect(why).to_contain_text(words[claim["claim"]])
        if claim["claim"] != "keeps_card":
            expect(why).to_contain_text(start)


def test_the_next_mistake_may_be_the_one_of_the_position_shown(person: MakePerson, scenery: Scenery) -> None:
    anna = opens(person, scenery, "over")
    first = next(turn for turn in analysed(anna, scenery.tables["over"]) if turn["mark"])
    place = f"turn {int(str(first['turn'])) - 1} of"
    anna.open(f"replay/{scenery.tables['over']}?turn={int(str(first['turn'])) - 1}")
    anna.page.get_by_label("Whose mistakes").select_option("0")
    anna.sees(place)
    anna.button("Next mistake").click()
    expect(anna.page.locator(".caption")).to_contain_text("Best:")
    anna.sees(place)


def test_a_finger_beside_a_mistake_still_finds_it(person: MakePerson, scenery: Scenery) -> None:
    anna = opens(person, scenery, "over", has_touch=True)
    analysed(anna, scenery.tables["over"])
    anna.page.reload()
    marks = anna.page.get_by_role("button", name="To the next mistake")
    box, triangle = marks.bounding_box(), anna.page.locator(".mark").first.bounding_box()
    assert box is not None
    assert triangle is not None
    assert box["height"] >= 44
    anna.page.touchscreen.tap(triangle["x"] + triangle["width"] / 2, box["y"] + box["height"] - 4)
    expect(anna.page.locator(".caption")).to_contain_text("Best:")


def test_the_log_stays_in_sight_beside_the_mistakes(person: MakePerson, scenery: Scenery) -> None:
    anna = opens(person, scenery, "over", "?turn=8", viewport={"width": 1280, "height": 720})
    analysed(anna, scenery.tables["over"])
    anna.page.reload()
    expect(anna.page.get_by_role("region", name="Mistakes")).to_be_visible()
    line = anna.page.get_by_role("region", name="Log").get_by_role("listitem").last
    expect(line).to_be_in_viewport()


def test_any_turn_can_be_played_on_against_a_bot(person: MakePerson, scenery: Scenery) -> None:
    anna = opens(person, scenery, "over", "?turn=5")
    anna.sees("turn 5 of")
    anna.button("What if?").click()
    anna.page.get_by_label("Strength of the bots").select_option("random")
    anna.button("Play on from here").click()
    anna.page.wait_for_url("**/table/*")
    anna.waits_for_turn()
    table = anna.page.url.rsplit("/", 1)[1]
    assert {seat["level"] for seat in anna.view(table)["seats"]} == {None, "random"}


@pytest.mark.parametrize("size", [{"width": 360, "height": 640}, {"width": 740, "height": 360}])
def test_a_phone_finds_its_way_home_from_a_replay(person: MakePerson, scenery: Scenery, size: dict[str, int]) -> None:
    anna = opens(person, scenery, "over", viewport=size)
    anna.sees("turn 0 of")
    anna.page.get_by_role("main").get_by_role("link", name="Siam, to the start").click()
    expect(anna.button("Play a bot now")).to_be_visible()
