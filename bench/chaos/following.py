"""Follow a table as a careful client does: come back after every break, ask for what is missing, note every sight."""

import asyncio
import contextlib
import time
from itertools import count
from random import Random
from typing import Any

from bench.chaos.doors import TROUBLE, Doors, Line
from bench.chaos.history import Writer
from bench.chaos.sights import lines_of, sight_of

Json = dict[str, Any]
PAUSE_SECONDS = 0.3
GONE = (4404,)
SOCKETS = count(1)


class Following:
    """A table as one visitor sees it now: `view` has the latest of every part, `line` is the socket that is open."""

    def __init__(self, who: str, player: str, doors: Doors, table: str, chance: Random, writer: Writer) -> None:
        self.who = who
        self.player = player
        self.table = table
        self.view: Json = {}
        self.line: Line | None = None
        self.is_gone = False
        self.last_line = 0
        self.socket = 0
        self._opening: tuple[float | None, int | None] = (None, None)
        self._doors = doors
        self._chance = chance
        self._writer = writer
        self._task = asyncio.create_task(self._follow())

    @property
    def version(self) -> int:
        """The version that was seen last."""
        version: int = self.view.get("version", 0)
        return version

    async def _follow(self) -> None:
        while not self.is_gone:
            with contextlib.suppress(*TROUBLE):
                await self._follow_through(self._chance.randrange(len(self._doors.addresses)))
            self.line = None
            await asyncio.sleep(self._chance.uniform(0, PAUSE_SECONDS))

    async def _follow_through(self, worker: int) -> None:
        """Look through a worker until the socket closes or breaks."""
        after = self.version
        query = f"?after={after}&said={self.last_line}" if after else ""
        begin = time.monotonic()
        socket = await self._doors.connect(worker, f"/api/tables/{self.table}/live{query}")
        self.line, self.socket = Line(socket, worker), next(SOCKETS)
        self._opening = (begin, after)
        await self.line.listen(lambda message: self._hear(message, worker))
        self.is_gone = self.is_gone or socket.close_code in GONE

    def _hear(self, message: Json, worker: int) -> None:
        end = time.monotonic()
        kind = message["type"]
        if kind in ("view", "chat"):
            for line in lines_of(message, who=self.who, table=self.table, socket=self.socket, end=end):
                self.last_line = max(self.last_line, line.n)
                self._writer.note(line)
        if kind == "bye":
            self.is_gone = message["reason"] == "cancelled"
        if kind not in ("view", "update"):
            return
        (begin, after), self._opening = self._opening, (None, None)
        sight = sight_of(
            message,
            who=self.who,
            player=self.player,
            table=self.table,
            worker=worker,
            socket=self.socket,
            end=end,
            begin=begin,
            asked_after=after,
        )
        self._writer.note(sight)
        if kind == "update" and message["from"] > self.version:
            if self.line is not None:
                self._resume = asyncio.create_task(self.line.tell({"type": "resume", "after": self.version}))
            return
        self.view = {**self.view, **message, "status": sight.status}

    async def stop(self) -> None:
        """Look no more."""
        self.is_gone = True
        if self.line is not None:
            self.line.tear()
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
