"""A host on the internet: limits that hold whoever asks and through whichever process, quotas, figures for the host."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace

import httpx2
import pytest

from siam.server.adapters.shared_limits import RedisLimits
from siam.server.app.limits import BUCKETS, LOG_INS, READS, Allowance, RateLimits, network_of, wide_network_of
from siam.server.app.settings import Settings, UnfitSettingsError
from siam.server.domain.refusals import Refusal
from tests.server.people import Person
from tests.server.servers import Redis, Running, running

PASSWORD = "three blue elephants"


@pytest.fixture
async def strict(settings: Settings) -> AsyncIterator[Running]:
    """A server with its limits on."""
    async with running(replace(settings, rate_limits=True)) as started:
        yield started


async def log_in(http: httpx2.AsyncClient, password: str) -> int:
    return (await http.post("/api/session", json={"name": "Dora", "password": password})).status_code


async def registered(server: Running, name: str = "Dora") -> Person:
    """Make an account and log out."""
    dora = Person(server.url)
    await dora.post("/api/accounts", {"name": name, "password": PASSWORD}, 201)
    await dora.request("DELETE", "/api/session", status=204)
    return dora


async def test_one_network_does_not_try_a_name_out(strict: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    dora = await registered(strict)
    assert await log_in(dora.http, PASSWORD) == 200
    await dora.request("DELETE", "/api/session", status=204)
    async with httpx2.AsyncClient(base_url=strict.url, headers={"Origin": strict.url}) as stranger:
        tries = [await log_in(stranger, f"guess {number}") for number in range(12)]
        assert (tries[0], tries[-1]) == (401, 429)
        monkeypatch.setattr("siam.server.app.handlers.accounts.LOG_INS", Allowance(1_000, 1))
        tries = [await log_in(stranger, f"guess {number}") for number in range(25)]
        assert (tries[0], tries[-1]) == (401, 429), "so often for one name, however many for others"
    assert await log_in(dora.http, PASSWORD) == 200, "its owner has used that browser before"
    await dora.http.aclose()


async def test_strangers_everywhere_do_not_lock_the_owner_out_who_comes_with_a_new_device(
    strict: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    dora = await registered(strict)
    assert await log_in(dora.http, PASSWORD) == 200
    monkeypatch.setattr("siam.server.app.context.address_of", addresses := Addresses())
    waited: list[float] = []

    async def wait(seconds: float) -> None:
        waited.append(seconds)

    monkeypatch.setattr("siam.server.app.handlers.accounts.pause", wait)
    async with httpx2.AsyncClient(base_url=strict.url, headers={"Origin": strict.url}) as strangers:
        assert {await log_in(strangers, f"guess {number}") for number in range(40)} == {401}
    assert len(waited) == 20, "but each try takes its time"
    async with httpx2.AsyncClient(base_url=strict.url, headers={"Origin": strict.url}) as new_device:
        assert await log_in(new_device, PASSWORD) == 200
    assert len(waited) == 21
    assert await log_in(dora.http, PASSWORD) == 200
    assert len(waited) == 21, "a browser that its owner has used before does not wait"
    assert addresses.asked > 40
    await dora.http.aclose()


async def test_who_has_a_whole_network_of_addresses_is_one_stranger(
    strict: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    await (await registered(strict)).http.aclose()
    asked = 0

    def next_of_mine(connection: object) -> str:
        nonlocal asked
        asked += 1
        return network_of(f"2001:db8:7:{asked:x}::1")

    monkeypatch.setattr("siam.server.app.context.address_of", next_of_mine)
    monkeypatch.setattr("siam.server.app.handlers.accounts.SLOW_SECONDS", 0.0)
    async with httpx2.AsyncClient(base_url=strict.url, headers={"Origin": strict.url}) as stranger:
        tries = [await log_in(stranger, f"guess {number}") for number in range(80)]
    assert 429 in tries


def test_a_crowd_of_addresses_makes_no_counter_begin_anew() -> None:
    limits = RateLimits()
    for _ in range(int(LOG_INS.burst)):
        limits.spend("a stranger", LOG_INS)
    for number in range(BUCKETS + 100):
        limits.spend(f"2001:db8:{number:x}::/64", READS)
    with pytest.raises(Refusal):
        limits.spend("a stranger", LOG_INS)
    for number in range(BUCKETS + 100):
        limits.spend(f"2001:db8:{number:x}::/64", LOG_INS)
    with pytest.raises(Refusal):
        limits.spend("a stranger", LOG_INS)


class Addresses:
    """Gives every request another address, as a crowd of machines has."""

    def __init__(self) -> None:
        self.asked = 0

    def __call__(self, connection: object) -> str:
        self.asked += 1
        return f"10.{self.asked // 65_536}.{self.asked // 256 % 256}.{self.asked % 256}"


async def test_a_mark_of_another_name_or_of_ones_own_making_is_worth_nothing(strict: Running) -> None:
    browsers = strict.world.browsers
    mark = browsers.remember("Dora")
    assert browsers.known("DORA", mark) is not None
    altered = mark[:-1] + ("1" if mark.endswith("0") else "0")
    for name, forged in (("Emil", mark), ("Dora", altered), ("Dora", "x"), ("Dora", "x."), ("\u202e", mark)):
        assert browsers.known(name, forged) is None


async def test_log_ins_that_succeed_use_nothing_up(strict: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("siam.server.app.context.address_of", Addresses())
    dora = Person(strict.url)
    await dora.post("/api/accounts", {"name": "Dora", "password": PASSWORD}, 201)
    assert {await log_in(dora.http, PASSWORD) for _ in range(30)} == {200}


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("::ffff:192.0.2.1", "192.0.2.1", True),
        ("192.0.2.1", "192.0.2.2", False),
        ("unix", "unix", True),
    ],
)
def test_one_customers_addresses_are_one_visitor(one: str, other: str, same: bool) -> None:
    assert (network_of(one) == network_of(other)) is same


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("2001:db8:1:2::/64", "2001:db8:1::/48"),
        ("192.0.2.77", "192.0.2.0/24"),
        ("unix", "unix"),
    ],
)
def test_the_network_around_an_address(address: str, network: str) -> None:
    assert wide_network_of(address) == network


async def test_processes_share_what_a_visitor_may_do(redis: Redis) -> None:
    processes = [RateLimits(shared=RedisLimits(redis.url)) for _ in range(3)]

    async def ask(number: int) -> bool:
        try:
            await processes[number % 3].share("somebody", LOG_INS)
        except Refusal:
            return False
        return True

    granted = sum(await asyncio.gather(*(ask(number) for number in range(40))))
    assert LOG_INS.burst <= granted <= LOG_INS.burst + 3
    await processes[0].give_back("somebody", LOG_INS)
    assert await ask(1)
    redis.kill()
    alone = sum([await ask(0) for _ in range(20)])
    assert 0 < alone < LOG_INS.burst, "without Redis each counts for itself, and this one has counted"
    for limits in processes:
        await limits.close()


@pytest.mark.parametrize("value", ["*", "0.0.0.0/0", "::/0", "proxy.example", "127.0.0.1;10.0.0.1"])
def test_nobody_trusts_every_proxy(value: str) -> None:
    with pytest.raises(UnfitSettingsError, match="SIAM_TRUSTED_PROXIES"):
        Settings.from_environment({"SIAM_TRUSTED_PROXIES": value})


def test_proxies_are_addresses_and_networks() -> None:
    assert Settings.from_environment({"SIAM_TRUSTED_PROXIES": "127.0.0.1, 10.1.0.0/16, ::1"}).trusted_proxies


async def test_figures_are_for_the_host_alone(settings: Settings) -> None:
    async with running(settings) as server, httpx2.AsyncClient(base_url=server.url) as http:
        assert (await http.get("/metrics")).status_code == 200
        for header in ("X-Forwarded-For", "X-Real-IP", "Forwarded"):
            assert (await http.get("/metrics", headers={header: "192.0.2.7"})).status_code == 404
    async with (
        running(replace(settings, metrics_token="a token")) as server,
        httpx2.AsyncClient(base_url=server.url) as http,
    ):
        assert (await http.get("/metrics")).status_code == 404
        assert (await http.get("/metrics", headers={"Authorization": "Bearer another"})).status_code == 401
        named = {"Authorization": "Bearer a token", "X-Forwarded-For": "192.0.2.7"}
        assert (await http.get("/metrics", headers=named)).status_code == 200
        assert (await http.get("/api/me", headers=named)).json() == {"player": None}, "it opens nothing else"


async def test_one_player_does_not_fill_the_lobby(server: Running, anna: Person, bertha: Person) -> None:
    for _ in range(10):
        await anna.make()
    body = {"seats": [{"kind": "me"}, {"kind": "open"}]}
    assert await anna.refused("POST", "/api/tables", body) == "too_many_tables"
    await anna.make({"kind": "bot", "level": "random"})
    await bertha.make()


async def test_one_player_does_not_take_all_bots(server: Running, anna: Person) -> None:
    server.thinkers.waits = asyncio.Event()
    for _ in range(20):
        await anna.make({"kind": "bot", "level": "random"})
    body = {"seats": [{"kind": "me"}, {"kind": "bot", "level": "random"}]}
    assert await anna.refused("POST", "/api/tables", body) == "too_many_tables"
    server.thinkers.waits.set()


async def test_bots_do_not_play_with_nobody(anna: Person) -> None:
    body = {"seats": [{"kind": "bot", "level": "random"}] * 4}
    assert await anna.refused("POST", "/api/tables", body) == "invalid"


async def test_invitations_hide_no_running_game(settings: Settings) -> None:
    async with running(replace(settings, waiting_tables=0)) as server:
        dora = Person(server.url)
        await dora.post("/api/accounts", {"name": "Dora", "password": PASSWORD}, 201)
        mine = await dora.make({"kind": "here", "name": "Paul"})
        flood = await Person.guest(server.url, "Flood")
        for _ in range(205):
            await flood.make({"kind": "invited", "player": "Dora"})
        assert mine in [one["id"] for one in (await dora.get("/api/me/tables"))["tables"]]


async def test_a_few_guests_do_not_fill_the_lobby(settings: Settings) -> None:
    async with running(replace(settings, waiting_tables=0)) as server:
        dora = Person(server.url)
        await dora.post("/api/accounts", {"name": "Dora", "password": PASSWORD}, 201)
        inviting = await dora.make()
        guests = [await Person.guest(server.url, f"Guest {number}") for number in range(6)]
        for guest in guests:
            for _ in range(10):
                await guest.make()
        first = (await dora.get("/api/tables"))["tables"]
        assert inviting in [one["id"] for one in first]
        hosts = [one["host"] for one in first]
        assert max(map(hosts.count, hosts)) <= 3
        assert len(hosts) <= 11, "the guests of one address have a third of the page together"
        for person in (dora, *guests):
            await person.http.aclose()
