"""Sums of floats in sixteen lanes, added up in one order: the same bits however wide the processor's registers are.

The lanes run side by side. What is left over joins where the lanes are halved: eight numbers once eight lanes are
left, four once four are, and so on.
"""

from typing import TYPE_CHECKING, Final

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic
from numba.np.arrayobj import make_array

from siam.engine.core.compiling import IS_COMPILED

_LANES: Final = 16

if TYPE_CHECKING:
    from numpy.typing import NDArray

    def rectified_dot(units: NDArray[np.float32], weights: NDArray[np.float32]) -> float:
        """Return the sum of the products of weights and units, of which negative ones count as zero."""

elif IS_COMPILED:

    @intrinsic
    def rectified_dot(typing_context, units, weights):
        """Return the sum of the products of weights and units, of which negative ones count as zero."""
        if not all(isinstance(kind, types.Array) and kind.layout == "C" for kind in (units, weights)):
            return None

        def build(context, builder, signature, args):
            arrays = [make_array(kind)(context, builder, arg) for kind, arg in zip(signature.args, args, strict=True)]
            size = builder.extract_value(arrays[0].shape, 0)
            return _summed(builder, *(array.data for array in arrays), size)

        return types.float32(units, weights), build

    def _summed(builder, units, weights, size):
        total = cgutils.alloca_once_value(builder, ir.Constant(_vector(_LANES), [0.0] * _LANES))
        place = cgutils.alloca_once_value(builder, size.type(0))

        def add_products(width, total):
            here = builder.load(place)
            builder.store(builder.fadd(builder.load(total), _products(builder, units, weights, here, width)), total)
            builder.store(builder.add(here, size.type(width)), place)

        with cgutils.for_range(builder, builder.udiv(size, size.type(_LANES))):
            add_products(_LANES, total)
        width = _LANES // 2
        while width:
            total = cgutils.alloca_once_value(builder, _halved(builder, builder.load(total), width))
            with builder.if_then(cgutils.is_not_null(builder, builder.and_(size, size.type(width)))):
                add_products(width, total)
            width //= 2
        return builder.extract_element(builder.load(total), ir.IntType(32)(0))

    def _vector(width):
        return ir.VectorType(ir.FloatType(), width)

    def _products(builder, units, weights, place, width):
        zeros = ir.Constant(_vector(width), [0.0] * width)
        left, right = (
            builder.load(builder.bitcast(builder.gep(start, [place]), zeros.type.as_pointer()), align=4)
            for start in (units, weights)
        )
        return builder.fmul(builder.select(builder.fcmp_ordered(">", left, zeros), left, zeros), right)

    def _halved(builder, lanes, width):
        word = ir.IntType(32)
        low, high = (
            builder.shuffle_vector(
                lanes, lanes, ir.Constant(ir.VectorType(word, width), list(range(first, first + width)))
            )
            for first in (0, width)
        )
        return builder.fadd(low, high)

else:

    def rectified_dot(units, weights):
        """Return the sum of the products of weights and units, of which negative ones count as zero."""
        products = np.where(units > 0, units, np.float32(0)) * weights
        place = len(products) // _LANES * _LANES
        total = np.zeros(_LANES, np.float32)
        for block in products[:place].reshape(-1, _LANES):
            total = total + block
        width = _LANES // 2
        while width:
            total = total[:width] + total[width:]
            if len(products) & width:
                total = total + products[place : place + width]
                place += width
            width //= 2
        return total[0]
