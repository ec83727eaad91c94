"""Positions in which no game can begin at a table of two on the map siam."""

from siam.notation import format_position
from siam.rules import deal, load_board

ALL_BUT_OVER = "siam lua=B,pat=R,ayu=R,kho=R,suk=L,ray=M,ked=M,chi:L2M2 R15L13M12 KTT12RLM:R1M1/KTT12RLM:L1M1 1 1 - -"
"""The first seat is to move: if it passes, that is the end."""
OVER = "siam lua=B,pat=R,ayu=R,kho=R,suk=L,ray=M,ked=M,chi=B R15L15M14 KTT12RLM:R1M1/KTT12RLM:L1M1 2 0 - -"
UNFIT = [
    (format_position(deal(3, 1)), "one of 3 players, the table has 2"),
    (format_position(deal(2, 1, board=load_board("albion"))), "this table plays on siam, not on albion"),
    (OVER, "the game is over in this position"),
]
"""With what every environment says of them."""
