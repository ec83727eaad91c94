"""The end of the game as a second reading of the rulebooks has it: who rules Siam and who wins."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


class Verdict(TypedDict):
    """Who rules, as a letter, and which seats win, counted from 1."""

    ending: str
    winners: list[int]


def ruler_of(people: Mapping[str, int]) -> str:
    """Return who gets a province: the only faction that outnumbers both others, else the British."""
    for faction in "RLM":
        if all(people[faction] > people[other] for other in "RLM" if other != faction):
            return faction
    return "B"


def judge(
    rulers: Sequence[str],
    courts: Sequence[Mapping[str, int]],
    recent: Sequence[int],
    options: Mapping[str, object],
) -> Verdict:
    """Return who wins when the provinces fall to these rulers, one after the other."""
    gained: list[str] = []
    for ruler in rulers:
        gained.append(ruler)
        if gained.count("B") == 4:
            return {
                "ending": "B",
                "winners": [] if options.get("colony_loses") else of_colony(courts, recent),
            }
    ladder = sorted(set(gained) - {"B"}, key=lambda f: (gained.count(f), last_place(gained, f)), reverse=True)
    seats = [seat for seat, _ in enumerate(courts, start=1)]
    for faction in ladder[:2]:
        most = max(courts[seat - 1][faction] for seat in seats)
        seats = [seat for seat in seats if courts[seat - 1][faction] == most]
    # Of those still tied, the latest to have played loses, again and again.
    for seat in reversed(recent):
        if len(seats) > 1 and seat in seats:
            seats.remove(seat)
    return {"ending": ladder[0], "winners": with_partners(seats, len(courts))}


def of_colony(courts: Sequence[Mapping[str, int]], recent: Sequence[int]) -> list[int]:
    count = len(courts)
    camps = [[1, 3], [2, 4]] if count == 4 else [[seat] for seat in range(1, count + 1)]
    sets = {
        index: min(sum(courts[seat - 1][faction] for seat in camp) for faction in "RLM")
        for index, camp in enumerate(camps)
    }
    tied = [camp for index, camp in enumerate(camps) if sets[index] == max(sets.values())]
    for seat in reversed(recent):
        for camp in tied:
            if seat in camp:
                return camp
    return sorted(seat for camp in tied for seat in camp)


def with_partners(seats: Sequence[int], count: int) -> list[int]:
    if count < 4:
        return sorted(seats)
    return sorted({seat for winner in seats for seat in (winner, (winner + 1) % 4 + 1)})


def last_place(gained: Sequence[str], faction: str) -> int:
    return max(place for place, ruler in enumerate(gained) if ruler == faction)
