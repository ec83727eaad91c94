"""The page of the rules has every paragraph and every ruling, each once, and every ruling has its page."""

import re

from tests.docs.pages import ROOT, headings

PARAGRAPHS_OF = {1: 6, 2: 2, 3: 6, 4: 5, 5: 11, 6: 4, 7: 5, 8: 0, 9: 0}
RULINGS = [f"R-{number:02d}" for number in range(1, 19)]
RULES = ROOT / "docs" / "rules.md"
PAGES = ROOT / "docs" / "rulings"


def numbers() -> list[str]:
    """List the numbers that the rules have, in order."""
    return [
        number
        for section, count in PARAGRAPHS_OF.items()
        for number in (f"§{section}", *(f"§{section}.{paragraph}" for paragraph in range(1, count + 1)))
    ]


def test_every_paragraph_stands_once_and_in_order() -> None:
    found = [heading.split()[0] for heading in headings(RULES) if heading.startswith("§")]
    assert found == numbers()


def test_every_ruling_is_given_once() -> None:
    found = re.findall(r"^\*\*Ruling \[(R-\d\d)\]\(rulings/\1\.md\)\.\*\*", RULES.read_text(), re.MULTILINE)
    assert sorted(found) == RULINGS


def test_every_ruling_has_a_page_and_no_page_is_left_over() -> None:
    assert sorted(page.stem for page in PAGES.glob("R-*.md")) == RULINGS


def test_every_ruling_page_has_the_same_five_parts() -> None:
    parts = ["The question", "What the editions say", "Our reading", "Why", "Example"]
    for page in PAGES.glob("R-*.md"):
        title, *rest = headings(page)
        assert title.startswith(f"{page.stem}: ")
        assert rest == parts, page.stem


def test_the_index_names_every_ruling_by_its_title() -> None:
    index = (PAGES / "README.md").read_text()
    rows = dict(re.findall(r"^\| \[(R-\d\d)\]\(\1\.md\) \| (.+) \|$", index, re.MULTILINE))
    assert rows == {page.stem: headings(page)[0].split(": ", 1)[1] for page in PAGES.glob("R-*.md")}
