"""Nobody has too many tables, by whatever way they come to them, and all guests of one address are one person."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as runs
from hypothesis import strategies as st

from siam.server.app.settings import Settings
from siam.server.services.tables.quotas import CROWD, IDLE_SECONDS
from tests.server.people import Json, Person
from tests.server.servers import Running, running

BOT: Json = {"kind": "bot", "level": "random"}
OPEN: Json = {"kind": "open"}
MOST = 2
TOO_MANY = "too_many_tables"

MAP = """
name = "own"
provinces = [
{ code = "aaa", home = "rama" }, { code = "bbb", home = "lao" }, { code = "ccc", home = "malay" },
{ code = "ddd" }, { code = "eee" }, { code = "fff" }, { code = "ggg" }, { code = "hhh" } ]
borders = ["aaa-bbb", "bbb-ccc", "ccc-ddd", "ddd-eee", "eee-fff", "fff-ggg", "ggg-hhh"]
"""


class Club:
    """Three guests of one address, who try to come to games with bots in every way that there is."""

    def __init__(self, server: Running, people: list[Person]) -> None:
        self.server = server
        self.people = people

    async def ask(self, who: int, path: str, body: object = None, method: str = "POST") -> Json | None:
        """Ask for something; None if it is one table too many."""
        response = await self.people[who].http.request(method, path, json={} if body is None else body)
        answer: Json = response.json() if response.content else {}
        if response.status_code >= 400:
            assert answer["error"]["code"] == TOO_MANY, response.text
            return None
        return answer

    async def make(self, who: int, *seats: Json, **more: object) -> str | None:
        body = {"seats": [{"kind": "me"}, *seats], "options": {"discards": "open"}, "visibility": "link", **more}
        made = await self.ask(who, "/api/tables", body)
        return None if made is None else str(made["id"])

    async def at_once(self, who: int) -> None:
        """Seat a bot when the table is made."""
        await self.make(who, BOT)

    async def by_start(self, who: int) -> None:
        """Fill the open seats of a table that waits."""
        if table := await self.make(who, OPEN, OPEN):
            await self.ask(who, f"/api/tables/{table}/start", {"fill": "random"})

    async def by_arrangement(self, who: int) -> None:
        """Say as the host that a seat is for a bot."""
        if table := await self.make(who, OPEN):
            await self.ask(who, f"/api/tables/{table}/seats/2", BOT)

    async def by_company(self, who: int) -> None:
        """Let somebody else take the last seat at a table with a bot."""
        if table := await self.make(who, BOT, OPEN):
            await self.ask((who + 1) % 3, f"/api/tables/{table}/seats/3")

    async def by_rematch(self, who: int) -> None:
        """Give up against a bot and play it again."""
        if table := await self.make(who, BOT):
            await self.ask(who, f"/api/tables/{table}/resign")
            await self.ask(who, f"/api/tables/{table}/rematch")

    async def by_branch(self, who: int) -> None:
        """Play on from the deal of a finished game."""
        if table := await self.make(who, {"kind": "here"}):
            await self.ask(who, f"/api/tables/{table}/resign", {"seat": 1})
            await self.ask(who, f"/api/tables/{table}/branch", {"turn": 0, "seat": 1, "level": "random"})

    async def by_replacement(self, who: int) -> None:
        """Give up among three, and agree on a bot in one's place."""
        table = await self.make(who, OPEN, OPEN)
        if table is None:
            return
        others = [(who + 1) % 3, (who + 2) % 3]
        for seat, other in enumerate(others, start=2):
            await self.ask(other, f"/api/tables/{table}/seats/{seat}")
        await self.ask(others[0], f"/api/tables/{table}/resign")
        wish = {"kind": "replace", "seat": 2, "level": "random"}
        if proposal := await self.ask(who, f"/api/tables/{table}/proposals", wish):
            await self.ask(others[1], f"/api/tables/{table}/proposals/{proposal['id']}", {"accept": True})

    async def held(self) -> list[int]:
        """Count the running games with bots of each host."""
        ids = [(await person.get("/api/me"))["player"]["id"] for person in self.people]
        found: dict[str, str] = {}
        for person in self.people:
            for table in (await person.get("/api/me/tables"))["tables"]:
                if table["status"] == "running" and any(seat["kind"] == "bot" for seat in table["seats"]):
                    found[table["id"]] = table["host"]
        return [list(found.values()).count(host) for host in ids]


Way = Callable[[Club, int], Awaitable[None]]
WAYS: tuple[Way, ...] = (
    *(Club.at_once, Club.by_start, Club.by_arrangement, Club.by_company),
    *(Club.by_rematch, Club.by_branch, Club.by_replacement),
)


async def opened_club(server: Running) -> Club:
    """Let three guests in; bots take their time, so that no game ends by itself."""
    server.thinkers.waits = asyncio.Event()
    return Club(server, [await Person.guest(server.url, name) for name in ("Anna", "Bertha", "Carl")])


@pytest.fixture
async def club(settings: Settings) -> AsyncIterator[Club]:
    """Three guests of a server that allows two games with bots."""
    async with running(replace(settings, bot_tables=MOST, waiting_tables=0)) as server:
        club = await opened_club(server)
        yield club
        for person in club.people:
            await person.http.aclose()


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
async def test_no_way_leads_past_the_number_of_games_with_bots(club: Club, way: Way) -> None:
    for _ in range(MOST + 2):
        await way(club, 0)
    assert (await club.held())[0] == MOST


@runs(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
@given(deeds=st.lists(st.tuples(st.sampled_from(WAYS), st.integers(0, 2)), min_size=4, max_size=12))
def test_nor_does_any_way_round_by_several_ways(
    deeds: list[tuple[Way, int]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    async def play() -> None:
        file = str(tmp_path_factory.mktemp("quotas") / "siam.sqlite")
        given = Settings(database_url=file, rate_limits=False, cheap_passwords=True, bot_tables=1, waiting_tables=0)
        async with running(given) as server:
            club = await opened_club(server)
            for way, who in deeds:
                await way(club, who)
                assert max(await club.held()) <= 1
            for person in club.people:
                await person.http.aclose()

    asyncio.run(play())


async def test_sixty_at_once_are_not_more_than_the_number(club: Club) -> None:
    tables = [str(await club.make(0, OPEN)) for _ in range(60)]
    await asyncio.gather(*(club.ask(0, f"/api/tables/{table}/start", {"fill": "random"}) for table in tables))
    assert (await club.held())[0] == MOST


async def test_guests_of_one_address_are_counted_together(club: Club) -> None:
    more = [await Person.guest(club.server.url, f"Guest {number}") for number in range(3 * CROWD)]
    club.people += more
    for who in range(len(club.people)):
        for _ in range(MOST):
            await club.at_once(who)
    assert sum(await club.held()) == CROWD * MOST
    member = Person(club.server.url)
    await member.post("/api/accounts", {"name": "Dora", "password": "three blue elephants"}, 201)
    await member.make(BOT)
    club.server.clock.advance(IDLE_SECONDS + 1)
    newcomer = await Person.guest(club.server.url, "Newcomer")
    await newcomer.make(BOT)  # games that nobody goes on with keep nobody out
    for person in (*more, member, newcomer):
        await person.http.aclose()
    club.people = club.people[:3]


async def test_the_bots_of_all_guests_of_an_address_wait_as_one_person(club: Club) -> None:
    asked = club.server.thinkers.people
    for who in range(2):
        await club.at_once(who)
    member = Person(club.server.url)
    account = await member.post("/api/accounts", {"name": "Dora", "password": "three blue elephants"}, 201)
    await member.make(BOT)
    for _ in range(100):
        if len(asked) == 3:
            break
        await club.server.world.timers.wake_bots(0.0)
        for person in (club.people[0], club.people[1], member):
            for table in (await person.get("/api/me/tables"))["tables"]:
                view = await person.view(table["id"])
                if view["you"]["my_turn"]:
                    await person.move(table["id"], "pass", view["version"])
    assert len(set(asked)) == 2
    assert account["id"] in asked
    assert not any("127.0.0.1" in person for person in asked)
    await member.http.aclose()


async def test_a_table_that_nobody_may_start_waits_and_can_be_looked_at(club: Club) -> None:
    table = str(await club.make(0, BOT, OPEN))
    for _ in range(MOST):
        await club.at_once(0)
    assert await club.ask(1, f"/api/tables/{table}/seats/3") is None
    view = await club.people[1].view(table)
    assert (view["table"]["status"], view["seats"][2]["kind"]) == ("open", "open")


async def test_one_player_has_so_many_maps_at_a_time(settings: Settings) -> None:
    async with running(replace(settings, map_tables=MOST)) as server:
        anna, bertha = [await Person.guest(server.url, name) for name in ("Anna", "Bertha")]
        tables = [await anna.make({"kind": "here"}, board_file=MAP) for _ in range(MOST)]
        body = {"seats": [{"kind": "me"}, {"kind": "here"}], "board_file": MAP}
        assert await anna.refused("POST", "/api/tables", body) == TOO_MANY
        await anna.make({"kind": "here"})
        await bertha.make({"kind": "here"}, board_file=MAP)
        await anna.post(f"/api/tables/{tables[0]}/resign", {"seat": 1}, 204)
        await anna.make({"kind": "here"}, board_file=MAP)
        for person in (anna, bertha):
            await person.http.aclose()
