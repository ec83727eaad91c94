"""Playing in the terminal: by steps, by notation, with undo, nonsense, interruptions, saving and going on."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from siam.engine.evaluation.features import INPUTS
from siam.engine.evaluation.net import new_net
from siam.engine.evaluation.shipped import save_net
from siam.notation import parse_record
from siam.translation import LANGUAGES
from tests.cli.running import Terminal, run, run_piped


def play(*arguments: str, typed: str = "") -> str:
    result = run("play", "--seed", "3", *arguments, typed=typed)
    assert result.exception is None, result.output
    assert result.exit_code == 0
    return result.output


@pytest.mark.parametrize("seats", ["random,random", "random,random,random", "random,random,random,random"])
def test_bots_play_a_whole_game_and_it_is_written_down(seats: str, tmp_path: Path) -> None:
    file = tmp_path / "game.siam"
    said = play("--seats", seats, "--save", str(file))
    record = parse_record(file.read_text(encoding="utf-8"))
    assert record.game.outcome
    assert "The game is over." in said
    assert len(record.game.setup.players) == seats.count("random")


def test_a_bot_plays_with_weights_of_ones_own_and_a_saved_game_remembers_them(tmp_path: Path) -> None:
    weights, file = tmp_path / "Mine.npz", tmp_path / "game.siam"
    save_net(new_net(INPUTS, 8, 1, seed=3), weights)
    seats = f"human:Anna,CHAMPION[weights={weights},nodes=3]"
    said = play("--seats", seats, "--save", str(file), typed="pass\n\n")
    assert "Champion (Mine 3)" in said
    assert len(parse_record(file.read_text(encoding="utf-8")).game.turns) >= 2
    assert "Champion (Mine 3)" in play("--resume", str(file), typed="pass\n\n")


@pytest.mark.parametrize(
    ("seat", "said"),
    [("champion[weights=nowhere.npz]", "no weights"), ("champion[nodes=0]", "a whole number"), ("7[", "no agent")],
)
def test_a_bot_that_cannot_be_made_is_refused_in_a_line(seat: str, said: str) -> None:
    result = run("play", "--seats", f"human,{seat}")
    assert result.exit_code == 1
    assert said in result.output.splitlines()[-1]


def test_nonsense_at_the_last_look_is_told_to_be_none_of_the_answers() -> None:
    for typed in ("pass\nmaybe\n\n", "K ked pat* +R@ayu\nmaybe\n\n", "1\nR ayu\nmked\nL ray\nmaybe\n\n"):
        said = " ".join(play("--seats", "human,human", typed=typed).split())
        assert "'maybe' is no answer here: Enter plays this move, u takes the last choice back." in said


def test_a_move_is_made_step_by_step(tmp_path: Path) -> None:
    file = tmp_path / "game.siam"
    said = play("--seats", "human,human", "--save", str(file), typed="1\nR ayu\nmked\nL ray\n\n")
    assert "1 vs 1 > Rama from Ayutthaya > For which follower of another province?" in said
    assert "Player 1 takes Lao from Rayaburi." in said
    assert file.read_text(encoding="utf-8").endswith("\n1 R@ayu=M@ked +L@ray\n")


def test_a_choice_can_be_a_number_or_the_beginning_of_a_name(tmp_path: Path) -> None:
    file = tmp_path / "game.siam"
    play("--seats", "human,human", "--save", str(file), typed="mah\n5\nluang\nrama from suk\n\n")
    assert file.read_text(encoding="utf-8").endswith("\nK ayu lua* +R@suk\n")


def test_a_whole_move_can_be_typed(tmp_path: Path) -> None:
    file = tmp_path / "game.siam"
    play("--seats", "human,human", "--save", str(file), typed="K ked pat* +R@ayu\n\npass\n\n")
    assert file.read_text(encoding="utf-8").endswith("\nK ked pat* +R@ayu\npass\n")


def test_an_illegal_move_is_refused_with_its_reason() -> None:
    said = play("--seats", "human,human", typed="K - +R@ayu\n1 R@ayu +R@ayu\n")
    assert "The card can do more than that, and must." in said
    assert "is no swap" in said


def test_every_choice_of_a_half_made_move_can_be_taken_back(tmp_path: Path) -> None:
    file = tmp_path / "game.siam"
    play("--seats", "human,human", "--save", str(file), typed="t\nayu\nu\nu\nu\nk\nked\npat\nR ayu\nu\nR chi\n\n")
    assert file.read_text(encoding="utf-8").endswith("\nK ked pat* +R@chi\n")


def test_help_board_and_nonsense_leave_the_game_alone(tmp_path: Path) -> None:
    file = tmp_path / "game.siam"
    said = play("--seats", "human,human", "--save", str(file), typed="?\nb\nxyzzy\nma\n\n999\nk\nzzz\nu\nq\n")
    assert "q  stops the game" in said
    assert "That is not one of the choices" in said
    assert "Which one: Maharacha and Malai?" in said
    assert "siam play --resume" in said
    assert not parse_record(file.read_text(encoding="utf-8")).game.turns


def test_a_saved_game_goes_on_where_it_stopped(tmp_path: Path) -> None:
    file = tmp_path / "game.siam"
    play("--seats", "human:Anna,human:Bertha", "--save", str(file), typed="p\n\nq\n")
    said = play("--resume", str(file), typed="p\n\nq\n")
    assert "Bertha passes. " in said
    assert len(parse_record(file.read_text(encoding="utf-8")).game.turns) == 2


def test_options_and_map_are_those_of_the_table(tmp_path: Path) -> None:
    file = tmp_path / "game.siam"
    play("--seats", "human,human", "--map", "albion", "--capital-last", "--discards", "open", "--save", str(file))
    text = file.read_text(encoding="utf-8")
    assert '[Map "albion"]' in text
    assert '[Options "discards=open capital_last=on"]' in text


def test_hands_are_hidden_from_the_other_players() -> None:
    said = play("--seats", "human,random", typed="q\n")
    assert "K T T 1 2 R L M" in said
    assert said.count("K T T 1 2 R L M") == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_is_told_in_every_language(language: str) -> None:
    said = play("--seats", "human,random", "--language", language, typed="?\nb\nt\nu\np\n\nq\n")
    assert ("Power struggle" in said) == (language == "en")


@pytest.mark.parametrize(
    "arguments",
    [
        ("--seats", "human"),
        ("--seats", "human,godlike"),
        ("--seats", "a,b,c,d,e"),
        ("--map", "atlantis"),
        ("--map", "/nowhere.toml"),
        ("--save", "/nowhere/at/all.siam"),
    ],
)
def test_what_cannot_be_is_said_in_a_sentence(arguments: tuple[str, ...]) -> None:
    result = run("play", *arguments)
    assert result.exit_code == 1
    assert result.output.startswith("Error: ")


def test_a_file_that_is_no_record_is_told(tmp_path: Path) -> None:
    file = tmp_path / "game.siam"
    for content in (b"", b"\xff\xfe", b'[Notation "1"]\n\npass\n'):
        file.write_bytes(content)
        result = run("play", "--resume", str(file))
        assert (result.exit_code, result.output[:7]) == (1, "Error: ")


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.sampled_from(["", "p", "k", "t", "1", "2", "r", "l", "m", "u", "b", "?", "3", "7", "R ayu", "ked", "pass"])
        | st.text(st.characters(exclude_characters="\n\r", exclude_categories=["Cs"]), max_size=12),
        max_size=25,
    )
)
def test_whatever_is_typed_there_is_no_traceback(lines: list[str]) -> None:
    play("--seats", "human,random", typed="\n".join(lines))


def test_pipes_get_plain_text_and_the_end_of_input_stops_the_game() -> None:
    done = run_piped("play", "--seats", "human,random", "--seed", "3", typed=b"k\nked\n\xff\xfe\n\0\npat\n")
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"\x1b" not in done.stdout
    assert b"The game stops here" in done.stdout


def test_a_terminal_without_our_signs_gets_letters() -> None:
    done = run_piped("play", "--seats", "human,random", "--seed", "3", typed=b"q\n", encoding="ascii")
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"> 1" in done.stdout
    assert b"?" not in done.stdout


def test_a_terminal_gets_colours_and_ctrl_c_ends_without_a_traceback() -> None:
    terminal = Terminal(["play", "--seats", "human,random", "--seed", "3"])
    terminal.expect("play a card or pass")
    terminal.type("t\n")
    terminal.expect("Where does the")
    terminal.type("\x03")
    code = terminal.finish()
    assert code == 130
    assert "\x1b[" in terminal.shown
    assert "The game stops here" in terminal.shown
    assert "Traceback" not in terminal.shown


def test_ctrl_d_stops_the_game_at_a_terminal() -> None:
    terminal = Terminal(["play", "--seats", "human,human", "--seed", "3"])
    terminal.expect("press Enter")
    terminal.type("\n")
    terminal.expect("play a card or pass")
    terminal.type("\x04")
    assert terminal.finish() == 0
    assert "The game stops here" in terminal.shown
