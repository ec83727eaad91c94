"""Decide where the server may post to: public HTTPS hosts, and those the operator names."""

import asyncio
import ipaddress
import re
import socket
from dataclasses import dataclass
from urllib.parse import SplitResult, urlsplit

LOOKUP_SECONDS = 5.0
HTTPS_PORT = 443
OPEN_PORTS = 1_024  # from here on nobody listens who expects something else than a visitor

_HOST = re.compile(r"(?=.{1,253}$)(?:[A-Za-z0-9_](?:[A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?\.?)+")
_UNICAST = ipaddress.IPv6Network("2000::/3")
_WRAPPING = tuple(map(ipaddress.ip_network, ("2001::/23", "2002::/16", "192.88.99.0/24")))
"""Addresses that lead to others: Teredo and its kin, 6to4 and its relays. NAT64 lies outside of global unicast."""


@dataclass(frozen=True, slots=True)
class Target:
    """A checked address: its host, and the network addresses to connect to, or none if the operator named the host."""

    host: str
    found: tuple[str, ...]


class Addresses:
    """Checks addresses; where a name leads is looked up once, and nothing is posted anywhere else."""

    def __init__(self, allowed_hosts: str) -> None:
        self._allowed = frozenset(host.strip() for host in allowed_hosts.split(",") if host.strip())

    async def check(self, url: str) -> Target:
        """Return where a URL leads; ValueError if it is not one to post to."""
        parts, host, port = _read(url)
        if f"{host}:{port}" in self._allowed or host in self._allowed:
            return Target(host, ())
        if parts.scheme != "https":
            raise ValueError("the address must begin with https://")
        if port not in (None, HTTPS_PORT) and port < OPEN_PORTS:
            raise ValueError("the address must not name such a port")
        found = await _look_up(host, port or HTTPS_PORT)
        if not all(map(is_public, found)):
            raise ValueError("the address must be a public one")
        return Target(host, found)


def is_public(address: str) -> bool:
    """Return whether a network address is somebody's own on the public network."""
    ip = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(ip, ipaddress.IPv6Address) and ip not in _UNICAST:
        return False
    return ip.is_global and not ip.is_multicast and not ip.is_reserved and not any(ip in net for net in _WRAPPING)


def _read(url: str) -> tuple[SplitResult, str, int | None]:
    if not (url.isascii() and url.isprintable()) or " " in url or "\\" in url:
        raise ValueError("the address must be written in plain letters")
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        raise ValueError("that is no address") from None
    if parts.scheme not in ("http", "https"):
        raise ValueError("the address must begin with https://")
    if parts.username is not None or parts.password is not None:
        raise ValueError("the address must not hold a password")
    if not (_HOST.fullmatch(host) or _is_literal(host)) or port == 0:
        raise ValueError("that is no address of a host")
    return parts, host, port


def _is_literal(host: str) -> bool:
    try:
        ipaddress.IPv6Address(host)
    except ValueError:
        return False
    return "%" not in host


async def _look_up(host: str, port: int) -> tuple[str, ...]:
    loop = asyncio.get_running_loop()
    try:
        async with asyncio.timeout(LOOKUP_SECONDS):
            found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):  # a time-out is an OSError too
        raise ValueError("there is no such host") from None
    addresses = tuple(dict.fromkeys(str(address[0]) for *_, address in found))
    if not addresses:
        raise ValueError("there is no such host")
    return addresses
