"""Keeping a tuple of arrays behind one address, so that nobody outside has to know how arrays are laid out."""

from typing import Any, NamedTuple

from llvmlite import ir
from numba import typeof, types
from numba.core import cgutils
from numba.extending import intrinsic


class Shelf(NamedTuple):
    """Three kernels' functions for tuples of one type."""

    keep: Any
    """Put a tuple by, and return its address."""
    at: Any
    """Return the tuple behind an address."""
    drop: Any
    """Forget the tuple behind an address; its arrays go with it."""


def shelf_for(example: Any) -> Shelf:
    """Make the functions for tuples like this one."""
    type_of: Any = typeof
    kind = type_of(example)

    def slot(context: Any, builder: Any, address: Any) -> Any:
        return builder.inttoptr(address, context.get_value_type(kind).as_pointer())

    @intrinsic
    def keep(typing_context: Any, value: Any) -> Any:
        def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            size = context.get_abi_sizeof(context.get_value_type(kind))
            place = context.nrt.allocate(builder, context.get_constant(types.intp, size))
            address = builder.ptrtoint(place, ir.IntType(64))
            value = context.cast(builder, args[0], signature.args[0], kind)
            context.nrt.incref(builder, kind, value)
            builder.store(value, slot(context, builder, address))
            return address

        return types.int64(value), build

    @intrinsic
    def at(typing_context: Any, address: Any) -> Any:
        def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            value = builder.load(slot(context, builder, args[0]))
            context.nrt.incref(builder, kind, value)
            return value

        return kind(types.int64), build

    @intrinsic
    def drop(typing_context: Any, address: Any) -> Any:
        def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            value = builder.load(slot(context, builder, args[0]))
            context.nrt.decref(builder, kind, value)
            context.nrt.free(builder, builder.inttoptr(args[0], cgutils.voidptr_t))
            return context.get_dummy_value()

        return types.none(types.int64), build

    return Shelf(keep, at, drop)
