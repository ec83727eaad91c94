"""Decide what a line of JSON-RPC 2.0 asks for, and how it is answered."""

import json
import math
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, TypeAlias

MAX_LINE_BYTES = 1_000_000

Id: TypeAlias = str | int | float | None


class Code(IntEnum):
    """The error codes: those of JSON-RPC, and one of our own."""

    NOT_JSON = -32700
    NO_REQUEST = -32600
    UNKNOWN_METHOD = -32601
    INVALID_PARAMS = -32602
    INTERNAL = -32603
    ILLEGAL_MOVE = -32001


class RpcError(Exception):
    """What is answered instead of a result."""

    def __init__(self, code: Code, message: str, reason: str | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Request:
    """A call of a method. A notification wants no answer."""

    id: Id
    method: str
    params: dict[str, Any]
    is_notification: bool


@dataclass(frozen=True, slots=True)
class Fault:
    """A message that is no request: its answer is settled."""

    id: Id
    error: RpcError


@dataclass(frozen=True, slots=True)
class Batch:
    """Several messages in one line; their answers come in one line too."""

    parts: tuple[Request | Fault, ...]


Message: TypeAlias = Request | Fault | Batch


def read_message(line: bytes) -> Message:
    """Read one line; whatever is wrong with it becomes a fault."""
    if len(line) > MAX_LINE_BYTES:
        return Fault(None, RpcError(Code.NOT_JSON, f"a message has at most {MAX_LINE_BYTES} bytes"))
    try:
        content = json.loads(line.decode("utf-8"), parse_constant=_reject_constant)
    except UnicodeDecodeError:
        return Fault(None, RpcError(Code.NOT_JSON, "the line is not UTF-8"))
    except RecursionError:
        return Fault(None, RpcError(Code.NOT_JSON, "the line is nested too deeply"))
    except ValueError as problem:
        return Fault(None, RpcError(Code.NOT_JSON, f"the line is not JSON: {problem}"))
    if isinstance(content, list):
        if not content:
            return Fault(None, RpcError(Code.NO_REQUEST, "a batch has at least one request"))
        return Batch(tuple(map(_read_request, content)))
    return _read_request(content)


def result_answer(request_id: Id, result: object) -> dict[str, object]:
    """Answer a request."""
    return {"jsonrpc": "2.0", "id": request_id, "result": result}


def error_answer(request_id: Id, error: RpcError) -> dict[str, object]:
    """Answer a request that failed."""
    told: dict[str, object] = {"code": int(error.code), "message": str(error)}
    if error.reason:
        told["data"] = {"reason": error.reason}
    return {"jsonrpc": "2.0", "id": request_id, "error": told}


def format_answer(answer: object) -> bytes:
    """Write an answer as a line of plain ASCII, so that every text survives."""
    return json.dumps(answer, ensure_ascii=True, allow_nan=False, separators=(", ", ": ")).encode("ascii") + b"\n"


def _reject_constant(name: str) -> None:
    raise ValueError(f"{name} is no number")


def _read_request(content: object) -> Request | Fault:
    if not isinstance(content, dict):
        return Fault(None, RpcError(Code.NO_REQUEST, "a request is an object"))
    request_id = content.get("id")
    if not _is_id(request_id):
        return Fault(None, RpcError(Code.NO_REQUEST, "an id is a text, a number or null"))
    if content.get("jsonrpc") != "2.0":
        return Fault(request_id, RpcError(Code.NO_REQUEST, 'a request says "jsonrpc": "2.0"'))
    method, params = content.get("method"), content.get("params", {})
    if not isinstance(method, str):
        return Fault(request_id, RpcError(Code.NO_REQUEST, "a request names its method"))
    if isinstance(params, list):
        return Fault(request_id, RpcError(Code.INVALID_PARAMS, "params are an object: this process knows them by name"))
    if not isinstance(params, dict):
        return Fault(request_id, RpcError(Code.NO_REQUEST, "params are an object"))
    return Request(request_id, method, params, is_notification="id" not in content)


def _is_id(value: object) -> bool:
    if isinstance(value, float):
        return math.isfinite(value)
    return value is None or (isinstance(value, str | int) and not isinstance(value, bool))
