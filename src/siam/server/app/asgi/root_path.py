"""Serve under a path: whether the reverse proxy strips its prefix or not, links and cookies are right."""

from starlette.types import ASGIApp, Receive, Scope, Send


class Mounted:
    """A layer around the app that tells it the path it is mounted under."""

    def __init__(self, app: ASGIApp, root_path: str) -> None:
        self.app = app
        self.root_path = "/" + root_path.strip("/") if root_path.strip("/") else ""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on with its whole path and the part of it that is ours."""
        if self.root_path and scope["type"] in ("http", "websocket"):
            path = scope["path"]
            if path != self.root_path and not path.startswith(self.root_path + "/"):
                path = self.root_path + path
            scope = {**scope, "path": path, "root_path": self.root_path}
        await self.app(scope, receive, send)
