"""Measure the client in a real browser: size, first page, start of an animation, dragging. Prints one line a figure.

Run it from the top of the tree: `PYTHONPATH=. python bench/web.py`.
"""

import gzip
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright
from tests.e2e.gaming import wait_for_version, whole_move
from tests.e2e.hosting import INDEX, start_host
from tests.e2e.people import Person

LONG_TASKS = """() => {
  window.longTasks = []
  new PerformanceObserver((list) => window.longTasks.push(...list.getEntries().map((entry) => entry.duration)))
    .observe({ type: 'longtask', buffered: true })
}"""
WATCH_ANIMATION = """() => {
  const socket = WebSocket.prototype
  const receive = Object.getOwnPropertyDescriptor(socket, 'onmessage').set
  Object.defineProperty(socket, 'onmessage', {
    set(listener) {
      receive.call(this, (event) => {
        if (String(event.data).includes('"type":"update"')) window.heard ??= performance.now()
        listener(event)
      })
    },
  })
  new MutationObserver(() => {
    if (window.heard && !window.moved && document.querySelector('.happening, .flight')) window.moved = performance.now()
  }).observe(document, { subtree: true, childList: true })
}"""


def script_kilobytes() -> float:
    """Add up all scripts of the client as they travel."""
    scripts = (INDEX.parent / "assets").glob("*.js")
    return sum(len(gzip.compress(script.read_bytes(), 9)) for script in scripts) / 1000


def first_page_seconds(page: Page, url: str) -> float:
    """Say when the button that starts a game can be pressed, from a cold start."""
    page.goto(url, wait_until="commit")
    page.get_by_role("button", name="Play a bot now").wait_for()
    return float(page.evaluate("performance.now()")) / 1000


def drag_about(page: Page, step: str) -> list[float]:
    """Drag a card over the board and back; give the tasks that took over 50 milliseconds."""
    page.evaluate(LONG_TASKS)
    page.wait_for_timeout(300)
    page.evaluate("window.longTasks.length = 0")
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
    return [float(duration) for duration in page.evaluate("window.longTasks")]


def main() -> None:
    print(f"scripts, gzip: {script_kilobytes():.1f} kB (at most 120)")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        host = start_host(Path(folder))
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        try:
            times = []
            for _ in range(3):
                context = browser.new_context(locale="en")
                times.append(first_page_seconds(context.new_page(), host.url))
                context.close()
            print(f"first page can be used after: {min(times):.2f} s (at most 1)")
            anna = Person(
                "Anna", host.url, browser.new_context(viewport={"width": 1440, "height": 900}, locale="en")
            ).be()
            table = anna.make_table([{"kind": "me"}, {"kind": "bot", "level": "random"}], options={"discards": "open"})
            anna.page.add_init_script(f"({WATCH_ANIMATION})()")
            anna.open(f"table/{table}")
            view = anna.view(table)
            while not view["you"]["my_turn"]:
                wait_for_version(anna, table, view["version"])
                view = anna.view(table)
            anna.waits_for_turn()
            tasks = drag_about(anna.page, view["you"]["legal"][1])
            print(
                f"tasks over 50 ms while dragging: {len(tasks)} (none allowed), longest {max(tasks, default=0):.0f} ms"
            )
            anna.page.keyboard.press("Escape")
            anna.page.evaluate("window.heard = window.moved = undefined")
            anna.plays(whole_move(anna, table, 3))
            wait_for_version(anna, table, view["version"] + 1)
            anna.page.wait_for_function("window.moved > 0")
            delay = anna.page.evaluate("window.moved - window.heard")
            print(f"animation starts after its message: {delay:.0f} ms (at most 50)")
        finally:
            browser.close()
            host.stop()


if __name__ == "__main__":
    main()
