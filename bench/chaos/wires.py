"""Wires between two parties: connections that can be cut, held and slowed down while both ends live on."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from typing import TypeAlias

CHUNK_BYTES = 65_536
Reach: TypeAlias = Callable[[], Awaitable[tuple[asyncio.StreamReader, asyncio.StreamWriter]]]


def to_port(port: int) -> Reach:
    """Reach a server on a port of this machine."""
    return lambda: asyncio.open_connection("127.0.0.1", port)


def to_socket(path: str) -> Reach:
    """Reach a server on a socket of the file system."""
    return lambda: asyncio.open_unix_connection(path)


class Wire:
    """Listens on a port of its own and passes everything on, in both directions, as long as it is whole."""

    def __init__(self, name: str, reach: Reach) -> None:
        self.name = name
        self.port = 0
        self.heard = 0
        """How many pieces came back."""
        self.delay_seconds = 0.0
        self.is_cut = False
        self._reach = reach
        self._there, self._back = asyncio.Event(), asyncio.Event()
        self._writers: set[asyncio.StreamWriter] = set()
        self._carrying: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None

    async def start(self) -> None:
        """Begin to listen."""
        self.mend()
        self._server = await asyncio.start_server(self._take, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]

    def cut(self) -> None:
        """Break every connection, and let no other come about."""
        self.is_cut = True
        for writer in list(self._writers):
            writer.transport.abort()

    def hold(self, *, there: bool, back: bool) -> None:
        """Let nothing arrive in one direction, or in both; it arrives later."""
        if there:
            self._there.clear()
        if back:
            self._back.clear()

    def slow_down(self, seconds: float) -> None:
        """Let everything arrive late."""
        self.delay_seconds = seconds

    def mend(self) -> None:
        """Be whole again."""
        self.is_cut, self.delay_seconds = False, 0.0
        self._there.set()
        self._back.set()

    async def stop(self) -> None:
        """Let go of everything."""
        self.cut()
        if self._server is not None:
            self._server.close()
        self.mend()
        await asyncio.gather(*self._carrying, return_exceptions=True)

    def _take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.create_task(self._carry(reader, writer))
        self._carrying.add(task)
        task.add_done_callback(self._carrying.discard)

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writers.add(writer)
        far: asyncio.StreamWriter | None = None
        try:
            self._must_be_whole()
            far_reader, far = await self._reach()
            self._writers.add(far)
            self._must_be_whole()
            ways = [
                asyncio.create_task(self._pass_on(reader, far, self._there)),
                asyncio.create_task(self._pass_on(far_reader, writer, self._back)),
            ]
            _, left = await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
            for way in left:
                way.cancel()
            await asyncio.gather(*ways, return_exceptions=True)
        except OSError:
            pass
        finally:
            for each in (writer, far):
                if each is not None:
                    self._writers.discard(each)
                    each.transport.abort()

    def _must_be_whole(self) -> None:
        if self.is_cut:
            raise ConnectionAbortedError

    async def _pass_on(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, is_free: asyncio.Event
    ) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(CHUNK_BYTES):
                if self.delay_seconds:
                    await asyncio.sleep(self.delay_seconds)
                await is_free.wait()
                writer.write(data)
                self.heard += is_free is self._back
                await writer.drain()
            await is_free.wait()
