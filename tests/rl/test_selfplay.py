"""Games as rows to learn from."""

from pathlib import Path

import numpy as np
from click.testing import CliRunner
from pyarrow import parquet

from siam.cli.selfplay import selfplay
from siam.notation import parse_records
from siam.rl import observation
from siam.rl.selfplay import COLUMNS
from siam.rl.table import Table


def _invoke(*words: str, agent: str = "random") -> str:
    answer = CliRunner().invoke(selfplay, [agent, "--games", "3", *words])
    assert answer.exit_code == 0, answer.output
    return answer.output


def test_the_rows_tell_the_records(tmp_path: Path) -> None:
    _invoke("--players", "3", "--rows", str(tmp_path / "a.npz"), "--records", str(tmp_path / "a.siam"))
    rows = np.load(tmp_path / "a.npz")
    assert set(rows) == {*COLUMNS, "schema"}
    records = parse_records((tmp_path / "a.siam").read_text(encoding="utf-8"))
    assert len(records) == 3
    number = 0
    for game, record in enumerate(records):
        table = Table(record.game.setup)
        while not table.is_over:
            assert rows["game"][number] == game
            assert rows["seat"][number] == table.seat
            assert np.array_equal(rows["observation"][number], table.observe(table.seat))
            assert np.array_equal(rows["mask"][number], table.mask)
            table.step(int(rows["action"][number]))
            number += 1
        assert table.position() == record.game.position
        assert rows["reward"][number - 1] == table.rewards()[rows["seat"][number - 1]]
        assert rows["turns_left"][number - 1] == 1
    assert number == len(rows["action"])


def test_parquet_holds_the_same(tmp_path: Path) -> None:
    _invoke("--rows", str(tmp_path / "a.npz"))
    _invoke("--rows", str(tmp_path / "a.parquet"))
    rows, table = np.load(tmp_path / "a.npz"), parquet.read_table(tmp_path / "a.parquet")
    assert table.column_names == list(COLUMNS)
    assert table["action"].to_pylist() == rows["action"].tolist()
    assert table["observation"].to_pylist() == rows["observation"].tolist()
    assert len(table["observation"][0]) == observation.SIZE


def test_a_map_of_ones_own_makes_rows(ring_file: Path, tmp_path: Path) -> None:
    said = _invoke("--map", str(ring_file), "--rows", str(tmp_path / "a.npz"), "--records", str(tmp_path / "a.siam"))
    rows = np.load(tmp_path / "a.npz")
    assert f"{len(rows['action'])} rows of 3 games" in said
    assert set(rows["game"]) == {0, 1, 2}
    assert '[Map "ring"]' in (tmp_path / "a.siam").read_text(encoding="utf-8")


def test_a_game_that_the_agent_gives_up_has_no_rows(tmp_path: Path) -> None:
    keep = ("--rows", str(tmp_path / "a.npz"), "--records", str(tmp_path / "a.siam"))
    said = _invoke(*keep, agent="py:tests.arena.agents:Moody")
    endings = [one.ending for one in parse_records((tmp_path / "a.siam").read_text(encoding="utf-8"))]
    finished = [number for number, ending in enumerate(endings) if ending != "*"]
    assert 0 < len(finished) < 3
    assert sorted(set(np.load(tmp_path / "a.npz")["game"])) == finished
    assert "games were given up and have no rows; the first: " in said
    assert "RuntimeError: not in the mood" in said


def test_an_agent_that_gives_up_every_game_is_told_in_one_message(tmp_path: Path) -> None:
    answer = CliRunner().invoke(selfplay, ["py:tests.arena.agents:Clumsy", "--rows", str(tmp_path / "a.npz")])
    assert answer.exit_code == 1
    assert "Error: no game was played to its end; the first: " in answer.output
    assert "RuntimeError: out of ideas" in answer.output


def test_the_table_can_have_options(tmp_path: Path) -> None:
    _invoke("--options", "capital_last=on", "--records", str(tmp_path / "a.siam"))
    records = parse_records((tmp_path / "a.siam").read_text(encoding="utf-8"))
    assert all(record.game.setup.options.capital_last for record in records)
    answer = CliRunner().invoke(selfplay, ["random", "--options", "nonsense", "--records", str(tmp_path / "b.siam")])
    assert answer.output.startswith("Error: ")


def test_somewhere_the_games_must_go(tmp_path: Path) -> None:
    assert CliRunner().invoke(selfplay, ["random"]).exit_code == 2
    assert CliRunner().invoke(selfplay, ["random", "--rows", str(tmp_path / "a.csv")]).exit_code == 2
