"""How long the main thread of a page is busy without a pause, from the browser's own trace."""

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Browser, Page

CATEGORIES = ["disabled-by-default-devtools.timeline", "devtools.timeline", "toplevel", "__metadata"]


def longest_task(browser: Browser, page: Page, deed: Callable[[], object]) -> tuple[float, float]:
    """Do something, and return the page's longest task meanwhile: milliseconds of the processor and by the clock."""
    browser.start_tracing(page=page, categories=CATEGORIES)
    deed()
    events: list[dict[str, Any]] = json.loads(browser.stop_tracing())["traceEvents"]
    threads = {
        (event["pid"], event["tid"])
        for event in events
        if event["name"] == "thread_name" and event["args"]["name"] == "CrRendererMain"
    }
    tasks = [
        event
        for event in events
        if event["name"] == "RunTask" and (event["pid"], event["tid"]) in threads and "dur" in event
    ]
    assert tasks, "the trace has no task of the page"
    processor = max(task.get("tdur", task["dur"]) for task in tasks)
    return processor / 1000, max(task["dur"] for task in tasks) / 1000
