"""The pool in which bots think: shared fairly, outside the event loop, and given free again."""

import asyncio
import os
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from pathlib import Path

import pytest

from siam.agents import levels, styles
from siam.notation import format_position, parse_move
from siam.rules import deal, legal_moves, load_board
from siam.server.adapters import thinkers
from siam.server.adapters.thinkers import ProcessThinkers
from siam.server.ports import Advice, Outage, Question

ROUNDS = 100
A_MOMENT = 0.002
PATIENCE = 60_000  # moments: a test that fails shall say so and not hang


def think_until_told(question: Question, *_others: object) -> str:
    """Say that the thinking has begun, and go on until told to stop: a thought that lasts as long as a test wants."""
    Path(f"{question.position}.begun").touch()
    for _ in range(PATIENCE):
        if Path(f"{question.position}.enough").exists():
            return "pass"
        time.sleep(A_MOMENT)
    return "nobody told me to stop"


def advise_when_told(question: Question, seconds: float) -> Advice:
    """Advise as slowly as a test wants."""
    return Advice(think_until_told(question), (0.5, 0.5))


def die(*_: object) -> str:
    """End the process amid a thought."""
    os._exit(1)


class Thought:
    """A question whose thinking a test watches and ends."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.question = Question(str(path), {}, None)

    @property
    def has_begun(self) -> bool:
        return self.path.with_suffix(".begun").exists()

    async def begun(self) -> None:
        for _ in range(PATIENCE):
            if self.has_begun:
                return
            await asyncio.sleep(A_MOMENT)
        raise AssertionError(f"{self.path.name} was never thought about")

    def end(self) -> None:
        self.path.with_suffix(".enough").touch()


Think = Callable[[str], Thought]


@pytest.fixture
def thought(tmp_path: Path) -> Think:
    """Makes questions whose thinking a test watches and ends."""
    return lambda name: Thought(tmp_path / name)


@pytest.fixture
async def one_worker() -> AsyncIterator[ProcessThinkers]:
    """A pool of one process."""
    thinkers = ProcessThinkers(1)
    yield thinkers
    await thinkers.close()


@pytest.fixture
async def two_workers() -> AsyncIterator[ProcessThinkers]:
    """A pool of two processes; one of them may advise."""
    thinkers = ProcessThinkers(2)
    yield thinkers
    await thinkers.close()


@pytest.fixture
def slow_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots and advisers that think until they are told to stop."""
    monkeypatch.setattr(thinkers, "_choose", think_until_told)
    monkeypatch.setattr(thinkers, "_advise", advise_when_told)


async def go_round() -> None:
    """Let the event loop do whatever it can."""
    for _ in range(ROUNDS):
        await asyncio.sleep(0)


async def ask(thinkers: ProcessThinkers, thought: Thought) -> str:
    return await thinkers.choose(thought.question, "random", None, 1)


async def ask_advice(thinkers: ProcessThinkers, thought: Thought) -> Advice:
    return await thinkers.advise(thought.question, 1.0)


async def test_every_level_and_the_champion_can_be_seated(one_worker: ProcessThinkers) -> None:
    offered = one_worker.levels()
    assert {*levels(), *styles(), "champion", "greedy", "random"} == set(offered)
    position = deal(2, 1)
    question = Question(format_position(position), position.options.values, None)
    for level in offered:
        move = await one_worker.choose(question, level, 0.05, 1)
        assert parse_move(position.board, move) in legal_moves(position)


async def test_tables_that_ask_again_and_again_take_turns(one_worker: ProcessThinkers) -> None:
    position = deal(2, 1)
    answers: list[str] = []

    async def bot(table: str, moves: int) -> None:
        for seed in range(moves):
            question = Question(format_position(position), position.options.values, None)
            move = await one_worker.choose(question, "random", None, seed)
            assert parse_move(load_board("siam"), move) in legal_moves(position)
            answers.append(table)

    await asyncio.gather(*(bot(table, 5) for table in "abcd"))
    assert "".join(answers) == "abcd" * 5


@pytest.mark.usefixtures("slow_bots")
async def test_who_comes_late_waits_only_for_those_who_came_before(one_worker: ProcessThinkers, thought: Think) -> None:
    first, late, again = thought("first"), thought("late"), thought("again")
    busy = asyncio.create_task(ask(one_worker, first))
    await first.begun()
    waiting = asyncio.create_task(ask(one_worker, late))
    await go_round()
    first.end()
    assert await busy == "pass"
    busy = asyncio.create_task(ask(one_worker, again))
    late.end()
    assert await waiting == "pass"
    assert not busy.done()
    again.end()
    assert await busy == "pass"


@pytest.mark.usefixtures("slow_bots")
async def test_the_loop_goes_round_while_bots_think(one_worker: ProcessThinkers, thought: Think) -> None:
    long = thought("long")
    thinks = asyncio.create_task(ask(one_worker, long))
    await long.begun()
    await go_round()
    assert not thinks.done()
    long.end()  # only a loop that was not blocked gets here, so the answer proves it
    assert await thinks == "pass"


@pytest.mark.usefixtures("slow_bots")
async def test_a_question_that_is_not_asked_any_more_holds_nobody_up(
    one_worker: ProcessThinkers, thought: Think
) -> None:
    thoughts = [thought(name) for name in ("running", "next", "cancelled", "last")]
    tasks = []
    for each in thoughts:
        tasks.append(asyncio.create_task(ask(one_worker, each)))
        await go_round()
    await thoughts[0].begun()
    tasks[2].cancel()
    await asyncio.gather(tasks[2], return_exceptions=True)
    for number in (0, 1, 3):
        thoughts[number].end()
    assert await asyncio.gather(*(tasks[number] for number in (0, 1, 3))) == ["pass"] * 3
    assert not thoughts[2].has_begun


@pytest.mark.usefixtures("slow_bots")
async def test_advice_leaves_a_worker_to_the_bots(two_workers: ProcessThinkers, thought: Think) -> None:
    advice, more_advice, bot = thought("advice"), thought("more_advice"), thought("bot")
    advises = [asyncio.create_task(ask_advice(two_workers, each)) for each in (advice, more_advice)]
    await advice.begun()
    plays = asyncio.create_task(ask(two_workers, bot))
    await bot.begun()
    bot.end()
    assert await plays == "pass"
    assert not more_advice.has_begun
    advice.end()
    more_advice.end()
    assert [each.move for each in await asyncio.gather(*advises)] == ["pass", "pass"]


@pytest.mark.usefixtures("slow_bots")
async def test_who_asks_for_no_advice_any_more_lets_the_next_ask(two_workers: ProcessThinkers, thought: Think) -> None:
    left, following = thought("left"), thought("following")
    gone, stays = (asyncio.create_task(ask_advice(two_workers, each)) for each in (left, following))
    await left.begun()
    gone.cancel()
    await following.begun()
    following.end()
    assert (await stays).chances == (0.5, 0.5)
    assert gone.cancelled()


async def test_a_pool_whose_worker_died_is_made_anew(
    one_worker: ProcessThinkers, thought: Think, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thinkers, "_choose", die)
    with pytest.raises(Outage):
        await ask(one_worker, thought("lost"))
    monkeypatch.setattr(thinkers, "_choose", think_until_told)
    found = thought("found")
    found.end()
    assert await ask(one_worker, found) == "pass"


async def test_who_has_many_tables_waits_behind_who_has_one(
    one_worker: ProcessThinkers, thought: Think, slow_bots: None
) -> None:
    crowd = [replace_person(thought(f"crowd{number}"), "many") for number in range(10)]
    asked = [asyncio.create_task(ask(one_worker, one)) for one in crowd]
    await crowd[0].begun()
    alone = replace_person(thought("alone"), "few")
    answer = asyncio.create_task(ask(one_worker, alone))
    await go_round()
    for one in crowd[:3]:
        one.end()
    await alone.begun()
    alone.end()
    assert await answer == "pass"
    assert not any(one.has_begun for one in crowd[4:])
    for one in crowd:
        one.end()
    await asyncio.gather(*asked)


def replace_person(thought: Thought, person: str) -> Thought:
    thought.question = replace(thought.question, person=person)
    return thought


async def test_bots_end_with_a_server_that_is_killed(tmp_path: Path) -> None:
    process = subprocess.Popen([sys.executable, "-c", SERVER_WITH_A_BOT, str(tmp_path)], stdout=subprocess.PIPE)
    assert process.stdout is not None
    bot = int(process.stdout.readline())
    process.kill()
    process.wait()
    for _ in range(600):
        if not is_running(bot):
            return
        await asyncio.sleep(0.05)
    raise AssertionError("the bot thinks on for nobody")


SERVER_WITH_A_BOT = """
import asyncio, os, sys
from siam.server.adapters.thinkers import ProcessThinkers

async def main():
    thinkers = ProcessThinkers(1)
    print(await thinkers._ask(os.getpid, 60.0, ""), flush=True)
    await asyncio.sleep(600)

if __name__ == "__main__":
    asyncio.run(main())
"""


def is_running(process: int) -> bool:
    try:
        return "Z" not in Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
