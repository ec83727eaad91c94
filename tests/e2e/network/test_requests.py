"""The browser asks no more than it has to: one question for each click, and one message for the move."""

import json
from typing import Any

from playwright.sync_api import WebSocket

from tests.e2e.conftest import MakePerson
from tests.e2e.gaming import wait_for_version, whole_move
from tests.e2e.people import Person

SEATS: list[dict[str, object]] = [{"kind": "me"}, {"kind": "here", "name": "Paul"}]


def listen(anna: Person) -> list[dict[str, Any]]:
    """Collect what the page sends through its sockets."""
    sent: list[dict[str, Any]] = []

    def opened(socket: WebSocket) -> None:
        socket.on("framesent", lambda frame: sent.append(json.loads(frame)))

    anna.page.on("websocket", opened)
    return sent


def test_a_turn_takes_one_question_a_click_and_one_move(person: MakePerson) -> None:
    anna = person().be()
    sent = listen(anna)
    asked: list[str] = []
    anna.page.on("request", lambda request: asked.append(request.url) if "/api/" in request.url else None)
    table = anna.make_table(SEATS, options={"discards": "open"}, seed=1)
    anna.open(f"table/{table}").waits_for_turn()
    anna.page.wait_for_timeout(500)
    asked.clear()
    steps = whole_move(anna, table, 0)
    asked.clear()
    anna.plays(steps)
    wait_for_version(anna, table, 1)
    anna.waits_for_turn()
    anna.page.wait_for_timeout(500)
    questions = [message["steps"] for message in sent if message["type"] == "steps"]
    assert questions == [steps[: count + 1] for count in range(len(steps))]
    assert [message["move"] for message in sent if message["type"] == "submit"] != []
    assert {message["type"] for message in sent} == {"look", "steps", "submit"}
    assert asked == []
