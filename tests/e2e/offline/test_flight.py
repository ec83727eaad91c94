"""Whoever was here once plays on in flight mode: the server is stopped, and nobody notices."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.e2e.conftest import MakePerson
from tests.e2e.hosting import start_host
from tests.e2e.network.test_here import asked
from tests.e2e.offline.journeys import JOURNEYS
from tests.e2e.people import Person


@pytest.mark.parametrize("journey", JOURNEYS, ids=lambda journey: str(journey.__name__))
def test_without_its_server_somebody(in_flight: tuple[str, BrowserContext], journey: Callable[[Person], None]) -> None:
    anna = Person("Anna", *in_flight)
    questions = asked(anna.page)
    journey(anna)
    # Each page that is opened asks once whether a server is there, and nothing else.
    assert {url.rsplit("/api/", 1)[1] for url in questions} <= {"me", "server"}
    anna.page.close()
    assert anna.troubles == []


def test_a_table_of_the_server_says_that_it_is_out_of_reach(in_flight: tuple[str, BrowserContext]) -> None:
    anna = Person("Anna", *in_flight)
    anna.open("table/k7m2q9x4d8pw")
    anna.sees("The server is out of reach")
    anna.page.get_by_role("link", name="To the first page").click()
    anna.sees("Play around one screen")
    anna.page.close()
    assert anna.troubles == []


def test_every_language_is_kept(in_flight: tuple[str, BrowserContext]) -> None:
    anna = Person("Anna", *in_flight)
    anna.open("settings")
    for language, heading in (("de", "Inhalt"), ("fr", "Sommaire"), ("en", "Contents")):
        anna.page.locator("select").first.select_option(language)
        expect(anna.page.locator("html")).to_have_attribute("lang", language)
        anna.open("rules")
        expect(anna.page.get_by_role("heading", name=heading)).to_be_visible()
        anna.open("settings")
    anna.page.close()
    assert anna.troubles == []


def test_a_game_of_the_server_that_was_looked_at_can_be_looked_at_again(person: MakePerson, tmp_path: Path) -> None:
    host = start_host(tmp_path)
    try:
        anna = person(base=host.url, service_workers="allow").be().comes_in()
        anna.page.wait_for_function("() => navigator.serviceWorker.controller !== null")
        table = anna.make_table([{"kind": "me"}, {"kind": "here", "name": "Paul"}])
        anna.ask("POST", f"api/tables/{table}/resign", {"seat": 1})
        anna.open(f"replay/{table}")
        anna.sees("turn 0 of")
    finally:
        host.stop()
    anna.reloads()
    anna.sees("turn 0 of")
    anna.open("replay/k7m2q9x4d8pw")
    anna.sees("The server is out of reach")
