"""Log lines are structured, and nobody can forge one."""

import json
import logging

import pytest

from siam.server.logs import JsonFormatter, Log, PlainFormatter


def written(formatter: logging.Formatter, caplog: pytest.LogCaptureFixture) -> list[str]:
    return [formatter.format(record) for record in caplog.records]


def test_a_line_names_the_event_and_its_fields(caplog: pytest.LogCaptureFixture) -> None:
    Log("siam").warning("bot_failed", table="k7m2", problem="took too long")
    (line,) = written(PlainFormatter(), caplog)
    assert line.endswith('[warning] bot_failed table=k7m2 problem="took too long"')


def test_a_visitor_can_not_add_a_line(caplog: pytest.LogCaptureFixture) -> None:
    Log("siam").warning("call_failed", problem="x\n2026-01-01T00:00:00Z [error  ] forged")
    logging.getLogger("uvicorn.error").warning("path /a\nforged")
    for line in written(PlainFormatter(), caplog):
        assert "\n" not in line


def test_json_has_one_object_a_line_with_where_it_happened(caplog: pytest.LogCaptureFixture) -> None:
    try:
        raise ValueError("Ärger")
    except ValueError:
        Log("siam").exception("clockwork_failed", table="k7m2")
    (line,) = written(JsonFormatter(), caplog)
    content = json.loads(line)
    assert (content["event"], content["level"], content["table"]) == ("clockwork_failed", "error", "k7m2")
    assert "ValueError: Ärger" in content["exception"]
    assert "\n" not in line
