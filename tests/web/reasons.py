"""Give what the terminal says about reasons, so that the browser's own tests can compare: every claim in six languages.

`python -m tests.web.reasons` writes it anew.
"""

import json
from pathlib import Path

from siam.analysis.reasons import Horizon, Leads, Reason, Rules
from siam.cli.terminal.names import Cast
from siam.cli.terminal.reasons import reason_sentence
from siam.rules import PASS, Criterion, Faction, load_board
from siam.server.messages.game import ENCODER
from siam.server.views.reasons import reason_made
from siam.translation import LANGUAGES, translator
from tests.cli.test_reasons import CLAIMS, NAMES

FILE = Path(__file__).resolve().parents[2] / "web/tests/reasons.json"


def reasons() -> list[Reason]:
    """List a reason for every claim, and for every way to begin the sentence."""
    played, several = (PASS,), (CLAIMS[0], Leads((0,), Criterion.MOST_OF_RULING, Faction.RAMA, 4, 3))
    assert isinstance(several[0], Rules)
    return [
        *(Reason((PASS,), played, Horizon.MOVES, (claim,)) for claim in CLAIMS),
        *(Reason((PASS,), instead, horizon, several) for horizon in Horizon for instead in (played, ())),
        Reason((PASS,), (), Horizon.MOVES, several[1:]),
    ]


def sentences() -> dict[str, object]:
    """Say each reason in each language, and name the provinces that are spoken of."""
    board = load_board("siam")
    casts = {language: Cast(translator(language), board, NAMES) for language in LANGUAGES}
    cases = [
        {
            "reason": json.loads(ENCODER.encode(reason_made(board, reason))),
            "told": {language: reason_sentence(cast, reason) for language, cast in casts.items()},
        }
        for reason in reasons()
    ]
    provinces = [{"code": province.code, "names": dict(province.names)} for province in board.provinces]
    return {"board": {"provinces": provinces}, "cases": cases}


if __name__ == "__main__":
    FILE.write_text(json.dumps(sentences(), indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
