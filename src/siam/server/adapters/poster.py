"""Post over HTTP to strangers' hosts: briefly, a few at a time, and not to one that keeps failing."""

import asyncio
import contextlib
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from siam.server.adapters.addresses import Addresses, Target
from siam.server.ports import Outage

POST_SECONDS = 8.0
AT_ONCE = 16
AT_ONCE_AT_A_HOST = 2
FAILURES = 3
REST_SECONDS = 60.0
LONGEST_REST_SECONDS = 3_600.0
HOSTS = 2_000
TRIES = 3


@dataclass(slots=True)
class Host:
    """How a host behaved lately."""

    places: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(AT_ONCE_AT_A_HOST))
    failures: int = 0
    rests_until: float = 0.0


class Hosts:
    """Gives each host a few places, and a rest after some failures in a row, longer each time.

    Only silence counts as a failure: a quick answer holds nobody up, whatever it says, and somebody else's trouble
    with a host that many use must not be everybody's.
    """

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._hosts: OrderedDict[str, Host] = OrderedDict()
        self._places = asyncio.Semaphore(AT_ONCE)

    @contextlib.asynccontextmanager
    async def turn(self, name: str) -> AsyncIterator[None]:
        """Wait for a place; Outage if the host rests."""
        host = self._hosts.setdefault(name, Host())
        self._hosts.move_to_end(name)
        if len(self._hosts) > HOSTS:
            self._hosts.popitem(last=False)
        async with host.places, self._places:
            if host.rests_until > self._now():
                raise Outage("the host did not answer lately")
            try:
                yield
            except Outage:
                host.failures += 1
                if host.failures >= FAILURES:
                    rest = min(REST_SECONDS * 2 ** (host.failures - FAILURES), LONGEST_REST_SECONDS)
                    host.rests_until = self._now() + rest
                raise
            host.failures = 0


class Poster:
    """Posts with a client that is made when the first message leaves; of an answer only the status is read."""

    def __init__(self, addresses: Addresses, now: Callable[[], float] = time.monotonic) -> None:
        self.addresses = addresses
        self._hosts = Hosts(now)
        self._client: Any = None

    async def post(self, url: str, content: bytes, headers: dict[str, str]) -> int:
        """Post and return the status; Outage if it should be tried again, ValueError if never."""
        target = await self.addresses.check(url)
        async with self._hosts.turn(target.host):
            try:
                async with asyncio.timeout(POST_SECONDS):
                    status = await self._post(target, url, content, headers)
            except TimeoutError:
                raise Outage("no answer in time") from None
        if status == 429 or status >= 500:
            raise Outage(f"status {status}")
        return status

    async def _post(self, target: Target, url: str, content: bytes, headers: dict[str, str]) -> int:
        """Post to one of the addresses that were checked: a name may lead elsewhere when it is looked up again."""
        import httpx2

        if self._client is None:
            self._client = httpx2.AsyncClient(
                timeout=POST_SECONDS,
                follow_redirects=False,
                trust_env=False,
                limits=httpx2.Limits(max_connections=None),
            )
        problem: Exception | None = None
        for place in target.found[:TRIES] or (None,):
            try:
                return await self._status(target.host, url, place, content, headers)
            except httpx2.InvalidURL:
                raise ValueError("that is no address") from None
            except httpx2.ConnectError as failure:
                problem = failure
            except httpx2.HTTPError as failure:
                raise Outage(type(failure).__name__) from failure
        raise Outage(type(problem).__name__) from problem

    async def _status(self, host: str, url: str, place: str | None, content: bytes, headers: dict[str, str]) -> int:
        extensions: dict[str, Any] = {}
        if place is not None:
            parts = urlsplit(url)
            headers = {**headers, "Host": parts.netloc}
            extensions["sni_hostname"] = host  # the certificate is that of the name
            port = f":{parts.port}" if parts.port else ""
            url = parts._replace(netloc=(f"[{place}]" if ":" in place else place) + port, fragment="").geturl()
        request = self._client.stream("POST", url, content=content, headers=headers, extensions=extensions)
        async with request as response:
            return int(response.status_code)
