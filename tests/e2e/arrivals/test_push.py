"""A message that calls a player to the table is shown as sent, and a click on it leads there."""

import json
from typing import Any

from playwright.sync_api import Worker

from tests.e2e.conftest import MakePerson
from tests.e2e.people import Person

# Only a real click may move windows, so the worker's hands are tied and what it reaches for is written down.
WATCH_WINDOWS = """() => {
  self.reached = []
  WindowClient.prototype.focus = async function () { self.reached.push(['focus', this.url]) }
  self.clients.openWindow = async (url) => { self.reached.push(['open', url]) }
}"""
CLICK = """async () => {
  const [notification] = await self.registration.getNotifications()
  const click = new NotificationEvent('notificationclick', { notification })
  self.dispatchEvent(click)
}"""
SHOWN = """async () => {
  const worker = await navigator.serviceWorker.ready
  return (await worker.getNotifications()).map(({ title, body, tag, data }) => ({ title, body, tag, url: data.url }))
}"""


def call_to(table: str) -> dict[str, str]:
    """Return what the server sends when it is somebody's turn (`Push.deliver`)."""
    return {"title": "Siam: your turn", "body": "Bertha has played.", "url": f"table/{table}", "table": table}


def deliver(person: Person, content: dict[str, str]) -> None:
    """Let the browser receive a message, as from the push service."""
    client = person.context.new_cdp_session(person.page)
    known: list[dict[str, Any]] = []
    client.on("ServiceWorker.workerRegistrationUpdated", lambda event: known.extend(event["registrations"]))
    client.send("ServiceWorker.enable")
    while not known:
        person.page.wait_for_timeout(50)
    message = {
        "origin": person.base.rstrip("/"),
        "registrationId": known[0]["registrationId"],
        "data": json.dumps(content),
    }
    client.send("ServiceWorker.deliverPushMessage", message)


def shown(person: Person) -> list[dict[str, str]]:
    """Wait until a message is seen."""
    for _ in range(200):
        found: list[dict[str, str]] = person.page.evaluate(SHOWN)
        if found:
            return found
        person.page.wait_for_timeout(50)
    raise AssertionError("no message was shown")


def worker_of(person: Person) -> Worker:
    state = "navigator.serviceWorker.ready.then(({ active }) => active.state)"
    for _ in range(200):
        if person.page.evaluate(state) == "activated" and person.context.service_workers:
            return person.context.service_workers[0]
        person.page.wait_for_timeout(50)
    raise AssertionError("no worker runs")


def reached(worker: Worker, person: Person) -> list[list[str]]:
    """Wait until the worker has reached for a window."""
    for _ in range(200):
        found: list[list[str]] = worker.evaluate("self.reached")
        if found:
            return found
        person.page.wait_for_timeout(50)
    raise AssertionError("the worker reached for no window")


def test_a_message_is_shown_and_a_click_opens_the_table(person: MakePerson) -> None:
    anna = person(permissions=["notifications"], service_workers="allow").be()
    table = anna.make_table([{"kind": "me"}, {"kind": "here", "name": "Paul"}], options={"discards": "open"})
    anna.open()
    worker = worker_of(anna)
    worker.evaluate(WATCH_WINDOWS)
    deliver(anna, call_to(table))
    assert shown(anna) == [
        {"title": "Siam: your turn", "body": "Bertha has played.", "tag": f"turn-{table}", "url": f"table/{table}"}
    ]
    worker.evaluate(CLICK)
    assert reached(worker, anna) == [["open", f"{anna.base}table/{table}"]]
    assert anna.page.evaluate(SHOWN) == []


def test_a_click_brings_the_open_table_to_the_front(person: MakePerson) -> None:
    anna = person(permissions=["notifications"], service_workers="allow").be()
    table = anna.make_table([{"kind": "me"}, {"kind": "here", "name": "Paul"}], options={"discards": "open"})
    anna.open(f"table/{table}")
    worker = worker_of(anna)
    worker.evaluate(WATCH_WINDOWS)
    deliver(anna, call_to(table))
    shown(anna)
    worker.evaluate(CLICK)
    assert reached(worker, anna) == [["focus", f"{anna.base}table/{table}"]]


def test_a_second_message_for_a_table_replaces_the_first(person: MakePerson) -> None:
    anna = person(permissions=["notifications"], service_workers="allow").be()
    anna.open()
    worker_of(anna)
    for body in ("Bertha has played.", "Carl has passed."):
        deliver(anna, {**call_to("one"), "body": body})
        shown(anna)
    for _ in range(200):
        if [one["body"] for one in shown(anna)] == ["Carl has passed."]:
            return
        anna.page.wait_for_timeout(50)
    raise AssertionError(shown(anna))
