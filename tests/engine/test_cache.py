"""Compiled code is kept so that it is never stale, and what is stale goes."""

from pathlib import Path

from siam.engine.core import cache, steps
from siam.engine.core.cache import CACHE_DIRECTORY, clear_stale, directory_for
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
