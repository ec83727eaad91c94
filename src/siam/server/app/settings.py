"""Read the host's settings from the environment; flags of `siam serve` overrule them."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, fields
from ipaddress import ip_network
from typing import Any

from siam.agents import AgentError
from siam.server.adapters.house_bots import HouseBot, parse_house_bots

PREFIX = "SIAM_"
WORDS = {"1": True, "true": True, "yes": True, "on": True, "0": False, "false": False, "no": False, "off": False}
CHOICES = {
    "database_sync": ("second", "commit"),
    "log_format": ("text", "json"),
    "log_level": ("debug", "info", "warning", "error"),
}
RANGES = {
    "port": (0, 65_535),
    "workers": (1, 64),
    "thinkers": (0, 256),
    "waiting_tables": (0, 10_000),
    "bot_tables": (0, 10_000),
    "map_tables": (0, 10_000),
    "keep_guests_days": (0, 36_500),
    "keep_waiting_days": (0, 36_500),
    "keep_idle_days": (0, 36_500),
}


class UnfitSettingsError(ValueError):
    """Settings that can't work, or not together."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What a host may set; each field is the environment variable `SIAM_<FIELD>`."""

    database_url: str = "siam.sqlite"
    database_sync: str = "second"
    database_timeout: int = 10
    redis_url: str = ""
    host: str = "127.0.0.1"
    port: int = 8000
    root_path: str = ""
    public_url: str = ""
    trusted_proxies: str = "127.0.0.1"
    log_format: str = "text"
    log_level: str = "info"
    workers: int = 1
    thinkers: int = 0
    bots: str = ""
    site_name: str = "Siam"
    registration: bool = True
    rate_limits: bool = True
    smtp_url: str = ""
    mail_from: str = ""
    webhook_hosts: str = ""
    push_contact: str = "mailto:siam@example.org"
    cheap_passwords: bool = False
    metrics_token: str = ""
    waiting_tables: int = 10
    bot_tables: int = 20
    map_tables: int = 10
    keep_guests_days: int = 90
    keep_waiting_days: int = 14
    keep_idle_days: int = 90

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] | None = None, **flags: Any) -> "Settings":
        """Read the environment, then the flags that were given."""
        source = os.environ if environment is None else environment
        values: dict[str, Any] = {}
        for field in fields(cls):
            text = source.get(PREFIX + field.name.upper())
            if text is not None:
                values[field.name] = _read(field.name, field.default, text)
        values.update({name: value for name, value in flags.items() if value is not None})
        for name, value in values.items():
            _check(name, value)
        return cls(**values)

    def as_environment(self) -> dict[str, str]:
        """Format the settings for a worker process."""
        return {PREFIX + field.name.upper(): str(getattr(self, field.name)) for field in fields(self)}

    @property
    def house_bots(self) -> tuple[HouseBot, ...]:
        """The bots that the host adds."""
        try:
            return parse_house_bots(self.bots)
        except AgentError as problem:
            raise UnfitSettingsError(f"{PREFIX}BOTS: {problem}") from None

    @property
    def origins(self) -> frozenset[str]:
        """Origins that pages may have besides the request's own host."""
        parts = self.public_url.split("/", 3)
        return frozenset({"/".join(parts[:3])}) if len(parts) > 2 else frozenset()


def _read(name: str, default: object, text: str) -> object:
    """Parse a setting by the type of its default; a typing error must not switch anything off."""
    if isinstance(default, bool):
        word = text.strip().lower()
        if word not in WORDS:
            raise UnfitSettingsError(f"{PREFIX}{name.upper()} is on or off, not {text!r}")
        return WORDS[word]
    if isinstance(default, int):
        number = text.strip()
        if not (number.isascii() and number.isdigit() and len(number) < 10):
            raise UnfitSettingsError(f"{PREFIX}{name.upper()} is a number, not {text!r}")
        return int(number)
    return text


def _check(name: str, value: object) -> None:
    if name in CHOICES and value not in CHOICES[name]:
        raise UnfitSettingsError(f"{PREFIX}{name.upper()} is {' or '.join(CHOICES[name])}, not {value!r}")
    if name == "trusted_proxies":
        _check_proxies(str(value))
    if name in RANGES and isinstance(value, int):
        least, most = RANGES[name]
        if not least <= value <= most:
            raise UnfitSettingsError(f"{PREFIX}{name.upper()} is a number from {least} to {most}, not {value}")


def _check_proxies(text: str) -> None:
    """Refuse to trust every proxy: whoever may say where a request comes from gets round every limit by address."""
    for part in filter(None, map(str.strip, text.split(","))):
        try:
            network = ip_network(part, strict=False)
        except ValueError:
            raise UnfitSettingsError(
                f"{PREFIX}TRUSTED_PROXIES has addresses and networks like 127.0.0.1,10.0.0.0/8, not {part!r}"
            ) from None
        if network.prefixlen == 0:
            raise UnfitSettingsError(f"{PREFIX}TRUSTED_PROXIES may not be everybody: {part}")
