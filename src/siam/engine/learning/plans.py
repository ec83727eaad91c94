"""Decide the terms of training runs; nothing is compiled here, so that commands know their defaults at once."""

from dataclasses import dataclass
from typing import NamedTuple


class SelfPlay(NamedTuple):
    """How games against itself are played and learned from."""

    boards: int = 4
    beam: int = 2
    explore_per_mille: int = 50
    """How many moves are drawn instead of chosen."""
    scattered_per_mille: int = 600
    """How many games begin after random moves."""
    td_lambda: float = 0.95
    """The lambda of TD(lambda); with 0.7 the outcome hardly reaches the openings of long games."""
    repeats: int = 2
    """How many earlier afterstates are learned again for each new one."""


class Study(NamedTuple):
    """How endings are studied."""

    nodes: int = 24
    """How many leaves are looked at for a lesson."""
    first_cards: int = 9
    """An ending begins with a random number of cards from three up to this."""
    sure_cards: int = 3
    """With this many cards left or fewer an ending is proven, if `proofs` positions suffice."""
    proofs: int = 20_000
    explore_per_mille: int = 100
    td_lambda: float = 0.6
    repeats: int = 3
    exploration: float = 0.6
    best_line_weight: float = 0.0
    temperature: float = 0.06
    moves: int = 16
    boards: int = 8
    beam: int = 4


SELF_PLAY = SelfPlay()
STUDY = Study()


@dataclass(frozen=True, slots=True)
class TrainingPlan:
    """The terms of a training run. One thread repeats exactly; several learn into one net side by side."""

    players: int = 2
    games: int = 100_000
    units: int = 128
    seed: int = 1
    threads: int = 1
    first_rate: float = 0.004
    last_rate: float = 0.0002
    self_play: SelfPlay = SELF_PLAY
    endings: int = 0
    """How many endings are studied for every ten games."""
    study: Study = STUDY
