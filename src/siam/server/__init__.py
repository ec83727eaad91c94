"""Tables for people: the game as a service, live or over days."""
