"""What fails, and when, is drawn from a seed; wires do what they are told."""

import asyncio
import time
from collections.abc import AsyncIterator

import pytest
from bench.chaos.faults import Cut, Fault, Fill, Freeze, Hold, Kill, KillStore, Slow, Stop, Targets, Turn, schedule
from bench.chaos.wires import Wire, to_port

ALONE = Targets(1, ("crowd 0 to worker 0",))
SEVERAL = Targets(3, ("crowd 0 to worker 0", "worker 1 to redis"), ("postgres", "redis"))


def kinds(targets: Targets) -> set[type[Fault]]:
    return {type(planned.fault) for planned in schedule(1, 500, targets)}


def test_a_seed_repeats_its_schedule_and_no_other() -> None:
    assert schedule(1, 50, SEVERAL) == schedule(1, 50, SEVERAL)
    assert schedule(1, 50, SEVERAL) != schedule(2, 50, SEVERAL)


def test_everything_that_there_is_can_fail() -> None:
    assert kinds(ALONE) == {Kill, Stop, Freeze, Cut, Hold, Slow, Fill, Turn}
    assert kinds(SEVERAL) >= {Kill, Stop, Freeze, Cut, Hold, Slow, Fill, KillStore}


def test_the_clock_is_turned_only_where_one_worker_reads_it() -> None:
    assert Turn not in kinds(SEVERAL)


@pytest.fixture
async def echo() -> AsyncIterator[int]:
    """A server that gives back what it gets; its port."""

    async def give_back(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(100):
            writer.write(data)
        writer.close()

    server = await asyncio.start_server(give_back, "127.0.0.1", 0)
    yield server.sockets[0].getsockname()[1]
    server.close()


@pytest.fixture
async def wire(echo: int) -> AsyncIterator[Wire]:
    """A wire to that server."""
    whole = Wire("wire", to_port(echo))
    await whole.start()
    yield whole
    await whole.stop()


async def exchange(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, text: bytes) -> bytes:
    writer.write(text)
    return await reader.read(100)


async def test_a_whole_wire_passes_everything_on(wire: Wire) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", wire.port)
    assert await exchange(reader, writer, b"hello") == b"hello"
    assert wire.heard == 1
    writer.close()


async def test_a_cut_wire_breaks_what_is_open_and_lets_nothing_in_until_it_is_mended(wire: Wire) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", wire.port)
    await exchange(reader, writer, b"hello")
    wire.cut()
    for _ in range(2):
        with pytest.raises((ConnectionError, AssertionError)):
            assert await exchange(reader, writer, b"hello")
        reader, writer = await asyncio.open_connection("127.0.0.1", wire.port)
    wire.mend()
    reader, writer = await asyncio.open_connection("127.0.0.1", wire.port)
    assert await exchange(reader, writer, b"hello") == b"hello"
    writer.close()


@pytest.mark.parametrize(("there", "back"), [(True, False), (False, True), (True, True)])
async def test_a_held_wire_delivers_later(wire: Wire, there: bool, back: bool) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", wire.port)
    await exchange(reader, writer, b"hello")
    wire.hold(there=there, back=back)
    writer.write(b"later")
    answer = asyncio.create_task(reader.read(100))
    await asyncio.sleep(0.1)
    assert not answer.done()
    wire.mend()
    assert await answer == b"later"
    writer.close()


async def test_a_slow_wire_takes_its_time(wire: Wire) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", wire.port)
    wire.slow_down(0.1)
    began = time.monotonic()
    assert await exchange(reader, writer, b"hello") == b"hello"
    assert time.monotonic() - began >= 0.2
    writer.close()
