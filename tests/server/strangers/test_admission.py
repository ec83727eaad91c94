"""A crowd at the door holds up nobody who plays."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from starlette.types import Message, Receive, Scope, Send

from siam.server.app.asgi.admission import ROUNDS, Admission


async def _nothing() -> Message:
    return {"type": "http.request"}


async def _unheard(message: Message) -> None:
    """Send to nobody."""


class Door:
    """Newcomers at a turnstile, and the round of the event loop in which each came in."""

    def __init__(self) -> None:
        self.round = 0
        self.rounds: list[int] = []
        self.admission = Admission(self._come_in)

    async def _come_in(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.rounds.append(self.round)

    async def count(self) -> None:
        """Count the rounds of the loop for ever."""
        while True:
            self.round += 1
            await asyncio.sleep(0)

    def knock(self, kind: str = "http") -> "asyncio.Task[None]":
        """Come to the door."""
        return asyncio.create_task(self.admission({"type": kind}, _nothing, _unheard))


@pytest.fixture
async def door() -> AsyncIterator[Door]:
    here = Door()
    counting = asyncio.create_task(here.count())
    await asyncio.sleep(0)
    yield here
    counting.cancel()


async def test_a_crowd_comes_in_one_by_one_with_rounds_for_moves_in_between(door: Door) -> None:
    await asyncio.gather(*(door.knock(kind) for kind in ["http", "websocket"] * 10))
    gaps = [later - sooner for sooner, later in zip(door.rounds, door.rounds[1:], strict=False)]
    assert len(gaps) == 19
    assert min(gaps) >= ROUNDS


async def test_who_comes_alone_does_not_wait(door: Door) -> None:
    for _ in range(3):
        before = door.round
        await door.knock()
        assert door.rounds[-1] - before <= 1
        for _ in range(2 * ROUNDS):
            await asyncio.sleep(0)


async def test_who_goes_away_costs_nobody_a_turn(door: Door) -> None:
    first, gone, last = door.knock(), door.knock(), door.knock()
    await asyncio.sleep(0)
    gone.cancel()
    await asyncio.gather(first, last)
    assert len(door.rounds) == 2
    assert door.rounds[1] - door.rounds[0] <= ROUNDS + 1


async def test_starting_and_stopping_need_no_turn(door: Door) -> None:
    crowd = [door.knock() for _ in range(5)]
    await asyncio.sleep(0)
    before = door.round
    await door.knock("lifespan")
    assert door.round - before < ROUNDS
    await asyncio.gather(*crowd)
