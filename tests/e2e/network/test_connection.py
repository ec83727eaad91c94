"""Connections break, pages are loaded anew, others look on: nothing is lost."""

import json
from pathlib import Path

from playwright.sync_api import Browser, WebSocketRoute, expect

from tests.e2e.conftest import MakePerson
from tests.e2e.gaming import play_to_the_end, wait_for_version, whole_move
from tests.e2e.hosting import start_host
from tests.e2e.people import Person

OPEN: dict[str, object] = {"discards": "open"}
BOT: dict[str, object] = {"kind": "bot", "level": "random"}


def seat_first(anna: Person) -> str:
    """Make a table against a bot at which Anna is to move."""
    for seed in range(20):
        table = anna.make_table([{"kind": "me"}, BOT], options=OPEN, seed=seed)
        if anna.view(table)["state"]["to_move"] == 1:
            return table
    raise AssertionError("the bot always begins")


def test_a_page_loaded_anew_keeps_the_steps_chosen_so_far(person: MakePerson) -> None:
    anna = person().be()
    table = seat_first(anna)
    anna.open(f"table/{table}").waits_for_turn()
    steps = whole_move(anna, table, 3)
    for step in steps[:2]:
        anna.chooses(step)
    chips = anna.bar.locator(".chip").all_inner_texts()
    anna.page.reload()
    expect(anna.bar.locator(".chip")).to_have_text(chips)
    anna.plays(steps[2:])
    wait_for_version(anna, table, 1)


# Whatever the page asks, its threads or the server, is asked a little later.
SLOWLY = """(() => {
  for (const [asked, way] of [[Worker, 'postMessage'], [WebSocket, 'send']]) {
    const pass = asked.prototype[way]
    asked.prototype[way] = function (...message) {
      setTimeout(() => pass.apply(this, message), 400)
    }
  }
})()"""


def test_a_click_while_the_steps_come_back_loses_none_of_them(person: MakePerson) -> None:
    anna = person().be()
    table = seat_first(anna)
    anna.open(f"table/{table}").waits_for_turn()
    steps = next(steps for seed in range(20) if len(steps := whole_move(anna, table, seed)) > 2)
    for step in steps[:3]:
        anna.chooses(step)
    chips = anna.bar.locator(".chip")
    words = chips.all_inner_texts()
    anna.page.add_init_script(SLOWLY)
    anna.reloads()
    expect(chips).to_have_count(1)
    anna.page.locator("[data-step]:not(.card)").first.dispatch_event("click")
    expect(chips).to_have_text(words)
    anna.reloads()
    expect(chips).to_have_text(words)


def test_a_move_made_while_offline_is_sent_once_when_the_connection_is_back(person: MakePerson) -> None:
    anna = person().be()
    anna.expected_troubles = ("ERR_INTERNET_DISCONNECTED", "live")
    table = seat_first(anna)
    lines: list[str] = []
    submitted: list[str] = []
    anna.page.route_web_socket(f"**/tables/{table}/live**", lambda line: _cut(line, lines, submitted))
    anna.open(f"table/{table}").waits_for_turn()
    steps = whole_move(anna, table, 5)
    for step in steps:
        anna.chooses(step)
    lines.append("cut")
    anna.button("Confirm").click()
    anna.sees("reconnecting")
    lines.clear()
    wait_for_version(anna, table, 1)
    anna.waits_for_turn()
    entries = [turn["entry"] for turn in anna.ask("GET", f"api/tables/{table}/replay")["turns"] if turn["entry"]]
    mine = [entry for entry in entries if entry["seat"] == 1 and entry["kind"] == "move"]
    assert len(mine) == 1
    assert len(submitted) == 2, "the move was sent again"
    assert len(set(submitted)) == 1, "with the same key"


def _cut(line: WebSocketRoute, cuts: list[str], submitted: list[str]) -> None:
    """Pass messages on, but break the line when something is sent after a cut, until it is mended.

    The key of each move that is sent is kept.
    """
    if cuts:
        line.close(code=4408)
        return
    server = line.connect_to_server()

    def forward(message: str | bytes) -> None:
        told = json.loads(message)
        if told["type"] == "submit":
            submitted.append(told["key"])
        if cuts:
            line.close(code=4408)
        else:
            server.send(message)

    line.on_message(forward)


def test_a_spectator_sees_the_game_but_may_not_touch_it(person: MakePerson) -> None:
    anna, zoe = person("Anna").be(), person("Zoe").be()
    table = seat_first(anna)
    anna.open(f"table/{table}").waits_for_turn()
    zoe.open(f"table/{table}").sees("You are watching")
    assert zoe.lit() == set()
    expect(zoe.button("Pass")).to_have_count(0)
    expect(zoe.page.get_by_role("list", name="Your hand")).to_have_count(0)
    steps = whole_move(anna, table, 2)
    anna.plays(steps)
    expect(zoe.page.get_by_role("region", name="Log")).to_contain_text("Anna plays")
    expect(zoe.page.get_by_role("log")).to_contain_text("Anna plays")


def test_a_replay_steps_slides_and_links_to_a_move(person: MakePerson) -> None:
    anna = person().be()
    table = anna.make_table([{"kind": "me"}, BOT], options=OPEN)
    anna.open(f"table/{table}")
    play_to_the_end({1: anna}, table, pass_every=2)
    anna.page.get_by_role("dialog").get_by_role("link", name="Replay and analyse").click()
    anna.page.wait_for_url("**/replay/*")
    anna.sees("turn 0 of")
    anna.page.keyboard.press("ArrowRight")
    anna.sees("turn 1 of")
    anna.page.wait_for_url("**?turn=1")
    anna.page.get_by_role("slider", name="Turn").fill("3")
    anna.sees("turn 3 of")
    anna.page.keyboard.press("End")
    link = anna.page.url
    zoe = person("Zoe")
    zoe.page.goto(link)
    expect(zoe.page.get_by_role("list", name="Players")).to_contain_text("won")
    last = link.rsplit("=", 1)[1]
    zoe.sees(f"turn {last} of {last}")
    zoe.sees("Who controls the most provinces?")
    zoe.page.get_by_label("Look from the seat of").select_option("2")


def test_the_table_works_below_a_path_behind_a_proxy(tmp_path: Path, browser: Browser) -> None:
    host = start_host(tmp_path, root_path="/games/siam")
    try:
        anna = Person("Anna", host.url + "games/siam/", browser.new_context(reduced_motion="reduce", locale="en"))
        anna.open().button("Play a bot now").click()
        anna.page.wait_for_url("**/games/siam/table/*")
        anna.waits_for_turn()
        anna.page.get_by_role("link", name="Rules", exact=True).first.click()
        anna.sees("The rules of King of Siam")
        assert anna.troubles == []
        anna.context.close()
    finally:
        host.stop()
