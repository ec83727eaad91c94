"""Decide where the server may post to: public HTTPS hosts, and those the operator names."""

import asyncio
import ipaddress
import re
import socket
from dataclasses import dataclass
from urllib.parse import SplitResult, urlsplit

from siam.server.adapters.workshop import Workshop

LOOKUP_SECONDS = 5.0
LOOKUPS = 8
LOOKUPS_WAITING = 32
LOOKUPS_OF_ONE = 2
"""Names that are looked up at a time, that wait for it, and those of one person, also given up but not done."""

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


class UnansweredError(ValueError):
    """A name that can't be looked up now, and perhaps later."""


class Addresses:
    """Checks addresses; where a name leads is looked up once, and nothing is posted anywhere else."""

    def __init__(self, allowed_hosts: str) -> None:
        self._allowed = frozenset(host.strip() for host in allowed_hosts.split(",") if host.strip())
        # The system's resolver may take half a minute to give up, and its thread can't be called off.
        self._shop = Workshop("names", LOOKUPS, waiting=LOOKUPS_WAITING, of_one=LOOKUPS_OF_ONE)

    async def check(self, url: str, person: str = "") -> Target:
        """Return where a URL leads; ValueError if it is not one to post to, Busy if too many names are looked up."""
        parts, host, port = _read(url)
        if f"{host}:{port}" in self._allowed or host in self._allowed:
            return Target(host, ())
        if parts.scheme != "https":
            raise ValueError("the address must begin with https://")
        if port not in (None, HTTPS_PORT) and port < OPEN_PORTS:
            raise ValueError("the address must not name such a port")
        found = await self._look_up(person, host, port or HTTPS_PORT)
        if not all(map(is_public, found)):
            raise ValueError("the address must be a public one")
        return Target(host, found)

    async def _look_up(self, person: str, host: str, port: int) -> tuple[str, ...]:
        try:
            async with asyncio.timeout(LOOKUP_SECONDS):
                found = await self._shop.do(person, resolve, host, port)
        except TimeoutError:
            raise UnansweredError("that name is not found in time") from None
        except socket.gaierror as problem:
            if problem.errno == socket.EAI_AGAIN:
                raise UnansweredError("that name can't be looked up now") from None
            raise ValueError("there is no such host") from None
        except (OSError, UnicodeError):
            raise ValueError("there is no such host") from None
        if not found:
            raise ValueError("there is no such host")
        return found


def resolve(host: str, port: int) -> tuple[str, ...]:
    """Ask the system's resolver where a name leads."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return tuple(dict.fromkeys(str(address[0]) for *_, address in found))


def is_public(address: str) -> bool:
    """Return whether a network address is public and belongs to a single host."""
    ip = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(ip, ipaddress.IPv6Address) and ip not in _UNICAST:
        return False
    return ip.is_global and not ip.is_multicast and not ip.is_reserved and not any(ip in net for net in _WRAPPING)


def host_of(url: str) -> str:
    """Return the host that a URL names; ValueError if it names none."""
    return _read(url)[1]


def site_of(host: str) -> str:
    """Return what belongs to one owner as far as can be told: a name below which all names may lead to one machine."""
    if _is_literal(host) or host.replace(".", "").isdigit():
        return host
    labels = host.rstrip(".").lower().split(".")
    is_country = len(labels) > 2 and len(labels[-1]) == 2 and len(labels[-2]) <= 3  # like example.co.uk
    return ".".join(labels[-3:] if is_country else labels[-2:])


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
