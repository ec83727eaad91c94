"""Something that a correct server can't have done."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Anomaly:
    """What is wrong, at which table, in a sentence, with the evidence."""

    table: str
    what: str
    evidence: str = ""

    def __str__(self) -> str:
        return f"table {self.table or '–'}: {self.what}" + (f"\n    {self.evidence}" if self.evidence else "")
