"""A table that its host cancels is gone for everybody who waits at it."""

from tests.e2e.conftest import MakePerson


def test_whoever_waits_at_a_cancelled_table_is_told(person: MakePerson) -> None:
    anna, bertha = person().be(), person("Bertha").be()
    table = anna.make_table([{"kind": "me"}, {"kind": "open"}])
    bertha.open(f"table/{table}").sees("Anna")
    anna.ask("DELETE", f"api/tables/{table}")
    bertha.sees("The host has cancelled this table.")
    bertha.page.wait_for_timeout(1_500)
    bertha.sees("The host has cancelled this table.")
