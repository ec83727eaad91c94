"""Where nobody answers: a site of files, and a browser whose server stopped after the first visit."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from tests.e2e.hosting import start_host
from tests.e2e.offline.sites import Site, build_site, served
from tests.e2e.people import Person

WINDOW = {"viewport": {"width": 1280, "height": 860}, "reduced_motion": "reduce", "locale": "en"}


@pytest.fixture(scope="session")
def built_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_site(tmp_path_factory.mktemp("site"))


@pytest.fixture(scope="session")
def site(built_site: Path) -> Iterator[Site]:
    with served(built_site) as running:
        yield running


def keeps_the_game(somebody: Person) -> None:
    """Wait until everything is kept on the device, as the settings say."""
    somebody.page.get_by_role("link", name="Settings", exact=True).locator("visible=true").first.click()
    expect(somebody.page.get_by_text("bots, tutorial, puzzles and rules work without a network")).to_be_visible()


@pytest.fixture(scope="module")
def in_flight(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, BrowserContext]]:
    """A browser that was at the first page once, and whose server is gone."""
    host = start_host(tmp_path_factory.mktemp("host"))
    try:
        context = browser.new_context(**WINDOW)  # type: ignore[arg-type]
        context.set_default_timeout(30_000)
        anna = Person("Anna", host.url, context)
        keeps_the_game(anna.comes_in())
        anna.page.close()
        assert anna.troubles == []
    finally:
        host.stop()
    yield host.url, context
    context.close()
