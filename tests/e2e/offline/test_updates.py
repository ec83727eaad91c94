"""A new version while somebody plays: it says so, waits, and never mixes with the one before."""

from pathlib import Path

from playwright.sync_api import Page, expect

from tests.e2e.conftest import MakePerson
from tests.e2e.network.test_here import begins_here, passes_to_the_end
from tests.e2e.offline.conftest import keeps_the_game
from tests.e2e.offline.releases import copied, release_anew
from tests.e2e.offline.sites import served

NEWS = "A new version of the game is here"


def shows_the_new_release(page: Page) -> bool:
    address: str = page.evaluate("document.querySelector('script[type=module]').src")
    return address.endswith("z.js")


def looks_for_news(page: Page) -> None:
    """Let the browser look for a new version now, as it does by itself."""
    page.evaluate("navigator.serviceWorker.ready.then((registration) => registration.update())")


def test_a_game_goes_on_through_an_update_that_is_taken_when_wished_for(
    person: MakePerson, built_site: Path, tmp_path: Path
) -> None:
    folder = copied(built_site, tmp_path)
    with served(tmp_path) as site:
        anna = person(base=site.url, service_workers="allow").comes_in()
        keeps_the_game(anna)
        begins_here(anna, "Mali, level 1")
        anna.waits_for_turn()
        anna.chooses(next(step for step in sorted(anna.lit()) if len(step) == 1))
        second = anna.opens_a_second_tab()

        release_anew(folder)
        looks_for_news(anna.page)
        anna.sees(NEWS)
        anna.reloads()
        anna.sees(NEWS)
        assert not shows_the_new_release(anna.page)
        expect(anna.bar.locator(".chip")).to_have_count(1)

        # A page that was not opened yet comes from the old version too, which the host has no more.
        game = anna.page.url
        second.clicks("Rules")
        expect(second.page.locator(".rules h2").first).to_be_visible()

        anna.button("Reload now").click()
        anna.page.wait_for_function("() => document.querySelector('script[type=module]')?.src.endsWith('z.js')")
        assert anna.page.url == game
        expect(anna.bar.locator(".chip")).to_have_count(1)
        anna.sees_no_more(NEWS)
        second.sees(NEWS)
        second.button("Reload now").click()
        second.page.wait_for_function("() => document.querySelector('script[type=module]')?.src.endsWith('z.js')")
        second.page.close()
        anna.button("Undo").click()
        passes_to_the_end(anna)


def test_half_an_update_is_none(person: MakePerson, built_site: Path, tmp_path: Path) -> None:
    folder = copied(built_site, tmp_path)
    with served(tmp_path) as site:
        anna = person(base=site.url, service_workers="allow").comes_in()
        keeps_the_game(anna)
        release_anew(folder)
        torn = next((folder / "assets").glob("TablePage-*.js"))
        whole = torn.read_bytes()
        torn.write_bytes(whole[: len(whole) // 2])
        looks_for_news(anna.page)
        anna.page.wait_for_function(
            """async () => {
              const { waiting, installing } = await navigator.serviceWorker.getRegistration()
              return !waiting && !installing
            }"""
        )
        anna.sees_no_more(NEWS)
    # The host is gone, and the version before is whole.
    anna.comes_in()
    assert not shows_the_new_release(anna.page)
    begins_here(anna)
    passes_to_the_end(anna)
