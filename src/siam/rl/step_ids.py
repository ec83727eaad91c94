"""Between whole moves and the flat ids of their steps."""

from siam import rules


def steps_of(move: rules.Move) -> list[int]:
    """Return the ids of the steps that make a move, in their order."""
    return [step.id for step in rules.steps_of(move)]
