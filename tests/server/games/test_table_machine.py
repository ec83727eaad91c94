"""Any course of events at a table: seats, moves, consent, clocks and talk, by everybody, in any order, over both doors.

A machine plays people who do whatever comes to their mind, allowed or not, and knows a few things that must always be
true: nothing breaks, nothing is decided over anybody's head, the log only grows, and everybody sees the same game.
"""

import asyncio
import contextlib
import tempfile
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, TypeVar

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from siam.server.app.settings import Settings
from tests.server.people import Json, Person, some_move
from tests.server.servers import Running, running

T = TypeVar("T")

PEOPLE = ("Anna", "Bertha", "Carl", "Dora")
CLOCKS = ({"kind": "none"}, {"kind": "live", "seconds": 60, "increment": 5}, {"kind": "days", "days": 1})
PLAYERS = st.integers(0, 3)
SEATS = st.integers(1, 4)


class Table(RuleBasedStateMachine):
    """Four people around one table, of whom some may not even sit there."""

    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.new_event_loop()
        self.directory = tempfile.TemporaryDirectory()
        self.stack = contextlib.AsyncExitStack()
        given = Settings(
            database_url=str(Path(self.directory.name) / "siam.sqlite"), rate_limits=False, cheap_passwords=True
        )
        self.server: Running = self.run(self.stack.enter_async_context(running(given)))
        self.people = [self.run(Person.guest(self.server.url, name)) for name in PEOPLE]
        self.ids = [self.run(person.get("/api/me"))["player"]["id"] for person in self.people]
        self.table = ""
        self.version = 0
        self.log: list[Json] = []

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        return self.loop.run_until_complete(work)

    @initialize(seats=st.integers(2, 4), clock=st.sampled_from(CLOCKS), talk=st.sampled_from(["open", "silent"]))
    def make(self, seats: int, clock: Json, talk: str) -> None:
        """Make a table; the first person sits at it."""
        options = {"discards": "open", "table_talk": talk}
        wishes: list[Json] = [{"kind": "open"}] * (seats - 1)
        self.table = self.run(self.people[0].make(*wishes, clock=clock, options=options))

    def ask(self, who: int, method: str, path: str, body: object = None) -> Json:
        """Ask for anything; whatever it is, the server answers in good order."""
        response = self.run(
            self.people[who].http.request(method, f"/api/tables/{self.table}{path}", json={} if body is None else body)
        )
        assert response.status_code < 500, response.text
        return response.json() if response.content else {}

    def view(self, who: int) -> Json:
        return self.ask(who, "GET", "")

    @rule(who=PLAYERS, seat=SEATS)
    def sit(self, who: int, seat: int) -> None:
        """Sit down anywhere."""
        self.ask(who, "POST", f"/seats/{seat}")

    @rule(who=PLAYERS, seat=SEATS)
    def leave(self, who: int, seat: int) -> None:
        """Leave any seat."""
        self.ask(who, "DELETE", f"/seats/{seat}")

    @rule(who=PLAYERS)
    def start(self, who: int) -> None:
        """Start with bots on the empty seats."""
        self.ask(who, "POST", "/start", {"fill": "random"})

    @rule(who=PLAYERS, seed=st.integers(0, 5), late=st.integers(0, 1))
    def move(self, who: int, seed: int, late: int) -> None:
        """Move, in turn or not, on the latest version or on an older one."""
        view = self.view(who)
        position = view["state"]["position"] if view["state"] and not view["result"] else None
        move = "pass" if position is None else some_move(position, view["table"]["options"], seed)
        body = {"after": max(0, view["version"] - late), "move": move, "key": f"{who} {view['version']} {late}"}
        answer = self.ask(who, "POST", "/moves", body)
        if "error" not in answer:
            assert view["you"]["my_turn"] or answer["version"] <= view["version"], "nobody moves out of turn"

    @rule(who=PLAYERS, kind=st.sampled_from(["take_back", "pause", "end"]))
    def propose(self, who: int, kind: str) -> None:
        """Propose something; it happens at once only where nobody else has a word in it."""
        before = self.view(who)
        self.ask(who, "POST", "/proposals", {"kind": kind})
        after = self.view(who)
        proposals = [one for one in before["proposals"] if one["kind"] == kind]
        happened = [entry for entry in self.entries(who) if entry["version"] > before["version"]]
        if any(entry["kind"] == kind for entry in happened) and not proposals:
            assert len(self.voters(before)) == 1, "decided over somebody's head"
        assert after["version"] >= before["version"]

    @rule(who=PLAYERS, accept=st.booleans(), number=st.integers(1, 6))
    def answer(self, who: int, accept: bool, number: int) -> None:
        """Answer any proposal."""
        self.ask(who, "POST", f"/proposals/{number}", {"accept": accept})

    @rule(who=PLAYERS, seat=SEATS)
    def replace(self, who: int, seat: int) -> None:
        """Ask for a bot; nobody is replaced who has just been seen."""
        before = {one["seat"]: one["kind"] for one in self.view(who)["seats"]}
        for person in range(4):
            self.view(person)
        self.ask(who, "POST", "/proposals", {"kind": "replace", "seat": seat, "level": "random"})
        after = self.view(who)["seats"]
        assert all(one["kind"] == before[one["seat"]] or one["resigned"] for one in after)

    @rule(who=PLAYERS)
    def resume(self, who: int) -> None:
        """End a pause."""
        self.ask(who, "POST", "/resume")

    @rule(who=PLAYERS, seat=st.none() | SEATS)
    def resign(self, who: int, seat: int | None) -> None:
        """Give up a seat, one's own or not."""
        before = self.view(who)
        self.ask(who, "POST", "/resign", {"seat": seat})
        if seat is not None and seat not in before["you"]["seats"]:
            was = {one["seat"]: one["resigned"] for one in before["seats"]}
            assert {one["seat"]: one["resigned"] for one in self.view(who)["seats"]}.get(seat) == was.get(seat)

    @rule(who=PLAYERS, text=st.text(max_size=20))
    def say(self, who: int, text: str) -> None:
        """Say something, allowed or not."""
        view = self.view(who)
        answer = self.ask(who, "POST", "/chat", {"text": text})
        assert view["can_chat"] or "error" in answer

    @rule(seconds=st.sampled_from([1.0, 30.0, 61.0, 86_401.0, -30.0]))
    def wait(self, seconds: float) -> None:
        """Let time go by, or turn the clock back."""
        self.server.clock.advance(seconds)
        self.run(self.server.world.timers.drop_flags())

    @rule(who=PLAYERS, message=st.sampled_from(["look", "resume", "seat", "ping", "answer", "steps"]))
    def speak(self, who: int, message: str) -> None:
        """Say something over a socket and hear the answer."""
        self.run(self._speak(self.people[who], message))

    async def _speak(self, person: Person, kind: str) -> None:
        contents: dict[str, Json] = {
            "look": {"visible": False},
            "resume": {"after": 0},
            "seat": {"seat": 2},
            "answer": {"proposal": 1, "accept": True},
            "steps": {"after": 1, "steps": []},
        }
        live = await person.connect(self.table)
        await live.send(type=kind, id=1, **contents.get(kind, {}))
        await live.send(type="ping", id=2)
        while (await live.next("pong"))["re"] != 2:
            pass
        await live.socket.close()

    @precondition(lambda self: self.table)
    @invariant()
    def everybody_sees_one_game(self) -> None:
        """The log only grows, and all four see the same of it."""
        views = [self.view(who) for who in range(4)]
        last = self.view(0)
        if last["version"] == views[0]["version"]:  # no bot has moved meanwhile
            assert len({view["version"] for view in views}) == 1
            assert len({str(view["state"]["position"]) if view["state"] else "" for view in views}) == 1
            assert len({str(view["result"]) for view in views}) == 1
        entries = self.entries(0)
        assert entries[: len(self.log)] == self.log, "what happened has happened"
        assert [entry["version"] for entry in entries] == list(range(1, len(entries) + 1))
        assert all(clock["left"] >= 0 for clock in (last["state"] or {}).get("clocks") or [])
        self.log = entries

    def entries(self, who: int) -> list[Json]:
        found: list[Json] = self.ask(who, "GET", "/log")["entries"]
        return found

    def voters(self, view: Json) -> set[str]:
        return {
            one["player"]
            for one in view["seats"]
            if one["kind"] in ("player", "here") and not one["resigned"] and one["player"]
        }

    def teardown(self) -> None:
        """Close everything."""
        for person in self.people:
            self.run(person.http.aclose())
        self.run(self.stack.aclose())
        self.loop.close()
        self.directory.cleanup()


def test_whatever_happens_at_a_table_happens_in_good_order(caplog: pytest.LogCaptureFixture) -> None:
    machine = settings(max_examples=12, stateful_step_count=25, deadline=None, suppress_health_check=list(HealthCheck))
    Table.TestCase.settings = machine
    Table.TestCase("runTest").runTest()
    assert not [record for record in caplog.records if record.exc_info], "there is no traceback in the log"
