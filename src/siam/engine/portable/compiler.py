"""From kernels to one WebAssembly module: Numba's intermediate code, unoptimised, for another machine than this one.

Numba compiles for the machine it runs on. Here its code is taken before anything is optimised (optimised code has
this machine's word and register sizes baked in), given the data layout of WebAssembly, linked, optimised as a
whole, and handed to the linker. The versions of
Numba and its LLVM are pinned, and the tests of equality guard the result.
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final
from unittest.mock import patch

import llvmlite.binding as llvm
import numba
from llvmlite import ir
from numba.core import codegen, cpu, dispatcher, types
from numba.core.registry import cpu_target
from numba.core.runtime import nrtdynmod
from numba.core.runtime.nrt import rtsys
from numba.np import arrayobj

TRIPLE: Final = "wasm32-unknown-unknown"
LAYOUT: Final = "e-m:e-p:32:32-p10:8:8-p20:8:8-i64:64-i128:128-n32:64-S128-ni:1:10:20"
FEATURES: Final = "+simd128,+bulk-memory,+sign-ext,+nontrapping-fptoint,+mutable-globals"
_STACK: Final = 1 << 20
_TYPES: Final = {
    "i32": ir.IntType(32),
    "i64": ir.IntType(64),
    "double": ir.DoubleType(),
    "ptr": ir.IntType(8).as_pointer(),
    "void": ir.VoidType(),
}
WORD: Final = types.int64
"""What all whole numbers are inside the module."""

_WIDE_PRODUCT: Final = """
define void @__multi3(ptr %target, i64 %a, i64 %a.high, i64 %b, i64 %b.high) noinline optnone {
  %a0 = and i64 %a, 4294967295
  %a1 = lshr i64 %a, 32
  %b0 = and i64 %b, 4294967295
  %b1 = lshr i64 %b, 32
  %p00 = mul i64 %a0, %b0
  %p01 = mul i64 %a0, %b1
  %p10 = mul i64 %a1, %b0
  %p11 = mul i64 %a1, %b1
  %carried = lshr i64 %p00, 32
  %p01.low = and i64 %p01, 4294967295
  %p10.low = and i64 %p10, 4294967295
  %middle.0 = add i64 %carried, %p01.low
  %middle = add i64 %middle.0, %p10.low
  %p01.high = lshr i64 %p01, 32
  %p10.high = lshr i64 %p10, 32
  %middle.high = lshr i64 %middle, 32
  %high.0 = add i64 %p11, %p01.high
  %high.1 = add i64 %high.0, %p10.high
  %high.2 = add i64 %high.1, %middle.high
  %across = mul i64 %a, %b.high
  %along = mul i64 %a.high, %b
  %high.3 = add i64 %high.2, %across
  %high = add i64 %high.3, %along
  %low = mul i64 %a, %b
  store i64 %low, ptr %target
  %next = getelementptr i64, ptr %target, i32 1
  store i64 %high, ptr %next
  ret void
}
"""
"""The product of two numbers of 128 bits, which LLVM calls where it checks whether a product of words fits."""


class Gathering:
    """Everything that Numba has made since the beginning, as text for LLVM."""

    def __init__(self) -> None:
        self.modules: list[str] = []

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Have Numba make code for WebAssembly, and keep it instead of running it."""
        library, context = codegen.JITCodeLibrary, cpu.CPUContext
        generator = cpu_target.target_context.codegen()
        empty: Any = codegen.CPUCodegen._create_empty_module
        create_target_data: Any = llvm.create_target_data
        compile_nrt_functions: Any = nrtdynmod.compile_nrt_functions

        def create_empty_module(self: Any, name: str) -> Any:
            module = empty(self, name)
            module.triple, module.data_layout = TRIPLE, LAYOUT
            return module

        def add_llvm_module(library: Any, module: Any) -> None:
            library._final_module.link_in(module)

        def finalize(library: Any) -> None:
            library._raise_if_finalized()
            self.modules.append(str(library._final_module))
            library._finalized = True

        with (
            patch.object(codegen.CPUCodegen, "_create_empty_module", create_empty_module),
            patch.object(generator, "_target_data", create_target_data(LAYOUT)),
            patch.object(library, "add_llvm_module", add_llvm_module),
            patch.object(library, "finalize", finalize),
            patch.object(context, "create_cpython_wrapper", lambda *given, **more: None),
            patch.object(context, "create_cfunc_wrapper", lambda *given, **more: None),
            patch.object(context, "get_executable", lambda *given: [].append),  # each its own; none is called
        ):
            rtsys._library = compile_nrt_functions(cpu_target.target_context)
            yield


def prepare() -> None:
    """Set Numba up before any kernel is imported: no processor's own instructions, nothing from the cache."""
    config: Any = numba.config
    config.CPU_NAME, config.CPU_FEATURES = "generic", ""
    dispatcher.Dispatcher.enable_caching = lambda self: None  # type: ignore[method-assign]
    _ = cpu_target.target_context  # is set up for this machine, as it has to be
    rtsys.initialize(cpu_target.target_context)
    # words about the shapes that do not fit would bring all of Unicode along
    arrayobj.ol_raise_with_shape_context_cpu.__code__ = arrayobj.ol_raise_with_shape_context_generic.__code__


def wrapper(name: str, function: Any, result: str, arguments: Iterable[str], inside: Iterable[Any]) -> str:
    """Compile a kernel and give it a plain function under a name, which traps where the kernel raises an error."""
    kinds = tuple(inside)
    function.compile(kinds)
    compiled = function.overloads[kinds]
    compiled.library._ensure_finalized()
    context = cpu_target.target_context
    module = context.create_module(f"wrapper.{name}")
    outer = ir.Function(module, ir.FunctionType(_TYPES[result], [_TYPES[kind] for kind in arguments]), name)
    builder = ir.IRBuilder(outer.append_basic_block())
    descriptor = compiled.fndesc
    inner = ir.Function(
        module, context.call_conv.get_function_type(descriptor.restype, descriptor.argtypes), descriptor.llvm_func_name
    )
    given = [
        _converted(builder, arg, context.get_value_type(kind)) for arg, kind in zip(outer.args, kinds, strict=True)
    ]
    status, value = context.call_conv.call_function(builder, inner, descriptor.restype, descriptor.argtypes, given)
    with builder.if_then(status.is_error, likely=False):
        builder.call(module.declare_intrinsic("llvm.trap", (), ir.FunctionType(ir.VoidType(), [])), [])
        builder.unreachable()
    if result == "void":
        builder.ret_void()
    else:
        builder.ret(_converted(builder, value, _TYPES[result]))
    return str(module)


def _converted(builder: Any, value: Any, kind: Any) -> Any:
    """Make a number of one kind one of another."""
    if value.type == kind:
        return value
    if isinstance(kind, ir.PointerType):
        return builder.inttoptr(value, kind)
    if isinstance(value.type, ir.PointerType):
        return builder.ptrtoint(value, kind)
    if isinstance(kind, ir.DoubleType):
        return builder.sitofp(value, kind)
    if isinstance(value.type, ir.DoubleType):
        return builder.fptosi(value, kind)
    if kind.width > value.type.width:
        return builder.zext(value, kind) if value.type.width == 1 else builder.sext(value, kind)
    return builder.trunc(value, kind)


def linked(modules: Iterable[str], names: Iterable[str]) -> Any:
    """Link everything into one module that shows nothing but these functions."""
    whole = llvm.parse_assembly(f'target triple = "{TRIPLE}"\ntarget datalayout = "{LAYOUT}"\n')
    for text in (*modules, _WIDE_PRODUCT):
        part = llvm.parse_assembly(text)
        for function in part.functions:
            if not function.is_declaration:
                function.linkage = "weak_odr"  # what two parts bring along is the same
        whole.link_in(part)
    shown = {*names, "__multi3"}
    for function in whole.functions:
        if not function.is_declaration:
            function.linkage = "external" if function.name in shown else "internal"
    for variable in whole.global_variables:
        if variable.linkage == llvm.Linkage.common:
            variable.linkage = "internal"
    whole.verify()
    return whole


def optimised(module: Any) -> bytes:
    """Optimise a module as a whole, and give the object."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    target = llvm.Target.from_triple(TRIPLE)
    machine = target.create_target_machine(cpu="generic", features=FEATURES, opt=3, reloc="static", codemodel="default")
    for level, vectorised in ((1, False), (3, True)):
        options = llvm.create_pipeline_tuning_options(level)
        options.loop_vectorization = options.slp_vectorization = vectorised
        options.loop_interleaving = options.loop_unrolling = vectorised
        builder = llvm.create_pass_builder(machine, options)
        passes = builder.getModulePassManager()
        passes.add_refprune_pass()
        passes.run(module, builder)
    return bytes(machine.emit_object(module))


def link(whole: bytes, names: Iterable[str]) -> bytes:
    """Have the linker make the module."""
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder) / "siam.o", Path(folder) / "siam.wasm"
        source.write_bytes(whole)
        command = [sys.executable, "-m", "ziglang", "wasm-ld", "--no-entry", "--strip-all", "--stack-first"]
        command += ["-z", f"stack-size={_STACK}", *(f"--export={name}" for name in names)]
        subprocess.run([*command, str(source), "-o", str(target)], check=True, env={**os.environ, "LC_ALL": "C"})
        return target.read_bytes()
