"""The trained weights, one file for each number of players."""
