"""What the machines of a cluster are sent."""

from pathlib import Path

import pytest

from siam.arena import Plan
from siam.arena.play.ray_files import pack, unpacked
from tests.arena.agents import Short


@pytest.fixture
def here(tmp_path: Path) -> Path:
    """A working directory with two modules, a package and something else."""
    place = tmp_path / "here"
    for name in ("mybot.py", "features.py", "weights.bin", "bots/__init__.py", "bots/__pycache__/old.pyc", "etc/a.py"):
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        (place / name).touch()
    return place


@pytest.mark.parametrize(
    ("entrants", "packed"),
    [
        (("random", "greedy"), set()),
        (("random", "exec:./mybot"), set()),
        (("random", "py:mybot:Bot"), {"mybot.py", "features.py"}),
        (("random", "py:bots.fast:Bot"), {"mybot.py", "features.py", "bots", "bots/__init__.py"}),
        (("random", Short()), {"mybot.py", "features.py"}),
    ],
)
def test_modules_travel_with_agents_of_ones_own(
    entrants: tuple[object, ...], packed: set[str], here: Path, tmp_path: Path
) -> None:
    bag = tmp_path / "bag"
    bag.mkdir()
    assert pack(Plan(entrants).entrants, "siam", here, bag) is bool(packed)
    assert {path.relative_to(bag).as_posix() for path in bag.rglob("*")} == packed


def test_a_map_file_travels_and_is_found_by_its_name(ring_file: Path, here: Path, tmp_path: Path) -> None:
    bag = tmp_path / "bag"
    bag.mkdir()
    assert pack(Plan(("random", "greedy")).entrants, str(ring_file), here, bag)
    assert [path.name for path in bag.iterdir()] == ["ring.toml"]
    assert unpacked(str(ring_file)) == "ring.toml"
    assert unpacked("albion") == "albion"
