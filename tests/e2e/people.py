"""What a person does in the browser, and what the person sees.

A journey is told in these words. A person has a fresh browser, comes in at the first page or by a link that somebody
sent, and does what can be seen: reads, clicks, types, presses keys, goes back, reloads, opens a second tab, walks away,
loses the network. What asks the server past the page (`be`, `ask`, `make_table`, `view`) only prepares and checks.
"""

import random
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, ConsoleMessage, Locator, Page, Request, Response, expect

from tests.e2e.networks import Network

CARDS = {
    "K": "Maharacha",
    "T": "Khon Thai",
    "1": "1 vs 1",
    "2": "2 vs 1",
    "R": "Rama",
    "L": "Lao",
    "M": "Malai",
}
CHOICES = ".hand [data-step], .picker .pick, svg [data-step], .struggles [data-step]"
"""What a move in the making can be clicked together from."""

REACHABLE = (Path(__file__).parent / "reachable.js").read_text(encoding="utf-8")
OUT_OF_REACH = ("ERR_INTERNET_DISCONNECTED", "ERR_FAILED", "WebSocket", "ERR_NETWORK_CHANGED")
CHOICES_OF_A_MOVE = 60
WORKERLESS = "Service Worker registration blocked by Playwright"


class Person:
    """A browser window with its own cookies; errors in it are remembered."""

    def __init__(self, name: str, base: str, context: BrowserContext, *, network: Network | None = None) -> None:
        self.name = name
        self.base = base
        self.context = context
        self.network = network
        self.troubles: list[str] = []
        self.expected_troubles: tuple[str, ...] = ()
        self.page: Page = self._new_page()

    # What prepares and checks, past the page

    def open(self, path: str = "") -> "Person":
        self.page.goto(self.base + path)
        return self

    def be(self, name: str | None = None) -> "Person":
        """Become a guest of that name."""
        answer = self.context.request.post(
            self.base + "api/session/guest",
            data={"name": name or self.name},
            headers={"Origin": self.base.rstrip("/").rsplit("/siam", 1)[0]},
        )
        assert answer.ok, answer.text()
        return self

    def ask(self, method: str, path: str, body: object = None) -> Any:
        """Ask the server directly, as this person."""
        origin = "/".join(self.base.split("/")[:3])
        answer = self.context.request.fetch(self.base + path, method=method, data=body, headers={"Origin": origin})
        assert answer.ok, f"{answer.status} {answer.text()}"
        return answer.json() if answer.text() else None

    def make_table(self, seats: list[dict[str, object]], **wishes: object) -> str:
        """Make a table without the form and say its id."""
        made = self.ask("POST", "api/tables", {"seats": seats, "shuffle": False, **wishes})
        return str(made["id"])

    def view(self, table: str) -> Any:
        return self.ask("GET", f"api/tables/{table}")

    # What the person sees

    def sees(self, text: str) -> None:
        expect(self.page.get_by_text(text).locator("visible=true").first).to_be_visible()

    def sees_no_more(self, text: str) -> None:
        expect(self.page.get_by_text(text).locator("visible=true")).to_have_count(0)

    @property
    def bar(self) -> Locator:
        return self.page.get_by_role("region", name="Your move")

    @property
    def hand(self) -> Locator:
        return self.page.get_by_role("list", name="Your hand")

    @property
    def log(self) -> Locator:
        return self.page.get_by_role("region", name="Log")

    def may_pass_now(self) -> bool:
        """Tell at once; at the end of a game there is no button to wait for."""
        return self.button("Pass").and_(self.page.locator(":enabled")).count() > 0

    def is_to_move(self) -> bool:
        return self.button("Pass").is_enabled()

    def waits_for_turn(self) -> None:
        expect(self.button("Pass")).to_be_enabled()

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True).locator("visible=true").first

    def thing(self, name: str) -> Locator:
        """Find what can be clicked by the words on it: a button, a link or a tab."""
        page = self.page
        found = page.get_by_role("button", name=name, exact=True)
        for role in ("link", "tab"):
            found = found.or_(page.get_by_role(role, name=name, exact=True))
        return found.locator("visible=true").first

    def lit(self) -> set[str]:
        """Everything that can be chosen now."""
        found = self.page.locator("[data-step]").locator("visible=true")
        return {str(found.nth(at).get_attribute("data-step")) for at in range(found.count())}

    def reachable(self, selector: str) -> list[dict[str, Any]]:
        """Find what a pointer would hit just now: the words on each thing, and where to hit it."""
        found: list[dict[str, Any]] = self.page.evaluate(REACHABLE, selector)
        return found

    # What the person does

    def comes_in(self) -> "Person":
        """Open the first page, the only address that somebody may know by heart."""
        return self.open()

    def follows(self, link: str) -> "Person":
        """Follow a link that somebody sent."""
        self.page.goto(link)
        return self

    def clicks(self, name: str) -> None:
        self.thing(name).click()

    def clicks_twice(self, name: str) -> None:
        self.thing(name).dblclick()

    def hits(self, x: float, y: float) -> None:
        """Click wherever, without a look at what is there."""
        self.page.mouse.click(x, y)

    def types(self, label: str, text: str) -> None:
        self.page.get_by_label(label, exact=True).locator("visible=true").first.fill(text)

    def selects(self, label: str, option: str) -> None:
        self.page.get_by_label(label).locator("visible=true").first.select_option(label=option)

    def presses(self, key: str, times: int = 1) -> None:
        """Press a key, several times as quickly as one can."""
        for _ in range(times):
            self.page.keyboard.press(key)

    def goes_back(self) -> None:
        self.page.go_back()

    def reloads(self) -> None:
        self.page.reload()

    def opens_a_second_tab(self) -> "Person":
        """Open another tab of the same browser at the same place."""
        second = Person(self.name, self.base, self.context, network=self.network)
        second.troubles = self.troubles
        second.expected_troubles = self.expected_troubles
        second.page.goto(self.page.url)
        return second

    def walks_away(self) -> None:
        """Close the window; the browser remembers who was here."""
        self.page.close()

    def comes_back(self) -> "Person":
        """Open the first page in a new window of the same browser."""
        self.page = self._new_page()
        return self.comes_in()

    def loses_all_cookies(self) -> None:
        """Let the browser forget who was here, as after a year, or when somebody clears it."""
        self.context.clear_cookies()

    def loses_network(self) -> None:
        assert self.network, "whoever loses the network is made with a network of their own"
        self.expected_troubles += OUT_OF_REACH
        self.network.cut()

    def finds_network(self) -> None:
        assert self.network
        self.network.mend()

    def plays(self, steps: list[str]) -> None:
        """Choose these steps one by one on the table, then confirm."""
        for step in steps:
            self.chooses(step)
        self.button("Confirm").click()

    def chooses(self, step: str) -> None:
        choice = self.page.locator(f'[data-step="{step}"]').locator("visible=true").first
        before = self.bar.locator(".chip").count()
        choice.dispatch_event("click")
        expect(self.bar.locator(".chip")).to_have_count(before + 1)

    def plays_something(self, chance: random.Random) -> None:
        """Wait for the turn, choose whatever lights up until there is a move, and confirm it."""
        self.waits_for_turn()
        for _ in range(CHOICES_OF_A_MOVE):
            confirm = self.button("Confirm")
            if confirm.is_enabled():
                confirm.click()
                expect(self.bar.locator(".chip")).to_have_count(0)
                return
            choices = self.reachable(CHOICES)
            if choices:
                chosen = chance.choice(choices)
                self.hits(chosen["x"], chosen["y"])
            self.page.wait_for_timeout(60)
        raise AssertionError("no move came about")

    def passes(self) -> None:
        self.waits_for_turn()
        self.button("Pass").click()

    # Errors

    def _new_page(self) -> Page:
        page = self.context.new_page()
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.troubles.append(f"{self.name}: {error}"))
        page.on("requestfailed", self._failed)
        page.on("response", self._answered)
        return page

    def _console(self, message: ConsoleMessage) -> None:
        if WORKERLESS in message.text:
            return
        if message.type in ("error", "warning") and not self._was_expected(message.text):
            self.troubles.append(f"{self.name}: {message.text}")

    def _failed(self, request: Request) -> None:
        text = f"{request.url} {request.failure}"
        if "ERR_ABORTED" not in text and not self._was_expected(text):
            self.troubles.append(f"{self.name}: {text}")

    def _answered(self, response: Response) -> None:
        text = f"{response.url} {response.status}"
        if response.status >= 400 and not self._was_expected(text):
            self.troubles.append(f"{self.name}: {text}")

    def _was_expected(self, text: str) -> bool:
        return any(expected in text for expected in self.expected_troubles)
