"""Small things at the table that were wrong once: each has its test."""

import json
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, WebSocketRoute, expect

from tests.e2e.conftest import MakePerson
from tests.e2e.everyone.test_overflow import OVERFLOWING
from tests.e2e.everyone.test_screen_reader import LISTEN
from tests.e2e.gaming import wait_for_version, whole_move
from tests.e2e.lessons import lessons
from tests.e2e.people import Person
from tests.e2e.table.test_one_look import ME, OPEN, PAUL, plays_elsewhere, two_at_a_table

DOUBLE_TAP_MILLISECONDS = 450
LAPTOP = {"width": 1280, "height": 720}
DESK = {"width": 1440, "height": 900}


def box_of(thing: Locator) -> dict[str, float]:
    box = thing.bounding_box()
    assert box is not None
    return {"left": box["x"], "top": box["y"], "right": box["x"] + box["width"], "bottom": box["y"] + box["height"]}


def advance(anna: Person, table: str, turns: int) -> None:
    """Play on for everybody at one screen."""
    for turn in range(turns):
        view = anna.view(table)
        steps = whole_move(anna, table, turn) if turn % 4 != 3 else []
        made = {"after": view["version"], "steps": steps}
        move = anna.ask("POST", f"api/tables/{table}/steps", made)["move"] if steps else "pass"
        sent = {"after": view["version"], "move": move, "key": f"{table} {turn}", "seat": view["state"]["to_move"]}
        anna.ask("POST", f"api/tables/{table}/moves", sent)


@pytest.mark.parametrize("size", [DESK, LAPTOP], ids=["desk", "laptop"])
def test_the_newest_line_of_the_log_is_in_sight(person: MakePerson, size: dict[str, int]) -> None:
    anna, bertha, table = two_at_a_table(person, viewport=size)
    lines = anna.page.get_by_role("region", name="Log").get_by_role("listitem")
    for turn in range(1, 6):
        version = anna.view(table)["version"]
        anna.plays(whole_move(anna, table, turn))
        wait_for_version(anna, table, version)
        plays_elsewhere(bertha, table, turn + 3)
        anna.waits_for_turn()
        expect(anna.button("Show what happened since my last turn")).to_be_visible()
        expect(lines.last).to_contain_text(str(turn * 2))
        anna.page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        newest, log = box_of(lines.last), box_of(anna.page.locator(".log ol"))
        assert newest["bottom"] <= log["bottom"] + 1, f"turn {turn} is cut"


def test_chat_and_log_do_not_lie_over_each_other(person: MakePerson) -> None:
    anna, bertha = person("Anna", viewport=LAPTOP).be(), person("Bertha").be()
    table = anna.make_table([ME, {"kind": "open"}], options={**OPEN, "table_talk": "open"}, seed=1)
    bertha.ask("POST", f"api/tables/{table}/seats/2", {})
    anna.open(f"table/{table}")
    field = anna.page.get_by_label("Say something")
    for word in ("Hello", "how are you", "shall we", "begin"):
        field.fill(word)
        field.press("Enter")
        expect(anna.page.get_by_text(word, exact=True).or_(anna.page.get_by_text(word)).first).to_be_visible()
    mover, other = (anna, bertha) if anna.view(table)["you"]["my_turn"] else (bertha, anna)
    plays_elsewhere(mover, table, 1)
    plays_elsewhere(other, table, 2)
    anna.page.reload()
    talk, log = box_of(anna.page.locator(".talk")), box_of(anna.page.locator(".log ol"))
    assert log["bottom"] <= talk["top"] + 1
    link = anna.page.get_by_role("button", name="Show what happened since my last turn")
    if link.count():
        assert box_of(link)["bottom"] <= talk["top"] + 1


# What of some boxes hangs out of them, or out of the part of them that it stands in.
SPILLING = """(boxes) => [...document.querySelectorAll(boxes)].flatMap((box) => {
  const spills = (inner, outer) => {
    const [a, b] = [inner.getBoundingClientRect(), outer.getBoundingClientRect()]
    return a.width > 0 && (a.left < b.left - 1 || a.right > b.right + 1 || a.top < b.top - 1 || a.bottom > b.bottom + 1)
  }
  const inside = [...box.querySelectorAll(':is(.part, .leader, .name, .leader small, .part b, svg):not(.unseen)')]
  return inside
    .filter((one) => spills(one, box) || (one.closest('.part') && spills(one, one.closest('.part'))))
    .map((one) => `${one.className.baseVal ?? one.className}: ${one.textContent}`)
})"""


def table_with_three_in_the_contested_box(anna: Person) -> str:
    """Find a deal in which all three factions stand where the first struggle is."""
    for seed in range(100):
        table = anna.make_table([ME, PAUL], options=OPEN, seed=seed)
        if all(anna.view(table)["state"]["track"][0]["followers"]):
            return table
    raise AssertionError("no such deal")


@pytest.mark.parametrize("language", ["en", "de"])
def test_nothing_spills_out_of_a_tile_while_its_struggle_is_resolved(person: MakePerson, language: str) -> None:
    anna = person(viewport=LAPTOP, locale=language, reduced_motion="no-preference").be()
    table = table_with_three_in_the_contested_box(anna)
    anna.open(f"table/{table}")
    passing = anna.page.locator('[aria-keyshortcuts="P"]').locator("visible=true")
    expect(passing).to_be_enabled()
    anna.page.evaluate(
        """(spilling) => {
      window.seen = { resolving: 0, spilled: [] }
      const spilled = eval(spilling)
      const look = () => {
        if (document.querySelector('.track .resolving:not(.resolved)')) {
          seen.resolving += 1
          seen.spilled.push(...spilled('.track .resolving'))
        }
        requestAnimationFrame(look)
      }
      look()
    }""",
        SPILLING,
    )
    for _ in range(2):
        expect(passing).to_be_enabled()
        passing.click()
    expect(anna.page.locator(".track .resolved")).to_have_count(1)
    expect(passing).to_be_enabled()
    seen = anna.page.evaluate("seen")
    assert seen["resolving"] > 5, "it was watched while it was resolved"
    assert sorted(set(seen["spilled"])) == []


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_crowded_track_and_long_words_fit_a_laptop(person: MakePerson, language: str) -> None:
    anna = person(viewport=LAPTOP, locale=language).be()
    anna.open(f"table/{table_with_three_in_the_contested_box(anna)}")
    expect(anna.page.locator(".track .contested .part")).to_have_count(3)
    assert anna.page.evaluate(OVERFLOWING) == []
    assert anna.page.evaluate(SPILLING, ".track li") == []
    pictures = anna.page.locator(".hand .card .picture")
    for at in range(pictures.count()):
        picture = pictures.nth(at).bounding_box()
        assert picture is not None
        assert picture["height"] >= 24, "the picture of a card is squeezed"


def test_a_change_is_marked_at_its_own_follower(person: MakePerson) -> None:
    anna = person(viewport=DESK).be()
    table = anna.make_table([ME, PAUL], options=OPEN, seed=4)
    anna.open(f"table/{table}").waits_for_turn()
    anna.chooses("T")
    legal = anna.ask("POST", f"api/tables/{table}/steps", {"after": 1, "steps": ["T"]})["legal"]
    anna.chooses(legal[0])
    mark = box_of(anna.page.locator(".board .change.more circle"))
    middle = ((mark["left"] + mark["right"]) / 2, (mark["top"] + mark["bottom"]) / 2)
    gaps = {}
    for anchor in ("R", "L", "M"):
        for at, piece in enumerate(anna.page.locator(f'[data-anchor="{anchor}@{legal[0]}"] .piece').all()):
            box = box_of(piece)
            x, y = (box["left"] + box["right"]) / 2, (box["top"] + box["bottom"]) / 2
            gaps[anchor, at] = ((x - middle[0]) ** 2 + (y - middle[1]) ** 2) ** 0.5
    nearest = min(gaps, key=lambda one: gaps[one])
    assert nearest[0] == "R", gaps
    assert nearest[1] == max(at for faction, at in gaps if faction == "R"), "the newest one"


NAMES_AND_LANDS = """() => [...document.querySelectorAll('.board .name text')].map((text) => {
  const size = parseFloat(text.getAttribute('font-size'))
  const { x, y, width } = text.getBBox()
  const baseline = Number(text.getAttribute('y'))
  const end = x + width - 0.16 * size // the space after the last letter
  const points = []
  for (let step = 0; step <= 40; step += 1)
    for (const height of [0, 0.33, 0.66]) points.push([x + ((end - x) * step) / 40, baseline - height * size])
  for (const edge of [[x - 5, baseline - size / 3], [end + 5, baseline - size / 3]]) points.push(edge)
  const lands = [...document.querySelectorAll('path.land')]
  const under = points.map(([a, b]) => lands.find((land) => land.isPointInFill(new DOMPoint(a, b)))?.dataset.anchor)
  return [text.textContent, [...new Set(under)].map((code) => code ?? 'the sea or a neighbour')]
})"""


def test_every_name_lies_within_its_province(person: MakePerson) -> None:
    anna = person(viewport=DESK).be()
    anna.open(f"table/{anna.make_table([ME, PAUL], options=OPEN, seed=4)}").waits_for_turn()
    for name, lands in anna.page.evaluate(NAMES_AND_LANDS):
        assert lands == [name.lower()[:3]], f"{name} lies over {lands}"


def test_a_hint_rings_the_follower_that_is_meant(person: MakePerson) -> None:
    anna = person(viewport=DESK).be()
    seats: list[dict[str, object]] = [ME, {"kind": "bot", "level": "random"}]
    tables = [anna.make_table(seats, options=OPEN, seed=seed) for seed in range(8)]
    table, view = next((one, seen) for one in tables if (seen := anna.view(one))["state"]["to_move"] == 1)
    steps = whole_move(anna, table, 3)
    made = anna.ask("POST", f"api/tables/{table}/steps", {"after": view["version"], "steps": steps})
    hint = {"move": made["move"], "chances": [0.6, 0.4], "steps": steps, "parts": made["parts"]}
    anna.expected_troubles = ("ERR_FAILED",)
    anna.context.route("**/*.wasm", lambda route: route.abort())  # so that the server is asked
    anna.page.route("**/hint", lambda route: route.fulfill(json=hint))
    anna.open(f"table/{table}").waits_for_turn()
    anna.button("Hint").click()
    notice = anna.page.locator(".notice").filter(has_text="Hint: ")
    expect(notice.locator(".chance")).to_have_text("Your chance: 60%")
    ring = box_of(anna.page.locator(".board .hint circle"))
    x, y = (ring["left"] + ring["right"]) / 2, (ring["top"] + ring["bottom"]) / 2
    row = box_of(anna.page.locator(f'[data-anchor="{steps[-1]}"]').first)
    assert row["left"] <= x <= row["right"], "beside its followers"
    assert row["top"] <= y <= row["bottom"], "above or below its followers"
    board = box_of(anna.page.get_by_role("group", name="Board"))
    assert box_of(notice)["left"] >= board["right"], "the hint covers the map"


def test_a_rematch_is_offered_where_both_are_looking(person: MakePerson) -> None:
    anna, bertha, table = two_at_a_table(person)
    bertha.open(f"table/{table}")
    anna.ask("POST", f"api/tables/{table}/resign", {"seat": None})
    for one in (anna, bertha):
        expect(one.page.get_by_role("dialog")).to_contain_text("Bertha wins" if one is anna else "You win!")
    anna.page.get_by_role("dialog").get_by_role("button", name="Rematch").click()
    anna.page.wait_for_url(lambda url: not url.endswith(table))
    dialog = bertha.page.get_by_role("dialog")
    expect(dialog).to_contain_text("A rematch is set up.")
    dialog.get_by_role("link", name="Go there").click()
    bertha.page.wait_for_url(anna.page.url)


def test_a_pause_meanwhile_does_not_cost_me_the_move_that_i_made(person: MakePerson) -> None:
    """The line is broken when the move is confirmed; before it is back the game was paused and goes on."""
    anna, bertha = person("Anna").be(), person("Bertha").be()
    anna.expected_troubles = ("ERR_INTERNET_DISCONNECTED", "live")
    for seed in range(20):
        table = anna.make_table([ME, {"kind": "open"}], options=OPEN, seed=seed)
        bertha.ask("POST", f"api/tables/{table}/seats/2", {})
        if anna.view(table)["state"]["to_move"] == 1:
            break
    cuts: list[str] = []
    anna.page.route_web_socket(f"**/tables/{table}/live**", lambda line: _cut(line, cuts))
    anna.open(f"table/{table}").waits_for_turn()
    for step in whole_move(anna, table, 5):
        anna.chooses(step)
    cuts.append("cut")
    anna.button("Confirm").click()
    anna.sees("reconnecting")
    bertha.ask("POST", f"api/tables/{table}/proposals", {"kind": "pause"})
    proposal = anna.view(table)["proposals"][0]["id"]
    anna.ask("POST", f"api/tables/{table}/proposals/{proposal}", {"accept": True})
    bertha.ask("POST", f"api/tables/{table}/resume")
    cuts.clear()
    anna.sees("Bertha chooses")
    view = anna.view(table)
    assert view["state"]["to_move"] == 2
    expect(anna.page.get_by_text("Somebody was faster")).to_have_count(0)


def _cut(line: WebSocketRoute, cuts: list[str]) -> None:
    if cuts:
        line.close(code=4408)
        return
    server = line.connect_to_server()

    def forward(message: str | bytes) -> None:
        if cuts:
            line.close(code=4408)
        else:
            server.send(message)

    line.on_message(forward)
    server.on_message(lambda message: line.send(message))


def test_it_is_said_whose_turn_it_is_only_after_what_happened(person: MakePerson) -> None:
    anna, bertha, table = two_at_a_table(person, reduced_motion="no-preference")
    anna.page.evaluate(LISTEN)
    anna.passes()
    wait_for_version(anna, table, 1)
    plays_elsewhere(bertha, table, 4)
    anna.waits_for_turn()
    said: list[str] = anna.page.evaluate("said")
    calls = [at for at, line in enumerate(said) if line.startswith("It is your turn.")]
    assert calls == [len(said) - 1], said
    assert "If everyone passes now" in said[-1], "how it stands is said too"


def test_the_map_of_every_lesson_can_be_read_on_a_small_phone(person: MakePerson) -> None:
    anna = person(viewport={"width": 360, "height": 640}, has_touch=True, is_mobile=True)
    anna.open("tutorial")
    unreadable = []
    for number, lesson in enumerate(lessons(), 1):
        anna.page.locator(f"progress[value='{number - 1}']").wait_for(state="attached")
        if not map_is_readable(anna.page):
            unreadable.append(lesson.id)
        card = anna.page.locator(".hand button.card").locator("visible=true").first
        if card.count():
            anna.page.wait_for_timeout(DOUBLE_TAP_MILLISECONDS)  # since the tap on a card of the lesson before
            card.tap()
            expect(anna.page.locator(".chip").first).to_be_visible()
            if not map_is_readable(anna.page):
                unreadable.append(f"{lesson.id}, choosing")
        if number < len(lessons()):
            anna.page.locator(".lesson .quiet").last.dispatch_event("click")
    assert not unreadable, unreadable


def map_is_readable(page: Page) -> bool:
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    found: Any = page.locator(".board .name text").count()
    return bool(found == 8)


def test_sounds_are_soft_from_the_start_and_silenced_on_the_table(person: MakePerson) -> None:
    anna, _, _ = two_at_a_table(person)
    mute = anna.page.get_by_role("button", name="Mute")
    expect(mute).to_have_attribute("aria-pressed", "false")
    mute.click()
    expect(mute).to_have_attribute("aria-pressed", "true")
    kept = json.loads(anna.page.evaluate("localStorage.getItem('siam.preferences')"))
    assert kept["muted"] is True
    assert 0 < kept["volume"] <= 0.5
    anna.page.reload()
    expect(mute).to_have_attribute("aria-pressed", "true")


def test_a_device_shakes_unless_its_owner_does_not_like_that(person: MakePerson) -> None:
    anna = person().be()
    anna.context.add_init_script("window.shaken = 0; navigator.vibrate = () => ++window.shaken > 0")
    anna.open(f"table/{anna.make_table([ME, PAUL], options=OPEN, seed=4)}")
    for likes_it in (True, False):
        anna.waits_for_turn()
        before = anna.page.evaluate("shaken")
        anna.page.locator("path.land").first.dispatch_event("click")
        anna.page.mouse.click(5, 5)
        anna.page.locator("path.land").first.dispatch_event("click")
        anna.sees("First choose a card from your hand.")
        assert (anna.page.evaluate("shaken") > before) is likes_it
        anna.clicks("Settings")
        anna.page.get_by_label("The device shakes a little when something lands").uncheck()
        anna.goes_back()
