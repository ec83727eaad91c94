"""Name every reason for which the server says no; clients compare the member, people read the message."""

from enum import Enum


class Code(Enum):
    """Why a request is refused, with the HTTP status that goes with it."""

    NO_SESSION = ("no_session", 401, "say first who you are")
    WRONG_PASSWORD = ("wrong_password", 401, "name and password do not belong together")
    BANNED = ("banned", 403, "the host of this server has shut you out")
    FORBIDDEN = ("forbidden", 403, "that is not yours to do")
    BAD_ORIGIN = ("bad_origin", 403, "the request comes from another site")
    NOT_YOUR_SEAT = ("not_your_seat", 403, "you do not sit there")
    NOT_YOUR_TURN = ("not_your_turn", 403, "it is not your turn")
    NO_HINTS = ("no_hints", 403, "hints are for games against bots and for replays")
    SILENT = ("silent", 403, "players of a silent table may only greet")
    MUTED = ("muted", 403, "the host of this server has asked you to be silent for a while")
    BLOCKED = ("blocked", 403, "one of you has blocked the other")
    NOT_FOUND = ("not_found", 404, "there is nothing here")
    WRONG_METHOD = ("wrong_method", 405, "this address does not answer that method")
    NO_SUCH_LINK = ("no_such_link", 404, "that link is not good any more")
    STALE = ("stale", 409, "the table has moved on")
    NOT_RUNNING = ("not_running", 409, "no game is running at this table")
    PAUSED = ("paused", 409, "the game is paused")
    SEAT_TAKEN = ("seat_taken", 409, "somebody sits there")
    ALREADY_SEATED = ("already_seated", 409, "you sit at this table already")
    ALREADY_STARTED = ("already_started", 409, "the game has started")
    NAME_TAKEN = ("name_taken", 409, "that name is taken")
    NOT_AWAY = ("not_away", 409, "that player has not been away for long enough")
    NO_TAKE_BACK = ("no_take_back", 409, "that move can't be taken back any more")
    ALREADY_REFUSED = ("already_refused", 409, "that was refused; it can be proposed again after the next move")
    NO_SUCH_PROPOSAL = ("no_such_proposal", 409, "that proposal is no longer open")
    TOO_MANY_TABLES = ("too_many_tables", 409, "you have too many tables at a time")
    UNKNOWN_RULES = ("unknown_rules", 409, "this game follows rules that this server does not know")
    TOO_LARGE = ("too_large", 413, "that is too large")
    INVALID = ("invalid", 422, "that does not fit")
    ILLEGAL_MOVE = ("illegal_move", 422, "that move may not be played here")
    NOT_A_MOVE = ("not_a_move", 422, "that is not a move")
    ILLEGAL_STEP = ("illegal_step", 422, "that step can't be taken here")
    NOT_CONFIGURED = ("not_configured", 422, "that is not set up")
    NOT_DELIVERED = ("not_delivered", 422, "the message could not be delivered")
    TOO_MANY = ("too_many", 429, "too many requests; wait a moment")
    BUSY = ("busy", 429, "too many ask for that now; try again in a moment")
    DAMAGED = ("damaged", 500, "that table is damaged; only the host of this server can mend it")
    UNAVAILABLE = ("unavailable", 503, "the server can't do that now")

    def __init__(self, text: str, status: int, sentence: str) -> None:
        self.text = text
        self.status = status
        self.sentence = sentence


class Refusal(Exception):  # noqa: N818 - the word of the domain
    """A request that the server will not carry out."""

    def __init__(
        self,
        code: Code,
        message: str | None = None,
        *,
        reason: str | None = None,
        field: str | None = None,
        retry_seconds: int | None = None,
    ) -> None:
        super().__init__(message or code.sentence)
        self.code = code
        self.reason = reason
        self.field = field
        self.retry_seconds = retry_seconds
