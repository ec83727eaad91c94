"""Write structured logs: an event and its fields, as a line for people or as JSON for programs.

This stands on the standard library alone; a logging package took a quarter of a second of every start.
"""

import json
import logging
import sys
from datetime import UTC, datetime
from typing import Any

FIELDS = "siam_fields"


class Log:
    """A logger whose messages are names of events with fields beside them."""

    __slots__ = ("_logger",)

    def __init__(self, name: str) -> None:
        self._logger = logging.getLogger(name)

    def info(self, event: str, **fields: object) -> None:
        """Log an event that is worth knowing."""
        self._logger.info(event, extra={FIELDS: fields})

    def warning(self, event: str, **fields: object) -> None:
        """Log what should not happen but was dealt with."""
        self._logger.warning(event, extra={FIELDS: fields})

    def error(self, event: str, problem: BaseException | None = None, **fields: object) -> None:
        """Log what went wrong, with where it happened."""
        self._logger.error(event, exc_info=problem, extra={FIELDS: fields})

    def exception(self, event: str, **fields: object) -> None:
        """Log what went wrong just now, with where it happened."""
        self._logger.exception(event, extra={FIELDS: fields})


class PlainFormatter(logging.Formatter):
    """PlainFormatter for people: time, level, event, `field=value`."""

    def format(self, record: logging.LogRecord) -> str:
        """Write a line, and below it where it happened."""
        fields = "".join(f" {name}={_plain(value)}" for name, value in _fields(record).items())
        line = f"{_time(record)} [{record.levelname.lower():<7}] {_plain_event(record)}{fields}"
        return f"{line}\n{self.formatException(record.exc_info)}" if record.exc_info else line


class JsonFormatter(logging.Formatter):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        """Write an object."""
        content = {
            **_fields(record),
            "event": record.getMessage(),
            "level": record.levelname.lower(),
            "timestamp": _time(record),
        }
        if record.exc_info:
            content["exception"] = self.formatException(record.exc_info)
        return json.dumps(content, ensure_ascii=False, default=str)


def set_up_logs(log_format: str, level: str) -> None:
    """Send everything, the web server's lines too, to the standard error in one format."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter() if log_format == "json" else PlainFormatter())
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(level.upper())
    logging.getLogger("alembic").setLevel("WARNING")


def _fields(record: logging.LogRecord) -> dict[str, Any]:
    fields: dict[str, Any] = getattr(record, FIELDS, {})
    return fields


def _time(record: logging.LogRecord) -> str:
    return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _plain_event(record: logging.LogRecord) -> str:
    """Return the event on one line, whatever a visitor has put into it."""
    return "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in record.getMessage())


def _plain(value: object) -> str:
    """Write a value so that it stays one word or stands in quotes, and never breaks the line."""
    text = str(value)
    return text if text and text.isprintable() and " " not in text and '"' not in text else json.dumps(text)
