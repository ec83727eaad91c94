"""Draws tables, positions and whole games for the properties; the same ones in every run."""

from __future__ import annotations

from random import Random

from hypothesis import settings
from hypothesis import strategies as st

from siam.notation import parse_position
from siam.rules import (
    CARDS,
    NO_EFFECT,
    PASS,
    CardStep,
    Cell,
    Effect,
    Faction,
    Game,
    HalfMove,
    Move,
    Options,
    Place,
    Play,
    Position,
    Swap,
    SwapTiles,
    deal,
    load_board,
)
from tests.differential.tables import OPTION_SETS, sparse_table

few = settings(max_examples=40, deadline=None, derandomize=True, database=None)
many = settings(max_examples=250, deadline=None, derandomize=True, database=None)

player_counts = st.integers(2, 4)
map_names = st.sampled_from(("siam", "albion"))
option_values = st.sampled_from(OPTION_SETS)
seeds = st.integers(0, 2**32)


def random_move(position: Position, random: Random, keenness: float) -> Move:
    """Make a legal move step by step, a card as often as the keenness says."""
    half = HalfMove(position)
    while half.move is None:
        steps = half.legal_steps
        if not half.steps:
            cards = [step for step in steps if isinstance(step, CardStep)]
            steps = tuple(cards) if cards and random.random() < keenness else steps[:1]
        half = half.then(random.choice(steps))
    return half.move


def play_out(setup: Position, random: Random, keenness: float, turns: int | None = None) -> Game:
    """Play random moves to the end, or so many turns."""
    game = Game(setup)
    while not game.position.is_over and (turns is None or len(game.turns) < turns):
        game = game.play(random_move(game.position, random, keenness))
    return game


@st.composite
def setups(draw: st.DrawFn) -> Position:
    """A game just dealt, on any map, with any options."""
    options = Options.from_values(dict(draw(option_values)))
    return deal(draw(player_counts), draw(seeds), board=load_board(draw(map_names)), options=options)


@st.composite
def games(draw: st.DrawFn) -> Game:
    """A whole random game, lazy or keen."""
    keenness = draw(st.sampled_from((0.2, 0.5, 0.9)))
    return play_out(draw(setups()), Random(draw(seeds)), keenness)


@st.composite
def early_positions(draw: st.DrawFn) -> Position:
    """A position some turns into a game."""
    return play_out(draw(setups()), Random(draw(seeds)), 0.7, turns=draw(st.integers(0, 12))).position


@st.composite
def late_positions(draw: st.DrawFn) -> Position:
    """A made-up position with few cards and few followers, where the rare rules come up."""
    options = draw(option_values)
    text = sparse_table(draw(player_counts), draw(map_names), options, draw(seeds))
    return parse_position(text, Options.from_values(dict(options)))


factions = st.sampled_from(tuple(Faction))
provinces = st.integers(0, 7)
cells = st.builds(Cell, factions, provinces)


@st.composite
def any_moves(draw: st.DrawFn) -> Move:
    """Any move that can be built, sense or nonsense."""
    some_factions = st.lists(factions, min_size=1, max_size=2).map(sorted).map(tuple)
    effect: Effect = draw(
        st.one_of(
            st.just(NO_EFFECT),
            st.builds(SwapTiles, provinces, provinces),
            st.builds(Place, st.lists(cells, min_size=1, max_size=3).map(sorted).map(tuple)),
            st.builds(Swap, provinces, some_factions, provinces, some_factions),
        )
    )
    if draw(st.integers(0, 9)) == 0:
        return PASS
    return Play(draw(st.sampled_from(CARDS)), effect, draw(st.none() | cells))
