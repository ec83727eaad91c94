"""Players with a style follow their liking, and keep their wits."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from siam.agents import agent, styles
from siam.agents.registry import described
from siam.agents.simple import random_move
from siam.agents.styled import StyledAgent, styled_agent
from siam.engine.search.limits import Limits
from siam.engine.search.search import analyse
from siam.rules import Control, Faction, Play, Position, advance, controller, deal, play
from siam.translation import translator


def positions(count: int) -> Iterator[Position]:
    """Give positions from the middle of games in which some moves were random."""
    for seed in range(count):
        random, position = Random(seed), deal(2 + seed % 3, seed)
        for _ in range(3 + seed % 5):
            position = play(position, random_move(position, random)).position
        if not position.is_over and position.players[position.to_move].hand:
            yield position


def cards_played(name: str) -> int:
    return sum(isinstance(agent(name).choose(position), Play) for position in positions(24))


def test_the_hasty_play_more_cards_than_the_patient() -> None:
    assert cards_played("hasty") > cards_played("patient") + 3


def provinces(position: Position, control: Control) -> int:
    pairs = zip(position.controls, position.followers, strict=True)
    return sum(kept is control or (kept is None and controller(there) is control) for kept, there in pairs)


def test_the_royalist_leaves_rama_better_off_than_the_anglophile_and_the_other_way_round() -> None:
    rama, colony = {"royalist": 0, "anglophile": 0}, {"royalist": 0, "anglophile": 0}
    for position in positions(24):
        for name in rama:
            after = advance(position, agent(name).choose(position)).position
            rama[name] += provinces(after, Control.RAMA) + after.players[position.to_move].court[Faction.RAMA]
            colony[name] += provinces(after, Control.BRITISH)
    assert rama["royalist"] > rama["anglophile"]
    assert colony["anglophile"] > colony["royalist"]


@pytest.mark.parametrize("name", styles())
def test_nobody_gives_up_much_of_a_chance_for_what_is_liked(name: str) -> None:
    liking = styled_agent(name).liking
    much = {thing: 50 * getattr(liking, thing) for thing in ("card", "province", "follower", "set")}
    wild = StyledAgent(name, replace(liking, **much), nodes=20)
    for position in positions(12):
        found = analyse(position, Limits(nodes=20), lines=40)
        camp = position.to_move if len(position.players) == 3 else position.to_move % 2
        chances = {line.moves[0]: line.value_by_camp[camp] for line in found.lines}
        assert chances[wild.choose(position)] > chances[found.move] / 4


def test_every_style_is_described_in_one_sentence_of_every_language() -> None:
    for name in styles():
        english = described(translator("en"), name)
        assert english.endswith(".")
        assert english.count(".") == 1
        for language in ("de", "es", "fr", "it", "nl"):
            assert described(translator(language), name) not in ("", english)
