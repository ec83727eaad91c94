"""Say why a step can't be chosen next, so that a click in vain can be explained (§5)."""

from siam.rules.boards import Province
from siam.rules.cards import Card
from siam.rules.effects import followers_after, swappable_tiles, takeable, targets
from siam.rules.errors import Illegality
from siam.rules.followers import Cell
from siam.rules.half_move import HalfMove
from siam.rules.last_card import is_last_card
from siam.rules.moves import NO_EFFECT
from siam.rules.parts import Part, PartKind
from siam.rules.position import Position
from siam.rules.steps import CardStep, FollowerStep, PassStep, ProvinceStep, Step


def why_not(half: HalfMove, step: Step) -> Illegality | None:
    """Return why a step can't follow those chosen so far; None if it can."""
    if step in half.legal_steps:
        return None
    if half.position.is_over or half.asks is None:
        return Illegality.GAME_OVER if half.position.is_over else Illegality.WRONG_ACTION
    problem = _problem(half, half.asks, step)
    if problem:
        return problem
    # Possible in itself, so what it would lead to is forbidden: the last card must win, a swap must not undo one.
    return Illegality.LAST_CARD_MUST_WIN if is_last_card(half.position) else Illegality.UNDOES_LAST_SWAP


def _problem(half: HalfMove, part: Part, step: Step) -> Illegality | None:
    match step:
        case PassStep():
            return Illegality.WRONG_ACTION
        case CardStep(card=card):
            if part.kind is not PartKind.CARD:
                return Illegality.WRONG_ACTION
            return None if card in half.position.player.hand else Illegality.CARD_NOT_IN_HAND
        case ProvinceStep(province=province):
            return _province_problem(half, part, province)
        case FollowerStep(cell=cell):
            return _follower_problem(half, part, cell)


def _province_problem(half: HalfMove, part: Part, province: Province) -> Illegality | None:
    position = half.position
    match part.kind:
        case PartKind.PLACE:
            if position.controls[province] is not None:
                return Illegality.PROVINCE_CONTROLLED
            calls = _card(half) is not Card.KHON_THAI and part.faction is not None
            return Illegality.NOT_REACHABLE if calls and province not in _targets(position, part) else None
        case PartKind.TILE | PartKind.CROWN:
            if province not in swappable_tiles(position):
                return Illegality.TILE_FIXED
            return Illegality.SAME_PROVINCE if province in _provinces(half) else None
        case _:
            return Illegality.WRONG_ACTION


def _follower_problem(half: HalfMove, part: Part, cell: Cell) -> Illegality | None:
    position, chosen = half.position, _cells(half)
    there = position.followers[cell.province][cell.faction]
    match part.kind:
        case PartKind.GIVE:
            if part.index > 1 and chosen and cell.province != chosen[0].province:
                return Illegality.WRONG_NUMBER
            return None if there > chosen.count(cell) else Illegality.NO_SUCH_FOLLOWER
        case PartKind.RECEIVE:
            if chosen and cell.province == chosen[0].province:
                return Illegality.SAME_PROVINCE
            if _card(half) is Card.TWO_VS_ONE and cell.province not in position.board.neighbours[chosen[0].province]:
                return Illegality.NOT_ADJACENT
            return None if there else Illegality.NO_SUCH_FOLLOWER
        case PartKind.TAKE:
            play = half.play_so_far
            after = followers_after(position, play.effect if play else NO_EFFECT)
            return None if cell in takeable(after) else Illegality.NOT_TAKEABLE
        case _:
            return Illegality.WRONG_ACTION


def _card(half: HalfMove) -> Card | None:
    first = half.steps[0] if half.steps else None
    return first.card if isinstance(first, CardStep) else None


def _targets(position: Position, part: Part) -> tuple[Province, ...]:
    return targets(position, part.faction) if part.faction is not None else ()


def _provinces(half: HalfMove) -> list[Province]:
    return [step.province for step in half.steps if isinstance(step, ProvinceStep)]


def _cells(half: HalfMove) -> list[Cell]:
    return [step.cell for step in half.steps if isinstance(step, FollowerStep)]
