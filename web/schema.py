"""Write the client's types from the server's schema: `python web/schema.py` writes src/net/schema.ts."""

import json
from pathlib import Path
from typing import Any, get_args

from siam.server.app.openapi import document
from siam.server.app.routes import ROUTES
from siam.server.messages.live import ClientMessage, FeedMessage, ServerMessage

TARGET = Path(__file__).parent / "src/net/schema.ts"
UNIONS = {"ClientMessage": ClientMessage, "FeedMessage": FeedMessage, "ServerMessage": ServerMessage}
HEAD = "/** The server's messages as types. Written by `make schema`; do not edit. */\n"


def types() -> str:
    """Format every schema of the server as a TypeScript interface."""
    schemas = json.loads(document(ROUTES, ""))["components"]["schemas"]
    interfaces = (_interface(name, schemas[name]) for name in sorted(schemas))
    return "\n".join([HEAD, *interfaces, *(_union(name, of) for name, of in UNIONS.items())])


def _union(name: str, of: Any) -> str:
    """Format all the messages that go one way through one socket."""
    return "\n".join([f"export type {name} =", *(f"  | {one.__name__}" for one in get_args(of))]) + "\n"


def _interface(name: str, schema: dict[str, Any]) -> str:
    if "properties" not in schema:
        return f"export type {name} = {_type(schema)}\n"
    required = set(schema.get("required", ()))
    lines = [f"  {field}{'' if field in required else '?'}: {_type(of)}" for field, of in schema["properties"].items()]
    return "\n".join([f"export interface {name} {{", *lines, "}\n"])


def _type(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        return str(schema["$ref"].rsplit("/", 1)[1])
    if "enum" in schema:
        return " | ".join(repr(value) if isinstance(value, str) else json.dumps(value) for value in schema["enum"])
    if "anyOf" in schema:
        return " | ".join(_type(one) for one in schema["anyOf"] if one)
    match schema.get("type"):
        case "array" if "prefixItems" in schema:
            return f"[{', '.join(_type(one) for one in schema['prefixItems'])}]"
        case "array":
            return f"({_type(schema['items'])})[]" if schema.get("items") else "unknown[]"
        case "object":
            values = schema.get("additionalProperties")
            return f"Record<string, {_type(values) if isinstance(values, dict) and values else 'unknown'}>"
        case "integer" | "number":
            return "number"
        case "string":
            return "string"
        case "boolean":
            return "boolean"
        case "null":
            return "null"
    return "unknown"


if __name__ == "__main__":
    TARGET.write_text(types(), encoding="utf-8")
