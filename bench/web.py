"""Measure the client in a real browser: size, first page, start of an animation, dragging. Prints one line a figure.

Run it from the top of the tree: `PYTHONPATH=. python bench/web.py`. Other work on the machine lengthens every wait, so
tasks are given in time of the processor beside time of the clock, and the load is printed.
"""

import gzip
import json
import os
import tempfile
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, expect, sync_playwright
from tests.browsers import launch_browser
from tests.e2e.gaming import wait_for_version
from tests.e2e.hosting import INDEX, start_host
from tests.e2e.people import Person

MOVES = 6
expect.set_options(timeout=60_000)
TRACED = ["disabled-by-default-devtools.timeline", "devtools.timeline", "toplevel", "__metadata"]
# A move is heard when its message arrives; it moves when the frame comes in which it is first drawn.
WATCH_ANIMATION = """() => {
  const receive = Object.getOwnPropertyDescriptor(WebSocket.prototype, 'onmessage').set
  Object.defineProperty(WebSocket.prototype, 'onmessage', {
    set(listener) {
      receive.call(this, (event) => {
        if (String(event.data).includes('"type":"update"')) window.heard ??= performance.now()
        listener(event)
      })
    },
  })
  new MutationObserver(() => {
    if (!window.heard || window.drawn || !document.querySelector('.happening, .flight')) return
    window.drawn = performance.now()
    requestAnimationFrame(() => (window.moved = performance.now()))
  }).observe(document, { subtree: true, childList: true })
}"""


def script_kilobytes() -> float:
    """Add up all scripts of the client as they travel."""
    scripts = (INDEX.parent / "assets").glob("*.js")
    return sum(len(gzip.compress(script.read_bytes(), 9)) for script in scripts) / 1000


def first_page_seconds(page: Page, url: str) -> float:
    """Return when the button that starts a game can be pressed, from a cold start."""
    page.goto(url, wait_until="commit")
    page.get_by_role("button", name="Play a bot now").wait_for()
    return float(page.evaluate("performance.now()")) / 1000


def tasks_during(browser: Browser, page: Page, deed: Callable[[], None]) -> list[tuple[float, float]]:
    """Do something and give the main thread's tasks meanwhile: milliseconds by the clock and of the processor."""
    browser.start_tracing(page=page, categories=TRACED)
    deed()
    events: list[dict[str, Any]] = json.loads(browser.stop_tracing())["traceEvents"]
    threads = {
        (event["pid"], event["tid"])
        for event in events
        if event["name"] == "thread_name" and event["args"]["name"] == "CrRendererMain"
    }
    return [
        (event["dur"] / 1000, event.get("tdur", event["dur"]) / 1000)
        for event in events
        if event["name"] == "RunTask" and (event["pid"], event["tid"]) in threads and "dur" in event
    ]


def longest(tasks: list[tuple[float, float]]) -> str:
    """Return how long the longest tasks were."""
    clock = max((task[0] for task in tasks), default=0.0)
    processor = max((task[1] for task in tasks), default=0.0)
    return f"longest {processor:.0f} ms of the processor, {clock:.0f} ms by the clock"


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


def pass_and_watch(person: Person, table: str) -> tuple[float, float]:
    """Pass, and give how many milliseconds after its message it was drawn, and in which frame it moved."""
    my_turn(person, table)
    person.page.evaluate("window.heard = window.drawn = window.moved = undefined")
    person.passes()
    while not person.page.evaluate("window.moved > 0"):
        person.page.wait_for_timeout(50)
    drawn, moved = person.page.evaluate("[window.drawn - window.heard, window.moved - window.heard]")
    return float(drawn), float(moved)


def main() -> None:
    print(f"load average: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    print(f"scripts, gzip: {script_kilobytes():.1f} kB (at most 120)")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        host = start_host(Path(folder))
        browser = launch_browser(playwright)
        try:
            times = []
            for _ in range(5):
                context = browser.new_context(locale="en")
                times.append(first_page_seconds(context.new_page(), host.url))
                context.close()
            print(f"first page can be used after: {min(times):.2f} s (at most 1), slowest of 5 {max(times):.2f} s")
            context = browser.new_context(viewport={"width": 1440, "height": 900}, locale="en")
            anna = Person("Anna", host.url, context).be()
            seats: list[dict[str, object]] = [{"kind": "me"}, {"kind": "bot", "level": "random"}]
            table = anna.make_table(seats, options={"discards": "open"})
            anna.page.add_init_script(f"({WATCH_ANIMATION})()")
            anna.open(f"table/{table}")
            card = my_turn(anna, table)["you"]["legal"][1]
            anna.page.wait_for_timeout(1000)
            tasks = tasks_during(browser, anna.page, lambda: drag_about(anna.page, card))
            over = sum(processor > 50 for _, processor in tasks)
            print(f"tasks over 50 ms while dragging: {over} (none allowed), {longest(tasks)}")
            anna.page.keyboard.press("Escape")
            delays: list[tuple[float, float]] = []

            def play() -> None:
                delays.extend(pass_and_watch(anna, table) for _ in range(MOVES))

            tasks = tasks_during(browser, anna.page, play)
            drawn, moved = (sorted(delay[part] for delay in delays) for part in (0, 1))
            assert all(first <= second for first, second in pairwise(moved))
            print(
                f"animation begins after its message: {moved[len(moved) // 2]:.0f} ms (at most 50; {MOVES} moves, "
                f"{moved[0]:.0f} to {moved[-1]:.0f}), of which {drawn[len(drawn) // 2]:.0f} ms until it is drawn; "
                f"tasks meanwhile: {longest(tasks)}"
            )
            print(f"load average: {os.getloadavg()[0]:.1f}")
        finally:
            browser.close()
            host.stop()


if __name__ == "__main__":
    main()
