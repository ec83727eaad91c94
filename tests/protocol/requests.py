"""How the tests ask the engine process: in this process, line by line, or as a real one."""

import io
import json
import subprocess
import sys
from typing import Any

from siam.notation import format_position
from siam.protocol import answers as thinking_answers
from siam.protocol.process import serve
from siam.protocol.slow_methods import Thinking
from siam.rules import Position, deal

OPENING = format_position(deal(2, 7))
FINISHED = "siam ayu=R,chi=R,ked=R,kho=R,lua=R,pat=L,ray=L,suk=M R12L12M12 KTT12RLM:R4/KTT12RLM:L4M4 1 0 - -"


def request(method: str, request_id: object = 1, **params: Any) -> bytes:
    return json.dumps({"jsonrpc": "2.0", "id": request_id, "method": method, "params": params}).encode() + b"\n"


def choose(position: Position, level: str | None, thinking: Thinking) -> dict[str, Any]:
    """Choose as the process does, but without the search, which has tests of its own."""
    return thinking_answers.choose(position, level or "greedy", thinking)


def answers(*lines: bytes) -> list[Any]:
    """Return everything that the process answers to these lines."""
    sink = io.BytesIO()
    serve(io.BytesIO(b"".join(lines)), sink, choose)
    return [json.loads(line) for line in sink.getvalue().splitlines()]


def answer(line: bytes) -> Any:
    [only] = answers(line)
    return only


def result(method: str, **params: Any) -> Any:
    return answer(request(method, **params))["result"]


def error(method: str, **params: Any) -> Any:
    return answer(request(method, **params))["error"]


class Engine:
    """A real `siam engine`."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", "from siam.cli import main; main()", "engine"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )

    def send(self, line: bytes) -> None:
        assert self.process.stdin
        self.process.stdin.write(line)
        self.process.stdin.flush()

    def receive(self) -> Any:
        assert self.process.stdout
        return json.loads(self.process.stdout.readline())

    def finish(self) -> tuple[bytes, bytes, int]:
        """End its input; give what it still says, its complaints and how it ended."""
        out, complaints = self.process.communicate(timeout=30)
        return out, complaints, self.process.returncode
