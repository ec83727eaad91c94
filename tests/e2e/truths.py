"""What a table must show, by what the server says, and how far a page is from it."""

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.e2e.people import CARDS, Person

Json = dict[str, Any]

SHOWN = (Path(__file__).parent / "shown.js").read_text(encoding="utf-8")
NAMES = {"R": "Rama", "L": "Lao", "M": "Malay", "B": "British"}
SETTLES_WITHIN_SECONDS = 25.0
LOOK_SECONDS = 0.06
LINES_OF_TALK = 30
CLOCK_SECONDS = 2.5
"""How long the page and the server may be asked one after the other."""


@dataclass(frozen=True)
class Truth:
    """A position as the server tells it to somebody, and what belongs beside it on the page."""

    state: Json
    log: Sequence[Json]
    provinces: Json
    hand: Sequence[str] = ()
    over: bool = False
    winners: Sequence[int] = ()
    view: Json | None = None
    """What else the server says of a table: talk, proposals and clocks."""
    preview: Json | None = None
    """A move in the making, carried out as far as it goes."""
    leaves_out: frozenset[str] = field(default_factory=frozenset)
    """What such a page does not show."""

    def differs_from(self, shown: Json) -> list[str]:
        """Return what is shown otherwise than it is, in words; nothing if all is well."""
        wanted = self._wanted(shown)
        return [
            f"{name}: shown {shown[name]}, told {wanted[name]}"
            for name in wanted
            if name not in self.leaves_out and shown[name] != wanted[name]
        ]

    def _wanted(self, shown: Json) -> Json:
        drawn = (
            {**self.state, **{key: self.preview[key] for key in ("track", "supply")}} if self.preview else self.state
        )
        courts = [player["court"] for player in self.state["players"]]
        for player in self.preview["players"] if self.preview else ():
            courts[player["seat"] - 1] = player["court"]
        standing = self.preview["standing"] if self.preview else self.state["standing"]
        names: list[str] = shown["names"]
        return {
            "provinces": [self._row(box, shown, at) for at, box in enumerate(drawn["track"])],
            "pieces": dict(sorted(_pieces(drawn["track"]))),
            "supply": drawn["supply"],
            "courts": courts,
            "strip": courts,
            "cards": [player["cards"] for player in self.state["players"]],
            "discards": [len(player["discards"]) for player in self.state["players"]],
            "mover": 0 if self.over else self.state["to_move"],
            "won": sorted(self.winners),
            "hand": sorted(self.hand, key="KTT12RLM".index),
            "standing": None if self.over else _sentence(standing, names),
            "log": self._lines(shown),
            **(self._beside(self.view, shown) if self.view else {}),
        }

    def _lines(self, shown: Json) -> list[list[str]]:
        undone = _undone(self.log)
        return [_line(entry, shown["names"], shown, at, undone) for at, entry in enumerate(self.log)]

    def _beside(self, view: Json, shown: Json) -> Json:
        """Return what is to be seen of the talk, proposals and clocks; whoever silenced the talk sees none of it."""
        said = [f"{line['name']} {line['text']}" for line in view["chat"] or ()]
        clocks = view["state"]["clocks"] or []
        near = len(shown["clocks"]) == len(clocks) and all(map(_runs_alike, shown["clocks"], clocks))
        return {
            "talk": said[-LINES_OF_TALK:] if shown["talks"] else [],
            "proposals": [proposal["id"] for proposal in view["proposals"]],
            "paused": view["state"]["paused"] and bool(view["you"]["seats"]),
            "clocks": shown["clocks"] if near else clocks,
        }

    def _row(self, box: Json, shown: Json, at: int) -> list[str]:
        control = box["control"]
        held = NAMES[control] if control else f"open, {NAMES[box['majority'] or 'B']} would take it"
        # Neighbours and homes do not change: as they are. What is marked does.
        row: list[str] = shown["provinces"][at] if at < len(shown["provinces"]) else [""] * 8
        marks = [mark for mark in row[7].split(", ") if mark.startswith("home of")]
        marks = [
            *(["contested now"] if box["province"] == self.state["contested"] else []),
            *marks,
            *(["King marker"] if box["king"] else []),
        ]
        name = self.provinces[box["province"]]
        return [str(box["box"]), name, *map(str, box["followers"]), held, row[6], ", ".join(marks)]


class MovedOnError(Exception):
    """The page is not any more, or not yet, where it was when it was read: if that lasts, it is a difference."""


def differences(person: Person, truth: Callable[[Json], Truth]) -> list[str]:
    """Compare a page with the truth once; a page that does not lie still is not there yet."""
    shown: Json = person.page.evaluate(SHOWN)
    if not shown["still"] or not shown["connected"]:
        return [f"it does not lie still: still {shown['still']}, connected {shown['connected']}"]
    try:
        return truth(shown).differs_from(shown)
    except MovedOnError as moved:
        return [str(moved)]


def settle(people: Iterable[Person], look: Callable[[Person], list[str]]) -> list[str]:
    """Wait until nobody sees anything but the truth; return what they still see otherwise when patience ends."""
    waiting = list(people)
    deadline = time.monotonic() + SETTLES_WITHIN_SECONDS
    while True:
        found = {id(person): look(person) for person in waiting}
        waiting = [person for person in waiting if found[id(person)]]
        if not waiting:
            return []
        if time.monotonic() > deadline:
            return [f"{person.name}: {one}" for person in waiting for one in found[id(person)]]
        waiting[0].page.wait_for_timeout(LOOK_SECONDS * 1000)


def truth_of_table(person: Person, table: str, provinces: Json, shown: Json) -> Truth:
    """Ask the server what this person must see at a table now."""
    view, log = person.view(table), person.ask("GET", f"api/tables/{table}/log")["entries"]
    you, state = view["you"], view["state"]
    hand = state["players"][you["seat"] - 1]["hand"] if you["seats"] else []
    preview = None
    if shown["steps"]:
        kept = person.page.evaluate(f"JSON.parse(sessionStorage.getItem('siam.steps.{table}') ?? 'null')")
        steps = kept["steps"] if kept and kept["version"] == view["version"] else []
        if len(steps) != shown["steps"]:
            raise MovedOnError(f"{shown['steps']} steps are shown, {steps} are kept")
        preview = person.ask("POST", f"api/tables/{table}/steps", {"after": view["version"], "steps": steps})["preview"]
    result = view["result"]
    return Truth(
        state=state,
        log=log,
        provinces=provinces,
        hand=hand or [],
        over=result is not None,
        winners=result["winners"] if result else [],
        preview=preview,
        view=view,
    )


def names_of_provinces(person: Person, table: str) -> Json:
    """Read what the provinces of a table's board are called in English."""
    board = person.ask("GET", f"api/tables/{table}/board")
    return {province["code"]: province["names"]["en"] for province in board["provinces"]}


def _pieces(track: Sequence[Json]) -> Iterable[tuple[str, int]]:
    for box in track:
        if not box["control"]:
            for faction, count in zip("RLM", box["followers"], strict=True):
                if count:
                    yield f"{faction}@{box['province']}", count


def _sentence(standing: Json, names: list[str]) -> str:
    winners = [names[seat - 1] for seat in standing["winners"]]
    ending = "colony" if standing["ending"] == "B" else f"{NAMES[standing['ending']]} rules"
    listed = " and ".join(winners) if len(winners) < 3 else ", ".join(winners[:-1]) + ", and " + winners[-1]
    verb = "wins" if len(winners) == 1 else "win"
    return (
        f"If everyone passes now: {ending}, {listed} {verb}"
        if winners
        else f"If everyone passes now: {ending}, nobody wins"
    )


def _undone(log: Sequence[Json]) -> set[int]:
    """Name the entries whose moves were taken back later."""
    undone: set[int] = set()
    for entry in log:
        if entry["kind"] == "take_back":
            earlier = (one for one in log if one["kind"] == "move" and one["version"] < entry["version"])
            undone |= {one["version"] for one in earlier if one["turn"] > entry["to"]}
    return undone


def _runs_alike(shown: list[Any], clock: Json) -> bool:
    """Return whether a clock on the page says what the server's says, but for the time between the two looks."""
    text, running = shown
    if ":" in text:
        seconds, near = sum(int(part) * 60**at for at, part in enumerate(reversed(text.split(":")))), CLOCK_SECONDS
    else:  # days and hours
        days, _, hours, _ = text.split(" ")
        seconds, near = 86_400 * int(days) + 3_600 * int(hours), 3_600
    return running is clock["running"] and abs(seconds - clock["left"]) <= near


def _line(entry: Json, names: list[str], shown: Json, at: int, undone: set[int]) -> list[str]:
    """Return the line of an entry; of a long sentence it is enough that it names who, which card and what was taken."""
    line: list[str] = shown["log"][at] if at < len(shown["log"]) else ["", ""]
    if entry["kind"] != "move":
        return ["", line[1]]
    wanted = [_deed(event, names) for event in entry["events"]]
    told = all(deed in line[1] for deed in wanted)
    told = told and line[1].startswith("Taken back:") is (entry["version"] in undone)
    return [str(entry["turn"]), line[1] if told else " ".join(filter(None, wanted))]


def _deed(event: Json, names: list[str]) -> str:
    match event["event"]:
        case "passed":
            return f"{names[event['seat'] - 1]} passes."
        case "card_played":
            return f"{names[event['seat'] - 1]} plays {CARDS[event['card']]}"
        case "follower_taken":
            return f"{names[event['seat'] - 1]} takes {NAMES[event['faction']]} from"
        case "follower_placed":
            return f"A {NAMES[event['faction']]} follower comes to"
        case "struggle_resolved" if event["control"] != "B":
            return f"{NAMES[event['control']]} controls"
        case _:
            return ""
