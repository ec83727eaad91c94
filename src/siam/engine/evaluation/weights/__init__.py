"""The trained weights, one file for each number of players.

`levels-*.npz` are earlier ones, with which levels 1 to 7 were spaced.
"""
