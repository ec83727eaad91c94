"""Decide which question comes next in a move, what may be answered, and which answer a person means."""

from siam.cli.terminal.names import Cast
from siam.notation import format_step
from siam.rules import Card, CardStep, FollowerStep, HalfMove, Part, PartKind, PassStep, ProvinceStep, Step


def question(cast: Cast, half_move: HalfMove) -> str:
    """Ask for the next step of a move."""
    _, part = cast._, half_move.asks
    assert part is not None
    match part.kind:
        case PartKind.CARD:
            return _("{name}, your turn: play a card or pass", name=cast.player(half_move.position.to_move))
        case PartKind.TILE:
            return _("Which tile do you swap?")
        case PartKind.CROWN:
            return _("With which tile? This one gets the king marker")
        case PartKind.PLACE:
            return _place_question(cast, part, half_move.parts)
        case PartKind.GIVE | PartKind.RECEIVE:
            return _swap_question(cast, part, half_move.steps[0])
        case PartKind.TAKE:
            return _("Which follower do you take into your court?")


def _place_question(cast: Cast, part: Part, parts: tuple[Part, ...]) -> str:
    _ = cast._
    assert part.faction is not None
    name = cast.control(part.faction)
    alike = [other.index for other in parts if other.kind is PartKind.PLACE and other.faction is part.faction]
    if len(alike) == 1:
        return _("Where does the {faction} follower go?", faction=name)
    if part.index == alike[0]:
        return _("Where does the first {faction} follower go?", faction=name)
    return _("Where does the second {faction} follower go?", faction=name)


def _swap_question(cast: Cast, part: Part, card: Step) -> str:
    _ = cast._
    next_door = isinstance(card, CardStep) and card.card is Card.TWO_VS_ONE
    match part.kind, part.index, part.count:
        case PartKind.GIVE, 1, 2:
            return _("Which follower is the first of the two?")
        case PartKind.GIVE, 2, 2:
            return _("Which follower of the same province goes with it?")
        case PartKind.GIVE, _one, _other if next_door:
            return _("No two can be swapped for one. Which follower do you swap?")
        case PartKind.GIVE, _one, _other:
            return _("Which follower do you swap?")
        case _ if next_door:
            return _("For which follower next door?")
        case _:
            return _("For which follower of another province?")


def describe(cast: Cast, step: Step) -> str:
    """Return a step in words."""
    _ = cast._
    match step:
        case PassStep():
            return _("Pass")
        case CardStep(card=card):
            return cast.card(card)
        case FollowerStep(cell=cell):
            faction, province = cast.control(cell.faction), cast.province(cell.province)
            return _("{faction} from {province}", faction=faction, province=province)
        case ProvinceStep(province=province):
            return cast.province(province)


def meant(cast: Cast, steps: tuple[Step, ...], answer: str) -> list[Step]:
    """Find the steps that an answer may mean: its notation, its number in the list, or the beginning of a name."""
    wanted = _squeezed(answer)
    if not wanted:
        return []
    exact = [step for step in steps if wanted in _spellings(cast, step)]
    if exact:
        return exact
    if wanted.isdecimal() and not isinstance(steps[0], PassStep | CardStep):
        place = int(wanted[:3])
        return [steps[place - 1]] if 1 <= place <= len(steps) else []
    return [step for step in steps if any(spelling.startswith(wanted) for spelling in _spellings(cast, step))]


def _spellings(cast: Cast, step: Step) -> set[str]:
    spellings = {format_step(cast.board, step), describe(cast, step)}
    if isinstance(step, FollowerStep):
        faction, province = step.cell
        code, place = cast.board.codes[province], cast.province(province)
        for who in (faction.letter, cast.control(faction)):
            spellings |= {f"{who}{code}", f"{code}{who}", f"{who}{place}", f"{place}{who}"}
    return {_squeezed(spelling) for spelling in spellings}


def _squeezed(text: str) -> str:
    return "".join(letter for letter in text.casefold() if letter.isalnum())
