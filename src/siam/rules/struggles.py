"""Decide who controls a province once every player has passed (§6)."""

from functools import cache

from siam.rules.factions import CONTROLS, Control, Faction
from siam.rules.followers import NOBODY, Followers
from siam.rules.position import BRITISH_LIMIT, Position


@cache
def controller(followers: Followers) -> Control:
    """Return who controls a province once every player has passed (§6.1, §6.2)."""
    most, *rest = sorted(followers, reverse=True)
    if most in rest:
        return Control.BRITISH  # a tie, or nobody there
    return CONTROLS[followers.index(most)]


@cache
def controller_without(followers: Followers, faction: Faction) -> Control:
    """Return who would control a province if one follower of a faction had been taken from it."""
    return controller(followers.minus(faction))


def resolve(
    position: Position,
) -> tuple[tuple[Control | None, ...], tuple[Followers, ...], Followers]:
    """Resolve the contested province: controls, followers and supply afterwards (§6.1–6.3)."""
    province = position.track[position.resolved_count]
    leaving = position.followers[province]
    controls, followers = list(position.controls), list(position.followers)
    controls[province] = controller(leaving)
    followers[province] = NOBODY
    return tuple(controls), tuple(followers), position.supply.union(leaving)


def standing_controls(position: Position) -> tuple[Control, ...]:
    """List who controls what, in the order of the struggles, if everybody passes from here on (§6.4)."""
    controls: list[Control] = []
    for province in position.track:
        if controls.count(Control.BRITISH) == BRITISH_LIMIT:
            break
        control = position.controls[province]
        controls.append(controller(position.followers[province]) if control is None else control)
    return tuple(controls)
