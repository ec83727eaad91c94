"""Examine a host: settings, database, disk, clock, proxy, mail and push, with one sentence for each."""

import os
import shutil
import socket
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import urlsplit

from siam.server.adapters.sql.engines import database_url, file_of, shown
from siam.server.adapters.sql.upgrade import HEAD
from siam.server.adapters.sql.upgrades import existing
from siam.server.app.settings import Settings
from siam.server.ports import Unusable

SPACE_BYTES = 1_000_000_000
LOG_BYTES = 128_000_000
STEP_SECONDS = 2.0
WAIT_SECONDS = 5.0


@dataclass(frozen=True, slots=True)
class Finding:
    """What was found out about one thing; `good` is None where there is nothing to judge."""

    what: str
    good: bool | None
    sentence: str


def examine(settings: Settings) -> Iterator[Finding]:
    """Look at one thing after another; nothing is changed."""
    looks: tuple[tuple[str, Callable[[Settings], tuple[bool | None, str]]], ...] = (
        ("settings", _settings),
        ("database", _database),
        ("disk", _disk),
        ("clock", _clock),
        ("proxy", _proxy),
        ("mail", _mail),
        ("push", _push),
        ("server", _server),
    )
    for what, look in looks:
        try:
            good, sentence = look(settings)
        except Exception as problem:  # one look that fails must not hide the others
            good, sentence = False, f"this could not be looked at: {type(problem).__name__}: {problem}"
        yield Finding(what, good, sentence)


def _settings(settings: Settings) -> tuple[bool | None, str]:
    if settings.cheap_passwords:
        return False, "SIAM_CHEAP_PASSWORDS is on: whoever gets the database reads the passwords; switch it off"
    if not settings.rate_limits:
        return False, "SIAM_RATE_LIMITS is off: anybody can flood the server; switch it on"
    if settings.workers > 1 and not (settings.redis_url and settings.database_url.startswith("postgres")):
        return False, "several workers need PostgreSQL and Redis"
    if not settings.public_url:
        return None, "SIAM_PUBLIC_URL is not set: links in mails and QR codes will not name your address"
    return True, f"people come to {settings.public_url}"


def _database(settings: Settings) -> tuple[bool | None, str]:
    file = file_of(database_url(settings.database_url))
    if file is not None and not file.exists():
        return None, f"there is no database {file} yet; the first start makes it"
    try:
        with existing(settings.database_url) as (engine, schema):
            name = shown(engine.url)
    except Unusable as problem:
        return False, str(problem)
    if schema != HEAD:
        return False, f"{name} has the schema {schema}, this version needs {HEAD}: siam migrate, or start the server"
    if file is not None and file.stat().st_mode & 0o077:
        return False, f"others on this machine can read {file}: chmod 600 {file}"
    return True, f"{name} has the schema {schema}, as this version needs"


def _disk(settings: Settings) -> tuple[bool | None, str]:
    file = file_of(database_url(settings.database_url))
    if file is None:
        return None, "the database is on another machine, or has no file here; look there"
    folder = next(parent for parent in file.resolve().parents if parent.exists())
    free = shutil.disk_usage(folder).free
    if not os.access(folder, os.W_OK):
        return False, f"this user may not write to {folder}"
    if free < SPACE_BYTES:
        return False, f"{free // 1_000_000} MB are free in {folder}: make space, moves are refused when it is full"
    log = Path(f"{file}-wal")
    if log.exists() and log.stat().st_size > LOG_BYTES:
        return (
            False,
            f"{log} has {log.stat().st_size // 1_000_000} MB: it can't be taken in; look into the server's log",
        )
    return True, f"{free // 1_000_000:,} MB are free in {folder}"


def _clock(settings: Settings) -> tuple[bool | None, str]:
    began = time.time() - time.monotonic()
    time.sleep(0.2)
    if abs(time.time() - time.monotonic() - began) > STEP_SECONDS:
        return False, "the clock jumps: let NTP keep it"
    if time.gmtime().tm_year < 2026:
        return False, "the clock is years behind: set it, and restart the server"
    synchronised = Path("/run/systemd/timesync/synchronized")
    if synchronised.parent.exists() and not synchronised.exists():
        return False, "the clock is not kept by NTP yet (timedatectl shows more)"
    return True, f"it is {time.strftime('%Y-%m-%d %H:%M:%S', time.gmtime())} UTC"


def _proxy(settings: Settings) -> tuple[bool | None, str]:
    public, trusted = urlsplit(settings.public_url), settings.trusted_proxies
    try:
        alone = ip_address(settings.host).is_loopback
    except ValueError:
        alone = settings.host == "localhost"
    if public.scheme == "https" and not trusted.strip():
        return False, "people come by https, but SIAM_TRUSTED_PROXIES is empty: cookies will not be marked as secure"
    if public.scheme == "http" and public.hostname not in ("localhost", "127.0.0.1"):
        return False, "SIAM_PUBLIC_URL is plain http: passwords can be read on the way; put TLS in front"
    if not alone and public.scheme == "https":
        return None, f"the server listens on {settings.host}: let nobody but the proxy ({trusted}) reach its port"
    return True, f"forwarded addresses are believed from {trusted or 'nobody'}"


def _mail(settings: Settings) -> tuple[bool | None, str]:
    if not settings.smtp_url:
        return None, "no mail is sent; forgotten passwords need `siam account reset`"
    parts = urlsplit(settings.smtp_url)
    if parts.scheme not in ("smtp", "smtps") or not parts.hostname:
        return False, "SIAM_SMTP_URL is smtp://name:password@host:587 or smtps://…:465"
    port = parts.port or (465 if parts.scheme == "smtps" else 587)
    try:
        socket.create_connection((parts.hostname, port), WAIT_SECONDS).close()
    except OSError as problem:
        return False, f"{parts.hostname}:{port} can't be reached: {problem.strerror or problem}"
    if not settings.public_url:
        return False, "mail is sent, but its links lead nowhere: set SIAM_PUBLIC_URL"
    if not settings.mail_from:
        return None, f"{parts.hostname}:{port} answers; set SIAM_MAIL_FROM, or mails come from siam@{parts.hostname}"
    return True, f"{parts.hostname}:{port} answers; mails come from {settings.mail_from}"


def _push(settings: Settings) -> tuple[bool | None, str]:
    contact = settings.push_contact
    if contact.endswith("@example.org"):
        return None, "SIAM_PUSH_CONTACT is not set: push services can't tell you when something is wrong"
    if not contact.startswith(("mailto:", "https://")):
        return False, "SIAM_PUSH_CONTACT is mailto:you@your.host or an https address"
    if urlsplit(settings.public_url).scheme != "https":
        return None, "browsers allow push messages over https only"
    return True, f"push services can reach {contact.removeprefix('mailto:')}"


def _server(settings: Settings) -> tuple[bool | None, str]:
    host = "127.0.0.1" if settings.host in ("0.0.0.0", "::") else settings.host
    try:
        with socket.create_connection((host, settings.port), WAIT_SECONDS) as line:
            path = f"{settings.root_path.rstrip('/')}/ready"
            line.settimeout(WAIT_SECONDS)
            line.sendall(f"GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode())
            status = line.recv(64).split(b" ")[1:2]
    except OSError:
        return None, f"no server answers at {host}:{settings.port} now"
    if status == [b"200"]:
        return True, f"the server at {host}:{settings.port} runs, and can write"
    return False, f"something answers at {host}:{settings.port}, but it is not ready; look into its log"
