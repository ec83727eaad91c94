"""A site of files, under any path of any host of files: everything but other people, and no request to nobody."""

from collections.abc import Callable

import pytest

from tests.e2e.conftest import MakePerson
from tests.e2e.offline.journeys import JOURNEYS
from tests.e2e.offline.sites import MOUNTED_AT, Site
from tests.e2e.people import Person


def files_of(site: Site) -> set[str]:
    """Every address that a file of the site has."""
    files = [f"/{path.relative_to(site.root)}" for path in site.root.rglob("*") if path.is_file()]
    return {path.removesuffix("index.html") for path in files}


@pytest.mark.parametrize("journey", JOURNEYS, ids=lambda journey: str(journey.__name__))
def test_on_a_site_of_files_somebody(person: MakePerson, site: Site, journey: Callable[[Person], None]) -> None:
    del site.asked[:]
    journey(person(base=site.url))
    assert {path.split("?")[0] for path in site.asked if "code 4" not in path} <= files_of(site)


def test_what_needs_a_server_is_not_offered_and_a_page_says_what_one_adds(person: MakePerson, site: Site) -> None:
    anna = person(base=site.url).comes_in()
    for away in ("Tables", "Sign in", "All tables", "Share by the server"):
        assert anna.page.get_by_role("link", name=away, exact=True).count() == 0
    anna.page.get_by_role("main").get_by_role("link", name="What a server adds").click()
    anna.sees("Friends elsewhere")
    assert anna.page.url == site.url + "server/"
    anna.reloads()
    anna.sees("Friends elsewhere")


def test_a_link_opened_in_a_new_window_has_an_address_that_the_host_knows(person: MakePerson, site: Site) -> None:
    anna = person(base=site.url).comes_in()
    anna.clicks("Puzzles")
    with anna.context.expect_page() as opened:
        anna.page.locator("a[href*='puzzle/']").nth(1).click(modifiers=["Control"])
    window = opened.value
    window.get_by_role("button", name="Hint").wait_for()
    assert f"/{MOUNTED_AT}/puzzle/?" in window.url
