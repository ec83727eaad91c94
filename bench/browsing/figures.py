"""A figure with its limit and with its ratio to a yardstick of the same run, as JSON."""

import json
import os
from dataclasses import asdict, dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """What was measured; `ratio` says how many times the yardstick it is, which a busy machine changes little."""

    what: str
    value: float
    unit: str
    limit: float | None = None
    ratio: float | None = None
    against: str | None = None

    @property
    def missed(self) -> bool:
        """Whether the value is above its limit."""
        return self.limit is not None and self.value > self.limit


def report(figures: list[Figure], load_before: float) -> str:
    """Format everything as one JSON object."""
    told = {
        "processors": os.cpu_count(),
        "load_average": [round(load_before, 1), round(os.getloadavg()[0], 1)],
        "figures": [{key: _short(value) for key, value in asdict(figure).items()} for figure in figures],
        "missed": [figure.what for figure in figures if figure.missed],
    }
    return json.dumps(told, indent=2)


def _short(value: object) -> object:
    return round(value, 2) if isinstance(value, float) else value
