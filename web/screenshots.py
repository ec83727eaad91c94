"""Take the pictures and the film of the README: a real server, a real game, desktop and phone, by day and by night."""

import tempfile
from pathlib import Path

from film import film_a_turn
from playwright.sync_api import Browser, Page, expect, sync_playwright
from tests.browsers import launch_browser
from tests.e2e.gaming import play_to_the_end, wait_for_version, whole_move
from tests.e2e.hosting import start_host
from tests.e2e.people import Person

PICTURES = Path(__file__).parents[1] / "docs/pictures"
DESKTOP = {"width": 1440, "height": 900}
PHONE = {"width": 360, "height": 640}
TABLET = {"width": 820, "height": 1180}
SEED = 11
expect.set_options(timeout=60_000)


def take(page: Page, name: str) -> None:
    """Take a picture once everything lies still."""
    page.mouse.move(2, 2)
    page.wait_for_timeout(600)
    page.screenshot(path=PICTURES / f"{name}.jpg", type="jpeg", quality=86)


def sit_down(browser: Browser, base: str, name: str, window: dict[str, int], theme: str) -> Person:
    """Open a window of that size and light."""
    context = browser.new_context(
        viewport=window,  # type: ignore[arg-type]
        color_scheme=theme,  # type: ignore[arg-type]
        reduced_motion="reduce",
        device_scale_factor=2 if window is PHONE else 1,
        locale="en",
    )
    context.set_default_timeout(60_000)
    return Person(name, base, context)


def play_some_turns(anna: Person, table: str, turns: int) -> None:
    """Play on through the server, so that there is something to see."""
    for turn in range(turns):
        view = anna.view(table)
        while not view["you"]["my_turn"]:
            wait_for_version(anna, table, view["version"])
            view = anna.view(table)
        steps = whole_move(anna, table, turn + 1)
        if turn % 2 and steps:
            made = anna.ask("POST", f"api/tables/{table}/steps", {"after": view["version"], "steps": steps})
            move = made["move"]
        else:
            move = "pass"
        body = {"after": view["version"], "move": move, "key": f"picture-{turn}", "seat": None}
        anna.ask("POST", f"api/tables/{table}/moves", body)


def analyse(anna: Person, table: str) -> None:
    """Let the engine look at the whole game."""
    path = f"api/tables/{table}/analysis"
    while anna.ask("POST", path)["status"] != "done":
        anna.page.wait_for_timeout(1000)


def main() -> None:
    """Take all pictures."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        host = start_host(Path(folder))
        browser = launch_browser(playwright)
        try:
            film_a_turn(browser, host.url, PICTURES / "turn.webp")
            anna = sit_down(browser, host.url, "Anna", DESKTOP, "light").be()
            table = anna.make_table(
                [{"kind": "me"}, {"kind": "bot", "level": "greedy"}], options={"discards": "open"}, seed=SEED
            )
            anna.open()
            anna.page.locator(".picture-of svg").first.wait_for()
            take(anna.page, "home")
            anna.open(f"table/{table}")
            play_some_turns(anna, table, 9)
            anna.waits_for_turn()
            take(anna.page, "table-desktop-light")
            cookies = anna.context.cookies()
            for name, window, theme in (
                ("table-desktop-dark", DESKTOP, "dark"),
                ("table-tablet-light", TABLET, "light"),
                ("table-phone-light", PHONE, "light"),
                ("table-phone-dark", PHONE, "dark"),
            ):
                again = sit_down(browser, host.url, "Anna", window, theme)
                again.context.add_cookies(cookies)  # type: ignore[arg-type]
                again.open(f"table/{table}").waits_for_turn()
                take(again.page, name)
                if name == "table-phone-light":
                    again.chooses(whole_move(again, table, 4)[0])
                    take(again.page, "choosing-phone-light")
                again.context.close()
            for step in whole_move(anna, table, 4)[:2]:
                anna.chooses(step)
            take(anna.page, "choosing-desktop-light")
            anna.page.keyboard.press("Escape")
            anna.page.keyboard.press("Escape")
            play_to_the_end({1: anna}, table)
            anna.page.get_by_role("dialog").wait_for()
            take(anna.page, "end-desktop-light")
            analyse(anna, table)
            anna.open(f"replay/{table}?turn=12")
            anna.sees("turn 12 of")
            take(anna.page, "replay-desktop-light")
        finally:
            browser.close()
            host.stop()


if __name__ == "__main__":
    main()
