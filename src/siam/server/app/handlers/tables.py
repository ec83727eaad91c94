"""Answer requests about tables: make, sit, play, talk."""

from msgspec import ValidationError, convert
from starlette.responses import Response

from siam.server.app.context import Ask, answer, nothing, refused
from siam.server.app.limits import CHAT, TABLES
from siam.server.app.world import World
from siam.server.domain.chat import hears
from siam.server.domain.proposals import ProposalKind
from siam.server.domain.refusals import Code, Refusal
from siam.server.domain.tables import Status
from siam.server.messages.tables import (
    AnswerRequest,
    ChatRequest,
    Lines,
    MoveRequest,
    NextTable,
    ProposalRequest,
    ResignRequest,
    SeatArrangement,
    StartRequest,
    StepsRequest,
    TableMade,
    TableRequest,
    ViewSeen,
)
from siam.server.services.audience import Watcher
from siam.server.services.open_tables import Desk
from siam.server.views.tables import line_seen, proposals_seen


async def desk_of(ask: Ask) -> Desk:
    """Find the table that the path names."""
    return await ask.world.visit(ask.path("id"), ask.visitor)


def seat_of(ask: Ask, name: str = "seat") -> int | None:
    """Read a seat, counted from 1, as an index."""
    number = ask.number(name)
    return None if number is None else number - 1


def index(seat: int | None) -> int | None:
    """Return the index of a seat counted from 1."""
    return None if seat is None else seat - 1


async def view_of(ask: Ask, desk: Desk) -> ViewSeen:
    """Build what the visitor sees of a table."""
    watcher = Watcher(ask.visitor, lambda message: None, asked_seat=seat_of(ask))
    return await whole_view(ask.world, desk, watcher)


async def whole_view(world: World, desk: Desk, watcher: Watcher) -> ViewSeen:
    """Build a view with chat and ratings."""
    lines = await world.talking.lines(desk)
    desk.ratings = await world.lobby.ratings(chair.player for chair in desk.table.chairs if not chair.guest)
    return world.audience.view(desk, watcher, lines)


async def make(ask: Ask) -> Response:
    """Make a table."""
    host = ask.player
    request = await ask.body(TableRequest)
    ask.world.limits.spend(host.id, TABLES)
    desk = await ask.world.seating.make(host, request)
    return answer(TableMade(desk.id, f"table/{desk.id}"), 201)


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
    return answer(await view_of(ask, await desk_of(ask)))


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
        desk = await ask.world.seating.arrange(player, ask.path("id"), seat, arrangement)
    else:
        desk = await desk_of(ask)
        if not await ask.world.agreements.take_again(player, desk):
            desk = await ask.world.seating.take(player, ask.path("id"), seat)
    return answer(await view_of(ask, desk))


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
    desk = await desk_of(ask)
    try:
        accepted = await ask.world.playing.submit(
            player, desk, request.after, request.move, request.key, index(request.seat)
        )
    except Refusal as refusal:
        if refusal.code is not Code.STALE:
            raise
        return refused(refusal, view=await view_of(ask, desk))
    return answer(accepted)


async def steps(ask: Ask) -> Response:
    """Return what can come next in a move."""
    player = ask.player
    request = await ask.body(StepsRequest)
    desk = await desk_of(ask)
    return answer(ask.world.playing.steps(player, desk, request.after, request.steps))


async def resign(ask: Ask) -> Response:
    """Give up."""
    player = ask.player
    request = await ask.body(ResignRequest)
    await ask.world.playing.resign(player, await desk_of(ask), index(request.seat))
    return nothing()


async def propose(ask: Ask) -> Response:
    """Propose something."""
    player = ask.player
    request = await ask.body(ProposalRequest)
    desk = await desk_of(ask)
    proposal = await ask.world.agreements.propose(
        player, desk, ProposalKind(request.kind), index(request.seat), request.level
    )
    waiting = [seen for seen in proposals_seen(desk.table, desk.version) if seen.id == proposal.id]
    return answer(waiting[0], 201) if waiting else nothing()


async def answer_proposal(ask: Ask) -> Response:
    """Say yes or no."""
    player = ask.player
    request = await ask.body(AnswerRequest)
    number = ask.number("proposal")
    assert number is not None
    await ask.world.agreements.answer(player, await desk_of(ask), number, accept=request.accept)
    return nothing()


async def resume(ask: Ask) -> Response:
    """End a pause."""
    player = ask.player
    await ask.world.playing.resume(player, await desk_of(ask))
    return nothing()


async def rematch(ask: Ask) -> Response:
    """Play again."""
    desk = await ask.world.seating.rematch(ask.player, ask.path("id"))
    return answer(TableMade(desk.id, f"table/{desk.id}"), 201)


async def say(ask: Ask) -> Response:
    """Say something."""
    player = ask.player
    request = await ask.body(ChatRequest)
    ask.world.limits.spend(player.id, CHAT)
    await ask.world.talking.say(player, await desk_of(ask), request.text, request.greeting)
    return nothing()


async def lines(ask: Ask) -> Response:
    """Read what was said."""
    desk = await desk_of(ask)
    found = await ask.world.talking.lines(desk, ask.number("before"))
    is_player = bool(desk.table.seats_of(ask.visitor.id if ask.visitor else None))
    return answer(Lines([line_seen(n) for n in found if hears(desk.table, n.room, is_player=is_player)]))
