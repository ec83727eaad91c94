"""Name the colours of the chart: warm paper by day, lamplight by night. `web/src/style/tokens.css` says the same."""

from dataclasses import dataclass, replace

BOOK = "Alegreya, 'Iowan Old Style', Georgia, serif"
SANS = "'Source Sans 3', system-ui, sans-serif"
KING_DISC = "#6b2d73"
KING_CROWN = "#f7e7b0"
FLAG_FIELD = "#22304f"
FLAG_RED = "#b0142d"


@dataclass(frozen=True, slots=True)
class Colours:
    """The colours of one light; three for each faction: the piece, its edge, and what is written on it."""

    paper_raised: str
    land: str
    abroad: str
    land_tint_rama: str
    land_tint_lao: str
    land_tint_malay: str
    land_tint_british: str
    sea: str
    sea_line: str
    river: str
    ink: str
    ink_soft: str
    ink_faint: str
    act_glow: str
    rama: str
    rama_edge: str
    rama_on: str
    lao: str
    lao_edge: str
    lao_on: str
    malay: str
    malay_edge: str
    malay_on: str

    def tint(self, letter: str) -> str:
        """Return the colour of a controlled province's land."""
        tints = (self.land_tint_rama, self.land_tint_lao, self.land_tint_malay, self.land_tint_british)
        return tints["RLMB".index(letter)]

    def piece(self, letter: str) -> tuple[str, str, str]:
        """Return a faction's colours: its piece, the edge, and what is written on it."""
        return (
            (self.rama, self.rama_edge, self.rama_on),
            (self.lao, self.lao_edge, self.lao_on),
            (self.malay, self.malay_edge, self.malay_on),
        )["RLM".index(letter)]


LIGHT = Colours(
    paper_raised="#f8f0dd",
    land="#f7eed8",
    abroad="#e6dabc",
    land_tint_rama="#f6dd92",
    land_tint_lao="#e3aeb0",
    land_tint_malay="#b4c5e0",
    land_tint_british="#d3cbbb",
    sea="#d3dcd2",
    sea_line="#8fa39a",
    river="#6d92a0",
    ink="#2a1f14",
    ink_soft="#5f4c36",
    ink_faint="#9a8666",
    act_glow="#0b9069",
    rama="#f5c542",
    rama_edge="#8a6508",
    rama_on="#33240a",
    lao="#8a0c2b",
    lao_edge="#55041a",
    lao_on="#fff4f0",
    malay="#2d6fc6",
    malay_edge="#0d2c5d",
    malay_on="#fff",
)
DARK = replace(
    LIGHT,
    paper_raised="#1f2444",
    land="#2b2f52",
    abroad="#1c2040",
    land_tint_rama="#6a5a24",
    land_tint_lao="#5f2338",
    land_tint_malay="#254577",
    land_tint_british="#474a5e",
    sea="#131731",
    sea_line="#4d5680",
    river="#6f86b8",
    ink="#f0dfb4",
    ink_soft="#cbb583",
    ink_faint="#92825e",
    act_glow="#5be3b2",
    rama_edge="#fbe6a6",
    lao="#a8143a",
    lao_edge="#f0a0b0",
    malay="#4e90e6",
    malay_edge="#cfe1fb",
    malay_on="#06162f",
)
