"""How the tests run `siam`: inside this process, through pipes, and at a terminal of its own."""

import os
import pty
import select
import signal
import subprocess
import sys
import time
from collections.abc import Sequence

from click.testing import CliRunner, Result

from siam.cli.commands import siam

COMMAND = [sys.executable, "-c", "from siam.cli import main; main()"]


def run(*arguments: str, typed: str = "") -> Result:
    """Run a command in this process; English unless it says otherwise."""
    return CliRunner(env={"LC_ALL": "C.UTF-8"}).invoke(siam, list(arguments), input=typed)


def run_piped(*arguments: str, typed: bytes = b"", encoding: str = "utf-8") -> subprocess.CompletedProcess[bytes]:
    environment = {**os.environ, "LC_ALL": "C.UTF-8", "PYTHONIOENCODING": encoding}
    return subprocess.run(
        [*COMMAND, *arguments], input=typed, capture_output=True, timeout=60, env=environment, check=False
    )


class Terminal:
    """A real terminal with the command in it, read until something appears."""

    def __init__(self, arguments: Sequence[str], size: tuple[int, int] = (40, 100)) -> None:
        self.shown = ""
        self.pid, self._fd = pty.fork()
        if self.pid == 0:
            signal.signal(signal.SIGINT, signal.SIG_DFL)  # whoever runs the tests may ignore it
            rows, columns = size
            environment = {**os.environ, "LC_ALL": "C.UTF-8", "TERM": "xterm-256color"}
            environment |= {"LINES": str(rows), "COLUMNS": str(columns)}
            os.execvpe(COMMAND[0], [*COMMAND, *arguments], environment)

    def expect(self, text: str, seconds: float = 30) -> None:
        """Read until a text appears after what was read before."""
        seen, deadline = "", time.monotonic() + seconds
        while text not in seen:
            left = deadline - time.monotonic()
            assert left > 0, f"{text!r} did not appear in {seen[-2000:]!r}"
            if select.select([self._fd], [], [], left)[0]:
                seen += self._read()
        self.shown += seen

    def type(self, text: str) -> None:
        os.write(self._fd, text.encode())

    def finish(self, seconds: float = 30) -> int:
        """Read to the end; give the exit code."""
        deadline = time.monotonic() + seconds
        while select.select([self._fd], [], [], max(0.0, deadline - time.monotonic()))[0]:
            if not (chunk := self._read()):
                break
            self.shown += chunk
        else:
            os.kill(self.pid, signal.SIGKILL)
        _, status = os.waitpid(self.pid, 0)
        os.close(self._fd)
        return os.waitstatus_to_exitcode(status)

    def _read(self) -> str:
        try:
            return os.read(self._fd, 65536).decode(errors="replace")
        except OSError:  # the other end is closed
            return ""
