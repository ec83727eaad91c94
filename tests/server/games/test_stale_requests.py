"""A request that takes its time does not bring back what was true when it began."""

import asyncio
import json
from collections.abc import AsyncIterator
from urllib.parse import urlsplit

import pytest

from siam.server.app.settings import Settings
from siam.server.ports import RatingChange
from tests.server.people import Person
from tests.server.servers import Running, running

OLD, NEW = "an old password", "a new password"


class HalfSent:
    """A request whose last byte has not been sent yet."""

    def __init__(self, person: Person, method: str, path: str, body: object) -> None:
        self.person = person
        self.address = urlsplit(person.url)
        self.body = json.dumps(body).encode()
        self.head = (
            f"{method} {path} HTTP/1.1\r\nHost: {self.address.netloc}\r\nOrigin: {person.url}\r\n"
            f"Cookie: {person.cookie}\r\nContent-Type: application/json\r\nConnection: close\r\n"
            f"Content-Length: {len(self.body)}\r\n\r\n"
        ).encode()

    async def begin(self, server: Running) -> None:
        assert self.address.hostname is not None
        self.reader, self.writer = await asyncio.open_connection(self.address.hostname, self.address.port)
        self.writer.write(self.head + self.body[:-1])
        await self.writer.drain()
        await self.person.get("/api/me")  # by the time that this is answered the other one has begun

    async def finish(self) -> int:
        """Send the last byte; gives the status of the answer."""
        self.writer.write(self.body[-1:])
        answer = await self.reader.read()
        self.writer.close()
        return int(answer.split(b" ")[1])


@pytest.fixture
async def server(database_url: str) -> AsyncIterator[Running]:
    async with running(Settings(database_url=database_url, rate_limits=False, cheap_passwords=True)) as started:
        yield started


@pytest.fixture
async def dora(server: Running) -> AsyncIterator[Person]:
    """Somebody with an account."""
    person = Person(server.url)
    await person.post("/api/accounts", {"name": "Dora", "password": OLD}, 201)
    yield person
    await person.http.aclose()


async def logged_in(server: Running, password: str) -> int:
    person = Person(server.url)
    response = await person.http.post("/api/session", json={"name": "Dora", "password": password})
    await person.http.aclose()
    return response.status_code


NOTIFICATIONS = {"webhook": {"when": "off"}, "mail": {"when": "always"}, "push": {"when": "off"}}
SLOW = [
    ("PUT", "/api/me/settings", {"theme": "dark"}),
    ("PUT", "/api/me/notifications", NOTIFICATIONS),
    ("PATCH", "/api/me", {"language": "de"}),
]


@pytest.mark.parametrize(("method", "path", "body"), SLOW)
async def test_a_slow_request_does_not_bring_an_old_password_back(
    server: Running, dora: Person, method: str, path: str, body: object
) -> None:
    slow = HalfSent(dora, method, path, body)
    await slow.begin(server)
    await dora.post("/api/me/password", {"old": OLD, "new": NEW}, 204)
    assert await slow.finish() == 200
    assert await logged_in(server, OLD) == 401
    assert await logged_in(server, NEW) == 200


@pytest.mark.parametrize(("method", "path", "body"), SLOW)
async def test_a_slow_request_does_not_bring_an_old_rating_back(
    server: Running, dora: Person, method: str, path: str, body: object
) -> None:
    me = (await dora.get("/api/me"))["player"]
    stored = await server.world.players.find(me["id"])
    assert stored is not None
    slow = HalfSent(dora, method, path, body)
    await slow.begin(server)
    assert await server.world.players.rate("lost", [RatingChange(me["id"], 20.0, 7.0, stored.version)], 1.0)
    assert await slow.finish() == 200
    after = (await dora.get("/api/me"))["player"]["rating"]
    assert after == {"value": 1200, "games": 1}


@pytest.mark.parametrize(("method", "path", "body"), SLOW)
async def test_a_session_that_ends_ends_its_slow_requests(
    server: Running, dora: Person, method: str, path: str, body: object
) -> None:
    thief = dora.at(server.url)
    await dora.post("/api/session", {"name": "Dora", "password": OLD})
    slow = HalfSent(thief, method, path, body)
    await slow.begin(server)
    await dora.post("/api/me/password", {"old": OLD, "new": NEW}, 204)
    assert await slow.finish() == 401
    await thief.http.aclose()


async def test_changes_at_the_same_time_all_stay(server: Running, dora: Person) -> None:
    answers = await asyncio.gather(
        dora.request("PUT", "/api/me/settings", {"theme": "dark"}),
        dora.request("PATCH", "/api/me", {"language": "it"}),
        dora.request("PUT", "/api/me/notifications", NOTIFICATIONS),
        dora.post("/api/me/password", {"old": OLD, "new": NEW}, 204),
    )
    assert len(answers) == 4
    assert await dora.get("/api/me/settings") == {"theme": "dark"}
    assert (await dora.get("/api/me/notifications"))["mail"] == {"when": "always"}
    assert (await dora.get("/api/me"))["player"]["language"] == "it"
    assert await logged_in(server, NEW) == 200


async def test_an_address_that_is_changed_with_the_password_stays_or_is_refused(server: Running, dora: Person) -> None:
    address, password = await asyncio.gather(
        dora.http.patch("/api/me", json={"mail": "dora@example.org", "password": OLD}),
        dora.http.post("/api/me/password", json={"old": OLD, "new": NEW}),
    )
    assert (address.status_code, password.status_code) in ((200, 204), (401, 204))
    me = (await dora.get("/api/me"))["player"]
    assert me["mail"] == ("dora@example.org" if address.status_code == 200 else None)
    assert await logged_in(server, NEW) == 200


async def test_a_password_is_changed_once_from_the_same_old_one(server: Running, dora: Person) -> None:
    wishes = [f"new password {number}" for number in range(3)]
    responses = await asyncio.gather(
        *(dora.http.post("/api/me/password", json={"old": OLD, "new": wish}) for wish in wishes)
    )
    codes = [response.status_code for response in responses]
    assert sorted(codes) == [204, 401, 401]
    assert [await logged_in(server, wish) for wish in wishes] == [200 if code == 204 else 401 for code in codes]


async def test_a_guest_becomes_one_account(server: Running) -> None:
    guest = await Person.guest(server.url, "Emil")
    emil = (await guest.get("/api/me"))["player"]["id"]
    responses = await asyncio.gather(
        *(guest.http.post("/api/accounts", json={"name": name, "password": OLD}) for name in ("Emil", "Emilia"))
    )
    # who asks second has an account already, or, if the first was done, comes with a session that has ended
    accounts = [response.json()["id"] for response in responses if response.status_code == 201]
    assert all(response.status_code in {201, 403} for response in responses)
    assert accounts.count(emil) == 1
    await guest.http.aclose()
