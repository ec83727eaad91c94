"""Spell steps, and preview a move in the making."""

from functools import lru_cache

from siam.notation import format_move, format_step
from siam.notation.moves import PASS_TEXT
from siam.rules.cards import Card
from siam.rules.effect_steps import action_length, action_made
from siam.rules.effects import followers_after, supply_after, track_after
from siam.rules.factions import Faction
from siam.rules.followers import Cell
from siam.rules.half_move import HalfMove
from siam.rules.moves import Action, Place, Play
from siam.rules.position import Player, Position
from siam.rules.steps import STEPS, CardStep, FollowerStep, ProvinceStep, Step
from siam.server.domain.refusals import Code, Refusal
from siam.server.messages.game import PlayerPreview, Preview, StepsMade
from siam.server.views.outcomes import standing_made
from siam.server.views.state import track_seen


def first_steps(position: Position) -> list[str]:
    """List how a move can begin."""
    return _spelled(HalfMove(position).legal_steps)


@lru_cache(maxsize=1_024)
def _spelled(steps: tuple[Step, ...]) -> list[str]:
    """Format passing and cards, which need no board."""
    return [step.card.letter if isinstance(step, CardStep) else PASS_TEXT for step in steps]


def steps_made(position: Position, after: int, texts: list[str]) -> StepsMade:
    """Return what can follow the steps chosen so far, and what they would do."""
    half = HalfMove(position)
    for text in texts:
        step = next((step for step in half.legal_steps if format_step(position.board, step) == text), None)
        if step is None:
            raise Refusal(Code.ILLEGAL_STEP, f"{text[:20]!r} can't be chosen here")
        half = half.then(step)
    move = half.move
    return StepsMade(
        type="steps",
        after=after,
        steps=texts,
        legal=[format_step(position.board, step) for step in half.legal_steps],
        move=None if move is None else format_move(position.board, move),
        complete=move is not None,
        no_effect=_has_no_effect(half),
        preview=_preview(half),
    )


def steps_of(position: Position, move: Play) -> list[str]:
    """List steps that make a move, for drawing it."""
    half = HalfMove(position)
    while half.move != move:
        half = _step_towards(half, move)
    return [format_step(position.board, step) for step in half.steps]


def _step_towards(half: HalfMove, move: Play) -> HalfMove:
    for step in half.legal_steps:
        further = half.then(step)
        if _leads_to(further, move):
            return further
    raise ValueError("no steps make that move")


def _leads_to(half: HalfMove, move: Play) -> bool:
    first = half.steps[0]
    if not isinstance(first, CardStep) or first.card is not move.card:
        return False
    length = action_length(half.position, move.card)
    picked = len(half.steps) - 1
    if picked < length:
        return any(_leads_to(half.then(step), move) for step in half.legal_steps)
    if action_made(half.position, move.card, half.steps[1 : 1 + length]) != move.action:
        return False
    if picked == length:
        return half.move == move or any(half.then(step).move == move for step in half.legal_steps)
    return half.move == move


def _has_no_effect(half: HalfMove) -> bool:
    card = _card(half)
    return card is not None and action_length(half.position, card) == 0


def _card(half: HalfMove) -> Card | None:
    first = half.steps[0] if half.steps else STEPS[0]
    return first.card if isinstance(first, CardStep) else None


def _preview(half: HalfMove) -> Preview | None:
    """Carry out what was chosen so far; placements one by one, swaps once they are whole."""
    card = _card(half)
    if card is None or len(half.steps) < 2:
        return None
    position = half.position
    length = action_length(position, card)
    picks = half.steps[1 : 1 + length]
    action = action_made(position, card, picks) if len(picks) == length else _placed_so_far(half, card)
    if action is None:
        return None
    last = half.steps[-1]
    taken = last.cell if len(half.steps) == length + 2 and isinstance(last, FollowerStep) else None
    after = _carried_out(position, card, action, taken)
    return Preview(
        track=track_seen(after),
        supply=after.supply,
        players=[PlayerPreview(seat + 1, player.court, len(player.hand)) for seat, player in enumerate(after.players)],
        standing=standing_made(after),
    )


def _placed_so_far(half: HalfMove, card: Card) -> Action | None:
    picks = [step.province for step in half.steps[1:] if isinstance(step, ProvinceStep)]
    if card is Card.KHON_THAI:
        factions = [faction for faction, count in enumerate(half.position.supply) if count]
        return Place(tuple(_cell(faction, at) for faction, at in zip(factions, picks, strict=False)))
    if card.faction is not None:
        return Place(tuple(_cell(card.faction, province) for province in picks))
    return None


def _cell(faction: int, province: int) -> Cell:
    return Cell(Faction(faction), province)


def _carried_out(position: Position, card: Card, action: Action, taken: Cell | None) -> Position:
    followers = list(followers_after(position, action))
    player = position.player
    court = player.court
    if taken is not None:
        followers[taken.province] = followers[taken.province].minus(taken.faction)
        court = court.plus(taken.faction)
    hand = list(player.hand)
    hand.remove(card)
    players = list(position.players)
    players[position.to_move] = Player(tuple(hand), court)
    track, kings = track_after(position, action)
    seat = position.to_move
    return position._replace(
        track=track,
        kings=kings,
        followers=tuple(followers),
        supply=supply_after(position, action),
        players=tuple(players),
        recency=(*(other for other in position.recency if other != seat), seat),
    )
