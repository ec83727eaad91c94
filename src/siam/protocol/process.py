"""Decide how the engine process lives: a line in, a line out, slow answers on threads of their own.

Whatever arrives is answered; the process ends at the end of its input, once everything asked for has been answered.
"""

import logging
import select
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from threading import Event, Lock
from typing import Any, BinaryIO, TypeAlias, TypeVar

from siam.extras import MissingExtraError, missing_extra
from siam.protocol.messages import (
    MAX_LINE_BYTES,
    Batch,
    Code,
    Fault,
    Id,
    Request,
    RpcError,
    error_answer,
    format_answer,
    read_message,
    result_answer,
)
from siam.protocol.methods import Methods
from siam.protocol.params import Params
from siam.protocol.slow_methods import Analyse, Choose, SlowMethods, Task

WORKERS = 2
LISTENER_SECONDS = 1.0
"""How often it is looked, after the end of the input, whether anybody still reads the answers."""

Answer: TypeAlias = dict[str, object]
Deliver: TypeAlias = Callable[[Answer | None], None]
Made = TypeVar("Made")

_log = logging.getLogger(__name__)


def serve(source: BinaryIO, sink: BinaryIO, choose: Choose, analyse: Analyse | None = None) -> None:
    """Answer every line of the source until it ends or the sink is closed."""
    process = _Process(sink, choose, analyse)
    try:
        for line in _lines(source):
            if line.strip():
                process.receive(line)
            if not process.is_heard:
                break
        process.finish()
    finally:
        process.close()
    if not process.is_heard:
        raise BrokenPipeError


def _lines(source: BinaryIO) -> Iterator[bytes]:
    """Cut the source into lines; one that is too long is given up to just above the limit."""
    while line := source.readline(MAX_LINE_BYTES + 1):
        rest = line
        while not rest.endswith(b"\n") and len(rest) > MAX_LINE_BYTES:
            rest = source.readline(MAX_LINE_BYTES + 1)
        yield line if rest is line else line[:MAX_LINE_BYTES] + b"\n\n"


class _Process:
    def __init__(self, sink: BinaryIO, choose: Choose, analyse: Analyse | None) -> None:
        self.is_heard = True
        self._sink = sink
        self._writing = Lock()
        self._methods = Methods()
        self._slow = SlowMethods(self._methods, choose, analyse)
        self._workers = ThreadPoolExecutor(WORKERS, thread_name_prefix="think")
        self._thinking: dict[Id, Event] = {}
        self._pending: dict[Future[dict[str, Any] | RpcError], Event] = {}

    def receive(self, line: bytes) -> None:
        match read_message(line):
            case Batch(parts):
                batch = _BatchAnswer(len(parts), self._write)
                for part in parts:
                    self._take(part, batch.deliver)
            case message:
                self._take(message, self._deliver)

    def finish(self) -> None:
        """Wait for the answers that are still thought about, as long as somebody is there to read them."""
        while self.is_heard and self._pending and _is_read(self._sink):
            wait(tuple(self._pending), timeout=LISTENER_SECONDS, return_when=FIRST_COMPLETED)

    def close(self) -> None:
        """Interrupt what still thinks and wait for its answers."""
        for stop in tuple(self._pending.values()):
            stop.set()
        self._workers.shutdown(wait=True)

    def _take(self, message: Request | Fault, deliver: Deliver) -> None:
        if isinstance(message, Fault):
            deliver(error_answer(message.id, message.error))
            return
        if message.method not in self._slow.table:
            deliver(_answer(message, _attempt(lambda: self._call(message))))
            return
        task = _attempt(lambda: self._slow.table[message.method](message.params))
        if isinstance(task, RpcError):
            deliver(_answer(message, task))
        else:
            self._think(message, task, deliver)

    def _call(self, request: Request) -> dict[str, Any]:
        if request.method == "cancel":
            return self._cancel(request.params)
        if request.method not in self._methods.table:
            known = ", ".join(sorted((*self._methods.table, *self._slow.table, "cancel")))
            raise RpcError(Code.UNKNOWN_METHOD, f"there is no method {request.method[:60]!r}; known: {known}")
        return self._methods.table[request.method](request.params)

    def _cancel(self, values: dict[str, Any]) -> dict[str, Any]:
        wanted = Params(values, ("id",)).any("id")
        stop = self._thinking.get(wanted) if isinstance(wanted, str | int | float | None) else None
        if stop is not None:
            stop.set()
        return {"cancelled": stop is not None}

    def _think(self, request: Request, task: Task, deliver: Deliver) -> None:
        stop = Event()
        self._thinking[request.id] = stop

        def done(future: Future[dict[str, Any] | RpcError]) -> None:
            if self._thinking.get(request.id) is stop:
                del self._thinking[request.id]
            deliver(_answer(request, future.result()))
            del self._pending[future]

        thought = self._workers.submit(_attempt, lambda: task(stop))
        self._pending[thought] = stop
        thought.add_done_callback(done)

    def _deliver(self, answer: Answer | None) -> None:
        if answer is not None:
            self._write(answer)

    def _write(self, answer: object) -> None:
        with self._writing:
            try:
                self._sink.write(format_answer(answer))
                self._sink.flush()
            except BrokenPipeError:
                self.is_heard = False


def _is_read(sink: BinaryIO) -> bool:
    """Return whether somebody may still read the sink, as far as the system can tell."""
    try:
        poll = select.poll()
        poll.register(sink.fileno(), 0)
        return not poll.poll(0)  # asked for nothing, it tells of errors and hang-ups only
    except (AttributeError, OSError, ValueError):  # no such call on this system, or no file behind the sink
        return True


class _BatchAnswer:
    """Collects the answers of a batch and writes them together once none is missing."""

    def __init__(self, missing: int, write: Callable[[object], None]) -> None:
        self._missing = missing
        self._answers: list[Answer] = []
        self._write = write
        self._collecting = Lock()

    def deliver(self, answer: Answer | None) -> None:
        with self._collecting:
            self._missing -= 1
            if answer is not None:
                self._answers.append(answer)
            is_complete = not self._missing
        if is_complete and self._answers:
            self._write(self._answers)


def _attempt(call: Callable[[], Made]) -> Made | RpcError:
    """Call something at the edge of the process: it lives on whatever happens inside."""
    try:
        return call()
    except RpcError as problem:
        return problem
    except MissingExtraError as problem:
        return RpcError(Code.INTERNAL, str(problem))
    except ModuleNotFoundError as problem:
        if problem.name is None or problem.name.partition(".")[0] == "siam":
            _log.exception("a request failed")
            return RpcError(Code.INTERNAL, "something went wrong here; the request may be sent again")
        return RpcError(Code.INTERNAL, str(missing_extra(problem.name, "engine")))
    except Exception:
        _log.exception("a request failed")
        return RpcError(Code.INTERNAL, "something went wrong here; the request may be sent again")


def _answer(request: Request, result: dict[str, Any] | RpcError) -> Answer | None:
    if request.is_notification:
        return None
    if isinstance(result, RpcError):
        return error_answer(request.id, result)
    return result_answer(request.id, result)
