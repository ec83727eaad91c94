"""Decide how the table looks in the terminal: the track with its provinces, the players, a hand of cards."""

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from siam.cli.terminal.chart import chart
from siam.cli.terminal.names import Cast
from siam.cli.terminal.sentences import outcome_sentence, standing_sentence
from siam.cli.terminal.signs import ARROW, HOME, KING, PLAIN, SIGNS, STYLES
from siam.rules import (
    FACTIONS,
    Card,
    Control,
    Faction,
    Followers,
    Game,
    Hand,
    Position,
    Province,
    Seat,
    controller,
    seat_views,
    standing_outcome,
)


def table_picture(
    console: Console, cast: Cast, game: Game, watcher: Seat | None, *, with_chart: bool = False
) -> RenderableType:
    """Draw the whole table as a seat (or nobody in particular) may see it."""
    position = game.position
    standing = standing_outcome(position)
    says = outcome_sentence if position.is_over else standing_sentence
    drawn = chart(cast, position) if with_chart else None
    picture = Group(
        *((drawn, Text()) if drawn else ()),
        heading(cast, position),
        track_picture(cast, position),
        Text(),
        players_picture(cast, game, watcher),
        Text(),
        Text(says(cast, standing), style="italic"),
    )
    return picture if speaks_unicode(console) else _plainly(console, picture)


def heading(cast: Cast, position: Position) -> Text:
    """Return which struggle is on, for which province."""
    _ = cast._
    if position.contested is None:
        return Text(_("The game is over."), style="bold reverse")
    said = _(
        "Power struggle {number} of 8: {province}",
        number=position.resolved_count + 1,
        province=cast.province(position.contested),
    )
    return Text(f" {said} ", style="bold reverse")


def track_picture(cast: Cast, position: Position) -> Table:
    """Draw the eight boxes of the track, each with its province: followers, control, neighbours."""
    _ = cast._
    table = Table(box=None, pad_edge=False, padding=(0, 1))
    table.add_column("", justify="right")
    table.add_column(_("Province"), no_wrap=True)
    for faction in FACTIONS:
        table.add_column(Text(cast.control(faction), style=STYLES[Control(faction)]), no_wrap=True)
    table.add_column(_("Control"), no_wrap=True)
    table.add_column(_("Neighbours"), style="dim", no_wrap=True)
    for box, province in enumerate(position.track, start=1):
        table.add_row(*_box(cast, position, box, province))
    supply = [Text(str(position.supply[faction]), style=STYLES[Control(faction)]) for faction in FACTIONS]
    table.add_row("", Text(_("Supply"), style="italic"), *supply)
    return table


def _box(cast: Cast, position: Position, box: int, province: Province) -> list[RenderableType]:
    _ = cast._
    control, is_contested = position.controls[province], province == position.contested
    style = "bold" if is_contested else "dim" if control is not None else ""
    name = Text(f"{cast.board.codes[province]} {cast.province(province)}", style=style)
    home = cast.board.home_of(province)
    if home is not None:
        name.append(f" {HOME}{home.letter}", style=STYLES[Control(home)])
    if position.kings[province]:
        name.append(f" {KING}", style="bold magenta")
    number = Text(f"{ARROW} {box}" if is_contested else str(box), style=style)
    neighbours = " ".join(cast.board.codes[other] for other in cast.board.neighbours[province])
    if control is not None:
        return [number, name, "", "", "", control_picture(cast, control), Text(neighbours)]
    there = position.followers[province]
    leading = controller(there)
    return [
        number,
        name,
        *(_followers_picture(there, faction) for faction in FACTIONS),
        Text.assemble("(", control_picture(cast, leading), ")"),
        Text(neighbours),
    ]


def control_picture(cast: Cast, control: Control) -> Text:
    """Draw who controls a province."""
    return Text(f"{SIGNS[control]} {cast.control(control)}", style=STYLES[control])


def _followers_picture(there: Followers, faction: Faction) -> Text:
    count, control = there[faction], Control(faction)
    if not count:
        return Text("·", style="dim")
    drawn = SIGNS[control] * count if count <= 5 else f"{SIGNS[control]}×{count}"
    return Text(drawn, style=STYLES[control])


def players_picture(cast: Cast, game: Game, watcher: Seat | None) -> Table:
    """Draw the players in turn order: court, cards left, the top of the discard pile, or all of it if it is open."""
    _, position = cast._, game.position
    table = Table(box=None, pad_edge=False, padding=(0, 1))
    table.add_column("")
    table.add_column(_("Player"), no_wrap=True)
    table.add_column(_("Court"), no_wrap=True)
    table.add_column(_("Cards"), no_wrap=True)
    table.add_column(_("Played"), no_wrap=False)
    for seat, (player, seen) in enumerate(zip(position.players, seat_views(game, watcher), strict=True)):
        is_to_move = seat == position.to_move and not position.is_over
        hand = hand_letters(seen.hand) if seen.hand is not None else str(seen.hand_size)
        table.add_row(
            ARROW if is_to_move else "",
            Text(_team_name(cast, seat, len(position.players)), style="bold" if is_to_move else ""),
            court_picture(player.court),
            hand,
            ", ".join(cast.card(card) for card in seen.discards) or "-",
        )
    return table


def _team_name(cast: Cast, seat: Seat, players: int) -> str:
    name = cast.player(seat)
    if players < 4:
        return name
    return cast._("{name} (team {team})", name=name, team="AB"[seat % 2])


def court_picture(court: Followers) -> Text:
    """Draw the followers that a player has taken."""
    parts = [(f"{SIGNS[Control(faction)]} {court[faction]}  ", STYLES[Control(faction)]) for faction in FACTIONS]
    return Text.assemble(*parts)


def hand_letters(hand: Hand) -> str:
    """Write a hand as its letters."""
    return " ".join(card.letter for card in hand) or "-"


def hand_picture(cast: Cast, cards: tuple[Card, ...], hand: Hand) -> Table:
    """List the cards that may be played, with what they do."""
    _ = cast._
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 1))
    for card in cards:
        times = hand.count(card)
        name = _("{card} (twice)", card=cast.card(card)) if times > 1 else cast.card(card)
        faction = card.faction
        style = STYLES[Control(faction)] if faction is not None else "bold"
        table.add_row(Text(f"  {card.letter}", style="bold cyan"), Text(name, style=style), Text(cast.deed(card)))
    return table


def speaks_unicode(console: Console) -> bool:
    """Return whether the terminal can show our signs."""
    return console.encoding.lower().replace("-", "").startswith("utf")


def _plainly(console: Console, picture: RenderableType) -> Text:
    with console.capture() as captured:
        console.print(picture)
    text = captured.get().rstrip("\n")
    for sign, letter in PLAIN.items():
        text = text.replace(sign, letter)
    return Text.from_ansi(text.replace("·", ".").replace("×", "x"))
