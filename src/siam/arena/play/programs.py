"""Let any program play that speaks the engine protocol: JSON-RPC, one message a line (docs/protocol.md)."""

import json
import shlex
import subprocess
import threading
from contextlib import suppress
from queue import Empty, Queue
from shutil import which
from typing import Any

from siam.notation import format_position, parse_move
from siam.rules import Move, Position, SiamError

PATIENCE_SECONDS = 120.0
"""How long a program may be silent, beyond the time that it was given to think."""


class ProgramError(SiamError):
    """A program that does not start, falls silent or answers with an error."""


def _words(command: str) -> list[str]:
    """Take a command apart; ProgramError if there is no such program."""
    try:
        words = shlex.split(command)
    except ValueError as problem:
        raise ProgramError(f"exec:{command}: {problem}") from None
    if not words or which(words[0]) is None:
        raise ProgramError(f"exec:{command}: there is no program {words[0] if words else command!r}")
    return words


class Program:
    """A program that is asked for moves; it is started with the first question and serves many games."""

    def __init__(
        self, command: str, terms: dict[str, Any] | None = None, *, patience: float = PATIENCE_SECONDS
    ) -> None:
        self.name = command
        self._command = _words(command)
        self._terms = terms or {}
        self._patience = patience
        self._process: subprocess.Popen[str] | None = None
        self._answers: Queue[str] = Queue()
        self._asked = 0

    def choose(self, position: Position, *, seconds: float | None = None, seed: int = 0) -> Move:
        """Ask the program for a move."""
        params: dict[str, Any] = {"position": format_position(position), "seed": seed, **self._terms}
        if position.options.differing:
            params["options"] = position.options.differing
        if position.board.file is not None:
            params["map"] = str(position.board.file)
        if seconds is not None and "seconds" not in params and "nodes" not in params and "level" not in params:
            params["seconds"] = seconds
        patience = self._patience + float(params.get("seconds", 0))
        answer = self._ask("choose", params, patience)
        if not isinstance(answer, dict) or not isinstance(answer.get("move"), str):
            raise ProgramError(f"{self.name}: the answer names no move")
        return parse_move(position.board, answer["move"])

    def close(self) -> None:
        """End the program."""
        process, self._process = self._process, None
        if process is None:
            return
        for stream in (process.stdin, process.stdout):
            if stream is not None:
                with suppress(BrokenPipeError):  # it has ended before it read everything
                    stream.close()
        try:
            process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def _ask(self, method: str, params: dict[str, Any], patience: float) -> Any:
        process = self._running()
        self._asked += 1
        request = {"jsonrpc": "2.0", "id": self._asked, "method": method, "params": params}
        assert process.stdin is not None
        try:
            process.stdin.write(json.dumps(request) + "\n")
            process.stdin.flush()
            line = self._answers.get(timeout=patience)
        except Empty:
            process.kill()
            self.close()
            raise ProgramError(f"{self.name}: no answer for {patience:g} seconds") from None
        except (BrokenPipeError, OSError):
            line = ""
        return self._read(line)

    def _read(self, line: str) -> Any:
        if not line:
            raise self._dropped("the program has ended")
        try:
            answer = json.loads(line)
        except ValueError:
            raise self._dropped(f"{line[:80]!r} is no JSON") from None
        if not isinstance(answer, dict) or answer.get("id") != self._asked:
            raise self._dropped(f"{line[:80]!r} answers nothing that was asked")
        if "error" in answer:
            error = answer["error"]
            told = error.get("message") if isinstance(error, dict) else None
            raise ProgramError(f"{self.name}: {told or 'an error without a message'}")
        return answer.get("result")

    def _dropped(self, problem: str) -> ProgramError:
        """End a program that sends what nobody asked for; the next game starts a new one."""
        self.close()
        return ProgramError(f"{self.name}: {problem}")

    def _running(self) -> subprocess.Popen[str]:
        if self._process is not None:
            return self._process
        try:
            process = subprocess.Popen(
                self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
            )
        except OSError as problem:
            raise ProgramError(f"{self.name}: {problem.strerror}") from None
        self._process, self._answers = process, Queue()
        threading.Thread(target=_listen, args=(process, self._answers), daemon=True).start()
        return process


def _listen(process: subprocess.Popen[str], answers: "Queue[str]") -> None:
    """Pass lines from the program to the waiting reader; an empty line means that it has ended."""
    assert process.stdout is not None
    try:
        for line in process.stdout:
            answers.put(line)
    except ValueError:  # closed while we read
        pass
    answers.put("")
