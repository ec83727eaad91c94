"""Read a reason's sentence back into claims, in any language, from nothing but its words.

What each English sentence means is written here once more; the catalogue gives its words in the other languages.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

from siam.analysis.reasons import Claim, Gains, Horizon, KeepsCard, Leads, ProvinceGoes, Rules, Wins
from siam.cli.terminal.names import Cast
from siam.rules import Control, Criterion, Faction, Province, Seat

FRAMES = {
    "When the game ends by the best line: {claims}.": (Horizon.GAME_ENDS, False),
    "If everyone passes at the end of the best line: {claims}.": (Horizon.LINES, False),
    "If everyone passes right after it: {claims}.": (Horizon.MOVES, False),
    "When the game ends by the best line instead of everyone passing now: {claims}.": (Horizon.GAME_ENDS, True),
    "If everyone passes at the end of the best line instead of now: {claims}.": (Horizon.LINES, True),
    "If everyone passes right after it instead of now: {claims}.": (Horizon.MOVES, True),
}
KEEPS = "{name} keeps a card: {cards} in hand instead of {fewer}."
BECAUSE = "{causes}, so {ruler}"
Words = dict[str, str]


@dataclass(frozen=True, slots=True)
class Told:
    """What a sentence says; `is_beside_passing` is None where it does not say with what it compares."""

    horizon: Horizon
    claims: tuple[Claim, ...]
    is_beside_passing: bool | None


class UnreadableError(Exception):
    """A sentence that means nothing, or two things."""


@dataclass(frozen=True)
class Reader:
    """Reads what a cast's language says."""

    cast: Cast

    def read(self, sentence: str) -> Told:
        """Read one sentence."""
        kept = self._match(KEEPS, sentence)
        if kept is not None:
            cards = int(kept["cards"])
            if int(kept["fewer"]) != cards - 1:
                raise UnreadableError(sentence)
            return Told(Horizon.MOVES, (KeepsCard(self._seat(kept["name"]), cards),), None)
        frame, words = self._only(FRAMES, sentence)
        claims = tuple(self._claim(clause) for clause in words["claims"].split("; "))
        horizon, is_beside_passing = FRAMES[frame]
        compares = not all(isinstance(claim, Leads) for claim in claims)
        return Told(horizon, claims, is_beside_passing if compares else None)

    def _claim(self, clause: str) -> Claim:
        caused = self._match(BECAUSE, clause)
        if caused is not None:
            rules = self._claim(caused["ruler"])
            if not isinstance(rules, Rules):
                raise UnreadableError(clause)
            causes = tuple(self._cause(one) for one in self._unlisted(caused["causes"]))
            return Rules(rules.ruler, rules.instead, causes)
        template, words = self._only(self._meanings, clause)
        return self._meanings[template](words)

    def _cause(self, clause: str) -> ProvinceGoes:
        template, words = self._only(self._causes, clause)
        control, instead = self._causes[template](words)
        return ProvinceGoes(self._provinces[words["province"]], control, instead)

    @cached_property
    def _causes(self) -> dict[str, Callable[[Words], tuple[Control, Control]]]:
        control = self._controls
        return {
            "{province} goes to {control} instead of {other}": lambda w: (control[w["control"]], control[w["other"]]),
            "{province} goes to the British instead of {other}": lambda w: (Control.BRITISH, control[w["other"]]),
            "{province} goes to {control} instead of the British": lambda w: (control[w["control"]], Control.BRITISH),
        }

    @cached_property
    def _meanings(self) -> dict[str, Callable[[Words], Claim]]:
        control, seats = self._controls, self._seats

        def faction(name: str) -> Faction:
            return Faction(control[name])

        def leads(words: Words, criterion: Criterion) -> Leads:
            named = faction(words["faction"]) if "faction" in words else None
            return Leads(
                seats(words["names"]), criterion, named, int(words.get("figure", 0)), int(words.get("rival", 0))
            )

        def gains(words: Words, one: Faction | None, other: Faction | None) -> Gains:
            figures = int(words["figure"]), int(words["rival"])
            return Gains(seats(words["names"]), one, *figures, other, int(words["less"]), int(words["more"]))

        return {
            "Siam becomes a colony instead of a kingdom ruled by {other}": lambda w: Rules(
                Control.BRITISH, control[w["other"]], ()
            ),
            "{faction} rules and Siam does not become a colony": lambda w: Rules(
                control[w["faction"]], Control.BRITISH, ()
            ),
            "{faction} rules instead of {other}": lambda w: Rules(control[w["faction"]], control[w["other"]], ()),
            "the win goes to {names} instead of nobody": lambda w: Wins(seats(w["names"]), ()),
            "the win goes to {names} instead of {others}": lambda w: Wins(seats(w["names"]), seats(w["others"])),
            "{faction} followers: {figure} to {rival} for {names}": lambda w: leads(w, Criterion.MOST_OF_RULING),
            "tied, then followers of the second faction, {faction}: {figure} to {rival} for {names}": lambda w: leads(
                w, Criterion.MOST_OF_SECOND
            ),
            "tied, then the latest card furthest back: {names}": lambda w: leads(w, Criterion.EARLIEST_LAST_CARD),
            "complete sets: {figure} to {rival} for {names}": lambda w: leads(w, Criterion.MOST_SETS),
            "tied, then the latest card of all: {names}": lambda w: leads(w, Criterion.LATEST_CARD),
            "complete sets: {figure} to {rival} for {names} instead of {less} to {more}": lambda w: gains(
                w, None, None
            ),
            "{faction} followers: {figure} to {rival} for {names} instead of {less} to {more}": lambda w: gains(
                w, faction(w["faction"]), faction(w["faction"])
            ),
            "{faction} followers: {figure} to {rival} for {names} instead of {other} followers: {less} to {more}": (
                lambda w: gains(w, faction(w["faction"]), faction(w["other"]))
            ),
        }

    @cached_property
    def _controls(self) -> dict[str, Control]:
        return {self.cast.control(control): control for control in Control}

    @cached_property
    def _provinces(self) -> dict[str, Province]:
        return {self.cast.province(province): province for province in range(len(self.cast.board.provinces))}

    def _seat(self, name: str) -> Seat:
        return self.cast.players.index(name)

    def _seats(self, names: str) -> tuple[Seat, ...]:
        return tuple(self._seat(name) for name in self._unlisted(names))

    def _unlisted(self, names: str) -> list[str]:
        joined = self.cast._("{names} and {name}", names="", name="")
        return names.replace(joined, ", ").split(", ")

    def _only(self, templates: object, sentence: str) -> tuple[str, Words]:
        found = list(self._found(templates, sentence))
        if len(found) != 1:
            raise UnreadableError(f"{len(found)} meanings: {sentence}")
        return found[0]

    def _found(self, templates: object, sentence: str) -> Iterator[tuple[str, Words]]:
        assert isinstance(templates, dict)
        for template in templates:
            words = self._match(template, sentence)
            if words is not None:
                yield template, words

    def _match(self, template: str, sentence: str) -> Words | None:
        pattern = self._patterns.get(template)
        if pattern is None:
            places = {name: f"{{{name}}}" for name in re.findall(r"\{(\w+)\}", template)}
            said = re.split(r"\{(\w+)\}", self.cast._(template, **places))
            pieces = [self._place(piece) if at % 2 else re.escape(piece) for at, piece in enumerate(said)]
            pattern = self._patterns[template] = re.compile("".join(pieces))
        found = pattern.fullmatch(sentence)
        return None if found is None else found.groupdict()

    @cached_property
    def _patterns(self) -> dict[str, re.Pattern[str]]:
        return {}

    def _place(self, name: str) -> str:
        player = "|".join(map(re.escape, self.cast.players))
        one_of = {
            **dict.fromkeys(("figure", "rival", "less", "more", "cards", "fewer"), r"\d+"),
            **dict.fromkeys(("faction", "control", "other"), "|".join(map(re.escape, self._controls))),
            **dict.fromkeys(("names", "others"), rf"(?:{player})(?:.*(?:{player}))?"),
            "province": "|".join(map(re.escape, self._provinces)),
        }
        return f"(?P<{name}>{one_of.get(name, '.+')})"
