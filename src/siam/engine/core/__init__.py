"""The compiled rules: positions as rows of integers, the steps of a move, how a game ends."""
