"""Film a turn for the README: a real browser's own frames, put together as one animated picture."""

import base64
import io
import itertools
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser
from tests.e2e.gaming import whole_move
from tests.e2e.people import Person

WINDOW = {"width": 1360, "height": 850}
WIDTH = 960
QUALITY = 58
LEAST_MILLISECONDS = 70
LAST_MILLISECONDS = 2500


class Film:
    """The frames of a window from now on, with their times."""

    def __init__(self, person: Person) -> None:
        self.frames: list[tuple[float, bytes]] = []
        self.camera = person.context.new_cdp_session(person.page)
        self.camera.on("Page.screencastFrame", self._keep)
        self.camera.send("Page.startScreencast", {"format": "jpeg", "quality": 92, "everyNthFrame": 1})

    def _keep(self, frame: dict[str, Any]) -> None:
        self.frames.append((frame["metadata"]["timestamp"], base64.b64decode(frame["data"])))
        self.camera.send("Page.screencastFrameAck", {"sessionId": frame["sessionId"]})

    def develop(self, path: Path) -> None:
        """Write the film; frames that follow each other too soon are left out."""
        self.camera.send("Page.stopScreencast")
        kept = self.frames[:1]
        for frame in self.frames[1:]:
            if (frame[0] - kept[-1][0]) * 1000 >= LEAST_MILLISECONDS:
                kept.append(frame)
        kept[-1] = self.frames[-1]
        times = [frame[0] for frame in kept]
        shown = [round((after - before) * 1000) for before, after in itertools.pairwise(times)]
        first, *others = [_small(data) for _, data in kept]
        first.save(
            path,
            save_all=True,
            append_images=others,
            duration=[*shown, LAST_MILLISECONDS],
            loop=0,
            quality=QUALITY,
            method=4,
        )


def film_a_turn(browser: Browser, base: str, path: Path) -> None:
    """Play a card against a bot, see its answer and a province decided."""
    context = browser.new_context(
        viewport=WINDOW,  # type: ignore[arg-type]
        color_scheme="light",
        reduced_motion="no-preference",
        locale="en",
    )
    context.set_default_timeout(60_000)
    anna = Person("Anna", base, context).be()
    table = anna.make_table([{"kind": "me"}, {"kind": "bot", "level": "greedy"}], options={"discards": "open"}, seed=11)
    anna.open(f"table/{table}").waits_for_turn()
    anna.page.wait_for_timeout(1500)
    film = Film(anna)
    anna.page.wait_for_timeout(700)
    for step in whole_move(anna, table, 6):
        anna.chooses(step)
        anna.page.wait_for_timeout(750)
    anna.button("Confirm").click()
    anna.page.wait_for_timeout(700)
    anna.waits_for_turn()
    anna.page.wait_for_timeout(1000)
    film.develop(path)
    context.close()


def _small(data: bytes) -> Image.Image:
    picture = Image.open(io.BytesIO(data)).convert("RGB")
    return picture.resize((WIDTH, round(picture.height * WIDTH / picture.width)), Image.Resampling.LANCZOS)
