"""Compiled code is kept so that it is never stale, and what is stale goes."""

import os
import tempfile
from pathlib import Path

import pytest

from siam.engine.core import cache, steps
from siam.engine.core.cache import CACHE_DIRECTORY, clear_stale, directory_for, temporary_directory
from siam.rl import kernels


def test_the_engines_kernels_lie_together() -> None:
    assert directory_for(Path(str(steps.__file__))) == directory_for(Path(cache.__file__)) == CACHE_DIRECTORY


def test_another_packages_kernels_begin_anew_with_any_edit_of_that_package(tmp_path: Path) -> None:
    assert directory_for(Path(str(kernels.__file__))).parent == CACHE_DIRECTORY
    found = []
    for edition in ("first", "second"):
        package = tmp_path / edition / "package"
        package.mkdir(parents=True)
        (package / "kernels.py").write_text("the same")
        (package / "fields.py").write_text(edition)
        found.append(directory_for(package / "kernels.py"))
    assert found[0] != found[1]


def test_code_of_earlier_sources_is_removed_where_nobody_else_needs_it(tmp_path: Path) -> None:
    for place in ("__pycache__", "siam"):
        for name in ("engine-old", "engine-new", "rl-old", "other"):
            (tmp_path / place / name).mkdir(parents=True)
        clear_stale(tmp_path / place / "engine-new")
    assert {path.name for path in (tmp_path / "__pycache__").iterdir()} == {"engine-new", "rl-old", "other"}
    assert {path.name for path in (tmp_path / "siam").iterdir()} == {"engine-old", "engine-new", "rl-old", "other"}


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A temporary directory that everybody may write to."""
    directory = tmp_path / "tmp"
    directory.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(directory))
    return directory


def test_what_lies_compiled_where_nothing_can_be_written_is_used(tmp_path: Path, temporary: Path) -> None:
    image = tmp_path / "image" / "engine-1"
    image.mkdir(parents=True)
    for name in ("complete", "kernel.nbc"):
        (image / name).write_text(name)
    found = [temporary_directory("engine-1", [tmp_path / "nowhere", image]) for _ in range(2)]
    assert found[0] == found[1] == temporary / f"siam-{os.getuid()}" / "engine-1"
    assert {path.name for path in found[0].iterdir()} == {"complete", "kernel.nbc"}
    assert {path.name for path in found[0].parent.iterdir()} == {"engine-1"}


def test_a_directory_that_others_can_write_to_or_have_made_is_left_alone(tmp_path: Path, temporary: Path) -> None:
    own = temporary / f"siam-{os.getuid()}"
    own.mkdir(mode=0o777)
    own.chmod(0o777)
    (own / "engine-1").mkdir()
    found = temporary_directory("engine-1", [])
    assert found.parent != own
    assert found.parent.stat().st_mode & 0o077 == 0
    own.chmod(0o700)
    (own / "engine-1").rmdir()
    own.rmdir()
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir(mode=0o700)
    own.symlink_to(elsewhere)
    assert temporary_directory("engine-1", []).parent not in (own, elsewhere)
