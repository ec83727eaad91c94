"""The weights that ship with the package, and what stands in for them on other boards."""

from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from itertools import pairwise
from pathlib import Path
from typing import Final
from zipfile import BadZipFile

import numpy as np

from siam.engine.core.layout import PROVINCES
from siam.engine.evaluation.features import IN_BOX_STATUS, IN_CELLS, IN_HAND_SIZE, IN_PLACE, IN_STATUS, INPUTS
from siam.engine.evaluation.net import Net
from siam.engine.evaluation.quantized import Evaluation, quantized
from siam.rules import Board, load_board

LATEST: Final = "siam"
LEVELS: Final = "levels"
"""The weights that the numbered levels were spaced with: the first champion's, with two players earlier ones."""
FORMER: Final = "champion-0.1"
"""The weights of the first champion."""


def net_for(players: int, board: Board, edition: str = LATEST) -> Net:
    """Return the evaluation for a table: the latest, or an earlier edition.

    The weights were trained on the board `siam`. On any other, what they know of single provinces is
    replaced by its mean over all provinces, so that only what holds everywhere is left.
    """
    return _net(players, _is_known(board), edition)


def net_from(path: Path, players: int, board: Board) -> Net:
    """Return the evaluation in a file for a table; ValueError if it is none, or for another number of camps."""
    net = _file_net(path, _is_known(board))
    if net.output_bias.size != (3 if players == 3 else 1):
        raise ValueError(f"{path}: these weights are not for {players} players")
    return net


def evaluation_for(players: int, board: Board, edition: str = LATEST) -> Evaluation:
    """Return what games at a table are played with: the weights of `net_for` in small integers."""
    return _evaluation(players, _is_known(board), edition)


def evaluation_from(path: Path, players: int, board: Board) -> Evaluation:
    """Return the weights of `net_from` in small integers."""
    net_from(path, players, board)
    return _file_evaluation(path, _is_known(board))


def _is_known(board: Board) -> bool:
    siam = load_board("siam")
    return (board.neighbours, board.homes) == (siam.neighbours, siam.homes)


def file_for(players: int, edition: str) -> Traversable:
    """Return the file of an edition's weights for a number of players."""
    shipped = resources.files("siam.engine.evaluation.weights")
    if edition == LEVELS and not shipped.joinpath(f"{LEVELS}-{players}.npz").is_file():
        edition = FORMER
    return shipped.joinpath(f"{edition}-{players}.npz")


@cache
def _net(players: int, known: bool, edition: str) -> Net:
    with resources.as_file(file_for(players, edition)) as path:
        return _file_net(path, known)


@cache
def _file_net(path: Path, known: bool) -> Net:
    net = load_net(path)
    return net if known else _without_provinces(net)


@cache
def _evaluation(players: int, known: bool, edition: str) -> Evaluation:
    return quantized(_net(players, known, edition))


@cache
def _file_evaluation(path: Path, known: bool) -> Evaluation:
    return quantized(_file_net(path, known))


def load_net(path: Path) -> Net:
    """Read weights from a file; ValueError if there are none in it."""
    try:
        with np.load(path) as stored:
            net = Net(*(np.ascontiguousarray(stored[name], np.float32) for name in Net._fields))
    except (OSError, EOFError, KeyError, ValueError, BadZipFile) as problem:
        raise ValueError(f"{path}: no weights: {problem}") from None
    if net.inputs.shape[0] != INPUTS:
        raise ValueError(f"{path}: weights for {net.inputs.shape[0]} inputs, not {INPUTS}")
    return net


def with_card_worth(net: Net, worth: float) -> Net:
    """Add to the evaluation that each card kept in hand is worth something.

    Players who learn from each other alone spend their cards alike, so the weights see too little in a hand
    that is kept. Eight more units carry the numbers of cards straight to the outputs.
    """
    units, outputs = net.bias.size, net.outputs.shape[0]
    wider = Net(
        np.pad(net.inputs, ((0, 0), (0, 8))),
        np.pad(net.bias, (0, 8)),
        np.pad(net.outputs, ((0, 0), (0, 8))),
        net.output_bias,
    )
    for seat in range(3 if outputs == 3 else 4):
        first = IN_HAND_SIZE + 9 * seat
        wider.inputs[first : first + 9, units + seat] = range(9)
        output = seat if outputs == 3 else 0
        wider.outputs[output, units + seat] = worth if outputs == 3 or seat % 2 == 0 else -worth
    return wider


def save_net(net: Net, path: Path) -> None:
    """Write weights to a file, in half precision; whoever is interrupted leaves the file as it was."""
    unfinished = path.with_name(f".{path.name}.part")
    with unfinished.open("wb") as file:
        np.savez_compressed(file, **{name: array.astype(np.float16) for name, array in net._asdict().items()})
    unfinished.replace(path)


def _without_provinces(net: Net) -> Net:
    inputs = net.inputs.copy()
    bounds = (IN_CELLS, IN_STATUS, IN_PLACE, IN_BOX_STATUS)
    for first, last in pairwise(bounds):
        rows = inputs[first:last].reshape(PROVINCES, -1, inputs.shape[1])
        rows[:] = rows.mean(axis=0, keepdims=True)
    return net._replace(inputs=inputs)
