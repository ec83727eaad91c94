"""Keep the catalogues: collect every sentence of the sources, and build what the program and the browser read.

python locale/catalogues.py messages   update siam.pot and every siam.po from the sources
python locale/catalogues.py build      compile them into src/siam/locale and web/public/catalogues
"""

import ast
import io
import json
import re
import shutil
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parents[1]
LOCALE = ROOT / "locale"
TRANSLATED = ("de", "es", "fr", "it", "nl")
SOURCES = ("src/siam", "web/src")

_UNWANTED_HEADS = (
    '"POT-Creation-Date',
    '"PO-Revision-Date',
    '"Generated-By',
    '"Report-Msgid-Bugs-To',
    '"Last-Translator',
    '"Language-Team',
)
_PYTHON_KEYWORDS: dict[str, Any] = {"_": None, "n": (1, 2)}
_JS_STRING = r"""('(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\$]|\\.)*`)"""
_JS_CALL = re.compile(rf"(?<![\w.$])(?:tn\(\s*{_JS_STRING}\s*,\s*{_JS_STRING}|(?:t|parts)\(\s*{_JS_STRING})")


def sources(folders: Iterable[str] = SOURCES) -> list[Path]:
    """List the files that may speak to a person."""
    files = (path for folder in folders for path in (ROOT / folder).rglob("*"))
    return sorted(path for path in files if path.suffix in (".py", ".ts", ".svelte"))


def collect(folders: Iterable[str] = SOURCES) -> Catalog:
    """Collect the sentences of the sources, each with the files that say it."""
    template = Catalog(project="siam", charset="utf-8", fuzzy=False)
    for path in sources(folders):
        where = path.relative_to(ROOT).as_posix()
        for sentence in _sentences(path):
            template.add(sentence, locations=[(where, 1)])
    return template


def read_catalogue(path: Path) -> Catalog:
    """Read a catalogue as translators edit it."""
    with path.open("rb") as file:
        return read_po(file, locale=path.parent.name if path.suffix == ".po" else None, abort_invalid=True)


def update(template: Catalog) -> None:
    """Bring siam.pot and every siam.po up to date; what is no longer said is dropped."""
    _write(template, LOCALE / "siam.pot")
    for language in TRANSLATED:
        path = LOCALE / language / "siam.po"
        catalogue = read_catalogue(path) if path.exists() else Catalog(locale=language, fuzzy=False)
        catalogue.update(template, no_fuzzy_matching=True)
        catalogue.obsolete.clear()
        path.parent.mkdir(exist_ok=True)
        _write(catalogue, path)


def build(package: Path = ROOT / "src/siam/locale", browser: Path = ROOT / "web/public/catalogues") -> None:
    """Compile the catalogues for gettext and as JSON, and put the rules pages beside them."""
    for page in LOCALE.glob("*/rules.md"):
        target = package / page.parent.name / page.name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(page, target)
    for language in TRANSLATED:
        path = LOCALE / language / "siam.po"
        if not path.exists():
            continue
        catalogue = read_catalogue(path)
        target = package / language / "siam.mo"
        target.parent.mkdir(parents=True, exist_ok=True)
        with target.open("wb") as file:
            write_mo(file, catalogue)
        if (ROOT / "web").is_dir():
            browser.mkdir(parents=True, exist_ok=True)
            text = json.dumps(_for_browser(catalogue), ensure_ascii=False, indent=1, sort_keys=True)
            (browser / f"{language}.json").write_text(text + "\n", encoding="utf-8")


def messages(catalogue: Catalog) -> list[Message]:
    """List the sentences of a catalogue without its head."""
    return [message for message in catalogue if message.id]


def _sentences(path: Path) -> Iterator[str | tuple[str, ...]]:
    if path.suffix == ".py":
        with path.open("rb") as file:
            for _, sentence, _, _ in extract("python", file, _PYTHON_KEYWORDS):
                yield sentence
        return
    for found in _JS_CALL.finditer(path.read_text(encoding="utf-8")):
        singular, plural, single = found.groups()
        yield _js_text(single) if single else (_js_text(singular), _js_text(plural))


def _js_text(literal: str) -> str:
    """Read a string literal of JavaScript; escapes are those that Python has too."""
    body = literal[1:-1].replace('\\"', '"').replace('"', '\\"').replace("\\`", "`")
    return str(ast.literal_eval(f'"{body}"'))


def _for_browser(catalogue: Catalog) -> dict[str, Any]:
    found: dict[str, str | list[str]] = {}
    for message in messages(catalogue):
        if isinstance(message.id, str):
            found[message.id] = str(message.string)
        else:
            found[message.id[0]] = list(message.string or ())
    return {"messages": {sentence: said for sentence, said in found.items() if said and all(said)}}


def _write(catalogue: Catalog, path: Path) -> None:
    """Write a catalogue without dates and line numbers, so that it changes only when its sentences do."""
    catalogue.project, catalogue.version = "siam", "1"
    catalogue.header_comment = "# What Siam says to people; the English sentence is the key."
    buffer = io.BytesIO()
    write_po(buffer, catalogue, width=110, sort_output=True, include_lineno=False)
    lines = buffer.getvalue().decode("utf-8").split("\n")
    path.write_text("\n".join(line for line in lines if not line.startswith(_UNWANTED_HEADS)), encoding="utf-8")


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["messages"]:
            update(collect())
        case ["build"]:
            build()
        case _:
            sys.exit(__doc__)
