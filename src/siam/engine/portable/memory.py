"""The module's own memory: what Numba's run time asks of a system, in as few lines as it takes.

Blocks come in sizes of four steps for each power of two. A block that is given back is kept for the next one of its
size: searches ask for the same sizes again and again.
"""

from typing import TYPE_CHECKING, Final

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from siam.engine.core.bits import int64
from siam.engine.core.compiling import kernel

_HEADER: Final = 16
"""Room before each block for its class."""
_CLASSES: Final = 4 * 40
_PAGE_BITS: Final = 16
_MEMINFO: Final = 32
"""How much Numba notes about an array: its references, how it ends, where its data lies, how large it is."""
_MEMINFO_DATA: Final = 16
_MEMINFO_SIZE: Final = 24

if TYPE_CHECKING:

    def load(address: int) -> int:
        """Read a word."""

    def store(address: int, word: int) -> None:
        """Write a word."""

    def store_short(address: int, word: int) -> None:
        """Write the lower half of a word."""

    def leading_zeros(word: int) -> int:
        """Count the zeros before the highest bit."""

    def heap_start() -> int:
        """Return where free memory begins."""

    def pages() -> int:
        """Return how many pages of memory there are."""

    def grow(more: int) -> int:
        """Ask for more pages; -1 if there are none."""

else:
    _WORD, _SHORT = ir.IntType(64), ir.IntType(32)

    def _at(builder, address, kind):
        return builder.inttoptr(address, kind.as_pointer())

    @intrinsic
    def load(typing_context, address):
        """Read a word."""

        def build(context, builder, signature, args):
            return builder.load(_at(builder, args[0], _WORD))

        return types.int64(types.int64), build

    @intrinsic
    def store(typing_context, address, word):
        """Write a word."""

        def build(context, builder, signature, args):
            builder.store(args[1], _at(builder, args[0], _WORD))
            return context.get_dummy_value()

        return types.none(types.int64, types.int64), build

    @intrinsic
    def store_short(typing_context, address, word):
        """Write the lower half of a word."""

        def build(context, builder, signature, args):
            builder.store(builder.trunc(args[1], _SHORT), _at(builder, args[0], _SHORT))
            return context.get_dummy_value()

        return types.none(types.int64, types.int64), build

    @intrinsic
    def leading_zeros(typing_context, word):
        """Count the zeros before the highest bit."""

        def build(context, builder, signature, args):
            return builder.ctlz(args[0], ir.Constant(ir.IntType(1), 0))

        return types.int64(types.int64), build

    @intrinsic
    def heap_start(typing_context):
        """Return where free memory begins."""

        def build(context, builder, signature, args):
            module = builder.module
            base = module.globals.get("__heap_base") or ir.GlobalVariable(module, ir.IntType(8), "__heap_base")
            return builder.ptrtoint(base, _WORD)

        return types.int64(), build

    def _memory_call(builder, name, args):
        word = ir.FunctionType(_SHORT, [_SHORT] * (len(args) + 1))
        function = builder.module.globals.get(name) or ir.Function(builder.module, word, name)
        given = [_SHORT(0), *(builder.trunc(arg, _SHORT) for arg in args)]
        return builder.sext(builder.call(function, given), _WORD)

    @intrinsic
    def pages(typing_context):
        """Return how many pages of memory there are."""

        def build(context, builder, signature, args):
            return _memory_call(builder, "llvm.wasm.memory.size.i32", args)

        return types.int64(), build

    @intrinsic
    def grow(typing_context, more):
        """Ask for more pages; -1 if there are none."""

        def build(context, builder, signature, args):
            return _memory_call(builder, "llvm.wasm.memory.grow.i32", args)

        return types.int64(types.int64), build


@kernel
def allocate(size: int) -> int:
    """Return the address of a free block."""
    need = max(size + _HEADER, 64)
    power = 63 - leading_zeros(need)
    step = 1 << (power - 2)
    quarters = (need + step - 1) >> (power - 2)
    if quarters == 8:
        power += 1
        quarters = int64(4)
        step += step
    table = heap_start() + 15 & ~15
    free = table + 16 + 8 * (4 * power + quarters - 4)
    block = load(free)
    if block != 0:
        store(free, load(block + _HEADER))
        return block + _HEADER
    block = load(table)
    if block == 0:
        block = table + 16 + 8 * _CLASSES
    end = block + quarters * step
    lacking = (end >> _PAGE_BITS) + 1 - pages()
    if lacking > 0 and grow(lacking) < 0:
        return 0
    store(table, end)
    store(block, free)
    return block + _HEADER


@kernel
def release(address: int) -> None:
    """Take a block back."""
    if address == 0:
        return
    free = load(address - _HEADER)
    store(address, load(free))
    store(free, address - _HEADER)


@kernel
def allocate_array(size: int) -> int:
    """Make room for an array and what Numba notes about it."""
    block = allocate(size + _MEMINFO)
    if block == 0:
        return 0
    store(block, 1)
    store(block + 8, 0)
    store(block + _MEMINFO_DATA, 0)
    store_short(block + _MEMINFO_DATA, block + _MEMINFO)
    store(block + _MEMINFO_SIZE, size)
    return block


@kernel
def allocate_aligned_array(size: int, alignment: int) -> int:
    """Make room for an array; every block is aligned well enough."""
    return allocate_array(size)


SYMBOLS: Final = {
    "NRT_Allocate": (allocate, "ptr", ("i64",)),
    "NRT_Free": (release, "void", ("ptr",)),
    "NRT_MemInfo_alloc": (allocate_array, "ptr", ("i64",)),
    "NRT_MemInfo_alloc_aligned": (allocate_aligned_array, "ptr", ("i64", "i32")),
    "NRT_MemInfo_call_dtor": (release, "void", ("ptr",)),
}
"""What Numba's run time is called, and the types it has there."""
