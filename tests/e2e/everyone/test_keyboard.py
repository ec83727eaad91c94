"""A whole game by keyboard only: the focus is seen at every step, and the next choice lies under it."""

from playwright.sync_api import Page, expect

from tests.e2e.conftest import MakePerson
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
CHOICES = 10
TURNS = 400


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


def place_of(card: str) -> str:
    """Return the figure that chooses a card."""
    return str(PLACES.index(card) + 1)


def play(person: Person, card: str) -> None:
    """Choose a card by its number, then whatever has the focus, then confirm: Enter and figures only."""
    page, chips = person.page, person.bar.locator(".chip")
    page.keyboard.press(place_of(card))
    expect(chips).to_have_count(1)
    for count in range(2, CHOICES):
        if focus(page)["confirms"]:
            page.keyboard.press("Enter")
            expect(chips).to_have_count(0)
            return
        if focus(page)["step"] is None:
            walk_to(page, step=min(person.lit()))
        page.keyboard.press("Enter")
        expect(chips).to_have_count(count)
    raise AssertionError("no move came about")


def test_a_whole_game_by_keyboard_only(person: MakePerson) -> None:
    anna = person()
    page = anna.page
    page.add_init_script("localStorage.setItem('siam.level', 'random')")
    anna.open()
    expect(page.get_by_role("button", name="Play a bot now")).to_be_enabled()
    walk_to(page, words="Play a bot now")
    page.keyboard.press("Enter")
    page.wait_for_url("**/table/*")
    dialog = page.get_by_role("dialog")
    may_pass = anna.button("Pass")
    undone = False
    for turn in range(TURNS):
        expect(dialog.or_(may_pass).first).to_be_visible()
        if dialog.is_visible():
            break
        if not anna.may_pass_now():
            page.wait_for_timeout(50)
            continue
        cards = sorted(step for step in anna.lit() if len(step) == 1)
        if cards and not undone:
            page.keyboard.press(place_of(cards[0]))
            expect(anna.bar.locator(".chip")).to_have_count(1)
            page.keyboard.press("Backspace")
            expect(anna.bar.locator(".chip")).to_have_count(0)
            undone = True
        if cards and turn % 3 != 2:
            play(anna, cards[turn % len(cards)])
        else:
            page.keyboard.press("p")
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


def test_the_focus_follows_a_card_that_is_chosen_by_its_number(person: MakePerson) -> None:
    anna = person().be()
    table = anna.make_table([{"kind": "me"}, {"kind": "here"}], options={"discards": "open"}, seed=5)
    anna.open(f"table/{table}").waits_for_turn()
    page = anna.page
    anna.button("Menu").focus()
    page.keyboard.press("2")
    expect(anna.bar.locator(".chip")).to_have_count(1)
    expect(page.locator(".board [data-step]:focus")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(anna.bar.locator(".chip")).to_have_count(2)
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_a_question_mark_lists_the_keys(person: MakePerson) -> None:
    anna = person().be()
    table = anna.make_table([{"kind": "me"}, {"kind": "here"}], options={"discards": "open"}, seed=5)
    anna.open(f"table/{table}").waits_for_turn()
    anna.page.keyboard.press("?")
    expect(anna.page.get_by_role("dialog", name="Keys")).to_contain_text("take a step back")
    anna.page.keyboard.press("Escape")
    expect(anna.page.get_by_role("dialog")).to_have_count(0)
