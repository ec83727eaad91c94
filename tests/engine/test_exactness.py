"""Kernels keep within their arrays, and work out the same bits on every processor and as plain Python."""

import json
import math
import os
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numba import njit

from siam.engine.evaluation.elementary import exp, log1p
from siam.engine.evaluation.lanes import rectified_dot
from siam.engine.search.limits import Limits
from siam.engine.search.search import STYLE, analyse
from siam.rules import deal
from tests.engine.figures import BROAD, figures, positions, tree_digest
from tests.engine.searches import searched

Run = Callable[..., subprocess.CompletedProcess[str]]

PLAINEST = {"NUMBA_CPU_NAME": "generic", "NUMBA_BOUNDSCHECK": "1", "NUMBA_OPT": "1", "NUMBA_SLP_VECTORIZE": "0"}
"""A processor without any extension; every index is checked, and little is optimised, so that compiling is quick."""


def run_apart(*arguments: str, **settings: str) -> subprocess.CompletedProcess[str]:
    """Run Python with settings of the compiler of its own."""
    command = [sys.executable, *arguments]
    return subprocess.run(command, env=os.environ | settings, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def run_plainest(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Run Python for the plainest processor, with one cache for all such runs."""
    settings = PLAINEST | {"NUMBA_CACHE_DIR": str(tmp_path_factory.mktemp("plainest"))}
    return lambda *arguments: run_apart(*arguments, **settings)


def test_kernels_keep_within_their_arrays_and_the_plainest_processor_works_out_the_same(run_plainest: Run) -> None:
    done = run_plainest("-m", "tests.engine.figures", "broad")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == figures("broad")


def test_an_index_outside_an_array_is_found_there(run_plainest: Run) -> None:
    script = "import numpy; from siam.rl.kernels import write_mask; write_mask(0, numpy.zeros(3, numpy.int8))"
    assert "IndexError" in run_plainest("-c", script).stderr


def test_kernels_run_as_plain_python_and_work_out_the_same() -> None:
    done = run_apart("-W", "error", "-m", "tests.engine.figures", "small", NUMBA_DISABLE_JIT="1")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == figures("small")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_search_limited_by_nodes_repeats_after_others_and_in_another_process(players: int) -> None:
    places = positions(players, BROAD)
    once = [tree_digest(searched(place, 150, STYLE)) for place in places]
    for seed in range(3):
        analyse(deal(players, seed), Limits(seconds=0.05))
    again = [tree_digest(searched(place, 150, STYLE)) for place in reversed(places)]
    script = (
        "from tests.engine.test_exactness import *\n"
        f"print([tree_digest(searched(place, 150, STYLE)) for place in positions({players}, BROAD)])"
    )
    done = run_apart("-c", script)
    assert done.returncode == 0, done.stderr
    assert once == again[::-1] == json.loads(done.stdout.replace("'", '"'))


@njit
def compiled_sum(units: Any, weights: Any) -> Any:
    return rectified_dot(units, weights)


@pytest.mark.parametrize("size", [0, 1, 7, 8, 15, 16, 17, 31, 48, 63, 136])
def test_a_sum_in_lanes_leaves_nothing_over(size: int) -> None:
    random = np.random.default_rng(size)
    units, weights = (random.integers(-9, 9, size).astype(np.float32) for _ in range(2))
    assert compiled_sum(units, weights) == np.maximum(units, 0) @ weights


def test_elementary_functions_are_exact_to_the_last_digits() -> None:
    for x in np.linspace(-86.9, 86.9, 2001):
        assert exp(x) == pytest.approx(math.exp(x), rel=1e-14)
    for x in [*np.linspace(0.0, 9.0, 901), 1e-30, 1e-9, 1e3, 1e6]:
        assert log1p(x) == pytest.approx(math.log1p(x), rel=1e-14, abs=0.0)
    assert exp(-1e9) == exp(-87.0) > 0.0
