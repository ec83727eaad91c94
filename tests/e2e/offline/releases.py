"""A new release of a site: every file under another name, as if everything in it had changed."""

import base64
import hashlib
import json
import shutil
from pathlib import Path

from tests.e2e.offline.sites import MOUNTED_AT

TEXTS = {".js", ".css", ".html"}
HEAD = "const RELEASE = "


def copied(built: Path, folder: Path) -> Path:
    """A site of one's own, to be changed."""
    shutil.copytree(built, folder, dirs_exist_ok=True)
    return folder / MOUNTED_AT


def release_anew(site: Path) -> None:
    """Replace every asset of a site by one of another name; nothing of the release before stays."""
    worker = site / "worker.js"
    head, _, rest = worker.read_text(encoding="utf-8").partition("\n")
    release = json.loads(head.removeprefix(HEAD))
    names = {file.name: f"{file.stem}z{file.suffix}" for file in (site / "assets").iterdir()}
    for file in [*site.rglob("*")]:
        if file.is_file() and file.suffix in TEXTS and file != worker:
            text = file.read_text(encoding="utf-8")
            for old, new in names.items():
                text = text.replace(old, new)
            file.write_text(text, encoding="utf-8")
    for file in [*(site / "assets").iterdir()]:
        file.rename(file.with_name(names[file.name]))
    for part in ("shell", "provisions"):
        told = [f"assets/{names[Path(name).name]}" if name.startswith("assets/") else name for name in release[part]]
        release[part] = {name: digest(site / name) for name in told}
    release["entry"] = f"assets/{names[Path(release['entry']).name]}"
    release["name"] += "z"
    worker.write_text(f"{HEAD}{json.dumps(release)}\n{rest}", encoding="utf-8")


def digest(file: Path) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(file.read_bytes()).digest()).decode()
