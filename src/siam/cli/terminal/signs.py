"""Decide the signs of the terminal: every faction has a colour, a sign and a letter, so that none is needed alone."""

from siam.rules import Control

STYLES = {
    Control.RAMA: "bold yellow",
    Control.LAO: "bold red",
    Control.MALAY: "bold bright_blue",
    Control.BRITISH: "bold white on grey23",
}
SIGNS = {Control.RAMA: "●", Control.LAO: "▲", Control.MALAY: "■", Control.BRITISH: "⚑"}
ARROW, KING, HOME = "▶", "♔", "⌂"
PLAIN = {"●": "R", "▲": "L", "■": "M", "⚑": "B", "▶": ">", "♔": "*", "⌂": "^", "─": "-"}
