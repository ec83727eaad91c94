"""Every Python snippet of the documentation runs and prints what the page says."""

import doctest
import re
from pathlib import Path

import pytest

from tests.docs.pages import every_page, name

_SNIPPET = re.compile(r"^```(python|pycon)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PAGES = [page for page in every_page() if _SNIPPET.search(page.read_text(encoding="utf-8"))]


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_the_snippets_of_a_page_run_one_after_the_other(page: Path) -> None:
    names: dict[str, object] = {"__name__": "snippet"}
    for kind, snippet in _SNIPPET.findall(page.read_text(encoding="utf-8")):
        if kind == "python":
            exec(compile(snippet, str(page), "exec"), names)
        else:
            assert _surprises(snippet, names, page) == ""


def test_the_readme_plays_a_game() -> None:
    assert any(page.name == "README.md" for page in PAGES)


def _surprises(snippet: str, names: dict[str, object], page: Path) -> str:
    """Run a console session and say where it did not answer as printed."""
    session = doctest.DocTestParser().get_doctest(snippet, names, name(page), str(page), 0)
    assert session.examples
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    said: list[str] = []
    runner.run(session, out=said.append, clear_globs=False)
    names.update(session.globs)
    return "".join(said)
