"""Playthroughs as OpenSpiel keeps one for each of its games: what every state of a game says, letter by letter.

`python -m tests.rl.test_playthroughs` writes them anew: the same games, as they are told now. A page that is missing
gets a new game.
"""

from pathlib import Path
from random import Random

import pyspiel
import pytest
from absl import flags
from open_spiel.python.algorithms.generate_playthrough import playthrough, replay

from siam.rl.openspiel import NAME

PAGES = Path(__file__).parent / "playthroughs"
GAMES = {
    "two-players": f"{NAME}(players=2)",
    "three-players": f"{NAME}(players=3,map=albion)",
    "four-players": f"{NAME}(players=4,capital_last=True)",
}

if not flags.FLAGS.is_parsed():
    flags.FLAGS(["test"])


@pytest.mark.parametrize("name", GAMES)
def test_the_game_tells_its_playthrough_as_it_is_kept(name: str) -> None:
    kept, told = replay(PAGES / f"{name}.txt")
    assert kept.startswith(f"game: {GAMES[name]}\n")
    assert told == kept


def test_no_other_playthrough_is_kept() -> None:
    assert {page.stem for page in PAGES.iterdir()} == set(GAMES)


def _short_game(game: str) -> list[int]:
    """Set up and play at random for a while, then pass until the end."""
    random, state, decisions = Random(1), pyspiel.load_game(game).new_initial_state(), 0
    while not state.is_terminal():
        legal = state.legal_actions()
        state.apply_action(random.choice(legal) if decisions < 32 else legal[0])
        decisions += not state.is_chance_node()
    return [int(action) for action in state.history()]


if __name__ == "__main__":
    for name, game in GAMES.items():
        page = PAGES / f"{name}.txt"
        told = replay(page)[1] if page.exists() else playthrough(game, _short_game(game))
        page.write_text(told, encoding="utf-8")
