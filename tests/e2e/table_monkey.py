"""Several browsers around one table that click, press, reload and lose the network at random."""

import random
from collections.abc import Sequence

from playwright.sync_api import Browser, BrowserContext, Error

from tests.e2e.monkeys import OTHERS, Monkey
from tests.e2e.networks import Network
from tests.e2e.people import CHOICES, OUT_OF_REACH, Person
from tests.e2e.truths import Json, differences, names_of_provinces, settle, truth_of_table

DEEDS_BETWEEN_LOOKS = 6
KEYS = ("1", "2", "3", "4", "5", "6", "7", "8", "p", "Backspace", "Enter", "Escape", " ", "ArrowRight", "Tab", "u", "?")
HARMLESS = (*OUT_OF_REACH, "live", "409", "422")
"""What a page hears without harm: broken lines, somebody who was faster, why a province can't be chosen."""
WINDOWS: tuple[Json, ...] = (
    {"viewport": {"width": 1280, "height": 860}, "reduced_motion": "no-preference"},
    {"viewport": {"width": 390, "height": 844}, "reduced_motion": "reduce"},
    {"viewport": {"width": 820, "height": 1180}, "reduced_motion": "no-preference"},
)


class TableMonkey(Monkey):
    """Several browsers around one table."""

    def __init__(self, seed: int | str, people: Sequence[Person], table: str) -> None:
        super().__init__(seed, people)
        self.table = table
        self.provinces = names_of_provinces(people[0], table)

    @property
    def is_over(self) -> bool:
        return self.people[0].view(self.table)["result"] is not None

    def run(self, deeds: int) -> None:
        """Do so many deeds, or until the game is over; look now and then, and at the end."""
        for number in range(deeds):
            self.act()
            if number % DEEDS_BETWEEN_LOOKS == DEEDS_BETWEEN_LOOKS - 1:
                self.look()
                if self.is_over:
                    break
        self.look()

    def act(self) -> None:
        """Let somebody do something."""
        # Whoever is to move is busiest, or nothing would ever happen.
        eager = [one for one in self.people if one.page.locator("[data-step], [data-confirm]:enabled").count()]
        person = self.chance.choice(eager if eager and self.chance.random() < 0.7 else self.people)
        away = person.network is not None and person.network.is_cut
        deed = self.chance.choices(
            (
                "choose",
                "confirm",
                "pass",
                "other",
                "key",
                "skip",
                "reload",
                "break",
                "cut",
                "mend",
                "stray",
                "ask",
                "say",
            ),
            (34, 14, 6, 12, 12, 5, 0 if away else 3, 3, 2, 8 if away else 0, 0 if away else 3, 3, 3),
        )[0]
        match deed:
            case "choose":
                _ = self.click_one_of(person, CHOICES) or self.click_one_of(person, "[data-confirm]")
            case "confirm":
                self.click_one_of(person, "[data-confirm]")
            case "pass":
                self.click_one_of(person, '[aria-keyshortcuts="P"]')
            case "other":
                self.click_one_of(person, OTHERS)
            case "key":
                self.press(person, KEYS)
            case "skip":
                self.click_one_of(person, ".board, .happening")
            case "reload":
                self.note(person, "reloads")
                person.reloads()
            case "break":
                self._break(person)
            case "cut":
                self._cut(person)
            case "mend":
                self.note(person, "finds the network")
                person.finds_network()
            case "stray":
                self.stray(person)
            case "ask":
                self._ask(person)
            case "say":
                self._say(person)
        person.page.wait_for_timeout(self.chance.choice((0, 0, 15, 80, 250)))
        self.come_back(person, f"table/{self.table}")

    def look(self) -> None:
        """Let everybody be online and lay dialogs aside; then all must see what is."""
        self.looks += 1
        for person in self.people:
            if person.network and person.network.is_cut:
                self.note(person, "finds the network")
                person.finds_network()
            for _ in range(3):
                if person.page.locator("dialog[open]").count():
                    person.presses("Escape")
        self.fail_if(settle(self.people, self._differences))
        self.fail_if([trouble for person in self.people for trouble in person.troubles])

    def _differences(self, person: Person) -> list[str]:
        return differences(person, lambda shown: truth_of_table(person, self.table, self.provinces, shown))

    def _ask(self, person: Person) -> None:
        """Propose something to the others, through the menu."""
        if self.click_one_of(person, ".menu [aria-haspopup=dialog]"):
            self.click_one_of(person, "dialog[open] .deeds button")

    def _say(self, person: Person) -> None:
        field = person.page.get_by_label("Say something").locator("visible=true")
        if field.count() and not person.page.locator("dialog[open]").count():
            words = self.chance.choice(("Hello", "well", "Hm …", "one moment", "1 < 2 & 3"))
            self.note(person, f"says {words}")
            field.fill(words)
            field.press("Enter")

    def _break(self, person: Person) -> None:
        if person.network:
            self.note(person, "the sockets break")
            person.network.break_sockets()

    def _cut(self, person: Person) -> None:
        if person.network and not person.network.is_cut:
            self.note(person, "loses the network")
            person.loses_network()


def people_at_a_table(browser: Browser, base: str, seed: int | str, seats: int = 2) -> tuple[list[Person], str]:
    """Seat two people, one of them with a second tab, and let somebody watch; a third seat is a bot's."""
    anna, bertha, zoe = (
        _somebody(name, base, browser.new_context(locale="en", **window))
        for name, window in zip(("Anna", "Bertha", "Zoe"), WINDOWS, strict=True)
    )
    wishes: list[dict[str, object]] = [{"kind": "me"}, {"kind": "open"}]
    wishes += [{"kind": "bot", "level": "random"}] * (seats - 2)
    options = {"discards": random.Random(seed).choice(("open", "top")), "table_talk": "open"}
    clock = random.Random(seed).choice(({"kind": "none"}, {"kind": "live", "seconds": 7200, "increment": 5}))
    chance = random.Random(seed)
    table = anna.make_table(wishes, options=options, seed=chance.randrange(1_000_000), clock=clock)
    bertha.ask("POST", f"api/tables/{table}/seats/2", {})
    for one in (anna, bertha, zoe):
        one.open(f"table/{table}")
    return [anna, bertha, anna.opens_a_second_tab(), zoe], table


def _somebody(name: str, base: str, context: BrowserContext) -> Person:
    context.set_default_timeout(30_000)
    person = Person(name, base, context, network=Network(context)).be()
    person.expected_troubles = HARMLESS
    return person


def go_home(people: Sequence[Person]) -> None:
    """Close every browser of theirs."""
    for context in {person.context for person in people}:
        try:
            context.close()
        except Error as problem:
            raise AssertionError(f"a browser is gone: {problem}") from None
