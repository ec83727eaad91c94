"""Decide what Ctrl-C does: it ends every command, at every moment, with the exit code that shells expect."""

import os
import signal
import sys
from contextlib import suppress
from types import FrameType

EXIT_CODE = 128 + signal.SIGINT
_SHOW_CURSOR = b"\x1b[?25h\n"
_IMPORTING = "<frozen importlib._bootstrap>"


def heed_interrupts() -> None:
    """Let Ctrl-C interrupt this process; once more, or while code is imported or compiled, ends it on the spot.

    A KeyboardInterrupt in the middle of a library's start or of the compiler would be swallowed there, or break it.
    """
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:  # whoever started us may not want us to be interrupted
        signal.signal(signal.SIGINT, _interrupt)


def _interrupt(_number: int, _frame: FrameType | None) -> None:
    signal.signal(signal.SIGINT, _end)
    compiling = sys.modules.get("siam.engine.core.compiling")
    if _is_importing(_frame) or (compiling is not None and compiling.is_compiling()):
        _end(_number, _frame)
    raise KeyboardInterrupt


def _is_importing(frame: FrameType | None) -> bool:
    """Return whether an import is under way below a frame."""
    while frame is not None:
        if frame.f_code.co_filename == _IMPORTING:
            return True
        frame = frame.f_back
    return False


def _end(_number: int, _frame: FrameType | None) -> None:
    with suppress(Exception):  # somebody may be writing just now
        sys.stdout.flush()
        if sys.stderr.isatty():
            os.write(sys.stderr.fileno(), _SHOW_CURSOR)  # a bar may have hidden it
    os._exit(EXIT_CODE)
