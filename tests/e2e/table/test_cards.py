"""Every card with full, partial and no effect: what the table says before, while and after it is played."""

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import MakePerson
from tests.e2e.gaming import wait_for_version
from tests.e2e.people import CARDS, Person

# For each card and effect a deal and the moves that lead to it.
EFFECTS: dict[str, dict[str, Any]] = json.loads(Path(__file__).with_name("effects.json").read_text(encoding="utf-8"))
# How many followers, provinces or tiles are chosen before a follower is taken.
CHOICES = {
    "K full": 2,
    "T full": 3,
    "1 full": 2,
    "2 full": 3,
    "2 partial": 2,
    "R full": 2,
    "R partial": 1,
    "L full": 2,
    "L partial": 1,
    "M full": 2,
    "M partial": 1,
}


def lead_to(anna: Person, seed: int, moves: list[str]) -> str:
    """Make a table for two at one screen and play these moves."""
    seats: list[dict[str, object]] = [{"kind": "me"}, {"kind": "here", "name": "Paul"}]
    table = anna.make_table(seats, options={"discards": "open"}, seed=seed)
    for move in moves:
        view = anna.view(table)
        body = {
            "after": view["version"],
            "move": move,
            "key": f"{table}-{view['version']}",
            "seat": view["state"]["to_move"],
        }
        anna.ask("POST", f"api/tables/{table}/moves", body)
    return table


@pytest.mark.parametrize("name", EFFECTS)
def test_a_card_says_what_it_does(name: str, person: MakePerson) -> None:
    card, effect = name.split()
    anna = person().be()
    table = lead_to(anna, **EFFECTS[name])
    before = anna.view(table)
    anna.open(f"table/{table}").waits_for_turn()
    shown = anna.page.get_by_role("list", name="Your hand").get_by_role("button").filter(has_text=CARDS[card]).first
    if effect == "none":
        expect(shown).to_contain_text("No effect now")
    else:
        expect(shown).not_to_contain_text("No effect now")
    steps = [card]
    anna.chooses(card)
    while legal := _legal(anna, table, before["version"], steps):
        assert anna.lit() >= set(legal), "what the server lists is lit"
        steps.append(legal[len(steps) % len(legal)])
        anna.chooses(steps[-1])
    if effect == "none":
        anna.sees("This card has no effect now.")
    elif name in CHOICES:
        assert len(steps) == 1 + CHOICES[name] + 1
    anna.button("Confirm").click()
    wait_for_version(anna, table, before["version"])
    log = anna.page.get_by_role("region", name="Log")
    expect(log).to_contain_text(f"plays {CARDS[card]} without effect" if effect == "none" else f"plays {CARDS[card]}.")


def _legal(anna: Person, table: str, version: int, steps: list[str]) -> list[str]:
    answer = anna.ask("POST", f"api/tables/{table}/steps", {"after": version, "steps": steps})
    return list(answer["legal"])
