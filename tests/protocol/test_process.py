"""How the engine process lives: answers out of order, interruptions, and no input that kills it."""

import io
import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from siam.protocol.process import serve
from siam.protocol.slow_methods import Thinking
from siam.rules import Position
from tests.protocol.requests import FINISHED, OPENING, Engine, answers, request

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters(), max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)
methods = st.sampled_from(["new", "moves", "count", "play", "outcome", "choose", "analyse", "cancel"]) | st.text(
    max_size=6
)
names = ["players", "map", "seed", "options", "position", "move", "level", "seconds", "nodes", "lines", "id"]
values = st.sampled_from([2, 3, "siam", OPENING, FINISHED, "pass", "random", 0.01, {}]) | json_values
requests = st.fixed_dictionaries(
    {"jsonrpc": st.just("2.0") | json_values, "id": st.integers() | st.text(max_size=3) | json_values},
    optional={"method": methods, "params": st.dictionaries(st.sampled_from(names), values, max_size=4) | json_values},
)
mangled = st.tuples(requests.map(json.dumps), st.integers(0, 200), st.binary(max_size=3)).map(
    lambda parts: parts[0].encode()[: parts[1]] + parts[2] + parts[0].encode()[parts[1] + 1 :]
)
lines = st.one_of(
    st.binary(max_size=200),
    json_values.map(lambda value: json.dumps(value).encode()),
    requests.map(lambda value: json.dumps(value).encode()),
    st.lists(requests, max_size=3).map(lambda value: json.dumps(value).encode()),
    mangled,
)


class Blocker:
    """Chooses only once it is told to stop."""

    def __init__(self) -> None:
        self.begun = threading.Event()

    def __call__(self, position: Position, level: str | None, thinking: Thinking) -> dict[str, Any]:
        self.begun.set()
        assert thinking.stop.wait(20)
        return {"move": "pass"}


class Conversation(io.RawIOBase):
    """A source that gives its lines one by one, each only when its condition is met."""

    def __init__(self, script: list[tuple[threading.Event | None, bytes]]) -> None:
        self._script = script

    def readline(self, size: int | None = -1, /) -> bytes:
        if not self._script:
            return b""
        condition, line = self._script.pop(0)
        if condition:
            assert condition.wait(20)
        return line


def converse(blocker: Blocker, *script: tuple[threading.Event | None, bytes]) -> list[Any]:
    sink = io.BytesIO()
    serve(Conversation(list(script)), sink, blocker)  # type: ignore[arg-type]
    return [json.loads(line) for line in sink.getvalue().splitlines()]


def test_a_quick_answer_overtakes_a_slow_one_and_cancel_interrupts() -> None:
    blocker = Blocker()
    told = converse(
        blocker,
        (None, request("choose", "slow", position=OPENING)),
        (blocker.begun, request("count", "quick", position=FINISHED)),
        (None, request("cancel", "stop", id="slow")),
    )
    assert [one["id"] for one in told if one["id"] != "stop"] == ["quick", "slow"]
    assert {"jsonrpc": "2.0", "id": "stop", "result": {"cancelled": True}} in told


def test_what_was_asked_before_the_end_of_the_input_is_thought_to_its_end() -> None:
    line = request("choose", 1, position=OPENING, nodes=150)
    command = [sys.executable, "-c", "from siam.cli import main; main()", "engine"]
    piped = subprocess.run(command, input=line * 2, capture_output=True, check=True, timeout=300)
    told = [json.loads(answer)["result"] for answer in piped.stdout.splitlines()]
    assert [found["nodes"] >= 150 for found in told] == [True, True]
    assert told[0]["move"] == told[1]["move"]


def test_a_real_process_ends_when_its_client_is_gone_in_the_middle_of_a_thought() -> None:
    running = Engine()
    assert running.process.stdin
    assert running.process.stdout
    running.send(request("choose", 1, position=OPENING, seconds=3600) + request("count", 2, position=FINISHED))
    assert running.receive()["id"] == 2
    running.process.stdin.close()
    running.process.stdout.close()
    assert running.process.wait(60) is not None


def test_cancelling_what_does_not_think_changes_nothing() -> None:
    [told] = answers(request("cancel", 1, id=["no id at all"]))
    assert told["result"] == {"cancelled": False}


def test_a_failure_inside_is_told_and_survived(caplog: pytest.LogCaptureFixture) -> None:
    def broken(position: Position, level: str | None, thinking: Thinking) -> dict[str, Any]:
        raise ZeroDivisionError

    sink = io.BytesIO()
    script = request("choose", 1, position=OPENING) + request("count", 2, position=FINISHED)
    serve(io.BytesIO(script), sink, broken)
    told = {one["id"]: one for one in map(json.loads, sink.getvalue().splitlines())}
    assert told[1]["error"]["code"] == -32603
    assert told[2]["result"] == {"count": 0}


@settings(max_examples=300, deadline=None)
@given(st.lists(lines, max_size=6))
def test_whatever_arrives_the_process_answers_and_goes_on(arriving: list[bytes]) -> None:
    script = b"".join(line.replace(b"\n", b"") + b"\n" for line in arriving)
    told = answers(script + request("count", "the last", position=FINISHED))
    assert {"jsonrpc": "2.0", "id": "the last", "result": {"count": 0}} in told
    assert all("error" not in one or one["error"]["code"] != -32603 for one in told if isinstance(one, dict))


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    running = Engine()
    yield running
    _, complaints, code = running.finish()
    assert (complaints, code) == (b"", 0)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(line=lines)
def test_a_real_process_survives_whatever_is_sent(engine: Engine, line: bytes) -> None:
    engine.send(line.replace(b"\n", b"") + b"\n" + request("count", "the last", position=FINISHED))
    while True:
        told = engine.receive()
        if isinstance(told, dict) and told["id"] == "the last":
            assert told["result"] == {"count": 0}
            return


def test_a_real_process_ends_quietly_when_nobody_listens() -> None:
    running = Engine()
    assert running.process.stdout
    assert running.process.stdin
    running.process.stdout.close()
    running.process.stdin.write(request("count", 1, position=FINISHED) * 3)
    running.process.stdin.close()
    assert running.process.stderr
    assert running.process.stderr.read() == b""
    running.process.wait(30)


def test_a_line_without_its_end_is_still_read() -> None:
    running = Engine()
    running.send(request("count", 1, position=FINISHED).strip())
    out, complaints, code = running.finish()
    assert json.loads(out)["result"] == {"count": 0}
    assert (complaints, code) == (b"", 0)
