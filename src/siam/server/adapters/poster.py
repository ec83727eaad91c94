"""Post over HTTP to strangers' hosts: briefly, a few at a time, and not to one that keeps failing."""

import asyncio
import contextlib
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from siam.server.adapters.addresses import Addresses, Target, UnansweredError, host_of, site_of
from siam.server.ports import Busy, Outage

POST_SECONDS = 8.0
AT_ONCE = 16
AT_ONCE_AT_A_SITE = 2
AT_ONCE_FOR_ONE = 4
FAILURES = 3
REST_SECONDS = 60.0
LONGEST_REST_SECONDS = 3_600.0
REMEMBERED = 10_000
TRIES = 3


@dataclass(slots=True)
class Conduct:
    """How a host, or whoever has things posted, behaved lately."""

    failures: int = 0
    rests_until: float = 0.0

    def note_failure(self, now: float) -> None:
        """Count a failure, and give a rest after some in a row."""
        self.failures += 1
        if self.failures >= FAILURES:
            rest = min(REST_SECONDS * 2 ** (self.failures - FAILURES), LONGEST_REST_SECONDS)
            self.rests_until = now + rest


class Hosts:
    """Gives each site and each person a few places, and a rest after some failures in a row, longer each time.

    Only silence counts as a failure: a quick answer holds nobody up, whatever it says, and somebody else's trouble
    with a host that many use must not be everybody's. Who has many names below one domain has the places of one site;
    who takes another name each time is known as the person who gave them.
    """

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._conduct: OrderedDict[str, Conduct] = OrderedDict()
        self._places_of: OrderedDict[str, asyncio.Semaphore] = OrderedDict()
        self._places = asyncio.Semaphore(AT_ONCE)

    @contextlib.asynccontextmanager
    async def turn(self, host: str, person: str) -> AsyncIterator[None]:
        """Wait for a place; Outage if the host or the person rests."""
        conducts = [self._known(f"host {host}"), *([self._known(f"for {person}")] if person else [])]
        async with contextlib.AsyncExitStack() as stack:
            if person:
                await stack.enter_async_context(self._places_for(f"for {person}", AT_ONCE_FOR_ONE))
            await stack.enter_async_context(self._places_for(f"at {site_of(host)}", AT_ONCE_AT_A_SITE))
            await stack.enter_async_context(self._places)
            if any(conduct.rests_until > self._now() for conduct in conducts):
                raise Outage("the host did not answer lately")
            try:
                yield
            except Outage:
                for conduct in conducts:
                    conduct.note_failure(self._now())
                raise
            for conduct in conducts:
                conduct.failures = 0

    def _known(self, name: str) -> Conduct:
        conduct = self._conduct.setdefault(name, Conduct())
        self._conduct.move_to_end(name)
        if len(self._conduct) > REMEMBERED:
            self._conduct.popitem(last=False)
        return conduct

    def _places_for(self, name: str, places: int) -> asyncio.Semaphore:
        found = self._places_of.setdefault(name, asyncio.Semaphore(places))
        self._places_of.move_to_end(name)
        if len(self._places_of) > REMEMBERED:
            self._places_of.popitem(last=False)
        return found


class Poster:
    """Posts messages; the client is made for the first one, and only the status of an answer is read."""

    def __init__(self, addresses: Addresses, now: Callable[[], float] = time.monotonic) -> None:
        self.addresses = addresses
        self._hosts = Hosts(now)
        self._client: Any = None

    async def post(self, url: str, content: bytes, headers: dict[str, str], person: str = "") -> int:
        """Post for a person and return the status; Outage if it should be tried again, ValueError if never."""
        async with self._hosts.turn(host_of(url), person):
            target = await self._checked(url, person)
            try:
                async with asyncio.timeout(POST_SECONDS):
                    status = await self._post(target, url, content, headers)
            except TimeoutError:
                raise Outage("no answer in time") from None
        if status == 429 or status >= 500:
            raise Outage(f"status {status}")
        return status

    async def _checked(self, url: str, person: str) -> Target:
        try:
            return await self.addresses.check(url, person)
        except (Busy, UnansweredError) as problem:
            raise Outage(str(problem)) from None

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
