"""The pages for researchers describe what the code has."""

from pathlib import Path

from siam.rl.observation import FIELDS, SIZE
from siam.rl.selfplay import COLUMNS, SCHEMA

PAGES = Path(__file__).parents[2] / "docs" / "rl"


def test_every_field_of_an_observation_is_described() -> None:
    page = (PAGES / "siam_v0.md").read_text(encoding="utf-8")
    assert f"({SIZE},)" in page
    for field in FIELDS:
        assert f"| {field.start} | {field.size} | `{field.name}` | {field.most} | {field.meaning} |" in page


def test_every_column_of_a_data_set_is_described() -> None:
    page = (PAGES / "dataset.md").read_text(encoding="utf-8")
    assert f"schema {SCHEMA}" in page
    for name, meaning in COLUMNS.items():
        kind = meaning.split(":")[0].replace(" x ", " × ")
        assert f"| `{name}` | {kind} |" in page
