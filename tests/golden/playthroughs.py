"""Writes games down so that a person can follow them, and reads such a page again.

A page holds a title, what it shows, the deal, the setup and the moves; everything else on it follows from these.
`python -m tests.golden.playthroughs` writes every page anew from its own moves.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from siam.notation import (
    format_counts,
    format_move,
    format_options,
    format_position,
    parse_move,
    parse_options,
    parse_position,
)
from siam.rules import (
    Board,
    CardPlayed,
    Control,
    Event,
    Faction,
    FactionVerdict,
    FollowerPlaced,
    FollowersSwapped,
    FollowerTaken,
    Game,
    GameEnded,
    Outcome,
    Passed,
    Position,
    SeatVerdict,
    StruggleResolved,
    TilesSwapped,
    Turn,
    deal,
    load_board,
)

FOLDER = Path(__file__).parent
CARD_NAMES = ("Maharacha", "Khon Thai", "1 vs 1", "2 vs 1", "Rama", "Lao", "Malai")
HEAD = re.compile(r"\A# (.*)\n# (.*)\n\ndeal +(.*)\noptions +(.*)\nsetup +(.*)\n")
MOVE = re.compile(r"^ *\d+\. seat \d +(.+)$", re.MULTILINE)


@dataclass(frozen=True)
class Playthrough:
    """A game with a title, a word on what it shows, and the seed of its deal (empty: made by hand)."""

    title: str
    shows: str
    seed: str
    game: Game

    @property
    def dealt(self) -> Position | None:
        """The position that the seed deals now; None for a setup made by hand."""
        setup = self.game.setup
        if not self.seed:
            return None
        return deal(len(setup.players), self.seed, board=load_board(setup.board.name), options=setup.options)


def pages() -> list[Path]:
    """List every page."""
    return sorted(FOLDER.glob("*.txt"))


def read(page: Path) -> Playthrough:
    """Read a page: only its head and its moves count."""
    text = page.read_text(encoding="utf-8")
    head = HEAD.match(text)
    assert head, f"{page.name} does not begin as a playthrough does"
    title, shows, dealt, options, setup = head.groups()
    position = parse_position(setup, parse_options("" if options == "the book" else options))
    game = Game(position).play_all(parse_move(position.board, move) for move in MOVE.findall(text))
    return Playthrough(title, shows, dealt.removeprefix("by hand").removeprefix("seed "), game)


def write(playthrough: Playthrough) -> str:
    """Write a page: every turn with its move and what happened, and the position after each struggle."""
    game = playthrough.game
    lines = [
        f"# {playthrough.title}",
        f"# {playthrough.shows}",
        "",
        f"deal     {f'seed {playthrough.seed}' if playthrough.seed else 'by hand'}",
        f"options  {format_options(game.setup.options) or 'the book'}",
        f"setup    {format_position(game.setup)}",
        "",
    ]
    for number, turn in enumerate(game.turns, start=1):
        lines += _turn_lines(number, game.setup.board, turn)
    return "\n".join(lines).rstrip("\n") + "\n"


def _turn_lines(number: int, board: Board, turn: Turn) -> list[str]:
    lines = [f"{number:3}. seat {turn.seat + 1}  {format_move(board, turn.move)}"]
    for event in turn.events:
        lines += [f"       {sentence}" for sentence in _sentences(board, event)]
    if any(isinstance(event, StruggleResolved) for event in turn.events):
        lines += [f"       {format_position(turn.position)}", ""]
    return lines


def _sentences(board: Board, event: Event) -> list[str]:
    names = [province.name() for province in board.provinces]
    match event:
        case Passed():
            return []
        case CardPlayed(_, card, has_effect):
            return [] if has_effect else [f"{CARD_NAMES[card]} can do nothing"]
        case TilesSwapped(moved, king):
            return [f"the tiles of {names[moved]} and {names[king]} change places; {names[king]} gets the king marker"]
        case FollowerPlaced(faction, province):
            return [f"{_follower(faction)} comes from the supply to {names[province]}"]
        case FollowersSwapped(swap):
            left, right = (_followers(given) for given in (swap.left_given, swap.right_given))
            return [f"{names[swap.left]} gives {left} to {names[swap.right]} for {right}"]
        case FollowerTaken(seat, faction, province):
            return [f"seat {seat + 1} takes {_follower(faction)} from {names[province]}"]
        case StruggleResolved(province, control, followers):
            ruler = "the British" if control is Control.BRITISH else control.name.capitalize()
            return [f"all have passed: {names[province]} ({format_counts(followers)}) falls to {ruler}"]
        case GameEnded(outcome):
            return _outcome_lines(outcome)


def _follower(faction: Faction) -> str:
    return f"a {faction.name.capitalize()} follower"


def _followers(given: tuple[Faction, ...]) -> str:
    return " and ".join(map(_follower, given))


def _outcome_lines(outcome: Outcome) -> list[str]:
    british = outcome.ending is Control.BRITISH
    lines = ["Siam is a British colony" if british else f"{outcome.ending.name.capitalize()} rules Siam"]
    for verdict in outcome.trail:
        match verdict:
            case FactionVerdict(criterion, figures, left):
                told = ", ".join(f"{control.name.capitalize()} with {figure}" for control, figure in figures)
                who = ", ".join(control.name.capitalize() for control in left)
            case SeatVerdict(criterion, faction, seat_figures, seats_left):
                told = ", ".join(f"{_seats(seats)} with {figure}" for seats, figure in seat_figures)
                told += f" ({faction.name.capitalize()})" if faction is not None else ""
                who = ", ".join(map(_seats, seats_left)) or "nobody"
        name = criterion.name.lower().replace("_", " ")
        lines.append(f"  {criterion.value} {name}: {told}{' -> ' if told else ''}{who}")
    winners = _seats(outcome.winners) if outcome.winners else "nobody"
    return [*lines, f"{winners} wins" if len(outcome.winners) < 2 else f"{winners} win"]


def _seats(seats: tuple[int, ...]) -> str:
    return ("seats " if len(seats) > 1 else "seat ") + " and ".join(str(seat + 1) for seat in seats)


if __name__ == "__main__":
    for each in pages():
        each.write_text(write(read(each)), encoding="utf-8")
