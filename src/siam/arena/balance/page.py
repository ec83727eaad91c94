"""Decide how the balance of the game is told: a page with a summary, tables and pictures, made by a command."""

from collections.abc import Sequence
from pathlib import Path

from siam.arena.balance.figures import Balance
from siam.arena.balance.sections import COLUMNS, Section, sections
from siam.arena.balance.summary import points_text, summary
from siam.arena.reports.plots import INK, PLAYER_COLOURS, new_figure, save, whisker
from siam.arena.reports.report import PLAYER_WORDS
from siam.arena.strength.ladders import share_text
from siam.rules import load_board

COLOURS = dict(zip(COLUMNS, (*PLAYER_COLOURS.values(), INK), strict=True))


def write_balance(found: Sequence[Balance], page: Path, agent: str, command: str) -> None:
    """Write the page and its pictures beside it."""
    page.parent.mkdir(parents=True, exist_ok=True)
    lines = [
        "# How fair the game is",
        "",
        f"Made by `{command}`:",
        f"{sum(one.games for one in found)} games that the agent `{agent}` played with itself. They tell how the game",
        "goes between players of this strength, not how it must go: another agent may find other figures.",
        "",
        "## In short",
        "",
        *(f"- {sentence}" for sentence in summary(found)),
        "",
        "## How it is measured",
        "",
        "Each deal is played with every seat starting, so that the value of the start is not mixed up with that of the",
        "help card that decides it; with one player short of a card that all others have; and, for each card, with one",
        "player short of it while everybody else is short of another, so that the number of cards tells nothing.",
        "Everything is compared inside its deal, so that the luck of the deal cancels out. Intervals are of 95 % and",
        "count deals, not games. **Bold** is what chance would hardly make the boldest figure of its column.",
    ]
    for section in sections(found):
        picture = page.with_name(f"{page.stem}-{section.picture}")
        _draw(section, picture)
        lines += ["", f"## {section.heading}", "", section.words, "", *_table(section), ""]
        lines.append(f"![{section.heading}]({picture.name}.svg)")
    lines += ["", "## How long a game is", "", "Moves, passes included.", ""]
    for one in found:
        lines.append(f"- {load_board(one.board).name}, {PLAYER_WORDS[one.players]} players: {one.turns:.1f}")
    page.write_text("\n".join(lines) + "\n", encoding="utf-8")


def _table(section: Section) -> list[str]:
    rows = [[row, *(_cell(section, row, column) for column in section.columns)] for row in section.rows]
    head, *body = (f"| {' | '.join(cells)} |" for cells in (["", *section.columns], *rows))
    return [head, "|---" * (len(section.columns) + 1) + "|", *body]


def _cell(section: Section, row: str, column: str) -> str:
    estimate = section.rows[row].get(column)
    if estimate is None:
        return ""
    if section.are_shares:
        return share_text(estimate)
    return f"**{points_text(estimate)}**" if section.stands_out(row, column) else points_text(estimate)


def _draw(section: Section, path: Path) -> None:
    """Draw the figures of a section, those of one row together."""
    columns = section.columns
    figure, axes = new_figure(height=1.2 + 0.16 * (len(columns) + 1) * len(section.rows))
    if not section.are_shares:
        axes.axvline(0, color=INK, linewidth=0.8, linestyle=":")
    ticks = []
    place = 0.0
    for figures in section.rows.values():
        ticks.append(place - (len(figures) - 1) / 2)
        for column in columns:
            if column in figures:
                whisker(axes, place, figures[column], scale=100, colour=COLOURS[column])
                place -= 1
        place -= 1
    for column in columns:
        axes.plot([], [], "o", color=COLOURS[column], label=column)
    axes.set_yticks(ticks, list(section.rows))
    axes.set_xlabel(section.measure)
    axes.legend(fontsize="small", frameon=False, loc="upper left", bbox_to_anchor=(1, 1))
    save(figure, path)
