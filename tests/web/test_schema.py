"""The client's types are the server's schema."""

import runpy
from pathlib import Path

WEB = Path(__file__).parents[2] / "web"


def test_the_types_of_the_client_are_those_of_the_server() -> None:
    schema = runpy.run_path(str(WEB / "schema.py"))
    written = (WEB / "src/net/schema.ts").read_text(encoding="utf-8")
    assert written == schema["types"](), "run `make schema`"
