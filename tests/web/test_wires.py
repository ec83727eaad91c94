"""What goes over the wire is known at both ends: the browser hears every message and reads every field."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest
from msgspec import inspect

from siam.server.app.routes import ROUTES
from siam.server.messages.accounts import Export
from siam.server.messages.live import ClientMessage, FeedMessage, ServerMessage

SOURCES = Path(__file__).parents[2] / "web/src"
GENERATED = SOURCES / "net/schema.ts"
ANSWERS_ITSELF = ("local", "engine")
"""Where the client stands in for the server: what it writes there, nobody has read yet."""
CLIENT = "\n".join(
    file.read_text()
    for file in sorted(SOURCES.rglob("*"))
    if file.suffix in (".ts", ".svelte")
    and file != GENERATED
    and file.relative_to(SOURCES).parts[0] not in ANSWERS_ITSELF
)
FOR_PROGRAMS_ONLY = {
    "created": "when it began: pages list by what happened last",
    "tokens": "the keys of programs: who writes a program asks for them there",
    "token": "as tokens",
    "limits": "how long texts may be: the browser's own fields have the same bounds",
    "recency": "the order of the latest cards: the standing follows from it, and is sent",
    "ban": "the swap that may not be undone: the legal steps leave it out",
    "deadline": "when a move is lost by time: the browser shows the clocks",
    "opponents": "for a message outside the browser",
}
SENT_BY_PROGRAMS_ONLY = {"propose", "answer", "resign", "say", "ping"}
"""The browser has buttons for these, which ask by HTTP: so it hears of a refusal."""


def tags(union: Any) -> set[str]:
    return {str(inspect.type_info(kind).tag) for kind in get_args(union)}  # type: ignore[attr-defined]


@pytest.mark.parametrize(("file", "union"), [("net/live.svelte.ts", ServerMessage), ("net/feed.ts", FeedMessage)])
def test_the_browser_hears_every_message_and_waits_for_no_other(file: str, union: Any) -> None:
    assert set(re.findall(r"case '(\w+)':", (SOURCES / file).read_text())) == tags(union)


def test_the_browser_sends_what_the_server_hears() -> None:
    sent = set(re.findall(r"#(?:send|request)\(\{ type: '(\w+)'", (SOURCES / "net/live.svelte.ts").read_text()))
    assert sent == tags(ClientMessage) - SENT_BY_PROGRAMS_ONLY


def structs(info: Any) -> Iterator[Any]:
    """Find every type inside a type, down to the last field."""
    match info:
        case inspect.StructType():
            yield info
            for field in info.fields:
                yield from structs(field.type)
        case inspect.UnionType(types=types):
            for one in types:
                yield from structs(one)
        case inspect.ListType(item_type=item):
            yield from structs(item)


def sent_fields() -> dict[str, set[str]]:
    """Name the fields of all that the server sends, each with the types that have it."""
    answers = [route.answer for route in ROUTES if route.answer not in (None, Export)]  # that one is a download
    found: dict[str, set[str]] = {}
    for kind in (*answers, *get_args(ServerMessage), *get_args(FeedMessage)):
        for info in structs(inspect.type_info(kind)):
            for field in info.fields:
                found.setdefault(field.encode_name, set()).add(info.cls.__name__)
    return found


def test_the_browser_reads_every_field_that_is_sent_or_it_is_known_to_be_for_programs() -> None:
    sent = sent_fields()
    unread = {name for name in sent if not re.search(rf"\b{name}\b", CLIENT)}
    assert unread == set(FOR_PROGRAMS_ONLY)
