"""A lock that compiled threads wait for without the interpreter: a word that is 1 while somebody holds it.

It is held for a few microseconds at a time, so waiting in a loop is cheaper than asking the system.
"""

import threading
from typing import TYPE_CHECKING

from llvmlite import ir
from numba import types
from numba.extending import intrinsic
from numba.np.arrayobj import make_array

from siam.engine.core.compiling import IS_COMPILED

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    def acquire(lock: NDArray[np.int64]) -> None:
        """Wait until nobody holds the lock, and hold it."""

    def release(lock: NDArray[np.int64]) -> None:
        """Let others hold the lock."""

elif IS_COMPILED:

    def _word(context, builder, signature, args):
        return make_array(signature.args[0])(context, builder, args[0]).data

    @intrinsic
    def acquire(typing_context, lock):
        """Wait until nobody holds the lock, and hold it."""

        def build(context, builder, signature, args):
            word = _word(context, builder, signature, args)
            one, zero = (ir.Constant(ir.IntType(64), number) for number in (1, 0))
            asking, held = builder.append_basic_block("asking"), builder.append_basic_block("held")
            builder.branch(asking)
            builder.position_at_end(asking)
            before = builder.atomic_rmw("xchg", word, one, "acquire")
            builder.cbranch(builder.icmp_signed("==", before, zero), held, asking)
            builder.position_at_end(held)
            return context.get_dummy_value()

        return types.none(lock), build

    @intrinsic
    def release(typing_context, lock):
        """Let others hold the lock."""

        def build(context, builder, signature, args):
            word = _word(context, builder, signature, args)
            builder.store_atomic(ir.Constant(ir.IntType(64), 0), word, "release", 8)
            return context.get_dummy_value()

        return types.none(lock), build

else:
    _INTERPRETED = threading.Lock()
    """Kernels that run as plain Python have one lock for all."""

    def acquire(lock):
        """Wait until nobody holds the lock, and hold it."""
        _INTERPRETED.acquire()
        lock[0] = 1

    def release(lock):
        """Let others hold the lock."""
        lock[0] = 0
        _INTERPRETED.release()
