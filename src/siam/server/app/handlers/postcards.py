"""Answer messengers that look at a link: its page with OpenGraph tags, and the picture that they name."""

from functools import partial
from html import escape

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from siam.rules import Board, restore_board
from siam.server.app.context import Ask
from siam.server.app.limits import PICTURES, READS
from siam.server.app.reach import address_asked_by
from siam.server.app.static import page
from siam.server.app.world import World
from siam.server.domain.live_game import LiveGame
from siam.server.domain.refusals import Refusal
from siam.server.ports import Outage
from siam.server.services.tables.open_table import OpenTable
from siam.server.views.postcards import Postcard, postcard, postcard_picture
from siam.translation import ENGLISH, Translator, translator

PICTURE_SECONDS = 600


async def table_page(world: World, request: Request) -> Response:
    """Return the page of a table with its description in the head; if anything goes wrong, without one."""
    ask = Ask(request, b"", world, None)
    try:
        world.limits.spend(ask.address, READS)
        open_table = await world.open_tables.at(ask.path("id"))  # a program that looks at a link is nobody at the table
        said, _ = await _said(ask, open_table)
    except (Refusal, Outage):
        return await run_in_threadpool(page, request)
    head = "".join(_tags(said, open_table, address_asked_by(request, world.settings), _))
    return await run_in_threadpool(page, request, head)


async def picture(ask: Ask) -> Response:
    """Draw a table as its link shows it."""
    open_table = await ask.world.open_tables.at(ask.path("id"))
    await ask.spend(f"pictures {ask.address}", PICTURES)
    said, _ = await _said(ask, open_table)
    draw = partial(_drawn, said, open_table.game, open_table.board, open_table.table.board_file, _)
    # A stranger's map is drawn beside the loop.
    drawn = draw() if open_table.table.board_file is None else await ask.world.open_tables.maps.do(ask.person, draw)
    painted = await ask.world.painter.paint(drawn)
    headers = {"Cache-Control": f"public, max-age={PICTURE_SECONDS}", "Cross-Origin-Resource-Policy": "cross-origin"}
    return Response(painted, headers=headers, media_type="image/png")


def _drawn(said: Postcard, game: LiveGame | None, board: Board, board_file: str | None, _: Translator) -> str:
    if board_file is not None:
        board = restore_board(board_file)
    return postcard_picture(said, board if game is None else game.position._replace(board=board), _)


async def _said(ask: Ask, open_table: OpenTable) -> tuple[Postcard, Translator]:
    """Return the postcard in the language asked for, or else in the host's, whose friends get the link."""
    host = await ask.world.players.find(open_table.table.host)
    wish = ask.query("language") or ask.language or (host.language if host else None) or ENGLISH
    _ = translator(wish)
    name = host.name if host and not host.deleted else None
    return postcard(open_table.table, open_table.game, open_table.board, name, _), _


def _tags(said: Postcard, open_table: OpenTable, base: str, _: Translator) -> list[str]:
    address = f"{base}/api/tables/{open_table.id}/picture.png"
    described = _("A board game about Siam in 1874, in the browser: nothing to install, no account needed.")
    names = ", ".join(said.names)
    told = {
        "og:type": "website",
        "og:site_name": "Siam",
        "og:title": said.headline,
        "og:description": f"{said.line}. {described}",
        "og:url": f"{base}/table/{open_table.id}",
        "og:image": f"{address}?version={open_table.version}.{open_table.table.revision}&language={_.language}",
        "og:image:type": "image/png",
        "og:image:width": "1200",
        "og:image:height": "630",
        "og:image:alt": f"{said.line}: {names}",
    }
    tags = [f'<meta property="{name}" content="{escape(content)}">' for name, content in told.items()]
    return [*tags, '<meta name="twitter:card" content="summary_large_image">']
