"""The three factions differ by shape and by lightness, for every kind of eye, and the focus is seen on every paper."""

import itertools
import re

import pytest
from playwright.sync_api import Page

from tests.e2e.conftest import MakePerson
from tests.e2e.places import Scenery, places

Colour = tuple[float, float, float]
Matrix = tuple[Colour, Colour, Colour]

# What eyes make of linear red, green and blue: Machado, Oliveira and Fernandes (2009), as browsers emulate them.
EYES: dict[str, Matrix] = {
    "none": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
    "achromatopsia": ((0.213, 0.715, 0.072), (0.213, 0.715, 0.072), (0.213, 0.715, 0.072)),
}
LOOKS = (("light", ""), ("dark", ""), ("light", "more"), ("dark", "more"))
TOKENS = ("rama", "lao", "malay", "rama-on", "lao-on", "malay-on", "paper", "paper-raised", "land", "act")


def linear(part: int) -> float:
    share = part / 255
    return share / 12.92 if share <= 0.04045 else float(((share + 0.055) / 1.055) ** 2.4)


def seen(colour: str, eye: str) -> float:
    """Return how light a colour is for an eye."""
    parts = [linear(int(part)) for part in re.findall(r"\d+", colour)[:3]]
    red, green, blue = (min(1.0, max(0.0, sum(a * b for a, b in zip(row, parts, strict=True)))) for row in EYES[eye])
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str, eye: str = "none") -> float:
    light, dark = sorted((seen(one, eye), seen(other, eye)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def tokens(page: Page, theme: str, contrast_wish: str) -> dict[str, str]:
    """Read the colours of a look as the browser computes them."""
    found: dict[str, str] = page.evaluate(
        """([names, theme, contrast]) => {
          const root = document.documentElement
          root.dataset.theme = theme
          if (contrast) root.dataset.contrast = contrast
          else delete root.dataset.contrast
          const probe = document.body.appendChild(document.createElement('i'))
          const colour = (name) => { probe.style.color = `var(--${name})`; return getComputedStyle(probe).color }
          const found = Object.fromEntries(names.map((name) => [name, colour(name)]))
          probe.remove()
          return found
        }""",
        [TOKENS, theme, contrast_wish],
    )
    return found


def test_the_factions_differ_in_lightness_for_every_eye(person: MakePerson) -> None:
    page = person().open("settings").page
    for theme, wish in LOOKS:
        colours = tokens(page, theme, wish)
        for eye, (one, other) in itertools.product(EYES, itertools.combinations(("rama", "lao", "malay"), 2)):
            assert contrast(colours[one], colours[other], eye) >= 1.5, (theme, wish, eye, one, other)
        for faction in ("rama", "lao", "malay"):
            assert contrast(colours[faction], colours[f"{faction}-on"]) >= 4.5, (theme, wish, faction)
        for paper in ("paper", "paper-raised", "land"):
            assert contrast(colours["act"], colours[paper]) >= 3, (theme, wish, paper)


def test_the_factions_differ_in_shape_and_letter(person: MakePerson) -> None:
    page = person().open("settings").page
    shapes = {}
    for letter in "RLM":
        for kind in ("piece", "blank"):
            body = page.locator(f"#{kind}-{letter} [class*=body]")
            shapes[kind, letter] = str(body.evaluate("(shape) => shape.tagName"))
        assert page.locator(f"#piece-{letter} text").text_content() == letter
    assert [shapes["piece", letter] for letter in "RLM"] == ["circle", "path", "rect"]
    assert [shapes["blank", letter] for letter in "RLM"] == ["circle", "path", "rect"]


@pytest.mark.parametrize("eye", [eye for eye in EYES if eye != "none"])
def test_the_table_can_be_looked_at_with_every_eye(person: MakePerson, scenery: Scenery, eye: str) -> None:
    """In the picture itself the three pieces of the supply are as far apart in lightness as the tokens say."""
    anna = person(viewport={"width": 1280, "height": 860})
    page = scenery.go(anna, next(place for place in places() if place.name == "my turn"))
    anna.context.new_cdp_session(page).send("Emulation.setEmulatedVisionDeficiency", {"type": eye})
    lightness = []
    for letter in "RLM":
        box = page.locator(f"[data-anchor='supply:{letter}'] use").bounding_box()
        assert box
        spot = {"x": box["x"] + box["width"] * 0.3, "y": box["y"] + box["height"] * 0.8, "width": 3, "height": 3}
        shot = page.screenshot(clip=spot)  # type: ignore[arg-type]
        lightness.append(middle_of(page, shot))
    for one, other in itertools.combinations(lightness, 2):
        assert contrast(one, other) >= 1.4, lightness


def middle_of(page: Page, picture: bytes) -> str:
    """Read the colour in the middle of a small picture."""
    colour: str = page.evaluate(
        """async (bytes) => {
          const image = await createImageBitmap(new Blob([new Uint8Array(bytes)], { type: 'image/png' }))
          const pen = new OffscreenCanvas(image.width, image.height).getContext('2d')
          pen.drawImage(image, 0, 0)
          const [red, green, blue] = pen.getImageData(1, 1, 1, 1).data
          return `rgb(${red}, ${green}, ${blue})`
        }""",
        list(picture),
    )
    return colour
