"""Write the page about how strong the levels are, from the games that lie in a directory."""

from pathlib import Path

from siam.arena.archive import ArchiveError
from siam.arena.champions import champion_section, duels_of
from siam.arena.ladders import WANTED, draw_ladder, ladder_command, ladder_of, ladder_section


def write_strength(directory: Path, page: Path) -> None:
    """Write the page and its picture; ArchiveError if there are no games to tell of."""
    rungs, duels = ladder_of(directory), duels_of(directory)
    if not rungs and not duels:
        raise ArchiveError(f"{directory} holds no games to write a page about")
    page.parent.mkdir(parents=True, exist_ok=True)
    lines = [
        "# How strong the levels are",
        "",
        "A deal is played once for every way to seat the two who meet: with two players each side once in each seat,",
        "with three all six ways to seat one against two and two against one, with four as teams. So half of the wins",
        "is a fair share at every number of players, and a level is meant to take at least "
        f"{WANTED:.0%} from the one below it.",
        "Intervals are of 95 % and count deals, not games. How a tournament works is told in [the arena](arena.md).",
    ]
    if rungs:
        picture = page.with_name(page.stem + "-ladder")
        draw_ladder(rungs, picture)
        lines += ["", *ladder_section(rungs, picture.name, ladder_command(directory))]
    if duels:
        lines += ["", *champion_section(duels)]
    page.write_text("\n".join(lines) + "\n", encoding="utf-8")
