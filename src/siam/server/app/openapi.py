"""Describe the API: an OpenAPI document made from the route table and the message types, and a page to read."""

import html
import json
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from importlib.metadata import version
from typing import Any

import msgspec

from siam.server.app.context import Handler
from siam.server.messages.live import ClientMessage, FeedMessage, ServerMessage
from siam.server.messages.server import ErrorAnswer


@dataclass(frozen=True, slots=True)
class Described:
    """A route, with the types of its body and its answer."""

    method: str
    path: str
    handler: Handler
    body: Any = None
    answer: Any = None
    status: int = 200
    query: dict[str, str] = field(default_factory=dict)
    media: str = "application/json"


REFUSALS = {
    "401": "nobody knows who asks",
    "403": "not allowed",
    "404": "not there",
    "405": "not with this method",
    "409": "not now",
    "413": "too large",
    "422": "does not fit",
    "429": "too many requests",
    "503": "not available now",
}
REF = "#/components/schemas/{name}"


def document(routes: Iterable[Described], root_path: str) -> bytes:
    """Make the OpenAPI document."""
    described = list(routes)
    types: list[Any] = [ErrorAnswer, ClientMessage, ServerMessage, FeedMessage]
    for route in described:
        types += [kind for kind in (route.body, route.answer) if kind is not None]
    schemas, components = msgspec.json.schema_components(types, ref_template=REF)
    by_type = dict(zip(map(repr, types), schemas, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for route in described:
        paths.setdefault("/" + route.path, {})[route.method.lower()] = _operation(route, by_type)
    return json.dumps(
        {
            "openapi": "3.1.0",
            "info": {"title": "Siam", "version": version("siam"), "description": "Tables for King of Siam."},
            "servers": [{"url": root_path or "/"}],
            "paths": paths,
            "components": {
                "schemas": components,
                "securitySchemes": {
                    "cookie": {"type": "apiKey", "in": "cookie", "name": "siam_session"},
                    "token": {"type": "http", "scheme": "bearer"},
                },
            },
            "security": [{}, {"cookie": []}, {"token": []}],
        }
    ).encode()


def _operation(route: Described, schemas: dict[str, Any]) -> dict[str, Any]:
    operation: dict[str, Any] = {
        "summary": (route.handler.__doc__ or "").strip(),
        "operationId": f"{route.method.lower()}_{re.sub(r'[^a-z]+', '_', route.path)}",
        "parameters": [*_path_parameters(route.path), *_query_parameters(route.query)],
        "responses": {str(route.status): _answer(route, schemas), **_refusals(schemas)},
    }
    if route.body is not None:
        content = {"application/json": {"schema": schemas[repr(route.body)]}}
        operation["requestBody"] = {"required": True, "content": content}
    if route.method == "POST" and route.status == 201:
        operation["responses"].setdefault("204", {"description": "done at once"})
    return operation


def _answer(route: Described, schemas: dict[str, Any]) -> dict[str, Any]:
    said: dict[str, Any] = {"description": "done"}
    if route.answer is not None:
        said["content"] = {route.media: {"schema": schemas[repr(route.answer)]}}
    elif route.status == 200:
        said["content"] = {route.media: {"schema": {} if "json" in route.media else {"type": "string"}}}
    return said


def _refusals(schemas: dict[str, Any]) -> dict[str, Any]:
    content = {"application/json": {"schema": schemas[repr(ErrorAnswer)]}}
    return {status: {"description": text, "content": content} for status, text in REFUSALS.items()}


def _path_parameters(path: str) -> list[dict[str, Any]]:
    found = re.findall(r"{(\w+)}", path)
    return [{"name": name, "in": "path", "required": True, "schema": _parameter(name)} for name in found]


def _parameter(name: str) -> dict[str, Any]:
    numbers = {"seat": {"type": "integer", "minimum": 1, "maximum": 4}, "proposal": {"type": "integer", "minimum": 1}}
    return numbers.get(name, {"type": "string", "minLength": 1, "pattern": "^[^/]+$"})


def _query_parameters(query: dict[str, str]) -> list[dict[str, Any]]:
    return [
        {"name": name, "in": "query", "description": text, "required": False, "schema": {"type": "string"}}
        for name, text in query.items()
    ]


def page(routes: Iterable[Described]) -> str:
    """Make a plain page that lists the routes; the document has the details."""
    rows = "".join(
        f"<tr><td>{route.method}</td><td><code>{html.escape(route.path)}</code></td>"
        f"<td>{html.escape((route.handler.__doc__ or '').strip())}</td></tr>"
        for route in routes
    )
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Siam API</title></head><body>'
        '<h1>Siam API</h1><p>Described in <a href="openapi.json">openapi.json</a>. Programs send '
        "<code>Authorization: Bearer …</code>; tables speak over WebSockets at <code>api/tables/{id}/live</code>, "
        "the personal feed at <code>api/me/live</code>.</p>"
        f"<table><thead><tr><th>method</th><th>path</th><th></th></tr></thead><tbody>{rows}</tbody></table>"
        "</body></html>"
    )
