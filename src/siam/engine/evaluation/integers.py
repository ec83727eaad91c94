"""Sums of rows of small integers: exact in any order, so the same on every processor, however wide its registers are.

Each works on rows of arrays, told by their numbers, a block of lanes at a time. Rows are padded to whole blocks.
"""

from typing import TYPE_CHECKING, Final

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic
from numba.np.arrayobj import make_array

from siam.engine.core.compiling import IS_COMPILED

LANES: Final = 32

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Rows = NDArray[np.int16]

    def copy_row(target: Rows, place: int, source: Rows, row: int) -> None:
        """Copy a row."""

    def add_row(target: Rows, place: int, source: Rows, row: int) -> None:
        """Add a row to another."""

    def exchange_row(target: Rows, place: int, source: Rows, old: int, new: int) -> None:
        """Subtract an old row from another, and add a new one."""

    def sum_rows(
        target: Rows,
        place: int,
        base: Rows,
        row: int,
        rows: Rows,
        one: int,
        two: int,
        three: int,
        more: Rows,
        last: int,
    ) -> None:
        """Replace a row by the sum of a base, three rows of an array, and one of yet another."""

    def rectified_sum(units: Rows, row: int, weights: Rows, index: int) -> int:
        """Return the sum of the products of two rows, where negative units count as zero."""

elif IS_COMPILED:
    _WORD, _LONG = ir.IntType(32), ir.IntType(64)
    _SMALL = ir.VectorType(ir.IntType(16), LANES)
    _WIDE = ir.VectorType(_WORD, LANES)

    def _are_rows(*kinds):
        return all(isinstance(kind, types.Array) and kind.layout == "C" and kind.ndim == 2 for kind in kinds)

    class _Places:
        """Where rows begin, and how many blocks they have."""

        def __init__(self, context, builder, signature, args):
            self._builder = builder
            self._starts = []
            array = None
            for kind, arg in zip(signature.args, args, strict=True):
                if isinstance(kind, types.Array):
                    array = make_array(kind)(context, builder, arg)
                    width = builder.extract_value(array.shape, 1)
                else:
                    self._starts.append(builder.gep(array.data, [builder.mul(arg, width)]))
            self.blocks = builder.udiv(width, width.type(LANES))

        def pointers(self, block):
            builder = self._builder
            offset = builder.mul(block, block.type(LANES))
            return [builder.bitcast(builder.gep(start, [offset]), _SMALL.as_pointer()) for start in self._starts]

    def _rowwise(combine):
        """Return what builds a loop over the blocks of rows: the first is replaced by a combination of them all."""

        def build(context, builder, signature, args):
            places = _Places(context, builder, signature, args)
            with cgutils.for_range(builder, places.blocks) as loop:
                target, *others = places.pointers(loop.index)
                blocks = [builder.load(place, align=2) for place in others]
                builder.store(combine(builder, lambda: builder.load(target, align=2), *blocks), target, align=2)
            return context.get_dummy_value()

        return build

    @intrinsic
    def copy_row(typing_context, target, place, source, row):
        """Copy a row."""
        if not _are_rows(target, source):
            return None
        signature = types.none(target, types.int64, source, types.int64)
        return signature, _rowwise(lambda builder, before, block: block)

    @intrinsic
    def add_row(typing_context, target, place, source, row):
        """Add a row to another."""
        if not _are_rows(target, source):
            return None
        signature = types.none(target, types.int64, source, types.int64)
        return signature, _rowwise(lambda builder, before, block: builder.add(before(), block))

    @intrinsic
    def exchange_row(typing_context, target, place, source, old, new):
        """Subtract an old row from another, and add a new one."""
        if not _are_rows(target, source):
            return None

        def combine(builder, before, subtracted, added):
            return builder.add(before(), builder.sub(added, subtracted))

        return types.none(target, types.int64, source, types.int64, types.int64), _rowwise(combine)

    @intrinsic
    def sum_rows(typing_context, target, place, base, row, rows, one, two, three, more, last):
        """Replace a row by the sum of a base, three rows of an array, and one of yet another."""
        if not _are_rows(target, base, rows, more):
            return None

        def combine(builder, before, *blocks):
            total, *others = blocks
            for block in others:
                total = builder.add(total, block)
            return total

        word = types.int64
        return types.none(target, word, base, word, rows, word, word, word, more, word), _rowwise(combine)

    @intrinsic
    def rectified_sum(typing_context, units, row, weights, index):
        """Return the sum of the products of two rows, where negative units count as zero."""
        if not _are_rows(units, weights):
            return None

        def build(context, builder, signature, args):
            places = _Places(context, builder, signature, args)
            total = cgutils.alloca_once_value(
                builder, ir.Constant(ir.VectorType(_WORD, LANES // 2), [0] * (LANES // 2))
            )
            with cgutils.for_range(builder, places.blocks) as loop:
                left, right = (builder.load(place, align=2) for place in places.pointers(loop.index))
                builder.store(builder.add(builder.load(total), _products(builder, left, right)), total)
            return builder.sext(_added_up(builder, builder.load(total)), _LONG)

        return types.int64(units, types.int64, weights, types.int64), build

    def _products(builder, left, right):
        """Multiply and add neighbours: one instruction of most processors, which compilers find in this form."""
        zeros = ir.Constant(_SMALL, [0] * LANES)
        left = builder.select(builder.icmp_signed(">", left, zeros), left, zeros)
        products = builder.mul(builder.sext(left, _WIDE), builder.sext(right, _WIDE))
        return builder.add(*(_picked(builder, products, range(first, LANES, 2)) for first in (0, 1)))

    def _added_up(builder, lanes):
        width = LANES // 2
        while width > 1:
            width //= 2
            lanes = builder.add(*(_picked(builder, lanes, range(first, first + width)) for first in (0, width)))
        return builder.extract_element(lanes, _WORD(0))

    def _picked(builder, lanes, places):
        mask = ir.Constant(ir.VectorType(_WORD, len(places)), list(places))
        return builder.shuffle_vector(lanes, lanes, mask)

else:

    def copy_row(target, place, source, row):
        """Copy a row."""
        target[place] = source[row]

    def add_row(target, place, source, row):
        """Add a row to another."""
        target[place] += source[row]

    def exchange_row(target, place, source, old, new):
        """Subtract an old row from another, and add a new one."""
        target[place] += source[new] - source[old]

    def sum_rows(target, place, base, row, rows, one, two, three, more, last):
        """Replace a row by the sum of a base, three rows of an array, and one of yet another."""
        target[place] = base[row] + rows[one] + rows[two] + rows[three] + more[last]

    def rectified_sum(units, row, weights, index):
        """Return the sum of the products of two rows, where negative units count as zero."""
        return int(np.maximum(units[row], 0).astype(np.int64) @ weights[index].astype(np.int64))
