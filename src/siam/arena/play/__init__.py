"""Who plays whom, and playing it: entrants, plans, games, and the archive that keeps them."""
