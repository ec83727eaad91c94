"""Decide how a league of evaluations is told: what `python -m siam.league` has noted, command by command."""

from collections.abc import Mapping

from siam.league.notes import Note


def league_section(notes: Mapping[str, Note]) -> list[str]:
    """Format the notes of a league as lines of Markdown."""
    lines = [
        "## Evaluations against each other",
        "",
        "Evaluations (weights) meet with the nodes that each command names. With three players the first figure is",
        "what one takes *alone against two* (a third is even), the second what *two take against one* (two thirds are",
        "even). *Surprise* is how little an evaluation foresaw of who won, in nats: a guess is 1.10 with three players",
        "and 0.69 with two camps. Pictures show how often a chance that was foretold came true. How the evaluations",
        "were made is told in [the engine](engine.md).",
    ]
    for title, note in notes.items():
        lines += ["", f"### {title}", "", *note.lines]
        if note.picture is not None:
            lines += ["", f"![Chances foretold, and how often they came true]({note.picture})"]
        lines += ["", "```console", note.command, "```"]
    return lines
