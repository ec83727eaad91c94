"""The checker finds what no correct server does, and nothing else."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import msgspec
import pytest
from bench.chaos.history import Answered, Deed, Heard, Last, Result, Sight, Take
from bench.chaos.truth import Row

from tests.chaos.scenes import ANNA, BERTHA, CARL, NOON, Scene, at, deed, good_scene, sight


def test_nothing_is_wrong_with_a_table_at_which_everything_went_well() -> None:
    assert good_scene().anomalies() == []


@dataclass(frozen=True)
class Lie:
    """A change of the scene that no correct server can have brought about, and what the checker must say."""

    tell: Callable[[Scene], None]
    said: str


def retry(scene: Scene, name: str, **change: Any) -> None:
    """Change the only try of a deed."""
    told = scene.deeds[name]
    scene.deeds[name] = msgspec.structs.replace(told, tries=(msgspec.structs.replace(told.tries[0], **change),))


def change_row(scene: Scene, version: int, **change: Any) -> None:
    log = list(scene.truth.log)
    log[version - 1] = log[version - 1]._replace(**change)
    scene.truth = msgspec.structs.replace(scene.truth, log=tuple(log))


def cut_log(scene: Scene, version: int) -> None:
    """Let the log end before a version."""
    log = scene.truth.log[: version - 1]
    scene.truth = msgspec.structs.replace(scene.truth, log=log, version=log[-1].version, turn=log[-1].turn)


def change_sight(scene: Scene, version: int, **change: Any) -> None:
    for number, event in enumerate(scene.others):
        if isinstance(event, Sight) and event.version == version:
            scene.others[number] = msgspec.structs.replace(event, **change)


def lose_the_second_move(scene: Scene) -> None:
    cut_log(scene, 3)
    scene.deeds = {name: scene.deeds[name] for name in ("make", "take", "first", "second")}
    scene.others = []


def play_it_twice(scene: Scene) -> None:
    before = scene.course[3].position
    scene.truth = msgspec.structs.replace(
        scene.truth,
        version=6,
        turn=3,
        log=(
            *scene.truth.log,
            Row(5, 2, "resume", None, NOON + 8, None, False, None),
            Row(6, 3, "move", before.to_move, NOON + 9, "pass", False, f"{ANNA[-6:]}:2 again"),
        ),
    )
    scene.others = []


def refuse_what_was_played(scene: Scene) -> None:
    retry(scene, "second", result=Result.REFUSED, code="stale")


def answer_before_the_first_was_asked_for(scene: Scene) -> None:
    retry(scene, "second", begin=1.0, end=1.1)
    change_row(scene, 3, at=NOON + 3.06)
    scene.others = []


def answer_another_version(scene: Scene) -> None:
    retry(scene, "first", answered=Answered(version=3, turn=1))


def refuse_for_nothing(scene: Scene) -> None:
    retry(scene, "late", code="paused")


def pause_without_a_word(scene: Scene) -> None:
    del scene.deeds["agree"]


def pause_though_it_was_declined(scene: Scene) -> None:
    scene.deeds["agree"] = msgspec.structs.replace(
        scene.deeds["agree"], wish=msgspec.structs.replace(scene.deeds["agree"].wish, accept=False)
    )


def ignore_everybodys_consent(scene: Scene) -> None:
    cut_log(scene, 4)
    scene.others = []


def show_the_position_before(scene: Scene) -> None:
    change_sight(scene, 3, position=scene.course[1].text)


def show_a_version_that_never_was(scene: Scene) -> None:
    scene.others.append(msgspec.structs.replace(sight(scene, 4, 8.0), version=5))


def go_back(scene: Scene) -> None:
    scene.others.append(sight(scene, 2, 5.0))


def show_old_news_to_who_asks(scene: Scene) -> None:
    old = sight(scene, 2, 6.5, who=ANNA, socket=0)
    scene.others.append(msgspec.structs.replace(old, begin=6.45, since_version=None))


def leave_the_watcher_behind(scene: Scene) -> None:
    scene.others = [e for e in scene.others if not isinstance(e, Last)]
    scene.others.append(Last(CARL, CARL, "table", 0, 1, 3, 1))


def leave_out_an_entry(scene: Scene) -> None:
    change_sight(scene, 3, log=())


def list_what_never_was(scene: Scene) -> None:
    scene.others[3] = msgspec.structs.replace(scene.others[3], turn=1)


def swallow_a_line(scene: Scene) -> None:
    scene.truth = msgspec.structs.replace(scene.truth, chat=())
    scene.others = []


def say_it_twice(scene: Scene) -> None:
    (line,) = scene.truth.chat
    scene.truth = msgspec.structs.replace(scene.truth, chat=(line, line._replace(n=2)))
    scene.others = []


def put_words_in_a_mouth(scene: Scene) -> None:
    for number, event in enumerate(scene.others):
        if isinstance(event, Heard):
            scene.others[number] = msgspec.structs.replace(event, player=BERTHA)


def keep_a_line_from_the_watcher(scene: Scene) -> None:
    (line,) = scene.truth.chat
    more = tuple(line._replace(n=n, text=f"hello {n}") for n in (2, 3))
    scene.truth = msgspec.structs.replace(scene.truth, chat=(line, *more))
    for each in more:
        scene.deeds[f"say {each.n}"] = msgspec.structs.replace(
            scene.deeds["say"], wish=msgspec.structs.replace(scene.deeds["say"].wish, text=each.text), tries=(at(8.0),)
        )
    scene.others[-1] = Last(CARL, CARL, "table", 0, 1, 4, 3)
    scene.others.append(Heard(CARL, "table", 1, 9.0, 3, "hello 3", ANNA))


def seat_two_on_one_seat(scene: Scene) -> None:
    scene.deeds["take too"] = deed(CARL, Take(2), at(1.9))


def say_that_a_free_seat_is_taken(scene: Scene) -> None:
    scene.deeds["take too"] = deed(CARL, Take(2), at(1.2, Result.REFUSED, "seat_taken"))


def charge_for_an_outage(scene: Scene) -> None:
    change_row(scene, 3, at=NOON + 14.05)
    change_row(scene, 4, at=NOON + 17.05)
    retry(scene, "second", begin=14.0, end=14.1)
    scene.deeds = {name: scene.deeds[name] for name in ("make", "take", "first", "second", "propose", "agree")}
    scene.truth = msgspec.structs.replace(scene.truth, chat=())
    scene.others = []
    scene.outages = [(3.5, 13.5)]


def show_a_clock_of_tomorrow(scene: Scene) -> None:
    (running, resting) = sight(scene, 3, 4.08).clocks or ()
    clocks = [msgspec.structs.replace(c, left=c.left - 5) if c.running else c for c in (running, resting)]
    change_sight(scene, 3, clocks=tuple(clocks))


def stop_the_wrong_clock(scene: Scene) -> None:
    (one, other) = sight(scene, 3, 4.08).clocks or ()
    change_sight(scene, 3, clocks=(other, one))


def date_a_move_before_its_request(scene: Scene) -> None:
    change_row(scene, 2, at=NOON + 2.5)
    scene.others = []


def offer_what_is_not_possible(scene: Scene) -> None:
    retry(scene, "steps", answered=Answered(legal=("pass",)))


def play_against_the_rules(scene: Scene) -> None:
    change_row(scene, 2, text="K suk +R@suk")


def break_down(scene: Scene) -> None:
    retry(scene, "say", result=Result.BROKEN)


def forget_who_somebody_is(scene: Scene) -> None:
    retry(scene, "late", code="no_session")


def forget_the_table(scene: Scene) -> None:
    made = scene.deeds["make"]
    scene.deeds["made too"] = msgspec.structs.replace(made, table="gone")


LIES = [
    Lie(lose_the_second_move, "an acknowledged move is not in the log"),
    Lie(play_it_twice, "a move that nobody asked for"),
    Lie(refuse_what_was_played, "a move that was refused is in the log"),
    Lie(answer_before_the_first_was_asked_for, "answered before version 2 was asked for"),
    Lie(answer_another_version, "the answer said otherwise"),
    Lie(refuse_for_nothing, "refused (paused) in a state that never was"),
    Lie(pause_without_a_word, "pause at version 4 without the seats"),
    Lie(pause_though_it_was_declined, "pause at version 4 was declined"),
    Lie(ignore_everybodys_consent, "everybody agreed to pause on version 3, and it did not happen"),
    Lie(show_the_position_before, "position was"),
    Lie(show_a_version_that_never_was, "version 5 of 4"),
    Lie(go_back, "saw version 2, and this socket had shown 3"),
    Lie(show_old_news_to_who_asks, "saw version 2, and was known before it was asked for 3"),
    Lie(leave_the_watcher_behind, "ended with version 3"),
    Lie(leave_out_an_entry, "an update from 2 to 3 tells of []"),
    Lie(list_what_never_was, "a list shows a state that never was"),
    Lie(swallow_a_line, "a line was acknowledged, and is there 0 times"),
    Lie(say_it_twice, "a line was acknowledged, and is there 2 times"),
    Lie(put_words_in_a_mouth, "heard what nobody said"),
    Lie(keep_a_line_from_the_watcher, "never heard the lines [2]"),
    Lie(seat_two_on_one_seat, "fit no order"),
    Lie(say_that_a_free_seat_is_taken, "fit no order"),
    Lie(charge_for_an_outage, "version 3 cost"),
    Lie(show_a_clock_of_tomorrow, "saw a clock that was"),
    Lie(stop_the_wrong_clock, "saw the wrong clock run"),
    Lie(date_a_move_before_its_request, "dated outside of its request"),
    Lie(offer_what_is_not_possible, "steps should have been"),
    Lie(play_against_the_rules, "the log breaks the rules"),
    Lie(break_down, "the server broke on a request"),
    Lie(forget_who_somebody_is, "refused with no_session"),
    Lie(forget_the_table, "a table that was made is gone"),
]


@pytest.mark.parametrize("lie", LIES, ids=lambda lie: lie.tell.__name__)
def test_a_lie_is_found(lie: Lie) -> None:
    scene = good_scene()
    lie.tell(scene)
    found = [anomaly.what for anomaly in scene.anomalies()]
    assert any(lie.said in what for what in found), found


def test_what_nobody_knows_may_have_happened_or_not() -> None:
    scene = good_scene()
    retry(scene, "second", result=Result.UNKNOWN, answered=Answered())
    retry(scene, "say", result=Result.UNKNOWN)
    retry(scene, "agree", result=Result.UNKNOWN)
    assert scene.anomalies() == []
    never: dict[str, Deed] = {"never": deed(ANNA, scene.deeds["first"].wish, at(9.0, Result.UNKNOWN))}
    never["never"] = msgspec.structs.replace(
        never["never"], wish=msgspec.structs.replace(scene.deeds["first"].wish, after=3, key="never")
    )
    scene.deeds |= never
    assert scene.anomalies() == []
