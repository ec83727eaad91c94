"""The examples in docstrings do what they say."""

import doctest
import pkgutil
from collections.abc import Iterator
from importlib import import_module

import pytest

import siam

PACKAGES = ("siam.rules", "siam.notation", "siam.drawing")


def modules() -> Iterator[str]:
    yield from (siam.__name__, "siam.display", "siam.engine", "siam.analysis")
    for package in PACKAGES:
        yield package
        for found in pkgutil.iter_modules(import_module(package).__path__, f"{package}."):
            yield found.name


@pytest.mark.parametrize("name", list(modules()))
def test_examples_in_docstrings_run(name: str) -> None:
    found = doctest.testmod(import_module(name))
    assert found.failed == 0
