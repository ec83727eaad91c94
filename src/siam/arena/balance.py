"""Decide how fair the game is: what a designer asks, answered by an agent that plays itself.

Each deal is played as dealt, again with every other seat starting (so that the value of the start is not mixed up
with that of the help card which decides it), and again with one player lacking one of the action cards.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import sqrt

from siam.arena.entrants import Entrant
from siam.arena.estimates import Z95, Estimate, proportion
from siam.arena.games import Result, games_of
from siam.arena.plans import Job, Plan, seed_of
from siam.notation import format_options, format_position
from siam.rules import Card, Control, Position, camp_of, camps, deal, load_board
from siam.rules.cards import without
from siam.rules.setups import COPYING_HELP_CARD, HELP_CARDS

AS_DEALT = "as dealt"


class BalancePlan(Plan):
    """The games of one report, for one map and one number of players."""

    __slots__ = ()

    def jobs(self) -> Iterator[Job]:
        """List all games: each deal with its variations."""
        board = load_board(self.board)
        number = 0
        for index in range(self.deals):
            setup = deal(self.players, f"{self.seed}/{self.players}/{index}", board=board, options=self.options)
            for label, position in variations(setup, index % self.players):
                yield Job(
                    number=number,
                    match=0,
                    deal=index,
                    setup=format_position(position),
                    options=format_options(self.options),
                    board=self.board,
                    seats=(0,) * self.players,
                    seed=seed_of(self.seed, self.players, self.board, index, label),
                    label=label,
                )
                number += 1

    @property
    def games_per_deal(self) -> int:
        """How many games one deal makes."""
        return self.players + len(Card)


def balance_plan(agent: Entrant, players: int, board: str, deals: int, seed: int) -> BalancePlan:
    """Plan the games for one map and one number of players."""
    return BalancePlan((agent,), players=players, deals=deals, seed=seed, format="self", board=board)


def variations(setup: Position, seat: int) -> Iterator[tuple[str, Position]]:
    """List the deal itself, the same with every other seat starting, and with a seat that lacks each card."""
    yield AS_DEALT, setup
    for other in range(len(setup.players)):
        if other != setup.to_move:
            yield f"start {other}", setup._replace(to_move=other)
    for card in Card:
        players = list(setup.players)
        players[seat] = players[seat]._replace(hand=without(players[seat].hand, card))
        yield f"without {card.letter} {seat}", setup._replace(players=tuple(players))


@dataclass(frozen=True, slots=True)
class Balance:
    """What the games of one plan say; every list has names and figures."""

    board: str
    players: int
    games: int
    endings: list[tuple[str, Estimate]]
    places: list[tuple[str, Estimate]]
    help_cards: list[tuple[str, Estimate]]
    cards: list[tuple[str, Estimate]]
    turns: float


def balance_of(plan: Plan, results: Sequence[Result]) -> Balance:
    """Work out the figures."""
    dealt = [result for result in results if result.label == AS_DEALT]
    started = [result for result in results if not result.label.startswith("without")]
    games = games_of(started, plan.board)
    setups = {result.number: game.setup for result, game in zip(started, games, strict=True)}
    return Balance(
        board=plan.board,
        players=plan.players,
        games=len(results),
        endings=[(control.name.capitalize(), _ending(dealt, control)) for control in Control],
        places=_places(plan.players, started, setups),
        help_cards=_help_cards(plan.players, started, setups),
        cards=[(card.name, _card_value(results, dealt, card)) for card in Card],
        turns=sum(result.turns for result in dealt) / max(1, len(dealt)),
    )


def _ending(dealt: Sequence[Result], control: Control) -> Estimate:
    values = [float(result.ending == control.letter) for result in dealt]
    return proportion(values, [result.deal for result in dealt])


def _places(players: int, started: Sequence[Result], setups: dict[int, Position]) -> list[tuple[str, Estimate]]:
    """Compare the camps by how soon they come after the starting player."""
    names = ("starts", "second", "third") if players < 4 else ("team that starts", "other team")
    found = []
    for place in range(len(camps(players))):
        values = []
        for result in started:
            seat = (setups[result.number].to_move + place) % players
            values.append(_camp_share(result, seat))
        found.append((names[place], proportion(values, [result.deal for result in started])))
    return found


def _help_cards(players: int, started: Sequence[Result], setups: dict[int, Position]) -> list[tuple[str, Estimate]]:
    """Compare who holds which help card, whoever starts."""
    values: dict[int, list[float]] = {}
    deals: dict[int, list[int]] = {}
    for result in started:
        for seat, card in enumerate(help_cards_of(setups[result.number])):
            values.setdefault(card, []).append(_camp_share(result, seat))
            deals.setdefault(card, []).append(result.deal)
    return [(str(card), proportion(values[card], deals[card])) for card in sorted(values)]


def help_cards_of(setup: Position) -> list[int]:
    """Read off the courts who was dealt which help card; card 4 copies the next seat's (§3.2)."""
    courts = [player.court for player in setup.players]
    by_court = {court: card for card, court in HELP_CARDS.items()}
    cards = [by_court[court] for court in courts]
    if len(courts) == 4:
        copying = next(seat for seat in range(4) if courts[seat] == courts[(seat + 1) % 4])
        cards[copying] = COPYING_HELP_CARD
    return cards


def _card_value(results: Sequence[Result], dealt: Sequence[Result], card: Card) -> Estimate:
    """Say how much less often a player wins who lacks the card, deal by deal."""
    before = {result.deal: result for result in dealt}
    losses = []
    for result in results:
        words = result.label.split(" ")
        if words[0] == "without" and words[1] == card.letter and result.deal in before:
            seat = int(words[2])
            losses.append(_camp_share(before[result.deal], seat) - _camp_share(result, seat))
    if len(losses) < 2:
        return Estimate(0.0, -1.0, 1.0, len(losses))
    mean = sum(losses) / len(losses)
    error = Z95 * sqrt(sum((loss - mean) ** 2 for loss in losses) / (len(losses) - 1) / len(losses))
    return Estimate(mean, mean - error, mean + error, len(losses))


def _camp_share(result: Result, seat: int) -> float:
    return sum(result.shares[member] for member in camp_of(len(result.seats), seat))
