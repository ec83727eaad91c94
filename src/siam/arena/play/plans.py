"""Decide which games a tournament has: every deal is played again with the seats rotated.

A *match* is a group of entrants who meet; all matches play the same deals. In a match of two everybody holds
each seat as often as the other: with three players all six ways to seat one against two and two against one,
with four the two entrants as teams. So half of the wins is a fair share at any number of players.
"""

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field, fields
from itertools import combinations, pairwise, permutations
from typing import Any, Literal, get_args

from siam.arena.play.entrants import Entrant, EntrantError, entrant_of
from siam.arena.play.sequential import Sprt
from siam.notation import format_options, format_position, parse_options
from siam.rules import BOOK, PLAYER_COUNTS, Options, SiamError, deal, load_board

Format = Literal["pairs", "ladder", "near", "gauntlet", "mixed", "self"]
NEAR = 2
"""How far apart entrants of the format `near` may stand to meet."""


class PlanError(SiamError):
    """A tournament that cannot be played."""


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
    software: str = ""
    """What plays it, for the record."""
    chances: int | None = None
    """With how many nodes the engine looks at every position afterwards, if it does."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A tournament before it is played: who, how many deals, which seed; equal plans give equal games.

    Whoever enters may be given by name (`"greedy"`), as an `Entrant`, or as any object with `choose`.
    """

    entrants: Sequence[Entrant | Any]
    players: int = 2
    deals: int = 100
    seed: int = 1
    format: Format = "pairs"
    board: str = "siam"
    options: Options = field(default=BOOK)
    seconds: float | None = None
    sprt: Sprt | None = None
    chances: int | None = None
    """With how many nodes the engine says, once a game is over, what chances it sees in every position."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "entrants", tuple(map(entrant_of, self.entrants)))
        if self.players not in PLAYER_COUNTS:
            raise PlanError(f"two, three or four play King of Siam, not {self.players}")
        if self.deals < 1:
            raise PlanError(f"a tournament has one deal or more, not {self.deals}")
        if self.format not in get_args(Format):
            raise PlanError(f"there is no format {self.format!r}; known: {', '.join(get_args(Format))}")
        if self.format == "self" and self.sprt:
            raise PlanError("a sequential test needs somebody to play against")
        if len(set(self.names)) != len(self.names):
            raise EntrantError("two entrants have the same name; write TITLE=… before one, or give an object a `name`")
        least = {"self": 1, "mixed": self.players}.get(self.format, 2)
        if len(self.names) < least:
            raise EntrantError(f"the format {self.format} needs at least {least} entrants")

    @property
    def names(self) -> tuple[str, ...]:
        """What the entrants are called in the tables."""
        return tuple(entrant.name for entrant in self.entrants)

    @property
    def matches(self) -> tuple[tuple[int, ...], ...]:
        """The matches: who plays whom, by index into the entrants."""
        everyone = range(len(self.entrants))
        match self.format:
            case "self":
                return tuple((one,) for one in everyone)
            case "ladder":
                return tuple((upper, lower) for lower, upper in pairwise(everyone))
            case "near":
                return tuple((upper, lower) for lower, upper in combinations(everyone, 2) if upper - lower <= NEAR)
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
                        chances=self.chances,
                    )
                    number += 1

    @property
    def games_per_deal(self) -> int:
        """How many games one deal makes."""
        return sum(len(seatings(self.players, members)) for members in self.matches)

    def to_json(self) -> dict[str, Any]:
        """Write the plan down, so that a tournament can be taken up again later."""
        return {
            **{part.name: getattr(self, part.name) for part in fields(self)},
            "entrants": [{"name": entrant.name, "recipe": entrant.recipe} for entrant in self.entrants],
            "options": format_options(self.options),
            "sprt": asdict(self.sprt) if self.sprt else None,
        }

    @classmethod
    def from_json(cls, content: dict[str, Any]) -> "Plan":
        """Read a plan back; what an older format did not have keeps its default."""
        entrants = tuple(Entrant(**entrant) for entrant in content["entrants"])
        options = parse_options(content.get("options", ""))
        sprt = Sprt(**content["sprt"]) if content.get("sprt") else None
        return cls(**{**content, "entrants": entrants, "options": options, "sprt": sprt})

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
