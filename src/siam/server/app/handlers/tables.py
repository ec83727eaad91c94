"""Answer requests about tables: make, sit, play, talk."""

from msgspec import ValidationError, convert
from starlette.responses import Response

from siam.server import messages as wire
from siam.server.app.context import Ask, answer, nothing, refused
from siam.server.app.limits import CHAT, CROWD, MAPS, TABLES
from siam.server.app.world import World
from siam.server.domain.chat import hears
from siam.server.domain.proposals import ProposalKind
from siam.server.domain.refusals import Code, Refusal
from siam.server.domain.tables import Status
from siam.server.messages.server import Reaches
from siam.server.messages.table_requests import (
    AnswerRequest,
    ChatRequest,
    MoveRequest,
    ProposalRequest,
    ResignRequest,
    SeatArrangement,
    StartRequest,
    StepsRequest,
    TableRequest,
)
from siam.server.messages.tables import Lines, NextTable, View
from siam.server.services.tables.open_table import OpenTable
from siam.server.services.tables.presence import Watcher
from siam.server.views.rules_examples import card_reaches
from siam.server.views.tables import line_seen, proposals_seen


async def open_table_of(ask: Ask) -> OpenTable:
    """Find the table that the path names."""
    return await ask.world.visit(ask.path("id"), ask.visitor)


def seat_of(ask: Ask, name: str = "seat") -> int | None:
    """Read a seat, counted from 1, as an index."""
    number = ask.number(name)
    return None if number is None else number - 1


def index(seat: int | None) -> int | None:
    """Return the index of a seat counted from 1."""
    return None if seat is None else seat - 1


async def view_of(ask: Ask, open_table: OpenTable) -> View:
    """Build what the visitor sees of a table."""
    watcher = Watcher(ask.visitor, lambda message: None, asked_seat=seat_of(ask))
    return await whole_view(ask.world, open_table, watcher)


async def whole_view(world: World, open_table: OpenTable, watcher: Watcher) -> View:
    """Build a view with chat and ratings: all of them as they are at one instant."""
    await world.seat_ratings.read(open_table)
    while True:
        lines = await world.chat.lines(open_table)
        if lines:
            watcher.unheard = await world.order.unheard(watcher.player)
        if world.chat.is_latest(open_table, lines):
            return world.audience.view(open_table, watcher, lines)


async def make(ask: Ask) -> Response:
    """Make a table."""
    host = ask.player
    request = await ask.body(TableRequest)
    await ask.spend(host.id, TABLES)
    await ask.spend(f"tables {ask.address}", CROWD)
    if request.board_file is not None:
        await ask.spend(host.id, MAPS)
    open_table = await ask.world.seating.make(host, ask.person, request)
    return answer(wire.NewTable(open_table.id, f"table/{open_table.id}"), 201)


async def lobby(ask: Ask) -> Response:
    """List public tables."""
    try:
        status = Status(ask.query("status") or "open")
    except ValueError:
        raise Refusal(Code.INVALID, "open, running or finished", field="status") from None
    return answer(await ask.world.lobby.public(status, ask.query("before"), ask.visitor))


async def mine(ask: Ask) -> Response:
    """List my tables."""
    return answer(await ask.world.lobby.mine(ask.player))


async def next_table(ask: Ask) -> Response:
    """Find the next table where it is my turn."""
    return answer(NextTable(await ask.world.lobby.next_turn(ask.player, ask.query("not"))))


async def view(ask: Ask) -> Response:
    """Show a table."""
    return answer(await view_of(ask, await open_table_of(ask)))


async def take(ask: Ask) -> Response:
    """Sit down, or as the host say what a seat is for."""
    player = ask.player
    seat = seat_of(ask)
    assert seat is not None
    wish = await ask.body(dict[str, object])
    if wish:
        try:
            arrangement = convert(wish, SeatArrangement)
        except ValidationError as problem:
            raise Refusal(Code.INVALID, str(problem)) from None
        open_table = await ask.world.seating.arrange(player, ask.path("id"), seat, arrangement)
    else:
        open_table = await open_table_of(ask)
        if not await ask.world.agreements.take_again(player, open_table):
            open_table = await ask.world.seating.take(player, ask.path("id"), seat)
    return answer(await view_of(ask, open_table))


async def leave(ask: Ask) -> Response:
    """Stand up before the start."""
    seat = seat_of(ask)
    assert seat is not None
    return answer(await view_of(ask, await ask.world.seating.leave(ask.player, ask.path("id"), seat)))


async def start(ask: Ask) -> Response:
    """Fill up with bots and start."""
    player = ask.player
    request = await ask.body(StartRequest)
    return answer(await view_of(ask, await ask.world.seating.start(player, ask.path("id"), request.fill)))


async def cancel(ask: Ask) -> Response:
    """Forget a table that has not started."""
    await ask.world.seating.cancel(ask.player, ask.path("id"))
    return nothing()


async def move(ask: Ask) -> Response:
    """Play a move; a stale one is answered with a fresh view."""
    player = ask.player
    request = await ask.body(MoveRequest)
    open_table = await open_table_of(ask)
    try:
        accepted = await ask.world.playing.submit(
            player, open_table, request.after, request.move, request.key, index(request.seat)
        )
    except Refusal as refusal:
        if refusal.code is not Code.STALE:
            raise
        return refused(refusal, view=await view_of(ask, open_table))
    return answer(accepted)


async def steps(ask: Ask) -> Response:
    """Return what can come next in a move."""
    player = ask.player
    request = await ask.body(StepsRequest)
    open_table = await open_table_of(ask)
    return answer(ask.world.playing.steps(player, open_table, request.after, request.steps))


async def reaches(ask: Ask) -> Response:
    """Return how far each card reaches at a table now."""
    open_table = await open_table_of(ask)
    return answer(Reaches(card_reaches(open_table.running.position)))


async def resign(ask: Ask) -> Response:
    """Give up."""
    player = ask.player
    request = await ask.body(ResignRequest)
    await ask.world.playing.resign(player, await open_table_of(ask), index(request.seat))
    return nothing()


async def propose(ask: Ask) -> Response:
    """Propose something."""
    player = ask.player
    request = await ask.body(ProposalRequest)
    open_table = await open_table_of(ask)
    proposal = await ask.world.agreements.propose(
        player, open_table, ProposalKind(request.kind), index(request.seat), request.level
    )
    waiting = [seen for seen in proposals_seen(open_table.table, open_table.version) if seen.id == proposal.id]
    return answer(waiting[0], 201) if waiting else nothing()


async def answer_proposal(ask: Ask) -> Response:
    """Say yes or no."""
    player = ask.player
    request = await ask.body(AnswerRequest)
    number = ask.number("proposal")
    assert number is not None
    await ask.world.agreements.answer(player, await open_table_of(ask), number, accept=request.accept)
    return nothing()


async def resume(ask: Ask) -> Response:
    """End a pause."""
    player = ask.player
    await ask.world.agreements.resume(player, await open_table_of(ask))
    return nothing()


async def rematch(ask: Ask) -> Response:
    """Play again."""
    open_table = await ask.world.seating.rematch(ask.player, ask.person, ask.path("id"))
    return answer(wire.NewTable(open_table.id, f"table/{open_table.id}"), 201)


async def say(ask: Ask) -> Response:
    """Say something."""
    player = ask.player
    request = await ask.body(ChatRequest)
    await ask.spend(player.id, CHAT)
    await ask.world.chat.say(player, await open_table_of(ask), request.text, request.greeting)
    return nothing()


async def lines(ask: Ask) -> Response:
    """Read what was said."""
    open_table = await open_table_of(ask)
    found = await ask.world.chat.lines(open_table, ask.number("before"))
    is_player = bool(open_table.table.seats_of(ask.visitor.id if ask.visitor else None))
    unheard = await ask.world.order.unheard(ask.visitor)
    heard = [
        one for one in found if hears(open_table.table, one.room, is_player=is_player) and one.player not in unheard
    ]
    return answer(Lines([line_seen(line) for line in heard]))
