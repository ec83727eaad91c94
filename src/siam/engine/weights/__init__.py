"""The trained weights, one file for each number of players.

`levels-*.npz` are earlier ones, with which the levels below the champion were spaced.
"""
