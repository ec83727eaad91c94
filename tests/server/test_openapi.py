"""The API is described, and survives what a fuzzer makes of the description."""

import json
import threading
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import httpx2
import pytest
import schemathesis
import uvicorn
from hypothesis import HealthCheck, given, settings
from schemathesis.core.result import Ok

from siam.server.app.app import make_app
from siam.server.app.openapi import document
from siam.server.app.routes import ROUTES
from siam.server.app.settings import Settings
from siam.server.app.world import World
from tests.server.servers import QuickThinkers, free_port

if TYPE_CHECKING:
    from schemathesis.generation.case import Case
    from schemathesis.schemas import APIOperation

EXAMPLES = 6


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server in a thread of its own."""
    directory = tmp_path_factory.mktemp("fuzz")
    port = free_port()

    given = Settings(database_url=str(directory / "siam.sqlite"), rate_limits=False, cheap_passwords=True)
    app = make_app(World(given, thinkers=QuickThinkers()))
    server = uvicorn.Server(uvicorn.Config(app, port=port, log_config=None, access_log=False))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        thread.join(0.05)
    yield f"http://127.0.0.1:{port}"
    server.should_exit = True
    thread.join(20)


@pytest.fixture(scope="module")
def cookie(address: str) -> str:
    """A guest's cookie, so that the fuzzer gets further than the door."""
    response = httpx2.post(f"{address}/api/session/guest", json={"name": "Fuzz"}, headers={"Origin": address})
    return f"siam_session={response.cookies['siam_session']}"


schema = schemathesis.openapi.from_dict(json.loads(document(ROUTES, "")))


OPERATIONS = [result.ok() for result in schema.get_all_operations() if isinstance(result, Ok)]


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.label)
def test_no_request_breaks_the_server(operation: "APIOperation[Any, Any, Any, Any]", address: str, cookie: str) -> None:
    headers = {"Origin": address, "Cookie": cookie}
    if operation.label == "DELETE /api/session":
        del headers["Cookie"]  # the others still need it

    @given(case=operation.as_strategy())
    @settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
    def ask(case: "Case[Any]") -> None:
        response = case.call(base_url=address, headers=headers)
        assert response.status_code < 500 or response.status_code == 503, response.text
        if response.status_code == 503:
            assert "thinker" in response.text

    ask()


def test_every_operation_is_asked() -> None:
    assert {operation.label for operation in OPERATIONS} == {f"{route.method} /{route.path}" for route in ROUTES}


def test_every_route_is_described(address: str) -> None:
    described_by_server = httpx2.get(f"{address}/openapi.json").json()
    described = {(method.upper(), path) for path, methods in described_by_server["paths"].items() for method in methods}
    assert described == {(route.method, "/" + route.path) for route in ROUTES}
    assert all(route.handler.__doc__ for route in ROUTES)
