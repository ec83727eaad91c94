"""The citation names the version that is installed."""

import yaml  # type: ignore[import-untyped]

from siam import __version__
from tests.docs.pages import ROOT


def test_the_citation_names_the_version() -> None:
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert cited["version"] == __version__
    assert cited["cff-version"] == "1.2.0"
