"""Have pictures painted outside the event loop, one after the other, and keep the latest.

The painting library holds Python's lock while it paints, so a thread would still stop every table. A process for each
picture gives its memory back, and one that takes too long can be ended.
"""

import asyncio
import contextlib
import sys
from collections import OrderedDict
from pathlib import Path

from siam.server.ports import Outage

KEPT = 100
WAITING = 20
SECONDS = 30.0
_PROGRAM = (sys.executable, "-P", str(Path(__file__).with_name("painting.py")))


class Painter:
    """Paints SVG as PNG; who asks for the same picture at the same time waits for the same painting."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, bytes] = OrderedDict()
        self._under_way: dict[str, asyncio.Task[bytes]] = {}
        self._easel = asyncio.Semaphore(1)

    async def paint(self, picture: str) -> bytes:
        """Return a picture as PNG; Outage if too many wait already, or if it can't be painted."""
        if (kept := self._kept.get(picture)) is not None:
            self._kept.move_to_end(picture)
            return kept
        if picture not in self._under_way:
            if len(self._under_way) >= WAITING:
                raise Outage("too many pictures wait to be painted")
            self._under_way[picture] = asyncio.create_task(self._keep(picture))
        return await asyncio.shield(self._under_way[picture])

    async def close(self) -> None:
        """Stop painting."""
        tasks = list(self._under_way.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _keep(self, picture: str) -> bytes:
        try:
            async with self._easel:
                painted = await _paint(picture)
        finally:
            del self._under_way[picture]
        self._kept[picture] = painted
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return painted


async def _paint(picture: str) -> bytes:
    pipe = asyncio.subprocess.PIPE
    try:
        process = await asyncio.create_subprocess_exec(*_PROGRAM, stdin=pipe, stdout=pipe, stderr=pipe)
    except OSError as problem:
        raise Outage(f"nothing can be painted: {problem}") from problem
    try:
        painted, said = await asyncio.wait_for(process.communicate(picture.encode()), SECONDS)
    except TimeoutError as problem:
        raise Outage("a picture took too long") from problem
    finally:
        if process.returncode is None:
            with contextlib.suppress(ProcessLookupError):  # done in this very moment
                process.kill()
            await process.wait()
    if process.returncode != 0:
        raise Outage(f"a picture could not be painted: {said.decode(errors='replace')[-200:]}")
    return painted
