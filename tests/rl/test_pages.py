"""The pages for researchers describe what the code has."""

import inspect

import pytest

from siam.rl import siam_v0
from siam.rl.batch import BatchSimulator
from siam.rl.dataset import COLUMNS, SCHEMA
from siam.rl.gym_env import SiamEnv
from siam.rl.observation import FIELDS, SIZE
from tests.docs.pages import ROOT, headings

PAGES = ROOT / "docs" / "rl"


def _page(name: str) -> str:
    return (PAGES / name).read_text(encoding="utf-8")


def test_every_field_of_an_observation_is_described() -> None:
    page = _page("siam_v0.md")
    assert f"({SIZE},)" in page
    for field in FIELDS:
        assert f"| {field.start} | {field.size} | `{field.name}` | {field.most} | {field.meaning} |" in page


def test_the_module_says_what_its_page_says() -> None:
    """PettingZoo makes its pages of such docstrings: the same table, and the same sections in the same order."""
    said, page = inspect.getdoc(siam_v0) or "", _page("siam_v0.md")
    table = said[said.index("| Import") : said.index("\n\n", said.index("| Import"))]
    assert table in page
    sections = [line.lstrip("# ") for line in said.splitlines() if line.startswith("###")]
    assert sections == [heading for heading in headings(PAGES / "siam_v0.md")[1:] if heading != "Parallel Form"]


@pytest.mark.parametrize(
    ("page", "kind"),
    [("siam_v0.md", siam_v0.raw_env), ("gymnasium.md", SiamEnv), ("batch.md", BatchSimulator)],
)
def test_every_argument_is_described(page: str, kind: type) -> None:
    arguments = inspect.signature(kind).parameters
    assert [argument for argument in arguments if f"`{argument}`" not in _page(page)] == []


def test_every_column_of_a_data_set_is_described() -> None:
    page = _page("dataset.md")
    assert f"schema {SCHEMA}" in page
    for name, column in COLUMNS.items():
        kind = column.type if column.width == 1 else f"{column.type} × {column.width}"
        assert f"| `{name}` | {kind} |" in page
