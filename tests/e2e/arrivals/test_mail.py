"""A mail address in my things: given, proven, changed, taken away, and the way back to a forgotten password."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.e2e.arrivals.test_my_things import goes_to_my_things
from tests.e2e.arrivals.test_newcomers import signs_out, signs_up
from tests.e2e.conftest import MakePerson
from tests.e2e.hosting import Host, start_host
from tests.e2e.people import Person
from tests.e2e.places import PASSWORD
from tests.e2e.postbox import Postbox, open_postbox

NEW_PASSWORD = "seven boats on the river"


@pytest.fixture(scope="module")
def postbox() -> Iterator[Postbox]:
    with open_postbox() as box:
        yield box


@pytest.fixture(scope="module")
def mailing(tmp_path_factory: pytest.TempPathFactory, postbox: Postbox) -> Iterator[Host]:
    """A server that can send mail."""
    folder = tmp_path_factory.mktemp("mailing")
    host = start_host(folder, smtp_url=f"smtp://127.0.0.1:{postbox.port}", public_url="{url}")
    yield host
    host.stop()


def gives_an_address(person: Person, address: str, *, password: str | None = PASSWORD) -> None:
    form = person.page.get_by_role("region", name="Mail")
    form.get_by_label("Mail address").fill(address)
    if password:
        form.get_by_label("Password").fill(password)
    form.get_by_role("button", name="Keep this address").click()


def test_an_address_is_given_later_and_proven_by_its_link(person: MakePerson, mailing: Host, postbox: Postbox) -> None:
    anna = person(base=mailing.url).open()
    signs_up(anna, "Amalia")
    goes_to_my_things(anna, "Amalia")
    anna.sees("You have given no address.")
    gives_an_address(anna, "amalia@example.org")
    anna.sees("A letter with a link is on its way to amalia@example.org")
    link = postbox.next_link()
    mail = person("Amalia", mailing.url).follows(link)
    mail.sees("Your mail address is proven. Thank you.")
    assert "#" not in mail.page.url, "the secret does not stay in the address"
    anna.reloads()
    anna.sees("amalia@example.org is proven to be yours.")
    late = person("Late", mailing.url)
    late.expected_troubles = ("404",)
    late.follows(link).sees("This link holds no more")


def test_the_window_with_my_things_hears_that_the_address_is_proven(
    person: MakePerson, mailing: Host, postbox: Postbox
) -> None:
    anna = person(base=mailing.url).open()
    signs_up(anna, "Bettina")
    goes_to_my_things(anna, "Bettina")
    gives_an_address(anna, "bettina@example.org")
    other = anna.opens_a_second_tab().follows(postbox.next_link())
    other.sees("Your mail address is proven. Thank you.")
    anna.sees("bettina@example.org is proven to be yours.")


def test_a_letter_that_got_lost_is_sent_again_and_an_address_is_taken_away(
    person: MakePerson, mailing: Host, postbox: Postbox
) -> None:
    anna = person(base=mailing.url).open()
    signs_up(anna, "Cosima")
    goes_to_my_things(anna, "Cosima")
    gives_an_address(anna, "cosima@example.org")
    lost = postbox.next_link()
    anna.clicks("Send the letter again")
    again = postbox.next_link()
    assert again != lost
    anna.expected_troubles = ("401",)
    gives_an_address(anna, "other@example.org", password="not my password")
    anna.sees("password do not match")
    gives_an_address(anna, "other@example.org")
    assert "other@example.org" in postbox.next_letter()
    anna.page.get_by_role("region", name="Mail").get_by_label("Password").fill(PASSWORD)
    anna.clicks("Remove the address")
    anna.sees("You have given no address.")
    assert anna.ask("GET", "api/me")["player"]["mail"] is None


def test_a_guest_has_an_address_without_a_password(person: MakePerson, mailing: Host, postbox: Postbox) -> None:
    anna = person("Dorette", mailing.url).be().open("account")
    gives_an_address(anna, "dorette@example.org", password=None)
    anna.sees("A letter with a link is on its way to dorette@example.org")
    anna.follows(postbox.next_link()).sees("Your mail address is proven.")


def test_a_forgotten_password_is_replaced_through_the_mail(person: MakePerson, mailing: Host, postbox: Postbox) -> None:
    anna = person(base=mailing.url).open()
    signs_up(anna, "Elfriede")
    goes_to_my_things(anna, "Elfriede")
    gives_an_address(anna, "elfriede@example.org")
    anna.follows(postbox.next_link()).sees("is proven")
    anna.clicks("To the first page")
    signs_out(anna, "Elfriede")
    anna.page.get_by_role("banner").get_by_role("link", name="Sign in").click()
    anna.clicks("Forgotten the password?")
    anna.types("Name", "elfriede")
    anna.clicks("Send me a link")
    anna.sees("a link for a new password is on its way")
    link = postbox.next_link()
    elsewhere = person("Elfriede", mailing.url).follows(link)
    elsewhere.expected_troubles = ("422",)
    elsewhere.types("New password", "short")
    assert "#" not in elsewhere.page.url, "the secret does not stay in the address"
    elsewhere.clicks("Change the password")
    elsewhere.sees("A password has at least 8 letters.")
    elsewhere.types("New password", NEW_PASSWORD)
    elsewhere.clicks("Change the password")
    expect(elsewhere.page.get_by_role("banner").get_by_role("link", name="Elfriede")).to_be_visible()
    used = person("Thief", mailing.url)
    used.expected_troubles = ("404",)
    used.follows(link).types("New password", "nine thieves at night")
    used.clicks("Change the password")
    used.sees("This link holds no more")


def test_without_mail_the_host_is_named_as_the_way_back(person: MakePerson) -> None:
    anna = person().open("account")
    anna.clicks("Forgotten the password?")
    anna.sees("This server sends no mail. Ask its host for a link to a new password.")
    anna.open()
    signs_up(anna, "Franziska")
    goes_to_my_things(anna, "Franziska")
    anna.sees("Where you are signed in")
    expect(anna.page.get_by_role("region", name="Mail")).to_have_count(0)
