"""Format tables, results and log entries as rows, and parse them again."""

import json
from dataclasses import asdict
from typing import Any

from siam.rules import Control, Options
from siam.server.domain.clocks import NO_CLOCK, ClockSetting, DaysClock, LiveClock, NoClock
from siam.server.domain.live_game import How, Result
from siam.server.domain.log import (
    KINDS,
    Ended,
    Entry,
    Kind,
    LogChange,
    Moved,
    Paused,
    Replaced,
    Resigned,
    Resumed,
    Returned,
    Started,
    TakenBack,
    TimedOut,
)
from siam.server.domain.proposals import Proposal, ProposalKind, Settled
from siam.server.domain.tables import Chair, ChairKind, Status, Table
from siam.server.ports import Standing


def table_row(table: Table) -> dict[str, Any]:
    """Format a table as a row, without its standing."""
    return {
        "id": table.id,
        "number": int(table.created * 1_000_000),
        "host": table.host,
        "created": table.created,
        "status": table.status.value,
        "public": table.public,
        "document": json.dumps(_document(table)),
        "revision": table.revision,
        "person": table.person,
        "bots": table.bots,
        "own_map": table.board_file is not None,
    }


def _document(table: Table) -> dict[str, Any]:
    return {
        "chairs": [_chair_document(chair) for chair in table.chairs],
        "board": table.board,
        "board_file": table.board_file,
        "options": table.options.differing,
        "clock": _clock_document(table.clock),
        "rated": table.rated,
        "shuffle": table.shuffle,
        "seed": table.seed,
        "name": table.name,
        "started": table.started,
        "finished": table.finished,
        "rematch": table.rematch,
        "rematch_of": table.rematch_of,
        "proposals": [{**asdict(proposal), "kind": proposal.kind.value} for proposal in table.proposals],
        "proposed": table.proposed,
        "settled": [{**asdict(settled), "kind": settled.kind.value} for settled in table.settled],
        "asked": table.asked,
    }


def _chair_document(chair: Chair) -> dict[str, Any]:
    document = {
        "kind": chair.kind.value,
        "player": chair.player,
        "name": chair.name,
        "level": chair.level,
        "guest": chair.guest,
    }
    return document if chair.replaces is None else {**document, "replaces": _chair_document(chair.replaces)}


def read_table(row: Any) -> Table:
    """Read a table from its row."""
    document = json.loads(row.document)
    return Table(
        id=row.id,
        host=row.host,
        created=row.created,
        status=Status(row.status),
        public=row.public,
        revision=row.revision,
        person=row.person,
        chairs=tuple(map(_read_chair, document["chairs"])),
        board=document["board"],
        board_file=document["board_file"],
        options=Options.from_values(document["options"]),
        clock=_read_clock(document["clock"]),
        rated=document["rated"],
        shuffle=document["shuffle"],
        seed=document["seed"],
        name=document["name"],
        started=document["started"],
        finished=document["finished"],
        rematch=document["rematch"],
        rematch_of=document["rematch_of"],
        proposals=tuple(_read_proposal(proposal) for proposal in document["proposals"]),
        proposed=document.get("proposed", 0),  # tables of older servers have none of these
        settled=tuple(_read_settled(settled) for settled in document.get("settled", ())),
        asked=tuple(document.get("asked", ())),
    )


def _read_chair(document: dict[str, Any]) -> Chair:
    before = document.get("replaces")
    replaces = None if before is None else _read_chair(before)
    return Chair(**{**document, "kind": ChairKind(document["kind"]), "replaces": replaces})


def _clock_document(clock: ClockSetting) -> dict[str, float]:
    return {} if isinstance(clock, NoClock) else asdict(clock)


def _read_clock(document: dict[str, float]) -> ClockSetting:
    if not document:
        return NO_CLOCK
    return DaysClock(**document) if "days" in document else LiveClock(**document)


def _read_proposal(document: dict[str, Any]) -> Proposal:
    seats = {name: tuple(document.get(name, ())) for name in ("waiting", "agreed")}
    return Proposal(**{**document, **seats, "kind": ProposalKind(document["kind"])})


def _read_settled(document: dict[str, Any]) -> Settled:
    return Settled(**{**document, "kind": ProposalKind(document["kind"]), "seats": tuple(document["seats"])})


def standing_row(standing: Standing) -> dict[str, Any]:
    """Format what lists need to know."""
    return {
        "version": standing.version,
        "turn": standing.turn,
        "to_move": standing.to_move,
        "mover": standing.mover,
        "since": standing.since,
        "deadline": standing.deadline,
        "result": None if standing.result is None else _result_text(standing.result),
        "imprint": standing.imprint,
    }


def read_standing(row: Any) -> Standing:
    """Read what lists need to know."""
    return Standing(
        version=row.version,
        turn=row.turn,
        to_move=row.to_move,
        mover=row.mover,
        since=row.since,
        deadline=row.deadline,
        result=None if row.result is None else _read_result(row.result),
        imprint=row.imprint or "",
    )


def _result_text(result: Result) -> str:
    ending = None if result.ending is None else int(result.ending)
    return json.dumps({"how": result.how.value, "winners": result.winners, "ending": ending, "by": result.by})


def _read_result(text: str) -> Result:
    document = json.loads(text)
    ending = document["ending"]
    return Result(
        how=How(document["how"]),
        winners=tuple(document["winners"]),
        ending=None if ending is None else Control(ending),
        by=document["by"],
    )


def entry_row(table_id: str, entry: Entry, turn: int) -> dict[str, Any]:
    """Format an entry as a row."""
    return {
        "table_id": table_id,
        "version": entry.version,
        "turn": turn,
        "kind": KINDS[type(entry.change)].value,
        "seat": entry.seat,
        "at": entry.at,
        "text": _change_text(entry.change),
        "auto": isinstance(entry.change, Moved) and entry.change.auto,
        "key": entry.key,
    }


def _change_text(change: LogChange) -> str | None:
    match change:
        case Moved(move=move):
            return move
        case Started(setup=setup, rules_version=rules_version):
            return f"{rules_version} {setup}"
        case TakenBack(to=to):
            return str(to)
        case Replaced(level=level):
            return level
        case _:
            return None


def read_entry(row: Any) -> Entry:
    """Read an entry from its row."""
    return Entry(row.version, row.seat, row.at, _read_change(Kind(row.kind), row.text or "", row.auto), row.key)


def _read_change(kind: Kind, text: str, auto: bool) -> LogChange:
    match kind:
        case Kind.MOVE:
            return Moved(text, auto=bool(auto))
        case Kind.START:
            rules_version, setup = text.split(" ", 1)
            return Started(setup, rules_version)
        case Kind.TAKE_BACK:
            return TakenBack(int(text))
        case Kind.REPLACE:
            return Replaced(text)
        case Kind.RESIGN:
            return Resigned()
        case Kind.TIME:
            return TimedOut()
        case Kind.PAUSE:
            return Paused()
        case Kind.RESUME:
            return Resumed()
        case Kind.END:
            return Ended()
        case Kind.RETURN:
            return Returned()
