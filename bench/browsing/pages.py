"""Scripts that note times inside a page, and the bare page that they are compared with."""

import gzip
from pathlib import Path
from statistics import median

from playwright.sync_api import Locator, Page, Route

PATIENCE = 3000
PLAY = "Play a bot now"
CHIP = ".chip"
BARE = f"""<!doctype html><title>bare</title><body><script>
const button = document.body.appendChild(document.createElement('button'))
button.textContent = '{PLAY}'
button.onclick = () => {{
  const chip = document.querySelector('{CHIP}')
  if (chip) chip.remove()
  else document.body.appendChild(document.createElement('i')).className = 'chip'
}}
</script>"""
# A page can be used in the frame after its button appears; what a click asks for is seen when that frame is painted.
NOTE_TIMES = f"""(() => {{
  const painted = (note) => requestAnimationFrame(() => {{
    const channel = new MessageChannel()
    channel.port1.onmessage = () => note(performance.now())
    channel.port2.postMessage(0)
  }})
  const buttons = () => [...document.querySelectorAll('button:enabled, a')]
  const look = new MutationObserver(() => {{
    if (window.ready !== undefined || !buttons().some((one) => one.textContent.trim() === '{PLAY}')) return
    window.ready = 0
    painted((now) => (window.ready = now))
  }})
  look.observe(document, {{ subtree: true, childList: true, characterData: true }})
  addEventListener('click', (event) => {{
    window.answered = undefined
    const before = document.querySelectorAll('{CHIP}').length
    const answer = new MutationObserver(() => {{
      if (document.querySelectorAll('{CHIP}').length === before) return
      answer.disconnect()
      painted((now) => (window.answered = now - event.timeStamp))
    }})
    answer.observe(document, {{ subtree: true, childList: true }})
  }}, true)
}})()"""
TAKE = "(name) => { const found = window[name]; if (found > 0) delete window[name]; return found }"
# A fixed piece of work: what it takes says how fast this browser is just now.
WORK = """() => {
  const took = []
  for (let round = 0; round < 9; round++) {
    const began = performance.now()
    let seed = 1
    const numbers = Array.from({ length: 60000 }, () => (seed = (seed * 48271) % 2147483647))
    numbers.sort((a, b) => a - b)
    took.push(performance.now() - began)
  }
  return Math.min(...took)
}"""


def serve_bare(page: Page, url: str) -> str:
    """Let an address of the page lead to the bare page, and return that address."""

    def fulfil(route: Route) -> None:
        route.fulfill(body=BARE, content_type="text/html")

    page.route(f"{url}bare", fulfil)
    return f"{url}bare"


def ready_seconds(page: Page, url: str) -> float:
    """Return when the button that starts a game can be pressed, from a cold start."""
    page.goto(url, wait_until="commit")
    return noted(page, "ready") / 1000


def noted(page: Page, name: str) -> float:
    """Wait until the page has noted a time, take it away and return it in milliseconds."""
    for _ in range(PATIENCE):
        found = page.evaluate(TAKE, name)
        if found:
            return float(found)
        page.wait_for_timeout(20)
    raise TimeoutError(f"the page has noted no time of {name!r}")


def click_milliseconds(page: Page, button: Locator, back: Locator, times: int) -> float:
    """Return the median from a click until what it chooses is seen; `back` takes the choice back."""
    took = []
    for _ in range(times):
        for one in (button, back):
            one.click()
            took.append(noted(page, "answered"))
    return median(took)


def script_kilobytes(scripts: list[Path]) -> float:
    """Add scripts up as they travel."""
    return sum(len(gzip.compress(script.read_bytes(), 9)) for script in scripts) / 1000


def scripts_of(page: Page, folder: Path) -> list[Path]:
    """List the scripts that a page has loaded."""
    names = page.evaluate("performance.getEntriesByType('resource').map((one) => new URL(one.name).pathname)")
    return sorted({folder / Path(name).name for name in names if name.endswith(".js")})
