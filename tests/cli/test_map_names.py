"""Two different maps of one name are refused with a word wherever they meet."""

import json
from pathlib import Path

import pytest

from siam.rules import BoardError, board_finder, load_board
from tests.cli.running import run, run_piped

COMPLAINT_OF_RECORDS = "Graph: the game was played on another map called ring than the one at hand"
COMPLAINT = "two different maps are called ring: give one of them a name of its own"


@pytest.fixture
def other_ring(ring_file: Path) -> Path:
    """Another map that calls itself `ring`: one border more."""
    (ring_file.parent / "other").mkdir()
    file = ring_file.parent / "other" / "ring.toml"
    text = ring_file.read_text(encoding="utf-8")
    file.write_text(text.replace('"eas-noe"', '"eas-noe", "eas-wes"'), encoding="utf-8")
    assert load_board(file).graph != load_board(ring_file).graph
    return file


def test_a_finder_takes_one_map_of_a_name_however_often_it_is_given(ring_file: Path, other_ring: Path) -> None:
    ring = load_board(ring_file)
    assert board_finder(ring, load_board(ring_file))("ring") == ring
    with pytest.raises(BoardError, match=COMPLAINT):
        board_finder(ring, load_board(other_ring))


def test_the_engine_process_keeps_to_the_first_map_of_a_name(ring_file: Path, other_ring: Path) -> None:
    def asked(number: int, method: str, **params: object) -> bytes:
        return json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}).encode() + b"\n"

    lines = asked(1, "new", players=2, seed=1, map=str(ring_file)) + asked(2, "new", players=2, map=str(other_ring))
    said = [json.loads(line) for line in run_piped("engine", typed=lines).stdout.splitlines()]
    first, second = sorted(said, key=lambda answer: int(answer["id"]))
    assert first["result"]["position"].startswith("ring ")
    assert second["error"]["message"] == COMPLAINT
    later = asked(3, "count", position=first["result"]["position"], map=str(other_ring))
    said = [json.loads(line) for line in run_piped("engine", typed=lines + later).stdout.splitlines()]
    assert next(answer for answer in said if answer["id"] == 3)["error"]["message"] == COMPLAINT


def test_a_record_is_refused_with_another_map_of_its_name(ring_file: Path, other_ring: Path, tmp_path: Path) -> None:
    game = tmp_path / "game.siam"
    played = run("play", "--seats", "random,random", "--map", str(ring_file), "--save", str(game))
    assert played.exit_code == 0, played.output
    assert run("record", "check", str(game), "--map", str(ring_file)).exit_code == 0
    for words in (
        ("record", "check", str(game)),
        ("record", "show", str(game)),
        ("analyse", str(game), "--nodes", "1"),
        ("play", "--resume", str(game)),
    ):
        refused = run(*words, "--map", str(other_ring))
        assert refused.exit_code == 1
        assert COMPLAINT_OF_RECORDS in " ".join(refused.output.split())


def test_a_tournament_does_not_go_on_upon_another_map_of_its_name(ring_file: Path, other_ring: Path) -> None:
    out = ring_file.parent / "games"
    words = ("arena", "random", "greedy", "--deals", "1", "--out", str(out), "--map", str(ring_file))
    assert run(*words).exit_code == 0
    assert run(*words).exit_code == 0
    ring_file.write_bytes(other_ring.read_bytes())
    refused = run(*words)
    assert refused.exit_code == 1
    assert "games on another map called ring" in refused.output


def test_one_study_of_balance_has_no_two_maps_of_one_name(ring_file: Path, other_ring: Path, tmp_path: Path) -> None:
    out = str(tmp_path / "balance")
    refused = run("balance", "random", "--deals", "2", "--maps", f"{ring_file},{other_ring}", "--out", out)
    assert refused.exit_code == 1
    assert COMPLAINT in refused.output
