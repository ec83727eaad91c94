"""Listen to what SQLite does with its files: a shim of its virtual file system, below the standard library's module.

The library that Python itself has loaded is told of a file system that does all that its own does, and notes every
write, truncation, sync and removal before it happens. Whoever opens a database in this process goes through it.
"""

import _sqlite3
import contextlib
import ctypes
import sqlite3
from collections.abc import Callable, Iterator
from ctypes import CFUNCTYPE, POINTER, Structure, c_char_p, c_int, c_int64, c_void_p, cast
from pathlib import Path
from typing import Any, Protocol

NAME = b"listening"
OK = 0

FileCall = CFUNCTYPE(c_int, c_void_p)
WriteCall = CFUNCTYPE(c_int, c_void_p, c_void_p, c_int, c_int64)
TruncateCall = CFUNCTYPE(c_int, c_void_p, c_int64)
SyncCall = CFUNCTYPE(c_int, c_void_p, c_int)
OpenCall = CFUNCTYPE(c_int, c_void_p, c_void_p, c_void_p, c_int, c_void_p)
DeleteCall = CFUNCTYPE(c_int, c_void_p, c_char_p, c_int)


class Methods(Structure):
    """`sqlite3_io_methods`: what can be done with an open file."""

    _fields_ = (
        ("version", c_int),
        ("close", FileCall),
        ("read", c_void_p),
        ("write", WriteCall),
        ("truncate", TruncateCall),
        ("sync", SyncCall),
        *((f"other_{number}", c_void_p) for number in range(13)),
    )


class File(Structure):
    """`sqlite3_file`: the beginning of every open file."""

    _fields_ = (("methods", POINTER(Methods)),)


class FileSystem(Structure):
    """`sqlite3_vfs`."""

    _fields_ = (
        ("version", c_int),
        ("file_bytes", c_int),
        ("path_bytes", c_int),
        ("next", c_void_p),
        ("name", c_char_p),
        ("app_data", c_void_p),
        ("open", OpenCall),
        ("delete", DeleteCall),
        *((f"other_{number}", c_void_p) for number in range(14)),
    )


class Listener(Protocol):
    """Somebody who hears of everything that happens to files; paths are as SQLite names them."""

    def opened(self, path: str) -> None:
        """Hear of a file that is open now."""

    def written(self, path: str, offset: int, data: bytes) -> None:
        """Hear of something that was written."""

    def truncated(self, path: str, size: int) -> None:
        """Hear of a file that was cut to a size."""

    def sync_begins(self, path: str) -> Callable[[], None]:
        """Hear that a file is about to be forced onto the disk; what is returned is called when that is done."""

    def removed(self, path: str) -> None:
        """Hear of a file that was removed."""


def _library() -> ctypes.CDLL:
    """Find the very library that this Python uses: a copy beside it would know other files."""
    loaded = {line.split()[-1] for line in Path("/proc/self/maps").read_text().splitlines() if "libsqlite3" in line}
    library = ctypes.CDLL(next(iter(loaded), _sqlite3.__file__))
    library.sqlite3_vfs_find.restype = POINTER(FileSystem)
    library.sqlite3_vfs_find.argtypes = (c_char_p,)
    library.sqlite3_vfs_register.argtypes = (POINTER(FileSystem), c_int)
    library.sqlite3_libversion.restype = c_char_p
    assert library.sqlite3_libversion().decode() == sqlite3.sqlite_version
    return library


class _Shim:
    """The file system that listens. What SQLite points to must live as long as the process does."""

    def __init__(self, listener: Listener) -> None:
        self.listener = listener
        self._library = _library()
        self._true: Any = self._library.sqlite3_vfs_find(None)
        self._paths: dict[int, str] = {}
        self._methods: dict[int, Methods] = {}
        self._system = FileSystem.from_buffer_copy(self._true.contents)
        self._system.name = NAME
        self._system.open = OpenCall(self._open)
        self._system.delete = DeleteCall(self._delete)

    def install(self) -> None:
        """Become the file system of whoever opens a database from now on."""
        self._library.sqlite3_vfs_register(ctypes.byref(self._system), 1)

    def remove(self) -> None:
        """Let others open databases as ever."""
        self._library.sqlite3_vfs_register(self._true, 1)

    def _open(self, system: int, name: int | None, file: int, flags: int, out_flags: int | None) -> int:
        result: int = self._true.contents.open(cast(self._true, c_void_p), name, file, flags, out_flags)
        opened = cast(file, POINTER(File)).contents
        if result == OK and name and opened.methods:
            path = ctypes.string_at(name).decode()
            self._paths[file] = path
            opened.methods = ctypes.pointer(self._listening(opened.methods))
            self.listener.opened(path)
        return result

    def _delete(self, system: int, name: bytes, sync: int) -> int:
        result: int = self._true.contents.delete(cast(self._true, c_void_p), name, sync)
        if result == OK:
            self.listener.removed(name.decode())
        return result

    def _listening(self, true: Any) -> Methods:
        """Return the methods of a file with ours in the places that change what is on the disk."""
        address = ctypes.addressof(true.contents)
        if address not in self._methods:
            size = ctypes.sizeof(Methods) if true.contents.version >= 3 else Methods.other_11.offset
            kept = Methods()
            ctypes.memmove(ctypes.byref(kept), true, size)
            self._replace(kept, true.contents)
            self._methods[address] = kept
        return self._methods[address]

    def _replace(self, methods: Methods, true: Methods) -> None:
        def close(file: int) -> int:
            self._paths.pop(file, None)
            result: int = true.close(file)
            return result

        def write(file: int, data: int, size: int, offset: int) -> int:
            result: int = true.write(file, data, size, offset)
            if result == OK:
                self.listener.written(self._paths[file], offset, ctypes.string_at(data, size))
            return result

        def truncate(file: int, size: int) -> int:
            result: int = true.truncate(file, size)
            if result == OK:
                self.listener.truncated(self._paths[file], size)
            return result

        def sync(file: int, flags: int) -> int:
            done = self.listener.sync_begins(self._paths[file])
            result: int = true.sync(file, flags)
            if result == OK:
                done()
            return result

        methods.close, methods.write = FileCall(close), WriteCall(write)
        methods.truncate, methods.sync = TruncateCall(truncate), SyncCall(sync)


_SHIMS: list[_Shim] = []


@contextlib.contextmanager
def listening(listener: Listener) -> Iterator[None]:
    """Let somebody hear what is done to the files of every database that is opened meanwhile in this process."""
    shim = _Shim(listener)
    _SHIMS.append(shim)
    shim.install()
    try:
        yield
    finally:
        shim.remove()
