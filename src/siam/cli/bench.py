"""`siam bench`: how fast whole random games are played."""

import json

import click


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("--seconds", type=click.FloatRange(min=0.05), default=2.0, show_default=True, help="For each figure.")
def bench(as_json: bool, seconds: float) -> None:
    """Measure whole random games a second, by the rules and by the engine, and print the engine's signature."""
    from siam.engine.bench import measurements

    measured = measurements(seconds)
    if as_json:
        click.echo(json.dumps(measured))
        return
    for part, figures in measured.items():
        for name, figure in figures.items():
            click.echo(f"{part} {name}: {_told(figure)}")


def _told(figure: object) -> str:
    """Write a figure, or several by name, as people do."""
    if isinstance(figure, dict):
        return ", ".join(f"{name} {_told(one)}" for name, one in figure.items())
    return f"{figure:,.0f}" if isinstance(figure, float) and figure >= 100 else str(figure)
