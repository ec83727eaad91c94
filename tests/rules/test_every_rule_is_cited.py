"""Every paragraph and every ruling of the rules has a test that cites it."""

from __future__ import annotations

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
# §9 compares the editions and rules nothing.
PARAGRAPH = re.compile(r"^#{2,3} (§(?!9)\d+(?:\.\d+)?)\b", re.MULTILINE)
RULING = re.compile(r"R-\d\d")
CITED = re.compile(r"§\d+(?:\.\d+)?|R-\d\d")


def cited_in_tests() -> set[str]:
    """Collect what the docstrings of the tests in this folder cite."""
    cited: set[str] = set()
    for source in Path(__file__).parent.glob("test_*.py"):
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                cited.update(CITED.findall(ast.get_docstring(node) or ""))
    return cited


def written_in_rules() -> set[str]:
    """Collect the numbers of the paragraphs and rulings; a section with paragraphs is covered by them."""
    text = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    paragraphs = set(PARAGRAPH.findall(text))
    sections = {number.partition(".")[0] for number in paragraphs if "." in number}
    return (paragraphs - sections) | set(RULING.findall(text))


def test_every_paragraph_and_every_ruling_is_cited_by_a_test() -> None:
    assert sorted(written_in_rules() - cited_in_tests()) == []


def test_no_test_cites_a_rule_that_is_not_written() -> None:
    sections = {f"§{number}" for number in range(1, 9)}
    assert sorted(cited_in_tests() - written_in_rules() - sections) == []


def test_the_rules_have_this_many_paragraphs_and_rulings() -> None:
    """Keep the two tests above from passing on an empty page."""
    written = written_in_rules()
    assert len([number for number in written if number.startswith("§")]) == 40
    assert len([number for number in written if number.startswith("R-")]) >= 15
