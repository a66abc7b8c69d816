"""Structured logs: one JSON object a line. They contain no secrets: no names, cookies, cards or full table ids."""

import asyncio
import logging
import sys
import threading
import time
from typing import Any, Final

import msgspec

LOGGER: Final = logging.getLogger("tobean")
CLIENTS: Final = logging.getLogger("tobean.clients")
"""Warnings that clients can cause at will; like those of libraries they are limited (`WarningLimit`)."""
MAX_WARNINGS: Final = 10
"""Warnings of one logger in `WARNING_SECONDS`."""
WARNING_SECONDS: Final = 60.0
SOCKET_REFUSED: Final = "ASGI callable returned without completing handshake."
"""Message that uvicorn logs as an error when a socket is refused with an HTTP response, which is legitimate."""
LEVELS: Final = ("debug", "info", "warning", "error")
_ENCODER: Final = msgspec.json.Encoder()


def log(message: str, level: int = logging.INFO, **facts: str | int | float | bool | None) -> None:
    """Log an event with its facts."""
    if LOGGER.isEnabledFor(level):
        LOGGER.log(level, message, extra={"facts": facts})


def log_client_warning(message: str, **facts: str | int | float | bool | None) -> None:
    """Log what a client did wrong, a limited number of times."""
    CLIENTS.warning(message, extra={"facts": facts})


def log_error(message: str, error: BaseException | None) -> None:
    LOGGER.error(message, exc_info=error, extra={"facts": {}})


def short_id(table: str) -> str:
    """Return enough of a table's id to follow it through the log, but too little to open the table."""
    return table[:6]


def is_noise(record: logging.LogRecord) -> bool:
    """Whether uvicorn reports a harmless event as an error: a refused socket, or a connection cut at shutdown."""
    error = record.exc_info[1] if record.exc_info else None
    return record.getMessage() == SOCKET_REFUSED or isinstance(error, asyncio.CancelledError)


class WarningLimit(logging.Filter):
    """Limits warnings about clients, which could otherwise fill the disk: those of libraries and of `CLIENTS`.

    The next warning of the same logger after that says how many were left out.
    """

    def __init__(self) -> None:
        super().__init__()
        self.windows: dict[str, tuple[float, int]] = {}
        """Start of the current window of each logger, and the number of its warnings since then."""

    def filter(self, record: logging.LogRecord) -> bool:
        if record.name == LOGGER.name or record.levelno != logging.WARNING:
            return True
        started_at, count = self.windows.get(record.name, (0.0, 0))
        if not 0 <= record.created - started_at < WARNING_SECONDS:
            if count > MAX_WARNINGS:
                record.facts = {**getattr(record, "facts", {}), "left_out": count - MAX_WARNINGS}
            started_at, count = record.created, 0
        self.windows[record.name] = started_at, count + 1
        return count < MAX_WARNINGS


class JsonLines(logging.Formatter):
    """Formats log records as JSON."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "what": record.getMessage(),
        }
        line.update(getattr(record, "facts", None) or {})
        if record.name != LOGGER.name:
            line["from"] = record.name
        if record.exc_info and record.exc_info[1] is not None:
            line["error"] = type(record.exc_info[1]).__name__
            line["where"] = self.formatException(record.exc_info)
        return _ENCODER.encode(line).decode()


def start_logging(level: str) -> None:
    """Send everything that is logged to standard error as JSON."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines())
    handler.addFilter(WarningLimit())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("uvicorn.error").addFilter(lambda record: not is_noise(record))
    logging.captureWarnings(True)
    LOGGER.setLevel(level.upper())
    # Uncaught exceptions are logged as JSON, too, also in threads and at interpreter exit.
    sys.excepthook = lambda kind, error, trace: log_error("the program ends", error)
    sys.unraisablehook = lambda info: log_error("an error could not be raised", info.exc_value)
    threading.excepthook = lambda info: log_error("a thread ends", info.exc_value)
