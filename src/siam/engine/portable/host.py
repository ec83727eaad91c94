"""The module run by wasmtime: for a server whose own code is not compiled yet, and for the tests."""

from collections.abc import Sequence
from functools import cache
from importlib.util import find_spec
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from siam.engine.portable.shipped import MODULE

_INTEGER: Final = 4


def is_available() -> bool:
    """Return whether wasmtime is installed."""
    return find_spec("wasmtime") is not None


class Host:
    """The module with its memory."""

    def __init__(self) -> None:
        from wasmtime import Instance, Module, Store

        self._store = Store()
        module = Module.from_file(self._store.engine, str(MODULE))
        self._functions: Any = Instance(self._store, module, []).exports(self._store)
        self._memory: Any = self._functions["memory"]

    def call(self, name: str, *arguments: float) -> Any:
        """Call a function of the module."""
        return self._functions[name](self._store, *arguments)

    def room(self, size: int) -> int:
        """Make room for so many bytes."""
        address = int(self.call("room", size))
        if not address:
            raise MemoryError("the module has no memory left")
        return address

    def write(self, address: int, data: bytes) -> None:
        """Write bytes into the module's memory."""
        self._memory.write(self._store, data, address)

    def read(self, address: int, size: int) -> bytes:
        """Read bytes from the module's memory."""
        return bytes(self._memory.read(self._store, address, address + size))

    def put(self, values: NDArray[Any]) -> int:
        """Put an array into the module's memory; give its address."""
        data = np.ascontiguousarray(values).tobytes()
        address = self.room(len(data))
        self.write(address, data)
        return address

    def integers(self, address: int, count: int) -> list[int]:
        """Read integers from the module's memory."""
        numbers: list[int] = np.frombuffer(self.read(address, _INTEGER * count), np.int32).tolist()
        return numbers

    def floats(self, address: int, count: int) -> list[float]:
        """Read floats from the module's memory."""
        numbers: list[float] = np.frombuffer(self.read(address, 8 * count), np.float64).tolist()
        return numbers

    def give_back(self, addresses: Sequence[int]) -> None:
        """Give room back."""
        for address in addresses:
            self.call("give_back", address)


@cache
def host() -> Host:
    """Return the module of this process, started when it is first asked for."""
    return Host()
