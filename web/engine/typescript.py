"""Write the client's types of the engine's module: what it exports, where numbers lie, and what the levels are."""

import json
from collections.abc import Iterable
from typing import Any

from siam.agents.level_agents import BeginnerAgent, LevelAgent, searching_agent
from siam.agents.registry import CHAMPION, LEVELS, STYLES
from siam.agents.simple import SAMPLES
from siam.agents.styled import CERTAIN, REASON, styled_agent
from siam.analysis.annotations import LEAST_LOSS
from siam.engine.core import layout
from siam.engine.evaluation.shipped import file_for
from siam.engine.portable import explanations, forms, outcomes, puzzles, searches, turns
from siam.engine.search.session import STYLE
from siam.rules import BUILT_IN, Criterion, Illegality, camps, load_board

HEAD = "/** {what} Written by `make wasm`; do not edit. */\n"
LAYOUT = (
    "SIZE",
    "GROUND_SIZE",
    "STEPS",
    "STEP_PASS",
    "STEP_CARD",
    "STEP_CELL",
    "STEP_PROVINCE",
    "STAGE",
    "MOVE",
    "OVER",
    "TO_MOVE",
    "CARDS",
)


def exports_text(exports: Iterable[Any]) -> str:
    """Format the module's functions as an interface, and the places of everything that they write."""
    lines = [
        HEAD.format(what="What the engine's module exports, and where everything lies that it writes."),
        "/** Where something lies in the module's memory. */",
        "export type Address = number",
        "",
        "export interface Exports {",
        "  readonly memory: WebAssembly.Memory",
    ]
    for export in exports:
        arguments = ", ".join(f"{_camel(name)}: {crossing.client}" for name, crossing in export.arguments)
        result = export.result.client if export.result else "void"
        lines += [*_comment(export.doc), f"  {export.name}({arguments}): {result}"]
    lines += ["}", ""]
    lines += [f"export const {name} = {getattr(layout, name)}" for name in LAYOUT]
    for module, prefixes in (
        (turns, ("PART", "PASSED", "CARD_PLAYED", "TILES_", "FOLLOWER", "STRUGGLE", "GAME_ENDED", "EVENT")),
        (outcomes, ("VERDICT", "OUTCOME")),
        (forms, ("FORM", "FACT")),
        (searches, ("LINE_",)),
        (explanations, ("CONTROLS",)),
        (puzzles, ("MOVE_STEPS",)),
    ):
        lines += [
            f"export const {name} = {value}"
            for name, value in vars(module).items()
            if isinstance(value, int) and name.startswith(prefixes)
        ]
    criteria = [[criterion.name.lower(), criterion.value] for criterion in Criterion]
    lines += [
        "",
        "/** The criteria of an outcome in the order of their numbers, each with its paragraph of the rules. */",
        f"export const CRITERIA: readonly (readonly [string, string])[] = {_json(criteria)}",
        "",
        "/** Why a step is refused, in the order of the numbers; -1 is no refusal. */",
        f"export const REFUSALS: readonly string[] = {_json(_refusals())}",
        "",
    ]
    return "\n".join(lines)


def marks_text() -> str:
    """Format how much of a chance a move has to lose for a mark."""
    least = [[mark.value, loss] for mark, loss in LEAST_LOSS.items()]
    return "\n".join(
        [
            HEAD.format(what="What a move is called that lost a good part of its winning chance."),
            "import type { Mark } from '../net/protocol'",
            "",
            "/** How much of the chance has to be lost at least for a mark, the worst first. */",
            f"export const LEAST_LOSS: readonly (readonly [Mark, number])[] = {_json(least)}",
            "",
        ]
    )


def _refusals() -> list[str]:
    numbers = {name: value for name, value in vars(explanations).items() if name.startswith("REFUSED_") and value >= 0}
    return [Illegality[name.removeprefix("REFUSED_")].name for name in sorted(numbers, key=lambda name: numbers[name])]


def levels_text() -> str:
    """Format the levels as numbers that the module is given."""
    levels = {name: _level(searching_agent(name)) for name in (*LEVELS, CHAMPION)}
    return "\n".join(
        [
            HEAD.format(what="The levels, as numbers for the engine's module."),
            "export interface Level {",
            "  /** How many moves come to its mind with two, three and four players, if it does not search. */",
            "  ideas: readonly number[] | null",
            "  /** How many leaves it looks at with two, three and four players; none if it thinks by the clock. */",
            "  nodes: readonly number[] | null",
            "  seconds: number | null",
            "  /** With a time limit it searches until the time is up, instead of counting nodes. */",
            "  fillsTime: boolean",
            "  /** How far its judgement is off with two, three and four players. */",
            "  noise: readonly number[]",
            "  /** The style's ten numbers, then four for each widening. */",
            "  style: readonly number[]",
            "  widenings: number",
            "  lines: number",
            "  /** With so few cards left and two camps, the ending is searched to the end first. */",
            "  endgameCards: number",
            "  /** The files of its weights with two, three and four players. */",
            "  weights: readonly string[]",
            "}",
            "",
            f"export const LEVELS: Readonly<Record<string, Level>> = {_json(levels)}",
            "",
            "/** The board that the weights know: the neighbours of each province as bits, then the homes. */",
            f"export const KNOWN_BOARD: readonly number[] = {_json(_known_board())}",
            "",
            "/** What somebody with a style likes of a move, in log odds of winning for each thing that follows. */",
            "export interface Liking {",
            "  card: number",
            "  /** Whose provinces count: those held, and those where it leads. */",
            "  control: 'R' | 'L' | 'M' | 'B' | null",
            "  province: number",
            "  /** Whose followers in the own court count. */",
            "  faction: 'R' | 'L' | 'M' | null",
            "  follower: number",
            "  set: number",
            "}",
            "",
            "/** Players with a style: how many leaves they look at, and what they like. */",
            f"export const STYLES: Readonly<Record<string, {{ nodes: number; liking: Liking }}>> = {_json(_styles())}",
            "",
            "/** How many moves come to the mind of who takes whatever is best as it stands. */",
            f"export const GREEDY_IDEAS = {SAMPLES}",
            "",
            "/** Nothing is liked so much that log odds of more than this are given up for it. */",
            f"export const REASON = {REASON}",
            "/** Chances nearer to nothing or all than this count as this. */",
            f"export const CERTAIN = {CERTAIN}",
            "",
            "/** The seats that win together, with two, three and four players. */",
            f"export const CAMPS: Readonly<Record<number, readonly (readonly number[])[]>> = {_json(_camps())}",
            "",
        ]
    )


def board_texts() -> dict[str, str]:
    """Format the boards that come with the package, as the server sends them."""
    return {name: _json(load_board(name).drawing) + "\n" for name in sorted(BUILT_IN)}


def _known_board() -> list[int]:
    board = load_board("siam")
    return [*(sum(1 << other for other in others) for others in board.neighbours), *board.homes]


def _styles() -> dict[str, object]:
    """Describe the players with a style."""
    styled = {name: styled_agent(name) for name in STYLES}
    return {name: {"nodes": agent.nodes, "liking": _liking(agent.liking)} for name, agent in styled.items()}


def _liking(liking: Any) -> dict[str, object]:
    letters = {
        name: None if getattr(liking, name) is None else getattr(liking, name).letter for name in ("control", "faction")
    }
    return {**{name: getattr(liking, name) for name in ("card", "province", "follower", "set")}, **letters}


def _camps() -> dict[int, list[list[int]]]:
    return {players: [[seat + 1 for seat in camp] for camp in camps(players)] for players in (2, 3, 4)}


def _level(agent: Any) -> dict[str, object]:
    ideas = [int(number) for number in agent.ideas] if isinstance(agent, BeginnerAgent) else None
    agent = agent if isinstance(agent, LevelAgent) else LevelAgent(agent.name)
    style = agent.style
    numbers = [float(getattr(style, name)) for name in STYLE]
    for breadth in style.wider:
        numbers += [float(number) for number in breadth]
    return {
        "ideas": ideas,
        "nodes": agent.nodes and [int(nodes) for nodes in agent.nodes],
        "seconds": agent.seconds,
        "fillsTime": agent.fills_time,
        "noise": list(agent.noise),
        "style": [int(number) if number.is_integer() else number for number in numbers],
        "widenings": len(style.wider),
        "lines": style.root_moves,
        "endgameCards": style.endgame_cards,
        "weights": [_weights(agent.edition, players) for players in (2, 3, 4)],
    }


def _weights(edition: str, players: int) -> str:
    return file_for(players, edition).name


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)


def _comment(doc: str) -> list[str]:
    lines = [line.strip() for line in doc.strip().splitlines()]
    if len(lines) == 1:
        return [f"  /** {lines[0]} */"]
    return ["  /**", *(f"   * {line}".rstrip() for line in lines), "   */"]
