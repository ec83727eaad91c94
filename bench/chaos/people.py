"""People for a round of chaos: each looks for a table, sits down, plays, talks, agrees, leaves and comes back.

What they do is drawn by chance from a seed, now through a request, now through a socket, through any worker. What was
not answered they ask for again under the same key, if it has one. Some of what they ask for is not allowed.
"""

import asyncio
import contextlib
import time
from random import Random
from typing import Any

from bench.chaos.doors import Doors, Line
from bench.chaos.following import Following
from bench.chaos.history import (
    Answer,
    AnyWish,
    AskSteps,
    Cancel,
    Deed,
    Enter,
    Leave,
    Listed,
    Make,
    Propose,
    Resign,
    Result,
    Resume,
    Say,
    Submit,
    Take,
    Try,
    Writer,
)
from bench.chaos.sights import lines_of, sight_of
from siam.notation import format_move, format_step, parse_position
from siam.rules import HalfMove, Options

Json = dict[str, Any]
OPTIONS: Json = {"discards": "open"}
RULES = Options.from_values(OPTIONS)
CLOCKS: tuple[Json, ...] = (
    {"kind": "none"},
    {"kind": "live", "seconds": 600, "increment": 2},
    {"kind": "live", "seconds": 20, "increment": 1},
    {"kind": "days", "days": 1},
)
SIZES = (2, 2, 2, 3, 4)
TRIES = 6
BREATH_SECONDS = (0.01, 0.25)
WAIT_SECONDS = (3.0, 8.0)
GAME_SECONDS = (10.0, 60.0)
WATCH_SECONDS = (3.0, 20.0)


class Person:
    """Somebody with a session of their own. While `resting` is set they begin nothing new, but go on looking."""

    def __init__(self, name: str, seed: int, addresses: list[str], writer: Writer, resting: asyncio.Event) -> None:
        self.name = name
        self.player = ""
        self.chance = Random(f"{seed} {name}")
        self.doors = Doors(addresses)
        self.writer = writer
        self.resting = resting
        self.followed: list[Following] = []
        self._deeds = 0

    @property
    def any_worker(self) -> int:
        """Choose a worker by chance."""
        return self.chance.randrange(len(self.doors.addresses))

    async def live(self) -> None:
        """Do one thing after the other until it is time to rest."""
        while not self.player and not self.resting.is_set():
            tried, _ = await self.doors.ask(self.any_worker, "POST", "/api/session/guest", {"name": self.name})
            self.player = tried.answered.id
            self._note("", Enter(), tried)
            await self._breathe()
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._watch())
            while not self.resting.is_set():
                table = await self._find_table()
                if table:
                    await self._attend(table)
                await self._breathe()

    async def leave(self) -> None:
        """Go home."""
        for following in self.followed:
            await following.stop()
        await self.doors.close()

    def _note(self, table: str, wish: AnyWish, *tries: Try) -> None:
        self.writer.note(Deed(self.name, self.player, table, wish, tries))

    async def _breathe(self, seconds: tuple[float, float] = BREATH_SECONDS) -> None:
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.resting.wait(), self.chance.uniform(*seconds))

    async def _listed(self, path: str) -> list[Json]:
        """Read a list of tables."""
        tried, content = await self.doors.ask(self.any_worker, "GET", path)
        tables: list[Json] = content.get("tables", []) if tried.result is Result.DONE else []
        for table in tables:
            facts = {key: table[key] for key in ("status", "version", "turn", "to_move")}
            self.writer.note(Listed(table["id"], tried.begin, tried.end, tried.worker, **facts))
        return tables

    async def _find_table(self) -> str:
        """Find a table of one's own, or sit down somewhere, or make one."""
        mine = await self._listed("/api/me/tables")
        if mine:
            return str(self.chance.choice(mine)["id"])
        free = [
            (table["id"], seat["seat"])
            for table in await self._listed("/api/tables?status=open")
            for seat in table["seats"]
            if seat["kind"] == "open"
        ]
        if free and self.chance.random() < 0.85:
            table, seat = self.chance.choice(free[:12])
            tried, _ = await self.doors.ask(self.any_worker, "POST", f"/api/tables/{table}/seats/{seat}")
            self._note(table, Take(seat), tried)
            return str(table) if tried.result is Result.DONE else ""
        return await self._make()

    async def _make(self) -> str:
        size = self.chance.choice(SIZES)
        body = {
            "seats": [{"kind": "me"}, *[{"kind": "open"}] * (size - 1)],
            "options": OPTIONS,
            "clock": self.chance.choice(CLOCKS),
            "seed": self.chance.randrange(10_000),
        }
        tried, _ = await self.doors.ask(self.any_worker, "POST", "/api/tables", body)
        self._note(tried.answered.id, Make(size), tried)
        return tried.answered.id

    def _follow(self, table: str) -> Following:
        following = Following(self.name, self.player, self.doors, table, self.chance, self.writer)
        self.followed.append(following)
        return following

    async def _forget(self, following: Following) -> None:
        """Look away, unless it is time to rest: what is seen last is compared with the log."""
        if not self.resting.is_set():
            self.followed.remove(following)
            await following.stop()

    async def _watch(self) -> None:
        """Look on at other people's tables."""
        while not self.resting.is_set():
            tables = await self._listed("/api/tables?status=running")
            others = [table["id"] for table in tables if not table["mine"]]
            if others:
                following = self._follow(self.chance.choice(others[:8]))
                until = time.monotonic() + self.chance.uniform(*WATCH_SECONDS)
                while time.monotonic() < until and not self.resting.is_set():
                    await self._breathe((1.0, 4.0))
                    if self.chance.random() < 0.2 and not self.resting.is_set():
                        await self._say(following)
                await self._forget(following)
            await self._breathe((0.2, 1.0))

    async def _attend(self, table: str) -> None:
        """Wait at a table for the game, play it, and leave."""
        following = self._follow(table)
        patience = time.monotonic() + self.chance.uniform(*WAIT_SECONDS)
        boredom = time.monotonic() + self.chance.uniform(*GAME_SECONDS)
        while not self.resting.is_set() and not following.is_gone:
            match following.view.get("status"):
                case "finished":
                    break
                case "open" if time.monotonic() > patience:
                    await self._stand_up(following)
                    break
                case "running" if following.view["you"]["seats"]:
                    await self._do_something(following, bored=time.monotonic() > boredom)
                case "running":
                    break  # somebody else was faster with the seat
            await self._breathe()
        await self._forget(following)

    async def _stand_up(self, following: Following) -> None:
        view, table = following.view, following.table
        if view["you"]["host"]:
            tried, _ = await self.doors.ask(self.any_worker, "DELETE", f"/api/tables/{table}")
            self._note(table, Cancel(), tried)
        for seat in [] if view["you"]["host"] else view["you"]["seats"]:
            tried, _ = await self.doors.ask(self.any_worker, "DELETE", f"/api/tables/{table}/seats/{seat}")
            self._note(table, Leave(seat), tried)

    async def _do_something(self, following: Following, *, bored: bool) -> None:
        """Do one of the things that players do, the likely ones more often."""
        view, chance = following.view, self.chance
        for_me = [p for p in view["proposals"] if set(p["waiting"]) & set(view["you"]["seats"])]
        if for_me:
            await self._answer(following, chance.choice(for_me))
        elif view["state"]["paused"]:
            await self._act(following, Resume(), "resume", {})
        elif view["you"]["my_turn"] and chance.random() < 0.85:
            await self._move(following)
        elif bored and chance.random() < 0.1:
            await self._act(following, Resign(), "resign", {})
        else:
            await self._idle(following)

    async def _idle(self, following: Following) -> None:
        """Do something else than to move."""
        match self.chance.choices(
            ("nothing", "say", "propose", "read", "steps", "break", "mistake"), (50, 12, 5, 12, 10, 6, 5)
        )[0]:
            case "say":
                await self._say(following)
            case "propose":
                what = self.chance.choice(("take_back", "take_back", "pause", "pause", "end"))
                wish = Propose(what, following.version)
                await self._act(following, wish, "proposals", {"kind": what}, {"type": "propose", "kind": what})
            case "read":
                await self._read(following)
            case "steps":
                await self._ask_steps(following)
            case "break" if following.line is not None:
                following.line.tear()
            case "mistake":
                await self._submit(following, "pass", max(1, following.version - self.chance.randint(0, 2)))
            case _:
                pass

    async def _act(
        self, following: Following, wish: AnyWish, path: str, body: Json, message: Json | None = None
    ) -> None:
        """Ask for something without a key, once: through a request or, where there is one, a socket."""
        line = following.line
        if line is not None and message is not None and self.chance.random() < 0.5:
            tried, _ = await line.ask(message, silent=True)
        else:
            tried, _ = await self.doors.ask(self.any_worker, "POST", f"/api/tables/{following.table}/{path}", body)
        self._note(following.table, wish, tried)

    async def _answer(self, following: Following, proposal: Json) -> None:
        accept = self.chance.random() < 0.7
        wish = Answer(proposal["id"], proposal["kind"], following.version, accept)
        message = {"type": "answer", "proposal": proposal["id"], "accept": accept}
        await self._act(following, wish, f"proposals/{proposal['id']}", {"accept": accept}, message)

    async def _say(self, following: Following) -> None:
        self._deeds += 1
        text = f"{self.name} says {self._deeds}"
        message = {"type": "say", "text": text, "greeting": None}
        await self._act(following, Say(text), "chat", {"text": text}, message)

    async def _read(self, following: Following) -> None:
        """Look at the table through a request."""
        table = following.table
        tried, content = await self.doors.ask(self.any_worker, "GET", f"/api/tables/{table}")
        if tried.result is Result.DONE:
            self._see(table, tried, content)

    def _see(self, table: str, tried: Try, content: Json) -> None:
        seen = sight_of(
            content,
            who=self.name,
            player=self.player,
            table=table,
            worker=tried.worker,
            begin=tried.begin,
            end=tried.end,
        )
        self.writer.note(seen)
        for line in lines_of(content, who=self.name, table=table, socket=0, end=tried.end):
            self.writer.note(line)

    def _half_move(self, following: Following) -> HalfMove:
        """Choose a legal move at random, step by step, by the rules."""
        half = HalfMove(parse_position(following.view["state"]["position"], RULES))
        while half.move is None:
            half = half.then(self.chance.choice(half.legal_steps))
        return half

    async def _ask_steps(self, following: Following) -> None:
        version = following.version
        half = self._half_move(following)
        steps = [format_step(half.position.board, step) for step in half.steps]
        chosen = tuple(steps[: self.chance.randint(0, len(steps))])
        path = f"/api/tables/{following.table}/steps"
        tried, _ = await self.doors.ask(self.any_worker, "POST", path, {"after": version, "steps": chosen})
        self._note(following.table, AskSteps(version, chosen), tried)

    async def _move(self, following: Following) -> None:
        version = following.version
        half = self._half_move(following)
        assert half.move is not None
        text = "pass" if self.chance.random() < 0.2 else format_move(half.position.board, half.move)
        await self._submit(following, text, version)

    async def _submit(self, following: Following, move: str, after: int) -> None:
        """Play a move, and ask again under the same key until it is known what came of it, or patience ends."""
        self._deeds += 1
        wish = Submit(after, move, f"{self.name} {self._deeds}")
        tries: list[Try] = []
        for number in range(TRIES):
            ways = 2 if self.chance.random() < 0.1 else 1
            tries += await asyncio.gather(*(self._send(following, wish) for _ in range(ways)))
            if any(each.result is not Result.UNKNOWN for each in tries):
                break
            await asyncio.sleep(self.chance.uniform(0, 0.2 * (number + 1)))
        self._note(following.table, wish, *tries)

    async def _send(self, following: Following, wish: Submit) -> Try:
        body = {"after": wish.after, "move": wish.move, "key": wish.key}
        line: Line | None = following.line
        if line is not None and self.chance.random() < 0.5:
            tried, _ = await line.ask({"type": "submit", **body})
            return tried
        path = f"/api/tables/{following.table}/moves"
        tried, content = await self.doors.ask(self.any_worker, "POST", path, body)
        if "view" in content:
            self._see(following.table, tried, content["view"])
        return tried
