"""Read what a server shows, and keep of it what the checker compares with the log."""

from typing import Any

from bench.chaos.history import ClockSeen, Heard, LoggedEntry, Offer, Sight

Json = dict[str, Any]


def entry_of(entry: Json) -> LoggedEntry:
    """Read an entry of a log."""
    return LoggedEntry(
        version=entry["version"],
        turn=entry["turn"],
        kind=entry["kind"],
        seat=entry["seat"],
        at=entry["at"],
        move=entry["move"],
        auto=entry["auto"],
        to=entry["to"],
    )


def sight_of(
    message: Json,
    *,
    who: str,
    player: str,
    table: str,
    worker: int,
    end: float,
    socket: int = 0,
    begin: float | None = None,
    asked_after: int | None = None,
) -> Sight:
    """Read a view or an update."""
    state, result = message.get("state"), message["result"]
    of_game: Json = {}
    if state is not None:
        clocks = state["clocks"]
        of_game = {
            "position": state["position"],
            "to_move": state["to_move"],
            "since": state["since"],
            "deadline": state["deadline"],
            "paused": state["paused"],
            "clocks": None if clocks is None else tuple(ClockSeen(c["left"], c["running"]) for c in clocks),
        }
    if result is not None:
        of_game |= {"how": result["how"], "winners": tuple(result["winners"])}
    seats = message.get("seats")
    return Sight(
        who=who,
        player=player,
        table=table,
        worker=worker,
        socket=socket,
        end=end,
        begin=begin,
        asked_after=asked_after,
        since_version=message.get("from"),
        version=message["version"],
        turn=message["turn"],
        status=message["status"] if "status" in message else message["table"]["status"],
        legal=tuple(message["you"]["legal"]) if message["you"]["my_turn"] else (),
        offers=tuple(Offer(p["id"], p["kind"], p["by"], tuple(p["waiting"])) for p in message["proposals"]),
        log=tuple(entry_of(entry) for entry in message["log"]),
        seats=None if seats is None else tuple(seat["player"] for seat in seats),
        **of_game,
    )


def lines_of(message: Json, *, who: str, table: str, socket: int, end: float) -> list[Heard]:
    """Read the lines of chat in a view or a message of chat; greetings are left aside, as nobody greets here."""
    lines = [message["line"]] if message["type"] == "chat" else message.get("chat") or []
    return [Heard(who, table, socket, end, line["n"], line["text"] or "", line["player"] or "") for line in lines]
