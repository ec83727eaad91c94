"""The HTTP interface as Markdown, made from the server's own description."""

import json
from typing import Any

from siam.server.app.openapi import document
from siam.server.app.routes import ROUTES


def http_reference() -> str:
    """Return a section for each route, and one for each type that a body, an answer or a socket carries."""
    described = json.loads(document(ROUTES, ""))
    routes = [
        _route(method, path, operation)
        for path, methods in described["paths"].items()
        for method, operation in methods.items()
    ]
    types = [_type_section(name, schema) for name, schema in sorted(described["components"]["schemas"].items())]
    return "\n\n".join(["## Requests", *routes, "## Types", *types])


def _route(method: str, path: str, operation: dict[str, Any]) -> str:
    done = next(status for status in operation["responses"] if status.startswith("2"))
    lines = [f"### `{method.upper()} {path}`", operation["summary"], ""]
    queries = (parameter for parameter in operation["parameters"] if parameter["in"] == "query")
    lines += [f"- `?{query['name']}=`: {query['description']}" for query in queries]
    if "requestBody" in operation:
        lines.append(f"- body: {_content(operation['requestBody'])}")
    lines.append(f"- answer: {done} {_content(operation['responses'][done])}".rstrip())
    return "\n".join(lines)


def _content(described: dict[str, Any]) -> str:
    return ", ".join(
        _type(one["schema"]) if media == "application/json" and one["schema"] else f"`{media}`"
        for media, one in described.get("content", {}).items()
    )


def _type_section(name: str, schema: dict[str, Any]) -> str:
    lines = [f"(type-{name})=", f"### {name}", schema.get("description", "").replace("\n", " "), ""]
    if "properties" not in schema:
        return "\n".join([*lines, _type(schema)])
    required = set(schema.get("required", ()))
    rows = [
        f"| `{field}` | {_type(of)} | {'' if field in required else 'optional'} |"
        for field, of in schema["properties"].items()
    ]
    return "\n".join([*lines, "| field | type | |", "|---|---|---|", *rows])


def _type(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        name = schema["$ref"].rsplit("/", 1)[1]
        return f"[{name}](#type-{name})"
    if "enum" in schema:
        return " \\| ".join(f"`{json.dumps(value)}`" for value in schema["enum"])
    if "anyOf" in schema:
        return " \\| ".join(_type(one) for one in schema["anyOf"])
    if "prefixItems" in schema:
        return "[" + ", ".join(_type(one) for one in schema["prefixItems"]) + "]"
    if schema.get("type") == "array":
        return f"list of {_type(schema.get('items') or {})}"
    return str(schema.get("type", "anything"))
