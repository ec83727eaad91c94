"""Find the Chromium that browser tests drive, or install one: `python -m tests.browsers`.

Looked for, in this order: the program that `SIAM_BROWSER` names, Chromium or Chrome as installed on Linux, macOS or
Windows, and what Playwright has downloaded. If there is none, Debian's package is installed where there is apt, and
Playwright's own browser elsewhere.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import Browser, Playwright, sync_playwright

PROGRAMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
PLACES = (
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    r"C:\Program Files\Google\Chrome\Application\chrome.exe",
    r"C:\Program Files (x86)\Google\Chrome\Application\chrome.exe",
)
LOCK_SECONDS = 600
"""How long a package manager that is busy with something else is waited for."""


def find_browser(playwright: Playwright) -> str | None:
    """Return the path of a Chromium or Chrome on this machine, or None."""
    named = os.environ.get("SIAM_BROWSER")
    if named:
        return named
    for program in PROGRAMS:
        if found := shutil.which(program):
            return found
    for place in PLACES:
        if Path(place).exists():
            return place
    own = playwright.chromium.executable_path
    return own if Path(own).exists() else None


def launch_browser(playwright: Playwright) -> Browser:
    """Start a browser for tests, measurements or pictures."""
    found = find_browser(playwright)
    if found is None:
        raise RuntimeError("there is no Chromium or Chrome here: run `make browser`, or name one in SIAM_BROWSER")
    return playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])


def install_browser() -> None:
    """Install a Chromium by the system's package manager, or by Playwright where there is no apt."""
    if shutil.which("apt-get") is None:
        subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=True)
        return
    apt = ["apt-get", "-qq", "-o", f"DPkg::Lock::Timeout={LOCK_SECONDS}"]
    if os.geteuid() != 0:
        apt = ["sudo", *apt]
    subprocess.run([*apt, "update"], check=True)
    subprocess.run([*apt, "install", "--yes", "chromium"], check=True, stdout=subprocess.DEVNULL)


def main() -> None:
    """Say where the browser is, after installing one if need be."""
    with sync_playwright() as playwright:
        if find_browser(playwright) is None:
            install_browser()
        found = find_browser(playwright)
    if found is None:
        sys.exit("no browser could be installed: install Chromium or Chrome and name it in SIAM_BROWSER")
    print(found)


if __name__ == "__main__":
    main()
