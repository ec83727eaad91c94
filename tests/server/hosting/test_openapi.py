"""The API is described, and survives what a fuzzer makes of the description."""

import asyncio
import contextlib
import json
import socket
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, get_args

import httpx2
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.core.result import Ok
from websockets.sync.client import connect

from siam.server.app.openapi import document
from siam.server.app.routes import ROUTES
from siam.server.messages.live import ClientMessage
from tests.server.watchdog import WatchedProcess

CLIENT_MESSAGES = {kind.__name__ for kind in get_args(ClientMessage)}

if TYPE_CHECKING:
    from schemathesis.generation.case import Case
    from schemathesis.schemas import APIOperation

EXAMPLES = 6
MESSAGES = 150
LONGEST_STALL = 0.2
"""Seconds of processor time that one request may keep the event loop from everybody else."""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server in a process of its own, so that what the fuzzer does there is all that its event loop has to do."""
    process = WatchedProcess(tmp_path_factory.mktemp("fuzz"))
    asyncio.run(process.start())
    asyncio.run(process.stall())  # what the start took does not count
    yield process.url
    assert asyncio.run(process.stall()) < LONGEST_STALL
    assert "Traceback" not in process.log
    process.stop()


@pytest.fixture
def cookie(address: str) -> str:
    """A guest's cookie, so that the fuzzer gets further than the door; a new one each time, since guests can leave."""
    response = httpx2.post(f"{address}/api/session/guest", json={"name": "Fuzz"}, headers={"Origin": address})
    return f"siam_session={response.cookies['siam_session']}"


schema = schemathesis.openapi.from_dict(json.loads(document(ROUTES, "")))


OPERATIONS = [result.ok() for result in schema.get_all_operations() if isinstance(result, Ok)]


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.label)
def test_no_request_breaks_the_server(operation: "APIOperation[Any, Any, Any, Any]", address: str, cookie: str) -> None:
    headers = {"Origin": address, "Cookie": cookie}
    if operation.label in ("DELETE /api/session", "DELETE /api/me"):
        del headers["Cookie"]  # the others still need it

    @given(case=operation.as_strategy())
    @settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
    def ask(case: "Case[Any]") -> None:
        response = case.call(base_url=address, headers=headers)
        assert response.status_code < 500, response.text

    ask()


JUNK: st.SearchStrategy[Any] = st.one_of(
    *(st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False), st.text(max_size=30), st.just([[]]))
)


def values(schema: dict[str, Any]) -> st.SearchStrategy[Any]:
    """Make values that a description allows."""
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    if "anyOf" in schema:
        return st.one_of([values(one) for one in schema["anyOf"]])
    least, most = schema.get("minLength", 0), min(schema.get("maxLength", 60), 60)
    kinds: dict[str, st.SearchStrategy[Any]] = {
        "string": st.text(min_size=least, max_size=most) | st.sampled_from(["pass", "K", "R@ayu"]),
        "integer": st.integers(schema.get("minimum", -5), schema.get("maximum", 2**31)) | st.integers(0, 6),
        "boolean": st.booleans(),
        "null": st.none(),
        "array": st.lists(values(schema["items"]), max_size=5) if schema.get("items") else st.just([]),
    }
    return kinds.get(str(schema.get("type")), JUNK)


def messages() -> st.SearchStrategy[Any]:
    """Make socket messages as the description has them: of every kind, with every field; some fields do not fit."""
    schemas = json.loads(document(ROUTES, ""))["components"]["schemas"]
    kinds = []
    for name in sorted(CLIENT_MESSAGES):
        fields = {field: values(of) for field, of in schemas[name]["properties"].items()}
        kinds += [
            st.fixed_dictionaries(fields),
            st.fixed_dictionaries({**dict.fromkeys(fields, JUNK), "type": fields["type"]}),
        ]
    return st.one_of(kinds)


def test_no_message_breaks_the_server(address: str, cookie: str) -> None:
    headers = {"Origin": address, "Cookie": cookie}
    body = {"seats": [{"kind": "me"}, {"kind": "here"}]}
    table = httpx2.post(f"{address}/api/tables", json=body, headers=headers).json()["id"]
    url = address.replace("http", "ws", 1) + f"/api/tables/{table}/live"

    @given(messages=st.lists(messages(), min_size=1, max_size=5))
    @settings(max_examples=MESSAGES // 3, deadline=None, suppress_health_check=list(HealthCheck))
    def speak(messages: list[Any]) -> None:
        with connect(url, additional_headers=headers) as live:
            for message in messages:
                live.send(json.dumps(message))
            live.send('{"type":"ping","id":"last"}')
            while json.loads(live.recv(timeout=30)).get("re") != "last":
                pass

    speak()


FRAMES = st.tuples(
    st.integers(0, 255),  # the kind with its flags, most of them none
    st.binary(max_size=40) | st.sampled_from([b'{"type":"ping"}', b"\xff", b"\x03\xe8", b"a" * 126]),
    st.booleans(),  # whether it is masked, as it must be
    st.none()
    | st.sampled_from([0, 1, 125, 126, 65_535, 65_537, 2**40, 2**63, 2**64 - 1]),  # another length than it has
)


def frame(kind: int, payload: bytes, is_masked: bool, length: int | None) -> bytes:
    """Write a frame, or what looks like one."""
    size, mask = len(payload) if length is None else length, 0x80 if is_masked else 0
    head = bytes((kind, mask | size)) if size < 126 else bytes((kind, mask | 127)) + size.to_bytes(8, "big")
    return head + (b"\0\0\0\0" if is_masked else b"") + payload


@pytest.mark.parametrize("path", ["/api/tables/{table}/live", "/api/me/live"])
def test_no_frame_breaks_the_server(address: str, cookie: str, path: str) -> None:
    headers = {"Origin": address, "Cookie": cookie}
    body = {"seats": [{"kind": "me"}, {"kind": "here"}]}
    table = httpx2.post(f"{address}/api/tables", json=body, headers=headers).json()["id"]
    host, port = address.removeprefix("http://").split(":")
    shake = [f"GET {path.format(table=table)} HTTP/1.1", f"Host: {host}:{port}", f"Origin: {address}"]
    shake += [f"Cookie: {cookie}", "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13"]
    shake += ["Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "", ""]

    @given(frames=st.lists(FRAMES, min_size=1, max_size=4), pieces=st.integers(1, 3))
    @settings(max_examples=MESSAGES // 2, deadline=None, suppress_health_check=list(HealthCheck))
    def write(frames: list[tuple[int, bytes, bool, int | None]], pieces: int) -> None:
        sent = b"".join(frame(*one) for one in frames)
        with socket.create_connection((host, int(port)), 30) as line:
            line.sendall("\r\n".join(shake).encode())
            assert b" 101 " in line.recv(4_096)
            step = len(sent) // pieces + 1
            for start in range(0, len(sent), step):
                with contextlib.suppress(ConnectionError):  # it was cut off
                    line.sendall(sent[start : start + step])

    write()
    assert httpx2.get(f"{address}/health").status_code == 200


def test_every_operation_is_asked() -> None:
    assert {operation.label for operation in OPERATIONS} == {f"{route.method} /{route.path}" for route in ROUTES}


def test_every_route_is_described(address: str) -> None:
    described_by_server = httpx2.get(f"{address}/openapi.json").json()
    described = {(method.upper(), path) for path, methods in described_by_server["paths"].items() for method in methods}
    assert described == {(route.method, "/" + route.path) for route in ROUTES}
    assert all(route.handler.__doc__ for route in ROUTES)
