"""Answer requests about being called: preferences, tests, push subscriptions."""

from starlette.responses import Response

from siam.server.adapters.addresses import Addresses
from siam.server.app.context import Ask, answer, nothing
from siam.server.app.limits import CALLS
from siam.server.domain.players import Calls, When
from siam.server.domain.refusals import Code, Refusal
from siam.server.messages.game import ENCODER
from siam.server.messages.people import (
    ChannelRequest,
    EndpointRequest,
    NotificationsWire,
    PushRequest,
    Sent,
    WebhookWire,
    WhenOnly,
)
from siam.server.ports import PushSubscription

BROWSERS = 20
"""How many browsers of one player are woken; another one takes the place of the first."""


async def notifications(ask: Ask) -> Response:
    """Return how I am called."""
    return answer(_seen(ask.player.calls))


async def put_notifications(ask: Ask) -> Response:
    """Decide how I am called."""
    player = ask.player
    request = await ask.body(NotificationsWire)
    if request.webhook.url:
        try:
            await Addresses(ask.world.settings.webhook_hosts).check(request.webhook.url)
        except ValueError as problem:
            raise Refusal(Code.INVALID, str(problem), field="webhook.url") from None
    if request.webhook.when != "off" and not request.webhook.url:
        raise Refusal(Code.INVALID, "where to?", field="webhook.url")
    calls = Calls(
        webhook_url=request.webhook.url or None,
        webhook=When(request.webhook.when),
        mail=When(request.mail.when),
        push=When(request.push.when),
    )
    await ask.world.accounts.keep_calls(player, calls)
    ask.world.calling.forget(player.id)
    return answer(_seen(calls))


async def test(ask: Ask) -> Response:
    """Call me now, to see whether it works."""
    player = ask.player
    request = await ask.body(ChannelRequest)
    ask.world.limits.spend(player.id, CALLS)
    await ask.world.calling.test(player, request.channel)
    return answer(Sent(True))


async def subscribe(ask: Ask) -> Response:
    """Let a browser be woken."""
    player = ask.player
    request = await ask.body(PushRequest)
    try:
        await Addresses(ask.world.settings.webhook_hosts).check(request.endpoint)
    except ValueError as problem:
        raise Refusal(Code.INVALID, str(problem), field="endpoint") from None
    known = [one.endpoint for one in await ask.world.players.subscriptions(player.id)]
    if request.endpoint not in known and len(known) >= BROWSERS:
        await ask.world.players.unsubscribe(player.id, known[0])
    document = ENCODER.encode(request).decode()
    await ask.world.players.subscribe(player.id, PushSubscription(request.endpoint, document))
    return nothing()


async def unsubscribe(ask: Ask) -> Response:
    """Let a browser sleep."""
    player = ask.player
    request = await ask.body(EndpointRequest)
    await ask.world.players.unsubscribe(player.id, request.endpoint)
    return nothing()


def _seen(calls: Calls) -> NotificationsWire:
    return NotificationsWire(
        WebhookWire(calls.webhook_url, calls.webhook.value),
        WhenOnly(calls.mail.value),
        WhenOnly(calls.push.value),
    )
