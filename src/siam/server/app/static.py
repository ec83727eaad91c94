"""Serve the browser client that was built into `static/`; every page address gets its index."""

from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response

from siam.server.app.asgi.security import THREAD_POLICY

STATIC = Path(__file__).parent.parent / "static"
IMMUTABLE = "public, max-age=31536000, immutable"
THREAD = ".worker-"
"""What the names of the scripts of threads have in them."""
MISSING = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Siam</title></head><body>
<h1>Siam</h1><p>The server runs, but the browser client was not built into it.</p>
<p>Build it with <code>make web</code> (needs Node), or use the API: <a href="docs">docs</a>.</p></body></html>
"""


def page(request: Request, head: str = "") -> Response:
    """Serve a file of the client, or its index with this server's base and perhaps more in its head."""
    root = request.scope.get("root_path", "")
    # Once for the path that the ASGI server puts before it, once more if the proxy left it there too.
    path = request.scope["path"].removeprefix(root).removeprefix(root).lstrip("/")
    file = _file(path)
    if file is not None:
        hashed = path.startswith(("assets/", "_app/"))
        headers = {"Cache-Control": IMMUTABLE if hashed else "no-cache"}
        if hashed and THREAD in file.name:
            headers["Content-Security-Policy"] = THREAD_POLICY
        return FileResponse(file, headers=headers)
    if "." in path.rsplit("/", 1)[-1] or not path.isprintable():
        return HTMLResponse("not found", 404)
    index = STATIC / "index.html"
    text = index.read_text(encoding="utf-8") if index.is_file() else MISSING
    if "<base" not in text:
        text = text.replace("<head>", f'<head><base href="{root}/">', 1)
    else:
        text = text.replace('<base href="/"', f'<base href="{root}/"', 1)
    text = text.replace("</head>", f"{head}</head>", 1)
    return HTMLResponse(text, headers={"Cache-Control": "no-cache"})


def _file(path: str) -> Path | None:
    """Return the client's file at a path, if there is one."""
    try:
        file = (STATIC / path).resolve()
        if path and file.is_relative_to(STATIC.resolve()) and file.is_file() and file.name != "index.html":
            return file
    except (OSError, ValueError):  # no file can be called that
        pass
    return None
