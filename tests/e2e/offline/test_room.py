"""Windows that keep nothing and devices that are full: it is said, and whatever can go on goes on."""

from playwright.sync_api import Route, expect

from tests.e2e.conftest import MakePerson
from tests.e2e.network.test_here import begins_here, passes_to_the_end
from tests.e2e.offline.sites import Site
from tests.e2e.people import Person

NO_DATABASE = """
Object.defineProperty(self, 'indexedDB', { get() { throw new DOMException('not here', 'SecurityError') } })
"""
FILL = """async () => {
  const opened = indexedDB.open('rubbish', 1)
  opened.onupgradeneeded = () => opened.result.createObjectStore('heap', { autoIncrement: true })
  await new Promise((resolve) => (opened.onsuccess = resolve))
  for (let size = 1 << 20; size > 16;) {
    const dump = opened.result.transaction('heap', 'readwrite')
    const letters = Array.from({ length: size }, () => String.fromCharCode(32 + Math.random() * 90))
    dump.objectStore('heap').put(letters.join(''))
    const isKept = await new Promise((resolve) => {
      dump.oncomplete = () => resolve(true)
      dump.onabort = () => resolve(false)
    })
    if (!isKept) size /= 4
  }
  opened.result.close()
}"""
EMPTY = """() => new Promise((resolve) => {
  indexedDB.deleteDatabase('rubbish').onsuccess = resolve
})"""


def has_room(somebody: Person, room: int) -> None:
    """Give the browser so many bytes for this address."""
    devtools = somebody.context.new_cdp_session(somebody.page)
    origin = "/".join(somebody.base.split("/")[:3])
    devtools.send("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": room})


def test_a_private_window_plays_and_says_that_it_keeps_nothing(person: MakePerson, site: Site) -> None:
    def without_database(route: Route) -> None:
        found = route.fetch()
        route.fulfill(response=found, body=NO_DATABASE + found.text())

    anna = person(base=site.url)
    anna.page.route("**/host.worker-*", without_database)
    begins_here(anna, "Mali, level 1")
    passes_to_the_end(anna)
    anna.presses("Escape")
    anna.page.get_by_role("link", name="Siam, to the start").locator("visible=true").first.click()
    anna.sees("This window keeps nothing")
    anna.page.get_by_role("link", name="Settings", exact=True).click()
    anna.sees("This window can’t keep the game")


def test_a_full_device_says_that_the_move_is_not_kept_and_goes_on_when_there_is_room(
    person: MakePerson, site: Site
) -> None:
    anna = person(base=site.url)
    has_room(anna, 4_000_000)
    begins_here(anna, "Mali, level 1")
    anna.waits_for_turn()
    anna.page.evaluate(FILL)
    anna.passes()
    anna.sees("This device has no room left")
    anna.page.evaluate(EMPTY)
    anna.reloads()
    passes_to_the_end(anna)


def test_a_device_without_room_for_the_game_says_so(person: MakePerson, site: Site) -> None:
    anna = person(base=site.url, service_workers="allow")
    has_room(anna, 100_000)
    anna.comes_in()
    anna.clicks("Settings")
    anna.sees("This device has no room to keep the game")
    anna.comes_in()
    expect(anna.button("Play a bot now")).to_be_enabled()
