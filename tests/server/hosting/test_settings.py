"""A setting that can't be meant is refused at the start, in one line."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from siam.server.app.settings import Settings

SIAM = Path(sys.executable).parent / "siam"


def start(directory: Path, *flags: str, **settings: str) -> subprocess.CompletedProcess[str]:
    """Start a server that must not come up."""
    environment = {**os.environ, "SIAM_DATABASE_URL": str(directory / "siam.sqlite"), **settings}
    command = [str(SIAM), "serve", *flags]
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60, check=False)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("SIAM_RATE_LIMITS", "enabled"),
        ("SIAM_RATE_LIMITS", ""),
        ("SIAM_REGISTRATION", "offf"),
        ("SIAM_CHEAP_PASSWORDS", "2"),
        ("SIAM_LOG_FORMAT", "xml"),
        ("SIAM_LOG_LEVEL", "loud"),
        ("SIAM_WORKERS", "0"),
        ("SIAM_WORKERS", "-1"),
        ("SIAM_WORKERS", "many"),
        ("SIAM_PORT", "65536"),
        ("SIAM_PORT", "-1"),
        ("SIAM_PORT", "80a"),
        ("SIAM_PORT", "9" * 5_000),
        ("SIAM_THINKERS", "1000000"),
        ("SIAM_DATABASE_SYNC", "never"),
    ],
)
def test_a_setting_that_is_none_is_refused_in_one_line(tmp_path: Path, name: str, value: str) -> None:
    ended = start(tmp_path, **{name: value})
    assert ended.returncode == 1
    (line,) = ended.stderr.splitlines()
    assert line.startswith(f"Error: {name} is ")
    assert not (tmp_path / "siam.sqlite").exists()


def test_a_flag_is_checked_like_its_setting(tmp_path: Path) -> None:
    ended = start(tmp_path, "--port", "70000")
    assert ended.returncode == 1
    assert ended.stderr.splitlines() == ["Error: SIAM_PORT is a number from 0 to 65535, not 70000"]


@pytest.mark.parametrize("word", ["true", "TRUE", "1", "yes", "on", " On "])
def test_words_for_on(word: str) -> None:
    assert Settings.from_environment({"SIAM_CHEAP_PASSWORDS": word}).cheap_passwords


@pytest.mark.parametrize("word", ["false", "False", "0", "no", "off"])
def test_words_for_off(word: str) -> None:
    assert not Settings.from_environment({"SIAM_RATE_LIMITS": word}).rate_limits


def test_a_worker_reads_the_settings_that_the_server_spells() -> None:
    settings = Settings(rate_limits=False, workers=4, log_format="json", port=0)
    assert Settings.from_environment(settings.as_environment()) == settings
