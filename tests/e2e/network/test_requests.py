"""The browser asks no more than it has to: nothing for a click, one message for the move, and hears little."""

import json
from statistics import median
from typing import Any

import pytest
from playwright.sync_api import WebSocket, expect

from tests.e2e.conftest import MakePerson
from tests.e2e.gaming import wait_for_version, whole_move
from tests.e2e.people import Person

SEATS: list[dict[str, object]] = [{"kind": "me"}, {"kind": "here", "name": "Paul"}]
BOT: dict[str, object] = {"kind": "bot", "level": "random"}


class Wire:
    """Everything that goes through the sockets and requests of a page."""

    def __init__(self, anna: Person) -> None:
        self.page = anna.page
        self.sent: list[dict[str, Any]] = []
        self.heard: list[str] = []
        self.asked: list[str] = []
        anna.page.on("websocket", self._opened)
        anna.page.on("request", lambda request: self.asked.append(request.url) if "/api/" in request.url else None)

    def _opened(self, socket: WebSocket) -> None:
        socket.on("framesent", lambda frame: self.sent.append(json.loads(frame)))
        socket.on("framereceived", lambda frame: self.heard.append(str(frame)))

    def told(self, kind: str) -> list[dict[str, Any]]:
        return [message for message in self.sent if message["type"] == kind]

    def forget(self) -> None:
        for noted in (self.sent, self.heard, self.asked):
            noted.clear()

    def waits_for_the_engine(self) -> None:
        """Wait until the page can tell by itself what follows from a move."""
        while not self.told("updates"):
            self.page.wait_for_timeout(50)


def play_a_turn(anna: Person, wire: Wire, table: str, seed: int) -> list[str]:
    """Play a move click by click and wait until it is the next one's turn; gives the steps."""
    version = anna.view(table)["version"]
    steps = whole_move(anna, table, seed)
    wire.forget()
    anna.plays(steps)
    wait_for_version(anna, table, version)
    anna.waits_for_turn()
    wire.page.wait_for_timeout(500)
    return steps


@pytest.mark.parametrize("discards", ["open", "top"])
def test_a_turn_takes_no_question_and_one_move(person: MakePerson, discards: str) -> None:
    anna = person().be()
    wire = Wire(anna)
    table = anna.make_table(
        SEATS if discards == "open" else [{"kind": "me"}, BOT], options={"discards": discards}, seed=1
    )
    anna.open(f"table/{table}").waits_for_turn()
    wire.waits_for_the_engine()
    for seed in range(2):
        steps = play_a_turn(anna, wire, table, seed)
        assert len(steps) > 1
        assert [message["type"] for message in wire.sent] == ["submit"]
        assert wire.asked == []
        sizes = [len(frame) for frame in wire.heard]
        kinds = [json.loads(frame)["type"] for frame in wire.heard]
        assert set(kinds) == {"moved", "accepted"}
        assert median(sizes) < 200
        assert sum(sizes) < 600


def test_without_the_module_a_turn_takes_one_question_a_click_and_one_move(person: MakePerson) -> None:
    anna = person().be()
    anna.expected_troubles = ("ERR_FAILED",)
    anna.context.route("**/*.wasm", lambda route: route.abort())
    wire = Wire(anna)
    table = anna.make_table(SEATS, options={"discards": "open"}, seed=1)
    anna.open(f"table/{table}").waits_for_turn()
    wire.page.wait_for_timeout(500)
    steps = play_a_turn(anna, wire, table, 0)
    questions = [message["steps"] for message in wire.told("steps")]
    assert questions == [steps[: count + 1] for count in range(len(steps))]
    assert {message["type"] for message in wire.sent} == {"steps", "submit"}
    assert "update" in [json.loads(frame)["type"] for frame in wire.heard]
    assert wire.asked == []


def test_a_click_in_vain_is_explained_without_a_question(person: MakePerson) -> None:
    anna = person().be()
    wire = Wire(anna)
    table = anna.make_table(SEATS, options={"discards": "open"}, seed=1)
    anna.open(f"table/{table}").waits_for_turn()
    wire.waits_for_the_engine()
    wire.forget()
    anna.chooses("R")
    legal = anna.ask("POST", f"api/tables/{table}/steps", {"after": 1, "steps": ["R"]})["legal"]
    far = next(box["province"] for box in anna.view(table)["state"]["track"] if box["province"] not in legal)
    anna.page.locator(f'.board .land[data-anchor="{far}"]').dispatch_event("click")
    expect(anna.bar).to_contain_text("Only next to the faction’s home")
    assert wire.told("steps") == []
