"""One scale for everybody: baselines, networks, levels, styles and champions rated together, each against neighbours.

Entrants stand in the order of their expected strength; each meets the two above it, so that the scale hangs together
with few games. Those who think long play fewer games than the others. Ratings are by maximum likelihood, and `random`
is 0.
"""

import shlex
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

from siam.arena.figures.estimates import Estimate, ratings
from siam.arena.play.archive import makers_of, read_archive
from siam.arena.play.entrants import entrant_of
from siam.arena.play.games import Result
from siam.arena.play.plans import NEAR, Plan, seatings
from siam.arena.reports.plots import PLAYER_COLOURS, new_figure, save, whisker
from siam.arena.reports.report import PLAYER_WORDS
from siam.provenance import Provenance, told
from siam.rules import Move, Position, legal_moves

ANCHOR = "random"
UNIFORM = "uniform=py:siam.arena.scale:UniformAgent"
MCTS = "mcts100=py:siam.rl.openspiel_search:MCTSAgent[simulations=100]"
PPO = "ppo=py:siam.rl.policies:ppo"
DQN = "dqn=py:siam.rl.policies:dqn"
QUICK = (
    *(UNIFORM, ANCHOR, "1", "2", "greedy", "uct200=uct[nodes=200]", DQN, PPO, MCTS, "3", "uct2000=uct[nodes=2000]"),
    *("4", "5"),
)
SLOW = (
    *("hasty", "anglophile", "royalist", "patient", "6", "7", "former=champion-0.1[nodes=400]"),
    *("champion400=champion[nodes=400]", "8"),
)
"""Those who think long, all of them stronger than the quick ones."""
EVERYBODY = (*QUICK, *SLOW)


@dataclass(frozen=True, slots=True)
class Part:
    """A tournament of the scale: its plan, and where its first entrant stands among everybody."""

    folder: str
    plan: Plan
    first: int


def parts_of(agents: Sequence[str], players: int, deals: int, slow_deals: int, seed: int) -> tuple[Part, ...]:
    """Return the tournaments: one for agents of somebody's choice, two for everybody: of the quick, and of the slow.

    The second begins with the strongest of the first, so that both hang together.
    """

    def plan(entrants: Sequence[str], count: int) -> Plan:
        return Plan(tuple(entrants), players=players, deals=count, seed=seed, format="near")

    if agents:
        return (Part(str(players), plan(agents, deals), 0),)
    begun = len(QUICK) - NEAR
    slow = Part(f"{players}-slow", plan(EVERYBODY[begun:], slow_deals), begun)
    return Part(str(players), plan(QUICK, deals), 0), slow


class UniformAgent:
    """Draws whole moves uniformly; `random` draws step by step, which gives another distribution."""

    name = "uniform"

    def choose(self, position: Position, *, seed: int = 0) -> Move:
        """Draw a move."""
        return legal_moves(position).sample(Random(seed))


@dataclass(frozen=True, slots=True)
class Rung:
    """One entrant on the scale of one number of players."""

    name: str
    rating: Estimate
    games: int


@dataclass(frozen=True, slots=True)
class Played:
    """The games of a part: all whole deals that a directory holds, and what played them."""

    part: Part
    deals: int
    results: Sequence[Result]
    makers: Sequence[Provenance]


def played_in(out: Path, parts: Sequence[Part]) -> list[Played]:
    """Return what a directory holds of these tournaments; nothing unless each has a whole deal."""
    found = []
    for part in parts:
        folder = out / part.folder
        if not folder.is_dir():
            return []
        plan, results = read_archive(folder)
        deals = len(results) // plan.games_per_deal
        if deals == 0 or replace(plan, deals=1) != replace(part.plan, deals=1):
            return []
        whole = [result for result in results if result.deal < deals]
        found.append(Played(part, deals, whole, makers_of(folder)))
    return found


def scale_of(agents: Sequence[str], played: Sequence[Played]) -> list[Rung]:
    """Rate all agents by all tournaments together, from the strongest; the anchor is 0."""
    names = [entrant_of(agent).name for agent in agents]
    joined: list[Result] = []
    deals = 0
    for one in played:
        for result in one.results:
            seats = tuple(one.part.first + entrant for entrant in result.seats)
            joined.append(replace(result, seats=seats, deal=deals + result.deal))
        deals += one.deals
    found = ratings(joined, len(names))
    zero = found[names.index(ANCHOR)].value if ANCHOR in names else 0.0
    rungs = []
    for name, rating in zip(names, found, strict=True):
        moved = replace(rating, value=rating.value - zero, low=rating.low - zero, high=rating.high - zero)
        rungs.append(Rung(name, moved, rating.games))
    return sorted(rungs, key=lambda rung: -rung.rating.value)


def command_for(agents: Sequence[str], played: Sequence[Played]) -> str:
    """Return the command that plays these games again."""
    first = played[0].part.plan
    games = [str(one.deals * len(seatings(first.players, (0, 1)))) for one in played]
    words = ["siam", "arena", "scale", *agents, "--players", str(first.players), "--games", games[0]]
    words += ["--slow-games", games[1]] if len(games) > 1 else []
    return shlex.join([*words, "--seed", str(first.seed)])


def makers_told(played: Sequence[Played]) -> str:
    """Say what played the games: the versions whose engine and weights differ, each with its commits."""
    commits: dict[str, list[str]] = {}
    for maker in (maker for one in played for maker in one.makers):
        said = commits.setdefault(told({**maker, "commit": None}), [])
        if maker.get("commit") and maker["commit"] not in said:
            said.append(str(maker["commit"]))
    return "; ".join(f"{made}, commit {', '.join(said)}" if said else made for made, said in commits.items())


def write_scale(agents: Sequence[str], played: dict[int, list[Played]], page: Path) -> None:
    """Write the page with its table and its picture."""
    scales = {players: scale_of(agents or EVERYBODY, parts) for players, parts in played.items()}
    everything = [one for parts in played.values() for one in parts]
    page.parent.mkdir(parents=True, exist_ok=True)
    picture = page.with_name(page.stem + "-plot")
    _draw(scales, picture)
    names = sorted({rung.name for rungs in scales.values() for rung in rungs}, key=lambda name: _place(scales, name))
    heads = [f"{PLAYER_WORDS[players]} players" for players in scales]
    lines = [
        "# One scale",
        "",
        "Each of these against its neighbours, all rated together by maximum likelihood (Bradley–Terry): 400 points",
        f"are ten to one, and `{ANCHOR}`, which draws step by step, is 0. `uniform` draws whole moves. ± is the 95 %",
        "interval around the mean of all, counted in deals; in brackets the games that each of them played.",
        "[Who they are, and how it works](arena.md#one-scale).",
        "",
        f"![Ratings with their intervals]({picture.name}.svg)",
        "",
        f"| agent | {' | '.join(heads)} |",
        f"|---|{'---:|' * len(heads)}",
        *(f"| {name} | {' | '.join(_cell(rungs, name) for rungs in scales.values())} |" for name in names),
        "",
        f"{sum(len(one.results) for one in everything):,} games, played by {makers_told(everything)}:",
        "",
        "```sh",
        *(command_for(agents, parts) for parts in played.values()),
        "```",
    ]
    page.write_text("\n".join(lines) + "\n", encoding="utf-8")


def _place(scales: dict[int, list[Rung]], name: str) -> float:
    found = [rung.rating.value for rungs in scales.values() for rung in rungs if rung.name == name]
    return -sum(found) / len(found)


def _cell(rungs: list[Rung], name: str) -> str:
    for rung in rungs:
        if rung.name == name:
            return f"{rung.rating.value:+.0f} ± {(rung.rating.high - rung.rating.low) / 2:.0f} ({rung.games})"
    return "–"


def _draw(scales: dict[int, list[Rung]], path: Path) -> None:
    first: list[Rung] = next(iter(scales.values()))
    names = [rung.name for rung in reversed(first)]
    figure, axes = new_figure(height=1.2 + 0.38 * len(names))
    for shift, (players, rungs) in enumerate(scales.items()):
        for rung in rungs:
            if rung.name in names:
                place: Any = names.index(rung.name) - 0.2 * shift
                whisker(axes, place, rung.rating, colour=PLAYER_COLOURS[players])
    axes.set_yticks(range(len(names)), names)
    axes.set_xlabel(f"rating ({ANCHOR} is 0; 400 points: ten to one)")
    save(figure, path)
