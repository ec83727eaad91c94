"""Follow a table over a WebSocket: views as they change, steps asked for, moves played."""

import json
from collections import deque
from collections.abc import AsyncIterator, Sequence
from typing import Any
from uuid import uuid4

import msgspec
import websockets

from siam.client.calls import View
from siam.server.messages.game import Steps

VIEWS = ("view", "update")


class LiveTable:
    """A table that is being followed; `async for view in table` gives every change, the present state first."""

    def __init__(self, socket: websockets.ClientConnection) -> None:
        self._socket = socket
        self._views: deque[View] = deque()

    def __aiter__(self) -> AsyncIterator[View]:
        return self

    async def __anext__(self) -> View:
        """Wait for the next change; the table ends when the connection does."""
        try:
            while not self._views:
                await self._receive()
        except websockets.ConnectionClosed:
            raise StopAsyncIteration from None
        return self._views.popleft()

    async def steps(self, after: int, begun: Sequence[str]) -> Steps:
        """Ask which steps can come next in a move that is begun; a whole move comes back as `move`."""
        await self._send({"type": "steps", "after": after, "steps": list(begun)})
        while True:
            message = await self._receive()
            if message["type"] == "steps":
                return msgspec.convert(message, Steps)

    async def play(self, after: int, move: str) -> None:
        """Play a move, chosen on the version `after`; what comes of it arrives as a view."""
        await self._send({"type": "submit", "after": after, "move": move, "key": str(uuid4())})

    async def _send(self, message: dict[str, Any]) -> None:
        await self._socket.send(json.dumps(message))

    async def _receive(self) -> dict[str, Any]:
        """Read a message; views are put aside for whoever follows the table."""
        message: dict[str, Any] = json.loads(await self._socket.recv())
        if message["type"] == "error":
            raise RuntimeError(message["message"])
        if message["type"] in VIEWS:
            self._views.append(msgspec.convert(message, View))
        return message
