"""Nothing hidden is ever sent: every byte that a watcher of a top-only table gets is looked at."""

import asyncio
import json
import re
from dataclasses import dataclass
from typing import Any

import pytest

from tests.server.conftest import Guest
from tests.server.people import Json, Live, Person, play_live
from tests.server.servers import Running

HANDS_IN_NOTATION = re.compile(r"(?<![A-Za-z])(?:[KT12RLM]+|-):(?:[RLM0-9]+|-)/")


def parts(message: Any, name: str) -> list[Any]:
    """Find every value of a name anywhere in a message."""
    found = []
    if isinstance(message, dict):
        for key, value in message.items():
            if key == name:
                found.append(value)
            found += parts(value, name)
    elif isinstance(message, list):
        for value in message:
            found += parts(value, name)
    return found


@dataclass(frozen=True)
class Cards:
    """A seat's cards at some version: the hand, and the pile with the latest on top."""

    hand: str
    pile: str


Truth = dict[int, dict[int, Cards]]
"""Everybody's cards by version and seat."""


async def truth_about(person: Person, table: str) -> Truth:
    """Read from the replay of a finished game what everybody held in each version."""
    replay = await person.get(f"/api/tables/{table}/replay")
    return {
        turn["version"]: {
            player["seat"]: Cards("".join(player["hand"]), "".join(player["discards"]))
            for player in turn["state"]["players"]
        }
        for turn in replay["turns"]
    }


def check_messages(texts: list[str], seat: int | None, truth: Truth) -> int:
    """Look at messages in the order in which they came; gives how many came before the end."""
    version, looked_at = 1, 0
    for text in texts:
        message: Json = json.loads(text)
        if parts(message, "how") or parts(message, "outcome"):
            continue  # the game is over: everything may be seen
        version = max([version, *parts(message, "version")])
        check_message(message, seat, truth[version])
        looked_at += 1
    return looked_at


def check_message(message: Json, seat: int | None, cards: dict[int, Cards]) -> None:
    """Look at one message as somebody who may see one seat, or none, while everybody's cards are these."""
    others = {other: theirs for other, theirs in cards.items() if other != seat}
    assert not any(parts(message, "position"))
    assert seat is not None or not any([*parts(message, "legal"), *parts(message, "without_effect")])
    for player in [player for players in parts(message, "players") for player in players if "hand" in player]:
        if player["seat"] != seat:
            assert player["hand"] is None
            assert "".join(player["discards"]) in ("", others[player["seat"]].pile[-1:])
    entries = [entry for log in (*parts(message, "log"), *parts(message, "entries")) for entry in log]
    for entry in [*entries, *filter(None, parts(message, "entry"))]:
        if entry["seat"] in others and entry["move"] not in (None, "pass"):
            shown = {entry["move"][0], *parts(entry["events"], "card")}
            assert shown == {others[entry["seat"]].pile[-1]}, "a covered card was shown"
    check_bytes(json.dumps(without_own(message, seat), separators=(",", ":")), list(others.values()))


def check_bytes(text: str, others: list[Cards]) -> None:
    """Look for hands and piles of others anywhere in a text, as a list or in one word.

    A few letters can mean something else: two followers are swapped, cards and factions share theirs.
    """
    assert not HANDS_IN_NOTATION.search(text)
    for word in [word for theirs in others for word in (theirs.hand, theirs.pile) if len(word) > 2]:
        assert '","'.join(word) not in text
        assert not re.search(rf"(?<![A-Za-z0-9]){word}(?![A-Za-z0-9])", text)


def without_own(message: Any, seat: int | None) -> Any:
    """Leave out what lists one's own cards: the hand, the pile, and the cards that one may play."""
    if isinstance(message, list):
        return [without_own(part, seat) for part in message]
    if not isinstance(message, dict):
        return message
    is_own = seat is not None and message.get("seat") == seat and "hand" in message
    left_out = {"legal", "without_effect", "hand", "discards"} if is_own else {"legal", "without_effect"}
    return {name: without_own(part, seat) for name, part in message.items() if name not in left_out}


@pytest.mark.parametrize("players", [2, 3, 4])
async def test_no_byte_tells_a_hidden_card(guest: Guest, players: int) -> None:
    people = [await guest(f"Player {number}") for number in range(1, players + 1)]
    onlooker = await guest("Onlooker")
    table = await people[0].make(*[{"kind": "open"}] * (players - 1), options={"discards": "top"})
    for number, person in enumerate(people[1:], start=2):
        await person.sit(table, number)
    watching = await onlooker.connect(table)
    stranger = await Person(onlooker.url).connect(table)
    found: dict[str, list[str]] = {person.name: [] for person in (onlooker, *people)}
    over = asyncio.Event()
    curious = [asyncio.create_task(peek(person, table, over, found[person.name])) for person in (onlooker, *people)]
    results = await asyncio.gather(*(play_live(person, table, seed) for seed, person in enumerate(people)))
    over.set()
    await asyncio.gather(*curious)
    truth = await truth_about(onlooker, table)
    ears: list[tuple[int | None, Live]] = [(seat, live) for seat, (_, live) in enumerate(results, start=1)]
    for live in (watching, stranger):
        while not parts(await live.next("update", "view"), "how"):
            pass
        ears.append((None, live))
    for seat, live in ears:
        assert check_messages(live.heard, seat, truth) > 10
        await live.socket.close()
    for place, texts in zip((None, *range(1, players + 1)), found.values(), strict=True):
        for text in texts:
            check_messages([text], place, truth)


async def peek(person: Person, table: str, over: asyncio.Event, found: list[str]) -> None:
    """Ask for everything that there is to ask until the game is over, as somebody curious would."""
    while not over.is_set():
        for path in ("", "/log", "/replay", "/record", "/chat"):
            text = (await person.http.get(f"/api/tables/{table}{path}")).text
            if text.startswith("{"):
                found.append(text)
        async with await person.connect(table, "?after=1") as live:
            await live.next("view", "update")
            found += live.heard


def test_a_hidden_card_would_be_found() -> None:
    cards = {1: Cards("KT1", "2RLM"), 2: Cards("KT12", "RLM")}
    own = {"players": [{"seat": 1, "hand": ["K", "T", "1"], "discards": ["2", "R", "L", "M"]}]}
    check_message(own, 1, cards)
    entry = {"seat": 2, "move": "L ayu +-", "events": []}
    for leak in (
        {"players": [{"seat": 2, "hand": ["K", "T", "1", "2"], "discards": []}]},
        {"players": [{"seat": 2, "hand": None, "discards": ["L"]}]},
        {"log": [entry]},
        {"entries": [entry]},
        {"entry": entry},
        {"line": {"text": "she holds KT12"}},
        {"any": ["R", "L", "M"]},
    ):
        with pytest.raises(AssertionError):
            check_message(leak, 1, cards)


async def play_cards(people: list[Person], table: str, turns: int) -> None:
    """Play some turns, each seat first Malai, then Lao, then Rama."""
    for _ in range(turns):
        view = await people[0].view(table)
        person, mine = people[view["state"]["to_move"] - 1], view["state"]["players"][view["state"]["to_move"] - 1]
        steps = ["MLR"[mine["discarded"]]]
        while True:
            made = await person.post(f"/api/tables/{table}/steps", {"after": view["version"], "steps": steps})
            if made["move"]:
                break
            steps.append(made["legal"][0])
        await person.move(table, made["move"], view["version"])


@pytest.mark.parametrize("discards", ["open", "top"])
async def test_who_listens_knows_the_log_that_a_newcomer_is_told(
    anna: Person, bertha: Person, carl: Person, discards: str
) -> None:
    """Keep what comes over the socket as a client does, and compare it with the whole log after every message."""
    table = await anna.make(options={"discards": discards}, seed=11)
    await bertha.sit(table, 2)
    for person in (anna, bertha, carl):
        known: dict[int, Json] = {}
        async with await person.connect(table) as live:
            for played in range(3):
                message = await live.next("view", "update")
                known |= {entry["version"]: entry for entry in message["log"]}
                whole = (await person.get(f"/api/tables/{table}/log"))["entries"]
                assert whole[0]["version"] == message["log_from"]
                assert [entry["version"] for entry in whole] == list(range(message["log_from"], message["version"] + 1))
                kept = [entry for version, entry in sorted(known.items()) if version >= message["log_from"]]
                assert kept == whole[len(whole) - len(kept) :]
                if played < 2:
                    await play_cards([anna, bertha], table, 1)
    first = (await carl.get(f"/api/tables/{table}/log"))["entries"][0]["version"]
    assert first == 1 if discards == "open" else first > 1


async def test_a_game_that_is_over_tells_its_whole_log(anna: Person, bertha: Person, carl: Person) -> None:
    table = await anna.make(options={"discards": "top"}, seed=11)
    await bertha.sit(table, 2)
    await play_cards([anna, bertha], table, 5)
    async with await carl.connect(table) as live:
        assert (await live.next("view"))["log_from"] > 1
        await anna.post(f"/api/tables/{table}/resign", {"seat": None}, 204)
        assert (await live.next("update", "view"))["log_from"] == 1
    log = (await carl.get(f"/api/tables/{table}/log"))["entries"]
    assert [entry["kind"] for entry in log] == ["start", *["move"] * 5, "resign"]


async def test_a_running_replay_shows_no_covered_card(anna: Person, bertha: Person, carl: Person) -> None:
    table = await anna.make(options={"discards": "top"}, seed=11)
    await bertha.sit(table, 2)
    await play_cards([anna, bertha], table, 6)
    replay = await carl.get(f"/api/tables/{table}/replay")
    assert not replay["complete"]
    cards = [turn["entry"]["move"][0] for turn in replay["turns"] if turn["entry"]]
    assert cards == ["R", "R"][-len(cards) :]
    for turn in replay["turns"]:
        for player in turn["state"]["players"]:
            assert player["hand"] is None
            assert player["discards"] in ([], ["R"])
    assert await carl.refused("GET", f"/api/tables/{table}/record") == "forbidden"


async def test_a_replay_covers_what_a_move_covers_that_the_desk_has_not_seen_yet(
    server: Running, anna: Person, bertha: Person
) -> None:
    table = await anna.make(options={"discards": "top"}, seed=11)
    await bertha.sit(table, 2)
    await play_cards([anna, bertha], table, 4)
    open_table = await server.world.open_tables.at(table)
    before = open_table.game
    await play_cards([anna, bertha], table, 1)
    open_table.game = before  # as in the instant between the commit and the desk's taking over
    replay = await server.world.replays.replay(open_table, None, None)
    assert [turn.version for turn in replay.turns] == [6], "before that a card shows that is covered now"
