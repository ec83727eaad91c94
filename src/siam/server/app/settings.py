"""Read the host's settings from the environment; flags of `siam serve` overrule them."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

PREFIX = "SIAM_"


@dataclass(frozen=True, slots=True)
class Settings:
    """What a host may set; each field is the environment variable `SIAM_<FIELD>`."""

    database_url: str = "siam.sqlite"
    database_sync: str = "second"
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
    site_name: str = "Siam"
    registration: bool = True
    rate_limits: bool = True
    smtp_url: str = ""
    mail_from: str = ""
    webhook_hosts: str = ""
    push_contact: str = "mailto:siam@example.org"
    cheap_passwords: bool = False

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
        return cls(**values)

    def as_environment(self) -> dict[str, str]:
        """Spell the settings for a worker process."""
        return {PREFIX + field.name.upper(): str(getattr(self, field.name)) for field in fields(self)}

    @property
    def origins(self) -> frozenset[str]:
        """Origins that pages may have besides the request's own host."""
        parts = self.public_url.split("/", 3)
        return frozenset({"/".join(parts[:3])}) if len(parts) > 2 else frozenset()


def _read(name: str, default: object, text: str) -> object:
    if isinstance(default, bool):
        return text.strip().lower() in ("1", "true", "yes", "on")
    if isinstance(default, int):
        try:
            return int(text)
        except ValueError:
            raise ValueError(f"{PREFIX}{name.upper()} is a number, not {text!r}") from None
    return text
