"""Decide how the balance of the game is told: a page with tables and pictures, made by a command."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from siam.arena.balance import Balance
from siam.arena.estimates import Estimate
from siam.arena.plots import new_figure, save, whisker
from siam.arena.reports import PLAYER_WORDS
from siam.rules import Card, camps, load_board

CARD_NAMES = {
    Card.MAHARACHA: "Maharacha",
    Card.KHON_THAI: "Khon Thai (one of two)",
    Card.ONE_VS_ONE: "1 vs 1",
    Card.TWO_VS_ONE: "2 vs 1",
    Card.RAMA: "Rama",
    Card.LAO: "Lao",
    Card.MALAI: "Malai",
}
HELP_NAMES = {"1": "1 (Rama, Lao)", "2": "2 (Lao, Malay)", "3": "3 (Rama, Malay)", "4": "4 (as the next player)"}


def write_balance(found: Sequence[Balance], page: Path, agent: str, command: str) -> None:
    """Write the page and its pictures beside it."""
    page.parent.mkdir(parents=True, exist_ok=True)
    lines = [
        "# How fair the game is",
        "",
        f"Made by `{command}`:",
        f"{sum(balance.games for balance in found)} games that the agent `{agent}` played with itself. Figures are",
        "shares of the wins with their 95 % interval. Another agent may find other figures: they tell how the game",
        "goes between players of this strength, not how it must go.",
        "",
        "Each deal is played as dealt; again with every other seat starting, so that the value of the start is not",
        "mixed up with that of the help card that decides it; and again with one player lacking one of the action",
        "cards.",
        "",
        "## Who rules in the end",
        "",
        "How often each faction rules, and how often Siam becomes a colony. A map favours a home if its faction rules",
        "more often than the others.",
        "",
        *_table(
            found, "map, players", [[_tell(e) for _, e in balance.endings] for balance in found], _ending_heads(found)
        ),
        "",
        f"![Who rules in the end]({page.stem}-endings.svg)",
        "",
    ]
    for board in dict.fromkeys(balance.board for balance in found):
        homes = load_board(board)
        lines.append(
            f"Homes on `{board}`: "
            + ", ".join(
                f"{name} in {homes.codes[homes.homes[index]]}" for index, name in enumerate(("Rama", "Lao", "Malay"))
            )
            + "."
        )
    lines += ["", "## Who starts", "", "| map, players | " + "place | share of the wins |", "|---|---|---|"]
    for balance in found:
        for place, estimate in balance.places:
            lines.append(f"| {_title(balance)} | {place} | {_tell(estimate)} |")
    lines += ["", f"![What the start is worth]({page.stem}-start.svg)", ""]
    lines += ["## Help cards", "", "| map, players | card | share of the wins |", "|---|---|---|"]
    for balance in found:
        for card, estimate in balance.help_cards:
            lines.append(f"| {_title(balance)} | {HELP_NAMES[card]} | {_tell(estimate)} |")
    lines += [
        "",
        f"![What each help card is worth]({page.stem}-help.svg)",
        "",
        "## Action cards",
        "",
        "How many percentage points of the wins a player loses who begins without the card (negative: is better off).",
        "",
        *_table(
            found,
            "map, players",
            [[_points(e) for _, e in balance.cards] for balance in found],
            [CARD_NAMES[card] for card in Card],
        ),
        "",
        f"![What each card is worth]({page.stem}-cards.svg)",
        "",
        "## Length",
        "",
        *(f"- {_title(balance)}: {balance.turns:.1f} moves, passes included." for balance in found),
    ]
    page.write_text("\n".join(lines) + "\n", encoding="utf-8")
    _draw_all(found, page)


def _draw_all(found: Sequence[Balance], page: Path) -> None:
    """Draw what the tables tell, each picture beside the page."""
    endings = [balance.endings for balance in found]
    _draw(found, endings, page.with_name(f"{page.stem}-endings"), "share of the games in %")
    starts = [[(_title(balance), _above_fair(balance, balance.places[0][1]))] for balance in found]
    _draw(found, starts, page.with_name(f"{page.stem}-start"), "percentage points of the wins above a fair share")
    helps = [[(HELP_NAMES[card], _above_fair(balance, e)) for card, e in balance.help_cards] for balance in found]
    _draw(found, helps, page.with_name(f"{page.stem}-help"), "percentage points of the wins above a fair share")
    cards = [[(CARD_NAMES[Card[name]], estimate) for name, estimate in balance.cards] for balance in found]
    _draw(found, cards, page.with_name(f"{page.stem}-cards"), "percentage points of the wins lost without the card")


def _above_fair(balance: Balance, estimate: Estimate) -> Estimate:
    """Compare with what each camp wins if nothing is worth more than anything else."""
    fair = 1 / len(camps(balance.players))
    return replace(estimate, value=estimate.value - fair, low=estimate.low - fair, high=estimate.high - fair)


def _ending_heads(found: Sequence[Balance]) -> list[str]:
    return ["colony" if name == "British" else name for name, _ in found[0].endings]


def _table(found: Sequence[Balance], corner: str, cells: Sequence[Sequence[str]], heads: Sequence[str]) -> list[str]:
    lines = [f"| {corner} | {' | '.join(heads)} |", "|---|" + "---|" * len(heads)]
    return lines + [f"| {_title(b)} | {' | '.join(row)} |" for b, row in zip(found, cells, strict=True)]


def _title(balance: Balance) -> str:
    return f"{balance.board}, {PLAYER_WORDS[balance.players]}"


def _tell(estimate: Estimate) -> str:
    return f"{estimate.value:.1%} ({estimate.low:.1%} – {estimate.high:.1%})"


def _points(estimate: Estimate) -> str:
    return f"{100 * estimate.value:+.1f} ± {50 * (estimate.high - estimate.low):.1f}"


def _draw(found: Sequence[Balance], groups: Sequence[Sequence[tuple[str, Estimate]]], path: Path, title: str) -> None:
    """Draw the figures of every map and number of players, those of one name together."""
    names = list(dict.fromkeys(name for group in groups for name, _ in group))
    colours = ("#2d6fc6", "#8a0c2b", "#c8951a", "#6a8fc8", "#d3758c", "#e3c578")
    places: dict[tuple[str, int], int] = {}
    ticks: list[float] = []
    place = 0
    for name in reversed(names):
        rows = [row for row, group in enumerate(groups) if name in dict(group)]
        for row in reversed(rows):
            places[name, row] = place
            place += 1
        ticks.insert(0, place - (len(rows) + 1) / 2)
        place += len(names) > 1 and len(found) > 1
    figure, axes = new_figure(height=1.2 + 0.16 * place)
    for row, (balance, group) in enumerate(zip(found, groups, strict=True)):
        for name, estimate in group:
            whisker(axes, places[name, row], estimate, scale=100, colour=colours[row % len(colours)])
        axes.plot([], [], "o", color=colours[row % len(colours)], label=_title(balance))
    axes.set_yticks(ticks, names)
    axes.set_xlabel(title)
    if names != [_title(balance) for balance in found]:
        axes.legend(fontsize="small", frameon=False, loc="upper left", bbox_to_anchor=(1, 1))
    save(figure, path)
