"""Nobody gets in who may not: seats, tables, tokens, origins, floods, nasty texts."""

import json
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import httpx2
import pytest
from websockets.asyncio.client import connect

from siam.server.app.settings import Settings
from tests.server.conftest import Guest
from tests.server.people import Person
from tests.server.servers import Running, running

NASTY = ["<script>alert(1)</script>", "'; DROP TABLE players; --", '"><img src=x onerror=x>', "Robert') --"]


@pytest.fixture
async def table(anna: Person, bertha: Person) -> str:
    """A running game of Anna and Bertha."""
    made = await anna.make(visibility="link")
    await bertha.sit(made, 2)
    return made


@pytest.fixture
async def strict(settings: Settings) -> AsyncIterator[Running]:
    """A server with its limits on."""
    async with running(replace(settings, rate_limits=True)) as started:
        yield started


async def test_nobody_plays_anothers_seat(table: str, anna: Person, bertha: Person, carl: Person) -> None:
    view = await anna.view(table)
    for person, seat in ((carl, None), (carl, 1), (anna, 2), (bertha, 1)):
        body = {"after": view["version"], "move": "pass", "key": "k", "seat": seat}
        assert await person.refused("POST", f"/api/tables/{table}/moves", body) == "not_your_seat"
    assert await carl.refused("POST", f"/api/tables/{table}/resign", {"seat": 1}) == "not_your_seat"
    assert await bertha.refused("POST", f"/api/tables/{table}/resign", {"seat": 1}) == "not_your_seat"
    assert await carl.refused("POST", f"/api/tables/{table}/proposals", {"kind": "end"}) == "not_your_seat"
    assert await carl.refused("POST", f"/api/tables/{table}/seats/1") == "already_started"
    assert (await anna.view(table))["version"] == view["version"]


async def test_only_the_host_arranges_a_table(anna: Person, bertha: Person) -> None:
    table = await anna.make({"kind": "open"}, {"kind": "open"})
    wish = {"kind": "bot", "level": "random"}
    assert await bertha.refused("POST", f"/api/tables/{table}/seats/2", wish) == "forbidden"
    assert await bertha.refused("POST", f"/api/tables/{table}/start", {"fill": "random"}) == "forbidden"
    await bertha.sit(table, 2)
    assert await anna.refused("POST", f"/api/tables/{table}/seats/2", wish) == "seat_taken"


async def test_anothers_key_can_not_be_used(table: str, anna: Person, bertha: Person) -> None:
    view = await anna.view(table)
    first, second = (anna, bertha) if view["state"]["to_move"] == 1 else (bertha, anna)
    await first.move(table, "pass", view["version"], key="same")
    answer = await second.move(table, "pass", view["version"] + 1, key="same")
    assert answer["version"] == view["version"] + 2


async def test_a_session_that_ended_opens_nothing(server: Running, anna: Person, table: str) -> None:
    cookie = anna.cookie
    live = await anna.connect(table)
    await live.next("view")
    await anna.request("DELETE", "/api/session", status=204)
    assert await live.close_code() == 4401
    thief = httpx2.AsyncClient(base_url=server.url, headers={"Cookie": cookie, "Origin": server.url})
    assert (await thief.get("/api/me")).json() == {"player": None}
    assert (await thief.post("/api/tables", json={"seats": []})).status_code == 401
    await thief.aclose()


async def test_a_token_is_no_cookie_and_a_cookie_no_token(server: Running, anna: Person) -> None:
    token = (await anna.post("/api/me/tokens", {"name": "bot"}, 201))["token"]
    secret = anna.http.cookies["siam_session"]
    async with httpx2.AsyncClient(base_url=server.url) as http:
        assert (await http.get("/api/me", headers={"Authorization": f"Bearer {token}"})).json()["player"]
        assert (await http.get("/api/me", headers={"Authorization": f"Bearer {secret}"})).status_code == 401
        assert (await http.get("/api/me", headers={"Cookie": f"siam_session={token}"})).json() == {"player": None}
    (listed,) = (await anna.get("/api/me/tokens"))["tokens"]
    assert token not in json.dumps(listed)
    await anna.request("DELETE", f"/api/me/tokens/{listed['id']}", status=204)
    async with httpx2.AsyncClient(base_url=server.url) as http:
        assert (await http.get("/api/me", headers={"Authorization": f"Bearer {token}"})).status_code == 401


async def test_logging_in_always_opens_a_new_session(server: Running) -> None:
    account = {"name": "Victim", "password": "long enough"}
    fixed = {"Origin": server.url, "Cookie": "siam_session=fixed-by-somebody-else"}
    async with httpx2.AsyncClient(base_url=server.url) as http:
        first = await http.post("/api/accounts", json=account, headers=fixed)
        again = await http.post("/api/session", json=account, headers=fixed)
        secrets = {response.cookies["siam_session"] for response in (first, again)}
        assert len(secrets) == 2
        assert "fixed-by-somebody-else" not in secrets
    async with httpx2.AsyncClient(base_url=server.url, headers=fixed) as http:
        assert (await http.get("/api/me")).json() == {"player": None}


async def test_a_personal_feed_closes_when_its_session_ends(server: Running, anna: Person) -> None:
    address = server.url.replace("http", "ws") + "/api/me/live"
    headers = {"Cookie": anna.cookie, "Origin": server.url}
    async with connect(address, additional_headers=headers) as socket:
        await socket.send("{}")
        assert json.loads(await socket.recv()) == {"type": "pong"}
        await anna.request("DELETE", "/api/session", status=204)
        assert json.loads(await socket.recv())["type"] == "bye"
        await socket.wait_closed()
        assert socket.close_code == 4401


async def test_registering_ends_the_guests_session(server: Running, anna: Person) -> None:
    before = anna.cookie
    await anna.post("/api/accounts", {"name": "Anna R", "password": "long enough"}, 201)
    async with httpx2.AsyncClient(base_url=server.url, headers={"Cookie": before}) as http:
        assert (await http.get("/api/me")).json() == {"player": None}


async def test_a_wrong_password_says_nothing_about_the_name(server: Running) -> None:
    person = Person(server.url)
    await person.post("/api/accounts", {"name": "Greta", "password": "long enough"}, 201)
    wrong = {"name": "Greta", "password": "wrong wrong"}
    unknown = {"name": "Nobody", "password": "wrong wrong"}
    answers = [(await person.http.post("/api/session", json=body)).text for body in (wrong, unknown)]
    assert answers[0] == answers[1]
    await person.http.aclose()


async def test_a_changed_password_ends_the_other_sessions(server: Running) -> None:
    one, two = Person(server.url), Person(server.url)
    account = {"name": "Hugo", "password": "long enough"}
    await one.post("/api/accounts", account, 201)
    await two.post("/api/session", account)
    assert len((await one.get("/api/me/sessions"))["sessions"]) == 2
    await one.post("/api/me/password", {"old": "long enough", "new": "longer still"}, 204)
    assert await two.get("/api/me") == {"player": None}
    assert (await one.get("/api/me"))["player"]["name"] == "Hugo"
    for person in (one, two):
        await person.http.aclose()


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://127.0.0.1:1"])
async def test_other_sites_may_not_post_or_listen(server: Running, anna: Person, table: str, origin: str) -> None:
    response = await anna.http.post("/api/tables", json={"seats": []}, headers={"Origin": origin})
    assert response.status_code == 403
    assert response.json()["error"]["code"] == "bad_origin"
    live = await anna.connect(table, Origin=origin)
    assert await live.close_code() == 4403
    assert live.heard == []


async def test_a_form_of_another_site_without_origin_is_refused(anna: Person, server: Running) -> None:
    async with httpx2.AsyncClient(base_url=server.url, headers={"Cookie": anna.cookie}) as http:
        response = await http.post("/api/tables", json={"seats": []}, headers={"Sec-Fetch-Site": "cross-site"})
        assert response.status_code == 403


@pytest.mark.parametrize(
    "body", [b"", b"{", b"[]", b"null", b'{"seats": 3}', b"\xff\xfe", b"[" * 50_000, b'{"a": NaN}', b'{"unknown": 1}']
)
async def test_malformed_requests_are_refused(anna: Person, body: bytes) -> None:
    response = await anna.http.post("/api/tables", content=body, headers={"Content-Type": "application/json"})
    assert response.status_code == 422
    assert response.json()["error"]["code"] == "invalid"


async def test_oversized_requests_are_refused(anna: Person) -> None:
    response = await anna.http.post("/api/tables", content=b" " * 200_000, headers={"Content-Type": "application/json"})
    assert response.status_code == 413
    assert await anna.refused("PUT", "/api/me/settings", {"x": "y" * 9_000}) == "too_large"


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '{"type": "dance"}', '{"type": "submit"}', "\x00", "{" * 900])
async def test_malformed_messages_are_answered_with_an_error(table: str, anna: Person, text: str) -> None:
    async with await anna.connect(table) as live:
        await live.next("view")
        await live.socket.send(text)
        assert (await live.next("error"))["code"] == "invalid"
        await live.send(type="ping")
        await live.next("pong")


async def test_an_oversized_message_closes_the_socket(table: str, anna: Person) -> None:
    live = await anna.connect(table)
    await live.socket.send(json.dumps({"type": "say", "text": "x" * 5_000}))
    assert await live.close_code() == 4429
    live = await anna.connect(table)
    await live.socket.send("x" * 100_000)
    assert await live.close_code() in (1009, 4429)


async def test_floods_are_stopped(strict: Running) -> None:
    async with httpx2.AsyncClient(base_url=strict.url, headers={"Origin": strict.url}) as http:
        answers = [await http.post("/api/session/guest", json={"name": f"Guest {n}"}) for n in range(20)]
    statuses = [answer.status_code for answer in answers]
    assert statuses[0] == 201
    assert statuses[-1] == 429
    assert int(answers[-1].headers["retry-after"]) >= 1


async def test_passwords_can_not_be_tried_out_in_bulk(strict: Running) -> None:
    async with httpx2.AsyncClient(base_url=strict.url, headers={"Origin": strict.url}) as http:
        body = {"name": "Somebody", "password": "guess"}
        statuses = [(await http.post("/api/session", json=body)).status_code for _ in range(20)]
    assert statuses[0] == 401
    assert statuses[-1] == 429


async def test_a_flood_of_messages_closes_the_socket(strict: Running) -> None:
    person = await Person.guest(strict.url, "Flood")
    table = await person.make()
    live = await person.connect(table)
    for _ in range(1_000):
        await live.socket.send('{"type":"ping"}')
    assert await live.close_code() in (4429, 4408)
    await person.http.aclose()


async def test_a_flood_of_chat_is_stopped(strict: Running) -> None:
    person = await Person.guest(strict.url, "Chatty")
    table = await person.make()
    answers = [await person.http.post(f"/api/tables/{table}/chat", json={"text": "hi"}) for _ in range(15)]
    assert answers[0].status_code == 204
    assert answers[-1].status_code == 429
    await person.http.aclose()


async def test_tables_by_link_are_found_by_nobody_without_the_link(table: str, anna: Person, carl: Person) -> None:
    await anna.post(f"/api/tables/{table}/resign", status=204)
    listed: list[str] = []
    for status in ("open", "running", "finished"):
        listed += [entry["id"] for entry in (await carl.get(f"/api/tables?status={status}"))["tables"]]
    assert table not in listed
    assert len(table) == 12
    await carl.get("/api/tables/aaaaaaaaaaaa", 404)
    await carl.get("/api/tables/%2e%2e", 404)


@pytest.mark.parametrize("name", NASTY)
async def test_nasty_names_are_only_names(guest: Guest, name: str) -> None:
    person = await guest(name[:24])
    table = await person.make()
    assert (await person.view(table))["seats"][0]["name"] == name[:24].strip()
    response = await person.http.get(f"/api/tables/{table}")
    assert response.headers["content-type"] == "application/json"
    assert response.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize("name", ["", "   ", "x" * 25, "a\x00b", "a\u202eb", "---", "\u200b"])
async def test_names_that_are_none_are_refused(server: Running, name: str) -> None:
    person = Person(server.url)
    assert await person.refused("POST", "/api/session/guest", {"name": name}) == "invalid"
    await person.http.aclose()


async def test_a_guest_can_not_take_an_accounts_name(server: Running, anna: Person) -> None:
    await anna.post("/api/accounts", {"name": "Famous", "password": "long enough"}, 201)
    person = Person(server.url)
    assert await person.refused("POST", "/api/session/guest", {"name": "FAMOUS"}) == "name_taken"
    await person.http.aclose()


@pytest.mark.parametrize("text", NASTY)
async def test_nasty_words_are_only_words(table: str, anna: Person, bertha: Person, text: str) -> None:
    async with await bertha.connect(table) as live:
        await live.next("view")
        await anna.post(f"/api/tables/{table}/chat", {"text": text}, 204)
        assert (await live.next("chat"))["line"]["text"] == text
    assert (await bertha.get(f"/api/tables/{table}/chat"))["lines"][-1]["text"] == text


async def test_every_answer_has_its_security_headers(server: Running, anna: Person) -> None:
    for path in ("/", "/api/me", "/health", "/docs", "/nothing.js", "/api/nothing", "/table/abc"):
        headers = (await anna.http.get(path)).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "same-origin"
    assert (await anna.http.get("/api/me")).headers["cache-control"] == "no-store"


async def test_only_the_scripts_of_threads_may_compile_modules(
    server: Running, anna: Person, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "assets").mkdir()
    for name in ("assets/host.worker-a1.js", "assets/index-a1.js", "host.worker-a1.js"):
        (tmp_path / name).write_text("1", encoding="utf-8")
    monkeypatch.setattr("siam.server.app.static.STATIC", tmp_path)

    async def script_sources(path: str) -> str:
        policy = (await anna.http.get(path)).headers["content-security-policy"]
        return next(part for part in policy.split("; ") if part.startswith("script-src"))

    assert await script_sources("/assets/host.worker-a1.js") == "script-src 'self' 'wasm-unsafe-eval'"
    for path in ("/assets/index-a1.js", "/host.worker-a1.js", "/", "/assets/missing.worker-a1.js"):
        assert await script_sources(path) == "script-src 'self'"


async def test_the_cookie_is_out_of_reach_for_scripts_and_other_sites(server: Running) -> None:
    async with httpx2.AsyncClient(base_url=server.url, headers={"Origin": server.url}) as http:
        cookie = (await http.post("/api/session/guest", json={"name": "Ida"})).headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "samesite=lax" in cookie.lower()


@pytest.mark.parametrize("path", ["/../pyproject.toml", "/..%2f..%2fpyproject.toml", "/static/../../app/app.py"])
async def test_files_outside_the_client_are_not_served(server: Running, anna: Person, path: str) -> None:
    response = await anna.http.get(path)
    assert "[project]" not in response.text
    assert "def make_app" not in response.text


async def test_players_of_a_silent_table_only_greet(guest: Guest) -> None:
    people = [await guest(name) for name in ("Anna", "Bertha", "Carl", "Dora")]
    onlooker = await guest("Onlooker")
    table = await people[0].make({"kind": "open"}, {"kind": "open"}, {"kind": "open"})
    await people[0].post(f"/api/tables/{table}/chat", {"text": "before the game"}, 204)
    for number, person in enumerate(people[1:], start=2):
        await person.sit(table, number)
    chat = f"/api/tables/{table}/chat"
    assert await people[0].refused("POST", chat, {"text": "I hold the Rama"}) == "silent"
    await people[0].post(chat, {"greeting": "hello"}, 204)
    assert await people[0].refused("POST", chat, {"greeting": "I hold the Rama"}) == "invalid"
    await onlooker.post(chat, {"text": "Bertha has the Rama"}, 204)
    heard = [line["text"] for line in (await people[2].get(chat))["lines"]]
    assert "Bertha has the Rama" not in heard
    assert "Bertha has the Rama" in [line["text"] for line in (await onlooker.get(chat))["lines"]]
