"""`siam doctor` names what is wrong with a host, in one sentence each, and changes nothing."""

import asyncio
import os
import subprocess
import sys
from pathlib import Path

import pytest

from siam.server.app.settings import Settings
from tests.server.servers import Running, free_port

SIAM = str(Path(sys.executable).parent / "siam")


def examine(database: Path, **settings: str) -> tuple[int, dict[str, str]]:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("SIAM_")}
    environment |= {"SIAM_DATABASE_URL": str(database), "SIAM_PORT": str(free_port())}
    environment |= {f"SIAM_{name.upper()}": value for name, value in settings.items()}
    done = subprocess.run([SIAM, "doctor"], env=environment, capture_output=True, text=True, timeout=120, check=False)
    assert "Traceback" not in done.stderr
    lines = [[*line.split(": ", 1)[0].split(), line] for line in done.stdout.splitlines()]
    return done.returncode, {what: line for _, what, line in lines}


def test_a_fresh_host_is_told_what_it_may_still_set(tmp_path: Path) -> None:
    code, found = examine(tmp_path / "siam.sqlite")
    assert code == 0
    assert list(found) == ["settings", "database", "disk", "clock", "proxy", "mail", "push", "server"]
    assert "SIAM_PUBLIC_URL" in found["settings"]
    assert "the first start makes it" in found["database"]
    assert not (tmp_path / "siam.sqlite").exists()


async def test_a_running_host_is_well(settings: Settings, server: Running) -> None:
    port = server.url.rpartition(":")[2]
    given = {"port": port, "public_url": "https://games.example"}
    code, found = await asyncio.to_thread(examine, Path(settings.database_url), **given)
    assert code == 0
    assert "runs, and can write" in found["server"]
    assert "as this version needs" in found["database"]


@pytest.mark.parametrize(
    ("what", "word", "setting"),
    [
        ("settings", "SIAM_RATE_LIMITS is off", {"rate_limits": "off"}),
        ("settings", "SIAM_CHEAP_PASSWORDS is on", {"cheap_passwords": "on"}),
        ("mail", "can't be reached", {"smtp_url": "smtp://127.0.0.1:1"}),
        ("mail", "SIAM_SMTP_URL is smtp://", {"smtp_url": "mail.example"}),
        ("proxy", "plain http", {"public_url": "http://games.example"}),
        ("push", "SIAM_PUSH_CONTACT is", {"push_contact": "me"}),
    ],
)
def test_what_is_wrong_is_named(tmp_path: Path, what: str, word: str, setting: dict[str, str]) -> None:
    code, found = examine(tmp_path / "siam.sqlite", **setting)
    assert code == 1
    assert found[what].startswith("WRONG")
    assert word in found[what]


def test_a_database_that_others_can_read_and_one_that_is_none_are_named(tmp_path: Path) -> None:
    file = tmp_path / "siam.sqlite"
    file.write_text("no database")
    code, found = examine(file)
    assert code == 1
    assert found["database"].startswith("WRONG")
