"""Text forms of the game: moves, positions, records; standard library only."""
