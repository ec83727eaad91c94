"""What each method of the engine process answers (docs/protocol.md)."""

from pathlib import Path
from typing import Any

import pytest

from siam.notation import format_move, format_position, parse_position
from siam.rules import Options, deal, legal_moves, load_board, standing_outcome
from tests.protocol.requests import FINISHED, OPENING, answer, answers, error, request, result


@pytest.mark.parametrize("players", [2, 3, 4])
def test_new_deals_the_same_position_for_the_same_seed(players: int) -> None:
    assert result("new", players=players, seed=7) == {"position": format_position(deal(players, 7))}


def test_new_without_a_seed_deals_anew() -> None:
    assert result("new", players=2) != result("new", players=2)


def test_new_takes_map_and_options() -> None:
    options = {"capital_last": True, "first_player": "highest"}
    expected = deal(3, "s", board=load_board("albion"), options=Options.from_values(options))
    assert result("new", players=3, seed="s", map="albion", options=options) == {"position": format_position(expected)}


def test_a_map_file_is_known_by_its_name_from_then_on(tmp_path: Path) -> None:
    source = Path(__file__).parents[2] / "src/siam/rules/maps/albion.toml"
    file = tmp_path / "mine.toml"
    file.write_text(source.read_text(encoding="utf-8").replace('name = "albion"', 'name = "mine"'), encoding="utf-8")
    position = result("new", players=2, seed=1, map=str(file))["position"]
    assert position.startswith("mine ")
    told = answers(request("new", 1, players=2, map=str(file)), request("count", 2, position=position))
    assert told[1]["result"]["count"] > 1
    assert result("count", position=position, map=str(file))["count"] > 1
    assert error("count", position=position)["code"] == -32602


def test_moves_are_sorted_texts_each_once_and_count_is_their_number() -> None:
    moves = result("moves", position=OPENING)["moves"]
    position = parse_position(OPENING)
    assert moves == sorted({format_move(position.board, move) for move in legal_moves(position)})
    assert result("count", position=OPENING) == {"count": len(moves)}


def test_play_gives_the_next_position_and_no_outcome_yet() -> None:
    told = result("play", position=OPENING, move="pass")
    assert told["outcome"] is None
    assert parse_position(told["position"]).passes == 1


def test_the_last_pass_gives_the_outcome() -> None:
    position = OPENING
    for _ in range(16):
        told = result("play", position=position, move="pass")
        position = told["position"]
    assert told["outcome"] == result("outcome", position=position)
    assert told["outcome"] == result("outcome", position=OPENING)


def test_an_illegal_move_is_an_error_with_its_reason() -> None:
    told = error("play", position=OPENING, move="K - +R@ayu")
    assert told["code"] == -32001
    assert told["data"] == {"reason": "TOO_LITTLE"}


def test_a_finished_position_has_no_moves() -> None:
    assert result("moves", position=FINISHED) == {"moves": []}
    assert result("count", position=FINISHED) == {"count": 0}
    assert error("play", position=FINISHED, move="pass")["code"] == -32001
    assert error("choose", position=FINISHED)["code"] == -32001


def test_an_outcome_names_ending_winners_and_every_criterion() -> None:
    assert result("outcome", position=FINISHED) == {
        "ending": "R",
        "winners": [1],
        "trail": [
            {
                "criterion": "most_provinces",
                "paragraph": "§7.1",
                "figures": [
                    {"faction": "R", "figure": 5},
                    {"faction": "L", "figure": 2},
                    {"faction": "M", "figure": 1},
                ],
                "left": ["R"],
            },
            {
                "criterion": "most_of_ruling",
                "paragraph": "§7.3a",
                "faction": "R",
                "figures": [{"seats": [1], "figure": 4}, {"seats": [2], "figure": 0}],
                "left": [[1]],
            },
        ],
    }


def test_options_change_the_outcome() -> None:
    colony = "siam ayu=B,chi=B,ked=B,kho=B,lua:-,pat:-,ray:-,suk:- R12L12M16 T:R4/-:L4 1 0 12 -"
    assert result("outcome", position=colony)["winners"] == [2]
    lost = result("outcome", position=colony, options={"colony_loses": True})
    assert lost["winners"] == []
    assert standing_outcome(parse_position(colony, Options(colony_loses=True))).winners == ()


@pytest.mark.parametrize("level", ["random", "greedy", None])
def test_choose_gives_a_legal_move(level: str | None) -> None:
    late = "siam ayu=R,chi=L,ked=R,kho=M,lua=L,pat:R1L1,ray:R2,suk:M2 R10L14M12 1:R2/T:R1L1M2 1 0 12 -"
    told = result("choose", position=late, level=level, seed=3)
    assert told["move"] in result("moves", position=late)["moves"]


@pytest.mark.parametrize(
    ("method", "params"),
    [
        ("new", {}),
        ("new", {"players": 5}),
        ("new", {"players": True}),
        ("new", {"players": 2.0}),
        ("new", {"players": "2"}),
        ("new", {"players": 2, "map": "atlantis"}),
        ("new", {"players": 2, "map": "/nowhere/at/all.toml"}),
        ("new", {"players": 2, "map": "a\0.toml"}),
        ("new", {"players": 2, "seed": 1.5}),
        ("new", {"players": 2, "seed": "\ud800"}),
        ("new", {"players": 2, "options": {"discards": "hidden"}}),
        ("new", {"players": 2, "options": {"capital_last": 1}}),
        ("new", {"players": 2, "options": {"speed": "fast"}}),
        ("new", {"players": 2, "options": ["discards"]}),
        ("new", {"players": 2, "speed": 3}),
        ("moves", {}),
        ("moves", {"position": 7}),
        ("moves", {"position": OPENING + " "}),
        ("play", {"position": OPENING}),
        ("play", {"position": OPENING, "move": "PASS"}),
        ("play", {"position": OPENING, "move": None}),
        ("choose", {"position": OPENING, "level": "godlike"}),
        ("choose", {"position": OPENING, "seconds": 0}),
        ("choose", {"position": OPENING, "seconds": True}),
        ("choose", {"position": OPENING, "nodes": 1.5}),
        ("cancel", {}),
    ],
)
def test_a_faulty_parameter_is_named(method: str, params: dict[str, Any]) -> None:
    told = error(method, **params)
    assert told["code"] == -32602
    assert told["message"]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b"x\n", -32700),
        (b"\xff\xfe\n", -32700),
        (b'{"jsonrpc": "2.0", "id": NaN, "method": "new"}\n', -32700),
        (b"[" * 200_000 + b"\n", -32700),
        (b'{"a": ' * 50_000 + b"\n", -32700),
        (b"9" * 100_000 + b"\n", -32700),
        (b'"' + b"a" * 3_000_000 + b'"\n', -32700),
        (b"[]\n", -32600),
        (b"null\n", -32600),
        (b'{"jsonrpc": "1.0", "id": 1, "method": "new"}\n', -32600),
        (b'{"jsonrpc": "2.0", "id": true, "method": "new"}\n', -32600),
        (b'{"jsonrpc": "2.0", "id": 1e999, "method": "new"}\n', -32600),
        (b'{"jsonrpc": "2.0", "id": 1, "method": 5}\n', -32600),
        (b'{"jsonrpc": "2.0", "id": 1, "method": "new", "params": 5}\n', -32600),
        (b'{"jsonrpc": "2.0", "id": 1, "method": "new", "params": [2]}\n', -32602),
        (b'{"jsonrpc": "2.0", "id": 1, "method": "__init__"}\n', -32601),
        (b'{"jsonrpc": "2.0", "id": 1, "method": "\\ud800"}\n', -32601),
    ],
)
def test_a_line_that_is_no_request_gets_an_error(line: bytes, code: int) -> None:
    assert answer(line)["error"]["code"] == code


def test_a_notification_gets_no_answer() -> None:
    assert answers(b'{"jsonrpc": "2.0", "method": "new", "params": {"players": 2}}\n') == []


def test_a_batch_is_answered_in_one_line() -> None:
    [batch] = answers(
        b"["
        + request("count", 1, position=FINISHED).strip()
        + b', {"jsonrpc": "2.0", "method": "new"}, 7, '
        + request("choose", "slow", position=OPENING, level="random").strip()
        + b"]\n"
    )
    assert {told["id"] for told in batch} == {1, None, "slow"}


def test_ids_come_back_as_they_were() -> None:
    for request_id in ("\ud800", 0, -1.5, "", 10**30, None):
        assert answer(request("count", request_id, position=FINISHED))["id"] == request_id
