"""Decide what a link to a table shows before it is opened: only what any stranger with the link may see."""

from collections.abc import Sequence
from dataclasses import dataclass

from siam.drawing import postcard_svg
from siam.rules import Board, Position
from siam.server.domain.live_game import LiveGame
from siam.server.domain.tables import Chair, ChairKind, Status, Table
from siam.translation import Translator


@dataclass(frozen=True, slots=True)
class Postcard:
    """A headline, a line below it, and the names of the seats."""

    headline: str
    line: str
    names: tuple[str, ...]


def postcard(table: Table, game: LiveGame | None, board: Board, host: str | None, _: Translator) -> Postcard:
    """Return in words what goes on at a table."""
    names = tuple(_name(chair, _) for chair in table.chairs)
    if table.status is Status.OPEN or game is None:
        headline = _("{name} invites you to a game", name=host) if host else _("You are invited to a game")
        free = sum(not chair.is_filled for chair in table.chairs)
        players = _("King of Siam for {n} players", n=len(names))
        seats = _.n("{n} seat is free", "{n} seats are free", free)
        return Postcard(headline, f"{players} · {seats}", names)
    everybody = _together(names, _)
    if game.result is not None:
        winners = [names[seat] for seat in game.result.winners]
        won = _("Won by {names}", names=_together(winners, _)) if winners else _("Nobody has won")
        return Postcard(everybody, won, names)
    position = game.position
    assert position.contested is not None
    province = board.provinces[position.contested].name(_.language)
    struggle = position.resolved_count + 1
    return Postcard(everybody, _("Power struggle {number} of 8: {province}", number=struggle, province=province), names)


def postcard_picture(said: Postcard, shown: Board | Position, _: Translator) -> str:
    """Draw a table as SVG."""
    return postcard_svg(
        shown,
        headline=said.headline,
        line=said.line,
        names=said.names,
        language=_.language,
        supply_title=_("Supply"),
    )


def _name(chair: Chair, _: Translator) -> str:
    if chair.kind is ChairKind.BOT:
        return _("Bot {level}", level=chair.level)
    return chair.name if chair.is_filled and chair.name else _("a free seat")


def _together(names: Sequence[str], _: Translator) -> str:
    if len(names) == 1:
        return names[0]
    return _("{names} and {last}", names=", ".join(names[:-1]), last=names[-1])
