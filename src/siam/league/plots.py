"""Pictures of how well evaluations foretell who wins."""

from collections.abc import Mapping
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

_STAGES = (("provinces 1 to 3", slice(0, 3)), ("4 to 6", slice(3, 6)), ("7 and 8", slice(6, 8)))
_COLOURS = ("#2d6fc6", "#8a0c2b", "#c8951a", "#3b7a57", "#7a4f9a", "#4a4a4a")


def save_calibration(forecasts: Mapping[str, NDArray[np.float64]], path: Path) -> None:
    """Draw for each part of the game what was foretold and how often it came true, one line for each evaluation."""
    import matplotlib as mpl
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9.0, 3.2), layout="constrained")
    FigureCanvasAgg(figure)
    for place, (title, stages) in enumerate(_STAGES):
        axes = figure.add_subplot(1, len(_STAGES), place + 1)
        axes.plot([0, 1], [0, 1], color="#999999", linewidth=0.8, linestyle=":")
        for (name, tally), colour in zip(forecasts.items(), _COLOURS, strict=False):
            foretold, won, number = tally[stages].sum(axis=0).T
            seen = number > 0
            sizes = 6 + 60 * number[seen] / number.sum()
            axes.plot(foretold[seen] / number[seen], won[seen] / number[seen], color=colour, linewidth=1.2, label=name)
            axes.scatter(foretold[seen] / number[seen], won[seen] / number[seen], color=colour, s=sizes)
        axes.set_title(title, fontsize=9)
        axes.set_xlabel("chance foretold")
        axes.set_xlim(0, 1)
        axes.set_ylim(0, 1)
    figure.axes[0].set_ylabel("share of the wins")
    figure.axes[0].legend(fontsize=8, frameon=False)
    with mpl.rc_context({"svg.hashsalt": "siam", "svg.fonttype": "none"}):
        figure.savefig(path.with_suffix(".svg"), metadata={"Date": None})
