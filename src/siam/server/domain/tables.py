"""Decide who may sit where: a table from its making to the start of its game."""

from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cached_property
from random import Random

from siam.rules import Options, Seat
from siam.server.domain.clocks import NO_CLOCK, ClockSetting
from siam.server.domain.live_game import LiveGame
from siam.server.domain.proposals import Proposal, Settled
from siam.server.domain.refusals import Code, Refusal


class ChairKind(Enum):
    """What fills a seat."""

    OPEN = "open"
    INVITED = "invited"
    PLAYER = "player"
    BOT = "bot"
    HERE = "here"


@dataclass(frozen=True, slots=True)
class Chair:
    """Who sits, or may sit, on a seat. `HERE` is somebody at the host's own screen.

    `replaces` is who sat here before a bot took over.
    """

    kind: ChairKind
    player: str | None = None
    name: str | None = None
    level: str | None = None
    guest: bool = False
    replaces: "Chair | None" = None

    @property
    def owner(self) -> str | None:
        """The player whose game this is: who sits here, is invited, or sat here before a bot took over."""
        return self.player if self.replaces is None else self.replaces.player

    @property
    def is_filled(self) -> bool:
        """Whether somebody who can play sits here."""
        return self.kind in (ChairKind.PLAYER, ChairKind.BOT, ChairKind.HERE)

    @property
    def is_human(self) -> bool:
        """Whether a person moves for this seat."""
        return self.kind in (ChairKind.PLAYER, ChairKind.HERE)


OPEN_CHAIR = Chair(ChairKind.OPEN)


class Status(Enum):
    """Where a table stands."""

    OPEN = "open"
    RUNNING = "running"
    FINISHED = "finished"


@dataclass(frozen=True)
class Table:
    """Everything about a table but its log. `revision` rises with every change of it.

    `person` is who is charged for it: the host, or all guests of the host's address together. `proposed` counts the
    proposals so far, `settled` has what became of the latest, `asked` the entries of the moves that somebody has asked
    to take back.
    """

    id: str
    host: str
    created: float
    chairs: tuple[Chair, ...]
    board: str = "siam"
    board_file: str | None = None
    options: Options = field(default_factory=Options)
    clock: ClockSetting = NO_CLOCK
    public: bool = True
    rated: bool = False
    shuffle: bool = False
    seed: int | None = None
    name: str | None = None
    status: Status = Status.OPEN
    started: float | None = None
    finished: float | None = None
    rematch: str | None = None
    rematch_of: str | None = None
    proposals: tuple[Proposal, ...] = ()
    proposed: int = 0
    settled: tuple[Settled, ...] = ()
    asked: tuple[int, ...] = ()
    person: str | None = None
    revision: int = 0

    @property
    def is_full(self) -> bool:
        """Whether every seat is filled, so that the game can begin."""
        return all(chair.is_filled for chair in self.chairs)

    @property
    def can_start(self) -> bool:
        """Whether the game can begin and has not."""
        return self.status is Status.OPEN and self.is_full

    @property
    def waits(self) -> bool:
        """Whether the table waits for players."""
        return self.status is Status.OPEN and not self.is_full

    @property
    def bots(self) -> int:
        """How many bots sit here."""
        return sum(chair.kind is ChairKind.BOT for chair in self.chairs)

    @property
    def charged(self) -> str:
        """Who is charged for the table and the thinking of its bots."""
        return self.person or self.host

    @property
    def counts(self) -> bool:
        """Whether the game is rated; one that a bot has taken part in counts for nobody."""
        return self.rated and (self.status is Status.OPEN or self.may_be_rated())

    @property
    def is_silent(self) -> bool:
        """Whether partners may not talk (§2.2)."""
        return len(self.chairs) == 4 and self.options.table_talk.value == "silent"

    @cached_property
    def people(self) -> frozenset[str]:
        """The ids of the players who move for some seat."""
        return frozenset(self._seats_by_player)

    @cached_property
    def _seats_by_player(self) -> dict[str, tuple[Seat, ...]]:
        seats: dict[str, tuple[Seat, ...]] = {}
        for seat, chair in enumerate(self.chairs):
            if chair.is_human and chair.player is not None:
                seats[chair.player] = (*seats.get(chair.player, ()), seat)
        return seats

    def seats_of(self, player: str | None) -> tuple[Seat, ...]:
        """List the seats that a player moves for: one, or several on a shared screen."""
        return () if player is None else self._seats_by_player.get(player, ())

    def people_by_seat(self, game: LiveGame | None) -> tuple[str | None, ...]:
        """Return who plays each seat, also who may still come back to it; nobody for a bot."""
        held = {} if game is None else dict(game.vacated)
        return tuple(
            chair.owner if seat in held else chair.player if chair.is_human else None
            for seat, chair in enumerate(self.chairs)
        )

    def people_playing(self, game: LiveGame | None) -> frozenset[str]:
        """Return the people who play, also those who may still come back."""
        return frozenset(person for person in self.people_by_seat(game) if person is not None)

    def is_against_bots(self, game: LiveGame | None) -> bool:
        """Return whether one person plays against bots alone, so that advice is fair."""
        return len(self.people_playing(game)) == 1 and None in self.people_by_seat(game)

    def may_be_rated(self) -> bool:
        """Whether the game can count: accounts only, each on a seat of their own, dealt by chance."""
        members = [c.player for c in self.chairs if c.kind is ChairKind.PLAYER and not c.guest]
        return len(members) == len(set(members)) == len(self.chairs) and self.seed is None


def with_chair(table: Table, seat: Seat, chair: Chair) -> Table:
    """Put something else on a seat."""
    return replace(table, chairs=(*table.chairs[:seat], chair, *table.chairs[seat + 1 :]))


def take_seat(table: Table, seat: Seat, player: str, name: str, *, guest: bool) -> Table:
    """Seat a player on an open seat, or on one they are invited to."""
    _must_wait(table)
    chair = table.chairs[seat]
    if table.seats_of(player):
        raise Refusal(Code.ALREADY_SEATED)
    if chair.is_filled or (chair.kind is ChairKind.INVITED and chair.player != player):
        raise Refusal(Code.SEAT_TAKEN)
    return with_chair(table, seat, Chair(ChairKind.PLAYER, player=player, name=name, guest=guest))


def hand_over(table: Table, seat: Seat, level: str, *, returnable: bool) -> Table:
    """Let a bot play for somebody, who may come back if the seat is only left, not given up."""
    chair = table.chairs[seat]
    return with_chair(table, seat, Chair(ChairKind.BOT, level=level, replaces=chair if returnable else None))


def come_back(table: Table, seat: Seat) -> Table:
    """Return the table with a seat given back to the player whom a bot had replaced."""
    before = table.chairs[seat].replaces
    assert before is not None
    return with_chair(table, seat, before)


def leave_seat(table: Table, seat: Seat, player: str) -> Table:
    """Leave a seat before the start; the host may clear any seat."""
    _must_wait(table)
    if table.chairs[seat].player != player and table.host != player:
        raise Refusal(Code.NOT_YOUR_SEAT)
    return with_chair(table, seat, OPEN_CHAIR)


def arrange_seat(table: Table, seat: Seat, chair: Chair, player: str) -> Table:
    """Let the host decide what an empty seat is for."""
    _must_wait(table)
    if table.host != player:
        raise Refusal(Code.FORBIDDEN, "only the host arranges seats")
    sitting = table.chairs[seat]
    if sitting.kind is ChairKind.PLAYER and sitting.player != player:
        raise Refusal(Code.SEAT_TAKEN)
    return with_chair(table, seat, chair)


def fill(table: Table, level: str) -> Table:
    """Put bots onto all seats that still wait for somebody."""
    _must_wait(table)
    bot = Chair(ChairKind.BOT, level=level)
    return replace(table, chairs=tuple(c if c.is_filled else bot for c in table.chairs))


def begin(table: Table, at: float, seed: int) -> Table:
    """Start the game of a full table."""
    chairs = table.chairs
    if table.shuffle:
        chairs = tuple(Random(seed).sample(chairs, len(chairs)))
    begun = replace(table, chairs=chairs, status=Status.RUNNING, started=at)
    return replace(begun, rated=begun.rated and begun.may_be_rated())


def rotated(table: Table, table_id: str, player: str, person: str, at: float) -> Table:
    """Make the table of a rematch: seats rotated by one, the others invited."""
    chairs = [_invitation(c) if c.player != player else c for c in (*table.chairs[1:], table.chairs[0])]
    return replace(
        table,
        id=table_id,
        host=player,
        person=person,
        created=at,
        chairs=tuple(chairs),
        seed=None,
        shuffle=False,
        status=Status.OPEN,
        started=None,
        finished=None,
        rematch=None,
        rematch_of=table.id,
        proposals=(),
        proposed=0,
        settled=(),
        asked=(),
        revision=0,
    )


def _invitation(chair: Chair) -> Chair:
    return replace(chair, kind=ChairKind.INVITED) if chair.kind is ChairKind.PLAYER else replace(chair, replaces=None)


def _must_wait(table: Table) -> None:
    if table.status is not Status.OPEN:
        raise Refusal(Code.ALREADY_STARTED)


def renamed(table: Table, player: str, name: str) -> Table:
    """Return the table with another name wherever a player sits, is invited, or sat before a bot came."""
    return replace(table, chairs=tuple(_renamed(chair, player, name) for chair in table.chairs))


def _renamed(chair: Chair, player: str, name: str) -> Chair:
    if chair.replaces is not None:
        chair = replace(chair, replaces=_renamed(chair.replaces, player, name))
    own = chair.player == player and chair.kind in (ChairKind.PLAYER, ChairKind.INVITED)
    return replace(chair, name=name) if own else chair
