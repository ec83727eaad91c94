"""Games as rows to learn from."""

import json
import sys
from contextlib import suppress
from itertools import islice
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from pyarrow import parquet

from siam.arena.play.archive import LINES
from siam.arena.tournament import play_games
from siam.cli.selfplay import selfplay
from siam.engine import Limits, analyse
from siam.notation import parse_position, parse_records
from siam.provenance import provenance
from siam.rl import observation
from siam.rl.dataset import COLUMNS, SCHEMA, plan_of, rows_of
from siam.rl.dataset_files import SAMPLE, open_rows
from siam.rl.stepped_game import SteppedGame
from siam.rules import PASS, Move, Position
from tests.docs.pages import ROOT


class Hasty:
    """Plays only against the clock."""

    def choose(self, position: Position, *, seconds: float | None = None) -> Move:
        assert seconds == 0.25
        return PASS


def _invoke(*words: str, agent: str = "random") -> str:
    answer = CliRunner().invoke(selfplay, [agent, "--games", "3", *words])
    assert answer.exit_code == 0, answer.output
    return answer.output


def test_the_rows_tell_the_records(tmp_path: Path) -> None:
    _invoke("--players", "3", "--rows", str(tmp_path / "a.npz"), "--records", str(tmp_path / "a.siam"))
    rows = np.load(tmp_path / "a.npz")
    assert set(rows) == {*COLUMNS, "metadata"}
    records = parse_records((tmp_path / "a.siam").read_text(encoding="utf-8"))
    assert len(records) == 3
    number = 0
    for game, record in enumerate(records):
        table = SteppedGame(record.game.setup)
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


@pytest.mark.parametrize("players", [2, 3, 4])
def test_chances_are_those_of_a_search_and_the_same_whoever_computes_them(players: int, tmp_path: Path) -> None:
    words = ("--players", str(players), "--chances", "4", "--rows")
    _invoke(*words, str(tmp_path / "a.npz"), "--records", str(tmp_path / "a.siam"), "--out", str(tmp_path / "games"))
    _invoke(*words, str(tmp_path / "b.parquet"), "--processes", "2")
    _invoke(*words, str(tmp_path / "c.npz"), "--out", str(tmp_path / "games"))  # read again from the archive
    rows = np.load(tmp_path / "a.npz")
    chances = rows["chances"]
    others = np.stack(parquet.read_table(tmp_path / "b.parquet")["chances"].to_numpy())
    assert np.array_equal(chances, others, equal_nan=True)
    assert np.array_equal(chances, np.load(tmp_path / "c.npz")["chances"], equal_nan=True)
    assert np.isnan(chances[:, players:]).all()
    shares = chances[:, : 2 if players == 4 else players]
    assert np.allclose(shares.sum(axis=1), 1, atol=2e-3)
    if players == 4:
        assert np.array_equal(chances[:, :2], chances[:, 2:])
    record = parse_records((tmp_path / "a.siam").read_text(encoding="utf-8"))[0]
    row = int(np.flatnonzero((rows["game"] == 0) & (rows["turn"] == 5))[0])
    found = analyse(record.game.positions[5], Limits(nodes=4), lines=1).value_by_camp
    assert np.allclose(shares[row], found, atol=1e-4)
    assert json.loads(str(rows["metadata"]))["chances"] == 4


def test_without_a_search_nobody_knows_the_chances(tmp_path: Path) -> None:
    _invoke("--rows", str(tmp_path / "a.npz"))
    assert np.isnan(np.load(tmp_path / "a.npz")["chances"]).all()


def test_the_sample_that_ships_is_small_whole_and_told_by_its_datasheet() -> None:
    assert SAMPLE.stat().st_size < 300_000
    with np.load(SAMPLE) as file:
        rows = dict(file)  # each look into the file would unpack it again
    made = json.loads(str(rows["metadata"]))
    assert set(rows) == {*COLUMNS, "metadata"}
    assert (made["schema"], made["players"], made["chances"]) == (SCHEMA, 2, 30)
    assert not made["commit"].endswith("+")
    page = (ROOT / "docs/rl/datasheet.md").read_text(encoding="utf-8")
    games = len(set(rows["game"]))
    assert f"{games} games" in page
    assert f"{len(rows['action']):,} rows" in page
    assert made["signature"] in page
    setups = [position.setup for position in plan_of(made["agent"], 2, games, seed=made["seed"]).jobs()]
    for game, setup in enumerate(setups):
        table = SteppedGame(parse_position(setup))
        for row in np.flatnonzero(rows["game"] == game):
            assert np.array_equal(rows["observation"][row], table.observe(table.seat))
            assert rows["mask"][row][rows["action"][row]]
            table.step(int(rows["action"][row]))
        assert table.is_over


def test_parquet_holds_the_same(tmp_path: Path) -> None:
    _invoke("--rows", str(tmp_path / "a.npz"))
    _invoke("--rows", str(tmp_path / "a.parquet"))
    rows, table = np.load(tmp_path / "a.npz"), parquet.read_table(tmp_path / "a.parquet")
    assert table.column_names == list(COLUMNS)
    assert table["action"].to_pylist() == rows["action"].tolist()
    assert table["observation"].to_pylist() == rows["observation"].tolist()
    assert len(table["observation"][0]) == observation.SIZE


def test_both_files_say_how_they_were_made(tmp_path: Path) -> None:
    for file in ("a.npz", "a.parquet"):
        _invoke("--players", "4", "--seed", "7", "--options", "capital_last=on", "--rows", str(tmp_path / file))
    in_npz = json.loads(str(np.load(tmp_path / "a.npz", allow_pickle=False)["metadata"]))
    assert in_npz == {
        "schema": 2,
        **provenance(),
        "agent": "random",
        "players": 4,
        "map": "siam",
        "options": "capital_last=on",
        "seed": 7,
        "seconds": None,
        "chances": None,
    }
    assert json.loads(parquet.read_schema(tmp_path / "a.parquet").metadata[b"siam"]) == in_npz


def test_parquet_is_written_a_group_of_games_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("siam.cli.selfplay.GAMES_A_GROUP", 2)
    _invoke("--rows", str(tmp_path / "a.parquet"))
    file = parquet.ParquetFile(tmp_path / "a.parquet")
    assert [set(file.read_row_group(group)["game"].to_pylist()) for group in range(2)] == [{0, 1}, {2}]


@pytest.mark.parametrize("file", ["a.npz", "a.parquet"])
def test_groups_that_were_written_outlive_an_interruption(tmp_path: Path, file: str) -> None:
    plan = plan_of("random", players=2, games=2)
    with suppress(KeyboardInterrupt), open_rows(tmp_path / file, plan) as write:
        write(rows_of(list(islice(play_games(plan), 1))))
        raise KeyboardInterrupt
    path = tmp_path / file
    kept = np.load(path)["game"] if path.suffix == ".npz" else parquet.read_table(path)["game"].to_numpy()
    assert set(kept) == {0}


def test_what_was_interrupted_goes_on_where_it_stopped(tmp_path: Path) -> None:
    plan = plan_of("random", players=2, games=3)
    first = list(islice(play_games(plan, tmp_path / "games"), 1))
    before = (tmp_path / "games" / LINES).read_text(encoding="utf-8")
    _invoke("--out", str(tmp_path / "games"), "--rows", str(tmp_path / "a.npz"))
    assert (tmp_path / "games" / LINES).read_text(encoding="utf-8").startswith(before)
    _invoke("--rows", str(tmp_path / "b.npz"))
    assert np.array_equal(np.load(tmp_path / "a.npz")["action"], np.load(tmp_path / "b.npz")["action"])
    assert first == list(islice(play_games(plan), 1))


def test_fewer_games_than_are_kept_can_be_asked_for(tmp_path: Path) -> None:
    whole = list(play_games(plan_of("random", players=2, games=3), tmp_path))
    assert list(play_games(plan_of("random", players=2, games=2), tmp_path)) == whole[:2]


def test_two_processes_write_the_same_rows(tmp_path: Path) -> None:
    _invoke("--rows", str(tmp_path / "a.npz"))
    _invoke("--rows", str(tmp_path / "b.npz"), "--processes", "2")
    assert np.array_equal(np.load(tmp_path / "a.npz")["action"], np.load(tmp_path / "b.npz")["action"])


def test_a_win_that_everybody_shares_is_worth_nothing() -> None:
    rows = rows_of(list(play_games(plan_of("py:tests.arena.agents:Short", players=3, games=8))))
    assert set(rows["reward"]) == {-1.0, 0.0, 2.0}
    shared = set(rows["game"][rows["reward"] == 0])
    assert set(rows["reward"][np.isin(rows["game"], list(shared))]) == {0.0}


def test_a_map_of_ones_own_makes_rows(ring_file: Path, tmp_path: Path) -> None:
    said = _invoke("--map", str(ring_file), "--rows", str(tmp_path / "a.npz"), "--records", str(tmp_path / "a.siam"))
    rows = np.load(tmp_path / "a.npz")
    assert f"{len(rows['action'])} rows of 3 games" in said
    assert set(rows["game"]) == {0, 1, 2}
    assert json.loads(str(rows["metadata"]))["map"] == "ring"
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


def test_the_agent_can_play_by_the_clock(tmp_path: Path) -> None:
    _invoke("--seconds", "0.25", "--rows", str(tmp_path / "a.npz"), agent="py:tests.rl.test_dataset:Hasty")
    assert json.loads(str(np.load(tmp_path / "a.npz")["metadata"]))["seconds"] == 0.25


def test_somewhere_the_games_must_go(tmp_path: Path) -> None:
    assert CliRunner().invoke(selfplay, ["random"]).exit_code == 2
    assert CliRunner().invoke(selfplay, ["random", "--rows", str(tmp_path / "a.csv")]).exit_code == 2


def test_a_directory_that_is_not_there_is_made(tmp_path: Path) -> None:
    _invoke("--rows", str(tmp_path / "new" / "a.npz"), "--records", str(tmp_path / "newer" / "a.siam"))
    assert (tmp_path / "new" / "a.npz").exists()
    assert (tmp_path / "newer" / "a.siam").exists()


@pytest.mark.parametrize("keep", ["--rows=taken/a.npz", "--rows=taken/a.parquet", "--records=taken/a.siam"])
def test_a_place_that_cannot_be_written_to_is_told_before_the_first_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, keep: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("taken").touch()
    answer = CliRunner().invoke(selfplay, ["random", keep, "--out", "games"])
    assert answer.output.startswith("Error: ")
    assert not Path("games").exists()


@pytest.mark.parametrize("file", ["--rows=a.npz", "--rows=a.parquet", "--records=a.siam"])
@pytest.mark.parametrize("words", [["nobody"], ["random", "--map", "atlantis"], ["py:nowhere:Nobody"]])
def test_a_faulty_order_spoils_no_file(
    file: str, words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    kept = Path(file.partition("=")[2])
    kept.write_text("precious")
    assert CliRunner().invoke(selfplay, [*words, file]).exit_code == 1
    assert list(tmp_path.iterdir()) == [tmp_path / kept]
    assert kept.read_text() == "precious"


def test_parquet_without_its_extra_is_refused_before_the_first_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    words = ["random", "--rows", str(tmp_path / "a.parquet"), "--out", str(tmp_path / "games")]
    assert "pyarrow is missing; this brings it: " in CliRunner().invoke(selfplay, words).output
    assert not (tmp_path / "games").exists()
