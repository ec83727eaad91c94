"""What a person does in the browser, and what the person sees."""

from typing import Any

from playwright.sync_api import BrowserContext, ConsoleMessage, Locator, Page, Request, Response, expect

CARDS = {
    "K": "Maharacha",
    "T": "Khon Thai",
    "1": "1 vs 1",
    "2": "2 vs 1",
    "R": "Rama",
    "L": "Lao",
    "M": "Malai",
}


class Person:
    """A browser window with its own cookies; errors in it are remembered."""

    def __init__(self, name: str, base: str, context: BrowserContext) -> None:
        self.name = name
        self.base = base
        self.context = context
        self.troubles: list[str] = []
        self.expected_troubles: tuple[str, ...] = ()
        self.page: Page = context.new_page()
        self.page.on("console", self._console)
        self.page.on("pageerror", lambda error: self.troubles.append(f"{name}: {error}"))
        self.page.on("requestfailed", self._failed)
        self.page.on("response", self._answered)

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

    @property
    def bar(self) -> Locator:
        return self.page.get_by_role("region", name="Your move")

    def is_to_move(self) -> bool:
        return self.button("Pass").is_enabled()

    def waits_for_turn(self) -> None:
        expect(self.button("Pass")).to_be_enabled()

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True).locator("visible=true").first

    # What the person does

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

    def passes(self) -> None:
        self.waits_for_turn()
        self.button("Pass").click()

    def lit(self) -> set[str]:
        """Everything that can be chosen now."""
        found = self.page.locator("[data-step]").locator("visible=true")
        return {str(found.nth(at).get_attribute("data-step")) for at in range(found.count())}

    # Errors

    def _console(self, message: ConsoleMessage) -> None:
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
