"""Who takes part in a league: weights that ship, weights in a file, and either with another love of its cards.

`champion` and `champion-0.1` ship. A colon and log odds behind a name give each card in hand so much more worth:
`champion:-0.3` is the champion who spends its cards early, a stranger to all who learned from patient games.
"""

from pathlib import Path

from siam.engine.evaluation.net import Net
from siam.engine.evaluation.shipped import FORMER, LATEST, load_net, net_for, with_card_worth
from siam.rules import load_board

_SHIPPED = {"champion": LATEST, FORMER: FORMER}


def member_net(name: str, players: int) -> Net:
    """Return the weights that a name stands for; ValueError if it stands for none."""
    weights, worth = _parted(name)
    edition = _SHIPPED.get(weights)
    net = load_net(Path(weights)) if edition is None else net_for(players, load_board("siam"), edition)
    if net.output_bias.size != (3 if players == 3 else 1):
        raise ValueError(f"{weights}: these weights are not for {players} players")
    return with_card_worth(net, worth) if worth else net


def member_title(name: str) -> str:
    """Return what a member is called in tables."""
    weights, worth = _parted(name)
    title = weights if weights in _SHIPPED else Path(weights).stem
    return f"{title}, {'patient' if worth > 0 else 'hasty'} ({worth:+g})" if worth else title


def _parted(name: str) -> tuple[str, float]:
    """Part a name from the worth of a card behind its last colon, 0 if there is none."""
    weights, colon, worth = name.rpartition(":")
    if not colon:
        return name, 0.0
    try:
        return weights, float(worth)
    except ValueError:
        return name, 0.0
