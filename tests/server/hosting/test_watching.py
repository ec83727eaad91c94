"""Figures, dashboard and alerts agree: whatever a host is shown or told about is measured."""

import asyncio
import json
import re
from pathlib import Path

import httpx2
import yaml  # type: ignore[import-untyped]

from tests.server.people import Person
from tests.server.servers import Running

DEPLOY = Path(__file__).parents[3] / "deploy"
FROM_PROMETHEUS = {"up"}


async def figures(server: Running) -> str:
    async with httpx2.AsyncClient(base_url=server.url) as http:
        return (await http.get("/metrics")).text


async def test_errors_times_queues_and_calls_are_counted(server: Running, anna: Person, bertha: Person) -> None:
    table = await anna.make()
    await bertha.sit(table, 2)
    view = await anna.view(table)
    await [anna, bertha][view["state"]["to_move"] - 1].move(table, "pass", view["version"])
    await anna.refused("GET", "/api/tables/nowhere")
    text = await figures(server)
    assert re.search(r'siam_answer_seconds_count\{kind="tables.move"\} 1\.0', text)
    assert re.search(r'siam_answers_total\{status="404"\} 1\.0', text)
    assert "siam_errors_total 0.0" in text
    assert "siam_bots_waiting 0.0" in text
    assert "siam_calls_undelivered_total 0.0" in text
    assert re.search(r"siam_database_log_bytes \d", text)


async def test_an_error_of_ours_is_counted(server: Running, anna: Person) -> None:
    async def fall(*_: object) -> None:
        await asyncio.sleep(0)
        raise ZeroDivisionError

    server.world.lobby.mine = fall  # type: ignore[assignment,method-assign]
    assert await anna.refused("GET", "/api/me/tables") == "unavailable"
    assert "siam_errors_total 1.0" in await figures(server)


async def test_the_dashboard_and_the_alerts_ask_for_figures_that_there_are(server: Running) -> None:
    measured = {re.split(r"[{ ]", line)[0] for line in (await figures(server)).splitlines() if line[0] != "#"}
    measured |= {"siam_answer_seconds_bucket", "siam_answers_total"}
    board = json.loads((DEPLOY / "grafana-dashboard.json").read_text())
    asked = [target["expr"] for panel in board["panels"] for target in panel["targets"]]
    rules = yaml.safe_load((DEPLOY / "prometheus-alerts.yaml").read_text())["groups"][0]["rules"]
    asked += [rule["expr"] for rule in rules]
    named = set(re.findall(r"\b(?:siam|process)_\w+|\bup\b", " ".join(asked)))
    assert named - FROM_PROMETHEUS <= measured
    assert all({"summary", "what"} <= set(rule["annotations"]) for rule in rules)
