"""Games on this device: begun, played, kept and reviewed without any server."""

import re
from pathlib import Path

from playwright.sync_api import Page, expect

from siam.notation import parse_record
from tests.e2e.conftest import MakePerson
from tests.e2e.hosting import start_host
from tests.e2e.people import Person

TURNS = 60


def asked(page: Page) -> list[str]:
    """Note every request to the server's API from now on."""
    found: list[str] = []
    page.on("request", lambda request: found.append(request.url) if "/api/" in request.url else None)
    page.on("websocket", lambda socket: found.append(socket.url))
    return found


def begins_here(somebody: Person, level: str = "Kasem, level 3") -> None:
    somebody.open()
    somebody.page.get_by_role("radio", name=level).check(force=True)
    somebody.button("Play a bot now").click()
    expect(somebody.page).to_have_url(re.compile(r"/table/\??here_\w+$"))


def passes_to_the_end(somebody: Person) -> None:
    """Pass until the game is over."""
    over = somebody.page.get_by_role("dialog").get_by_role("button", name="Rematch")
    may_pass = somebody.button("Pass")
    for _ in range(TURNS):
        expect(over.or_(may_pass).first).to_be_visible()
        if over.is_visible():
            return
        if somebody.may_pass_now():
            may_pass.click()
        somebody.page.wait_for_timeout(100)
    raise AssertionError("the game does not end")


def test_a_whole_game_against_a_bot_needs_no_server(person: MakePerson) -> None:
    anna = person()
    anna.open()
    anna.page.wait_for_load_state("networkidle")
    requests = asked(anna.page)
    anna.page.get_by_role("radio", name="Kasem, level 3").check(force=True)
    anna.button("Play a bot now").click()
    passes_to_the_end(anna)
    assert requests == []
    assert anna.context.cookies() == []


def test_nobody_is_asked_for_a_lost_seat_in_a_game_of_their_own(person: MakePerson) -> None:
    anna = person()
    begins_here(anna)
    anna.waits_for_turn()
    anna.passes()
    anna.waits_for_turn()
    anna.sees_no_more("Is one of these seats yours?")
    # Whoever has no name is called so that the sentences about them are sentences.
    expect(anna.log).to_contain_text("Guest passes")


def test_bots_that_cannot_be_loaded_are_told_and_come_when_they_can(person: MakePerson) -> None:
    anna = person()
    anna.expected_troubles = ("ERR_FAILED",)
    anna.page.route("**/thinking.worker-*", lambda route: route.abort())
    begins_here(anna, "Mali, level 1")
    for _ in range(TURNS):
        failed = anna.page.get_by_text("The engine could not be loaded")
        expect(failed.or_(anna.button("Pass")).first).to_be_visible()
        if failed.is_visible():
            break
        if anna.may_pass_now():
            anna.passes()
        anna.page.wait_for_timeout(50)
    anna.page.unroute("**/thinking.worker-*")
    anna.button("Try again").click()
    passes_to_the_end(anna)


def test_a_game_goes_on_when_the_server_is_gone(person: MakePerson, tmp_path: Path) -> None:
    host = start_host(tmp_path)
    anna = person(base=host.url)
    anna.expected_troubles = ("ERR_CONNECTION_REFUSED", "Failed to fetch", "WebSocket")
    try:
        begins_here(anna)
        anna.waits_for_turn()
        anna.passes()
        anna.waits_for_turn()
    finally:
        host.stop()
    passes_to_the_end(anna)


def test_a_move_in_the_making_survives_a_reload_and_a_game_waits_at_home(person: MakePerson) -> None:
    anna = person()
    begins_here(anna)
    anna.waits_for_turn()
    card = next(step for step in sorted(anna.lit()) if len(step) == 1)
    anna.chooses(card)
    anna.page.reload()
    expect(anna.bar.locator(".chip")).to_have_count(1)
    anna.open()
    here = anna.page.get_by_role("region", name="On this device")
    expect(here.get_by_role("link", name="Continue")).to_be_visible()
    here.get_by_role("link", name="Continue").click()
    expect(anna.bar.locator(".chip")).to_have_count(1)


def test_two_windows_show_the_same_game(person: MakePerson) -> None:
    anna = person()
    begins_here(anna, "Mali, level 1")
    anna.waits_for_turn()
    other = anna.context.new_page()
    other.goto(anna.page.url)
    turn = other.get_by_role("button", name="Pass", exact=True).locator("visible=true").first
    expect(turn).to_be_enabled()
    anna.passes()
    anna.waits_for_turn()
    expect(turn).to_be_enabled()
    logs = [page.get_by_role("region", name="Log").get_by_role("listitem") for page in (anna.page, other)]
    expect(logs[0]).not_to_have_count(0)
    expect(logs[1]).to_have_count(logs[0].count())
    assert logs[1].last.inner_text() == logs[0].last.inner_text()


def test_hints_reaches_and_refusals_are_told_and_a_move_is_taken_back(person: MakePerson) -> None:
    anna = person()
    begins_here(anna)
    anna.waits_for_turn()
    anna.button("Hint").click()
    anna.sees("Hint:")
    anna.button("Neighbours and reach").click()
    reaches = anna.page.get_by_role("group", name="Neighbours and reach")
    reaches.get_by_role("button", name="Khon Thai").click()
    expect(reaches).to_contain_text("Khon Thai reaches Ayutthaya")
    anna.button("Neighbours and reach").click()
    anna.chooses("R")
    lands = anna.page.locator(".board .land[data-anchor]")
    far = next(land for land in lands.all() if land.get_attribute("data-anchor") not in anna.lit())
    far.dispatch_event("click")
    expect(anna.bar).to_contain_text("Only next to the faction’s home")
    anna.button("Undo").click()
    anna.passes()
    anna.waits_for_turn()
    anna.button("Take back").click()
    anna.waits_for_turn()


def test_a_finished_game_is_saved_opened_and_analysed(person: MakePerson, tmp_path: Path) -> None:
    anna = person()
    begins_here(anna, "Mali, level 1")
    passes_to_the_end(anna)
    anna.page.get_by_role("dialog").get_by_role("link", name="Replay and analyse").click()
    anna.button("Analyse this game").click()
    expect(anna.page.get_by_role("img", name="Winning chances over the game")).to_be_visible(timeout=90_000)
    expect(anna.page.get_by_role("progressbar")).to_have_count(0, timeout=90_000)
    table = re.search(r"here_\w+", anna.page.url)
    assert table
    anna.button("Share by the server").click()
    expect(anna.page).not_to_have_url(re.compile(r"/replay/here_"))
    zoe = person("Zoe").follows(anna.page.url)
    zoe.sees("turn 0 of")
    expect(zoe.page.get_by_role("list", name="Players").get_by_text("Mali", exact=True)).to_be_visible()
    anna.open(f"table/{table[0]}")
    expect(anna.page.get_by_role("dialog")).to_be_visible()
    anna.page.keyboard.press("Escape")
    anna.button("Menu").click()
    with anna.page.expect_download() as download:
        anna.button("Download the record").click()
    file = tmp_path / "game.siam"
    download.value.save_as(file)
    assert '[Map "siam"]' in file.read_text(encoding="utf-8")
    anna.open()
    anna.page.get_by_label("Open a game file").set_input_files(file)
    expect(anna.page).to_have_url(re.compile(r"/table/\??here_\w+$"))
    expect(anna.page).not_to_have_url(re.compile(table[0]))


def test_a_map_of_ones_own_is_played_saved_and_opened_again(
    person: MakePerson, ring_file: Path, tmp_path: Path
) -> None:
    anna = person()
    anna.open("new")
    anna.page.get_by_label("Play on this device, without the server").check()
    anna.page.get_by_text("Board and name").click()
    faulty = tmp_path / "faulty.toml"
    faulty.write_text(ring_file.read_text(encoding="utf-8").replace('"lao"', '"rama"'), encoding="utf-8")
    anna.page.get_by_label("Own board file").set_input_files(faulty)
    anna.button("Make this table").click()
    anna.sees("This board file has a mistake: rama has two homes")
    anna.page.get_by_label("Own board file").set_input_files(ring_file)
    anna.button("Make this table").click()
    anna.waits_for_turn()
    expect(anna.page.get_by_role("group", name="Board")).to_contain_text("Eastmarch", ignore_case=True)
    anna.passes()
    anna.waits_for_turn()
    anna.button("Menu").click()
    with anna.page.expect_download() as download:
        anna.button("Download the record").click()
    file = tmp_path / "game.siam"
    download.value.save_as(file)
    table = anna.page.url
    anna.open()
    anna.page.get_by_label("Open a game file").set_input_files(file)
    expect(anna.page).not_to_have_url(table)
    expect(anna.page.get_by_role("group", name="Board")).to_contain_text("Eastmarch", ignore_case=True)
    parse_record(file.read_text(encoding="utf-8"))


def test_a_team_with_three_bots_and_a_shared_screen(person: MakePerson) -> None:
    anna = person()
    anna.open("new")
    anna.page.get_by_label("Play on this device, without the server").check()
    anna.button("4, in two teams").click()
    anna.button("Make this table").click()
    expect(anna.page).to_have_url(re.compile(r"/table/\??here_\w+$"))
    anna.waits_for_turn()
    anna.open("new")
    anna.page.get_by_label("Play on this device, without the server").check()
    anna.page.get_by_label("Seat 2").select_option("here")
    anna.button("Make this table").click()
    anna.passes()
    anna.passes()
    anna.waits_for_turn()
