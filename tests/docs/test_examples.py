"""The examples written in notation are true: every line of every `siam` block is carried out."""

from dataclasses import dataclass
from pathlib import Path

import pytest

from siam.notation import format_move, format_position, parse_move, parse_options, parse_position
from siam.rules import Position, legal_moves, play, standing_outcome
from tests.docs.pages import blocks, every_page, name

EXAMPLES = [(page, block) for page in every_page() for block in blocks(page, "siam")]


@pytest.mark.parametrize(("page", "block"), EXAMPLES, ids=[name(page) for page, _ in EXAMPLES])
def test_the_example_is_true(page: Path, block: str) -> None:
    reader = _Reader()
    for line in block.splitlines():
        reader.read(line.partition("#")[0].rstrip())
    assert reader.claims > 0


def test_every_ruling_that_concerns_a_move_or_an_outcome_has_an_example() -> None:
    told_in_words = {"R-02", "R-03", "R-04", "R-18"}
    shown = {page.stem for page, _ in EXAMPLES}
    rulings = {page.stem for page in every_page() if page.stem.startswith("R-")}
    assert rulings - shown == told_in_words


@dataclass
class _Reader:
    """Carries out an example, line by line, as docs/rulings/README.md describes it."""

    text: str = ""
    options: str = ""
    claims: int = 0

    @property
    def position(self) -> Position:
        return parse_position(self.text, parse_options(self.options))

    def read(self, line: str) -> None:
        verb, _, rest = line.partition(" ")
        rest = rest.strip()
        match verb:
            case "":
                return
            case "position":
                self.text = rest
            case "options":
                self.options = rest
            case "play":
                turn = play(self.position, parse_move(self.position.board, rest))
                self.text = format_position(turn.position)
            case _:
                self.claims += 1
                self._check(verb, rest)

    def _check(self, verb: str, rest: str) -> None:
        match verb:
            case "gives":
                assert self.text == rest
            case "legal" | "illegal":
                move = parse_move(self.position.board, rest)
                assert format_move(self.position.board, move) == rest
                assert (move in legal_moves(self.position)) is (verb == "legal"), rest
            case "outcome":
                outcome = standing_outcome(self.position)
                winners = " ".join(str(seat + 1) for seat in outcome.winners) or "-"
                assert f"{outcome.ending.letter} {winners}" == rest
            case _:
                pytest.fail(f"no such line in an example: {verb}")
