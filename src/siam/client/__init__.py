"""A server's tables from a program: every request as a typed call, asked at once or awaited, and a live table.

    from siam.client import AsyncClient, Client, calls

    with Client("http://127.0.0.1:8000", token) as client:
        made = client.ask(calls.make_table([{"kind": "me"}, {"kind": "bot", "level": "3"}]))
        view = client.ask(calls.view(made.id))

`AsyncClient` has the same `ask`, to be awaited, and `live`, which follows a table. The answers are the types of
`siam.server.messages`, so a type checker knows their fields.
"""

from siam.extras import missing_extra

try:
    from siam.client import calls
    from siam.client.asking import AsyncClient, Client, RefusedError
    from siam.client.calls import Call, View
    from siam.client.live import LiveTable
except ModuleNotFoundError as problem:
    raise missing_extra(str(problem.name), "client") from None

__all__ = ["AsyncClient", "Call", "Client", "LiveTable", "RefusedError", "View", "calls"]
