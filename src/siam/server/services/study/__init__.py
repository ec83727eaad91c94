"""What helps to learn from games: replays, hints, branches, positions without a table, puzzles."""
