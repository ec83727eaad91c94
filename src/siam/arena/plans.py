"""Decide which games a tournament has: every deal is played again with the seats rotated.

A *match* is a group of entrants who meet; all matches play the same deals. In a match of two everybody holds
each seat as often as the other: with three players all six ways to seat one against two and two against one,
with four the two entrants as teams. So half of the wins is a fair share at any number of players.
"""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from itertools import combinations, pairwise, permutations
from typing import Any, Literal

from siam.arena.entrants import Entrant, EntrantError
from siam.notation import format_options, format_position, parse_options
from siam.rules import BOOK, Options, deal, load_board

Format = Literal["pairs", "ladder", "gauntlet", "mixed", "self"]


@dataclass(frozen=True, slots=True)
class Job:
    """One game to play: enough for any process to play it, and always in the same way."""

    number: int
    match: int
    deal: int
    setup: str
    options: str
    board: str
    seats: tuple[int, ...]
    seed: int
    label: str = ""


@dataclass(frozen=True, slots=True)
class Plan:
    """A tournament before it is played: who, how many deals, which seed; equal plans give equal games."""

    entrants: tuple[Entrant, ...]
    players: int = 2
    deals: int = 100
    seed: int = 1
    format: Format = "pairs"
    board: str = "siam"
    options: Options = field(default=BOOK)
    seconds: float | None = None

    def __post_init__(self) -> None:
        names = [entrant.name for entrant in self.entrants]
        if len(set(names)) != len(names):
            raise EntrantError("two entrants have the same name; write TITLE=… before one of them")
        least = {"self": 1, "mixed": self.players}.get(self.format, 2)
        if len(names) < least:
            raise EntrantError(f"the format {self.format} needs at least {least} entrants")

    @property
    def matches(self) -> tuple[tuple[int, ...], ...]:
        """Who meets whom, by index into the entrants."""
        everyone = range(len(self.entrants))
        match self.format:
            case "self":
                return tuple((one,) for one in everyone)
            case "ladder":
                return tuple((upper, lower) for lower, upper in pairwise(everyone))
            case "gauntlet":
                return tuple((0, other) for other in everyone[1:])
            case "mixed":
                return tuple(combinations(everyone, self.players))
            case "pairs":
                return tuple(combinations(everyone, 2))

    def jobs(self) -> Iterator[Job]:
        """List all games: deal by deal, in each deal match by match, in each match seating by seating."""
        board = load_board(self.board)
        number = 0
        for index in range(self.deals):
            setup = deal(self.players, f"{self.seed}/{self.players}/{index}", board=board, options=self.options)
            text = format_position(setup)
            for match, members in enumerate(self.matches):
                for seats in seatings(self.players, members):
                    yield Job(
                        number=number,
                        match=match,
                        deal=index,
                        setup=text,
                        options=format_options(self.options),
                        board=self.board,
                        seats=seats,
                        seed=seed_of(self.seed, self.players, index, match, *seats),
                    )
                    number += 1

    @property
    def games_per_deal(self) -> int:
        """How many games one deal makes."""
        return sum(len(seatings(self.players, members)) for members in self.matches)

    def to_json(self) -> dict[str, Any]:
        """Write the plan down, so that a tournament can be taken up again later."""
        return {**asdict(self), "options": format_options(self.options)}

    @classmethod
    def from_json(cls, content: dict[str, Any]) -> "Plan":
        """Read a plan back."""
        entrants = tuple(Entrant(**entrant) for entrant in content["entrants"])
        return cls(**{**content, "entrants": entrants, "options": parse_options(content["options"])})

    def __str__(self) -> str:
        return json.dumps(self.to_json(), sort_keys=True)


def seatings(players: int, members: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """List how a match is seated, so that every member holds every seat equally often."""
    if len(members) == 1:
        return (members * players,)
    if len(members) == 2:
        a, b = members
        if players == 3:
            return ((a, b, b), (b, a, b), (b, b, a), (b, a, a), (a, b, a), (a, a, b))
        return tuple((one, other) * (players // 2) for one, other in ((a, b), (b, a)))
    if players == 4:
        first, *rest = members
        orders = [(first, *rotated) for rotated in (rest, rest[1:] + rest[:1], rest[2:] + rest[:2])]
        return tuple(order[turn:] + order[:turn] for order in orders for turn in range(4))
    return tuple(permutations(members))


def seed_of(*parts: int | str) -> int:
    """Make a seed of some numbers and texts, the same on every machine."""
    digest = hashlib.blake2b(json.dumps(parts).encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big") >> 1
