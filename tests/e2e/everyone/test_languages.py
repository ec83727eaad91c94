"""Each language: start, table, move, rules, error and offline page; chosen by the browser or by hand."""

import pytest
from playwright.sync_api import expect

from siam.translation import LANGUAGES, rules_page, translator
from tests.e2e.conftest import MakePerson
from tests.e2e.gaming import wait_for_version, whole_move

REGION = {"de": "de-AT", "en": "en-GB", "es": "es-MX", "fr": "fr-CA", "it": "it-CH", "nl": "nl-BE"}


@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_a_visitor_reads_everything_in_the_browsers_language(person: MakePerson, language: str) -> None:
    _ = translator(language)
    anna = person(locale=REGION[language])
    anna.expected_troubles = ("401", "403")
    page = anna.open().page
    expect(page.locator("html")).to_have_attribute("lang", language)
    expect(page.get_by_role("heading", level=1)).to_have_text(_("Siam, 1874"))
    expect(page.get_by_role("button", name=_("Play a bot now"))).to_be_visible()

    page.goto(anna.base + "account")
    page.get_by_label(_("Name"), exact=True).fill("Nobody")
    page.get_by_label(_("Password"), exact=True).fill("wrong password")
    page.locator("form").get_by_role("button", name=_("Sign in")).click()
    error = _("Name and password do not match. Nothing was changed; try again.")
    expect(page.get_by_role("alert")).to_have_text(error)

    page.goto(anna.base + "rules")
    title = rules_page(language).split("\n", 1)[0].removeprefix("# ")
    expect(page.get_by_role("heading", level=1)).to_have_text(title)

    page.evaluate(
        """(name) => fetch('api/session/guest', {
          method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ name }),
        })""",
        f"Anna {language}",
    )
    assert anna.ask("GET", "api/me")["player"]["language"] == language
    table = anna.make_table([{"kind": "me"}, {"kind": "here", "name": "Paul"}], options={"discards": "open"}, seed=1)
    anna.open(f"table/{table}")
    view = anna.view(table)
    expect(page.get_by_role("button", name=_("Pass"), exact=True)).to_be_enabled()
    steps = whole_move(anna, table, 2)
    bar = page.get_by_role("region", name=_("Your move"))
    for count, step in enumerate(steps, 1):
        page.locator(f'[data-step="{step}"]').locator("visible=true").first.dispatch_event("click")
        expect(bar.locator(".chip")).to_have_count(count)
    bar.get_by_role("button", name=_("Confirm")).click()
    wait_for_version(anna, table, view["version"])
    name = next(seat["name"] for seat in view["seats"] if seat["seat"] == view["state"]["to_move"])
    card = {"K": "Maharacha", "T": "Khon Thai", "1": "1 vs 1", "2": "2 vs 1", "R": "Rama", "L": "Lao", "M": "Malai"}
    played = _("{name} plays {card}.", name=name, card=_(card[steps[0]]))
    expect(page.get_by_role("region", name=_("Log"))).to_contain_text(played)


def test_a_language_chosen_by_hand_is_remembered_here_and_with_the_account(person: MakePerson) -> None:
    anna, elsewhere = person(locale="de"), person(locale="fr")
    anna.ask("POST", "api/accounts", {"name": "Polyglot", "password": "many tongues at once"})
    page = anna.open("settings").page
    expect(page.locator("html")).to_have_attribute("lang", "de")
    page.get_by_label(translator("de")("Language")).select_option("nl")
    expect(page.locator("html")).to_have_attribute("lang", "nl")
    anna.open()
    expect(page.get_by_role("link", name=translator("nl")("Make a table"))).to_be_visible()

    other = elsewhere.open("account").page
    _ = translator("fr")
    other.get_by_label(_("Name"), exact=True).fill("Polyglot")
    other.get_by_label(_("Password"), exact=True).fill("many tongues at once")
    other.locator("form").get_by_role("button", name=_("Sign in")).click()
    other.wait_for_url(elsewhere.base)
    other.reload()
    expect(other.get_by_role("link", name=translator("nl")("Make a table"))).to_be_visible()


@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_offline_a_page_says_what_is_missing(person: MakePerson, language: str) -> None:
    _ = translator(language)
    anna = person(locale=language, service_workers="allow")
    page = anna.open().page
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    anna.expected_troubles = ("ERR_INTERNET_DISCONNECTED",)  # a line that breaks off says so
    anna.context.set_offline(True)
    page.goto(anna.base + "table/any")
    expect(page.locator("html")).to_have_attribute("lang", language)
    expect(page.get_by_role("heading", level=1)).to_have_text(_("The server is out of reach"))
    anna.sees(_("Games on this device, the tutorial, the puzzles and the rules work all the same."))
    assert page.get_by_role("button", name=_("Try again")).bounding_box()["height"] >= 44  # type: ignore[index]
    anna.expected_troubles += ("404",)  # no table is called that
    anna.context.set_offline(False)
    expect(page.get_by_role("heading", level=1)).to_have_text(_("No such table"))
