"""A bot for a Siam server in fifty lines: it takes an open seat, and always plays a legal move at random.

    python examples/bot.py http://127.0.0.1:8000 TOKEN TABLE

Make the token on your settings page or with `POST api/me/tokens`. Replace `choose` by something better: the view
holds the whole position, and `steps` asks the server what can come next, so that the bot needs to know no rule.
"""

import asyncio
import json
import random
import sys
import uuid

import httpx2
import websockets


async def choose(live: websockets.ClientConnection, version: int, legal: list[str]) -> str:
    """Choose one step after the other until the server says that the move is whole."""
    steps: list[str] = []
    while True:
        steps.append(random.choice(legal))
        await live.send(json.dumps({"type": "steps", "after": version, "steps": steps}))
        answer = await receive(live, "steps")
        if answer["move"]:
            return str(answer["move"])
        legal = answer["legal"]


async def receive(live: websockets.ClientConnection, kind: str) -> dict:
    """Wait for a message of a kind."""
    while True:
        message = json.loads(await live.recv())
        if message["type"] == "error":
            raise RuntimeError(message["message"])
        if message["type"] == kind:
            return message


async def play(server: str, token: str, table: str) -> dict:
    """Sit down and play until the game is over; gives the result."""
    headers = {"Authorization": f"Bearer {token}"}
    async with httpx2.AsyncClient(base_url=server, headers=headers) as http:
        view = (await http.get(f"/api/tables/{table}")).raise_for_status().json()
        if not view["you"]["seats"]:
            seat = next(seat["seat"] for seat in view["seats"] if seat["kind"] in ("open", "invited"))
            (await http.post(f"/api/tables/{table}/seats/{seat}", json={})).raise_for_status()
    url = server.replace("http", "ws", 1) + f"/api/tables/{table}/live"
    async with websockets.connect(url, additional_headers=headers) as live:
        while True:
            message = json.loads(await live.recv())
            if message["type"] not in ("view", "update"):
                continue
            if message["result"]:
                return dict(message["result"])
            if message["you"]["my_turn"]:
                move = await choose(live, message["version"], message["you"]["legal"])
                request = {"type": "submit", "after": message["version"], "move": move, "key": str(uuid.uuid4())}
                await live.send(json.dumps(request))


if __name__ == "__main__":
    print(asyncio.run(play(*sys.argv[1:4])))
