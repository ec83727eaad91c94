"""Decide which question comes next in a move, what may be answered, and which answer a person means."""

from siam.cli.terminal.names import Cast
from siam.notation import format_step
from siam.rules import FACTIONS, Card, CardStep, Faction, FollowerStep, HalfMove, PassStep, Position, ProvinceStep, Step
from siam.rules.effect_steps import action_length
from siam.rules.effects import factions_in_supply


def question(cast: Cast, half_move: HalfMove) -> str:
    """Ask for the next step of a move."""
    _, position = cast._, half_move.position
    if not half_move.steps:
        return _("{name}, your turn: play a card or pass", name=cast.player(position.to_move))
    first, *picks = half_move.steps
    assert isinstance(first, CardStep)
    length = action_length(position, first.card)
    if len(picks) >= length:
        return _("Which follower do you take into your court?")
    return _action_question(cast, position, first.card, len(picks), length)


def _action_question(cast: Cast, position: Position, card: Card, picked: int, length: int) -> str:
    _ = cast._
    match card, picked:
        case Card.MAHARACHA, 0:
            return _("Which tile do you swap?")
        case Card.MAHARACHA, _other:
            return _("With which tile? This one gets the king marker")
        case Card.KHON_THAI, _other:
            return _(
                "Where does the {faction} follower go?", faction=cast.control(factions_in_supply(position)[picked])
            )
        case Card.ONE_VS_ONE, 0:
            return _("Which follower do you swap?")
        case Card.ONE_VS_ONE, _other:
            return _("For which follower of another province?")
        case Card.TWO_VS_ONE, 0 if length == 3:
            return _("Which follower is the first of the two?")
        case Card.TWO_VS_ONE, 1 if length == 3:
            return _("Which follower of the same province goes with it?")
        case Card.TWO_VS_ONE, 0:
            return _("No two can be swapped for one. Which follower do you swap?")
        case Card.TWO_VS_ONE, _other:
            return _("For which follower next door?")
        case ((Card.RAMA | Card.LAO | Card.MALAI), _other):
            return _faction_question(cast, FACTIONS[card - Card.RAMA], picked, length)


def _faction_question(cast: Cast, faction: Faction, picked: int, length: int) -> str:
    _, name = cast._, cast.control(faction)
    if length == 1:
        return _("Where does the {faction} follower go?", faction=name)
    if picked == 0:
        return _("Where does the first {faction} follower go?", faction=name)
    return _("Where does the second {faction} follower go?", faction=name)


def describe(cast: Cast, step: Step) -> str:
    """Return what a step chooses."""
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
