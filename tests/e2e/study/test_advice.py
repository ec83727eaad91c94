"""The engine advises people where that is fair: against bots and in replays, never between people."""

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import MakePerson
from tests.e2e.gaming import whole_move
from tests.e2e.people import Person

OPEN: dict[str, object] = {"discards": "open"}
# The first question of a fresh install waits for the engine to be compiled.
PATIENT = 180_000


def seat_first(anna: Person, discards: str = "open") -> str:
    """Make a table against a bot at which Anna is to move."""
    for seed in range(5_000, 5_020):  # of its own: nobody is advised on what people play elsewhere
        seats: list[dict[str, object]] = [{"kind": "me"}, {"kind": "bot", "level": "greedy"}]
        table = anna.make_table(seats, options={"discards": discards}, seed=seed)
        if anna.view(table)["state"]["to_move"] == 1:
            return table
    raise AssertionError("the bot always begins")


def play_short_game(anna: Person) -> str:
    """Play a game for two at one screen through the server: a few careless cards, then everybody passes."""
    seats: list[dict[str, object]] = [{"kind": "me"}, {"kind": "here", "name": "Paul"}]
    table = anna.make_table(seats, options=OPEN, seed=3)
    turn = 0
    while not (view := anna.view(table))["result"]:
        steps = whole_move(anna, table, turn) if turn < 8 else []
        move = "pass"
        if steps:
            move = anna.ask("POST", f"api/tables/{table}/steps", {"after": view["version"], "steps": steps})["move"]
        body = {"after": view["version"], "move": move, "key": f"{table}-{turn}", "seat": view["state"]["to_move"]}
        anna.ask("POST", f"api/tables/{table}/moves", body)
        turn += 1
    return table


def asked_of_the_server(anna: Person) -> list[str]:
    """Collect the questions about advice that go to the server."""
    asked: list[str] = []
    words = ("/hint", "/analysis")
    anna.page.on(
        "request",
        lambda request: asked.append(request.url) if request.method == "POST" and request.url.endswith(words) else None,
    )
    return asked


@pytest.mark.parametrize("discards", ["open", "top"])
def test_a_hint_against_a_bot_is_told_in_words_and_shown_on_the_table(person: MakePerson, discards: str) -> None:
    """Where nothing is hidden the page thinks by itself; what others hold only the server knows."""
    anna = person().be()
    anna.open(f"table/{seat_first(anna, discards)}").waits_for_turn()
    asked = asked_of_the_server(anna)
    anna.button("Hint").click()
    hint = anna.page.locator(".notice", has_text="Hint: ")
    expect(hint).to_be_visible(timeout=PATIENT)
    assert len(asked) == (0 if discards == "open" else 1)
    expect(hint).to_contain_text("%")
    expect(hint).not_to_contain_text("@")
    expect(anna.page.locator(".hinted")).to_be_visible()
    hint.get_by_role("button", name="Hide").click()
    expect(anna.page.locator(".hinted")).to_have_count(0)


def test_without_the_module_the_server_gives_the_hint_and_its_reason(person: MakePerson) -> None:
    anna = person().be()
    anna.expected_troubles = ("ERR_FAILED",)
    anna.context.route("**/*.wasm", lambda route: route.abort())
    anna.open(f"table/{seat_first(anna)}").waits_for_turn()
    with anna.page.expect_response("**/hint", timeout=PATIENT) as answer:
        anna.button("Hint").click()
    hint = anna.page.locator(".notice", has_text="Hint: ")
    expect(hint).to_be_visible()
    expect(hint.locator(".why")).to_have_count(0 if answer.value.json()["reason"] is None else 1)


def test_people_who_play_each_other_get_no_hints(person: MakePerson) -> None:
    anna, bertha = person("Anna").be(), person("Bertha").be()
    table = anna.make_table([{"kind": "me"}, {"kind": "open"}], options=OPEN)
    bertha.ask("POST", f"api/tables/{table}/seats/2", {})
    for one in (anna, bertha):
        one.open(f"table/{table}").sees("If everyone passes now")
        expect(one.page.get_by_role("button", name="Hint")).to_have_count(0)
        refused = one.context.request.post(
            one.base + f"api/tables/{table}/hint", data={}, headers={"Origin": one.base.rstrip("/")}
        )
        assert refused.status == 403
        assert refused.json()["error"]["code"] == "no_hints"


def test_a_finished_game_shows_its_chances_and_names_its_mistakes(person: MakePerson) -> None:
    anna = person().be()
    table = play_short_game(anna)
    anna.open(f"replay/{table}").sees("turn 0 of")
    asked = asked_of_the_server(anna)
    anna.button("Analyse this game").click()
    curve = anna.page.get_by_role("img", name="Winning chances over the game")
    expect(curve).to_be_visible(timeout=PATIENT)
    expect(curve.locator("polyline")).to_have_count(2)
    mistakes = anna.page.get_by_role("region", name="Mistakes")
    expect(mistakes).to_be_visible(timeout=PATIENT)
    expect(anna.page.locator("progress")).to_have_count(0, timeout=PATIENT)
    mark = curve.locator("xpath=..").get_by_role("button").first.bounding_box()
    assert mark is not None
    assert mark["width"] >= 24
    assert mark["height"] >= 44, "a mark can be hit"
    anna.page.get_by_label("Whose mistakes").select_option("0")
    told = mistakes.locator(".one")
    if anna.button("Next mistake").is_enabled():
        anna.button("Next mistake").click()
    else:  # the first move of the game is the only one
        curve.locator("xpath=..").get_by_role("button").first.click()
    expect(told).to_contain_text("Better: ")
    expect(told).not_to_contain_text("@")
    turn = int(told.inner_text().split("Turn ")[1].split(",")[0])
    anna.sees(f"turn {turn - 1} of")
    anna.sees("Best: ")
    assert asked == [], "the page has thought by itself"
    anna.reloads()
    expect(mistakes).to_be_visible()


def test_the_best_move_of_any_turn_of_a_replay_can_be_asked_for(person: MakePerson) -> None:
    anna = person().be()
    table = play_short_game(anna)
    zoe = person("Zoe").open(f"replay/{table}?turn=2")
    zoe.sees("turn 2 of")
    asked = asked_of_the_server(zoe)
    zoe.button("Best move").click()
    expect(zoe.page.get_by_text("Best: ")).to_be_visible(timeout=PATIENT)
    assert asked == []
    expect(zoe.page.get_by_text("Best: ")).to_contain_text("%")
    zoe.page.keyboard.press("ArrowRight")
    zoe.sees("turn 3 of")
    expect(zoe.page.get_by_text("Best: ")).to_have_count(0)
