"""Compile the catalogues whenever the package is built or installed."""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parent))

import catalogues


class CataloguesHook(BuildHookInterface):  # type: ignore[misc]
    """Fill src/siam/locale, which git ignores and the package carries."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build what `siam.translation` reads."""
        catalogues.build()
