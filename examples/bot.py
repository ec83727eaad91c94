"""A bot for a Siam server: it takes an open seat, and always plays a legal move at random.

    python examples/bot.py http://127.0.0.1:8000 TOKEN TABLE

Make the token on your settings page or with `POST api/me/tokens`. The bot asks the server which steps can come next,
so it needs to know no rule. Replace `choose` by something better: a view holds the track, the courts, your hand and
what was played (`view.state`), and, at a table with open discards, the whole position in the notation
(`view.state.position`), which `siam.Position.from_text` reads.
"""

import argparse
import asyncio
import random

import msgspec

from siam.client import AsyncClient, LiveTable, View, calls


async def choose(table: LiveTable, view: View) -> str:
    """Choose one step after the other until the server says that the move is whole."""
    steps: list[str] = []
    legal = view.you.legal
    while True:
        steps.append(random.choice(legal))
        answer = await table.steps(view.version, steps)
        if answer.move:
            return answer.move
        legal = answer.legal


async def play(server: str, token: str, table: str) -> dict:
    """Sit down and play until the game is over; gives the result."""
    async with AsyncClient(server, token) as client:
        view = await client.ask(calls.view(table))
        if not view.you.seats:
            free = next(seat.seat for seat in view.seats if seat.kind in ("open", "invited"))
            await client.ask(calls.sit(table, free))
        async with client.live(table) as live:
            async for view in live:
                if view.result:
                    return msgspec.to_builtins(view.result)
                if view.you.my_turn:
                    await live.play(view.version, await choose(live, view))
    raise RuntimeError("the server has gone away")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("server", help="like http://127.0.0.1:8000")
    parser.add_argument("token", help="from your settings page")
    parser.add_argument("table", help="the last part of a table's address")
    given = parser.parse_args()
    print(asyncio.run(play(given.server, given.token, given.table)))
