"""Explanations come when they are asked for: by a pointer that moved there, by a long press, never by themselves."""

from playwright.sync_api import expect

from tests.e2e.conftest import MakePerson
from tests.e2e.people import Person

LONGER_THAN_IT_TAKES = 1500


def at_a_table(anna: Person) -> Person:
    """Sit down opposite a bot."""
    seats: list[dict[str, object]] = [{"kind": "me"}, {"kind": "here", "name": "Paul"}]
    table = anna.make_table(seats, options={"discards": "open"}, seed=1)
    anna.open(f"table/{table}").waits_for_turn()
    return anna


def test_a_pointer_that_rests_on_a_thing_explains_it_with_its_rule(person: MakePerson) -> None:
    anna = at_a_table(person().be())
    anna.page.locator('[data-explain="court"]').first.hover()
    bubble = anna.page.get_by_role("tooltip")
    expect(bubble).to_contain_text("Court")
    expect(bubble.get_by_role("link")).to_have_attribute("href", "rules#7.3")
    anna.page.keyboard.press("Escape")
    expect(bubble).to_have_count(0)


def test_nothing_is_explained_where_a_click_led_under_a_resting_pointer(person: MakePerson) -> None:
    anna = at_a_table(person().be())
    box = anna.page.locator('[data-explain="contested"]').bounding_box()
    assert box is not None
    address = anna.page.url
    anna.open("rules").sees("The rules of King of Siam")
    # A link that comes to lie where the struggle will be: the pointer stays where it clicked.
    anna.page.evaluate(
        """([address, x, y]) => {
          const link = document.createElement('a')
          link.href = address
          link.textContent = 'there'
          link.style = `position: fixed; left: ${x}px; top: ${y}px; z-index: 99`
          document.getElementById('main').append(link)
        }""",
        [address, box["x"] + 40, box["y"] + 20],
    )
    anna.page.mouse.click(box["x"] + 50, box["y"] + 30)
    anna.waits_for_turn()
    anna.page.wait_for_timeout(LONGER_THAN_IT_TAKES)
    expect(anna.page.get_by_role("tooltip")).to_have_count(0)
    anna.page.mouse.move(box["x"] + 80, box["y"] + 40, steps=4)
    expect(anna.page.get_by_role("tooltip")).to_be_visible()


def test_a_tap_chooses_and_only_a_long_press_explains(person: MakePerson) -> None:
    anna = at_a_table(person(has_touch=True, viewport={"width": 360, "height": 640}).be())
    card = anna.page.locator('[data-drag="T"]').first
    box = card.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    fingers = anna.context.new_cdp_session(anna.page)
    fingers.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    expect(anna.page.get_by_role("tooltip")).to_contain_text("Khon Thai")
    fingers.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(anna.bar.locator(".chip")).to_have_count(0)
    anna.page.touchscreen.tap(x, y)
    expect(anna.bar.locator(".chip")).to_have_count(1)
    anna.page.wait_for_timeout(LONGER_THAN_IT_TAKES)
    expect(anna.page.get_by_role("tooltip")).to_have_count(0)
