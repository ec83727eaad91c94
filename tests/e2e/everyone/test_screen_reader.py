"""A whole game through roles and names only, and what a screen reader is told meanwhile: every event once, in order."""

import re
from typing import Any

from playwright.sync_api import Locator, Page, expect

from siam.rules import load_board
from tests.e2e.conftest import MakePerson
from tests.e2e.gaming import wait_for_version
from tests.e2e.people import CARDS, Person

FACTIONS = {"R": "Rama", "L": "Lao", "M": "Malay", "B": "British"}
BOARD = load_board("siam")
PROVINCES = {province.code: dict(province.names)["en"] for province in BOARD.provinces}

# Remember every line that is added to the live region, as a screen reader would say it.
LISTEN = """() => {
  window.said = []
  const region = document.querySelector('[role="log"][aria-live="polite"]')
  new MutationObserver((changes) => {
    const lines = changes.flatMap((change) => [...change.addedNodes].map((node) => node.textContent.trim()))
    said.push(...lines.filter((line) => line))
  }).observe(region, { childList: true })
}"""


def sentence(event: dict[str, Any], names: dict[int, str]) -> str:
    """Say an event in English, from what the server tells alone."""
    kind, name, province = (
        event["event"],
        names.get(event.get("seat", 0), ""),
        PROVINCES.get(event.get("province", ""), ""),
    )
    faction = FACTIONS.get(str(event.get("faction", "")), "")
    if kind == "passed":
        return f"{name} passes."
    if kind == "card_played":
        return f"{name} plays {CARDS[event['card']]}{' without effect' if event['no_effect'] else ''}."
    if kind == "tiles_swapped":
        (first, second), (a, b) = (PROVINCES[code] for code in event["provinces"]), event["boxes"]
        return f"{first} and {second} change places on the track: boxes {a} and {b}."
    if kind == "king_placed":
        return f"{province} gets a king marker."
    if kind == "follower_placed":
        return f"A {faction} follower comes to {province}."
    if kind == "followers_swapped":
        given, received = (" and ".join(FACTIONS[one] for one in event[side]) for side in ("left_given", "right_given"))
        return f"{PROVINCES[event['left']]} gives {given} to {PROVINCES[event['right']]} for {received}."
    if kind == "follower_taken":
        return f"{name} takes {faction} from {province}."
    if kind == "struggle_resolved":
        if event["control"] == "B":
            return f"{province} is tied: the British take it."
        return f"{FACTIONS[event['control']]} controls {province}."
    outcome = event["outcome"]
    winners = " and ".join(names[seat] for seat in outcome["winners"])
    ending = "Siam becomes a colony" if outcome["ending"] == "B" else f"{FACTIONS[outcome['ending']]} rules Siam"
    return f"{ending}: {winners} {'wins' if len(outcome['winners']) == 1 else 'win'}."


def enabled(page: Page) -> list[Locator]:
    """Find what may be chosen now: the named buttons of the hand, the board and the struggles."""
    places = (
        page.get_by_role("list", name="Your hand").get_by_role("button"),
        page.get_by_role("group", name="Board").get_by_role("button"),
        page.get_by_role("list", name="Struggles").get_by_role("button"),
    )
    return [button for place in places for button in place.all()]


def play_a_card(page: Page, seed: int) -> bool:
    """Choose by roles and names until the move is whole; say whether there was a card to play."""
    bar = page.get_by_role("region", name="Your move")
    if not page.get_by_role("list", name="Your hand").get_by_role("button").count():
        return False
    chosen = bar.get_by_role("button")
    always = chosen.count()
    confirm = bar.get_by_role("button", name="Confirm")
    for number in range(1, 8):
        if confirm.is_enabled():
            break
        expect(page.get_by_role("group", name="Board")).to_be_visible()
        choices = [one for one in enabled(page) if one.get_attribute("aria-pressed") != "true"]
        choice = choices[(seed * 5 + number) % len(choices)]
        assert re.search(r"[A-Z]|\\d", choice.aria_snapshot()), "a choice has a name"
        choice.press("Enter")
        expect(chosen).to_have_count(always + number)
    confirm.press("Enter")
    return True


def test_a_whole_game_through_roles_and_names_only(person: MakePerson) -> None:
    anna = person().be()
    table = anna.make_table([{"kind": "me"}, {"kind": "bot", "level": "greedy"}], options={"discards": "open"}, seed=3)
    page = anna.open(f"table/{table}").page
    expect(page.get_by_role("heading", level=1)).to_have_count(1)
    expect(page.get_by_role("button", name="Pass", exact=True)).to_be_visible()
    page.evaluate(LISTEN)
    heard_from = anna.view(table)["version"]
    for turn in range(80):
        view = anna.view(table)
        if view["result"]:
            break
        if not view["you"]["my_turn"]:
            wait_for_version(anna, table, view["version"])
            continue
        expect(page.get_by_role("button", name="Pass", exact=True)).to_be_enabled()
        board_is_told(page, view)
        if turn % 3 == 2 or not play_a_card(page, turn):
            page.get_by_role("button", name="Pass", exact=True).press("Enter")
        wait_for_version(anna, table, view["version"])
    expect(page.get_by_role("dialog").get_by_role("heading", level=2)).to_contain_text("win")
    expect(page.get_by_role("dialog").get_by_role("link", name="Replay and analyse")).to_be_visible()
    everything_is_told_once(anna, table, heard_from)


def board_is_told(page: Page, view: dict[str, Any]) -> None:
    """The board is a table of text too."""
    rows = page.get_by_role("table", name="The provinces in the order of the struggles").get_by_role("row").all()[1:]
    for row, box in zip(rows, view["state"]["track"], strict=True):
        expect(row.get_by_role("rowheader")).to_have_text(PROVINCES[box["province"]])
        expect(row.get_by_role("cell").nth(0)).to_have_text(str(box["box"]))
        for at, count in enumerate(box["followers"], 1):
            expect(row.get_by_role("cell").nth(at)).to_have_text(str(count))
        code = box["province"]
        for neighbour in BOARD.neighbours[BOARD.codes.index(code)]:
            expect(row.get_by_role("cell").nth(5)).to_contain_text(PROVINCES[BOARD.codes[neighbour]])
        if box["king"]:
            expect(row.get_by_role("cell").nth(6)).to_contain_text("King marker")
        if code == "ayu":
            expect(row.get_by_role("cell").nth(6)).to_contain_text("home of Rama")


def everything_is_told_once(anna: Person, table: str, after: int) -> None:
    replay = anna.ask("GET", f"api/tables/{table}/replay")
    names = {seat["seat"]: seat["name"] or "The magpie" for seat in replay["seats"]}
    entries = [turn["entry"] for turn in replay["turns"] if turn["entry"] and turn["entry"]["version"] > after]
    told = [sentence(event, names) for entry in entries for event in entry["events"]]
    said = [line for line in anna.page.evaluate("said") if not line.startswith("It is your turn.")]
    assert said == told
