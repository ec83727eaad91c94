"""The page of the server's protocol and the server's types name the same messages and the same fields."""

import re
from collections.abc import Iterator
from typing import Any, get_args

import pytest
from msgspec import inspect

from siam.rules import Illegality
from siam.server.app.routes import ROUTES
from siam.server.domain.refusals import Code
from siam.server.messages import game, live, people, puzzles, reasons, server, study, tables
from tests.docs.loose_json import Loose, read_objects
from tests.docs.pages import ROOT

PAGE = (ROOT / "docs/server-protocol.md").read_text()
MESSAGES = {"client": live.ClientMessage, "server": live.ServerMessage, "feed": live.FeedMessage}
LABELS: dict[str, type] = {
    "`Me`: ": people.Me,
    "`Summary`: ": tables.Summary,
    "### View\n": tables.View,
    "`State` (": game.State,
    "`Outcome`: ": game.Outcome,
    "compares factions or seats:\n": game.Criterion,
    "`Result` = ": game.Result,
    "`You`: ": tables.You,
    "`Entry` (": game.Entry,
    "`Part`: ": game.Part,
    "`Accepted`: ": tables.Accepted,
    "`Steps`: ": game.Steps,
    "- `update`: ": tables.Update,
    "- `moved`: ": tables.Moved,
    "- `steps`, `accepted`, `error`": live.Refused,
    "`GET api/server` →": server.ServerFacts,
    "`GET api/rules/{lang}` →": server.Rules,
    "`GET health` →": server.Health,
    "`Replay`: ": tables.Replay,
    "`Hint`: ": study.Hint,
    "`Analysis`: ": study.Analysis,
    "`Reason` says": reasons.Reason,
    '"options": {}, "steps": []}` →': study.Studied,
    "`GET api/puzzles` →": puzzles.PuzzlesListed,
    "all of the solver's own moves so far) →": puzzles.PuzzleTried,
    "HTTP status and ": server.ErrorAnswer,
}


def fields_of(kind: Any) -> dict[str, Any]:
    """Name the fields of a message as they are sent, with its tag, and the type of each."""
    info = inspect.type_info(kind)
    assert isinstance(info, inspect.StructType)
    found = {field.encode_name: field.type for field in info.fields}
    return found if info.tag_field is None else {info.tag_field: None, **found}


def tag_of(kind: Any) -> str:
    """Return the name by which a message says what it is."""
    info = inspect.type_info(kind)
    assert isinstance(info, inspect.StructType)
    return str(info.tag)


def structs_in(info: Any) -> Iterator[Any]:
    """Find the messages inside the type of a field."""
    match info:
        case inspect.StructType(cls=kind):
            yield kind
        case inspect.UnionType(types=types):
            for one in types:
                yield from structs_in(one)
        case inspect.ListType(item_type=item):
            yield from structs_in(item)


def labelled(label: str) -> list[Loose]:
    """Read the objects that follow a label: those in the next piece of code."""
    assert PAGE.count(label) >= 1, f"{label!r} is not on the page"
    rest = PAGE.split(label, 1)[1]
    code = re.search(r"```json\n(.*?)```|`(\{.*?\})`", rest, re.DOTALL)
    assert code is not None
    return read_objects(code[1] or code[2])


def check(read: Loose, kinds: list[Any], where: str) -> None:
    """Compare an object on the page with the message that it shows, and what is inside it."""
    known: dict[str, list[Any]] = {}
    for kind in kinds:
        for name, info in fields_of(kind).items():
            known.setdefault(name, []).extend(structs_in(info))
    assert set(read.keys) <= set(known), f"{where}: {set(read.keys) - set(known)} is no field"
    if len(kinds) == 1:
        assert set(read.keys) == set(known), f"{where} lacks {set(known) - set(read.keys)}"
    for name, inside in read.keys.items():
        for one in inside:
            if known[name] and one.keys:
                check(one, known[name], f"{where}.{name}")


@pytest.mark.parametrize("label", LABELS)
def test_what_the_page_shows_has_the_fields_that_are_sent(label: str) -> None:
    shown = labelled(label)
    assert shown
    for one in shown:
        check(one, [LABELS[label]], LABELS[label].__name__)


def tagged(text: str) -> dict[str, list[Loose]]:
    """Find the messages on the page that show their type."""
    found: dict[str, list[Loose]] = {}
    for snippet in re.finditer(r'\{"type": ?"(\w+)"', text):
        found.setdefault(snippet[1], []).extend(read_objects(text[snippet.start() :])[:1])
    return found


@pytest.mark.parametrize("way", MESSAGES)
def test_every_message_of_a_socket_is_on_the_page_with_all_its_fields(way: str) -> None:
    start, _, rest = PAGE.partition("## Live")
    sent, _, heard = rest.partition("Client → server")
    heard, _, feed = heard.partition("`WS api/me/live`")
    text = {"client": heard, "server": start + sent, "feed": feed.split("## ")[0]}[way]
    kinds = {tag_of(kind): kind for kind in get_args(MESSAGES[way])}
    shown = tagged(text)
    assert set(shown) == set(kinds)
    for name, objects in shown.items():
        keys = {key for one in objects for key in one.keys}
        wanted = set(fields_of(kinds[name])) - ({"id"} if way == "client" else set())
        assert keys == wanted, f"{name}: {keys ^ wanted}"


def test_every_event_is_on_the_page_with_all_its_fields() -> None:
    kinds = {tag_of(kind): kind for kind in get_args(game.EventMade)}
    shown = {
        snippet[1]: read_objects(PAGE[snippet.start() :])[0] for snippet in re.finditer(r'\{"event": ?"(\w+)"', PAGE)
    }
    assert set(shown) == set(kinds)
    for name, one in shown.items():
        check(one, [kinds[name]], name)


def test_every_claim_is_on_the_page_with_all_its_fields() -> None:
    kinds = {tag_of(kind): kind for kind in get_args(reasons.ClaimMade)}
    shown = {
        snippet[1]: read_objects(PAGE[snippet.start() :])[0] for snippet in re.finditer(r'\{"claim": ?"(\w+)"', PAGE)
    }
    assert set(shown) == set(kinds)
    for name, one in shown.items():
        check(one, [kinds[name]], name)


def rows() -> Iterator[tuple[str, str]]:
    """List the requests of the page's tables and sentences, each with what stands beside it."""
    for line in PAGE.splitlines():
        found = list(re.finditer(r"`(?:GET|POST|PUT|PATCH|DELETE) ", line))
        if line.startswith("| `") and found:
            yield line.split(" | ")[0], " | ".join(line.split(" | ")[1:2])


def test_every_route_is_on_the_page() -> None:
    text = re.sub(r"\?[\w=<>|\\&{}]*", "", PAGE)
    for route in ROUTES:
        path = re.sub(r"\{\w+\}", "{}", route.path)
        assert path in re.sub(r"\{\w+\}", "{}", text), route.path


def test_the_bodies_of_requests_have_fields_that_are_heard() -> None:
    bodies = {(route.method, re.sub(r"\{\w+\}", "{}", route.path)): route.body for route in ROUTES if route.body}
    checked = 0
    for asked, body in rows():
        for method, path in re.findall(r"`(GET|POST|PUT|PATCH|DELETE) ([^`?]+)", asked):
            kind = bodies.get((method, re.sub(r"\{\w+\}", "{}", path)))
            objects = read_objects(body)
            if kind is None or not objects or not hasattr(kind, "__struct_fields__"):
                continue
            keys = {key for one in objects for key in one.keys}
            assert keys == set(fields_of(kind)), f"{method} {path}: {keys ^ set(fields_of(kind))}"
            checked += 1
    assert checked > 8


def test_every_code_of_an_error_is_on_the_page_with_its_status() -> None:
    listed = dict(re.findall(r"`(\w+)` (\d{3})", PAGE.split("## Errors")[1]))
    assert listed == {code.text: str(code.status) for code in Code}


def test_every_reason_on_the_page_is_one_of_the_rules() -> None:
    shown = re.findall(r"`\"([A-Z_]{4,})\"`", PAGE)
    assert shown
    assert all(reason in Illegality.__members__ for reason in shown)


def test_every_type_that_is_sent_is_shown_somewhere() -> None:
    """A message that only the server knows would be missing here."""
    shown: set[type] = set()

    def note(read: Loose, kinds: list[Any]) -> None:
        shown.update(kinds)
        for kind in kinds:
            for name, info in fields_of(kind).items():
                for one in read.keys.get(name, []):
                    note(one, list(structs_in(info)))

    for label, kind in LABELS.items():
        for one in labelled(label):
            note(one, [kind])
    shown.update(get_args(game.EventMade))
    for union in MESSAGES.values():
        shown.update(get_args(union))
    sent = {route.answer for route in ROUTES if hasattr(route.answer, "__struct_fields__")}
    unshown = [kind for kind in sent - shown if not all(f'"{name}"' in PAGE for name in fields_of(kind))]
    assert unshown == []
