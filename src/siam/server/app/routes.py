"""List every route once: the app serves it, the OpenAPI page describes it."""

from typing import Any

from starlette.responses import Response

from siam.server.app import openapi
from siam.server.app.context import Ask
from siam.server.app.handlers import (
    accounts,
    notifications,
    order,
    postcards,
    puzzles,
    recovery,
    server,
    studies,
    tables,
)
from siam.server.app.openapi import Described
from siam.server.messages import accounts as a
from siam.server.messages import game as g
from siam.server.messages import order as o
from siam.server.messages import people as p
from siam.server.messages import puzzles as z
from siam.server.messages import server as s
from siam.server.messages import study as y
from siam.server.messages import table_requests as r
from siam.server.messages import tables as t


async def openapi_document(ask: Ask) -> Response:
    """Describe this API in OpenAPI."""
    return Response(openapi.document(ROUTES, ask.request.scope.get("root_path", "")), media_type="application/json")


async def docs_page(ask: Ask) -> Response:
    """Describe this API for accounts."""
    return Response(openapi.page(ROUTES), media_type="text/html; charset=utf-8")


SEAT = {"seat": "on a shared screen, whose cards to show"}
BEFORE = {"before": "the `next` of the page before"}
HISTORY = {
    "since": "finished on or after this day or instant",
    "until": "finished before this day or instant",
    "result": "won, lost or none (ended without a winner)",
    "players": "how many played",
    "with": "the name of an account that played too",
    "rated": "true or false",
    **BEFORE,
}

ROUTES: tuple[Described, ...] = (
    Described("GET", "api/me", accounts.me, answer=p.MeAnswer),
    Described("POST", "api/session/guest", accounts.guest, p.GuestRequest, p.Me, 201),
    Described("POST", "api/accounts", accounts.register, p.AccountRequest, p.Me, 201),
    Described("POST", "api/session", accounts.log_in, p.LogInRequest, p.Me),
    Described("DELETE", "api/session", accounts.log_out, status=204),
    Described("PATCH", "api/me", accounts.change, p.ChangeRequest, p.Me),
    Described("POST", "api/me/password", accounts.password, p.PasswordRequest, status=204),
    Described("GET", "api/me/sessions", accounts.sessions, answer=p.Sessions),
    Described("DELETE", "api/me/sessions/{id}", accounts.end_session, status=204),
    Described("GET", "api/me/tokens", accounts.tokens, answer=p.Tokens),
    Described("POST", "api/me/tokens", accounts.make_token, p.TokenRequest, p.NewToken, 201),
    Described("DELETE", "api/me/tokens/{id}", accounts.end_session, status=204),
    Described("GET", "api/me/settings", accounts.settings, answer=dict[str, Any]),
    Described("PUT", "api/me/settings", accounts.put_settings, dict[str, Any], dict[str, Any]),
    Described("GET", "api/me/tables", tables.mine, answer=t.Summaries),
    Described("GET", "api/me/next", tables.next_table, answer=t.NextTable, query={"not": "not this table"}),
    Described("GET", "api/players/{name}", accounts.profile, answer=p.Profile),
    Described("GET", "api/me/games", recovery.my_games, answer=t.Summaries, query=HISTORY),
    Described("GET", "api/players/{name}/games", recovery.games, answer=t.Summaries, query=HISTORY),
    Described("GET", "api/me/export", recovery.export, answer=a.Export),
    Described("DELETE", "api/me", recovery.delete, a.DeletionRequest, status=204),
    Described("POST", "api/me/mail", recovery.send_proof, status=204),
    Described("POST", "api/session/forgotten", recovery.forgotten, a.ForgottenRequest, status=204),
    Described("POST", "api/session/password", recovery.new_password, a.NewPasswordRequest, p.Me),
    Described("POST", "api/session/mail", recovery.verify_mail, a.KeyRequest, status=204),
    Described("POST", "api/session/seat", recovery.seat_again, a.KeyRequest, a.SeatAgain),
    Described("GET", "api/me/blocks", order.blocks, answer=o.Blocks),
    Described("POST", "api/me/blocks", order.block, o.BlockRequest, status=204),
    Described("DELETE", "api/me/blocks/{id}", order.unblock, status=204),
    Described("POST", "api/reports", order.report, o.ReportRequest, status=204),
    Described("GET", "api/server", server.server, answer=s.ServerFacts),
    Described("GET", "api/rules/{language}", server.rules, answer=s.Rules),
    Described("GET", "api/boards/{name}", server.board, answer=dict[str, Any]),
    Described("POST", "api/tables", tables.make, r.TableRequest, t.NewTable, 201),
    Described(
        "GET",
        "api/tables",
        tables.lobby,
        answer=t.Summaries,
        query={"status": "open, running or finished", **BEFORE},
    ),
    Described("GET", "api/tables/{id}", tables.view, answer=t.View, query=SEAT),
    Described("DELETE", "api/tables/{id}", tables.cancel, status=204),
    Described("GET", "api/tables/{id}/board", server.table_board, answer=dict[str, Any]),
    Described("POST", "api/tables/{id}/seats/{seat}", tables.take, dict[str, Any], t.View),
    Described("DELETE", "api/tables/{id}/seats/{seat}", tables.leave, answer=t.View),
    Described("POST", "api/tables/{id}/seats/{seat}/link", recovery.seat_link, answer=a.SeatLink, status=201),
    Described("POST", "api/tables/{id}/start", tables.start, r.StartRequest, t.View),
    Described("POST", "api/tables/{id}/moves", tables.move, r.MoveRequest, t.Accepted),
    Described("POST", "api/tables/{id}/steps", tables.steps, r.StepsRequest, g.Steps),
    Described("GET", "api/tables/{id}/reach", tables.reaches, answer=s.Reaches),
    Described("POST", "api/tables/{id}/resign", tables.resign, r.ResignRequest, status=204),
    Described("POST", "api/tables/{id}/proposals", tables.propose, r.ProposalRequest, t.Proposal, 201),
    Described("POST", "api/tables/{id}/proposals/{proposal}", tables.answer_proposal, r.AnswerRequest, status=204),
    Described("POST", "api/tables/{id}/resume", tables.resume, status=204),
    Described("POST", "api/tables/{id}/rematch", tables.rematch, answer=t.NewTable, status=201),
    Described("POST", "api/tables/{id}/chat", tables.say, r.ChatRequest, status=204),
    Described("GET", "api/tables/{id}/chat", tables.lines, answer=t.Lines, query={"before": "older lines"}),
    Described("GET", "api/tables/{id}/log", studies.log, answer=t.Log, query=SEAT),
    Described("GET", "api/tables/{id}/replay", studies.replay, answer=t.Replay, query=SEAT),
    Described("GET", "api/tables/{id}/record", studies.record, media="text/plain"),
    Described("GET", "api/tables/{id}/qr.svg", studies.qr_code, media="image/svg+xml"),
    Described("GET", "api/tables/{id}/picture.png", postcards.picture, media="image/png"),
    Described("POST", "api/tables/{id}/hint", studies.hint, r.TurnRequest, y.Hint),
    Described("POST", "api/tables/{id}/branch", studies.branch, r.BranchRequest, t.NewTable, 201),
    Described("POST", "api/records", studies.bring, r.RecordRequest, t.NewTable, 201),
    Described("GET", "api/tables/{id}/analysis", studies.analysis, answer=y.Analysis),
    Described("POST", "api/tables/{id}/analysis", studies.start_analysis, answer=y.Analysis),
    Described("GET", "api/me/notifications", notifications.notifications, answer=p.Notifications),
    Described("PUT", "api/me/notifications", notifications.put_notifications, p.Notifications, p.Notifications),
    Described("POST", "api/me/notifications/test", notifications.test, p.ChannelRequest, p.Sent),
    Described("POST", "api/me/push", notifications.subscribe, p.PushRequest, status=204),
    Described("DELETE", "api/me/push", notifications.unsubscribe, p.EndpointRequest, status=204),
    Described("POST", "api/study", studies.study, y.StudyRequest, y.Studied),
    Described("POST", "api/study/play", studies.study_play, y.StudyPlayRequest, y.StudyPlayed),
    Described("POST", "api/study/hint", studies.study_hint, y.StudyHintRequest, y.Hint),
    Described("POST", "api/study/reply", studies.study_reply, y.StudyReplyRequest, y.StudyPlayed),
    Described("POST", "api/study/deal", studies.study_deal, y.DealRequest, y.Dealt),
    Described("GET", "api/puzzles", puzzles.puzzles, answer=z.PuzzlesListed),
    Described("GET", "api/puzzles/{id}", puzzles.puzzle, answer=z.Puzzle),
    Described("POST", "api/puzzles/{id}/steps", puzzles.steps, z.PuzzleStepsRequest, y.Studied),
    Described("POST", "api/puzzles/{id}/solution", puzzles.solution, z.PuzzleSolutionRequest, z.PuzzleSolution),
    Described("POST", "api/puzzles/{id}/moves", puzzles.moves, z.PuzzleMovesRequest, z.PuzzleTried),
    Described("GET", "metrics", server.metrics, media="text/plain"),
    Described("GET", "openapi.json", openapi_document, media="application/json"),
    Described("GET", "docs", docs_page, media="text/html"),
    Described("GET", "health", server.health, answer=s.Health),
    Described("GET", "ready", server.ready, answer=s.Health),
)
