"""Decide how figures are drawn; every picture is saved as SVG and PNG."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from siam.arena.figures.estimates import Estimate
from siam.arena.figures.standings import Standings

INK = "#3b2f2f"
PLAYER_COLOURS = {2: "#2d6fc6", 3: "#8a0c2b", 4: "#c8951a"}
"""One for each number of players."""
FACTION_COLOURS = {"Rama": "#f5c542", "Lao": "#8a0c2b", "Malay": "#2d6fc6", "British": "#5b5b5b"}


def save_ratings(table: Standings, path: Path) -> None:
    """Draw every entrant's rating with its interval."""
    rows = list(reversed(table.rows))
    figure, axes = new_figure(height=1.2 + 0.38 * len(rows))
    for place, row in enumerate(rows):
        whisker(axes, place, row.rating)
    axes.set_yticks(range(len(rows)), [row.name[:40] for row in rows])
    axes.set_xlabel("rating (400 points: ten to one)")
    save(figure, path)


def save_curve(title: str, points: Sequence[tuple[float, Estimate]], path: Path, along: str) -> None:
    """Draw how a share grows."""
    figure, axes = new_figure(height=3.2)
    across = [x for x, _ in points]
    axes.plot(across, [100 * estimate.value for _, estimate in points], color=FACTION_COLOURS["Malay"])
    low, high = [100 * estimate.low for _, estimate in points], [100 * estimate.high for _, estimate in points]
    axes.fill_between(across, low, high, color=FACTION_COLOURS["Malay"], alpha=0.2, linewidth=0)
    axes.axhline(50, color=INK, linewidth=0.8, linestyle=":")
    axes.set_xlabel(along)
    axes.set_ylabel(title)
    axes.set_ylim(0, 100)
    save(figure, path)


def new_figure(height: float, width: float = 7.0) -> tuple[Any, Any]:
    """Begin a picture; drawing needs no screen."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.add_subplot()
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    axes.grid(axis="x", color="#dddddd", linewidth=0.6)
    axes.set_axisbelow(True)
    return figure, axes


def whisker(axes: Any, place: float, estimate: Estimate, *, scale: float = 1.0, colour: str = "#2d6fc6") -> None:
    """Draw one figure with its interval."""
    axes.plot([scale * estimate.low, scale * estimate.high], [place, place], color=colour, linewidth=1.6)
    axes.plot([scale * estimate.value], [place], "o", color=colour, markersize=5)


def save(figure: Any, path: Path) -> None:
    """Save a picture in both formats, the same bytes for the same figures."""
    import matplotlib as mpl

    with mpl.rc_context({"svg.hashsalt": "siam", "svg.fonttype": "none"}):
        figure.savefig(path.with_suffix(".svg"), metadata={"Date": None})
    figure.savefig(path.with_suffix(".png"), dpi=120)
