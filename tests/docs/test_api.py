"""The page of the Python API leaves nothing out."""

import re

import pytest

import siam
from tests.docs.pages import ROOT

PAGE = (ROOT / "docs/site/api.md").read_text(encoding="utf-8")
PACKAGES = ("rules", "notation", "drawing", "engine", "analysis", "agents", "arena", "client", "rl")


def test_the_page_lists_what_the_package_itself_has() -> None:
    (listed,) = re.findall(r"`siam` itself has (.*?)\.\n", PAGE, re.DOTALL)
    named = {name for name in dir(siam) if not name.startswith("__")}
    assert set(re.findall(r"`(\w+)`", listed)) == named


@pytest.mark.parametrize("package", PACKAGES)
def test_the_page_has_every_public_package(package: str) -> None:
    assert f".. automodule:: siam.{package}\n   :members:" in PAGE
