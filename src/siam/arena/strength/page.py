"""Write the page about how strong the levels are."""

from pathlib import Path

from siam.arena.play.archive import ArchiveError
from siam.arena.strength.duels import champion_section
from siam.arena.strength.ladders import MOST, WANTED, draw_ladder, ladder_section
from siam.arena.strength.leagues import league_section
from siam.arena.strength.level_ratings import ratings_section
from siam.arena.strength.scalings import is_scaling, scaling_section
from siam.arena.strength.strengths import read_strengths, strengths_of, write_strengths
from siam.league.notes import read_notes

LEAGUE = "league.json"
"""What a league has noted, beside the page."""


def write_strength(directory: Path, page: Path) -> None:
    """Write the page and its picture, from the games in a directory and the figures that are kept beside the page.

    ArchiveError if there is nothing to tell of.
    """
    kept = page.with_suffix(".json")
    known = read_strengths(kept).renewed(strengths_of(directory))
    if not known.rungs and not known.duels:
        raise ArchiveError(f"{directory} holds no games to write a page about")
    page.parent.mkdir(parents=True, exist_ok=True)
    lines = [
        "# How strong the levels are",
        "",
        "A deal is played once for every way to seat the two who meet: with two players each side once in each seat,",
        "with three all six ways to seat one against two and two against one, with four as teams. So half of the wins",
        "is a fair share at every number of players, and a level is meant to take "
        f"{WANTED:.0%} to {MOST:.0%} from the one below it.",
        "Intervals are of 95 % and count deals, not games. How a tournament works is told in [the arena](arena.md).",
    ]
    scalings = [rung for rung in known.rungs if is_scaling(rung)]
    if rungs := [rung for rung in known.rungs if not is_scaling(rung)]:
        picture = page.with_name(page.stem + "-ladder")
        draw_ladder(rungs, picture)
        lines += ["", *ladder_section(rungs, picture.name), "", *ratings_section(rungs)]
    if known.duels:
        lines += ["", *champion_section(known.duels)]
    if scalings:
        lines += ["", *scaling_section(scalings)]
    try:
        notes = read_notes(page.with_name(LEAGUE))
    except ValueError as problem:
        raise ArchiveError(str(problem)) from None
    if notes:
        lines += ["", *league_section(notes)]
    page.write_text("\n".join(lines) + "\n", encoding="utf-8")
    write_strengths(known, kept)
