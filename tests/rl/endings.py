"""Positions in which no game can begin, because it is over or as good as over."""

ALL_BUT_OVER = "siam lua=B,pat=R,ayu=R,kho=R,suk=L,ray=M,ked=M,chi:L2M2 R15L13M12 KTT12RLM:R1M1/KTT12RLM:L1M1 1 1 - -"
"""The first seat is to move: if it passes, that is the end."""
OVER = "siam lua=B,pat=R,ayu=R,kho=R,suk=L,ray=M,ked=M,chi=B R15L15M14 KTT12RLM:R1M1/KTT12RLM:L1M1 2 0 - -"
