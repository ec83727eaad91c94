"""How kernels are compiled: on first use, and kept on disk."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
from numba.core import event
from numba.core.registry import cpu_target

from siam.engine.core.cache import directory_for
from siam.engine.core.notice import CompileNotice

F = TypeVar("F", bound=Callable[..., Any])

_SETTINGS: Any = numba.config
IS_COMPILED = not _SETTINGS.DISABLE_JIT
"""With `NUMBA_DISABLE_JIT=1` every kernel runs as the Python it is written in, so that a debugger can step through."""


def target_has(extension: str) -> bool:
    """Return whether the processor that kernels are compiled for has an extension, by the name that LLVM gives it.

    That need not be the processor they are compiled on: `NUMBA_CPU_NAME` and `NUMBA_CPU_FEATURES` name another.
    """
    target: Any = cpu_target
    _, _, extensions = target.target_context.codegen().magic_tuple()
    return f"+{extension}" in extensions.split(",")


def kernel(function: F) -> F:
    """Compile a function on its first call, without the interpreter's lock, and keep the result on disk."""
    return _compiled(function)


def borrowing(function: F) -> F:
    """Compile as `kernel` does, without counting who uses an array: for functions that make none and return none.

    Counting is done by locked instructions, and takes most of the time of a function that works on many arrays.
    """
    return _compiled(function, _nrt=False)


def inlined(function: F) -> F:
    """Compile as `borrowing` does, once, and inline the code into every caller: for small functions called often."""
    return _compiled(function, forceinline=True, no_cpython_wrapper=True, _nrt=False)


def inlined_kernel(function: F) -> F:
    """Compile as `kernel` does, as part of each function that calls it.

    A call hands over every array as seven words or more; where a small function works on many of them that
    takes longer than the work.
    """
    return _compiled(function, inline="always")


def _compiled(function: F, **options: Any) -> F:
    if not IS_COMPILED:
        return function
    _compilations.notice.kernels += options.get("inline") != "always"
    before = _SETTINGS.CACHE_DIR
    _SETTINGS.CACHE_DIR = str(directory_for(Path(function.__code__.co_filename)))
    try:
        given: dict[str, Any] = {"cache": True, "nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}
        given |= {
            "_nrt": True,
            **options,
        }  # or who is first called by a borrowing function would borrow too
        compile_function: Any = numba.njit(**given)
        return cast("F", _compiled_once(compile_function(function)))
    finally:
        _SETTINGS.CACHE_DIR = before


def _compiled_once(dispatcher: Any) -> Any:
    """Have a function compiled for words only, where kernels call it with numbers of any width or with literals.

    Numba would compile it anew for each of them.
    """
    find = dispatcher.get_call_template

    def find_widened(args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
        return find(tuple(_widened(arg) for arg in args), kws)

    dispatcher.get_call_template = find_widened
    return dispatcher


def _widened(kind: Any) -> Any:
    types: Any = numba.types
    plain = types.unliteral(kind)
    return types.int64 if isinstance(plain, types.Integer) and plain.signed else plain


class _Compilations(event.Listener):
    """Has our code optimised at the second level, and tells of it when something really is compiled.

    The third level takes a fifth longer and gains nothing here. Other people's functions keep theirs.
    """

    def __init__(self) -> None:
        self._levels: list[Any] = []
        self._ours: list[bool] = []
        self.notice = CompileNotice()

    def on_start(self, event: Any) -> None:
        self._levels.append(_SETTINGS.OPT)
        dispatcher = event.data.get("dispatcher")
        is_ours = getattr(getattr(dispatcher, "py_func", None), "__module__", "").startswith("siam.")
        self._ours.append(is_ours)
        if is_ours:
            _SETTINGS.OPT = _SETTINGS._OptLevel(min(2, _SETTINGS.OPT))
            if self._ours.count(True) == 1:
                self.notice.begin()

    def on_end(self, event: Any) -> None:
        _SETTINGS.OPT = self._levels.pop()
        if self._ours.pop():
            self.notice.advance()
            if True not in self._ours:
                self.notice.end()

    @property
    def is_under_way(self) -> bool:
        return bool(self._levels)


_compilations = _Compilations()
event.register("numba:compile", _compilations)  # type: ignore[no-untyped-call]


def is_compiling() -> bool:
    """Return whether something is being compiled just now."""
    return _compilations.is_under_way
