"""What a link to a table shows in a messenger: tags in the page's head, and a picture."""

import asyncio
import re
import struct
import sys
from html import unescape

import httpx2
import pytest

from siam.drawing import postcard_svg
from siam.notation import parse_position
from siam.rules import Discards, Options, deal
from siam.server.adapters import painter
from siam.server.adapters.painter import Painter
from siam.server.ports import Outage
from tests.server.conftest import Guest
from tests.server.people import Person, play_on
from tests.server.servers import Running

LITTLE = '<svg xmlns="http://www.w3.org/2000/svg" width="{0}" height="8"><rect width="3" height="3"/></svg>'


async def tags(server: Running, path: str, **headers: str) -> dict[str, str]:
    """Read the tags of a page as a messenger's program does: without a session."""
    async with httpx2.AsyncClient(base_url=server.url, headers=headers) as messenger:
        response = await messenger.get(path)
    assert response.status_code == 200
    found = re.findall(r'<meta property="(og:[a-z:_]+)" content="([^"]*)">', response.text)
    return {name: unescape(content) for name, content in found}


async def picture(server: Running, address: str) -> bytes:
    async with httpx2.AsyncClient(timeout=painter.SECONDS) as messenger:
        response = await messenger.get(address)
    assert response.status_code == 200, response.text
    assert response.headers["content-type"] == "image/png"
    assert "public" in response.headers["cache-control"]
    return response.content


def size(png: bytes) -> tuple[int, int]:
    assert png.startswith(b"\x89PNG\r\n")
    width, height = struct.unpack(">II", png[16:24])
    return width, height


async def test_a_link_says_who_invites_and_shows_the_board(server: Running, anna: Person) -> None:
    table = await anna.make(visibility="link")
    told = await tags(server, f"/table/{table}")
    assert told["og:title"] == "Anna invites you to a game"
    assert "1 seat is free" in told["og:description"]
    assert size(await picture(server, told["og:image"])) == (1200, 630)


async def test_a_picture_follows_the_game(server: Running, anna: Person, bertha: Person) -> None:
    table = await anna.make()
    await bertha.sit(table, 2)
    begun = await tags(server, f"/table/{table}")
    assert begun["og:title"] == "Anna and Bertha"
    assert "Power struggle 1 of 8" in begun["og:description"]
    first = await picture(server, begun["og:image"])
    await play_on([anna, bertha], table)
    ended = await tags(server, f"/replay/{table}")
    assert "Won by" in ended["og:description"]
    assert ended["og:image"] != begun["og:image"]
    assert await picture(server, ended["og:image"]) != first


async def test_a_link_speaks_the_language_of_who_looks(server: Running, anna: Person) -> None:
    table = await anna.make()
    told = await tags(server, f"/table/{table}", **{"Accept-Language": "de-AT"})
    assert told["og:title"] == "Anna lädt dich zu einer Partie ein"
    assert "language=de" in told["og:image"]


async def test_a_name_cannot_write_into_the_page(server: Running, guest: Guest) -> None:
    name = '"><b>&amp;<!--'
    mallory = await guest(name)
    table = await mallory.make()
    told = await tags(server, f"/table/{table}")
    assert told["og:title"] == f"{name} invites you to a game"
    async with httpx2.AsyncClient(base_url=server.url) as messenger:
        assert "<b>" not in (await messenger.get(f"/table/{table}")).text


async def test_looking_at_a_link_is_not_coming_to_the_table(server: Running, anna: Person, bertha: Person) -> None:
    table = await anna.make()
    before = await anna.view(table)
    cookies = {"Cookie": bertha.cookie}
    await tags(server, f"/table/{table}", **cookies)
    async with httpx2.AsyncClient(base_url=server.url, headers=cookies, timeout=painter.SECONDS) as messenger:
        assert (await messenger.get(f"/api/tables/{table}/picture.png")).status_code == 200
    assert await anna.view(table) == before


async def test_the_page_of_a_table_that_is_not_there_has_no_tags(server: Running) -> None:
    assert await tags(server, "/table/nothing") == {}
    async with httpx2.AsyncClient(base_url=server.url) as messenger:
        assert (await messenger.get("/api/tables/nothing/picture.png")).status_code == 404


def test_hidden_cards_do_not_change_the_picture() -> None:
    """Whoever compares the pictures of two games learns nothing about the hands but how large they are."""
    dealt = deal(players=2, seed=7, options=Options(discards=Discards.TOP))
    first, second = (
        parse_position(dealt.text.replace("KTT12RLM", hand, 1), dealt.options) for hand in ("KTT12RL", "KTT12RM")
    )
    assert first.players != second.players
    drawn = [postcard_svg(position, headline="", line="", names=["Anna", "Bea"]) for position in (first, second)]
    assert drawn[0] == drawn[1]


async def test_the_same_picture_is_painted_once(monkeypatch: pytest.MonkeyPatch) -> None:
    begun = []
    paint = painter._paint

    async def counted(svg: str) -> bytes:
        begun.append(svg)
        return await paint(svg)

    monkeypatch.setattr(painter, "_paint", counted)
    easel = Painter()
    together = await asyncio.gather(*(easel.paint(LITTLE.format(5)) for _ in range(4)))
    assert len({*together, await easel.paint(LITTLE.format(5))}) == 1
    assert len(begun) == 1
    assert size(together[0]) == (5, 8)


async def test_too_many_pictures_at_once_are_refused() -> None:
    easel = Painter()
    asked = [asyncio.create_task(easel.paint(LITTLE.format(3 + at))) for at in range(painter.WAITING)]
    await asyncio.sleep(0)
    with pytest.raises(Outage, match="too many"):
        await easel.paint(LITTLE.format(2))
    await easel.close()
    ended = await asyncio.gather(*asked, return_exceptions=True)
    assert all(isinstance(problem, asyncio.CancelledError) for problem in ended)


async def test_what_cannot_be_painted_is_an_outage() -> None:
    with pytest.raises(Outage, match="could not be painted"):
        await Painter().paint("no picture")


async def test_the_tables_do_not_wait_for_a_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    """A painting that never ends is ended, and the loop goes round meanwhile."""
    monkeypatch.setattr(painter, "SECONDS", 1.0)
    monkeypatch.setattr(painter, "_PROGRAM", (sys.executable, "-c", "while True: pass"))
    painting = asyncio.create_task(Painter().paint("<svg/>"))
    rounds = 0
    while not painting.done():
        rounds += 1
        await asyncio.sleep(0.01)
    assert rounds > 1
    with pytest.raises(Outage, match="too long"):
        painting.result()
