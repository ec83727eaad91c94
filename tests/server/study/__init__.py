"""Learning from games: branches, games brought along, reasons, puzzles, and what a link shows."""
