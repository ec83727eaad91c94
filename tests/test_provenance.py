"""Figures say where they come from: version, commit, signature and weights, in every report and every game file."""

import json
import subprocess
from pathlib import Path

import numpy as np

from siam import __version__
from siam.arena.play.archive import LINES, RECORDS, makers_of
from siam.engine.bench import signature
from siam.provenance import commit_of, provenance, told, weights_hash
from tests.cli.running import run

PLAYED = ("arena", "random", "greedy", "--deals", "1")


def git(folder: Path, *words: str) -> str:
    identity = ("-c", "user.name=a", "-c", "user.email=a@example.org")
    done = subprocess.run(("git", *identity, "-C", str(folder), *words), check=True, capture_output=True, text=True)
    return done.stdout.strip()


def test_it_names_version_commit_signature_and_weights() -> None:
    made = provenance()
    assert made["siam"] == __version__
    assert made["signature"] == signature()
    assert made["weights"] == weights_hash()
    assert "commit" in made


def test_a_package_in_a_clone_has_its_commit_and_says_when_it_was_edited(tmp_path: Path) -> None:
    package = tmp_path / "siam"
    package.mkdir()
    (package / "__init__.py").write_text("")
    assert commit_of(package) is None
    git(tmp_path, "init", "--quiet")
    assert commit_of(package) is None, "a package that lies in somebody else's repository"
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "--quiet", "--message", "first")
    commit = git(tmp_path, "rev-parse", "--short=12", "HEAD")
    assert commit_of(package) == commit
    (package / "__init__.py").write_text("edited = True\n")
    assert commit_of(package) == f"{commit}+"


def test_other_weights_have_another_hash(tmp_path: Path) -> None:
    (tmp_path / "a.npz").write_bytes(b"1")
    before = weights_hash(tmp_path)
    (tmp_path / "a.npz").write_bytes(b"2")
    assert weights_hash(tmp_path) != before


def test_report_standings_lines_and_records_say_it(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    assert told(provenance()) in run(*PLAYED, "--out", str(folder)).output
    assert told(provenance()) in (folder / "report.md").read_text(encoding="utf-8")
    assert json.loads((folder / "standings.json").read_text(encoding="utf-8"))["made_by"] == [provenance()]
    assert makers_of(folder) == [provenance()]
    records = (folder / RECORDS).read_text(encoding="utf-8")
    assert records.count(f'[Software "{told(provenance())}"]') == 2


def test_games_that_another_version_began_name_both(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    run(*PLAYED, "--out", str(folder))
    lines = (folder / LINES).read_text(encoding="utf-8").split("\n")
    header = json.loads(lines[0])
    older = {**header["made_by"][0], "siam": "0.0.1"}
    (folder / LINES).write_text("\n".join([json.dumps({**header, "made_by": [older]}), *lines[1:]]), encoding="utf-8")
    run(*PLAYED[:-1], "2", "--out", str(folder))
    assert makers_of(folder) == [older, provenance()]
    assert "siam 0.0.1" in (folder / "report.md").read_text(encoding="utf-8")


def test_a_data_set_says_it(tmp_path: Path) -> None:
    file = tmp_path / "rows.npz"
    assert run("selfplay", "random", "--games", "1", "--rows", str(file)).exit_code == 0
    assert provenance().items() <= json.loads(str(np.load(file)["metadata"])).items()
