"""What the processes of one server tell each other over Redis, also while some are of another version."""

import redis as redis_client

from siam.server.adapters.bus import CHANNEL
from tests.server.people import Person
from tests.server.servers import Process, Redis

NOT_UNDERSTOOD = (
    b"not even JSON",
    b'{"news": "a kind of a later version", "table": "x"}',
    b'{"news": "log"}',
    b'{"news": "said", "table": "x", "line": {"n": "one"}}',
    b"[]",
)


async def test_what_a_process_does_not_understand_does_not_make_it_deaf(two: list[Process], redis: Redis) -> None:
    anna = await Person.guest(two[0].url, "Anna")
    bertha = (await Person.guest(two[0].url, "Bertha")).at(two[1].url)
    table = await anna.make()
    async with await anna.connect(table) as live:
        await live.next("view")
        with redis_client.Redis.from_url(redis.url) as another:
            for news in NOT_UNDERSTOOD:
                another.publish(CHANNEL, b"another " + news)
        await bertha.post(f"/api/tables/{table}/chat", {"text": "do you hear me?"}, 204)
        assert (await live.next("chat"))["line"]["text"] == "do you hear me?"


async def test_the_host_cancels_at_one_process_and_who_looks_through_another_hears_it(two: list[Process]) -> None:
    anna = await Person.guest(two[0].url, "Anna")
    bertha = (await Person.guest(two[0].url, "Bertha")).at(two[1].url)
    table = await anna.make()
    async with await bertha.connect(table) as live:
        await live.next("view")
        assert (await anna.http.delete(f"/api/tables/{table}")).status_code == 204
        assert (await live.next("bye"))["reason"] == "cancelled"


async def test_a_session_ended_at_one_process_ends_its_sockets_at_another(two: list[Process]) -> None:
    anna = await Person.guest(two[0].url, "Anna")
    there = anna.at(two[1].url)
    table = await anna.make()
    async with await there.connect(table) as live:
        await live.next("view")
        assert (await anna.http.delete("/api/session")).status_code == 204
        assert (await live.next("bye"))["reason"] == "session_ended"
