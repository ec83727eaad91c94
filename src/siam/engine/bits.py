"""Bits and random numbers for kernels."""

import platform
from typing import Any

import llvmlite.binding
import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic
from numpy.typing import NDArray

from siam.engine.compiling import kernel

IntArray = NDArray[np.int32]
RandomState = NDArray[np.uint64]

_STRIDE = np.uint64(0x9E3779B97F4A7C15)
_MIX_A = np.uint64(0xBF58476D1CE4E5B9)
_MIX_B = np.uint64(0x94D049BB133111EB)
_S30, _S27, _S31, _S32 = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(32)
_SELECT_BYTE = np.array(
    [([i for i in range(8) if byte >> i & 1] + [0] * 8)[:8] for byte in range(256)], np.uint8
).ravel()
_HAS_DEPOSIT = platform.machine() in ("x86_64", "AMD64") and bool(llvmlite.binding.get_host_cpu_features().get("bmi2"))


@intrinsic  # type: ignore[untyped-decorator]
def ones(typing_context: Any, bits: Any) -> Any:
    """Count the set bits."""

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.int64), build


@intrinsic  # type: ignore[untyped-decorator]
def lowest(typing_context: Any, bits: Any) -> Any:
    """Give the place of the lowest set bit."""

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.int64), build


@intrinsic  # type: ignore[untyped-decorator]
def _deposit(typing_context: Any, source: Any, mask: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        word = ir.IntType(64)
        function = builder.module.declare_intrinsic("llvm.x86.bmi.pdep.64", (), ir.FunctionType(word, [word, word]))
        return builder.call(function, args)

    return types.int64(types.int64, types.int64), build


if _HAS_DEPOSIT:

    @kernel
    def select(mask: int, n: int) -> int:
        """Give the place of the n-th set bit, counted from 0."""
        return lowest(_deposit(1 << n, mask))

else:

    @kernel
    def select(mask: int, n: int) -> int:
        """Give the place of the n-th set bit, counted from 0."""
        place = 0
        while True:
            byte = mask & 255
            here = ones(byte)
            if n < here:
                return place + np.int64(_SELECT_BYTE[byte * 8 + n])
            n -= here
            mask >>= 8
            place += 8


@kernel
def mix(word: np.uint64) -> np.uint64:
    """Scramble a word so that near inputs give unrelated outputs (splitmix64)."""
    z = word + _STRIDE
    z = (z ^ (z >> _S30)) * _MIX_A
    z = (z ^ (z >> _S27)) * _MIX_B
    return z ^ (z >> _S31)


@kernel
def below(random: RandomState, n: int) -> int:
    """Draw one of 0 … n-1."""
    random[0] += _STRIDE
    z = random[0]
    z = (z ^ (z >> _S30)) * _MIX_A
    z = (z ^ (z >> _S27)) * _MIX_B
    return np.int64(((z >> _S32) * np.uint64(n)) >> _S32)


@kernel
def pick(random: RandomState, mask: int) -> int:
    """Draw the place of one of the set bits."""
    return select(mask, below(random, ones(mask)))


def random_state(seed: int) -> RandomState:
    """Begin a stream of random numbers."""
    return np.array([(seed * 0xD1342543DE82EF95 + 0x632BE59BD9B4E019) % 2**64], np.uint64)
