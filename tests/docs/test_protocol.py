"""The conversations on the page of the protocol are what the engine process really says."""

import json
import subprocess
import sys

from tests.docs.pages import ROOT, blocks

ASK, ANSWER = "→ ", "← "


def test_the_engine_answers_as_printed() -> None:
    lines = [line for block in blocks(ROOT / "docs/protocol.md", "rpc") for line in block.splitlines()]
    asked = [line.removeprefix(ASK) for line in lines if line.startswith(ASK)]
    printed = [json.loads(line.removeprefix(ANSWER)) for line in lines if line.startswith(ANSWER)]
    engine = [sys.executable, "-c", "from siam.cli import main; main()", "engine"]
    said = subprocess.run(engine, input="\n".join(asked), capture_output=True, text=True, check=True).stdout
    assert len(asked) + len(printed) == len(lines) > 0
    assert [json.loads(line) for line in said.splitlines()] == printed
