"""Bits and random numbers for kernels."""

from typing import TYPE_CHECKING, Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic
from numpy.typing import NDArray

from siam.engine.core.compiling import IS_COMPILED, inlined, target_has

IntArray = NDArray[np.int32]
RandomState = NDArray[np.uint64]

if TYPE_CHECKING:

    def int64(value: Any) -> int:
        """Make a signed word."""

    def uint64(value: Any) -> int:
        """Make an unsigned word; mixing it with a signed one would give a float."""

    def float32(value: Any) -> float:
        """Make a short float."""

    def float64(value: Any) -> float:
        """Make a float; a plain one beside a short one would count as short where nothing is compiled."""

    def ones(bits: int) -> int:
        """Count the set bits."""

    def lowest(bits: int) -> int:
        """Return the place of the lowest set bit."""

    def _deposit(source: int, mask: int) -> int: ...

else:
    int64, uint64, float32, float64 = np.int64, np.uint64, np.float32, np.float64

    if IS_COMPILED:

        @intrinsic
        def ones(typing_context, bits):
            """Count the set bits."""

            def build(context, builder, signature, args):
                return builder.ctpop(args[0])

            return types.int64(types.int64), build

        @intrinsic
        def lowest(typing_context, bits):
            """Return the place of the lowest set bit."""

            def build(context, builder, signature, args):
                return builder.cttz(args[0], ir.Constant(ir.IntType(1), 0))

            return types.int64(types.int64), build

        @intrinsic
        def _deposit(typing_context, source, mask):
            def build(context, builder, signature, args):
                word = ir.IntType(64)
                function_type = ir.FunctionType(word, [word, word])
                return builder.call(builder.module.declare_intrinsic("llvm.x86.bmi.pdep.64", (), function_type), args)

            return types.int64(types.int64, types.int64), build

    else:
        np.seterr(over="ignore")  # words wrap around

        def ones(bits):
            """Count the set bits."""
            return int64((int(bits) & _WORD).bit_count())

        def lowest(bits):
            """Return the place of the lowest set bit."""
            word = int(bits) & _WORD
            return int64((word & -word).bit_length() - 1 if word else 64)


_WORD = 2**64 - 1
_STRIDE = uint64(0x9E3779B97F4A7C15)
_MIX_A = uint64(0xBF58476D1CE4E5B9)
_MIX_B = uint64(0x94D049BB133111EB)
_S30, _S27, _S31, _S32 = uint64(30), uint64(27), uint64(31), uint64(32)
_SELECT_BYTE = np.array(
    [([i for i in range(8) if byte >> i & 1] + [0] * 8)[:8] for byte in range(256)], np.uint8
).ravel()


if IS_COMPILED and target_has("bmi2"):

    @inlined
    def select(mask: int, n: int) -> int:
        """Return the place of the n-th set bit, counted from 0."""
        return lowest(_deposit(1 << n, mask))

else:

    @inlined
    def select(mask: int, n: int) -> int:
        """Return the place of the n-th set bit, counted from 0."""
        place = 0
        while True:
            byte = mask & 255
            here = ones(byte)
            if n < here:
                return place + int64(_SELECT_BYTE[byte * 8 + n])
            n -= here
            mask >>= 8
            place += 8


@inlined
def mix(word: int) -> int:
    """Scramble a word so that near inputs give unrelated outputs (splitmix64)."""
    z = word + _STRIDE
    z = (z ^ (z >> _S30)) * _MIX_A
    z = (z ^ (z >> _S27)) * _MIX_B
    return z ^ (z >> _S31)


@inlined
def below(random: RandomState, n: int) -> int:
    """Draw one of 0 … n-1."""
    random[0] += _STRIDE
    z = random[0]
    z = (z ^ (z >> _S30)) * _MIX_A
    z = (z ^ (z >> _S27)) * _MIX_B
    return int64(((z >> _S32) * uint64(n)) >> _S32)


@inlined
def pick(random: RandomState, mask: int) -> int:
    """Draw the place of one of the set bits."""
    return select(mask, below(random, ones(mask)))


def random_state(seed: int) -> RandomState:
    """Begin a stream of random numbers."""
    return np.array([(seed * 0xD1342543DE82EF95 + 0x632BE59BD9B4E019) % 2**64], np.uint64)
