"""How Sphinx makes the documentation site out of the pages that stand in the repository."""

import sys
from pathlib import Path

from sphinx.application import Sphinx

import siam

sys.path.insert(0, str(Path(__file__).parent))

from http_reference import http_reference

# The order of the site, by what the reader wants. The pages themselves know nothing of it.
NAVIGATION = {
    "Learn": ["guide/install", "guide/play", "guide/library", "../examples/README", "../examples/torch/README"],
    "Do": [
        "guide/bots",
        "guide/host",
        "guide/site",
        "operations",
        "capacity",
        "security",
        "maps",
        "arena",
        "benchmark",
        "rl/README",
        "../CONTRIBUTING",
    ],
    "Look up": [
        "rules",
        *(f"../locale/{language}/rules" for language in ("de", "en", "es", "fr", "it", "nl")),
        "rulings/README",
        "notation",
        "protocol",
        "server-protocol",
        "site/http",
        "site/api",
        "glossary",
        "../CHANGELOG",
        "../SECURITY",
    ],
    "Understand": ["architecture", "engine", "strength", "balance", "../bench/results", "decisions/README"],
}

project = "Siam"
author = "the Siam maintainers"
version = release = siam.__version__
language = "en"

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "sphinx_copybutton"]

# Pages stay where a reader of the repository looks for them: the source folder is the repository itself.
root_doc = "docs/README"
include_patterns = [
    "docs/**",
    "locale/*/rules.md",
    "examples/README.md",
    "examples/torch/README.md",
    "bench/results.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "SECURITY.md",
]

html_theme = "furo"
html_title = f"Siam {release}"
html_extra_path = ["start"]  # index.html, which leads to the first page
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#8a4b16", "color-brand-content": "#8a4b16"},
    "dark_css_variables": {"color-brand-primary": "#e0a458", "color-brand-content": "#e0a458"},
}

myst_heading_anchors = 4
myst_enable_extensions = ["colon_fence"]
suppress_warnings = [
    "toc.not_included",  # rulings, decisions and the like are reached by their own lists
    "myst.header",  # the page of siam_v0 is laid out as PettingZoo lays out its own
    "misc.highlighting_failure",  # examples in our notation, and JSON with things left out
]
highlight_language = "text"

autodoc_member_order = "bysource"
autodoc_typehints = "description"
autodoc_mock_imports = ["pyspiel", "open_spiel", "ray"]
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True


def complete_page(_app: Sphinx, page: str, source: list[str]) -> None:
    """Add what only the site has: its order on the first page, and the reference of the HTTP interface."""
    if page == root_doc:
        for caption, pages in NAVIGATION.items():
            listed = "\n".join(pages)
            source[0] += f"\n```{{toctree}}\n:caption: {caption}\n:hidden:\n\n{listed}\n```\n"
    if page == "docs/site/http":
        source[0] += "\n" + http_reference()


def setup(app: Sphinx) -> None:
    """Connect it to Sphinx."""
    app.connect("source-read", complete_page)
