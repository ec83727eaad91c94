"""Show a move in the making: its steps, what each of them decides, and the table with them carried out."""

from functools import lru_cache

from siam.notation import format_move, format_step
from siam.notation.moves import PASS_TEXT
from siam.rules import (
    NO_EFFECT,
    STEPS,
    CardLetter,
    CardStep,
    HalfMove,
    Move,
    Position,
    Step,
    advance,
    cards_without_effect,
    steps_of,
    why_not,
)
from siam.rules import Part as RulesPart
from siam.server.domain.refusals import Code, Refusal
from siam.server.messages.game import Part, PlayerPreview, Preview, Steps
from siam.server.views.outcomes import standing_made
from siam.server.views.state import track_seen


def first_steps(position: Position) -> list[str]:
    """List how a move can begin."""
    return _formatted(HalfMove(position).legal_steps)


@lru_cache(maxsize=1_024)
def _formatted(steps: tuple[Step, ...]) -> list[str]:
    """Format passing and cards, which need no board."""
    return [step.card.letter if isinstance(step, CardStep) else PASS_TEXT for step in steps]


def without_effect(position: Position) -> list[CardLetter]:
    """List the cards of the player to move that can do nothing now."""
    return [card.letter for card in cards_without_effect(position)]


def steps_made(position: Position, after: int, texts: list[str]) -> Steps:
    """Return what can follow the steps chosen so far, and what they would do."""
    half = HalfMove(position)
    for text in texts:
        step = next((step for step in half.legal_steps if format_step(position.board, step) == text), None)
        if step is None:
            raise Refusal(Code.ILLEGAL_STEP, f"{text[:20]!r} can't be chosen here", reason=_why_not(half, text))
        half = half.then(step)
    move = half.move
    return Steps(
        after=after,
        steps=texts,
        legal=[format_step(position.board, step) for step in half.legal_steps],
        parts=[_part(part) for part in half.parts],
        next=_part(half.asks) if half.asks else None,
        move=None if move is None else format_move(position.board, move),
        complete=move is not None,
        no_effect=half.has_no_effect,
        preview=_preview(half),
    )


def _why_not(half: HalfMove, text: str) -> str | None:
    step = next((step for step in STEPS if format_step(half.position.board, step) == text), None)
    reason = None if step is None else why_not(half, step)
    return None if reason is None else reason.name


def steps_and_parts(position: Position, move: Move) -> tuple[list[str], list[Part]]:
    """List the steps that make a move and what each of them decides, for drawing and describing it."""
    half = HalfMove(position, steps_of(move))
    return [format_step(position.board, step) for step in half.steps], [_part(part) for part in half.parts]


@lru_cache(maxsize=64)
def _part(part: RulesPart) -> Part:
    faction = None if part.faction is None else part.faction.letter
    return Part(part.kind.value, part.index, part.count, faction)


def _preview(half: HalfMove) -> Preview | None:
    """Carry out what was chosen so far; None while nothing can be seen of it."""
    play = half.play_so_far
    if play is None or (play.effect == NO_EFFECT and play.taken is None):
        return None
    after = advance(half.position, play).position
    return Preview(
        track=track_seen(after),
        supply=after.supply,
        players=[PlayerPreview(seat + 1, player.court, len(player.hand)) for seat, player in enumerate(after.players)],
        standing=standing_made(after),
    )
