"""Links to pass on and the ways back: copied or not, it is said truly; every page leads home."""

from playwright.sync_api import expect

from tests.e2e.conftest import MakePerson
from tests.e2e.places import Scenery

# An address without https has no clipboard; some browsers do not copy in the old way either.
WITHOUT_CLIPBOARD = "Object.defineProperty(navigator, 'clipboard', { value: undefined })"
WITHOUT_COPYING = f"{WITHOUT_CLIPBOARD}; document.execCommand = () => false"
SELECTED = "() => getSelection().toString()"


def test_an_invitation_that_was_not_copied_lies_selected(person: MakePerson) -> None:
    anna = person().be()
    anna.page.add_init_script(WITHOUT_COPYING)
    table = anna.make_table([{"kind": "me"}, {"kind": "open"}])
    anna.open(f"table/{table}").button("Copy the link").click()
    expect(anna.page.get_by_label("Link to this table")).to_be_focused()
    assert anna.page.evaluate(SELECTED) == anna.page.url
    expect(anna.button("Copied")).to_have_count(0)


def test_an_invitation_is_copied_without_https(person: MakePerson) -> None:
    anna = person().be()
    anna.page.add_init_script(WITHOUT_CLIPBOARD)
    table = anna.make_table([{"kind": "me"}, {"kind": "open"}])
    anna.open(f"table/{table}").button("Copy the link").click()
    expect(anna.button("Copied")).to_be_visible()


def test_the_link_to_a_move_that_was_not_copied_lies_selected(person: MakePerson, scenery: Scenery) -> None:
    anna = person()
    anna.page.add_init_script(WITHOUT_COPYING)
    anna.open(f"replay/{scenery.tables['over']}?turn=3").button("Link to this move").click()
    expect(anna.page.get_by_role("textbox", name="Link to this move")).to_be_focused()
    assert anna.page.evaluate(SELECTED) == anna.page.url
    expect(anna.button("Copied")).to_have_count(0)


def test_a_replay_on_a_phone_leads_home(person: MakePerson, scenery: Scenery) -> None:
    anna = person(viewport={"width": 360, "height": 640}, has_touch=True, is_mobile=True)
    anna.open(f"replay/{scenery.tables['over']}?turn=3").sees("turn 3 of")
    anna.page.get_by_role("link", name="Siam, to the start").locator("visible=true").tap()
    expect(anna.button("Play a bot now")).to_be_visible()
