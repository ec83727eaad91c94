"""Programs around the server: the example bot, backups, and the files for hosts."""

import asyncio
import importlib.util
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest
import yaml  # type: ignore[import-untyped]

from siam.server.adapters.sql.backup import CopyError, back_up, restore
from siam.server.app.settings import Settings
from tests.server.people import Person, play_live, play_on
from tests.server.servers import Running, running

ROOT = Path(__file__).parents[3]


def example_bot() -> ModuleType:
    """Load the example as a module."""
    spec = importlib.util.spec_from_file_location("example_bot", ROOT / "examples" / "bot.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


async def test_the_example_bot_plays_a_whole_game(server: Running, anna: Person, bertha: Person) -> None:
    token = (await bertha.post("/api/me/tokens", {"name": "example"}, 201))["token"]
    table = await anna.make(options={"discards": "top"})
    bot = asyncio.create_task(example_bot().play(server.url, token, table))
    while (await anna.view(table))["table"]["status"] == "open":
        await asyncio.sleep(0.02)
    result, live = await play_live(anna, table)
    assert await bot == result
    await live.socket.close()


async def test_a_backup_is_made_while_the_server_runs_and_comes_back(
    server: Running, settings: Settings, anna: Person, bertha: Person, tmp_path: Path, postgres_database: str
) -> None:
    table = await anna.make()
    await bertha.sit(table, 2)
    view = await play_on([anna, bertha], table, moves=5)
    await anna.post(f"/api/tables/{table}/chat", {"text": "remember me"}, 204)
    file = tmp_path / "backup.sqlite"
    rows = back_up(settings.database_url, file)
    assert restore(file, postgres_database) == rows
    with pytest.raises(CopyError):
        restore(file, postgres_database)
    with pytest.raises(CopyError):
        back_up(settings.database_url, file)
    async with running(Settings(database_url=postgres_database, rate_limits=False)) as again:
        anna_again = Person(again.url)
        for name, value in anna.http.cookies.items():
            anna_again.http.cookies.set(name, value)
        restored = await anna_again.view(table)
        assert restored["state"]["position"] == view["state"]["position"]
        assert restored["you"]["seats"] == [1]
        assert restored["chat"][-1]["text"] == "remember me"
        await anna_again.http.aclose()


def test_several_workers_need_a_shared_database_and_a_bus(tmp_path: Path) -> None:
    siam = str(Path(sys.executable).parent / "siam")
    answer = subprocess.run([siam, "serve", "--workers", "2"], capture_output=True, cwd=tmp_path)
    assert answer.returncode == 1
    assert b"PostgreSQL and Redis" in answer.stderr


def test_settings_come_from_the_environment_and_flags_overrule_them() -> None:
    environment = {"SIAM_PORT": "9000", "SIAM_RATE_LIMITS": "off", "SIAM_SITE_NAME": "Ours"}
    settings = Settings.from_environment(environment, port=9001, host=None)
    assert (settings.port, settings.host, settings.rate_limits, settings.site_name) == (
        9001,
        "127.0.0.1",
        False,
        "Ours",
    )
    assert Settings.from_environment(settings.as_environment()) == settings
    with pytest.raises(ValueError, match="SIAM_PORT"):
        Settings.from_environment({"SIAM_PORT": "many"})


def test_the_compose_file_and_the_dockerfile_name_settings_that_exist() -> None:
    compose = yaml.safe_load((ROOT / "compose.yaml").read_text())
    known = set(Settings().as_environment())
    services = compose["services"]
    assert set(services["siam"]["environment"]) <= known
    assert set(services["siam"]["depends_on"]) == set(services) - {"siam"}
    docker = (ROOT / "Dockerfile").read_text()
    instructions = {line.split(" ")[0] for line in docker.splitlines() if re.match(r"[A-Z]+ ", line)}
    assert {"FROM", "COPY", "RUN", "USER", "ENV", "EXPOSE", "HEALTHCHECK", "CMD"} <= instructions
    assert set(re.findall(r"SIAM_\w+", docker)) <= known
    for source in re.findall(r"^COPY (.+) \S+$", docker, re.MULTILINE):
        for name in source.split(" "):
            assert (ROOT / name).exists(), name


def test_the_guide_for_hosts_names_every_setting() -> None:
    guide = (ROOT / "docs" / "operations.md").read_text()
    for name in Settings().as_environment():
        assert f"`{name}`" in guide, name


async def test_everything_works_under_a_path(settings: Settings) -> None:
    async with running(replace(settings, root_path="/games/siam")) as server:
        origin = server.url.removesuffix("/games/siam")
        person = Person(server.url)
        person.http.headers["Origin"] = origin
        await person.post("/api/session/guest", {"name": "Anna"}, 201)
        seats = [{"kind": "me"}, {"kind": "bot", "level": "random"}]
        table = (await person.post("/api/tables", {"seats": seats}, 201))["id"]
        live = await person.connect(table, Origin=origin)
        assert (await live.next("view"))["table"]["id"] == table
        stripped = await person.http.get(f"{origin}/table/{table}")
        page = (await person.http.get(f"/table/{table}")).text
        assert page == stripped.text
        assert '<base href="/games/siam/"' in page
        await live.socket.close()
        await person.http.aclose()
