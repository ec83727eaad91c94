"""A level with a seed plays the same move in the module as in Python."""

from random import Random

from siam.agents import agent, levels, styles
from siam.agents.portable import portable_agent
from siam.agents.simple import random_move
from siam.notation import format_move, format_position
from siam.rules import BOOK, Position, advance, deal, load_board
from tests.twin.oracle import answers, question

QUICK = levels()[:-2]
"""Those that look at no more than sixty leaves: the others are compared by `python -m tests.twin.compare`."""


def positions(players: int, number: int, seed: int) -> list[Position]:
    """Draw positions from random games on both boards, late ones among them."""
    random = Random(seed)
    found: list[Position] = []
    while len(found) < number:
        board = load_board(random.choice(("siam", "siam", "albion")))
        course = [deal(players, random.getrandbits(40), board=board, options=BOOK)]
        while not course[-1].is_over:
            course.append(advance(course[-1], random_move(course[-1], random)).position)
        found.append(random.choice(course[:-1]))
    return found


def differences(names: tuple[str, ...], number: int, seed: int) -> list[str]:
    """Compare each level on so many positions with each number of players; tell where the moves differ."""
    cases = [
        (position, name, place)
        for players in (2, 3, 4)
        for place, position in enumerate(positions(players, number, seed + players))
        for name in names
    ]
    asked = [
        question(
            "choose",
            position.board,
            len(position.players),
            position.options,
            position=format_position(position),
            level=name,
            seed=place,
        )
        for position, name, place in cases
    ]
    found = []
    for (position, name, place), answer in zip(cases, answers(asked), strict=True):
        wanted = format_move(position.board, agent(name).choose(position, seed=place))
        if answer != wanted:
            found.append(f"level {name}, seed {place}: {answer} instead of {wanted} in {format_position(position)}")
    return found


def test_quick_levels_play_the_same_moves() -> None:
    assert differences(QUICK, 17, seed=1) == []


def test_styles_play_the_same_moves() -> None:
    assert differences(styles(), 4, seed=3) == []


def test_slow_levels_play_the_same_moves() -> None:
    assert differences(levels()[-2:], 2, seed=2) == []


def test_servers_without_compiled_code_play_the_same_moves() -> None:
    for players in (2, 3, 4):
        for seed, position in enumerate(positions(players, 2, seed=players)):
            for name in (*levels()[:-1], *styles()):
                portable = portable_agent(name)
                assert portable is not None
                assert portable.choose(position, seed=seed) == agent(name).choose(position, seed=seed), (name, seed)
