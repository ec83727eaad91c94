"""Write a map file from the names of its borders and homes."""

from siam.rules import BUILT_IN, FACTIONS, BoardError, parse_board


def new_map(name: str, borders: str, homes: str) -> str:
    """Return the text of a map file; BoardError says what cannot be a board."""
    if name in BUILT_IN:
        raise BoardError(f"another map is called {name} already: give this one a name of its own")
    pairs = sorted({"-".join(sorted(border.strip().split("-"))) for border in borders.split(",") if border.strip()})
    codes = sorted({code for pair in pairs for code in pair.split("-")})
    owners = _homes(homes, codes)
    quoted = [f'"{pair}"' for pair in pairs]
    lines = [
        f"# The map {name}. Add the names that players read, and a drawing if you like: docs/maps.md tells how.",
        f'name = "{name}"',
        "version = 1",
        "borders = [",
        *(f"  {', '.join(quoted[first : first + 6])}," for first in range(0, len(quoted), 6)),
        "]",
    ]
    for code in codes:
        lines += ["", "[[provinces]]", f'code = "{code}"', f'names = {{ en = "{code.capitalize()}" }}']
        lines += [f'home = "{owners[code]}"'] if code in owners else []
    text = "\n".join(lines) + "\n"
    parse_board(text, source=f"{name}.toml")
    return text


def _homes(homes: str, codes: list[str]) -> dict[str, str]:
    """Read `ayu,lua,ked`: the homes of Rama, Lao and Malay."""
    found = [code.strip() for code in homes.split(",")]
    if len(found) != len(FACTIONS) or len(set(found)) != len(FACTIONS):
        raise BoardError(f"three different homes are needed, of Rama, Lao and Malay, not {homes!r}")
    for code in found:
        if code not in codes:
            raise BoardError(f"{code} is a home, but no border leads there")
    return {code: faction.name.lower() for code, faction in zip(found, FACTIONS, strict=True)}
