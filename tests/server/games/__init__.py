"""Tables and games: seats, moves, clocks, consent, absence, and how they end."""
