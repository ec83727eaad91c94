"""A whole game by keyboard only: the focus is seen at every step, and the next choice lies under it."""

from playwright.sync_api import Page, expect

from tests.e2e.conftest import MakePerson
from tests.e2e.gaming import wait_for_version, whole_move
from tests.e2e.people import Person

# What has the focus, and whether an outline (on the map: a broad line in the colour of action) shows it.
FOCUS = """() => {
  const element = document.activeElement
  if (!element || element === document.body) return null
  const line = (one) => {
    const { stroke, strokeWidth } = getComputedStyle(one)
    return stroke !== 'none' && parseFloat(strokeWidth) >= 12
  }
  const style = getComputedStyle(element)
  const outlined = style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2
  const drawn = element instanceof SVGElement && (line(element) || [...element.querySelectorAll('.halo')].some(line))
  return {
    step: element.getAttribute('data-step'),
    confirms: element.hasAttribute('data-confirm'),
    words: (element.getAttribute('aria-label') ?? element.textContent).trim(),
    seen: outlined || drawn,
  }
}"""
PLACES = "KTT12RLM"


def focus(page: Page) -> dict[str, str | bool | None]:
    """Return what has the focus; it must be seen."""
    for _ in range(200):
        found: dict[str, str | bool | None] | None = page.evaluate(FOCUS)
        if found is not None:
            assert found["seen"], f"the focus is not seen on {found}"
            return found
        page.wait_for_timeout(50)
    raise AssertionError("nothing has the focus")


def walk_to(page: Page, *, words: str = "", step: str = "", at_most: int = 90) -> None:
    """Go on by Tab until something has the focus."""
    for _ in range(at_most):
        found: dict[str, str | bool | None] | None = page.evaluate(FOCUS)
        if found is not None:
            assert found["seen"], f"the focus is not seen on {found}"
            if (step and found["step"] == step) or (words and found["words"] == words):
                return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not lead to {words or step}")


def play(person: Person, steps: list[str]) -> None:
    """Choose a card by its number, then choice by choice, then confirm: Enter, Tab and figures only."""
    page, chips = person.page, person.bar.locator(".chip")
    page.keyboard.press(str(PLACES.index(steps[0]) + 1))
    expect(chips).to_have_count(1)
    for count, step in enumerate(steps[1:], 2):
        focus(page)
        walk_to(page, step=step)
        page.keyboard.press("Enter")
        expect(chips).to_have_count(count)
    assert focus(page)["confirms"], "a whole move waits for its confirmation"
    page.keyboard.press("Enter")


def test_a_whole_game_by_keyboard_only(person: MakePerson) -> None:
    anna = person()
    page = anna.page
    page.add_init_script("localStorage.setItem('siam.level', 'random')")
    anna.open()
    expect(page.get_by_role("button", name="Play a bot now")).to_be_enabled()
    walk_to(page, words="Play a bot now")
    page.keyboard.press("Enter")
    page.wait_for_url("**/table/*")
    table = page.url.rsplit("/", 1)[1]
    mine = anna.view(table)["you"]["seats"][0]
    undone = False
    for turn in range(60):
        view = anna.view(table)
        if view["result"]:
            break
        if view["state"]["to_move"] != mine:
            wait_for_version(anna, table, view["version"])
            continue
        anna.waits_for_turn()
        steps = whole_move(anna, table, turn) if turn % 3 != 2 else []
        if steps and not undone:
            page.keyboard.press(str(PLACES.index(steps[0]) + 1))
            expect(anna.bar.locator(".chip")).to_have_count(1)
            page.keyboard.press("Backspace")
            expect(anna.bar.locator(".chip")).to_have_count(0)
            undone = True
        if steps:
            play(anna, steps)
        else:
            page.keyboard.press("p")
        wait_for_version(anna, table, view["version"])
    dialog = page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    walk_to(page, words="Rematch")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)


def test_arrows_lead_from_choice_to_choice(person: MakePerson) -> None:
    anna = person().be()
    table = anna.make_table([{"kind": "me"}, {"kind": "here"}], options={"discards": "open"}, seed=5)
    anna.open(f"table/{table}").waits_for_turn()
    page = anna.page
    page.keyboard.press("2")
    before = focus(page)["step"]
    seen = {before}
    for key in ("ArrowDown", "ArrowDown", "ArrowRight", "ArrowUp", "ArrowLeft"):
        page.keyboard.press(key)
        seen.add(focus(page)["step"])
    assert len(seen) > 2
