"""Draw the winning chances over a game, as SVG or PNG."""

from collections.abc import Sequence
from pathlib import Path

from siam.analysis.annotations import Annotation
from siam.rules import Game, StruggleResolved

LINES = (("#2d6fc6", "-"), ("#8a0c2b", "--"), ("#8a6d00", "-."))
"""A colour and a dash for each camp, so that neither is needed alone."""


def plot_chances(
    game: Game, annotation: Annotation, file: Path, *, names: Sequence[str], title: str, turn: str, chance: str
) -> None:
    """Draw one line for each camp over the turns; struggles are thin lines, the turning point a dot."""
    from matplotlib.figure import Figure  # an extra, and slow to load

    figure = Figure(figsize=(9, 4.5), layout="constrained")
    axes = figure.subplots()
    turns = range(len(annotation.chances))
    for camp, (name, (colour, dash)) in enumerate(zip(names, LINES, strict=False)):
        axes.step(
            turns, [by_camp[camp] for by_camp in annotation.chances], dash, where="post", color=colour, label=name
        )
    for number, played in enumerate(game.turns, start=1):
        if any(isinstance(event, StruggleResolved) for event in played.events):
            axes.axvline(number, color="0.85", linewidth=0.8, zorder=0)
    if annotation.turning_point is not None:
        point = annotation.turning_point
        axes.plot([point], [max(annotation.chances[point])], "o", color="black")
    axes.set(xlabel=turn, ylabel=chance, title=title, ylim=(0, 1.02), xlim=(0, max(1, len(turns) - 1)))
    axes.yaxis.set_major_formatter("{x:.0%}")
    axes.legend(loc="best")
    figure.savefig(file)
