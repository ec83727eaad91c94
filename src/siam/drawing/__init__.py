"""Boards and positions as SVG, drawn as the browser draws them, and as plain text; standard library only."""

from siam.drawing.colours import DARK, LIGHT, Colours
from siam.drawing.pictures import board_svg, position_svg
from siam.drawing.postcards import postcard_svg
from siam.drawing.texts import board_text, position_text

__all__ = ["DARK", "LIGHT", "Colours", "board_svg", "board_text", "position_svg", "position_text", "postcard_svg"]
