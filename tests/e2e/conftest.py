"""One server and one browser for all end-to-end tests; a person is a browser window of its own."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.browsers import launch_browser
from tests.e2e.hosting import Host, start_host
from tests.e2e.networks import Network
from tests.e2e.people import Person
from tests.e2e.places import Scenery, make_scenery

MakePerson = Callable[..., Person]

expect.set_options(timeout=30_000)


@pytest.fixture(scope="session")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    running = start_host(tmp_path_factory.mktemp("host"))
    yield running
    running.stop()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        chromium = launch_browser(playwright)
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def scenery(host: Host, browser: Browser) -> Scenery:
    return make_scenery(browser, host.url)


@pytest.fixture
def person(host: Host, browser: Browser) -> Iterator[MakePerson]:
    """Make people with a browser window each; afterwards none of them may have seen an error.

    Whoever is `shaky` has a network that can be cut.
    """
    people: list[Person] = []

    def make(name: str = "Anna", base: str | None = None, *, shaky: bool = False, **window: Any) -> Person:
        settings: dict[str, Any] = {
            "viewport": {"width": 1280, "height": 860},
            "reduced_motion": "reduce",
            "locale": "en",
            "service_workers": "block",  # whoever wants one says so
        }
        context = browser.new_context(**{**settings, **window})
        context.set_default_timeout(30_000)
        people.append(Person(name, base or host.url, context, network=Network(context) if shaky else None))
        return people[-1]

    yield make
    troubles = [trouble for one in people for trouble in one.troubles]
    for one in people:
        one.context.close()
    assert troubles == []
