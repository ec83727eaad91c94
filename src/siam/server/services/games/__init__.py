"""What people and bots do in a game, before it and at its end: each deed is one use case."""
