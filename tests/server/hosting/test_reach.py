"""The address that others are told: never one that means their own machine."""

import pytest

from siam.server.app import reach
from siam.server.app.settings import Settings


@pytest.fixture(autouse=True)
def network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reach, "network_address", lambda: "192.168.7.3")


@pytest.mark.parametrize(
    ("settings", "address"),
    [
        (Settings(host="127.0.0.1", port=8000), None),
        (Settings(host="localhost", port=8000), None),
        (Settings(host="0.0.0.0", port=8123), "http://192.168.7.3:8123"),
        (Settings(host="192.168.7.9", port=8000), "http://192.168.7.9:8000"),
        (Settings(host="127.0.0.1", public_url="https://games.example.org/siam"), "https://games.example.org/siam"),
    ],
)
def test_others_are_told_an_address_only_if_it_leads_here(settings: Settings, address: str | None) -> None:
    assert reach.address_for_others(settings) == address


def test_a_host_alone_is_told_how_to_let_others_in() -> None:
    first, second = reach.welcome(Settings(host="127.0.0.1", port=8000))
    assert "http://127.0.0.1:8000/" in first
    assert "--host 0.0.0.0" in second
    assert "http://192.168.7.3:8000/" in second


def test_a_host_in_a_network_is_told_what_to_send() -> None:
    assert reach.welcome(Settings(host="0.0.0.0", port=8000))[1] == "Others open http://192.168.7.3:8000/"


def test_a_machine_without_network_promises_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reach, "network_address", lambda: None)
    assert reach.address_for_others(Settings(host="0.0.0.0")) is None
