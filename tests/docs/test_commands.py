"""Every command that the documentation tells people to type exists, with the flags that it names."""

import re
import shlex
from pathlib import Path

import click
import pytest

from siam.cli.commands import siam
from tests.docs.pages import ROOT, blocks, every_page, name, prose

TARGETS = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))


def typed(page: Path) -> list[str]:
    """List the command lines of a page: those of its shell blocks and those inside its sentences."""
    lines = [line.split(" #")[0] for block in blocks(page, "sh") for line in block.splitlines()]
    return [*lines, *re.findall(r"`((?:siam|make) [^`]+)`", prose(page))]


COMMANDS = [(page, line) for page in every_page() for line in typed(page)]


@pytest.mark.parametrize(("page", "line"), [(p, c) for p, c in COMMANDS if "siam" in shlex.split(c)])
def test_the_siam_command_knows_what_is_typed(page: Path, line: str) -> None:
    words = shlex.split(line)
    command, *rest = _found(words[words.index("siam") + 1 :])
    assert isinstance(command, click.Command), f"{name(page)}: {line}"
    flags = {flag for param in command.params for flag in (*param.opts, *param.secondary_opts)}
    asked = {word.split("=")[0] for word in rest if isinstance(word, str) and word.startswith("--")}
    assert asked <= flags | {"--help"}, f"{name(page)}: {line}"


@pytest.mark.parametrize(("page", "line"), [(p, c) for p, c in COMMANDS if c.startswith("make ")])
def test_the_makefile_knows_what_is_typed(page: Path, line: str) -> None:
    assert line.split()[1] in TARGETS, f"{name(page)}: {line}"


@pytest.mark.parametrize("page", every_page(), ids=name)
def test_only_the_page_about_installing_speaks_of_a_registry(page: Path) -> None:
    told = page.read_text(encoding="utf-8").replace("\n", " ")
    assert page.name == "install.md" or not re.search(r"install '?siam", told)


def test_the_changelog_names_every_command() -> None:
    told = {line.split()[1] for line in typed(ROOT / "CHANGELOG.md") if line.startswith("siam ")}
    assert set(siam.list_commands(click.Context(siam))) <= told


def _found(words: list[str]) -> list[click.Command | str | None]:
    """Follow the names of subcommands as far as they go; give the command and the words after them."""
    context = click.Context(siam)
    command: click.Command | None = siam
    while isinstance(command, click.Group) and words and not words[0].startswith("-"):
        names = command.list_commands(context)
        if command is not siam and "play" in names and words[0] not in names:
            words = ["play", *words]  # `siam arena A B` is short for `siam arena play A B`
        _, command, words = command.resolve_command(context, words)
    return [command, *words]
