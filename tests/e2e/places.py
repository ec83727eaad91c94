"""Every page and every main state of a table, with a way to get there in any language."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Browser, Page, expect

from tests.e2e.gaming import whole_move
from tests.e2e.people import Person

OPEN = {"discards": "open"}
PASSWORD = "three elephants in a row"

# Like following a link: the client changes the page without loading anew. A move in the making would come back.
FOLLOW = """(address) => {
  sessionStorage.clear()
  history.pushState(null, '', new URL(address, document.baseURI))
  dispatchEvent(new PopStateEvent('popstate'))
}"""


UNFOLDS = ("summary >> nth=0", "summary >> nth=1")


@dataclass(frozen=True)
class Place:
    """An address, what to press there, and what is seen once everything lies still."""

    name: str
    address: str
    ready: str
    presses: tuple[str, ...] = ()
    hovers: str | None = None
    stranger: bool = False


def places() -> tuple[Place, ...]:
    """List them; strangers' places come first, so that one window can serve them all."""
    card = ".hand button.card:visible"
    return (
        Place("home of a stranger", "", ".picture svg", stranger=True),
        Place("new table of a stranger", "new", ".make", stranger=True),
        Place("waiting room of a stranger", "table/{waiting}", ".seats .primary", stranger=True),
        Place("sign in", "account", "form .primary", stranger=True),
        Place("make an account", "account", "input[type=email]", (".ways button:last-child",), stranger=True),
        Place("a seat to get back", "table/{watched}", "dialog form", (".notice button",), stranger=True),
        Place("home", "", ".tables .button"),
        Place("new table", "new", ".make"),
        Place("new table for four", "new", ".choice", (".counts :last-child", *UNFOLDS)),
        Place("lobby", "lobby", ".tables .button"),
        Place("waiting room", "table/{waiting}", ".seats li"),
        Place("my turn", "table/{mine}", card),
        Place("a card is chosen", "table/{mine}", ".bar .chip", (card,)),
        Place("a choice on the board", "table/{mine}", ".chip >> nth=1", (".hand [data-step=T]", "svg [data-step]")),
        Place("table dialog", "table/{mine}", "dialog .deeds", (".menu [aria-haspopup]",)),
        Place("explanation", "table/{mine}", ".bubble", hovers=card),
        Place("another's turn", "table/{theirs}", ".hand .idle"),
        Place("hands are hidden", "table/{shared}", "dialog .primary"),
        Place("outcome", "table/{over}", "dialog .trail"),
        Place("table after the game", "table/{over}", ".table", ("dialog .close",)),
        Place("watching four", "table/{watched}", ".table.handless"),
        Place("replay", "replay/{over}?turn=7", ".table .steps"),
        Place("end of a replay", "replay/{over}", ".steps :disabled >> nth=1", (".steps button:last-child",)),
        Place("rules", "rules#5.7", ".rules h2"),
        Place("profile", "player/Enna", "dl"),
        Place("account", "account", ".page button"),
        Place("settings", "settings", "input[type=url]"),
        Place("tutorial", "tutorial", ".lesson"),
        Place("puzzles", "puzzles", "li .grade"),
        Place("puzzle", "puzzle/2-01", ".puzzle"),
        Place("no such page", "nowhere", ".page .primary"),
        Place("no such table", "table/nowhere", ".page .primary"),
        Place("what a server adds", "server", ".page dl"),
    )


@dataclass
class Scenery:
    """The tables that the places show, made once."""

    base: str
    tables: dict[str, str]
    cookies: list[dict[str, object]] = field(default_factory=list)

    def go(self, person: Person, place: Place) -> Page:
        """Go to a place, as the Anna who sits at these tables, and wait until it lies still."""
        page = person.page
        person.expected_troubles = ("nowhere", "404", "409")
        page.mouse.move(2, 2)
        address = place.address.format(**self.tables)
        comes_in = not place.stranger and not person.context.cookies()
        if comes_in:
            person.context.add_cookies(self.cookies)  # type: ignore[arg-type]
        if comes_in or not page.locator("#app").count():
            person.open(address)
        else:
            page.evaluate(FOLLOW, "elsewhere")  # the same page would not be drawn anew
            expect(page.locator("main .page a.primary[href='./']")).to_be_visible()
            page.evaluate(FOLLOW, address)
        for press in place.presses:
            target = page.locator(press).locator("visible=true").first
            # On the map a neighbour's followers may lie over the middle of a province.
            target.press("Enter") if press.startswith("svg") else target.click()
        if place.hovers:
            page.locator(place.hovers).first.hover()
        expect(page.locator(place.ready).locator("visible=true").first).to_be_visible()
        page.evaluate("document.fonts.ready.then(() => true)")
        return page


def make_scenery(browser: Browser, base: str) -> Scenery:
    """Set up the tables and play them as far as the places need.

    Only who has an account keeps a name from others, so hers is one that no other test uses.
    """
    names = ("Enna", "Bertha", "Carl", "Wilhelmine von Hohenberg")  # the last as long as a name may be
    people = [Person(name, base, browser.new_context(locale="en")) for name in names]
    anna, bertha, carl, _ = people
    anna.ask("POST", "api/accounts", {"name": "Enna", "password": PASSWORD})
    for one in people[1:]:
        one.be()
    bot: dict[str, object] = {"kind": "bot", "level": "greedy"}
    me: dict[str, object] = {"kind": "me"}
    free: dict[str, object] = {"kind": "open"}
    tables = {
        "waiting": anna.make_table([me, free, bot, free], options=OPEN, clock={"kind": "days", "days": 3}),
        "shared": anna.make_table([me, {"kind": "here", "name": "Paul"}], options={"discards": "top"}),
        "mine": anna.make_table([me, free, free, free], options={**OPEN, "table_talk": "open"}, name="Around the lamp"),
        "theirs": anna.make_table([me, free], options=OPEN),
        "over": anna.make_table([me, free], options=OPEN),
        "watched": bertha.make_table([me, free, free, free], options=OPEN),
    }
    for table, sitting in (("theirs", [bertha]), ("over", [bertha]), ("mine", people[1:]), ("watched", [carl])):
        for seat, one in enumerate(sitting, 2):
            one.ask("POST", f"api/tables/{tables[table]}/seats/{seat}", {})
    bertha.ask("POST", f"api/tables/{tables['watched']}/start", {"fill": "greedy"})
    seats = dict(enumerate(people, 1))
    _play_on(seats, tables["mine"], until=lambda view: view["turn"] >= 9 and view["state"]["to_move"] == 1)
    _play_on(seats, tables["theirs"], until=lambda view: view["turn"] >= 3 and view["state"]["to_move"] == 2)
    _play_on(seats, tables["over"], until=lambda view: view["result"] is not None, cards=2)
    scenery = Scenery(base, tables, [dict(cookie) for cookie in anna.context.cookies()])
    for one in people:
        one.context.close()
    return scenery


def _play_on(
    seats: Mapping[int, Person], table: str, *, until: Callable[[dict[str, Any]], bool], cards: int = 1_000
) -> None:
    """Let everybody play a card, later pass, until the table is as wanted."""
    for turn in range(200):
        view = seats[1].view(table)
        if until(view):
            return
        mover = seats[view["state"]["to_move"]]
        steps = whole_move(mover, table, turn) if turn < cards else []
        move = "pass"
        if steps:
            made = mover.ask("POST", f"api/tables/{table}/steps", {"after": view["version"], "steps": steps})
            move = made["move"]
        body = {"after": view["version"], "move": move, "key": f"{table} {turn}", "seat": None}
        mover.ask("POST", f"api/tables/{table}/moves", body)
    raise AssertionError(f"table {table} never came so far")
