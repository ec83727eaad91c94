"""Find the address under which other machines reach this server."""

import socket

from starlette.requests import Request

from siam.server.app.settings import Settings

EVERYWHERE = frozenset({"0.0.0.0", "::", ""})
HERE = frozenset({"127.0.0.1", "localhost", "::1"})
ELSEWHERE = ("10.255.255.255", 9)
"""Somewhere else: nothing is sent there, the system only decides which way it would go."""


def address_for_others(settings: Settings) -> str | None:
    """Return the address to send to others: the public one, or this machine's in its network if it listens there."""
    if settings.public_url:
        return settings.public_url
    if settings.host in HERE:
        return None
    host = network_address() if settings.host in EVERYWHERE else settings.host
    return None if host is None else f"http://{host}:{settings.port}{settings.root_path}"


def address_asked_by(request: Request, settings: Settings) -> str:
    """Return the address for others: the one in the request, unless it names the asking machine itself."""
    known = address_for_others(settings)
    if known and (settings.public_url or request.base_url.hostname in HERE):
        return known.rstrip("/")
    return str(request.base_url).rstrip("/")


def network_address() -> str | None:
    """Return this machine's address in its own network, if it is in one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(ELSEWHERE)
        except OSError:  # in no network at all
            return None
        address = str(probe.getsockname()[0])
    return None if address.startswith("127.") or address in EVERYWHERE else address


def welcome(settings: Settings) -> list[str]:
    """Return what to tell the host about where the tables are."""
    lines = [f"Siam is at http://127.0.0.1:{settings.port}{settings.root_path}/ on this computer."]
    others = address_for_others(settings)
    if others:
        lines.append(f"Others open {others.rstrip('/')}/")
    elif (address := network_address()) is not None:
        lines.append(
            "Others can't reach it. To let them in from your network, start it with `--host 0.0.0.0`"
            f" (`make play HOST=0.0.0.0`); they open http://{address}:{settings.port}{settings.root_path}/"
        )
    return lines
