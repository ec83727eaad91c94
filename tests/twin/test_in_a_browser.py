"""In a real Chromium the module answers as in Node, where other tests compare it with the native engine."""

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, sync_playwright

from siam.agents import levels, styles
from siam.engine.portable.shipped import MODULE
from siam.notation import format_position
from siam.rules import load_board
from tests.browsers import launch_browser
from tests.twin.oracle import WEB, answers, question
from tests.twin.test_levels import positions
from tests.twin.test_rules import TABLES

WEIGHTS = MODULE.parents[1] / "evaluation/weights"
ADDRESS = "http://localhost/"  # nobody listens there: whatever the page asks for is given to it here
PLACES = 9


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    """A page with the client's layer, the module and the weights."""
    folder = tmp_path_factory.mktemp("bundle")
    node = shutil.which("node")
    assert node is not None, "the module is tested in Node"
    subprocess.run([node, str(WEB / "engine/bundle.mjs"), str(folder)], check=True, cwd=WEB)
    files = {"answers.js": folder / "answers.js", "siam.wasm": MODULE}

    def give(route: Route) -> None:
        name = route.request.url.removeprefix(ADDRESS)
        if not name:
            route.fulfill(content_type="text/html", body="<script type=module src=answers.js></script>")
        else:
            path = WEIGHTS / Path(name).name if name.startswith("weights/") else files[name]
            kinds = {".js": "text/javascript", ".wasm": "application/wasm"}
            route.fulfill(content_type=kinds.get(path.suffix, "application/octet-stream"), body=path.read_bytes())

    with sync_playwright() as playwright:
        browser = launch_browser(playwright)
        page = browser.new_page()
        page.route("**/*", give)
        page.goto(ADDRESS)
        page.wait_for_function("() => 'answerAll' in globalThis")
        yield page
        browser.close()


def in_the_browser(page: Page, asked: list[dict[str, object]]) -> list[Any]:
    found: list[Any] = page.evaluate("(questions) => answerAll(questions)", asked)
    return found


def test_random_games_have_the_same_signature_and_positions(page: Page) -> None:
    asked = []
    for number, (players, board, options) in enumerate(TABLES):
        where = load_board(board)
        asked.append(question("signature", where, players, options, games=40, seed=players))
        asked.append(question("walk", where, players, options, games=90, seed=number, room=200_000))
    found = in_the_browser(page, asked)
    assert found == list(answers(asked))
    assert sum(one["count"] for one in found[1::2]) >= 100_000


def test_every_level_and_style_plays_the_same_moves(page: Page) -> None:
    names = (*levels(), *styles())
    asked = [
        question(
            "choose",
            place.board,
            players,
            place.options,
            position=format_position(place),
            level=name,
            seed=number,
        )
        for players in (2, 3, 4)
        for number, place in enumerate(positions(players, PLACES, seed=10 + players))
        for name in names
    ]
    assert len(asked) >= 300
    assert in_the_browser(page, asked) == list(answers(asked))
