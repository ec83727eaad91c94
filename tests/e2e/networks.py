"""A browser's way to the server, which can be cut and mended."""

import re
from contextlib import suppress

from playwright.sync_api import BrowserContext, Error, WebSocketRoute

LIVE = re.compile(r"/api/")
BROKEN = 4408


class Network:
    """The network of one browser: everything in it goes through here, sockets too."""

    def __init__(self, context: BrowserContext) -> None:
        self.is_cut = False
        self._context = context
        self._ends: list[WebSocketRoute] = []
        context.route_web_socket(LIVE, self._opened)

    def cut(self) -> None:
        """Lose the network: open sockets break, and nothing gets through any more."""
        self.is_cut = True
        self._context.set_offline(True)
        self.break_sockets()

    def mend(self) -> None:
        """Find the network again."""
        self.is_cut = False
        self._context.set_offline(False)

    def break_sockets(self) -> None:
        """Break what is open; the browser may connect again at once."""
        ends, self._ends = self._ends, []
        for end in ends:
            with suppress(Error):  # its page may be gone
                end.close(code=BROKEN)

    def _opened(self, line: WebSocketRoute) -> None:
        if self.is_cut:
            line.close(code=BROKEN)
        else:
            self._ends += [line.connect_to_server(), line]
