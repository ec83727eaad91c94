"""Decide what is measured: the named tasks, against whom, on which maps, and with how much thinking."""

from dataclasses import dataclass
from typing import Final, Literal

Budget = Literal["small", "full"]
SEED: Final = 20_261_118


@dataclass(frozen=True, slots=True)
class Compute:
    """How much the agent may think: seconds for a move on the average of a game, or as much as it likes (None)."""

    name: str
    seconds: float | None = None

    def __str__(self) -> str:
        return self.name if self.seconds is None else f"{self.name}: {self.seconds:g} s a move"


FULL: Final = Compute("full")
LIMITED: Final = Compute("limited", 0.05)


@dataclass(frozen=True, slots=True)
class Task:
    """What is measured: against whom, with how many players, on which maps, in how many deals, with what compute.

    Opponents count nodes or do not search, so theirs is a part of their name.
    """

    name: str
    about: str
    opponents: tuple[str, ...] = ()
    players: int = 2
    boards: tuple[str, ...] = ("siam",)
    unseen_maps: int = 0
    """So many maps are made from the seed, besides the named ones."""
    deals: tuple[int, int] = (5, 100)
    """On each map, with the small and with the full budget."""
    compute: Compute = FULL
    needs_data: bool = False
    """Whether it is for agents that have learned from the fixed data set and nothing else."""

    @property
    def map_count(self) -> int:
        """On how many maps it is played."""
        return len(self.boards) + self.unseen_maps


TASKS: Final = (
    Task("two-players", "the duel", ("random", "greedy", "3", "5", "7", "champion[nodes=400]")),
    Task("two-players-limited", "the duel, quickly", ("greedy", "3", "5", "7[nodes=50]"), compute=LIMITED),
    Task("three-players", "everybody for themselves", ("random", "greedy", "3", "5"), players=3, deals=(2, 40)),
    Task(
        "three-players-limited",
        "everybody for themselves, quickly",
        ("greedy", "3"),
        players=3,
        deals=(2, 40),
        compute=LIMITED,
    ),
    Task("four-players", "teams of two", ("random", "greedy", "3", "5"), players=4),
    Task("four-players-limited", "teams of two, quickly", ("greedy", "3"), players=4, compute=LIMITED),
    Task(
        "unseen-maps",
        "maps that training may not have used: albion, and four made from the seed",
        ("random", "greedy", "3"),
        boards=("albion",),
        unseen_maps=4,
        deals=(1, 20),
    ),
    Task("unknown-opponents", "players with a style, whom training may not have met", ("hasty", "royalist", "patient")),
    Task(
        "fixed-data",
        "agents that learned from the fixed data set and nothing else",
        ("random", "greedy", "2", "3", "5"),
        compute=Compute("limited", 0.2),
        needs_data=True,
    ),
    Task("puzzles", "endings with one winning move; all moves of a solution count", players=0, boards=()),
)
