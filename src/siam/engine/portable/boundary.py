"""What crosses the boundary of the module: numbers and addresses, declared by the annotations of each function.

A function marked with `exported` is a kernel like any other; the compiler of the module exports it under its name,
and the client's types are written from its annotations and docstring.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, TypeAlias, TypeVar, get_type_hints

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic
from numba.np.numpy_support import carray

from siam.engine.core.bits import IntArray
from siam.engine.core.compiling import kernel

F = TypeVar("F", bound=Callable[..., Any])


class Crossing(NamedTuple):
    """How a number looks to kernels, at the boundary, and to the client."""

    inside: Any
    """Numba's type."""
    outside: str
    """LLVM's type."""
    client: str


Address: TypeAlias = Annotated[int, Crossing(types.int64, "i32", "Address")]
"""Where something lies in the module's memory."""
Count: TypeAlias = Annotated[int, Crossing(types.int64, "i32", "number")]
"""A small whole number."""
Bits: TypeAlias = Annotated[int, Crossing(types.int64, "double", "number")]
"""A whole number below 2**53: the bits of steps, or a seed. Clients get it as a plain number, not as a big one."""
Real: TypeAlias = Annotated[float, Crossing(types.float64, "double", "number")]


class Export(NamedTuple):
    """A function of the module."""

    name: str
    module: str
    function: Any
    arguments: tuple[tuple[str, Crossing], ...]
    result: Crossing | None
    doc: str


EXPORTS: list[Export] = []
"""Every function of the module that has been imported."""


def exported(function: F) -> F:
    """Let a function be one of the module's; its annotations say what it takes and gives."""
    hints = get_type_hints(function, include_extras=True)
    result = hints.pop("return", type(None))
    compiled = kernel(function)
    arguments = tuple((name, kind.__metadata__[0]) for name, kind in hints.items())
    crossing = None if result is type(None) else result.__metadata__[0]
    EXPORTS.append(
        Export(function.__name__, function.__module__, compiled, arguments, crossing, function.__doc__ or "")
    )
    return compiled


if TYPE_CHECKING:

    def pointer(address: int) -> Any:
        """Make a pointer of an address."""

    def address_of(array: Any) -> int:
        """Return where the data of an array lies."""

else:

    @intrinsic
    def pointer(typing_context, address):
        """Make a pointer of an address."""

        def build(context, builder, signature, args):
            return builder.inttoptr(args[0], cgutils.voidptr_t)

        return types.voidptr(types.int64), build

    @intrinsic
    def address_of(typing_context, array):
        """Return where the data of an array lies."""

        def build(context, builder, signature, args):
            data = context.make_array(signature.args[0])(context, builder, args[0]).data
            return builder.ptrtoint(data, ir.IntType(64))

        return types.int64(array), build


@kernel
def integers(address: int, count: int) -> IntArray:
    """Look at so many small integers that lie at an address."""
    return carray(pointer(address), (count,), np.int32)


@kernel
def floats(address: int, count: int) -> Any:
    """Look at so many floats that lie at an address."""
    return carray(pointer(address), (count,), np.float64)


@kernel
def words(address: int, count: int) -> Any:
    """Look at so many unsigned words that lie at an address."""
    return carray(pointer(address), (count,), np.uint64)


@kernel
def halves(address: int, count: int) -> Any:
    """Look at so many numbers of sixteen bits that lie at an address."""
    return carray(pointer(address), (count,), np.uint16)
