"""The pages of the rules have every paragraph and every ruling, and every ruling has its page."""

import re

import pytest

from siam.rules import load_board
from tests.docs.pages import ROOT, headings
from tests.docs.rules_pages import DOCS, LANGUAGES, PAGES, RULINGS, RulesPage, numbers

RULING_PAGES = ROOT / "docs" / "rulings"


@pytest.mark.parametrize("page", PAGES.values(), ids=PAGES)
def test_every_paragraph_stands_once_and_in_order(page: RulesPage) -> None:
    found = [heading.split()[0] for heading in headings(page.path) if heading.startswith("§")]
    assert found == numbers()


@pytest.mark.parametrize("page", PAGES.values(), ids=PAGES)
def test_no_paragraph_is_empty(page: RulesPage) -> None:
    paragraphs = [number for number in numbers() if "." in number or number in ("§8", "§9")]
    assert [number for number in paragraphs if len(page.section(number).strip()) < 20] == []


@pytest.mark.parametrize("page", PAGES.values(), ids=PAGES)
def test_every_cited_paragraph_exists(page: RulesPage) -> None:
    cited = set(re.findall(r"§\d(?:\.\d+)?", page.text))
    assert cited <= set(numbers())


@pytest.mark.parametrize("page", LANGUAGES.values(), ids=LANGUAGES)
def test_every_language_cites_every_ruling(page: RulesPage) -> None:
    cited = set(re.findall(r"\((R-\d\d)\)", page.text))
    assert sorted(cited) == RULINGS


def test_there_is_a_page_for_each_language_and_no_other() -> None:
    assert sorted(path.parent.name for path in ROOT.glob("locale/*/rules.md")) == sorted(LANGUAGES)


def test_every_ruling_is_given_once() -> None:
    found = re.findall(r"^\*\*Ruling \[(R-\d\d)\]\(rulings/\1\.md\)\.\*\*", DOCS.text, re.MULTILINE)
    assert sorted(found) == RULINGS


def test_every_ruling_has_a_page_and_no_page_is_left_over() -> None:
    assert sorted(page.stem for page in RULING_PAGES.glob("R-*.md")) == RULINGS


def test_every_ruling_page_has_the_same_five_parts() -> None:
    parts = ["The question", "What the editions say", "Our reading", "Why", "Example"]
    for page in RULING_PAGES.glob("R-*.md"):
        title, *rest = headings(page)
        assert title.startswith(f"{page.stem}: ")
        assert rest == parts, page.stem


def test_the_index_names_every_ruling_by_its_title() -> None:
    index = (RULING_PAGES / "README.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| \[(R-\d\d)\]\(\1\.md\) \| (.+) \|$", index, re.MULTILINE))
    assert rows == {page.stem: headings(page)[0].split(": ", 1)[1] for page in RULING_PAGES.glob("R-*.md")}


@pytest.mark.parametrize("page", PAGES.values(), ids=PAGES)
def test_the_provinces_and_their_neighbours_are_those_of_the_board(page: RulesPage) -> None:
    board = load_board("siam")
    language = page.path.parent.name if page is not DOCS else "en"
    names = [province.name(language) for province in board.provinces]
    homes = {names[home]: faction for faction, home in enumerate(board.homes)}
    [rows] = page.tables("§1.3")
    for row, province in zip(rows, range(len(names)), strict=True):
        code, name = (row[0].strip("`"), row[1]) if page is DOCS else (row[1], row[0])
        assert (code, name) == (board.provinces[province].code, names[province])
        assert row[3].split(", ") == [names[other] for other in board.neighbours[province]]
        assert (page.control(row[2]) if row[2] else None) == homes.get(name)
