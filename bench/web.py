"""Measure the client in a real browser and print the figures as JSON; the exit status tells whether limits were kept.

Run it from the top of the tree: `PYTHONPATH=. python bench/web.py`. Other work on the machine lengthens every wait: so
the first page and a click are also told as ratios to a bare page with one button, and tasks, measured in time of the
processor, as ratios to a fixed piece of work, all in the same browser and run.
"""

import os
import sys
import tempfile
from pathlib import Path
from typing import Any

from browsing.figures import Figure, report
from browsing.pages import (
    NOTE_TIMES,
    PLAY,
    WORK,
    click_milliseconds,
    ready_seconds,
    script_kilobytes,
    scripts_of,
    serve_bare,
)
from browsing.tasks import longest_task
from playwright.sync_api import Browser, Page, expect, sync_playwright
from tests.browsers import launch_browser
from tests.e2e.gaming import wait_for_version
from tests.e2e.hosting import INDEX, start_host
from tests.e2e.people import Person

ROUNDS = 7
CLICKS = 12
MOVES = 6
SCRIPTS_LIMIT, PAGE_LIMIT, CLICK_LIMIT, TASK_LIMIT = 120.0, 1.0, 50.0, 50.0
DESK = {"width": 1440, "height": 900}
expect.set_options(timeout=60_000)


def first_page(browser: Browser, url: str) -> list[Figure]:
    """Measure how large the first page is and when it can be used, each time in a fresh browser."""
    own, bare = [], []
    kilobytes = 0.0
    for _ in range(ROUNDS):
        context = browser.new_context(locale="en")
        context.add_init_script(NOTE_TIMES)
        page = context.new_page()
        bare.append(ready_seconds(page, serve_bare(page, url)))
        own.append(ready_seconds(page, url))
        page.wait_for_load_state("networkidle")
        kilobytes = script_kilobytes(scripts_of(page, INDEX.parent / "assets"))
        context.close()
    everything = script_kilobytes(list((INDEX.parent / "assets").glob("*.js")))
    return [
        Figure("scripts of the first page, gzip", kilobytes, "kB", SCRIPTS_LIMIT),
        Figure("scripts of all pages, gzip", everything, "kB"),
        Figure("first page can be used", min(own), "s", PAGE_LIMIT, min(own) / min(bare), "a bare page"),
    ]


def bare_click(browser: Browser, url: str) -> float:
    """Measure how soon a click is answered by a page that does nothing else."""
    context = browser.new_context(viewport=DESK)  # type: ignore[arg-type]
    context.add_init_script(NOTE_TIMES)
    page = context.new_page()
    page.goto(serve_bare(page, url))
    button = page.get_by_role("button", name=PLAY)
    took = click_milliseconds(page, button, button, CLICKS)
    context.close()
    return took


def click_about(page: Page, person: Person) -> float:
    """Measure how soon a click on a card and one on "Undo" are answered."""
    card = page.locator(".hand [data-step]").first
    return click_milliseconds(page, card, person.button("Undo"), CLICKS)


def drag_about(page: Page, step: str) -> None:
    """Drag a card over the board and back."""
    start = page.locator(f'[data-drag="{step}"]').first.bounding_box()
    board = page.locator(".board").first.bounding_box()
    assert start is not None
    assert board is not None
    page.mouse.move(start["x"] + 30, start["y"] + 30)
    page.mouse.down()
    for at in range(60):
        page.mouse.move(board["x"] + 30 + at * 6, board["y"] + 40 + at * 8)
    page.mouse.move(start["x"] + 30, start["y"] + 30)
    page.mouse.up()
    page.wait_for_timeout(300)


def my_turn(person: Person, table: str) -> Any:
    """Wait until it is this person's turn and everything has been shown."""
    view = person.view(table)
    while not view["you"]["my_turn"]:
        wait_for_version(person, table, view["version"])
        view = person.view(table)
    person.waits_for_turn()
    return view


def pass_on(person: Person, table: str) -> None:
    """Pass some turns, and watch everything that follows being animated."""
    for _ in range(MOVES):
        view = my_turn(person, table)
        person.passes()
        wait_for_version(person, table, view["version"])
    my_turn(person, table)


def at_the_table(browser: Browser, url: str) -> list[Figure]:
    """Measure clicks, dragging and animations at a table."""
    yardstick = bare_click(browser, url)
    context = browser.new_context(viewport=DESK, locale="en")  # type: ignore[arg-type]
    context.add_init_script(NOTE_TIMES)
    anna = Person("Anna", url, context).be()
    seats: list[dict[str, object]] = [{"kind": "me"}, {"kind": "bot", "level": "random"}]
    table = anna.make_table(seats, options={"discards": "open"})
    page = anna.open(f"table/{table}").page
    card = my_turn(anna, table)["you"]["legal"][1]
    page.wait_for_timeout(1000)
    work = float(page.evaluate(WORK))
    answered = click_about(page, anna)
    deeds = {
        "clicking": lambda: click_about(page, anna),
        "dragging": lambda: drag_about(page, card),
        "animating": lambda: pass_on(anna, table),
    }
    figures = [Figure("a click is answered, median", answered, "ms", CLICK_LIMIT, answered / yardstick, "a bare page")]
    for name, deed in deeds.items():
        processor, clock = longest_task(browser, page, deed)
        page.keyboard.press("Escape")
        against = f"sorting 60,000 numbers, {work:.1f} ms"
        what = f"longest task while {name}"
        figures.append(Figure(f"{what}, processor", processor, "ms", TASK_LIMIT, processor / work, against))
        figures.append(Figure(f"{what}, clock", clock, "ms"))
    context.close()
    return figures


def main() -> int:
    load = os.getloadavg()[0]
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        host = start_host(Path(folder))
        browser = launch_browser(playwright)
        try:
            figures = [*first_page(browser, host.url), *at_the_table(browser, host.url)]
        finally:
            browser.close()
            host.stop()
    print(report(figures, load))
    return 1 if any(figure.missed for figure in figures) else 0


if __name__ == "__main__":
    sys.exit(main())
