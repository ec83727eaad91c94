"""Answer requests about being called: preferences, tests, push subscriptions."""

from starlette.responses import Response

from siam.server import messages as wire
from siam.server.app.context import Ask, answer, nothing
from siam.server.app.limits import CALLS, LOOKUPS
from siam.server.domain.players import NotificationSettings, When
from siam.server.domain.refusals import Code, Refusal
from siam.server.messages.game import ENCODER
from siam.server.messages.people import ChannelRequest, EndpointRequest, PushRequest, Sent, WhenOnly
from siam.server.ports import PushSubscription

BROWSERS = 20
"""How many browsers of one player are woken; another one takes the place of the first."""


async def notifications(ask: Ask) -> Response:
    """Return how I am called."""
    return answer(notifications_seen(ask.player.notifications))


async def put_notifications(ask: Ask) -> Response:
    """Decide how I am called."""
    player = ask.player
    request = await ask.body(wire.Notifications)
    if request.webhook.url and request.webhook.url != player.notifications.webhook_url:
        await _check(ask, request.webhook.url, "webhook.url")
    if request.webhook.when != "off" and not request.webhook.url:
        raise Refusal(Code.INVALID, "where to?", field="webhook.url")
    notifications = NotificationSettings(
        webhook_url=request.webhook.url or None,
        webhook=When(request.webhook.when),
        mail=When(request.mail.when),
        push=When(request.push.when),
    )
    await ask.world.accounts.keep_notifications(player, notifications)
    ask.world.notifications.forget(player.id)
    return answer(notifications_seen(notifications))


async def test(ask: Ask) -> Response:
    """Call me now, to see whether it works."""
    player = ask.player
    request = await ask.body(ChannelRequest)
    await ask.spend(player.id, CALLS)
    await ask.world.notifications.test(player, request.channel)
    return answer(Sent(True))


async def subscribe(ask: Ask) -> Response:
    """Let a browser be woken."""
    player = ask.player
    request = await ask.body(PushRequest)
    await _check(ask, request.endpoint, "endpoint")
    known = [one.endpoint for one in await ask.world.players.subscriptions(player.id)]
    if request.endpoint not in known and len(known) >= BROWSERS:
        await ask.world.players.unsubscribe(player.id, known[0])
    document = ENCODER.encode(request).decode()
    await ask.world.players.subscribe(player.id, PushSubscription(request.endpoint, document))
    return nothing()


async def _check(ask: Ask, url: str, field: str) -> None:
    """Look up where a URL leads, which a stranger may make slow: so often for a player, so often for an address."""
    await ask.spend(ask.player.id, CALLS)
    await ask.spend(f"look-ups {ask.address}", LOOKUPS)
    try:
        await ask.world.addresses.check(url, ask.person)
    except ValueError as problem:
        raise Refusal(Code.INVALID, str(problem), field=field) from None


async def unsubscribe(ask: Ask) -> Response:
    """Let a browser sleep."""
    player = ask.player
    request = await ask.body(EndpointRequest)
    await ask.world.players.unsubscribe(player.id, request.endpoint)
    return nothing()


def notifications_seen(notifications: NotificationSettings) -> wire.Notifications:
    """Format how a player wants to be called."""
    return wire.Notifications(
        wire.Webhook(notifications.webhook_url, notifications.webhook.value),
        WhenOnly(notifications.mail.value),
        WhenOnly(notifications.push.value),
    )
