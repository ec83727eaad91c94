"""Decide which output files are refused before hours of work go into them."""

from pathlib import Path

import click


def check_writable(path: Path | None, *suffixes: str) -> None:
    """Refuse a file whose folder is not there, or whose name does not end as it must."""
    if path is None:
        return
    if suffixes and path.suffix not in suffixes:
        raise click.ClickException(f"{path}: the name of this file ends in {' or '.join(suffixes)}")
    if not path.parent.is_dir():
        raise click.ClickException(f"{path}: there is no folder {path.parent}")
    if path.is_dir():
        raise click.ClickException(f"{path} is a folder")
